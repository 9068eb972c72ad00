! The last actions of an image before it stops arrive: from image to image go a put and a post; and a
! meeting of two is no less one because one of them stops after it.
program farewells
    use, intrinsic :: iso_fortran_env, only: event_type
    use checks, only: check
    implicit none
    integer, save :: x[*]
    type(event_type), save :: told[*]
    integer :: me, n, stat
    me = this_image()
    n = num_images()
    x = 0
    sync all
    if (me > 1) then
        stat = 77
        sync images(me - 1, stat=stat)
        call check(stat == 0, 'meeting with an image that stops after it')
        event wait(told)
        call check(x == me - 1, 'put of an image that stops after it')
    end if
    if (me < n) then
        stat = 77
        sync images(me + 1, stat=stat)
        call check(stat == 0, 'meeting with an image that stops later')
        x[me + 1] = me
        event post(told[me + 1])
    end if
end program
