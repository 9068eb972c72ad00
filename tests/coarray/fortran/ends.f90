! ends WAY: ends a job of three images in some way; the script `ends` says what must come of it.
program ends
    use, intrinsic :: iso_fortran_env, only: event_type, lock_type
    implicit none
    type(event_type), save :: never[*]
    type(lock_type), save :: taken[*]
    integer, save :: x[*]
    integer, allocatable :: y(:)[:]
    integer :: me, n
    character(20) :: way
    call get_command_argument(1, way)
    me = this_image()
    n = num_images()
    x = me
    sync all
    select case (way)
    case ('stop')
        stop
    case ('stop-3')
        stop 3
    case ('stop-words')
        if (me == 1) stop 'all is well'
    case ('one-stops-4') ! the others end as usual, later
        if (me == 2) stop 4
        if (me == 1) sync images(3)
        if (me == 3) sync images(1)
    case ('error-stop')
        error stop
    case ('error-stop-words')
        if (me == n) error stop 'this went wrong'
        call wait_forever()
    case ('error-stop-quiet')
        if (me == n) error stop 9, quiet=.true.
        call wait_forever()
    case ('in-sync-all')
        if (me == 2) error stop 7
        sync all
    case ('in-sync-images')
        if (me == 2) error stop 7
        sync images(2)
    case ('in-event')
        if (me == 2) error stop 7
        event wait (never)
    case ('in-lock')
        if (me == 1) lock (taken[1])
        sync all
        if (me == 1) error stop 7
        lock (taken[1])
    case ('in-critical')
        if (me == 1) x = 1
        sync all
        critical
            if (x[1] == 2) error stop 7 ! the second that comes in
            x[1] = 2
        end critical
        call wait_forever()
    case ('in-allocate')
        if (me == 2) error stop 7
        allocate (y(10)[*])
    case ('in-sum')
        if (me == 2) error stop 7
        call co_sum(x)
    case ('computing')
        if (me == 2) error stop 7
        call compute()
    case ('on-the-first')
        if (me == 1) error stop 7
        call compute()
    case ('by-all')
        error stop 7
    case ('at-the-end') ! the others have ended already, and wait for all
        if (me == 2) then
            call compute_briefly()
            error stop 7
        end if
    case ('wrong-image')
        if (me == 1) x[n + 1] = 1
        sync all
    case default
        error stop 'ends: no such way'
    end select
contains
    subroutine wait_forever()
        event wait (never)
    end subroutine

    subroutine compute()
        real, volatile :: a
        a = 1
        do while (a > 0)
            a = a + 1e-3
        end do
    end subroutine

    subroutine compute_briefly()
        real, volatile :: a
        integer :: k
        a = 1
        do k = 1, 20000000
            a = a + 1
        end do
    end subroutine
end program
