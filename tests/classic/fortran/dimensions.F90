! Calls with any number of dimensions work on arrays of three.
subroutine dimensions()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: n1 = 4, n2 = 5, n3 = 6
  integer :: a, b, c, me, ranks, i, j, k, l, type, ndim, dims(3), lo(3), hi(3), ld(2), handle, np
  GA_ACCESS_INDEX_TYPE :: at, place
  integer :: map(6, 64), owners(64), all_lo(3), all_hi(3), found(3), block(3), world
  real(dp) :: p(n1, n2, n3), q(n1, n2, n3), x(2, 3, 2), v(3), s
  logical, external :: nga_locate_nnodes
  integer, parameter :: whole(3) = [n1, n2, n3]

  me = ga_nodeid()
  ranks = ga_nnodes()
  world = ga_pgroup_get_world()
  all_lo = 1
  all_hi = whole
  call check('nga_create', nga_create(MT_DBL, 3, whole, 'a', [0, 0, 0], a))
  call check('nga_create_config', nga_create_config(MT_DBL, 3, whole, 'b', [0, 0, 0], world, b))
  type = 0
  call nga_inquire(a, type, ndim, dims)
  call check('nga_inquire', type == MT_DBL .and. ndim == 3 .and. all(dims == whole))
  block = [1, 1, merge(1, 2, ranks == 1)]
  call check('nga_create_irreg', nga_create_irreg(MT_DBL, 3, whole, 'c', [1, 1, 1, 5], block, c))
  call check_last('nga_create_irreg')
  call check('nga_create_irreg_config', &
             nga_create_irreg_config(MT_DBL, 3, whole, 'c', [1, 1, 1, 5], block, world, c))
  call check_last('nga_create_irreg_config')
  call check('nga_create_ghosts', nga_create_ghosts(MT_DBL, 3, whole, [1, 0, 1], 'c', [0, 0, 0], c))
  call check('ghosts', ga_has_ghosts(c) .and. nga_destroy(c))
  call check('nga_create_ghosts_config', &
             nga_create_ghosts_config(MT_DBL, 3, whole, [1, 0, 1], 'c', [0, 0, 0], world, c))
  call check('ghosts', ga_has_ghosts(c) .and. nga_destroy(c))
  call check('nga_create_ghosts_irreg', &
             nga_create_ghosts_irreg(MT_DBL, 3, whole, [1, 0, 1], 'c', [1, 1, 1, 5], block, c))
  call check('ghosts', ga_has_ghosts(c))
  call check_last('nga_create_ghosts_irreg')
  call check('nga_create_ghosts_irreg_config', &
             nga_create_ghosts_irreg_config(MT_DBL, 3, whole, [1, 0, 1], 'c', [1, 1, 1, 5], block, world, c))
  call check('ghosts', ga_has_ghosts(c))
  call ghosts(c)
  call check_last('nga_create_ghosts_irreg_config')

  ! one-sided
  do k = 1, n3
    do j = 1, n2
      do i = 1, n1
        p(i, j, k) = i + 10 * j + 100 * k
      end do
    end do
  end do
  if (me == 0) call nga_put(a, all_lo, all_hi, p, [n1, n2])
  call ga_sync()
  call check_array('nga_put', p, a)
  call ga_zero(b)
  lo = [2, 1, 3]
  hi = [3, 3, 4]
  q = 0
  x = 1
  call nga_acc(b, lo, hi, x, [2, 3], 2d0)
  call nga_nbacc(b, lo, hi, x, [2, 3], 1d0, handle)
  call nga_nbwait(handle)
  q(2:3, 1:3, 3:4) = 3 * ranks
  call check_array('nga_acc', q, b)
  x = 5
  if (me == 0) then
    call nga_nbput(b, [1, 1, 1], [2, 3, 2], x, [2, 3], handle)
    call nga_nbwait(handle)
  end if
  q(1:2, 1:3, 1:2) = 5
  call check_array('nga_nbput', q, b)
  ! A notice in another array, and one that is an element of the patch.
  call ga_sync()
  if (me == 0) then
    x = 6
    s = 60
    call nga_nbput_notify(b, [1, 1, 1], [2, 3, 2], x, [2, 3], b, [4, 4, 4], s, handle)
    call nga_nbwait_notify(handle)
    x(1, 3, 2) = 70
    call nga_nbput_notify(b, [3, 1, 1], [4, 3, 2], x, [2, 3], b, [3, 3, 2], x(1, 3, 2), handle)
    call nga_nbwait_notify(handle)
    call check('nga_nbput_notify', x(1, 3, 2) == 70 .and. x(2, 3, 2) == 6)
  end if
  q(1:4, 1:3, 1:2) = 6
  q(4, 4, 4) = 60
  q(3, 3, 2) = 70
  call check_array('nga_nbput_notify', q, b)
  call nga_nbget(a, lo, hi, x, [2, 3], handle)
  call nga_nbwait(handle)
  call check('nga_nbget', all(x == p(2:3, 1:3, 3:4)))
  call nga_get(a, [1, 2, 1], [2, 4, 2], x, [2, 3])
  call check('nga_get', all(x == p(1:2, 2:4, 1:2)))
  call nga_alloc_gatscat_buf(3)
  call nga_gather(a, v, reshape([1, 2, 3, 4, 5, 6, 2, 2, 2], [3, 3]), 3)
  call nga_free_gatscat_buf()
  call check('nga_gather', all(v == [321, 654, 222]))
  call ga_sync()
  if (me == 0) call nga_scatter(b, v, reshape([1, 2, 3, 4, 5, 6, 2, 2, 2], [3, 3]), 3)
  call ga_sync()
  call nga_scatter_acc(b, v, reshape([1, 2, 3, 4, 5, 6, 2, 2, 2], [3, 3]), 3, 1d0)
  q(1, 2, 3) = 321 * (1 + ranks)
  q(4, 5, 6) = 654 * (1 + ranks)
  q(2, 2, 2) = 222 * (1 + ranks)
  call check_array('nga_scatter', q, b)
  call nga_strided_get(a, [1, 1, 1], [3, 5, 4], [2, 2, 3], x, [2, 3])
  call check('nga_strided_get', all(x == p(1:3:2, 1:5:2, 1:4:3)))
  call ga_sync()
  x = -x
  if (me == 0) call nga_strided_put(b, [1, 1, 1], [3, 5, 4], [2, 2, 3], x, [2, 3])
  call ga_sync()
  q(1:3:2, 1:5:2, 1:4:3) = x
  call check_array('nga_strided_put', q, b)
  call nga_strided_acc(b, [1, 1, 1], [3, 5, 4], [2, 2, 3], x, [2, 3], 2d0)
  q(1:3:2, 1:5:2, 1:4:3) = x * (1 + 2 * ranks)
  call check_array('nga_strided_acc', q, b)
  call nga_periodic_get(a, [n1, 1, 0], [n1 + 1, 3, 1], x, [2, 3])
  call check('nga_periodic_get', all(x == reshape([p([n1, 1], 1:3, n3), p([n1, 1], 1:3, 1)], [2, 3, 2])))
  call ga_sync()
  if (me == 0) call nga_periodic_put(b, [n1, 1, 0], [n1 + 1, 3, 1], x, [2, 3])
  call ga_sync()
  q([n1, 1], 1:3, n3) = x(:, :, 1)
  q([n1, 1], 1:3, 1) = x(:, :, 2)
  call check_array('nga_periodic_put', q, b)
  call nga_periodic_acc(b, [n1, 1, 0], [n1 + 1, 3, 1], x, [2, 3], 1d0)
  q([n1, 1], 1:3, n3) = x(:, :, 1) * (1 + ranks)
  q([n1, 1], 1:3, 1) = x(:, :, 2) * (1 + ranks)
  call check_array('nga_periodic_acc', q, b)
  call counter()

  ! owners
  call nga_distribution(a, me, lo, hi)
  call nga_proc_topology(a, me, found)
  call check('nga_proc_topology', all(found >= 0))
  call check('nga_locate_region', nga_locate_region(a, all_lo, all_hi, map, owners, np))
  l = 0
  do i = 1, np
    call nga_distribution(a, owners(i), lo, hi)
    call check('nga_locate_region', all(map(1:3, i) == lo) .and. all(map(4:6, i) == hi))
    l = l + product(hi - lo + 1)
  end do
  call check_int('nga_locate_region', product(whole), l)
  call check('nga_locate_nnodes', nga_locate_nnodes(a, all_lo, all_hi, i))
  call check_int('nga_locate_nnodes', np, i)
  call check('nga_locate', nga_locate(a, map(4:6, np), i))
  call check_int('nga_locate', owners(np), i)
  call check_int('nga_locate_num_blocks', -1, nga_locate_num_blocks(a, all_lo, all_hi))

  ! patches
  q = p
  call ga_copy(a, b)
  lo = [2, 1, 3]
  hi = [3, 3, 4]
  call nga_zero_patch(b, lo, hi)
  q(2:3, 1:3, 3:4) = 0
  call check_array('nga_zero_patch', q, b)
  call nga_fill_patch(b, [1, 1, 1], [4, 1, 2], 1.5d0)
  q(:, 1, 1:2) = 1.5d0
  call check_array('nga_fill_patch', q, b)
  call nga_scale_patch(b, [4, 1, 1], [4, 5, 6], 3d0)
  q(4, :, :) = 3 * q(4, :, :)
  call check_array('nga_scale_patch', q, b)
  call nga_copy_patch('n', a, [1, 1, 1], [2, 3, 2], b, lo, hi)
  q(2:3, 1:3, 3:4) = p(1:2, 1:3, 1:2)
  call check_array('nga_copy_patch', q, b)
  call check_real('nga_ddot_patch', sum(p(2:3, 1:3, 3:4) * q(1:2, 2:4, 5:6)), &
                  nga_ddot_patch(a, 'n', lo, hi, b, 'n', [1, 2, 5], [2, 4, 6]))
  call nga_add_patch(1d0, a, lo, hi, 2d0, b, lo, hi, b, lo, hi)
  q(2:3, 1:3, 3:4) = p(2:3, 1:3, 3:4) + 2 * q(2:3, 1:3, 3:4)
  call check_array('nga_add_patch', q, b)
  q = p
  q(3, 4, 5) = -1
  if (me == 0) call nga_put(a, [3, 4, 5], [3, 4, 5], -1d0, [1, 1])
  call ga_sync()
  call nga_select_elem(a, 'min', s, found)
  call check('nga_select_elem', s == -1 .and. all(found == [3, 4, 5]))
  call check('mirrored', nga_create_config(MT_DBL, 3, whole, 'c', [0, 0, 0], ga_pgroup_get_mirror(), c))
  call ga_fill(c, 1d0)
  call nga_merge_distr_patch(c, lo, hi, b, lo, hi)
  call nga_get(b, lo, hi, x, [2, 3])
  call check('nga_merge_distr_patch', all(x == ga_cluster_nnodes()))
  call ga_sync()
  call check('ga_destroy', ga_destroy(c))
  call nga_print_patch(a, [1, 1, 1], [2, 2, 1], 1)
  do l = 1, 2
    if (l == 1) call nga_matmul_patch('n', 't', 1d0, 0d0, a, [1, 1, 1], [2, 3, 1], a, [1, 1, 2], [3, 4, 2], &
                                      b, [1, 1, 6], [2, 4, 6])
    if (l == 2) call nga_matmul_patch_alt('n', 't', 1d0, 0d0, a, [1, 1, 1], [2, 3, 1], a, [1, 1, 2], [4, 3, 2], &
                                          b, [1, 1, 6], [2, 4, 6])
    call ga_sync()
    call nga_get(b, [1, 1, 6], [2, 4, 6], x, [2, 4])
    call check('nga_matmul_patch', &
               all(reshape(x, [8]) == reshape(matmul(p(1:2, 1:3, 1), transpose(p(:, 1:3, 2))), [8])))
    call ga_sync()
    call ga_zero(b)
  end do
  call access_here()
  call check('nga_destroy', nga_destroy(a) .and. nga_destroy(b))
contains
  ! c has blocks from 1 and from 5 of its last dimension
  subroutine check_last(what)
    character(len=*), intent(in) :: what
    integer :: first(3), last(3)
    call nga_distribution(c, 0, first, last)
    call check(what, all(first == 1) .and. all(last == [n1, n2, merge(n3, 4, ranks == 1)]))
    if (ranks > 2) then
      call nga_distribution(c, 2, first, last)
      call check(what, all(last < first))
    end if
    call check(what, nga_destroy(c))
  end subroutine

  subroutine check_array(what, expected, g)
    character(len=*), intent(in) :: what
    real(dp), intent(in) :: expected(n1, n2, n3)
    integer, intent(in) :: g
    real(dp) :: y(n1, n2, n3)
    call ga_sync()
    call nga_get(g, all_lo, all_hi, y, [n1, n2])
    call check(what, all(abs(y - expected) < 1d-9 * (1 + abs(expected))))
    call ga_sync()
  end subroutine

  subroutine counter()
    integer :: g
    call check('nga_create', nga_create(MT_INT, 3, [2, 3, 4], 'counter', [0, 0, 0], g))
    call ga_zero(g)
    l = nga_read_inc(g, [2, 3, 1], 3)
    call ga_sync()
    call check_int('nga_read_inc', 3 * ranks, nga_read_inc(g, [2, 3, 1], 0))
    call check('nga_destroy', nga_destroy(g))
  end subroutine

  subroutine ghosts(g)
    integer, intent(in) :: g
    integer :: first(3), last(3)
    call ga_fill(g, 2d0)
    call nga_update_ghosts_nb(g, handle)
    call nga_nbwait(handle)
    call check('nga_update_ghost_dir', nga_update_ghost_dir(g, 1, -1, .true.))
    call nga_nbget_ghost_dir(g, [1, 0, 0], handle)
    call nga_nbwait(handle)
    call ga_sync()
    call nga_distribution(g, me, first, last)
    if (last(1) >= first(1)) then
      call nga_get_ghost_block(g, first, first, s, [1, 1])
      call check_real('nga_get_ghost_block', 2d0, s)
      call nga_access_ghosts(g, dims, at, ld)
      call check('nga_access_ghosts', all(dims == last - first + 1 + [2, 0, 2]) .and. all(ld == dims(1:2)))
      call check_real('nga_access_ghosts', 2d0, dbl_mb(at + 1 + ld(1) * ld(2)))
      call nga_release_ghosts(g)
      call nga_access_ghost_element(g, place, [2, 1, 2], ld)
      call check_index('nga_access_ghost_element', at + 1 + ld(1) * ld(2), place)
      call nga_release_ghost_element(g, [2, 1, 2])
      call nga_access_ghosts(g, dims, at, ld)
      call nga_release_update_ghosts(g)
      call nga_access_ghost_element(g, place, [2, 1, 2], ld)
      call nga_release_update_ghost_element(g, [2, 1, 2])
    end if
    call ga_sync()
  end subroutine

  subroutine access_here()
    integer :: first(3), last(3)
    call nga_distribution(a, me, first, last)
    if (last(1) >= first(1)) then
      call nga_access(a, first, last, at, ld)
      place = at + last(1) - first(1) + ld(1) * (last(2) - first(2) + ld(2) * (last(3) - first(3)))
      call check_real('nga_access', q(last(1), last(2), last(3)), dbl_mb(place))
      call nga_release_update(a, first, last)
      call nga_access(a, first, last, at, ld)
      call check_real('nga_access', q(first(1), first(2), first(3)), dbl_mb(at))
      call nga_release(a, first, last)
    end if
  end subroutine
end subroutine
