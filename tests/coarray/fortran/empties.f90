! Sections without elements move nothing, in gets, puts and copies; arrays of no elements are allocated.
program empties
    use checks, only: check
    implicit none
    integer, save :: x(5)[*], t(3, 4)[*]
    integer, allocatable :: none(:)[:], got(:)
    integer :: fixed(5), me, n, next, low, high
    character(0), save :: nothing[*]
    me = this_image()
    n = num_images()
    next = mod(me, n) + 1
    x = me
    t = 10*me
    low = 4
    high = 3
    fixed = -1
    sync all
    fixed(low:high) = x(low:high)[next]
    x(low:high)[next] = fixed(low:high)
    x(low:high)[next] = 77
    t(:, low:high)[next] = 77
    t(2, high:low:-1)[next] = t(1, high:low:-1)[next]
    x(high:low:-1)[next] = x(low:high)[me]
    got = x(low:high)[next]
    call check(size(got) == 0, 'shape of a get of nothing')
    nothing[next] = ''
    allocate (none(0)[*])
    sync all
    got = none(:)[next]
    call check(size(got) == 0, 'get of an array of no elements')
    none(:)[next] = 7
    sync all
    call check(all(x == me) .and. all(t == 10*me) .and. all(fixed == -1), 'what was written')
    deallocate (none)
end program
