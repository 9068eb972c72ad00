! Calls with both prefixes describe arrays before they are made: irregular, dealt out, restricted, with ghost cells.
subroutine SELF/**/described(a)
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: n = 5, m = 7
  integer, intent(in) :: a ! like which another is laid over it
  integer :: v, i, me, ranks, dims(2), grid(2), at(2), lo(2), hi(2), map(3), blocks(2)
  logical :: is
  real(dp) :: value
  logical, external :: PRE/**/set_ghost_info, PRE/**/update44_ghosts, PRE/**/update55_ghosts

  me = ga_nodeid()
  ranks = ga_nnodes()
  v = PRE/**/create_handle()
  call PRE/**/set_data(v, 2, [n, m], MT_DBL)
  blocks = [1, 2]
  map = [1, 1, 4]
  call PRE/**/set_irreg_distr(v, map, blocks)
  call PRE/**/set_irreg_flag(v, .true.)
  if (ranks == 1) blocks = [1, 1]
  if (ranks == 1) call PRE/**/set_irreg_distr(v, map, blocks)
  call check('allocate', PRE/**/allocate(v))
  call nga_distribution(v, 0, lo, hi)
  call check('set_irreg_distr', all(lo == 1) .and. all(hi == [n, merge(m, 3, ranks == 1)]))
  call check('deallocate', PRE/**/deallocate(v))
  call check('destroy', PRE/**/destroy(v))
  v = PRE/**/create_handle()
  call PRE/**/set_data(v, 2, [n, m], MT_DBL)
  call PRE/**/set_block_cyclic(v, [2, 3])
  call check('allocate', PRE/**/allocate(v))
  call check_int('total_blocks', 9, PRE/**/total_blocks(v))
  call PRE/**/get_block_info(v, blocks, dims)
  call check('get_block_info', all(blocks == 3) .and. all(dims == [2, 3]))
  call check('uses_proc_grid', .not. PRE/**/uses_proc_grid(v))
  call check('destroy', PRE/**/destroy(v))
  do i = 1, 3
    v = PRE/**/create_handle()
    call PRE/**/set_data(v, 2, [n, m], MT_DBL)
    if (i == 1) call PRE/**/set_block_cyclic_proc_grid(v, [2, 3], [1, ranks])
    if (i == 2) call PRE/**/set_tiled_proc_grid(v, [2, 3], [1, ranks])
    if (i == 3) call PRE/**/set_tiled_irreg_proc_grid(v, [1, 3, 1, 4], [2, 2], [1, ranks])
    call check('allocate', PRE/**/allocate(v))
    call check('uses_proc_grid', PRE/**/uses_proc_grid(v))
    call PRE/**/get_proc_grid(v, grid)
    call check('get_proc_grid', all(grid == [1, ranks]))
    call PRE/**/get_proc_index(v, me, at)
    call check('get_proc_index', all(at == [0, me]))
    if (i == 3) then
      call nga_distribution(v, 1, lo, hi)
      call check('tiles', all(lo == [3, 1]) .and. all(hi == [n, 3]))
    end if
    call put(v, places(n, m))
    call check_matrix('blocks dealt out', places(n, m), v)
    call check('destroy', PRE/**/destroy(v))
  end do
  do i = 1, 2
    v = PRE/**/create_handle()
    call PRE/**/set_data(v, 2, [n, m], MT_DBL)
    if (i == 1) call PRE/**/set_restricted(v, [ranks - 1], 1)
    if (i == 2) call PRE/**/set_restricted_range(v, ranks - 1, ranks - 1)
    call check('allocate', PRE/**/allocate(v))
    call check('set_restricted', nga_locate(v, [n, m], at(1)))
    call check_int('set_restricted', ranks - 1, at(1))
    call check('destroy', PRE/**/destroy(v))
  end do
  v = PRE/**/create_handle()
  call PRE/**/set_data(v, 2, [n, m], MT_DBL)
  call PRE/**/set_chunk(v, [n, -1])
  call check('overlay', PRE/**/overlay(v, a))
  call put(a, places(n, m))
  call check_matrix('overlay', places(n, m), v)
  call check('destroy', PRE/**/destroy(v))
  v = PRE/**/create_handle()
  call PRE/**/set_data(v, 2, [12, 10], MT_DBL)
  call PRE/**/set_ghosts(v, [1, 2])
  call PRE/**/set_ghost_corner_flag(v, .true.)
  call check('allocate', PRE/**/allocate(v))
  call check('has_ghosts', PRE/**/has_ghosts(v))
  call put(v, places(12, 10))
  do i = 1, 10
    is = .true.
    if (i == 1) call PRE/**/update_ghosts(v)
    if (i == 2) call PRE/**/update1_ghosts(v)
    if (i == 3) is = PRE/**/update2_ghosts(v)
    if (i == 4) is = PRE/**/update3_ghosts(v)
    if (i == 5) is = PRE/**/set_update4_info(v) .and. PRE/**/update4_ghosts(v)
    if (i == 6) is = PRE/**/set_update5_info(v) .and. PRE/**/update5_ghosts(v)
    if (i == 7) is = PRE/**/update6_ghosts(v)
    if (i == 8) is = PRE/**/update7_ghosts(v)
    if (i == 9) is = PRE/**/set_ghost_info(v) .and. PRE/**/update44_ghosts(v)
    if (i == 10) is = PRE/**/update55_ghosts(v)
    call check('update_ghosts', is)
  end do
  call nga_distribution(v, me, lo, hi)
  lo(1) = lo(1) - 1
  hi(1) = lo(1)
  hi(2) = lo(2)
  call nga_get_ghost_block(v, lo, hi, value, [1])
  call check_real('get_ghost_block', real(merge(12, lo(1), lo(1) == 0) + 100 * lo(2), dp), value)
  call check('destroy', PRE/**/destroy(v))
end subroutine
