! The calls that have both prefixes, with the same arguments: compiled with PRE as ga_ and as nga_.
subroutine SELF/**/all()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: n = 5, m = 7
  integer :: a, b, c, d, v, group, self, i, me, ranks, comm, dims(2), grid(2), list(64), at(2)
  integer :: lo(2), hi(2), map(3), blocks(2), x(3), count
  logical :: is
  real(dp) :: p(n, m), q(n, m), r(n, m), value, norm, wolfe, y(3), line(12)
  real :: s(2)
  complex :: z(2)
  complex(dp) :: w(2)
  character(len=20) :: name
  character(len=4) :: short
  real(dp), external :: PRE/**/timer
  logical, external :: PRE/**/set_ghost_info, PRE/**/update44_ghosts, PRE/**/update55_ghosts

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

  ! described otherwise
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

  call bins()

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
  call PRE/**/norm1(a, norm)
  call check_real('norm1', sum(p), norm)
  call PRE/**/norm_infinity(a, norm)
  call check_real('norm_infinity', maxval(p), norm)
  call PRE/**/put_both(a)

  ! squares and vectors
  v = matrix(m, n, 'turned')
  call PRE/**/transpose(a, v)
  call check_matrix('transpose', transpose(p), v)
  call check('destroy', PRE/**/destroy(v))
  call PRE/**/squares()
  call PRE/**/vectors()

  call PRE/**/print(a)
  call PRE/**/print_distribution(a)
  call PRE/**/print_stats()
  call PRE/**/summarize(0)
  call check('destroy', PRE/**/destroy(a) .and. PRE/**/destroy(b))
  call check('destroy', PRE/**/destroy(c) .and. PRE/**/destroy(d))
  if (failed < -1) call PRE/**/error('never', 1)
  if (failed < -1) call PRE/**/terminate()
contains
  subroutine PRE/**/put_both(g)
    integer, intent(in) :: g
    call check_matrix('unchanged', p, g)
  end subroutine

  subroutine PRE/**/squares()
    integer :: e, f, k
    real(dp) :: t(4, 4), u(4, 4)
    e = matrix(4, 4, 'square')
    f = matrix(1, 4, 'diagonal')
    call check('destroy', PRE/**/destroy(f))
    call check('create', nga_create(MT_DBL, 1, [4], 'diagonal', [0], f))
    t = places(4, 4)
    call put(e, t)
    if (me == 0) call nga_put(f, [1], [4], [1d0, 2d0, 3d0, 4d0], [4])
    call PRE/**/sync()
    call PRE/**/scale_rows(e, f)
    do k = 1, 4
      t(k, :) = t(k, :) * k
    end do
    call check_matrix('scale_rows', t, e)
    call PRE/**/scale_cols(e, f)
    do k = 1, 4
      t(:, k) = t(:, k) * k
    end do
    call check_matrix('scale_cols', t, e)
    call PRE/**/symmetrize(e)
    t = (t + transpose(t)) / 2
    call check_matrix('symmetrize', t, e)
    call PRE/**/shift_diagonal(e, 3d0)
    call PRE/**/add_diagonal(e, f)
    do k = 1, 4
      t(k, k) = t(k, k) + 3 + k
    end do
    call check_matrix('add_diagonal', t, e)
    call PRE/**/zero_diagonal(e)
    do k = 1, 4
      t(k, k) = 0
    end do
    call check_matrix('zero_diagonal', t, e)
    call PRE/**/set_diagonal(e, f)
    do k = 1, 4
      t(k, k) = k
    end do
    call check_matrix('set_diagonal', t, e)
    call nga_zero_patch(f, [1], [4])
    call PRE/**/get_diag(e, f)
    call nga_get(f, [1], [4], line, [4])
    call check('get_diag', all(line(1:4) == [1, 2, 3, 4]))
    call check('destroy', PRE/**/destroy(f))
    ! a matrix that is positive definite, and not symmetric as a system
    t = 1
    do k = 1, 4
      t(k, k) = 10 + k
    end do
    call put(e, t)
    f = matrix(4, 1, 'right')
    u = 0
    u(:, 1) = matmul(t, [1d0, 2d0, 3d0, 4d0])
    call put(f, u(:, 1:1))
    call check_int('llt_solve', 0, PRE/**/llt_solve(e, f))
    call check_matrix('llt_solve', reshape([1d0, 2d0, 3d0, 4d0], [4, 1]), f)
    t(1, 4) = 5
    call put(e, t)
    u(:, 1) = matmul(t, [1d0, 2d0, 3d0, 4d0])
    call put(f, u(:, 1:1))
    call check_int('solve', 0, PRE/**/solve(e, f))
    call check_matrix('solve', reshape([1d0, 2d0, 3d0, 4d0], [4, 1]), f)
    call check('destroy', PRE/**/destroy(f))
    t(1, 4) = 1
    call put(e, t)
    call check_int('spd_invert', 0, PRE/**/spd_invert(e))
    u = matmul(t, get(e, 4, 4))
    do k = 1, 4
      u(k, k) = u(k, k) - 1
    end do
    call check('spd_invert', all(abs(u) < 1d-12))
    call check('destroy', PRE/**/destroy(e))
  end subroutine

  subroutine PRE/**/vectors()
    integer :: e, f, mask, k, some(12)
    call check('create', nga_create(MT_INT, 1, [12], 'numbers', [0], e))
    call check('create', nga_create(MT_INT, 1, [12], 'results', [0], f))
    call check('create', nga_create(MT_INT, 1, [12], 'mask', [0], mask))
    call PRE/**/patch_enum(e, 1, 12, 5, 2)
    call nga_get(e, [1], [12], some, [12])
    call check('patch_enum', all(some == [(5 + 2 * k, k = 0, 11)]))
    call PRE/**/zero(mask)
    call PRE/**/sync()
    if (me == 0) call nga_put(mask, [1], [1], 1, [1])
    if (me == 0) call nga_put(mask, [7], [7], 1, [1])
    call PRE/**/sync()
    call PRE/**/scan_copy(e, f, mask, 1, 12)
    call nga_get(f, [1], [12], some, [12])
    call check('scan_copy', all(some(1:6) == 5) .and. all(some(7:12) == 17))
    call PRE/**/scan_add(e, f, mask, 1, 12, .false.)
    call nga_get(f, [1], [12], some, [12])
    call check('scan_add', all(some(1:8) == [5, 12, 21, 32, 45, 60, 17, 36]))
    call PRE/**/sync()
    call PRE/**/zero(f)
    k = 0
    call PRE/**/pack(e, f, mask, 1, 12, k)
    call check_int('pack', 2, k)
    call nga_get(f, [1], [12], some, [12])
    call check('pack', all(some(1:3) == [5, 17, 0]))
    call PRE/**/sync()
    call PRE/**/zero(e)
    k = 0
    call PRE/**/unpack(f, e, mask, 1, 12, k)
    call check_int('unpack', 2, k)
    call nga_get(e, [1], [12], some, [12])
    call check('unpack', some(1) == 5 .and. some(7) == 17 .and. sum(some) == 22)
    call check('destroy', PRE/**/destroy(e) .and. PRE/**/destroy(f) .and. PRE/**/destroy(mask))
  end subroutine

  ! Each rank has some values for each bin; the last bins come first, and the first in two runs.
  subroutine bins()
    integer, parameter :: count = 7
    integer :: values, has, begin, range, rank, bin, k, n, at, first(1), last(1), pair(2)
    logical, external :: PRE/**/create_bin_range
    integer :: of(count), before(count), order(count + 1)
    integer, allocatable :: mine(:), bin_of(:), expected(:), found(:)
    of = 0
    do rank = 0, ranks - 1
      of = of + [(given(rank, k), k = 1, count)]
    end do
    before = [(sum(of(1:k - 1)), k = 1, count)]
    allocate(mine(0), bin_of(0), expected(sum(of)), found(sum(of)))
    order = [1, (count - k, k = 0, count - 1)]
    do k = 1, count + 1
      bin = order(k)
      n = given(me, bin)
      if (bin == 1) n = merge(1, n - 1, k == 1)
      at = merge(1, 0, bin == 1 .and. k > 1)
      mine = [mine, [(number(me, bin, i), i = at + 1, at + n)]]
      bin_of = [bin_of, [(bin, i = 1, n)]]
    end do
    at = 0
    do bin = 1, count
      do rank = 0, ranks - 1
        do k = 1, given(rank, bin)
          at = at + 1
          expected(at) = number(rank, bin, k)
        end do
      end do
    end do
    call check('create', nga_create(MT_INT, 1, [sum(of)], 'values', [0], values))
    call check('create', nga_create(MT_INT, 1, [count], 'has', [0], has))
    call check('create', nga_create(MT_INT, 1, [count], 'begin', [0], begin))
    if (me == 0) call nga_put(has, [1], [count], of, [count])
    if (me == 0) call nga_put(begin, [1], [count], before, [count])
    call PRE/**/bin_index(values, has, begin, mine, bin_of, size(mine), 0)
    call nga_get(values, [1], [sum(of)], found, [sum(of)])
    call check('bin_index', all(found == expected))
    call PRE/**/sync()
    call PRE/**/bin_sorter(values, has, begin)
    do bin = 1, count
      call sort(expected(before(bin) + 1:before(bin) + of(bin)))
    end do
    call nga_get(values, [1], [sum(of)], found, [sum(of)])
    call check('bin_sorter', all(found == expected))
    call PRE/**/zero(values)
    call PRE/**/bin_index(values, has, begin, mine, bin_of, size(mine), 1)
    call nga_get(values, [1], [sum(of)], found, [sum(of)])
    call check('bin_index, sorted', all(found == expected))
    call check('create_bin_range', PRE/**/create_bin_range(values, has, begin, range))
    call nga_get(range, [1, me + 1], [2, me + 1], pair, [2])
    call nga_distribution(values, me, first, last)
    do bin = count, 1, -1
      if (of(bin) > 0 .and. before(bin) + 1 >= first(1) .and. before(bin) < last(1)) exit
    end do
    call check_int('create_bin_range, last', merge(bin, -1, bin > 0), pair(2))
    do bin = 1, count
      if (of(bin) > 0 .and. before(bin) + 1 >= first(1) .and. before(bin) < last(1)) exit
    end do
    call check_int('create_bin_range, first', merge(bin, -1, bin <= count), pair(1))
    call check('destroy', PRE/**/destroy(values) .and. PRE/**/destroy(has) .and. PRE/**/destroy(begin))
    call check('destroy', PRE/**/destroy(range))
  end subroutine

  ! How many values a rank has for a bin, and which.
  integer function given(rank, bin)
    integer, intent(in) :: rank, bin
    given = mod(3 * rank + bin, 4)
    if (bin == 1) given = 3
  end function
  integer function number(rank, bin, k)
    integer, intent(in) :: rank, bin, k
    number = 1000 * bin - 100 * k - rank
  end function
  subroutine sort(x)
    integer, intent(inout) :: x(:)
    integer :: k, least, kept
    do k = 1, size(x)
      least = k - 1 + minloc(x(k:), 1)
      kept = x(k)
      x(k) = x(least)
      x(least) = kept
    end do
  end subroutine
end subroutine
