! Collective subroutines, with and without result_image, for all types that they take, of 0 to 3
! dimensions; strings, derived types, functions; on teams: teams.f90.
module given
    use, intrinsic :: iso_fortran_env
    use checks, only: check
    implicit none
    type :: point
        integer :: id
        real(real64) :: x(3)
        character(4) :: name
    end type
    type :: holder
        integer :: id
        integer, allocatable :: list(:)
        real(real64), allocatable :: one
    end type
    integer :: me, n, root
contains
    pure integer function product_of(a, b)
        integer, intent(in) :: a, b
        product_of = mod(a*b, 10007)
    end function

    pure function larger_point(a, b) result(c)
        type(point), intent(in) :: a, b
        type(point) :: c
        c = a
        if (b%x(2) > a%x(2)) c = b
    end function

    pure function both(a, b) result(c)
        logical, intent(in) :: a, b
        logical :: c
        c = a .and. b
    end function

    pure complex(real64) function times(a, b)
        complex(real64), intent(in) :: a, b
        times = a*b
    end function

    pure function first_word(a, b) result(c)
        character(5), intent(in) :: a, b
        character(5) :: c
        c = min(a, b)
    end function

    pure integer(int64) function sum_of(a, b)
        integer(int64), intent(in) :: a, b
        sum_of = a + b
    end function

    pure real(real32) function larger(a, b)
        real(real32), intent(in) :: a, b
        larger = max(a, b)
    end function
end module

program collectives
    use given
    implicit none
    integer :: p
    me = this_image()
    n = num_images()
    call numbers()
    do p = 1, n
        root = p
        call to_one()
    end do
    call strings()
    call sections()
    call broadcasts()
    call reductions()
    call with_stat()
contains
    subroutine numbers()
#define KIND int8
#define TYPE integer
#include "collectives.inc"
#define KIND int16
#include "collectives.inc"
#define KIND int32
#include "collectives.inc"
#define KIND int64
#include "collectives.inc"
#undef TYPE
#define TYPE real
#define KIND real32
#include "collectives.inc"
#define KIND real64
#include "collectives.inc"
        block
            complex(real32) :: c
            complex(real64) :: z(2)
            c = cmplx(me, -2*me, real32)
            call co_sum(c)
            call check(real(c) == n*(n + 1)/2 .and. aimag(c) == -n*(n + 1), 'co_sum of a complex number')
            z = [cmplx(me, 0, real64), cmplx(0, me, real64)]
            call co_sum(z)
            call check(real(z(1)) == n*(n + 1)/2 .and. aimag(z(2)) == n*(n + 1)/2, 'co_sum of complex numbers')
        end block
    end subroutine

    subroutine to_one()
        integer :: a(3), b
        real(real64) :: x
        a = [me, -me, 3]
        call co_sum(a, result_image=root)
        if (me == root) call check(all(a == [n*(n + 1)/2, -n*(n + 1)/2, 3*n]), 'co_sum to one image')
        b = 100 - me
        call co_min(b, root)
        if (me == root) call check(b == 100 - n, 'co_min to one image')
        x = me + 0.5d0
        call co_max(x, result_image=root)
        if (me == root) call check(x == n + 0.5d0, 'co_max to one image')
        b = 1 + mod(me, 3)
        call co_reduce(b, product_of, result_image=root)
        if (me == root) call check(b == all_products(), 'co_reduce to one image')
        a = [root, me, me*me]
        call co_broadcast(a, source_image=root)
        call check(all(a == [root, root, root*root]), 'co_broadcast')
    end subroutine

    integer function all_products()
        integer :: k
        all_products = 1
        do k = 1, n
            all_products = product_of(all_products, 1 + mod(k, 3))
        end do
    end function

    subroutine strings()
        character(7) :: word, list(3)
        word = 'image '//achar(48 + me)
        call co_max(word)
        call check(word == 'image '//achar(48 + n), 'co_max of a string')
        word = 'image '//achar(48 + me)
        call co_min(word)
        call check(word == 'image 1', 'co_min of a string')
        list = ['b', achar(96 + me), achar(122 - me)]
        call co_min(list)
        call check(list(1) == 'b' .and. list(2) == 'a' .and. list(3) == achar(122 - n), 'co_min of strings')
        list = achar(65 + me)//'xyz'
        call co_broadcast(list, source_image=n)
        call check(all(list == achar(65 + n)//'xyz'), 'co_broadcast of strings')
    end subroutine

    subroutine sections()
        integer :: a(6, 4, 3), k
        real(real64), allocatable :: x(:, :)
        a = -1
        a(1:5:2, 4:1:-1, 2) = reshape([(k*me, k=1, 12)], [3, 4])
        call co_sum(a(1:5:2, 4:1:-1, 2))
        call check(all(a(1:5:2, 4:1:-1, 2) == reshape([(k*n*(n + 1)/2, k=1, 12)], [3, 4])), 'co_sum of a section')
        call check(all(a(2::2, :, :) == -1) .and. all(a(:, :, 1) == -1) .and. all(a(:, :, 3) == -1), 'beside a section')
        allocate (x(300, 400))
        x = me
        call co_sum(x)
        call check(all(x == n*(n + 1)/2), 'co_sum of a large array')
        x = me
        call co_broadcast(x(2:300:3, :), 1)
        call check(all(x(2:300:3, :) == 1) .and. all(x(1:300:3, :) == me) .and. all(x(3:300:3, :) == me), 'co_broadcast of a section')
        x = reshape([(mod(k*me, 97), k=1, size(x))], shape(x))
        call co_max(x(1:0, :)) ! nothing
        call check(x(5, 1) == mod(5*me, 97), 'co_max of nothing')
    end subroutine

    subroutine broadcasts()
        type(point) :: a(2)
        logical :: yes(2)
        complex(real64) :: z
        integer(int8) :: tiny
        character(3, 4) :: wide
        a%id = me
        a(2)%x = [me, 2*me, 3*me]
        a(1)%x = -me
        a%name = 'im'//achar(48 + me)
        call co_broadcast(a, n)
        call check(all(a%id == n) .and. all(a(2)%x == [n, 2*n, 3*n]) .and. all(a(1)%x == -n), 'co_broadcast of a type')
        call check(all(a%name == 'im'//achar(48 + n)), 'co_broadcast of strings in a type')
        yes = [me == 1, me == n]
        call co_broadcast(yes, 1)
        call check(yes(1) .and. (yes(2) .eqv. n == 1), 'co_broadcast of logicals')
        z = cmplx(me, me + 1, real64)
        call co_broadcast(z, n)
        call check(real(z) == n .and. aimag(z) == n + 1, 'co_broadcast of a complex number')
        tiny = int(me, int8)
        call co_broadcast(tiny, n)
        call check(tiny == n, 'co_broadcast of a byte')
        wide = char(945, 4)//char(48 + me, 4)
        call co_broadcast(wide, n)
        call check(wide == char(945, 4)//char(48 + n, 4), 'co_broadcast of wide characters')
        call with_components()
    end subroutine

    subroutine with_components()
        type(holder) :: a
        integer :: k
        a%id = me
        allocate (a%list(5), a%one)
        a%list = [(me*k, k=1, 5)]
        a%one = me/4d0
        call co_broadcast(a, n)
        call check(a%id == n, 'co_broadcast of a type with allocatable components')
        call check(all(a%list == [(n*k, k=1, 5)]), 'co_broadcast of an allocatable component')
        call check(a%one == n/4d0, 'co_broadcast of an allocatable number')
        a%list(2) = 10*me ! still mine
        call check(a%list(2) == 10*me, 'a component after a broadcast')
    end subroutine

    subroutine reductions()
        type(point) :: a
        logical :: yes
        complex(real64) :: z
        character(5) :: word
        integer(int64) :: big(2, 2)
        real(real32) :: x
        integer :: list(4)
        a%id = me
        a%x = [0, 10 - mod(me, n), 0]
        a%name = 'p'//achar(48 + me)
        call co_reduce(a, larger_point)
        call check(a%id == n .and. a%name == 'p'//achar(48 + n), 'co_reduce of a type')
        yes = me /= 2
        call co_reduce(yes, both)
        call check(yes .eqv. n < 2, 'co_reduce of a logical')
        z = (0, 1)
        call co_reduce(z, times)
        call check(abs(z - (0d0, 1d0)**n) < 1d-12, 'co_reduce of a complex number')
        word = achar(122 - me)//'word'
        call co_reduce(word, first_word)
        call check(word == achar(122 - n)//'word', 'co_reduce of a string')
        big = reshape([1, 2, 3, 4], [2, 2])*10000000000_int64*me
        call co_reduce(big, sum_of)
        call check(all(big == reshape([1, 2, 3, 4], [2, 2])*5000000000_int64*n*(n + 1)), 'co_reduce of numbers of 8 bytes')
        x = -me/2.
        call co_reduce(x, larger)
        call check(x == -0.5, 'co_reduce of a real number')
        list = 1 + mod(me, 3) + [0, 1, 2, 3]
        call co_reduce(list, product_of)
        call check(list(1) == all_products(), 'co_reduce of numbers')
    end subroutine

    subroutine with_stat()
        integer :: a, stat
        character(30) :: words
        words = 'untouched'
        a = me
        stat = 77
        call co_sum(a, stat=stat, errmsg=words)
        call check(stat == 0 .and. words == 'untouched' .and. a == n*(n + 1)/2, 'stat of co_sum')
        a = me
        call co_broadcast(a, 1, stat, words)
        call check(stat == 0 .and. words == 'untouched' .and. a == 1, 'stat of co_broadcast')
        a = me
        call co_reduce(a, product_of, stat=stat)
        call check(stat == 0, 'stat of co_reduce')
    end subroutine
end program
