! Matrices are factored, systems solved, eigenvalues and eigenvectors computed.
subroutine factors()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer :: a, b, c, i, j, k, many
  real(dp) :: r(4, 4), t(4, 4), u(4, 4), w(4)
  integer, external :: ga_cholesky, ga_llt_i, ga_llt_f, ga_to_native, ga_from_native

  a = matrix(4, 4, 'a')
  b = matrix(4, 4, 'b')
  c = matrix(4, 4, 'c')
  call check('ga_to_native', ga_to_native(a) > 0)
  call check_int('ga_from_native', a, ga_from_native(ga_to_native(a)))
  t = 1
  do i = 1, 4
    t(i, i) = 10 + i
  end do
  do i = 1, 2
    call put(a, t)
    call check_int('ga_llt_f', 0, ga_llt_f('Lu'(i:i), a, -1))
    call put(b, matmul(t, places(4, 4)))
    call ga_llt_s('Lu'(i:i), a, b, -1)
    call check('ga_llt_s', all(abs(get(b, 4, 4) - places(4, 4)) < 1d-12))
    call put(b, places(4, 4))
    call ga_symul('lU'(i:i), b)
    u = places(4, 4)
    do j = 1, 4
      do k = 1, j - 1
        if (i == 1) u(k, j) = u(j, k)
        if (i == 2) u(j, k) = u(k, j)
      end do
    end do
    call check_matrix('ga_symUL', u, b)
    call ga_zeroul('lU'(i:i), b)
    do j = 1, 4
      do k = 1, j - 1
        if (i == 1) u(k, j) = 0
        if (i == 2) u(j, k) = 0
      end do
    end do
    call check_matrix('ga_zeroUL', u, b)
    call put(a, t)
    call check_int('ga_cholesky', 0, ga_cholesky('lU'(i:i), a))
    u = get(a, 4, 4)
    do j = 1, 4
      do k = 1, j - 1
        if (i == 1) u(k, j) = 0
        if (i == 2) u(j, k) = 0
      end do
    end do
    if (i == 1) u = matmul(u, transpose(u))
    if (i == 2) u = matmul(transpose(u), u)
    call check('ga_cholesky', all(abs(u - t) < 1d-12))
    call check_int('ga_llt_i', 0, ga_llt_i('lU'(i:i), a, -1))
    u = matmul(t, get(a, 4, 4))
    do j = 1, 4
      u(j, j) = u(j, j) - 1
    end do
    call check('ga_llt_i', all(abs(u) < 1d-12))
  end do
  t(1, 4) = 5
  u = places(4, 4)
  do i = 1, 4
    call put(a, t)
    if (i == 2) call put(b, matmul(transpose(t), u))
    if (i /= 2) call put(b, matmul(t, u))
    if (i == 1) call ga_lu_solve('n', a, b)
    if (i == 2) call ga_lu_solve('t', a, b)
    if (i == 3) call ga_lu_solve_seq('n', a, b)
    if (i == 4) call ga_lu_solve_alt(0, a, b)
    call check_matrix('ga_lu_solve', u, b)
  end do
  t(1, 4) = 1
  u = 0
  do i = 1, 4
    u(i, i) = 2
  end do
  do i = 1, 13
    call put(a, t)
    call put(b, u)
    w = 0
    many = 0
    if (i == 10) call ga_pdsyevr(a, c, w, 0, many)
    if (i == 11) call ga_diag_std(a, a, w) ! the vectors take the place of the matrix,
    if (i == 12) call ga_diag(a, b, a, w)
    if (i == 13) call ga_diag(a, b, b, w) ! or of the other
    if (i == 11 .or. i == 12) call ga_copy(a, c)
    if (i == 13) call ga_copy(b, c)
    if (i == 1) call ga_diag_std(a, c, w)
    if (i == 2) call ga_diag_std_seq(a, c, w)
    if (i == 3) call ga_pdsyev(a, c, w, 0)
    if (i == 4) call ga_pdsyevd(a, c, w, 0)
    if (i == 5) call ga_pdsyevx(a, c, w, 0)
    if (i == 6) call ga_diag(a, b, c, w)
    if (i == 7) call ga_diag_seq(a, b, c, w)
    if (i == 8) call ga_diag_reuse(0, a, b, c, w)
    if (i == 9) call ga_pdsygv(a, b, c, w)
    if (i > 5 .and. i < 10 .or. i > 11) w = 2 * w
    call check('eigenvalues', w(1) < w(2) .and. abs(sum(w) - 50) < 1d-10 .and. abs(sum(w**2) - sum(t**2)) < 1d-9)
    call put(a, t)
    call ga_dgemm('n', 'n', 4, 4, 4, 1d0, a, c, 0d0, b)
    r(1:4, 1:4) = get(c, 4, 4)
    do j = 1, 4
      r(1:4, j) = r(1:4, j) * w(j)
    end do
    call check_matrix('eigenvectors', r(1:4, 1:4), b)
  end do
  do i = 1, 4
    call put(a, t)
    call put(c, places(4, 4))
    r(1:4, 1) = -1
    many = i - 1
    if (mod(i, 2) == 0) call ga_pdsyevr(a, c, r(1:4, 1), 0, many)
    if (mod(i, 2) == 1) call ga_evp_real(a, c, r(1:4, 1), 0, many)
    if (i == 1) call check('ga_evp_real', many == 4)
    call check('some eigenvalues', all(abs(r(1:many, 1) - w(1:many)) < 1d-10) .and. all(r(many + 1:4, 1) == -1))
    u = get(c, 4, 4)
    do j = 1, many
      call check('some eigenvectors', all(abs(matmul(t, u(:, j)) - w(j) * u(:, j)) < 1d-10) &
                                      .and. abs(sum(u(:, j)**2) - 1) < 1d-12)
    end do
    r(1:4, 1:4) = places(4, 4)
    call check('other columns', all(u(:, many + 1:4) == r(1:4, many + 1:4)))
  end do
  call slexit()
  call slexit2()
  call slexit3()
  call slexit4()
  call slinit2(4)
  call hermitian(4)
  call hermitian(2)
  call check('ga_destroy', ga_destroy(c) .and. ga_destroy(a) .and. ga_destroy(b))
contains
  ! A matrix of two arrays: all eigenvalues, or some.
  subroutine hermitian(wanted)
    integer, intent(in) :: wanted
    real(dp) :: im(4, 4), w(4)
    complex(dp) :: h(4, 4), z(4, 4)
    integer :: g(2), v(2), i, j, most
    im = reshape([((i * j * (i - j), i = 1, 4), j = 1, 4)], [4, 4])
    h = cmplx(t, im, dp)
    g = [matrix(4, 4, 're'), matrix(4, 4, 'im')]
    v = [matrix(4, 4, 're'), matrix(4, 4, 'im')]
    call put(g(1), t)
    call put(g(2), im)
    most = wanted
    w = -1000
    if (wanted == 4) call ga_pzheevd(g, v, w, 0)
    if (wanted < 4) call ga_pzheevr(g, v, w, 0, most)
    z = cmplx(get(v(1), 4, 4), get(v(2), 4, 4), dp)
    call check_int('ga_pzheevr', wanted, most)
    call check('ga_pzheev', maxval(abs(matmul(conjg(transpose(z(:, 1:wanted))), z(:, 1:wanted)) - &
                                       reshape([((merge(1, 0, i == j), i = 1, wanted), j = 1, wanted)], [wanted, wanted]))) < 1d-10)
    do j = 1, wanted
      call check('ga_pzheev', maxval(abs(matmul(h, z(:, j)) - w(j) * z(:, j))) < 1d-9)
      if (j > 1) call check('ga_pzheev', w(j) > w(j - 1))
    end do
    call check('ga_pzheev of some', all(w(wanted + 1:) == -1000) .and. all(z(:, wanted + 1:) == 0))
    call check('ga_destroy', ga_destroy(g(1)) .and. ga_destroy(g(2)) .and. ga_destroy(v(1)) .and. ga_destroy(v(2)))
  end subroutine
end subroutine
