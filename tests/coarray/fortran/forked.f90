! Children of fork(): one that only ends is no image that has stopped, and one that writes to a coarray ends
! with an error, alone. The images go on.
program forked
    use, intrinsic :: iso_c_binding
    use checks, only: check
    implicit none
    interface
        integer(c_int) function fork() bind(c)
            import :: c_int
        end function
        integer(c_int) function waitpid(process, status, options) bind(c)
            import :: c_int
            integer(c_int), value :: process, options
            integer(c_int), intent(out) :: status
        end function
    end interface
    integer :: x[*], next
    integer(c_int) :: child

    next = mod(this_image(), num_images()) + 1
    x = 10*this_image()
    sync all
    child = fork()
    if (child == 0) stop 3
    call check(exit_code(child) == 3, 'a child that stops has its code')
    child = fork()
    if (child == 0) then
        x[next] = -1
        stop
    end if
    call check(exit_code(child) == 1, 'a child that writes to an image ends with an error')
    sync all
    call check(x == 10*this_image(), 'what a child wrote is not there')
    call check(x[next] == 10*next, 'images reach each other')

contains

    integer function exit_code(process)
        integer(c_int), intent(in) :: process
        integer(c_int) :: status
        exit_code = -1
        if (waitpid(process, status, 0_c_int) == process .and. iand(status, 127) == 0) exit_code = status/256
    end function
end program
