! Assignments between coarrays without [] do not synchronise: while one image copies, with and without
! allocatable components, the others wait for it to post, and do the same after it. (A type with allocatable
! components as a whole gfortran 12 copies by a size that it has not computed.)
program local_copies
    use, intrinsic :: iso_fortran_env, only: event_type
    use checks, only: check
    implicit none
    type :: field
        integer :: id = 0
        integer, allocatable :: values(:)
    end type
    type(field), save :: a[*], b[*]
    type(field), allocatable :: list(:)[:]
    integer, allocatable :: x(:)[:], y(:)[:]
    type(event_type), save :: turn[*]
    integer :: me, k
    me = this_image()
    allocate (x(100)[*], y(100)[*], list(3)[*])
    allocate (a%values(50))
    a%id = me
    a%values = me
    x = me
    sync all
    if (me > 1) event wait (turn)
    y = x
    y(1:50) = x(51:100) + y(1:50)
    b%id = a%id
    b%values = a%values                     ! allocates b%values
    b%values = a%values + 1
    b%values = [(k, k=1, 10*me)]            ! allocates anew
    list(2)%values = a%values
    list(3)%values = list(2)%values
    deallocate (b%values)
    allocate (b%values(7))
    b%values = 7*me
    if (me < num_images()) event post (turn[me + 1])
    call check(all(y(1:50) == 2*me) .and. all(y(51:) == me), 'copy of an array')
    call check(b%id == me .and. all(b%values == 7*me), 'copy of a type')
    call check(size(list(3)%values) == 50 .and. all(list(3)%values == me), 'copy of an element')
    sync all
    k = mod(me, num_images()) + 1
    call check(all(b[k]%values == 7*k), 'get of what was copied locally')
    call check(list(3)[k]%values(50) == k, 'get of an element that was copied locally')
    sync all
end program
