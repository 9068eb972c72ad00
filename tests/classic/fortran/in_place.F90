! Blocks that are dealt out, and elements of all types, are read and written in place.
subroutine in_place()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer :: g, me, ranks, count, ld(2), type, ndim, dims(3)
  GA_ACCESS_INDEX_TYPE :: at

  me = ga_nodeid()
  ranks = ga_nnodes()
  g = ga_create_handle()
  call ga_set_data(g, 2, [6, 6], MT_DBL)
  call ga_set_block_cyclic_proc_grid(g, [2, 3], [1, ranks])
  call check('ga_allocate', ga_allocate(g))
  call put(g, places(6, 6))
  if (me == 0) then ! block 1 is at rows 3 and 4
    call nga_access_block(g, 1, at, ld)
    call check_real('nga_access_block', 103d0, dbl_mb(at))
    call check_real('nga_access_block', 204d0, dbl_mb(at + 1 + ld(1)))
    call nga_release_block(g, 1)
    call nga_release_update_block(g, 1)
    call nga_access_block_grid(g, [2, 0], at, ld)
    call check_real('nga_access_block_grid', 105d0, dbl_mb(at))
    call nga_release_block_grid(g, [2, 0])
    call nga_release_update_block_grid(g, [2, 0])
    call nga_access_block_segment(g, 0, at, count)
    call check_real('nga_access_block_segment', 101d0, dbl_mb(at))
    call check('nga_access_block_segment', count >= 18)
    call nga_release_block_segment(g, 0)
    call nga_release_update_block_segment(g, 0)
  end if
  call ga_sync()
  call check('ga_destroy', ga_destroy(g))
  call types()
contains
  ! Base arrays of all types.
  subroutine types()
    integer :: g, k, first(1), last(1)
    integer, parameter :: codes(5) = [MT_INT, MT_REAL, MT_DBL, MT_SCPL, MT_DCPL]
    do k = 1, 5
      call check('nga_create', nga_create(codes(k), 1, [4 * ranks], 'type', [4], g))
      call nga_inquire(g, type, ndim, dims)
      call check_int('nga_inquire', codes(k), type)
      if (k == 1) call ga_fill(g, 7)
      if (k == 2) call ga_fill(g, 7.0)
      if (k == 3) call ga_fill(g, 7d0)
      if (k == 4) call ga_fill(g, (7.0, 2.0))
      if (k == 5) call ga_fill(g, (7d0, 2d0))
      call nga_distribution(g, me, first, last)
      call nga_access(g, first, last, at, ld)
      if (k == 1) call check('int_mb', int_mb(at + 3) == 7)
      if (k == 2) call check('real_mb', real_mb(at + 3) == 7)
      if (k == 3) call check('dbl_mb', dbl_mb(at + 3) == 7)
      if (k == 4) call check('scpl_mb', scpl_mb(at + 3) == (7, 2))
      if (k == 5) call check('dcpl_mb', dcpl_mb(at + 3) == (7, 2))
      call nga_release(g, first, last)
      call check('nga_destroy', nga_destroy(g))
    end do
  end subroutine
end subroutine
