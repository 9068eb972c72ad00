! The command line of a program in Fortran that takes no options, and how a program ends early.
module arguments
    use, intrinsic :: iso_c_binding, only: c_int
    use, intrinsic :: iso_fortran_env, only: error_unit
    implicit none
    private
    public :: is_help, argument, refuse, take_none, finish
    interface
        ! End the process without the lines that `stop` and `error stop` print.
        subroutine finish(code) bind(c, name='exit')
            import :: c_int
            integer(c_int), value :: code
        end subroutine
    end interface
contains
    ! Word k of the command line, whole.
    function argument(k) result(word)
        integer, intent(in) :: k
        character(:), allocatable :: word
        integer :: length
        call get_command_argument(k, length=length)
        allocate (character(length) :: word)
        if (length > 0) call get_command_argument(k, word)
    end function

    pure logical function is_help(word)
        character(*), intent(in) :: word
        is_help = word == '-h' .or. word == '--help'
    end function

    ! One line on stderr.
    subroutine refuse(program, why)
        character(*), intent(in) :: program, why
        write (error_unit, '(3a)') program, ': ', why
        flush (error_unit)
    end subroutine

    ! The exit code of a program that takes no arguments; -1: go on. The first rank or image prints.
    integer function take_none(program, about, is_first) result(code)
        character(*), intent(in) :: program, about
        logical, intent(in) :: is_first
        character(:), allocatable :: word
        code = -1
        if (command_argument_count() == 0) return
        word = argument(1)
        code = merge(0, 2, is_help(word))
        if (.not. is_first) return
        if (code == 0) then
            print '(3a/)', 'usage: ', program
            print '(a/)', about
            print '(a)', '  -h, --help  print this help'
        else
            call refuse(program, "'"//word//"' is not understood: the program takes no arguments")
        end if
    end function
end module
