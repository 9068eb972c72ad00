! Calls that have both prefixes, with the same arguments, work on whole arrays: compiled with PRE as ga_ and as nga_.
subroutine SELF/**/all()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: n = 5, m = 7
  integer :: a, b, c, d, v, i, me, ranks, comm, grid(2), list(64), lo(2), hi(2), count
  real(dp) :: p(n, m), q(n, m), r(n, m), value, norm, wolfe
  character(len=20) :: name
  character(len=4) :: short
  real(dp), external :: PRE/**/timer

  ! who I am
  call PRE/**/initialize()
  call PRE/**/initialize_ltd(-1)
  comm = 0
  call ga_mpi_comm(comm)
  call check('initialize_comm', .not. PRE/**/initialize_comm(comm))
  call check('initialized', PRE/**/initialized())
  call check('uses_ma', .not. PRE/**/uses_ma())
  me = PRE/**/nodeid()
  ranks = PRE/**/nnodes()
  call check('nodeid', me >= 0 .and. me < ranks)
  call PRE/**/list_nodeid(list, ranks)
  call check('list_nodeid', all(list(1:ranks) == [(i, i = 0, ranks - 1)]))
  call PRE/**/set_debug(.true.)
  call check('get_debug', PRE/**/get_debug())
  call PRE/**/set_debug(.false.)
  call check('get_debug', .not. PRE/**/get_debug())
  value = PRE/**/wtime()
  call check('wtime', PRE/**/wtime() >= value .and. abs(PRE/**/timer() - value) < 60)
  count = 0
  do i = 0, PRE/**/cluster_nnodes() - 1
    count = count + PRE/**/cluster_nprocs(i)
  end do
  call check_int('cluster_nprocs', ranks, count)
  i = PRE/**/cluster_nodeid()
  call check_int('cluster_proc_nodeid', i, PRE/**/cluster_proc_nodeid(me))
  call check_int('cluster_procid', i, PRE/**/cluster_proc_nodeid(PRE/**/cluster_procid(i, 0)))

  call PRE/**/version(i, count, a)
  call check('version', i == GA_VERSION_MAJOR .and. count == GA_VERSION_MINOR .and. a == GA_VERSION_PATCH)

  ! arrays in steps
  a = PRE/**/create_handle()
  call check('valid_handle', .not. PRE/**/valid_handle(a))
  call PRE/**/set_data(a, 2, [n, m], MT_DBL)
  call PRE/**/set_array_name(a, 'first array   ')
  call PRE/**/set_chunk(a, [n, -1])
  call PRE/**/set_pgroup(a, PRE/**/pgroup_get_world())
  call PRE/**/set_memory_dev(a, 'dram')
  call check('allocate', PRE/**/allocate(a))
  call check('valid_handle', PRE/**/valid_handle(a))
  call check('verify_handle', PRE/**/verify_handle(a))
  call PRE/**/check_handle(a, 'a test')
  name = 'xxxxxxxxxxxxxxxxxxxx'
  call PRE/**/inquire_name(a, name)
  call check('inquire_name', name == 'first array')
  call PRE/**/get_array_name(a, short)
  call check('get_array_name', short == 'firs')
  call check_int('ndim', 2, PRE/**/ndim(a))
  call check_int('get_dimension', 2, PRE/**/get_dimension(a))
  call PRE/**/nblock(a, grid)
  call check_int('nblock: rows are in one block', 1, grid(1))
  call check_int('get_pgroup', PRE/**/pgroup_get_world(), PRE/**/get_pgroup(a))
  call check_int('get_pgroup_size', ranks, PRE/**/get_pgroup_size(PRE/**/get_pgroup(a)))
  call check_int('is_mirrored', 0, PRE/**/is_mirrored(a))
  call check('has_ghosts', .not. PRE/**/has_ghosts(a))
  call check('duplicate', PRE/**/duplicate(a, b, 'second'))
  call PRE/**/inquire_name(b, name)
  call check('duplicate', name == 'second')
  call check('compare_distr', PRE/**/compare_distr(a, b))
  call check('duplicate', PRE/**/duplicate(a, c, 'third') .and. PRE/**/duplicate(a, d, 'fourth'))
  v = matrix(m, n, 'another shape')
  call check('compare_distr', .not. PRE/**/compare_distr(a, v))
  call check('destroy', PRE/**/destroy(v))
  call check('inquire_memory', PRE/**/inquire_memory() >= 0)
  call check('memory_limited', .not. PRE/**/memory_limited())
  call check_int('memory_avail', -1, PRE/**/memory_avail())
  call PRE/**/set_memory_limit(1000000)
  call check('memory_limited', PRE/**/memory_limited())
  call check_int('memory_avail', 1000000 - PRE/**/inquire_memory(), PRE/**/memory_avail())
  call PRE/**/set_memory_limit(-1)

  call SELF/**/described(a)
  call SELF/**/bins()
  call SELF/**/groups(a)

  ! whole arrays
  p = places(n, m)
  q = p + 1
  call PRE/**/fill(a, 2.5d0)
  r = 2.5d0
  call check_matrix('fill', r, a)
  call PRE/**/zero(a)
  r = 0
  call check_matrix('zero', r, a)
  call PRE/**/randomize(a, 2d0)
  r = get(a, n, m)
  call check('randomize', all(r >= 0 .and. r <= 2) .and. r(1, 1) /= r(2, 1))
  value = PRE/**/rand(0)
  call check('rand', value >= 0 .and. value < 1)
  call put(a, p)
  call PRE/**/copy(a, b)
  call check_matrix('copy', p, b)
  call PRE/**/scale(b, 3d0)
  call PRE/**/add(2d0, a, -1d0, b, b)
  call check_matrix('add', -p, b)
  call PRE/**/abs_value(b)
  call PRE/**/add_constant(b, 1d0)
  call check_matrix('add_constant', q, b)
  call PRE/**/abs_value_patch(b, [1, 1], [2, 2])
  call PRE/**/add_constant_patch(b, [2, 1], [3, 4], -1d3)
  call PRE/**/abs_value(b)
  q(2:3, 1:4) = abs(q(2:3, 1:4) - 1000)
  call check_matrix('add_constant_patch', q, b)
  call PRE/**/recip_patch(b, [1, 2], [1, 2])
  q(1, 2) = 1 / q(1, 2)
  call check_matrix('recip_patch', q, b)
  call PRE/**/recip(b)
  q = 1 / q
  call check_matrix('recip', q, b)
  call PRE/**/elem_multiply(a, b, c)
  call check_matrix('elem_multiply', p * q, c)
  call PRE/**/elem_divide(a, b, c)
  call check_matrix('elem_divide', p / q, c)
  call PRE/**/elem_maximum(a, b, c)
  call check_matrix('elem_maximum', max(p, q), c)
  call PRE/**/elem_minimum(a, b, c)
  call check_matrix('elem_minimum', min(p, q), c)
  lo = [2, 3]
  hi = [4, 4]
  r = min(p, q)
  call PRE/**/elem_multiply_patch(a, lo, hi, b, lo, hi, c, lo, hi)
  r(2:4, 3:4) = p(2:4, 3:4) * q(2:4, 3:4)
  call check_matrix('elem_multiply_patch', r, c)
  call PRE/**/elem_divide_patch(a, lo, hi, b, lo, hi, c, lo, hi)
  r(2:4, 3:4) = p(2:4, 3:4) / q(2:4, 3:4)
  call check_matrix('elem_divide_patch', r, c)
  call PRE/**/elem_maximum_patch(a, lo, hi, b, lo, hi, c, lo, hi)
  r(2:4, 3:4) = max(p(2:4, 3:4), q(2:4, 3:4))
  call check_matrix('elem_maximum_patch', r, c)
  call PRE/**/elem_minimum_patch(a, lo, hi, b, lo, hi, c, lo, hi)
  r(2:4, 3:4) = min(p(2:4, 3:4), q(2:4, 3:4))
  call check_matrix('elem_minimum_patch', r, c)
  call PRE/**/fill(c, 150d0)
  call PRE/**/median(a, b, c, d)
  call check_matrix('median', max(min(p, q), min(max(p, q), 150d0)), d)
  call PRE/**/zero(d)
  call PRE/**/median_patch(a, lo, hi, b, lo, hi, c, lo, hi, d, lo, hi)
  r = 0
  r(2:4, 3:4) = 150
  call check_matrix('median_patch', r, d)
  call PRE/**/fill(b, -2d0)
  call PRE/**/step_max(a, b, value)
  call check_real('step_max', p(1, 1) / 2, value)
  call PRE/**/step_max_patch(a, lo, hi, b, lo, hi, value)
  call check_real('step_max_patch', p(2, 3) / 2, value)
  call PRE/**/fill(c, -1d3)
  call PRE/**/fill(d, 1d3)
  call PRE/**/step_bound_info(a, b, c, d, value, wolfe, norm)
  call check_real('step_bound_info', (1000 + p(1, 1)) / 2, value)
  call PRE/**/step_bound_info_patch(a, lo, hi, b, lo, hi, c, lo, hi, d, lo, hi, value, wolfe, norm)
  call check_real('step_bound_info_patch', (1000 + p(2, 3)) / 2, value)
  r = 1d3
  r(2:4, 3:4) = -p(2:4, 3:4) / 2
  call PRE/**/elem_step_divide_patch(a, lo, hi, b, lo, hi, d, lo, hi)
  call check_matrix('elem_step_divide_patch', r, d)
  ! nothing by something negative; operands may be one array
  call PRE/**/fill(c, 0d0)
  r = 0
  call PRE/**/elem_step_divide_patch(c, lo, hi, b, lo, hi, c, lo, hi)
  call check_matrix('elem_step_divide_patch', r, c)
  r(2:4, 3:4) = 1d307
  call PRE/**/elem_stepb_divide_patch(c, lo, hi, b, lo, hi, c, lo, hi)
  call check_matrix('elem_stepb_divide_patch', r, c)
  call PRE/**/norm1(a, norm)
  call check_real('norm1', sum(p), norm)
  call PRE/**/norm_infinity(a, norm)
  call check_real('norm_infinity', maxval(p), norm)
  call check_matrix('unchanged', p, a)

  ! squares and vectors
  v = matrix(m, n, 'turned')
  call PRE/**/transpose(a, v)
  call check_matrix('transpose', transpose(p), v)
  call check('destroy', PRE/**/destroy(v))
  call SELF/**/squares()
  call SELF/**/vectors()

  call PRE/**/print(a)
  call PRE/**/print_distribution(a)
  call PRE/**/print_stats()
  call PRE/**/summarize(0)
  call check('destroy', PRE/**/destroy(a) .and. PRE/**/destroy(b))
  call check('destroy', PRE/**/destroy(c) .and. PRE/**/destroy(d))
  if (failed < -1) call PRE/**/error('never', 1)
  if (failed < -1) call PRE/**/terminate()
end subroutine
