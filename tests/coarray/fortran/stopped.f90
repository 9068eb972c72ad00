! Image 1 stops; the others are told by stat= of whatever synchronises with it, by image_status and
! stopped_images, still read and write its coarrays, and synchronise among themselves.
program stopped
    use, intrinsic :: iso_fortran_env, only: stat_stopped_image, event_type, lock_type
    use checks, only: check
    implicit none
    integer, save :: x(3)[*]
    type(event_type), save :: event[*]
    type(lock_type), save :: lock[*]
    integer, allocatable :: list(:)
    integer(kind=8), allocatable :: long_list(:)
    integer :: me, n, stat, k
    me = this_image()
    n = num_images()
    x = [100*me, 0, me]
    call check(size(stopped_images()) == 0, 'stopped images before any')
    call check(image_status(n) == 0, 'status of an image that runs')
    sync all
    if (me == 1) stop
    do while (image_status(1) /= stat_stopped_image) ! until it is seen
    end do
    list = stopped_images()
    call check(size(list) == 1, 'number of stopped images')
    call check(all(list == [1]), 'stopped images')
    long_list = stopped_images(kind=8)
    call check(all(long_list == [1_8]), 'stopped images as integers of 8 bytes')
    call check(size(failed_images()) == 0, 'stopped, not failed')
    call check(image_status(me) == 0, 'my own status')

    stat = 0
    sync images(1, stat=stat)
    call check(stat == stat_stopped_image, 'stat of sync images with a stopped image')
    stat = 0
    sync all(stat=stat)
    call check(stat == stat_stopped_image, 'stat of sync all')
    stat = 0
    sync all(stat=stat)
    call check(stat == stat_stopped_image, 'stat of sync all, again')

    call check(x(1)[1] == 100, 'get from a stopped image')
    if (me == 2) then
        x(2)[1] = 22
        call check(x(2)[1] == 22, 'put to a stopped image')
    end if
    stat = 77
    k = x(1)[1, stat=stat]
    call check(stat == 0 .and. k == 100, 'stat of a get from a stopped image')
    event post (event[1], stat=stat)
    lock (lock[n])
    x(3)[1] = x(3)[1] + me
    unlock (lock[n])

    do k = 1, 20 ! those that run go on
        x(2)[me] = k
        if (me > 2) sync images(me - 1)
        if (me < n) sync images(me + 1)
    end do
    if (n > 2 .and. me > 2) then
        sync images(2)
    else if (me == 2) then
        do k = 3, n
            sync images(k)
        end do
        call check(x(3)[1] == n*(n + 1)/2, 'sum on a stopped image, under its lock')
    end if
end program
