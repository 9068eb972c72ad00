! The same by the plainest means, on one processor: what the tests compare the program with.
program serial
    use, intrinsic :: iso_fortran_env, only: dp => real64
    use arguments, only: finish
    use sites, only: n, set_sites, one_electron, repulsion, core_energy, what
    implicit none
    real(dp), allocatable :: p(:, :), before(:, :), h(:, :), g(:, :), f(:, :), z(:, :), values(:)
    integer :: i, j, iteration
    i = set_sites(.true.)
    if (i >= 0) call finish(i)
    allocate (p(n, n), f(n, n), z(n, n), values(n))
    h = reshape([((one_electron(i, j), i = 1, n), j = 1, n)], [n, n])
    g = reshape([((repulsion(i, j), i = 1, n), j = 1, n)], [n, n])
    p = 0
    do i = 1, n
        p(i, i) = 1
    end do
    do iteration = 1, 200
        call build_fock()
        before = p
        call diagonalize(f, values, z)
        p = 0
        do i = 1, n ! occupied: the n/2 lowest
            if (count(values < values(i)) < n / 2) p = p + 2 * spread(z(:, i), 2, n) * spread(z(:, i), 1, n)
        end do
        if (maxval(abs(p - before)) < 1e-10_dp) exit
    end do
    call build_fock()
    print '(a, f0.8, a, i0, a)', what//': energy ', sum(p * (h + f)) / 2 + core_energy(), ' eV after ', iteration, ' iterations'

contains

    subroutine build_fock()
        f = h - p * g / 2
        do i = 1, n
            f(i, i) = f(i, i) + sum([(p(j, j) * g(i, j), j = 1, n)])
        end do
    end subroutine

    ! Jacobi's method: turn pairs of rows until all that is not on the diagonal is gone.
    subroutine diagonalize(matrix, values, z)
        real(dp), intent(in) :: matrix(:, :)
        real(dp), intent(out) :: values(:), z(:, :)
        real(dp) :: a(n, n), turn(2, 2), angle
        integer :: sweep, i, j
        a = matrix
        z = 0
        do i = 1, n
            z(i, i) = 1
        end do
        do sweep = 1, 30
            do i = 1, n - 1
                do j = i + 1, n
                    angle = atan2(2 * a(i, j), a(j, j) - a(i, i)) / 2
                    turn = reshape([cos(angle), -sin(angle), sin(angle), cos(angle)], [2, 2])
                    a(:, [i, j]) = matmul(a(:, [i, j]), turn)
                    a([i, j], :) = matmul(transpose(turn), a([i, j], :))
                    z(:, [i, j]) = matmul(z(:, [i, j]), turn)
                end do
            end do
        end do
        values = [(a(i, i), i = 1, n)]
    end subroutine
end program
