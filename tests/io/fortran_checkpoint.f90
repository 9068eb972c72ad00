! Checkpoints written and restored by the Fortran module.
program fortran_checkpoint
    use, intrinsic :: iso_c_binding
    use ashlar
    implicit none
    integer, parameter :: n = 9, m = 7
    real(c_double) :: x(n, m), y(n, m)
    real(c_double), target :: energy(3), table(2, 2)
    integer(c_int32_t), target :: passes, sparse(6)
    complex(c_double_complex), target :: phase
    character(200) :: name
    type(ga_t) :: a, small
    type(io_checkpoint_t) :: state, alone
    type(ga_handle_t) :: handle
    type(ga_group_t) :: first
    integer(c_int) :: status, damaged
    integer(c_int64_t) :: step
    integer :: i, j, turn, short
    call get_command_argument(1, name)
    call ga_initialize()
    if (ga_rank() == 0) then ! of an earlier run
        call remove(trim(name)//'-0.h5')
        call remove(trim(name)//'-1.h5')
    end if
    call ga_sync()
    call ga_create(ashlar_double, [n, m], a)
    do j = 1, m
        do i = 1, n
            x(i, j) = 10*i + j
        end do
    end do
    call io_checkpoint_create(trim(name), state)
    call io_checkpoint_add(state, 'x', a)
    call io_checkpoint_add_scalars(state, 'energy', energy)
    call io_checkpoint_add_scalars(state, 'table', table)
    call io_checkpoint_add_scalars(state, 'passes', passes)
    call io_checkpoint_add_scalars(state, 'phase', phase)
    call io_checkpoint_add_scalars(state, 'sparse', sparse(::2), stat=status)
    if (status /= ashlar_eld) error stop 'gaps are no error'
    call io_checkpoint_add(state, 'x', a, stat=status)
    if (status /= ashlar_earg) error stop 'a name that is taken is no error'
    if (index(ashlar_error_message(), 'already') == 0) error stop 'other words'
    call io_checkpoint_restore(state, step)
    if (step /= -1) error stop 'there is a checkpoint already'
    do turn = 1, 3
        call set_all(turn)
        if (turn == 2) then
            call io_checkpoint_write(state, turn)
        else
            call io_checkpoint_write_nb(state, int(turn, c_int64_t), handle)
            call set_all(99)
            call ga_wait(handle)
        end if
        if (turn == 3) call io_checkpoint_complete(state)
        call set_all(99)
        damaged = -1
        call io_checkpoint_restore(state, step, damaged)
        if (step /= turn .or. damaged /= 0) error stop 'another step'
        call check_all(turn)
    end do
    call io_checkpoint_write(state, -1, stat=status)
    if (status /= ashlar_earg) error stop 'a step below 0 is no error'
    call io_checkpoint_destroy(state)
    ! The first rank alone goes on from it, and an array of other extents does not.
    if (ga_rank() == 0) then
        call ga_group_create([0], first)
        call ga_create(ashlar_double, [n, m - 1], small, group=first)
        call io_checkpoint_create(trim(name), alone, group=first)
        call io_checkpoint_add_scalars(alone, 'passes', passes)
        passes = 0
        call io_checkpoint_restore(alone, short)
        if (short /= 3 .or. passes /= 3) error stop 'another number on one rank'
        call io_checkpoint_add(alone, 'x', small)
        call io_checkpoint_restore(alone, short, stat=status)
        if (status /= ashlar_eshape) error stop 'other extents are no error'
        call io_checkpoint_destroy(alone)
        call ga_destroy(small)
        call ga_group_destroy(first)
    end if
    call ga_destroy(a)
    call ga_terminate()
contains
    subroutine remove(file)
        character(*), intent(in) :: file
        integer :: unit, problem
        open (newunit=unit, file=file, status='old', iostat=problem)
        if (problem == 0) close (unit, status='delete')
    end subroutine
    subroutine set_all(number)
        integer, intent(in) :: number
        call ga_sync()
        if (ga_rank() == 0) call ga_put(a, [1, 1], [n, m], x*number)
        call ga_sync()
        energy = [1, 2, 3]*number
        table = reshape([4, 5, 6, 7], [2, 2])*number
        passes = number
        phase = (1, -1)*number
    end subroutine
    subroutine check_all(number)
        integer, intent(in) :: number
        call ga_get(a, [1, 1], [n, m], y)
        if (maxval(abs(y - x*number)) > 0) error stop 'other elements'
        if (maxval(abs(energy - [1, 2, 3]*number)) > 0) error stop 'other scalars'
        if (maxval(abs(table - reshape([4, 5, 6, 7], [2, 2])*number)) > 0) error stop 'another table'
        if (passes /= number .or. abs(phase - (1, -1)*number) > 0) error stop 'other numbers'
    end subroutine
end program
