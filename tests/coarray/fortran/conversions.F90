! Assignments to and from other images that convert: between all numeric types and kinds, between kinds
! of logicals, and between lengths of strings. The compiler's own assignment says what must come.
module arrays
    use, intrinsic :: iso_fortran_env
    use checks, only: check
    implicit none
    integer, parameter :: n = 6
    integer(int8), save :: i1(n)[*], from_i1(n)[*]
    integer(int8) :: got_i1(n), want_i1(n)
    integer(int16), save :: i2(n)[*], from_i2(n)[*]
    integer(int16) :: got_i2(n), want_i2(n)
    integer(int32), save :: i4(n)[*], from_i4(n)[*]
    integer(int32) :: got_i4(n), want_i4(n)
    integer(int64), save :: i8(n)[*], from_i8(n)[*]
    integer(int64) :: got_i8(n), want_i8(n)
    real(real32), save :: r4(n)[*], from_r4(n)[*]
    real(real32) :: got_r4(n), want_r4(n)
    real(real64), save :: r8(n)[*], from_r8(n)[*]
    real(real64) :: got_r8(n), want_r8(n)
    real(selected_real_kind(18)), save :: r10(n)[*], from_r10(n)[*]
    real(selected_real_kind(18)) :: got_r10(n), want_r10(n)
    real(real128), save :: r16(n)[*], from_r16(n)[*]
    real(real128) :: got_r16(n), want_r16(n)
    complex(real32), save :: c4(n)[*], from_c4(n)[*]
    complex(real32) :: got_c4(n), want_c4(n)
    complex(real64), save :: c8(n)[*], from_c8(n)[*]
    complex(real64) :: got_c8(n), want_c8(n)
    complex(selected_real_kind(18)), save :: c10(n)[*], from_c10(n)[*]
    complex(selected_real_kind(18)) :: got_c10(n), want_c10(n)
    complex(real128), save :: c16(n)[*], from_c16(n)[*]
    complex(real128) :: got_c16(n), want_c16(n)
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
    subroutine convert_i1()
        integer(int8) :: mine(n)
        mine = from_i1
#define NAME 'i1'
#define theirs from_i1
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_i2()
        integer(int16) :: mine(n)
        mine = from_i2
#define NAME 'i2'
#define theirs from_i2
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_i4()
        integer(int32) :: mine(n)
        mine = from_i4
#define NAME 'i4'
#define theirs from_i4
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_i8()
        integer(int64) :: mine(n)
        mine = from_i8
#define NAME 'i8'
#define theirs from_i8
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_r4()
        real(real32) :: mine(n)
        mine = from_r4
#define NAME 'r4'
#define theirs from_r4
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_r8()
        real(real64) :: mine(n)
        mine = from_r8
#define NAME 'r8'
#define theirs from_r8
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_r10()
        real(selected_real_kind(18)) :: mine(n)
        mine = from_r10
#define NAME 'r10'
#define theirs from_r10
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_r16()
        real(real128) :: mine(n)
        mine = from_r16
#define NAME 'r16'
#define theirs from_r16
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_c4()
        complex(real32) :: mine(n)
        mine = from_c4
#define NAME 'c4'
#define theirs from_c4
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_c8()
        complex(real64) :: mine(n)
        mine = from_c8
#define NAME 'c8'
#define theirs from_c8
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_c10()
        complex(selected_real_kind(18)) :: mine(n)
        mine = from_c10
#define NAME 'c10'
#define theirs from_c10
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_c16()
        complex(real128) :: mine(n)
        mine = from_c16
#define NAME 'c16'
#define theirs from_c16
#include "conversions.inc"
#undef NAME
#undef theirs
    end subroutine

    subroutine convert_logicals()
        logical :: right(n)
        l1 = pattern
        l2(:)[to] = l1
        right = l2(:)[to]
        call check(all(right .eqv. pattern), 'put of l1 to l2')
        l1 = .not. pattern
        l2(:)[to] = l1(:)[1]
        right = l2(:)[to]
        call check(all(right .neqv. pattern), 'copy of l1 to l2')
        l1 = pattern
        l4(:)[to] = l1
        right = l4(:)[to]
        call check(all(right .eqv. pattern), 'put of l1 to l4')
        l1 = .not. pattern
        l4(:)[to] = l1(:)[1]
        right = l4(:)[to]
        call check(all(right .neqv. pattern), 'copy of l1 to l4')
        l1 = pattern
        l8(:)[to] = l1
        right = l8(:)[to]
        call check(all(right .eqv. pattern), 'put of l1 to l8')
        l1 = .not. pattern
        l8(:)[to] = l1(:)[1]
        right = l8(:)[to]
        call check(all(right .neqv. pattern), 'copy of l1 to l8')
        l2 = pattern
        l1(:)[to] = l2
        right = l1(:)[to]
        call check(all(right .eqv. pattern), 'put of l2 to l1')
        l2 = .not. pattern
        l1(:)[to] = l2(:)[1]
        right = l1(:)[to]
        call check(all(right .neqv. pattern), 'copy of l2 to l1')
        l2 = pattern
        l4(:)[to] = l2
        right = l4(:)[to]
        call check(all(right .eqv. pattern), 'put of l2 to l4')
        l2 = .not. pattern
        l4(:)[to] = l2(:)[1]
        right = l4(:)[to]
        call check(all(right .neqv. pattern), 'copy of l2 to l4')
        l2 = pattern
        l8(:)[to] = l2
        right = l8(:)[to]
        call check(all(right .eqv. pattern), 'put of l2 to l8')
        l2 = .not. pattern
        l8(:)[to] = l2(:)[1]
        right = l8(:)[to]
        call check(all(right .neqv. pattern), 'copy of l2 to l8')
        l4 = pattern
        l1(:)[to] = l4
        right = l1(:)[to]
        call check(all(right .eqv. pattern), 'put of l4 to l1')
        l4 = .not. pattern
        l1(:)[to] = l4(:)[1]
        right = l1(:)[to]
        call check(all(right .neqv. pattern), 'copy of l4 to l1')
        l4 = pattern
        l2(:)[to] = l4
        right = l2(:)[to]
        call check(all(right .eqv. pattern), 'put of l4 to l2')
        l4 = .not. pattern
        l2(:)[to] = l4(:)[1]
        right = l2(:)[to]
        call check(all(right .neqv. pattern), 'copy of l4 to l2')
        l4 = pattern
        l8(:)[to] = l4
        right = l8(:)[to]
        call check(all(right .eqv. pattern), 'put of l4 to l8')
        l4 = .not. pattern
        l8(:)[to] = l4(:)[1]
        right = l8(:)[to]
        call check(all(right .neqv. pattern), 'copy of l4 to l8')
        l8 = pattern
        l1(:)[to] = l8
        right = l1(:)[to]
        call check(all(right .eqv. pattern), 'put of l8 to l1')
        l8 = .not. pattern
        l1(:)[to] = l8(:)[1]
        right = l1(:)[to]
        call check(all(right .neqv. pattern), 'copy of l8 to l1')
        l8 = pattern
        l2(:)[to] = l8
        right = l2(:)[to]
        call check(all(right .eqv. pattern), 'put of l8 to l2')
        l8 = .not. pattern
        l2(:)[to] = l8(:)[1]
        right = l2(:)[to]
        call check(all(right .neqv. pattern), 'copy of l8 to l2')
        l8 = pattern
        l4(:)[to] = l8
        right = l4(:)[to]
        call check(all(right .eqv. pattern), 'put of l8 to l4')
        l8 = .not. pattern
        l4(:)[to] = l8(:)[1]
        right = l4(:)[to]
        call check(all(right .neqv. pattern), 'copy of l8 to l4')
    end subroutine

    subroutine convert_strings()
        character(5) :: got(n)
        character(8) :: got_long(n)
        character(3) :: got_short(n)
        character(4, 4) :: got_wide(n)
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
        got(1) = text(2)[to]
        call check(got(1) == 'much ', 'put of one string to a shorter one')
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
end module

program conversions
    use arrays
    implicit none
    integer :: i
    complex(real128), parameter :: values(n) = [((0.75_real128 + 19*i)*(1.0_real128, -0.125_real128), i=1, n)]
    from_i1 = values
    from_i2 = values
    from_i4 = values
    from_i8 = values
    from_r4 = values
    from_r8 = values
    from_r10 = values
    from_r16 = values
    from_c4 = values
    from_c8 = values
    from_c10 = values
    from_c16 = values
    to = num_images()
    from = num_images()/2 + 1
    sync all
    if (this_image() == 1) then
        call convert_i1()
        call convert_i2()
        call convert_i4()
        call convert_i8()
        call convert_r4()
        call convert_r8()
        call convert_r10()
        call convert_r16()
        call convert_c4()
        call convert_c8()
        call convert_c10()
        call convert_c16()
        call convert_logicals()
        call convert_strings()
    end if
    sync all
end program
