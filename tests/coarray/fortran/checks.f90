! Shared by the tests of coarrays in Fortran: a check, and random numbers that are the same on all
! images. With CHECKS_GO_ON=1 a program goes on after a wrong check, to see which others are wrong.
module checks
    use, intrinsic :: iso_fortran_env, only: error_unit, int64
    implicit none
    private
    public :: check, chance, chances_from
    integer(int64), save :: state = 1
contains
    subroutine check(is_right, words)
        logical, intent(in) :: is_right
        character(*), intent(in) :: words
        character(1) :: go_on
        if (is_right) return
        write (error_unit, '(a, i0, 2a)') 'image ', this_image(), ': wrong: ', words
        flush (error_unit)
        call get_environment_variable('CHECKS_GO_ON', go_on)
        if (go_on /= '1') error stop 1
    end subroutine

    subroutine chances_from(seed)
        integer, intent(in) :: seed
        state = seed
    end subroutine

    ! A number from 1 to n.
    integer function chance(n)
        integer, intent(in) :: n
        state = mod(state*48271_int64, 2147483647_int64)
        chance = 1 + int(mod(state/7, int(n, int64)))
    end function
end module
