! coarrays_fortran [ROWS [LEAST]]: accesses to coarrays and synchronisation in Fortran, for whichever
! library it is linked with. Image 1 prints "ROW MICROSECONDS", seven times for each row, each measured for
! LEAST milliseconds or more (unset: 10). ROWS:
!
!   node       (unset) on two images: elements, slices, components, synchronisation, a relaxation
!   paper      the benchmarks of D. M. J. Browne, "An Implementation of the Coarray Programming Model in C++",
!              2013: elements against blocks, all cores of a node to another (the upper half of the images),
!              arrays sent to and fro with barriers, slices
!   parts      arrays and allocatable components alone, on two images
!   sync       all, on any number of images, and on two a pair
module bench
    use, intrinsic :: iso_fortran_env, only: int64, real64, event_type, error_unit
    implicit none
    integer, parameter :: side = 512, part = 256, first = 101, last = first + part - 1
    integer, parameter :: grid = 2000, sweeps = 20, length = 1000, samples = 7
    type :: field
        real(real64), allocatable :: values(:)
    end type
    real(real64), save :: one[*], plane(side, side)[*], line(length)[*]
    real(real64), allocatable :: grids(:, :, :)[:], vector(:)[:], table(:, :)[:]
    type(field), save :: component[*]
    type(event_type), save :: event[*]
    integer, save :: repetitions[*]
    real(real64) :: buffer(part, part), value, row(length)
    real(real64), allocatable :: mine(:), square(:, :)
    integer :: me, n, other, size_of, least = 10

    abstract interface
        subroutine operation(times)
            integer, intent(in) :: times
        end subroutine
    end interface
contains
    subroutine check(is_right, words)
        logical, intent(in) :: is_right
        character(*), intent(in) :: words
        if (is_right) return
        write (error_unit, '(2a)') 'wrong: ', words
        error stop 1
    end subroutine

    ! How long each of `times` runs takes, for the images up to `workers`; the others wait.
    real(real64) function time_of(run, times, workers)
        procedure(operation) :: run
        integer, intent(in) :: times, workers
        integer(int64) :: start, end, rate
        sync all
        call system_clock(start, rate)
        if (me <= workers) call run(times)
        call system_clock(end)
        sync all
        time_of = 1d6*real(end - start, real64)/real(rate, real64)/times
    end function

    subroutine measure(name, run, workers, most)
        character(*), intent(in) :: name
        procedure(operation) :: run
        integer, intent(in) :: workers
        integer, intent(in), optional :: most
        integer :: k, times, limit
        real(real64) :: us
        limit = 1000000
        if (present(most)) limit = most
        times = 1
        do
            us = time_of(run, times, workers)
            if (me == 1) repetitions = merge(times, min(limit, 2*times), us*times >= 1d3*least .or. times == limit)
            sync all
            k = repetitions[1]
            if (k == times) exit
            times = k
            sync all
        end do
        do k = 1, samples
            us = time_of(run, times, workers)
            if (me == 1) print '(a, 1x, f0.5)', name, us
        end do
    end subroutine

    ! ---- accesses --------------------------------------------------------------------------------

    subroutine get_8(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            value = one[other]
        end do
        call check(int(value) == other, 'get of 8 bytes')
    end subroutine

    subroutine put_8(times)
        integer, intent(in) :: times
        integer :: k
        value = other
        do k = 1, times
            one[other] = value
        end do
    end subroutine

    subroutine get_slice(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            buffer = plane(first:last, first:last)[other]
        end do
        call check(int(buffer(part, part)) == other*1000, 'get of a slice')
    end subroutine

    subroutine put_slice(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            plane(first:last, first:last)[other] = buffer
        end do
    end subroutine

    subroutine get_array(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            row = line(:)[other]
        end do
        call check(int(row(length)) == other, 'get of an array')
    end subroutine

    subroutine put_array(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            line(:)[other] = row
        end do
    end subroutine

    subroutine get_component(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            row = component[other]%values(:)
        end do
        call check(int(row(length)) == other, 'get of a component')
    end subroutine

    subroutine put_component(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            component[other]%values(:) = row
        end do
    end subroutine

    ! ---- synchronisation -------------------------------------------------------------------------

    subroutine sync_of_all(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            sync all
        end do
    end subroutine

    subroutine sync_of_pair(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            sync images(other)
        end do
    end subroutine

    subroutine ping_pong(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            if (me == 1) event post (event[other])
            event wait (event)
            if (me == 2) event post (event[other])
        end do
    end subroutine

    ! ---- relaxation ------------------------------------------------------------------------------

    ! Image 1 has the left half. A column goes into the array that the other one does not read until both
    ! have passed a barrier: one a sweep.
    subroutine relax(times)
        integer, intent(in) :: times
        integer :: k, time, edge, ghost
        edge = merge(grid/2, 1, me == 1)
        ghost = merge(0, grid/2 + 1, me == 1)
        do time = 1, times
            do k = 1, sweeps
                call sweep(grids(:, :, 2 - mod(k, 2)), grids(:, :, 1 + mod(k, 2)))
                grids(:, ghost, 1 + mod(k, 2))[other] = grids(:, edge, 1 + mod(k, 2))
                sync images(other)
            end do
        end do
    end subroutine

    subroutine sweep(from, to)
        real(real64), intent(in), contiguous :: from(0:, 0:)
        real(real64), intent(inout), contiguous :: to(0:, 0:)
        integer :: i, j
        do j = 1, grid/2
            do i = 1, grid
                to(i, j) = 0.25d0*(from(i, j - 1) + from(i, j + 1) + from(i - 1, j) + from(i + 1, j))
            end do
        end do
    end subroutine

    ! ---- the paper's -----------------------------------------------------------------------------

    subroutine get_elements(times)
        integer, intent(in) :: times
        integer :: k, i
        do k = 1, times
            do i = 1, size_of
                mine(i) = vector(i)[other]
            end do
        end do
    end subroutine

    subroutine get_block(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            mine(1:size_of) = vector(:)[other]
        end do
    end subroutine

    ! To and fro, with all at the end of each.
    subroutine bounce(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            if (me == 1) vector(:)[other] = mine(1:size_of)
            sync all
            if (me == other .or. me == 2) vector(:)[1] = mine(1:size_of)
            sync all
        end do
    end subroutine

    subroutine get_half(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            mine(1:size_of) = vector(1:size_of)[other]
        end do
    end subroutine

    subroutine get_quarter(times)
        integer, intent(in) :: times
        integer :: k
        do k = 1, times
            square = table(1:size_of, 1:size_of)[other]
        end do
    end subroutine

    function labelled(name) result(label)
        character(*), intent(in) :: name
        character(:), allocatable :: label
        character(10) :: digits
        write (digits, '(i0)') size_of
        label = name//'-'//trim(digits)
    end function

    subroutine measure_paper()
        integer, parameter :: sizes(5) = [1, 16, 256, 1024, 4096], sides(4) = [4, 16, 64, 256]
        integer :: k
        if (me > n/2) other = me - n/2
        if (me <= n/2) other = me + n/2
        do k = 1, size(sizes)
            size_of = sizes(k)
            allocate (vector(size_of)[*], mine(size_of))
            vector = me
            mine = me
            sync all
            if (n == 2) call measure(labelled('elements'), get_elements, 1)
            if (n == 2) call measure(labelled('block'), get_block, 1)
            call measure(labelled('group'), get_block, n/2)
            call check(me > n/2 .or. all(int(mine) == other), 'get of a block')
            if (n == 2) call measure(labelled('bounce'), bounce, n)
            deallocate (vector, mine)
        end do
        if (n > 2) return
        do k = 1, size(sizes)
            size_of = sizes(k)
            allocate (vector(2*size_of)[*], mine(size_of))
            vector = me
            sync all
            call measure(labelled('slice'), get_half, 1)
            deallocate (vector, mine)
        end do
        do k = 1, size(sides)
            size_of = sides(k)
            allocate (table(2*size_of, 2*size_of)[*], square(size_of, size_of))
            table = me
            sync all
            call measure(labelled('square'), get_quarter, 1)
            call check(me > 1 .or. all(int(square) == other), 'get of a square')
            deallocate (table, square)
        end do
    end subroutine

    subroutine measure_parts()
        call measure('get-array', get_array, 1)
        call measure('put-array', put_array, 1)
        call measure('get-component', get_component, 1)
        call measure('put-component', put_component, 1)
    end subroutine

    subroutine measure_sync()
        call measure('sync-all', sync_of_all, n)
        if (n == 2) call measure('sync-pair', sync_of_pair, n)
    end subroutine

    subroutine measure_node()
        call measure('get-8', get_8, 1)
        call measure('put-8', put_8, 1)
        call measure('get-slice', get_slice, 1)
        call measure('put-slice', put_slice, 1)
        call measure_parts()
        call measure_sync()
        call measure('event', ping_pong, 2)
        allocate (grids(0:grid + 1, 0:grid/2 + 1, 2)[*])
        grids = 0
        if (me == 1) grids(:, 0, :) = 1
        sync all
        call measure('jacobi', relax, 2, 1)
        deallocate (grids)
    end subroutine
end module

program coarrays_fortran
    use bench
    implicit none
    character(10) :: rows, argument
    me = this_image()
    n = num_images()
    other = 3 - me
    rows = 'node'
    if (command_argument_count() >= 1) call get_command_argument(1, rows)
    if (command_argument_count() >= 2) then
        call get_command_argument(2, argument)
        read (argument, *) least
    end if
    one = me
    plane = 1000*me
    line = me
    allocate (component%values(length))
    component%values = me
    row = other
    buffer = 1000*other
    sync all
    if (n < 2) error stop 'coarrays_fortran: takes two images or more'
    select case (rows)
    case ('node')
        if (n /= 2) error stop 'coarrays_fortran: takes two images'
        call measure_node()
    case ('parts')
        if (n /= 2) error stop 'coarrays_fortran: takes two images'
        call measure_parts()
    case ('paper')
        call measure_paper()
    case ('sync')
        call measure_sync()
    case default
        error stop 'coarrays_fortran: no such rows'
    end select
end program
