! Components of derived types on other images: plain ones, allocatable ones of different shapes on each
! image, in arrays of derived types and nested; whether they are allocated; strings.
module components_of
    use checks, only: check
    implicit none
    type :: plain
        integer :: number = -1
        real :: values(4) = 0
        character(6) :: word = ' '
        complex(kind(1d0)) :: z = 0
    end type
    type :: inner
        integer :: id = 0
        real(kind(1d0)), allocatable :: table(:, :)
    end type
    type :: outer
        integer :: count = 0
        integer, allocatable :: list(:), one
        type(inner) :: part
        type(inner), allocatable :: parts(:)
        character(:), allocatable :: name
    end type
    type :: several ! gfortran 12 cannot deallocate a coarray of type outer
        integer :: id = 0
        integer, allocatable :: list(:)
    end type
    type(plain), save :: p(3)[*]
    type(outer), save :: x[*]
    type(several), allocatable :: a(:)[:]
    integer :: me, next, before, n
contains
    subroutine plain_ones()
        type(plain) :: got
        real :: values(3)
        character(1) :: letter
        character(5) :: word
        p(2)%number = 10*me
        p(2)%values = me + [0.5, 1.5, 2.5, 3.5]
        p(3)%word = 'im'//achar(64 + me)
        sync all
        call check(p(2)[next]%number == 10*next, 'get of a number')
        got = p(2)[next]
        call check(got%number == 10*next, 'get of a whole element: its number')
        call check(all(got%values == next + [0.5, 1.5, 2.5, 3.5]), 'get of a whole element: its values')
        values(1:2) = p(2)[next]%values(4:2:-2)
        call check(all(values(1:2) == next + [3.5, 1.5]), 'get of a section of a component')
        call check(all(p(:)[next]%number == [-1, 10*next, -1]), 'get of a component of all elements')
        call check(p(3)[next]%word == 'im'//achar(64 + next), 'get of a string')
        letter = p(3)[next]%word(3:3)
        call check(letter == achar(64 + next), 'get of a part of a string')
        sync all
        p(1)[next]%number = 7*me
        p(1)[next]%values(2:3) = [real(me), -real(me)]
        word = 'from'//achar(48 + me) ! gfortran 12 does not pass on the length of what // makes
        p(1)[next]%word = word
        p(1)[next]%z = cmplx(me, -me, kind(1d0))
        p(2:3)[next]%number = [me, me + 1]
        sync all
        call check(p(1)%number == 7*before, 'put of a number')
        call check(all(p(1)%values == [0., real(before), -real(before), 0.]), 'put of a section of a component')
        call check(p(1)%word == 'from'//achar(48 + before), 'put of a string')
        call check(real(p(1)%z) == before .and. aimag(p(1)%z) == -before, 'put of a complex number')
        call check(p(2)%number == before .and. p(3)%number == before + 1, 'put of a component of two elements')
        sync all
        p(3)[next] = p(1)
        sync all
        call check(p(3)%number == 7*merge(n, before - 1, before == 1), 'put of a whole element')
        call check(p(3)%word == 'from'//achar(48 + merge(n, before - 1, before == 1)), 'put of a whole element: its string')
        sync all
    end subroutine

    ! Image i has a list of i + 2 numbers i*100 + k and a table of i rows. What a procedure allocates by an
    ! argument that is no coarray, others could not read.
    subroutine fill()
        integer :: k
        x%count = me
        x%list = [(100*me + k, k=1, me + 2)]
        x%one = -me
        x%part%id = 3*me
        if (allocated(x%part%table)) deallocate (x%part%table)
        allocate (x%part%table(me, 3))
        x%part%table = reshape([(real(me, kind(1d0)) + k/100d0, k=1, 3*me)], [me, 3])
        if (allocated(x%parts)) deallocate (x%parts)
        allocate (x%parts(2))
        x%parts(2)%id = 5*me
        allocate (x%parts(2)%table(2, 4))
        x%parts(2)%table = reshape([(me*1000d0 + k, k=1, 8)], [2, 4])
    end subroutine

    subroutine gets()
        integer, allocatable :: list(:)
        real(kind(1d0)), allocatable :: table(:, :)
        integer :: k, two(2)
        call fill()
        sync all
        call check(x[next]%count == next, 'get of a number beside allocatable ones')
        list = x[next]%list
        call check(size(list) == next + 2, 'shape of a list of another image')
        call check(all(list == [(100*next + k, k=1, next + 2)]), 'get of a list')
        two = x[next]%list(next + 2:2:-next)
        call check(all(two == 100*next + [next + 2, 2]), 'get of two elements of a list')
        call check(x[next]%list(2) == 100*next + 2, 'get of an element of a list')
        call check(x[next]%one == -next, 'get of an allocatable number')
        call check(x[next]%part%id == 3*next, 'get of a number in a component')
        table = x[next]%part%table
        call check(all(shape(table) == [next, 3]), 'shape of a table in a component')
        call check(all(table == reshape([(real(next, kind(1d0)) + k/100d0, k=1, 3*next)], [next, 3])), 'get of a table in a component')
        call check(x[next]%part%table(next, 2) == next + (2*next)/100d0, 'get of an element of a table in a component')
        call check(x[next]%parts(2)%id == 5*next, 'get of a number in an allocatable component')
        table = x[next]%parts(2)%table
        call check(all(table == reshape([(next*1000d0 + k, k=1, 8)], [2, 4])), 'get of a table in an allocatable component')
        table = x[next]%parts(2)%table(2:1:-1, 2:4:2)
        call check(all(table == next*1000d0 + reshape([4, 3, 8, 7], [2, 2])), 'get of a section of that table')
        table = x[next]%parts(2)%table(2::-1, :2:-1)
        call check(all(table == next*1000d0 + reshape([8, 7, 6, 5, 4, 3], [2, 3])), 'get of a section without bounds')
        sync all
    end subroutine

    subroutine puts()
        integer :: k
        x[next]%list(2) = -me
        x[next]%list(1:3:2) = [me, me + 1]
        x[next]%one = 17*me
        x[next]%part%table(1, :) = [1d0, 2d0, 3d0]*me
        x[next]%parts(2)%id = 9*me
        x[next]%parts(2)%table(:, 2:3) = reshape([1, 2, 3, 4]*me, [2, 2])
        x[next]%parts(2)%table(2, 4) = 0.25d0
        sync all
        call check(all(x%list(:3) == [before, -before, before + 1]), 'puts into a list')
        call check(all(x%list(4:) == [(100*me + k, k=4, me + 2)]), 'what puts into a list leave')
        call check(x%one == 17*before, 'put of an allocatable number')
        call check(all(x%part%table(1, :) == [1d0, 2d0, 3d0]*before), 'put of a row')
        call check(all(x%part%table(2:, 2) == [(real(me, kind(1d0)) + (me + k)/100d0, k=2, me)]), 'what a put of a row leaves')
        call check(x%parts(2)%id == 9*before, 'put of a number in an allocatable component')
        call check(all(x%parts(2)%table(:, 2:3) == reshape([1, 2, 3, 4]*before, [2, 2])), 'put of columns')
        call check(x%parts(2)%table(2, 4) == 0.25d0 .and. x%parts(2)%table(1, 4) == me*1000 + 7, 'put of an element')
        sync all
        x[next]%list(:) = 4*me
        sync all
        call check(all(x%list == 4*before), 'put of a number to a whole list')
        sync all
    end subroutine

    ! From the next image to the one before.
    subroutine copies()
        call fill()
        sync all
        x[before]%list(1) = x[next]%list(3)
        x[before]%part%table(1, 1:3) = x[next]%parts(2)%table(1, 1:3)
        sync all
        call check(x%list(1) == 100*(mod(next, n) + 1) + 3, 'copy of an element')
        call check(all(x%part%table(1, :) == (mod(next, n) + 1)*1000 + [1, 3, 5]), 'copy of a row')
        sync all
    end subroutine

    subroutine presence()
        if (mod(me, 2) == 0) deallocate (x%list, x%parts(2)%table)
        sync all
        call check(allocated(x[next]%list) .eqv. mod(next, 2) == 1, 'allocated(list)')
        call check(allocated(x[next]%one), 'allocated(one)')
        call check(allocated(x[next]%parts(2)%table) .eqv. mod(next, 2) == 1, 'allocated(table) in an allocatable component')
        call check(.not. allocated(x[next]%parts(1)%table), 'allocated(table) of one that never was')
        call check(.not. allocated(x[next]%name), 'allocated(name)')
        sync all
    end subroutine

    subroutine arrays_of_types()
        integer :: k
        integer, allocatable :: list(:)
        allocate (a(4)[*])
        do k = 1, 4
            allocate (a(k)%list(k + me))
            a(k)%list = 1000*me + 10*k
            a(k)%id = k*me
        end do
        sync all
        do k = 1, 4
            list = a(k)[next]%list
            call check(size(list) == k + next, 'shape of a list in an array of types')
            call check(all(list == 1000*next + 10*k), 'get of a list in an array of types')
            call check(a(k)[next]%id == k*next, 'get of a number in an array of types')
        end do
        sync all
        a(3)[next]%list(2:3) = [me, -me]
        sync all
        call check(all(a(3)%list == [1000*me + 30, before, -before, (1000*me + 30, k=4, 3 + me)]), 'put into a list in an array of types')
        deallocate (a)
    end subroutine

    ! A component gets another shape without the others; then they see that.
    subroutine shapes_that_change()
        integer, allocatable :: list(:)
        integer :: round
        do round = 1, 5
            if (allocated(x%list)) deallocate (x%list)
            allocate (x%list(round*me))
            x%list = round + me
            sync all
            list = x[next]%list
            call check(size(list) == round*next, 'new shape of a list')
            call check(all(list == round + next), 'get of a list of new shape')
            sync all
        end do
    end subroutine
end module

program components
    use components_of
    implicit none
    me = this_image()
    n = num_images()
    next = mod(me, n) + 1
    before = merge(n, me - 1, me == 1)
    call plain_ones()
    call gets()
    call puts()
    call copies()
    call presence()
    call arrays_of_types()
    call shapes_that_change()
end program
