! Jacobi relaxation over images in Fortran, as jacobi.c does it: two grids, so that one synchronisation a sweep is
! enough. A row of the grid is a column here, since those lie together. The bounds of a coarray are the same
! on all images; so there is room for as many rows as any has.
program coarray_jacobi_fortran
    use, intrinsic :: iso_fortran_env, only: real64
    use share
    implicit none
    integer, parameter :: rows = 60, columns = 48, sweeps = 100
    real(real64), allocatable :: u(:, :, :)[:]
    real(real64) :: residual
    integer :: me, up, down, mine, first, from, to, i, k, wrong
    character(12) :: words

    call start('coarray_jacobi_fortran', rows)
    me = this_image()
    up = merge(num_images(), me - 1, me == 1)
    down = merge(1, me + 1, me == num_images())
    mine = count_of(rows, me)
    first = first_of(rows, me)
    allocate (u(0:columns - 1, 0:(rows - 1)/num_images() + 2, 2)[*])
    do i = 1, mine
        u(:, i, 1) = wave(first + i - 1)
    end do
    do k = 1, sweeps
        from = 2 - mod(k, 2)
        to = 3 - from
        u(:, count_of(rows, up) + 1, from)[up] = u(:, 1, from)
        u(:, 0, from)[down] = u(:, mine, from)
        call sync_both()
        call sweep(u(:, :, from), u(:, :, to))
    end do

    wrong = 0
    do i = 1, mine
        wrong = wrong + count(.not. abs(u(:, i, to) - factor()**sweeps*wave(first + i - 1)) < 1d-13)
    end do
    residual = maxval(abs(u(:, 1:mine, to) - u(:, 1:mine, from)))
    call co_max(residual)
    call co_sum(wrong)
    if (me == 1) then
        write (words, '(es12.6)') residual
        words(9:9) = 'e'
        print '(3(a, i0), 3a, i0, a)', 'jacobi: ', sweeps, ' sweeps of ', rows, ' x ', columns, ', residual ', words, ', ', &
            wrong, ' wrong'
    end if
    if (wrong /= 0) error stop
contains
    ! Not myself, and nobody twice.
    subroutine sync_both()
        if (num_images() == 1) then
            sync all
        else if (up == down) then
            sync images(up)
        else
            sync images([up, down])
        end if
    end subroutine

    subroutine sweep(old, new)
        real(real64), intent(in), contiguous :: old(0:, 0:)
        real(real64), intent(inout), contiguous :: new(0:, 0:)
        integer :: i, j
        do i = 1, mine
            do j = 0, columns - 1
                new(j, i) = (old(j, i - 1) + old(j, i + 1) + old(modulo(j - 1, columns), i) &
                             + old(mod(j + 1, columns), i))/4
            end do
        end do
    end subroutine

    ! A row of a wave, of which a sweep leaves the same wave, lower by a factor.
    pure function wave(row)
        integer, intent(in) :: row
        real(real64) :: wave(0:columns - 1)
        real(real64), parameter :: turn = 2*acos(-1d0)
        integer :: j
        wave = cos(turn*row/rows)*[(cos(2*turn*j/columns), j=0, columns - 1)]
    end function

    pure real(real64) function factor()
        real(real64) :: below(0:columns - 1), beside(0:columns - 1)
        below = wave(1)
        beside = wave(0)
        factor = (below(0) + beside(1))/2
    end function
end program
