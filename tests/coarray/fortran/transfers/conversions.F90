! Assignments to and from other images that convert: between all numeric types and kinds, between kinds
! of logicals, and between lengths and kinds of strings. The compiler's own assignment says what must come.

! What image 1 does with a source, `mine` here and from_<source> on image `from`, and a target of type
! kind: it converts at a put, a get and a copy, of an array, every other element and a scalar.
#define CONVERT(source,target,kind) \
block; \
    kind :: got(n), want(n); \
    want = mine; \
    target(:)[to] = mine; \
    call check(all(target(:)[to] == want), 'put of source to target'); \
    got = from_/**/source(:)[from]; \
    call check(all(got == want), 'get of source as target'); \
    target(:)[to] = from_/**/source(n:1:-1)[from]; \
    call check(all(target(:)[to] == want(n:1:-1)), 'copy of source to target'); \
    target(2::2)[to] = mine(:n/2); \
    call check(all(target(2::2)[to] == want(:n/2)), 'put of source to every other target'); \
    target(:)[to] = mine(3); \
    call check(all(target(:)[to] == want(3)), 'put of one source to all target'); \
    target(5)[to] = from_/**/source(4)[from]; \
    got(1) = target(5)[to]; \
    call check(got(1) == want(4), 'copy of one source to target'); \
    got = from_/**/source(2)[from]; \
    call check(all(got == want(2)), 'get of one source as target'); \
end block

#define CONVERT_FROM(source,kind) \
subroutine convert_/**/source(); \
    kind :: mine(n); \
    mine = from_/**/source; \
    CONVERT(source,i1,integer(int8)); \
    CONVERT(source,i2,integer(int16)); \
    CONVERT(source,i4,integer(int32)); \
    CONVERT(source,i8,integer(int64)); \
    CONVERT(source,r4,real(real32)); \
    CONVERT(source,r8,real(real64)); \
    CONVERT(source,r10,real(selected_real_kind(18))); \
    CONVERT(source,r16,real(real128)); \
    CONVERT(source,c4,complex(real32)); \
    CONVERT(source,c8,complex(real64)); \
    CONVERT(source,c10,complex(selected_real_kind(18))); \
    CONVERT(source,c16,complex(real128)); \
end subroutine

#define CONVERT_LOGICALS(source,target) \
source = pattern; \
target(:)[to] = source; \
right = target(:)[to]; \
call check(all(right .eqv. pattern), 'put of source to target'); \
source = .not. pattern; \
target(:)[to] = source(:)[1]; \
right = target(:)[to]; \
call check(all(right .neqv. pattern), 'copy of source to target')

#define GET_BY_VECTOR(kind) \
got(2:) = i4(int(order, kind))[to]; \
call check(all(got(2:) == order*7), 'get by a vector of kind'); \
i4(int(order, kind))[to] = -order; \
got = i4(:)[to]; \
call check(all(got == [(-i, i=1, n - 1), 7*n]), 'put by a vector of kind'); \
i4(:)[to] = [(7*i, i=1, n)]

#define NUMBERS(each) \
each(i1,integer(int8)); \
each(i2,integer(int16)); \
each(i4,integer(int32)); \
each(i8,integer(int64)); \
each(r4,real(real32)); \
each(r8,real(real64)); \
each(r10,real(selected_real_kind(18))); \
each(r16,real(real128)); \
each(c4,complex(real32)); \
each(c8,complex(real64)); \
each(c10,complex(selected_real_kind(18))); \
each(c16,complex(real128))
#define ARRAYS(id,kind) kind, save :: id(n)[*], from_/**/id(n)[*]
#define SET(id,kind) from_/**/id = values
#define CALL_IT(id,kind) call convert_/**/id()

module arrays
    use, intrinsic :: iso_fortran_env
    use checks, only: check
    implicit none
    integer, parameter :: n = 6
    NUMBERS(ARRAYS)
    logical(int8), save :: l1(n)[*]
    logical(int16), save :: l2(n)[*]
    logical(int32), save :: l4(n)[*]
    logical(int64), save :: l8(n)[*]
    character(5), save :: text(n)[*]
    character(3), save :: short(n)[*]
    character(8), save :: long(n)[*]
    character(2, 4), save :: wide_short(n)[*]
    character(4, 4), save :: wide(n)[*]
    integer :: to = 1, from = 1
    logical, parameter :: pattern(n) = [.true., .false., .false., .true., .true., .false.]
contains
    NUMBERS(CONVERT_FROM)

    subroutine convert_logicals()
        logical :: right(n)
        CONVERT_LOGICALS(l1,l2); CONVERT_LOGICALS(l1,l4); CONVERT_LOGICALS(l1,l8)
        CONVERT_LOGICALS(l2,l1); CONVERT_LOGICALS(l2,l4); CONVERT_LOGICALS(l2,l8)
        CONVERT_LOGICALS(l4,l1); CONVERT_LOGICALS(l4,l2); CONVERT_LOGICALS(l4,l8)
        CONVERT_LOGICALS(l8,l1); CONVERT_LOGICALS(l8,l2); CONVERT_LOGICALS(l8,l4)
    end subroutine

    subroutine take_vectors()
        integer, parameter :: order(n - 1) = [3, 1, 5, 2, 4]
        integer :: got(n), i
        i4(:)[to] = [(7*i, i=1, n)]
        GET_BY_VECTOR(int8); GET_BY_VECTOR(int16); GET_BY_VECTOR(int32); GET_BY_VECTOR(int64)
        GET_BY_VECTOR(selected_int_kind(30))
    end subroutine

    subroutine convert_strings()
        character(5) :: got(n)
        character(8) :: got_long(n)
        character(3) :: got_short(n)
        character(4, 4) :: got_wide(n)
        integer :: i
        character(*), parameter :: words(n) = [character(5) :: 'one', 'two', 'three', 'four', 'fifth', 'x y z']
        character(*, 4), parameter :: wide_words(n) = [character(4, 4) :: 4_'ab', 4_'c', 4_'defg', 4_' ', 4_'1234', 4_'a b']
        short(:)[to] = words
        got_short = short(:)[to]
        call check(all(got_short == words(:)(:3)), 'put of strings to shorter ones')
        long(:)[to] = words
        got_long = long(:)[to]
        call check(all(got_long == words), 'put of strings to longer ones')
        text(:)[to] = words
        got = text(:)[to]
        call check(all(got == words), 'put of strings')
        got_short = text(:)[to]
        call check(all(got_short == words(:)(:3)), 'get of strings as shorter ones')
        got_long = text(:)[to]
        call check(all(got_long == words), 'get of strings as longer ones')
        text(:)[to] = 'all'
        got = text(:)[to]
        call check(all(got == 'all'), 'put of one string to all')
        text(2)[to] = 'much longer'
        got = text(:)[to]
        call check(all(got == [character(5) :: 'all', 'much', ('all', i=3, n)]), 'put of one string to a shorter one')
        got_long(1) = text(2)[to]
        call check(got_long(1) == 'much', 'get of one string as a longer one')
        long(n:1:-1)[to] = words
        got_long = long(:)[to]
        call check(all(got_long == words(n:1:-1)), 'put of strings backwards')
        text(:)[to] = long(:)[to]
        got = text(:)[to]
        call check(all(got == words(n:1:-1)), 'copy of strings to shorter ones')
        long(1:3)[to] = short(4:6)[to]
        got_long = long(:)[to]
        call check(all(got_long(1:3) == words(4:6)(:3)), 'copy of strings to longer ones')
        wide(:)[to] = wide_words
        got_wide = wide(:)[to]
        call check(all(got_wide == wide_words), 'put of strings of wide characters')
        wide_short(:)[to] = wide_words
        wide(:)[to] = wide_short(:)[to]
        got_wide = wide(:)[to]
        call check(all(got_wide == wide_words(:)(:2)), 'copies of strings of wide characters')
    end subroutine

    subroutine convert_character_kinds()
        character(5) :: got(n), want(n)
        character(4, 4) :: got_wide(n), want_wide(n)
        want_wide = [text_of(127), text_of(128), text_of(233), text_of(255), text_of(256), text_of(8364)]
        want(:4) = want_wide(:4)
        want(5:) = 'x?y' ! the narrow kind lacks these characters
        text(:)[to] = want_wide
        got = text(:)[to]
        call check(all(got == want), 'put of wide characters to narrow ones')
        wide(:4)[to] = text(:4)[to]
        got_wide(:4) = wide(:4)[to]
        call check(all(got_wide(:4) == want_wide(:4)), 'copy of narrow characters to wide ones')
        wide(:)[to] = want_wide
        got = wide(n:1:-1)[to]
        call check(all(got == want(n:1:-1)), 'get of wide characters as narrow ones')
    end subroutine

    pure function text_of(code)
        integer, intent(in) :: code
        character(3, 4) :: text_of
        text_of = 4_'x'//char(code, 4)//4_'y'
    end function
end module

program conversions
    use arrays
    implicit none
    integer :: i
    complex(real128), parameter :: values(n) = [((0.75_real128 + 19*i)*(1.0_real128, -0.125_real128), i=1, n)]
    NUMBERS(SET)
    to = num_images()
    from = num_images()/2 + 1
    sync all
    if (this_image() == 1) then
        NUMBERS(CALL_IT)
        call convert_logicals()
        call take_vectors()
        call convert_strings()
        call convert_character_kinds()
    end if
    sync all
end program
