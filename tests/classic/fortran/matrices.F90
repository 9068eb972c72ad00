! Calls with rows and columns, and those that have one prefix, work on matrices.
subroutine matrices()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: n = 6, m = 8
  integer :: a, b, c, me, ranks, i, j, k, type, dim1, dim2, ilo, ihi, jlo, jhi, ld, handle, np
  GA_ACCESS_INDEX_TYPE :: at, place
  integer :: map(5, 64), comm
  real(dp) :: p(n, m), q(n, m), r(n, m), x(3, 2), v(4)
  logical, external :: ga_locate_nnodes
  real(dp), external :: ga_ddot_patch_dp

  call small_names()
  me = ga_nodeid()
  ranks = ga_nnodes()
  comm = -1
  call ga_mpi_comm(comm)
  call check('ga_mpi_comm', comm /= -1)
  call ga_mpi_comm_pgroup(comm, ga_pgroup_get_world())
  call ga_mpi_comm_pgroup_default(comm)
  a = matrix(n, m, 'a')
  b = matrix(n, m, 'b')
  type = 0
  call ga_inquire(a, type, dim1, dim2)
  call check('ga_inquire', type == MT_DBL .and. dim1 == n .and. dim2 == m)
  call check('ga_create_irreg', ga_create_irreg(MT_DBL, n, m, 'c', [1], 1, [1, 3], merge(1, 2, ranks == 1), c))
  call ga_distribution(c, 0, ilo, ihi, jlo, jhi)
  call check('ga_create_irreg', ilo == 1 .and. ihi == n .and. jlo == 1 .and. jhi == merge(m, 2, ranks == 1))
  call check('ga_destroy', ga_destroy(c))
  call check('ga_duplicate', ga_duplicate(a, c, 'c'))

  ! one-sided
  p = places(n, m)
  call put(a, p)
  call check_matrix('ga_put', p, a)
  call ga_zero(b)
  x = 8 ! of one column, no leading dimension is used
  call ga_put(b, 1, 3, 2, 2, x, 1)
  call ga_sync()
  x = 0
  call ga_get(b, 1, 3, 2, 2, x, 1)
  call check('ga_get', all(x(:, 1) == 8) .and. all(x(:, 2:) == 0))
  call ga_sync()
  call ga_zero(b)
  x = 1
  call ga_acc(b, 2, 3, 4, 5, x, 3, 2d0)
  call ga_sync()
  q = 0
  q(2:3, 4:5) = 2 * ranks
  call check_matrix('ga_acc', q, b)
  call ga_nbacc(b, 2, 3, 4, 5, x, 3, 1d0, handle)
  call ga_nbwait(handle)
  call ga_sync()
  q(2:3, 4:5) = 3 * ranks
  call check_matrix('ga_nbacc', q, b)
  if (me == 0) then
    x = 7
    call ga_nbput(b, 1, 3, 1, 2, x, 3, handle)
    call ga_nbwait(handle)
  end if
  call ga_sync()
  q(1:3, 1:2) = 7
  call check_matrix('ga_nbput', q, b)
  x = 0
  call ga_nbget(a, 2, 4, 3, 4, x, 3, handle)
  call ga_nbwait(handle)
  call check('ga_nbget', all(x == p(2:4, 3:4)))
  call ga_gather(a, v, [1, 2, 3, 6], [8, 1, 2, 5], 4)
  call check('ga_gather', all(v == [801, 102, 203, 506]))
  call ga_sync()
  if (me == 0) call ga_scatter(b, v, [1, 2, 3, 6], [8, 1, 2, 5], 4)
  call ga_sync()
  q(1, 8) = 801
  q(2, 1) = 102
  q(3, 2) = 203
  q(6, 5) = 506
  call check_matrix('ga_scatter', q, b)
  call ga_scatter_acc(b, v, [1, 2, 3, 6], [8, 1, 2, 5], 4, 0.5d0)
  q(1, 8) = 801 * (1 + 0.5d0 * ranks)
  q(2, 1) = 102 * (1 + 0.5d0 * ranks)
  q(3, 2) = 203 * (1 + 0.5d0 * ranks)
  q(6, 5) = 506 * (1 + 0.5d0 * ranks)
  call check_matrix('ga_scatter_acc', q, b)
  call check('ga_destroy', ga_destroy(c))
  call check('ga_create', ga_create(MT_INT, 3, 4, 'counter', 0, 0, c))
  call ga_zero(c)
  k = ga_read_inc(c, 3, 4, 2)
  call ga_sync()
  k = ga_read_inc(c, 3, 4, 0)
  call check_int('ga_read_inc', 2 * ranks, k)
  call check('ga_destroy', ga_destroy(c))
  call check('ga_duplicate', ga_duplicate(a, c, 'c'))

  ! in place
  call ga_distribution(a, me, ilo, ihi, jlo, jhi)
  if (ihi >= ilo) then
    call check('ga_locate', ga_locate(a, ihi, jlo, i))
    call check_int('ga_locate', me, i)
    call ga_access(a, ilo, ihi, jlo, jhi, at, ld)
    do j = jlo, jhi
      do i = ilo, ihi
        place = at + i - ilo + (j - jlo) * ld
        call check_real('ga_access', p(i, j), dbl_mb(place))
        dbl_mb(place) = -p(i, j)
      end do
    end do
    call ga_release_update(a, ilo, ihi, jlo, jhi)
    call ga_access(a, ilo, ihi, jlo, jhi, at, ld)
    call ga_release(a, ilo, ihi, jlo, jhi)
  end if
  p = -p
  call check_matrix('ga_access', p, a)
  p = places(n, m)
  call put(a, p)
  call check('ga_locate', .not. ga_locate(a, n + 1, 1, i))
  call check('ga_locate_region', ga_locate_region(a, 1, n, 1, m, map, np))
  k = 0
  do i = 1, np
    call ga_distribution(a, map(5, i), ilo, ihi, jlo, jhi)
    call check('ga_locate_region', all(map(1:4, i) == [ilo, ihi, jlo, jhi]))
    k = k + (ihi - ilo + 1) * (jhi - jlo + 1)
  end do
  call check_int('ga_locate_region', n * m, k)
  call check('ga_locate_nnodes', ga_locate_nnodes(a, 1, n, 1, m, i))
  call check_int('ga_locate_nnodes', np, i)
  call ga_proc_topology(a, me, i, j)
  call check('ga_proc_topology', i >= 0 .and. j >= 0)

  ! patches
  q = places(n, m) * 2
  call put(b, q)
  call ga_zero_patch(b, 1, 2, 3, 4)
  q(1:2, 3:4) = 0
  call check_matrix('ga_zero_patch', q, b)
  call ga_fill_patch(b, 1, 3, 3, 3, 4.5d0)
  q(1:3, 3) = 4.5d0
  call check_matrix('ga_fill_patch', q, b)
  call ga_scale_patch(b, 3, 4, 1, 8, -2d0)
  q(3:4, :) = -2 * q(3:4, :)
  call check_matrix('ga_scale_patch', q, b)
  call ga_copy_patch('n', a, 1, 2, 3, 5, b, 4, 5, 6, 8)
  q(4:5, 6:8) = p(1:2, 3:5)
  call check_matrix('ga_copy_patch', q, b)
  call ga_copy_patch('T', a, 1, 2, 3, 5, b, 1, 3, 1, 2)
  q(1:3, 1:2) = transpose(p(1:2, 3:5))
  call check_matrix('ga_copy_patch t', q, b)
  call ga_copy_patch_dp('n', a, 1, 1, 1, 8, b, 6, 6, 1, 8)
  q(6, :) = p(1, :)
  call check_matrix('ga_copy_patch_dp', q, b)
  call ga_zero(c)
  call ga_add_patch(2d0, a, 1, 2, 1, 3, -1d0, b, 3, 4, 2, 4, c, 5, 6, 1, 3)
  r = 0
  r(5:6, 1:3) = 2 * p(1:2, 1:3) - q(3:4, 2:4)
  call check_matrix('ga_add_patch', r, c)
  call check_real('ga_ddot', sum(p * q), ga_ddot(a, b))
  call check_real('ga_ddot_patch', sum(p(1:2, 3:5) * q(2:3, 1:3)), &
                  ga_ddot_patch(a, 'n', 1, 2, 3, 5, b, 'n', 2, 3, 1, 3))
  call check_real('ga_ddot_patch_dp', sum(transpose(p(1:2, 3:5)) * q(2:4, 1:2)), &
                  ga_ddot_patch_dp(a, 't', 1, 2, 3, 5, b, 'n', 2, 4, 1, 2))
  call check_real('nga_ddot', sum(p * q), nga_ddot(a, b))
  call ga_print_patch(a, 1, 2, 1, 3, 1)

  ! products
  ! bounds are those after transposing
  call ga_matmul_patch('n', 't', 2d0, 0d0, a, 1, 2, 1, 3, b, 2, 4, 3, 6, c, 2, 3, 1, 4)
  r(2:3, 1:4) = 2 * matmul(p(1:2, 1:3), transpose(q(3:6, 2:4)))
  call check_matrix('ga_matmul_patch', r, c)
  call ga_matmul('n', 'n', 1d0, 1d0, a, 2, 2, 1, 2, b, 1, 2, 3, 6, c, 3, 3, 1, 4)
  r(3:3, 1:4) = r(3:3, 1:4) + matmul(p(2:2, 1:2), q(1:2, 3:6))
  call check_matrix('ga_matmul', r, c)
  call ga_matmul_mirrored('n', 'n', 1d0, 1d0, a, 2, 2, 1, 2, b, 1, 2, 3, 6, c, 3, 3, 1, 4)
  r(3:3, 1:4) = r(3:3, 1:4) + matmul(p(2:2, 1:2), q(1:2, 3:6))
  call check_matrix('ga_matmul_mirrored', r, c)
  call check('ga_destroy', ga_destroy(c))
  c = matrix(n, n, 'c')
  call ga_dgemm('n', 'T', n, n, m, 1d0, a, b, 0d0, c)
  call check_matrix('ga_dgemm', matmul(p, transpose(q)), c)
  call check('ga_destroy', ga_destroy(c) .and. ga_destroy(a) .and. ga_destroy(b))

contains
  ! Parts of complex matrices in memory; random numbers; what does nothing.
  subroutine small_names()
    real(dp), external :: drand
    complex(dp) :: z(5, 4)
    real(dp) :: re(3, 2), im(3, 2), first
    call ga_register_proclist([1, 0], 2)
    z = 0
    re = places(3, 2)
    im = -re
    call ga_cpydbl2cpl(z, 5, 3, 2, re, im, 3, 2, 2)
    call check('ga_cpydbl2cpl', all(z(3:4, 2:3) == cmplx(re(1:2, :), im(1:2, :), dp)))
    z(3:4, 2:3) = 0
    call check('ga_cpydbl2cpl', all(z == 0))
    z(2:4, 3:4) = cmplx(2 * re, 3 * re, dp)
    call ga_cpycpl2dbl(z, 5, 2, 3, re, im, 3, 3, 2)
    call check('ga_cpycpl2dbl', all(re == 2 * places(3, 2)) .and. all(im == 3 * places(3, 2)))
    first = drand(5)
    call check('drand', first >= 0 .and. first < 1 .and. drand(0) /= first .and. drand(5) == first)
    call evon()
    call evbgin('a state')
    call event('an event')
    call evend('a state')
    call evoff()
    call trace_init(10)
    call trace_stime()
    call trace_etime()
    call trace_genrec(1, 1, 2, 1, 2, 1)
    call trace_end(1)
  end subroutine
end subroutine
