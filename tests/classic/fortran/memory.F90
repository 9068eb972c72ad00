! MA.
subroutine memory()
  use checks
  implicit none
#include "mafdecls.fh"
  integer :: h, i, n, iterator
  MA_ACCESS_INDEX_TYPE :: k, at
  integer, external :: ma_set_sizes
  logical :: is

  call check('ma_init', ma_init(MT_DBL, 10000, 20000))
  call check('ma_initialized', ma_initialized())
  call check_int('ma_set_sizes', 1, ma_set_sizes())
  call check_int('ma_sizeof', 3, ma_sizeof(MT_DCPL, 1, MT_DBL) + ma_sizeof(MT_REAL, 1, MT_DBL))
  call check('ma_sizeof_overhead', ma_sizeof_overhead(MT_DBL) > 0)
  n = ma_inquire_avail(MT_DBL)
  call check('ma_inquire_avail', n >= 30000)
  call check('ma_inquire_heap', ma_inquire_heap(MT_DBL) >= 20000 .and. ma_inquire_heap_check_stack(MT_DBL) >= 20000)
  call check_int('ma_inquire_heap_no_partition', n, ma_inquire_heap_no_partition(MT_DBL))
  call check('ma_inquire_stack', ma_inquire_stack(MT_DBL) >= 10000 .and. ma_inquire_stack_check_heap(MT_DBL) >= 10000)
  call check_int('ma_inquire_stack_no_partition', n, ma_inquire_stack_no_partition(MT_DBL))
  call check('ma_set_numalign', ma_set_numalign(7) .and. ma_get_numalign(i))
  call check_int('ma_get_numalign', 7, i)

  call check('ma_push_get', ma_push_get(MT_DBL, 100, 'on the stack', h, k))
  dbl_mb(k) = 1
  dbl_mb(k + 99) = 2
  call check('ma_get_index', ma_get_index(h, at))
  call check_index('ma_get_index', k, at)
  is = ma_set_auto_verify(.true.)
  call check('ma_verify_allocator_stuff', ma_verify_allocator_stuff())
  call check('ma_set_auto_verify', ma_set_auto_verify(.false.))
  call check('ma_init_memhandle_iterator', ma_init_memhandle_iterator(iterator))
  call check('ma_get_next_memhandle', ma_get_next_memhandle(iterator, i))
  call check_int('ma_get_next_memhandle', h, i)
  call check('ma_get_next_memhandle', .not. ma_get_next_memhandle(iterator, i))
  call check('ma_pop_stack', ma_pop_stack(h))
  call check('ma_push_stack', ma_push_stack(MT_INT, 3, 'a', h) .and. ma_push_stack(MT_LOG, 3, 'b', i))
  call check('ma_get_index', ma_get_index(h, k))
  int_mb(k) = 5
  int_mb(k + 2) = 6
  call check('ma_get_index', ma_get_index(i, k))
  log_mb(k) = .true.
  log_mb(k + 2) = .true.
  call ma_trace(1)
  call ma_trace(0)
  call ma_summarize_allocated_blocks()
  call ma_print_stats(.true.)
  call check('ma_chop_stack', ma_chop_stack(h))
  call check('ma_alloc_get', ma_alloc_get(MT_DCPL, 10, 'on the heap', h, k))
  dcpl_mb(k) = (1, 2)
  dcpl_mb(k + 9) = (3, 4)
  call check('ma_free_heap_piece', ma_free_heap_piece(h, 4))
  call check('ma_free_heap', ma_free_heap(h))
  call check('ma_allocate_heap', ma_allocate_heap(MT_SCPL, 10, 'on the heap', h))
  call check('ma_get_index', ma_get_index(h, k))
  scpl_mb(k) = (1, 2)
  scpl_mb(k + 9) = (1, 2)
  call check('ma_free_heap', ma_free_heap(h))
  call check('ma_alloc_get', ma_alloc_get(MT_REAL, 3, 'reals', h, k))
  real_mb(k) = 1
  real_mb(k + 2) = 1
  call check('ma_free_heap', ma_free_heap(h))
  call check('ma_alloc_get', ma_alloc_get(MT_BYTE, 3, 'bytes', h, k))
  byte_mb(k) = 'a'
  byte_mb(k + 2) = 'b'
  call check('ma_free_heap', ma_free_heap(h))
  call check('ma_set_error_print', ma_set_error_print(.false.))
  k = -5
  call check('ma_alloc_get', .not. ma_alloc_get(MT_DBL, 10000000, 'too much', h, k))
  call check_index('ma_alloc_get', -5_8, k)
  call check('ma_set_error_print', .not. ma_set_error_print(.true.))
  call check('ma_set_hard_fail', .not. ma_set_hard_fail(.true.))
  call check('ma_set_hard_fail', ma_set_hard_fail(.false.))
end subroutine
