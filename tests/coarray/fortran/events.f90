! event post, wait with until_count=, event_query; events of arrays, allocated ones, and of all images.
program events
    use, intrinsic :: iso_fortran_env, only: event_type
    use checks, only: check
    implicit none
    integer, parameter :: rounds = 40
    type(event_type), save :: one[*], several(4)[*]
    type(event_type), allocatable :: made(:)[:]
    integer, save :: x(0:rounds)[*]
    integer :: me, n, next, before, round, k, count, stat
    me = this_image()
    n = num_images()
    next = mod(me, n) + 1
    before = modulo(me - 2, n) + 1

    call event_query(one, count, stat)
    call check(count == 0 .and. stat == 0, 'a new event')
    sync all
    do round = 1, rounds ! what is put before a post is there after the wait
        x(round)[next] = 100*round + me
        event post(one[next])
        event wait(one)
        call check(x(round) == 100*round + before, 'what was put before a post')
    end do
    call event_query(one, count)
    call check(count == 0, 'an event after as many waits as posts')
    sync all

    do k = 1, 4 ! posts add up; a wait takes as many as it waits for
        event post(several(k)[next], stat=stat)
        call check(stat == 0, 'stat of a post')
        event post(several(k)[next])
        event post(several(k)[next])
    end do
    sync all
    do k = 1, 4
        call event_query(several(k), count)
        call check(count == 3, 'count of an event')
        event wait(several(k), until_count=2, stat=stat)
        call check(stat == 0, 'stat of a wait')
        call event_query(several(k), count)
        call check(count == 1, 'count after a wait for two')
        event wait(several(k))
        call event_query(several(k), count)
        call check(count == 0, 'count after all waits')
    end do
    sync all

    allocate (made(2)[*]) ! all post to image 1, and it answers
    do round = 1, rounds
        if (me > 1) then
            x(me)[1] = round*me
            event post(made(1)[1])
            event wait(made(2))
        else if (n > 1) then
            event wait(made(1), until_count=n - 1)
            do k = 2, n
                call check(x(k) == round*k, 'what all put before they posted')
                event post(made(2)[k])
            end do
        end if
    end do
    sync all
    deallocate (made)

    event post(one) ! to myself
    event wait(one, until_count=0) ! this waits for one post
    call event_query(one, count)
    call check(count == 0, 'count after a wait for none')
    sync all

    if (me == 1 .and. n > 1) then ! many posts before the first wait
        do round = 1, 1000
            event post(one[n])
        end do
    else if (me == n .and. n > 1) then
        event wait(one, until_count=1000)
        call event_query(one, count)
        call check(count == 0, 'count after a wait for a thousand')
    end if
    sync all
end program
