! The last image fails; the others are told by stat= of what synchronises with it, by image_status and
! failed_images, and go on: they synchronise and end well.
program failed
    use, intrinsic :: iso_fortran_env, only: stat_failed_image, team_type
    use checks, only: check
    implicit none
    integer, save :: x(3)[*]
    integer, allocatable :: list(:)
    integer(kind=8), allocatable :: long_list(:)
    integer :: me, n, stat, k, total
    me = this_image()
    n = num_images()
    x = [100*me, 0, me]
    call check(size(failed_images()) == 0, 'failed images before any')
    sync all
    if (me == n) fail image
    do while (image_status(n) /= stat_failed_image) ! until it is seen
    end do
    list = failed_images()
    call check(size(list) == 1, 'number of failed images')
    call check(all(list == [n]), 'failed images')
    long_list = failed_images(kind=8)
    call check(all(long_list == [int(n, 8)]), 'failed images as integers of 8 bytes')
    call check(size(stopped_images()) == 0, 'failed, not stopped')
    call check(image_status(me) == 0, 'my own status')

    stat = 0
    sync images(n, stat=stat)
    call check(stat == stat_failed_image, 'stat of sync images with a failed image')
    do k = 1, 20
        stat = 0
        sync all(stat=stat)
        call check(stat == stat_failed_image, 'stat of sync all')
        x(2)[mod(me, n - 1) + 1] = 1000*k + me
        sync all(stat=stat)
        call check(x(2) == 1000*k + modulo(me - 2, n - 1) + 1, 'what survivors put')
    end do
    stat = 0
    k = x(1)[n, stat=stat]
    call check(stat == stat_failed_image, 'stat of a get from a failed image')
    total = me
    call co_sum(total, stat=stat)
    call check(stat == stat_failed_image, 'stat of co_sum')
    call others_synchronise()
    call others_form_teams()
contains
    subroutine others_synchronise()
        if (n < 3) return
        if (me == 1) then
            do k = 2, n - 1
                sync images(k, stat=stat)
                call check(stat == 0, 'stat of sync images of survivors')
            end do
        else
            sync images(1, stat=stat)
            call check(stat == 0, 'stat of sync images with a survivor')
        end if
        sync all(stat=stat)
    end subroutine

    ! One of all of them, and in it one of those with odd numbers, one of those with even ones.
    subroutine others_form_teams()
        type(team_type) :: survivors, half
        integer :: sum_of_half
        form team (3, survivors)
        change team (survivors)
            call check(num_images() == n - 1 .and. this_image() == me, 'a team of survivors')
            call check(size(failed_images()) == 0, 'failed images of a team of survivors')
            stat = 77
            sync all(stat=stat)
            call check(stat == 0, 'stat of sync all of survivors')
            form team (2 - mod(me, 2), half)
            change team (half)
                call check(this_image() == (me + 1)/2, 'this image in half of the survivors')
                call check(x(1)[num_images()] == 100*(2*num_images() - mod(me, 2)), 'get in half of the survivors')
                sum_of_half = me
                call co_sum(sum_of_half, stat=stat)
                call check(stat == 0, 'stat of co_sum of survivors')
                call check(sum_of_half == sum([(k, k=2 - mod(me, 2), n - 1, 2)]), 'co_sum of survivors')
            end team
        end team
        call check(size(failed_images()) == 1, 'failed images after end team')
    end subroutine
end program
