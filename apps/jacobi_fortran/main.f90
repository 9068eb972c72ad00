! Jacobi relaxation of Laplace's equation on a square grid, in Fortran. Each rank relaxes its block in
! place, from one array into another; the neighbours' points are in the ghost cells around it.
program jacobi
    use, intrinsic :: iso_fortran_env, only: dp => real64, int64
    use ashlar
    use arguments, only: take_none, finish
    implicit none
    integer, parameter :: n = 32 ! inner points in each direction; points 1 and n+2 are the given boundary
    type(ga_t) :: grid
    real(dp) :: u(n + 2, n + 2), error
    integer(int64) :: start, now, rate
    integer :: sweeps, i, j, code

    call ga_initialize()
    code = take_none('jacobi_fortran', 'Jacobi relaxation of Laplace''s equation.', ga_rank() == 0)
    if (code >= 0) then
        call ga_terminate()
        call finish(code)
    end if
    call ga_create(ashlar_double, [n + 2, n + 2], grid, name='grid')

    ! The boundary, and 0 inside.
    u = 0
    do i = 1, n + 2
        u(i, 1) = exact(i, 1)
        u(i, n + 2) = exact(i, n + 2)
        u(1, i) = exact(1, i)
        u(n + 2, i) = exact(n + 2, i)
    end do
    if (ga_rank() == 0) call ga_put(grid, [1, 1], [n + 2, n + 2], u)
    call ga_sync()

    call system_clock(start, rate)
    call relax(grid, sweeps)
    call system_clock(now)

    call ga_get(grid, [1, 1], [n + 2, n + 2], u)
    error = maxval(abs(u - reshape([((exact(i, j), i = 1, n + 2), j = 1, n + 2)], shape(u))))
    if (ga_rank() == 0) print '(a, i0, a, i0, a, i0, a, f0.1, a, es7.1)', 'ghost cells: ', sweeps, ' sweeps of ', &
        n, ' x ', n, ' points in ', 1e3_dp * (now - start) / rate, ' ms, largest error ', error
    call ga_destroy(grid)
    call ga_terminate()
    if (error >= 1e-7_dp) error stop 1

contains

    ! Harmonic, on the grid too: what the relaxation must converge to.
    pure real(dp) function exact(i, j)
        integer, intent(in) :: i, j
        exact = real((i - 1)**2 - (j - 1)**2, dp) / n**2
    end function

    ! Relax until no point of any rank changes any more. Collective.
    subroutine relax(grid, sweeps)
        type(ga_t), intent(in) :: grid
        integer, intent(out) :: sweeps
        type :: field
            type(ga_t) :: g
            real(dp), pointer :: u(:, :) ! my block and its ghost cells, with the indices of the grid
        end type
        type(field) :: f(2)
        type(ga_handle_t) :: handle
        real(dp) :: change
        integer :: lo(2), hi(2), from, to, k

        do k = 1, 2
            call ga_create(ashlar_double, [n + 2, n + 2], f(k)%g, ghosts=[1, 1])
            call ga_copy(grid, f(k)%g) ! both have the boundary
            call ga_access_ghosts(f(k)%g, f(k)%u)
        end do
        call ga_distribution(f(1)%g, ga_rank(), lo, hi)
        lo = max(lo, 2) ! the inner points of my block
        hi = min(hi, n + 1)

        sweeps = 0
        change = 1
        do while (change > 1e-10_dp)
            from = 1 + mod(sweeps, 2)
            to = 3 - from
            ! The sync that ga_ghosts_update() has behind it is not needed with two arrays: nobody
            ! writes to `from` before it has heard from all ranks.
            call ga_sync()
            call ga_ghosts_update_nb(f(from)%g, handle=handle)
            call ga_wait(handle)
            change = sweep(f(from)%u, f(to)%u, lo, hi)
            call ga_allreduce(change, ashlar_max)
            sweeps = sweeps + 1
        end do

        call ga_copy(f(1 + mod(sweeps, 2))%g, grid)
        do k = 1, 2
            call ga_release(f(k)%g, f(k)%u)
            call ga_destroy(f(k)%g)
        end do
    end subroutine

    ! The largest change.
    real(dp) function sweep(u, next, lo, hi) result(change)
        real(dp), pointer, intent(in) :: u(:, :), next(:, :)
        integer, intent(in) :: lo(2), hi(2)
        integer :: i, j
        change = 0
        do j = lo(2), hi(2)
            do i = lo(1), hi(1)
                next(i, j) = (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)) / 4
                change = max(change, abs(next(i, j) - u(i, j)))
            end do
        end do
    end function
end program
