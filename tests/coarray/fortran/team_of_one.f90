! Each image in a team of its own finds its own data under image 1 of the team, in gets, puts and copies
! of coarrays of the parent, plain and by components; other images' stay as they are.
program team_of_one
    use, intrinsic :: iso_fortran_env, only: team_type
    use checks, only: check
    implicit none
    type :: field
        integer, allocatable :: values(:)
    end type
    type(team_type) :: alone, pair
    integer, save :: x(3)[*]
    type(field), save :: f[*]
    integer :: me, n, partner
    integer, allocatable :: got(:)
    me = this_image()
    n = num_images()
    x = [me, 2*me, 3*me]
    allocate (f%values(me))
    f%values = 5*me
    sync all
    form team (me, alone)
    form team ((me + 1)/2, pair)
    change team (alone)
        call check(x(2)[1] == 2*me, 'get of my own')
        got = f[1]%values
        call check(size(got) == me .and. all(got == 5*me), 'get of my own component')
        x(1)[1] = -me
        x(3)[1] = x(2)[1]
        f[1]%values(me) = 6*me
    end team
    sync all
    call check(all(x == [-me, 2*me, 2*me]), 'put and copy of my own')
    call check(f%values(me) == 6*me, 'put of my own component')
    sync all
    change team (pair)
        partner = num_images() + 1 - this_image()
        call check(x(1)[partner] == -(2*((me - 1)/2) + partner), 'get of a pair')
        sync all
        x(1)[partner] = 100*me
        sync all
        call check(x(1) == 100*(2*((me - 1)/2) + partner), 'put to a pair')
    end team
end program
