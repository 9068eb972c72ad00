! Coarrays that are allocated, moved and freed: move_alloc, source=, stat=, automatic deallocation at the
! end of a procedure, allocation as a barrier.
program moves
    use checks, only: check
    implicit none
    integer, allocatable :: a(:)[:], b(:)[:]
    real(kind(1d0)), allocatable :: one[:]
    integer, save :: arrived[*]
    integer :: me, n, next, round, stat
    character(60) :: words
    me = this_image()
    n = num_images()
    next = mod(me, n) + 1
    arrived = 0
    sync all

    allocate (a(5)[*])
    a = me
    sync all
    call move_alloc(a, b)
    call check(.not. allocated(a) .and. allocated(b), 'move_alloc')
    call check(all(b == me) .and. all(b(:)[next] == next), 'what was moved')
    sync all
    b(2)[next] = -me
    sync all
    call check(b(2) == -(modulo(me - 2, n) + 1), 'put to what was moved')
    sync all
    allocate (a(3)[*])
    a = 10*me
    sync all
    call move_alloc(a, b) ! onto one that is allocated
    call check(size(b) == 3 .and. all(b(:)[next] == 10*next), 'move_alloc onto an allocated one')
    sync all
    deallocate (b)

    allocate (one[*], source=2.5d0*me)
    sync all
    call check(one[next] == 2.5d0*next, 'source=')
    sync all
    deallocate (one)

    do round = 1, 20 ! all have come when allocate returns
        arrived[next] = round
        allocate (a(round)[*], stat=stat, errmsg=words)
        call check(stat == 0, 'stat of allocate')
        call check(arrived == round, 'allocate is no barrier')
        a = round
        sync all
        call check(a(round)[next] == round, 'element of a new coarray')
        deallocate (a, stat=stat)
        call check(stat == 0, 'stat of deallocate')
    end do

    allocate (a(2)[*])
    allocate (a(2)[*], stat=stat, errmsg=words)
    call check(stat /= 0, 'allocate of what is allocated')
    deallocate (a)
    deallocate (a, stat=stat)
    call check(stat /= 0, 'deallocate of what is not')
    sync all
    do round = 1, 10
        call by_itself(round)
    end do
    call saved(1)
    call saved(2)
contains
    ! Freed at the return, where all images meet.
    subroutine by_itself(size_of)
        integer, intent(in) :: size_of
        integer, allocatable :: mine(:)[:]
        allocate (mine(100*size_of)[*])
        mine = me + size_of
        sync all
        call check(mine(100*size_of)[next] == next + size_of, 'local coarray')
        sync all
        arrived[next] = -size_of
    end subroutine

    subroutine saved(call)
        integer, intent(in) :: call
        integer, save, allocatable :: kept(:)[:]
        call check(allocated(kept) .eqv. call > 1, 'allocated at the start')
        if (call == 1) then
            allocate (kept(4)[*])
            kept = 3*me
            sync all
        else
            call check(all(kept(:)[next] == 3*next), 'what a procedure keeps')
            sync all
        end if
    end subroutine
end program
