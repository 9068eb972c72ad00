! Shared by the tests of the Fortran module.
module checks
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: error_unit
    use ashlar
    implicit none
    private
    public :: check, expect_error, report
    integer, save :: failures = 0, made = 0
contains
    subroutine check(is_right, words)
        logical, intent(in) :: is_right
        character(*), intent(in) :: words
        made = made + 1
        if (is_right) return
        failures = failures + 1
        write (error_unit, '(a, i0, 2a)') 'rank ', ga_rank(), ': wrong: ', words
    end subroutine

    ! A call has returned this error, and its message has these words.
    subroutine expect_error(stat, status, words)
        integer(c_int), intent(in) :: stat, status
        character(*), intent(in) :: words
        call check(stat == status, words//': '//ashlar_status_name(stat)//' instead of '//ashlar_status_name(status))
        call check(index(ashlar_error_message(), words) > 0, 'words: "'//ashlar_error_message()//'", not "'//words//'"')
    end subroutine

    ! The end of all tests, on all ranks.
    subroutine report()
        integer(c_int) :: all(2)
        all = [failures, merge(0, 1, made > 0)]
        call ga_allreduce(all, ashlar_sum)
        if (ga_rank() == 0) print '(i0, a, i0, a)', made, ' checks on rank 0, ', all(1), ' failures on all'
        call ga_terminate()
        if (any(all /= 0)) error stop 1
    end subroutine
end module
