! Ten thousand coarrays alive at once: allocated, used and freed in another order; twice, the second time in
! memory that the first gave back. They are components of components, as neither arrays nor calls of a
! recursive procedure can have coarrays of their own.
module many_of
    use checks, only: check
    implicit none
    type :: ten
        integer, allocatable, dimension(:), codimension[:] :: a, b, c, d, e, f, g, h, i, j
    end type
    type :: hundred
        type(ten) :: a, b, c, d, e, f, g, h, i, j
    end type
    type :: thousand
        type(hundred) :: a, b, c, d, e, f, g, h, i, j
    end type
    type :: ten_thousand
        type(thousand) :: a, b, c, d, e, f, g, h, i, j
    end type
    integer, parameter :: make = 1, put = 2, look = 3, free = 4
    integer :: me, next, before
contains
    subroutine one(x, what, k)
        integer, allocatable, intent(inout) :: x(:)[:]
        integer, intent(in) :: what, k
        select case (what)
        case (make)
            allocate (x(4)[*])
            x = k + me
        case (put)
            x(2)[next] = -k*me
        case (look)
            call check(all(x == [k + me, -k*before, k + me, k + me]), 'one of many')
            call check(x(3)[next] == k + next, 'get of one of many')
        case (free)
            deallocate (x)
        end select
    end subroutine

    subroutine each_of_ten(x, what, k)
        type(ten), intent(inout) :: x
        integer, intent(in) :: what, k
        call one(x%a, what, k)
        call one(x%b, what, k + 1)
        call one(x%c, what, k + 2)
        call one(x%d, what, k + 3)
        call one(x%e, what, k + 4)
        call one(x%f, what, k + 5)
        call one(x%g, what, k + 6)
        call one(x%h, what, k + 7)
        call one(x%i, what, k + 8)
        call one(x%j, what, k + 9)
    end subroutine

    subroutine each_of_hundred(x, what, k)
        type(hundred), intent(inout) :: x
        integer, intent(in) :: what, k
        call each_of_ten(x%a, what, k)
        call each_of_ten(x%b, what, k + 10)
        call each_of_ten(x%c, what, k + 20)
        call each_of_ten(x%d, what, k + 30)
        call each_of_ten(x%e, what, k + 40)
        call each_of_ten(x%f, what, k + 50)
        call each_of_ten(x%g, what, k + 60)
        call each_of_ten(x%h, what, k + 70)
        call each_of_ten(x%i, what, k + 80)
        call each_of_ten(x%j, what, k + 90)
    end subroutine

    subroutine each_of_thousand(x, what, k)
        type(thousand), intent(inout) :: x
        integer, intent(in) :: what, k
        call each_of_hundred(x%a, what, k)
        call each_of_hundred(x%b, what, k + 100)
        call each_of_hundred(x%c, what, k + 200)
        call each_of_hundred(x%d, what, k + 300)
        call each_of_hundred(x%e, what, k + 400)
        call each_of_hundred(x%f, what, k + 500)
        call each_of_hundred(x%g, what, k + 600)
        call each_of_hundred(x%h, what, k + 700)
        call each_of_hundred(x%i, what, k + 800)
        call each_of_hundred(x%j, what, k + 900)
    end subroutine

    subroutine each_of_ten_thousand(x, what, k)
        type(ten_thousand), intent(inout) :: x
        integer, intent(in) :: what, k
        call each_of_thousand(x%a, what, k)
        call each_of_thousand(x%b, what, k + 1000)
        call each_of_thousand(x%c, what, k + 2000)
        call each_of_thousand(x%d, what, k + 3000)
        call each_of_thousand(x%e, what, k + 4000)
        call each_of_thousand(x%f, what, k + 5000)
        call each_of_thousand(x%g, what, k + 6000)
        call each_of_thousand(x%h, what, k + 7000)
        call each_of_thousand(x%i, what, k + 8000)
        call each_of_thousand(x%j, what, k + 9000)
    end subroutine
end module

program many
    use many_of
    implicit none
    type(ten_thousand), save :: all_of_them
    integer :: time
    me = this_image()
    next = mod(me, num_images()) + 1
    before = modulo(me - 2, num_images()) + 1
    do time = 1, 2
        call each_of_ten_thousand(all_of_them, make, time)
        sync all
        call each_of_ten_thousand(all_of_them, put, time)
        sync all
        call each_of_ten_thousand(all_of_them, look, time)
        sync all
        call each_of_thousand(all_of_them%e, free, 4000 + time)
        call each_of_thousand(all_of_them%j, free, 9000 + time)
        call each_of_thousand(all_of_them%e, make, 4000 + time)
        call each_of_thousand(all_of_them%j, make, 9000 + time)
        call each_of_thousand(all_of_them%j, free, 9000 + time)
        call each_of_thousand(all_of_them%a, free, 9000 + time)
        call each_of_thousand(all_of_them%j, make, 9000 + time)
        call each_of_thousand(all_of_them%a, make, time)
        sync all
        call each_of_ten_thousand(all_of_them, put, time)
        sync all
        call each_of_ten_thousand(all_of_them, look, time)
        call each_of_ten_thousand(all_of_them, free, time)
    end do
end program
