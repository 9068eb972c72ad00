! coarrays_life: allocation of 10,000 coarrays and their end, on any number of images, for whichever library it
! is linked with. Image 1 prints "ROW MICROSECONDS" for each, once: a library may take long. -DFEWER: of 1,000.
!
! They are components of components, as neither arrays nor calls of a recursive procedure can have coarrays
! of their own. gfortran takes ten seconds for it, with -O3 forty, with its sanitizers no end.
module life
    use, intrinsic :: iso_fortran_env, only: int64, real64
    implicit none
    type :: ten
        real(real64), allocatable, dimension(:), codimension[:] :: a, b, c, d, e, f, g, h, i, j
    end type
    type :: hundred
        type(ten) :: a, b, c, d, e, f, g, h, i, j
    end type
    type :: thousand
        type(hundred) :: a, b, c, d, e, f, g, h, i, j
    end type
#ifdef FEWER
    integer, parameter :: number = 1000
    type(thousand), save :: many
#else
    integer, parameter :: number = 10000
    type :: ten_thousand
        type(thousand) :: a, b, c, d, e, f, g, h, i, j
    end type
    type(ten_thousand), save :: many
#endif
contains
    subroutine allocate_ten(x)
        type(ten), intent(inout) :: x
        allocate (x%a(10)[*])
        allocate (x%b(10)[*])
        allocate (x%c(10)[*])
        allocate (x%d(10)[*])
        allocate (x%e(10)[*])
        allocate (x%f(10)[*])
        allocate (x%g(10)[*])
        allocate (x%h(10)[*])
        allocate (x%i(10)[*])
        allocate (x%j(10)[*])
    end subroutine

    subroutine free_ten(x)
        type(ten), intent(inout) :: x
        deallocate (x%a, x%b, x%c, x%d, x%e, x%f, x%g, x%h, x%i, x%j)
    end subroutine

    subroutine with_tens(x, what)
        type(hundred), intent(inout) :: x
        interface
            subroutine what(x)
                import ten
                type(ten), intent(inout) :: x
            end subroutine
        end interface
        call what(x%a)
        call what(x%b)
        call what(x%c)
        call what(x%d)
        call what(x%e)
        call what(x%f)
        call what(x%g)
        call what(x%h)
        call what(x%i)
        call what(x%j)
    end subroutine

    subroutine with_hundreds(x, what)
        type(thousand), intent(inout) :: x
        external :: what
        call with_tens(x%a, what)
        call with_tens(x%b, what)
        call with_tens(x%c, what)
        call with_tens(x%d, what)
        call with_tens(x%e, what)
        call with_tens(x%f, what)
        call with_tens(x%g, what)
        call with_tens(x%h, what)
        call with_tens(x%i, what)
        call with_tens(x%j, what)
    end subroutine

    subroutine with_all(what)
        external :: what
#ifdef FEWER
        call with_hundreds(many, what)
#else
        call with_hundreds(many%a, what)
        call with_hundreds(many%b, what)
        call with_hundreds(many%c, what)
        call with_hundreds(many%d, what)
        call with_hundreds(many%e, what)
        call with_hundreds(many%f, what)
        call with_hundreds(many%g, what)
        call with_hundreds(many%h, what)
        call with_hundreds(many%i, what)
        call with_hundreds(many%j, what)
#endif
    end subroutine
end module

program coarrays_life
    use life
    implicit none
    integer(int64) :: start, end, rate
    sync all
    call system_clock(start, rate)
    call with_all(allocate_ten)
    call system_clock(end)
    if (this_image() == 1) print '(a, 1x, f0.5)', 'create', 1d6*real(end - start, real64)/real(rate, real64)/number
    sync all
    call system_clock(start)
    call with_all(free_ten)
    call system_clock(end)
    if (this_image() == 1) print '(a, 1x, f0.5)', 'free', 1d6*real(end - start, real64)/real(rate, real64)/number
end program
