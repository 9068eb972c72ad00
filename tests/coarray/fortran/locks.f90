! lock and unlock, with acquired_lock= and stat=; locks of other images, arrays and components.
program locks
    use, intrinsic :: iso_fortran_env
    use checks, only: check
    implicit none
    integer, parameter :: rounds = 40
    type(lock_type), save :: one[*], several(3)[*]
    type(lock_type), allocatable :: made(:)[:]
    integer, save :: count(3)[*], counted[*]
    integer :: me, n, round, stat, k, failures
    logical :: got
    character(60) :: words
    me = this_image()
    n = num_images()
    count = 0
    counted = 0
    sync all

    do round = 1, rounds ! each image adds to counts on the last image, under locks of the first
        k = mod(round + me, 3) + 1
        lock (several(k)[1])
        count(k)[n] = count(k)[n] + 1
        unlock (several(k)[1])
    end do
    sync all
    call check(sum(count(:)[n]) == rounds*n, 'counts under locks of an array')
    sync all

    allocate (made(2)[*])
    count = 0
    sync all
    do round = 1, rounds
        lock (made(2)[n])
        count(1)[1] = count(1)[1] + 1
        unlock (made(2)[n])
    end do
    sync all
    call check(count(1)[1] == rounds*n, 'count under an allocated lock')
    deallocate (made)

    failures = 0
    do round = 1, rounds ! without waiting
        do
            lock (one[1], acquired_lock=got)
            if (got) exit
            failures = failures + 1
        end do
        counted[1] = counted[1] + 1
        unlock (one[1])
    end do
    sync all
    call check(counted[1] == rounds*n, 'count under a lock that is tried')
    sync all

    ! Errors come with a message.
    if (me == 1) then
        lock (one, stat=stat)
        call check(stat == 0, 'stat of a free lock')
        words = repeat('x', len(words))
        lock (one, stat=stat, errmsg=words)
        call check(stat == stat_locked, 'stat of a lock that I have')
        call check(index(words, 'xx') == 0, 'errmsg is not filled with blanks')
    end if
    sync all
    if (me == 2) then
        lock (one[1], acquired_lock=got)
        call check(.not. got, 'a lock that another image has')
        unlock (one[1], stat=stat)
        call check(stat == stat_locked_other_image, 'unlock of what another image locked')
    end if
    sync all
    if (me == 1) then
        unlock (one, stat=stat)
        call check(stat == 0, 'stat of an unlock')
        unlock (one, stat=stat)
        call check(stat == stat_unlocked, 'unlock of what is free')
    end if
    sync all

    ! A lock passes from image to image, and what was written under it.
    do round = 1, 5
        do k = 1, n
            if (me == k) then
                lock (several(1)[n])
                count(2)[1] = 10*round + k
                unlock (several(1)[n])
            end if
            sync all
            lock (several(1)[n])
            call check(count(2)[1] == 10*round + k, 'what was written under a lock')
            unlock (several(1)[n])
            sync all
        end do
    end do
end program
