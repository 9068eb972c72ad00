! Puts to allocatable components that are coarrays or in coarrays, of other sizes on each image, from
! arrays, scalars and other components.
program component_puts
    use checks, only: check
    implicit none
    type :: field
        real, allocatable :: values(:)
        integer, allocatable :: grid(:, :)
    end type
    type :: coarrays
        real, allocatable :: values(:)[:]
    end type
    type(field), save :: f[*]
    type(coarrays), save :: c
    integer :: me, n, next, before, k
    me = this_image()
    n = num_images()
    next = mod(me, n) + 1
    before = modulo(me - 2, n) + 1
    allocate (f%values(0:me + 3), f%grid(me + 1, -1:1), c%values(4)[*])
    f%values = 0
    f%grid = 0
    c%values = 0
    sync all
    c%values(:)[next] = [1., 2., 3., 4.]*me
    c%values(2:4:2)[next] = -me
    f[next]%values(next + 3) = 7*me
    f[next]%values(0:2) = [me, me + 1, me + 2]
    f[next]%grid(next + 1, :) = [10, 20, 30]*me
    f[next]%grid(1, -1:1:2) = me
    sync all
    call check(all(c%values == before*[1, -1, 3, -1]), 'puts to a component that is a coarray')
    call check(all(f%values(0:2) == [before, before + 1, before + 2]), 'put of a section of a component')
    call check(f%values(me + 3) == 7*before .and. all(f%values(3:me + 2) == 0), 'put of the last element')
    call check(all(f%grid(me + 1, :) == [10, 20, 30]*before), 'put of a row of a component')
    call check(all(f%grid(1, :) == [before, 0, before]), 'put of every other element of a row')
    call check(all(f%grid(2:me, :) == 0), 'what the puts leave')
    sync all
    do k = 1, n ! all put to all
        f[k]%values(min(me - 1, k + 3)) = 100*me
    end do
    sync all
    do k = 1, min(n, me + 3)
        call check(f%values(k - 1) == 100*k, 'puts of all images')
    end do
end program
