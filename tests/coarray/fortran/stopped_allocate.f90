! A coarray cannot be allocated when an image has stopped: stat= says so.
program stopped_allocate
    use, intrinsic :: iso_fortran_env, only: stat_stopped_image
    use checks, only: check
    implicit none
    integer, allocatable :: x(:)[:], y(:)[:]
    integer :: me, stat
    me = this_image()
    allocate (x(5)[*])
    x = me
    sync all
    if (me == 1) stop
    do while (image_status(1) /= stat_stopped_image) ! until it is seen
    end do
    stat = 0
    allocate (y(5)[*], stat=stat)
    call check(stat == stat_stopped_image, 'stat of allocate')
    call check(.not. allocated(y), 'allocated in spite of it')
    call check(x(3)[1] == 1, 'get of what was allocated before')
end program
