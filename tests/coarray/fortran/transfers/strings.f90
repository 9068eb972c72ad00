! Deferred-length strings and allocatable arrays of strings as components on other images.
program strings
    use checks, only: check
    implicit none
    type :: words
        character(:), allocatable :: name
        character(4), allocatable :: list(:)
    end type
    type(words), save :: w[*]
    character(4) :: got(2)
    character(3) :: word
    integer :: me, next, before
    me = this_image()
    next = mod(me, num_images()) + 1
    before = merge(num_images(), me - 1, me == 1)
    allocate (w%list(me + 1))
    w%list = 'no'//achar(48 + me)
    w%list(me + 1) = 'last'
    allocate (character(5) :: w%name)
    w%name = 'name'//achar(48 + me)
    sync all
    call check(w[next]%list(1) == 'no'//achar(48 + next), 'get of a string of a list')
    got = w[next]%list(next:next + 1)
    call check(got(2) == 'last', 'get of the end of a list of strings')
    call check(allocated(w[next]%name), 'allocated(name)')
    sync all
    word = 'by'//achar(48 + me) ! gfortran 12 does not pass on the length of what // makes
    w[next]%list(1) = word
    sync all
    call check(w%list(1) == 'by'//achar(48 + before), 'put of a string into a list')
    call check(w%list(me + 1) == 'last', 'what the put leaves')
end program
