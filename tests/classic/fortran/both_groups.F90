! Calls with both prefixes wait, reduce, broadcast, and make groups.
subroutine SELF/**/groups(a)
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: n = 5, m = 7
  integer, intent(in) :: a
  integer :: group, self, i, me, ranks, list(64), x(3), count
  real(dp) :: p(n, m), value, y(3)
  real :: s(2)
  complex :: z(2)
  complex(dp) :: w(2)

  me = ga_nodeid()
  ranks = ga_nnodes()
  ! waiting
  call PRE/**/mask_sync(.true., .true.)
  call PRE/**/sync()
  call PRE/**/msg_sync()
  call PRE/**/ghost_barrier()
  call PRE/**/init_fence()
  call PRE/**/fence()
  call check('create_mutexes', PRE/**/create_mutexes(2))
  p = 0
  call put(a, p)
  call PRE/**/lock(1)
  call ga_get(a, 1, 1, 1, 1, value, 1)
  value = value + 1
  call ga_put(a, 1, 1, 1, 1, value, 1)
  call PRE/**/fence()
  call PRE/**/unlock(1)
  call PRE/**/sync()
  call ga_get(a, 1, 1, 1, 1, value, 1)
  call check_real('lock', real(ranks, dp), value)
  call check('destroy_mutexes', PRE/**/destroy_mutexes())
  call put(a, places(n, m))
  call ga_nbget(a, 2, 3, 4, 4, y, 2, i)
  call PRE/**/nbwait(i)
  call check_int('nbtest', 1, PRE/**/nbtest(i))
  call check_real('nbget', 403d0, y(2))
  call PRE/**/set_property(a, 'read_only')
  call PRE/**/unset_property(a)

  ! broadcasts and reductions
  value = me
  call PRE/**/brdcst(1, value, 8, ranks - 1)
  call check_real('brdcst', real(ranks - 1, dp), value)
  do i = 1, 2
    group = PRE/**/pgroup_get_world()
    x = [me, 2, -me]
    y = x
    s = [1.0, real(me)]
    z = cmplx(1.0, me)
    w = cmplx(1.0, me, dp)
    if (i == 1) then
      call PRE/**/igop(1, x, 3, '+')
      call PRE/**/dgop(2, y, 3, 'max')
      call PRE/**/sgop(3, s, 2, '+')
      call PRE/**/cgop(4, z, 2, '+')
      call PRE/**/zgop(5, w, 2, '+')
    else
      call PRE/**/pgroup_igop(group, 1, x, 3, '+')
      call PRE/**/pgroup_dgop(group, 2, y, 3, 'max')
      call PRE/**/pgroup_sgop(group, 3, s, 2, '+')
      call PRE/**/pgroup_cgop(group, 4, z, 2, '+')
      call PRE/**/pgroup_zgop(group, 5, w, 2, '+')
    end if
    count = ranks * (ranks - 1) / 2
    call check('igop', all(x == [count, 2 * ranks, -count]))
    call check('dgop', all(y == [ranks - 1, 2, 0]))
    call check('sgop', all(s == [ranks, count]))
    call check('cgop', all(z == cmplx(ranks, count)))
    call check('zgop', all(w == cmplx(ranks, count, dp)))
    x = me + 1
    if (i == 1) call PRE/**/gop(MT_INT, x, 3, 'max')
    if (i == 2) call PRE/**/pgroup_gop(group, MT_INT, x, 3, 'max')
    call check('gop', all(x == ranks))
  end do

  ! groups
  list(1:ranks) = [(i, i = 0, ranks - 1)]
  group = PRE/**/pgroup_create(list, ranks)
  call check_int('pgroup_nnodes', ranks, PRE/**/pgroup_nnodes(group))
  call check_int('pgroup_nodeid', me, PRE/**/pgroup_nodeid(group))
  call check_int('pgroup_absolute_id', 0, PRE/**/pgroup_absolute_id(group, 0))
  call PRE/**/pgroup_sync(group)
  value = me
  call PRE/**/pgroup_brdcst(group, 1, value, 8, 0)
  call check_real('pgroup_brdcst', 0d0, value)
  call PRE/**/pgroup_set_default(group)
  call check_int('pgroup_get_default', group, PRE/**/pgroup_get_default())
  call PRE/**/pgroup_set_default(PRE/**/pgroup_get_world())
  call check_int('pgroup_get_mirror', 0, PRE/**/pgroup_get_mirror())
  i = PRE/**/pgroup_duplicate(group)
  call check_int('pgroup_duplicate', ranks, PRE/**/pgroup_nnodes(i))
  call check('pgroup_destroy', PRE/**/pgroup_destroy(i))
  i = PRE/**/pgroup_split(group, ranks)
  call check_int('pgroup_split', 1, PRE/**/pgroup_nnodes(i))
  call check('pgroup_destroy', PRE/**/pgroup_destroy(i))
  i = PRE/**/pgroup_split_irreg(group, 0)
  call check_int('pgroup_split_irreg', ranks, PRE/**/pgroup_nnodes(i))
  call check('pgroup_destroy', PRE/**/pgroup_destroy(i))
  self = PRE/**/pgroup_self()
  call check_int('pgroup_self', 1, PRE/**/pgroup_nnodes(self))
  call check('pgroup_destroy', PRE/**/pgroup_destroy(self) .and. PRE/**/pgroup_destroy(group))
  call PRE/**/merge_mirrored(a)
end subroutine
