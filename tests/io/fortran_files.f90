! Arrays written and read by the Fortran module.
program fortran_files
    use, intrinsic :: iso_c_binding
    use ashlar
    implicit none
    integer, parameter :: n = 9, m = 7
    integer(c_int32_t) :: x(n, m), y(n, m)
    character(200) :: file
    type(ga_t) :: a, b
    integer(c_int) :: status
    integer :: i, j
    call get_command_argument(1, file)
    call ga_initialize()
    call ga_create(ashlar_int, [n, m], a)
    call ga_create(ashlar_int, [n, m], b)
    do j = 1, m
        do i = 1, n
            x(i, j) = 10*i + j
        end do
    end do
    if (ga_rank() == 0) call ga_put(a, [1, 1], [n, m], x)
    call ga_sync()
    call io_write(a, trim(file), '/x', replace=.true.)
    call io_write(a, trim(file), '/x', stat=status)
    if (status /= ashlar_estate) error stop 'an existing dataset is no error'
    if (index(ashlar_error_message(), 'IO_REPLACE') == 0) error stop 'other words'
    call io_read(b, trim(file), '/x')
    call ga_get(b, [1, 1], [n, m], y)
    if (any(x /= y)) error stop 'other numbers'
    ! Rows 2 to 3 to where 5 to 6 are in the dataset.
    call ga_sync()
    call io_write(a, trim(file), '/x', lo=[2_c_int64_t, 1_c_int64_t], hi=[3_c_int64_t, 7_c_int64_t], &
        start=[5_c_int64_t, 1_c_int64_t], into=.true.)
    call io_read(b, trim(file), '/x')
    call ga_get(b, [1, 1], [n, m], y)
    x(5:6, :) = x(2:3, :)
    if (any(x /= y)) error stop 'other numbers of a patch'
    call io_read(b, trim(file), '/x', lo=[1_c_int64_t], stat=status)
    if (status /= ashlar_eshape) error stop 'a list that is too short is no error'
    call ga_destroy(a)
    call ga_destroy(b)
    call ga_terminate()
end program
