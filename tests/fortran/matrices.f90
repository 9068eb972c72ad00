! Products and solvers, against Fortran's own arithmetic.
module matrices
    use, intrinsic :: iso_c_binding
    use ashlar
    use checks
    implicit none
    private
    public :: check_matrices
contains
    subroutine check_matrices()
        call check_products()
        call check_solvers()
    end subroutine

    subroutine check_products()
        type(ga_t) :: a, b, c
        real(c_double) :: x(6, 6), y(6, 6), z(6, 6), norm
        call fill(x, a, 1)
        call fill(y, b, 4)
        call fill(z, c, 2)
        call la_gemm('n', 't', 2d0, a, b, 3d0, c)
        z = 2 * matmul(x, transpose(y)) + 3 * z
        call same(c, z, 'gemm')
        call la_gemm_patch('n', 'n', 1d0, a, [1, 1], [2, 3], b, [2, 1], [4, 2], 0d0, c, [5, 1], [6, 2])
        z(5:6, 1:2) = matmul(x(1:2, 1:3), y(2:4, 1:2))
        call same(c, z, 'gemm_patch')
        call la_norm('1', 'g', 'l', 'n', a, norm)
        call check(abs(norm - maxval(sum(abs(x), 1))) < 1d-12 * norm, 'norm of a matrix')
        call la_syrk('l', 'n', 1d0, a, 0d0, c)
        z = merge(matmul(x, transpose(x)), z, lower())
        call same(c, z, 'syrk')
        call la_herk('u', 'n', 1d0, b, 0d0, c)
        z = merge(matmul(y, transpose(y)), z, transpose(lower()))
        call same(c, z, 'herk')
        call la_syr2k('l', 'n', 1d0, a, b, 0d0, c)
        z = merge(matmul(x, transpose(y)) + matmul(y, transpose(x)), z, lower())
        call same(c, z, 'syr2k')
        call la_trmm('l', 'l', 'n', 'n', 2d0, a, c)
        z = 2 * matmul(merge(x, 0d0, lower()), z)
        call same(c, z, 'trmm')
        call la_trsm('l', 'l', 'n', 'n', 0.5d0, a, c)
        call la_trmm('l', 'l', 'n', 'n', 2d0, a, c)
        call same(c, z, 'trsm')
        call ga_destroy(a)
        call ga_destroy(b)
        call ga_destroy(c)
    end subroutine

    subroutine check_solvers()
        type(ga_t) :: a, b, z, s, d, e, upper
        type(la_factor_t) :: f
        real(c_double) :: x(6, 6), y(6, 6), w(6), v(6, 6), rcond, least, most, forward(6), backward(6)
        integer(c_int) :: steps, status
        integer :: k
        integer(c_int64_t) :: kept
        call fill(x, a, 3)
        call fill(y, b, 1)
        call la_solve(a, b)
        call get(b, v)
        call check(all(abs(matmul(x, v) - y) < 1d-9), 'solve')
        call put(b, y)
        call la_solve_mixed(a, b, steps)
        call get(b, v)
        call check(steps >= 0 .and. all(abs(matmul(x, v) - y) < 1d-9), 'solve_mixed')
        call la_factor_lu(a, f)
        call la_factor_condition(f, rcond)
        call check(rcond > 0 .and. rcond < 1, 'condition')
        call put(b, y)
        call la_factor_solve(f, 't', b)
        call get(b, v)
        call check(all(abs(matmul(transpose(x), v) - y) < 1d-9), 'factor_solve')
        call ga_create_like(b, ashlar_double, z)
        call put(z, 2 * v)
        call put(b, y)
        call la_factor_refine(f, 't', a, b, z, forward, backward)
        call get(z, v)
        call check(all(abs(matmul(transpose(x), v) - y) < 1d-9) .and. all(forward > 0) .and. all(forward < 1d-9) &
                .and. all(backward < 1d-14), 'factor_refine')
        call la_factor_refine(f, 't', a, b, z, forward(:5), backward, stat=status)
        call check(status == ashlar_eshape, 'factor_refine of five')
        call ga_destroy(z)
        call la_factor_inverse(f, b)
        call la_factor_free(f)
        call get(b, v)
        call check(all(abs(matmul(x, v) - unit()) < 1d-9), 'factor_inverse')
        call la_inverse(a, b)
        call get(b, v)
        call check(all(abs(matmul(v, x) - unit()) < 1d-9), 'inverse')

        call ga_destroy(b)
        call fill(x, b, 2)
        x = matmul(x, transpose(x)) + unit()
        call put(a, x)
        call put(b, y)
        call la_cholesky_solve(a, b)
        call get(b, v)
        call check(all(abs(matmul(x, v) - y) < 1d-9), 'cholesky_solve')
        call la_factor_cholesky(a, f)
        call put(b, y)
        call la_factor_solve(f, 'n', b)
        call la_factor_free(f)
        call get(b, v)
        call check(all(abs(matmul(x, v) - y) < 1d-9), 'factor_cholesky')
        call ga_create_like(a, ashlar_double, z)
        call la_eigen(a, w, z)
        call get(z, v)
        call check(all(abs(matmul(x, v) - v * spread(w, 1, 6)) < 1d-9 * w(6)), 'eigen')
        call check(all(w(2:) >= w(:5)) .and. all(abs(matmul(transpose(v), v) - unit()) < 1d-12), 'eigenvectors')
        call la_eigen(a, y(:, 1))
        call check(all(abs(y(:, 1) - w) < 1d-9 * w(6)), 'eigenvalues')
        call la_set_grid(1, 1, 0)
        call la_eigen_range(a, 5, 6, y(:2, 2), z)
        call check(all(abs(y(:2, 2) - w(5:)) < 1d-9 * w(6)), 'eigen_range')
        call get(z, v)
        call check(all(abs(matmul(x, v(:, :2)) - v(:, :2) * spread(w(5:), 1, 6)) < 1d-9 * w(6)), 'eigenvectors of a range')
        call la_set_grid(0, 0, 0_c_int64_t)
        call put(b, 2 * unit())
        call la_eigen_general(a, b, y(:, 1), z)
        call check(all(abs(2 * y(:, 1) - w) < 1d-9 * w(6)), 'eigen_general')
        call ga_create_like(a, ashlar_double, s)
        call la_svd(a, y(:, 2), z, s)
        call check(all(abs(y(:, 2) - w(6:1:-1)) < 1d-9 * w(6)), 'svd')
        call la_svd(a, y(:, 3))
        call check(all(abs(y(:, 3) - y(:, 2)) < 1d-9 * w(6)), 'singular values')
        call la_sqrt(a, z)
        call get(z, v)
        call check(all(abs(matmul(v, v) - x) < 1d-9 * w(6)), 'sqrt')
        call la_inverse_sqrt(a, -1d0, s)
        call get(s, v)
        call check(all(abs(matmul(v, matmul(x, v)) - unit()) < 1d-9), 'inverse_sqrt')
        call la_orthogonalize(a, 0d0, y(:, 3), s, kept)
        call get(s, v)
        call check(kept == 6 .and. all(abs(matmul(transpose(v), matmul(x, v)) - unit()) < 1d-9), 'orthogonalize')
        call la_pinv(a, -1d0, s, kept)
        call get(s, v)
        call check(kept == 6 .and. all(abs(matmul(x, v) - unit()) < 1d-9), 'pinv')
        call put(b, unit())
        call la_expm(b, s)
        call get(s, v)
        call check(all(abs(v - exp(1d0) * unit()) < 1d-12), 'expm')
        call ga_create(ashlar_double, [6, 2], d)
        call ga_zero(d)
        call ga_create(ashlar_double, [6, 2], e)
        call ga_fill(e, 1d0)
        call la_least_squares(a, e, d)
        call ga_get(d, [1, 1], [6, 2], v(:, :2))
        call check(all(abs(matmul(x, v(:, :2)) - 1) < 1d-9), 'least_squares')
        call ga_symmetrize(a)
        call same(a, x, 'symmetrize')
        call la_factor_qr(a, f)
        call la_qr_form_q(f, s)
        call la_qr_form_r(f, z)
        call la_qr_apply(f, 'l', 'n', z)
        call same(z, x, 'qr_apply')
        call get(s, v)
        call check(all(abs(matmul(transpose(v), v) - unit()) < 1d-12), 'qr_form_q')
        call la_factor_free(f)
        call la_factor_cholesky(a, f)
        call put(b, unit())
        call la_factor_update(f, b)
        call put(s, x + unit())
        call la_factor_solve(f, 'n', s)
        call same(s, unit(), 'factor_update')
        call la_factor_downdate(f, b)
        call put(s, x)
        call la_factor_solve(f, 'n', s)
        call same(s, unit(), 'factor_downdate')
        call la_factor_free(f)
        call la_cholesky(a)
        call la_cholesky_update(a, b)
        call la_cholesky_downdate(a, b)
        call get(a, v)
        v = merge(v, 0d0, lower())
        call check(all(abs(matmul(v, transpose(v)) - x) < 1d-9 * w(6)), 'cholesky')
        call ga_fill(e, 3d0)
        call ga_fill(d, -2d0)
        call ga_step_max(e, d, rcond)
        call check(rcond == 1.5d0, 'step_max')
        call ga_fill_patch(d, [6, 1], [6, 2], -1d0)
        call ga_step_max_patch(e, [6, 1], [6, 2], d, [6, 1], [6, 2], rcond)
        call check(rcond == 3, 'step_max_patch')
        ! From 3 by -2, and by -1 in the last row, to -2 and -1: 2.5 steps, and 4.
        call ga_create_like(d, ashlar_double, upper)
        call ga_fill(upper, 9d0)
        call ga_step_bound(e, d, d, upper, rcond, least, most)
        call check(rcond == 2.5d0 .and. least == 2.5d0 .and. most == 4, 'step_bound')
        call ga_destroy(upper)
        call check(ashlar_status_name(ashlar_enumeric) == 'ASHLAR_ENUMERIC', 'the name of an error')
        call ga_destroy(a)
        call ga_destroy(b)
        call ga_destroy(s)
        call ga_destroy(z)
        call ga_destroy(d)
        call ga_destroy(e)
    end subroutine

    ! ---- matrices of 6 x 6 ----

    subroutine fill(m, g, first)
        real(c_double), intent(out) :: m(6, 6)
        type(ga_t), intent(out) :: g
        integer, intent(in) :: first
        integer :: k
        m = reshape([(mod(first * 5 + 17 * k + k * k, 23) - 9d0, k = 1, 36)], [6, 6])
        do k = 1, 6
            m(k, k) = m(k, k) + 40
        end do
        call ga_create(ashlar_double, [6, 6], g)
        call put(g, m)
    end subroutine

    subroutine put(g, m)
        type(ga_t), intent(in) :: g
        real(c_double), intent(in) :: m(6, 6)
        call ga_sync()
        if (ga_rank() == 0) call ga_put(g, [1, 1], [6, 6], m)
        call ga_sync()
    end subroutine

    subroutine get(g, m)
        type(ga_t), intent(in) :: g
        real(c_double), intent(inout) :: m(6, 6)
        call ga_get(g, [1, 1], [6, 6], m)
        call ga_sync()
    end subroutine

    subroutine same(g, m, words)
        type(ga_t), intent(in) :: g
        real(c_double), intent(in) :: m(6, 6)
        character(*), intent(in) :: words
        real(c_double) :: v(6, 6)
        v = 0
        call get(g, v)
        call check(all(abs(v - m) <= 1d-11 * maxval(abs(m))), words)
    end subroutine

    pure function lower() result(is_below)
        logical :: is_below(6, 6)
        integer :: i, j
        is_below = reshape([((i >= j, i = 1, 6), j = 1, 6)], [6, 6])
    end function

    pure function unit() result(m)
        real(c_double) :: m(6, 6)
        integer :: i
        m = 0
        do i = 1, 6
            m(i, i) = 1
        end do
    end function
end module
