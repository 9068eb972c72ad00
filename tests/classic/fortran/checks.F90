! Checks that count, and matrices that come and go.
module checks
  implicit none
  integer :: failed = 0, made = 0
  integer, parameter :: dp = kind(1.0d0)
contains
  subroutine check(what, holds)
    character(len=*), intent(in) :: what
    logical, intent(in) :: holds
    made = made + 1
    if (holds) return
    failed = failed + 1
    if (failed < 20) print *, 'failed: ', what
  end subroutine

  subroutine check_int(what, expected, found)
    character(len=*), intent(in) :: what
    integer, intent(in) :: expected, found
    made = made + 1
    if (expected == found) return
    failed = failed + 1
    if (failed < 20) print *, 'failed: ', what, expected, found
  end subroutine

  ! Indices of base arrays, which have 8 bytes also where INTEGER has 4.
  subroutine check_index(what, expected, found)
#include "mafdecls.fh"
    character(len=*), intent(in) :: what
    MA_ACCESS_INDEX_TYPE, intent(in) :: expected, found
    made = made + 1
    if (expected == found) return
    failed = failed + 1
    if (failed < 20) print *, 'failed: ', what, expected, found
  end subroutine

  subroutine check_real(what, expected, found)
    character(len=*), intent(in) :: what
    real(dp), intent(in) :: expected, found
    made = made + 1
    if (abs(expected - found) <= 1d-9 * (1 + abs(expected))) return
    failed = failed + 1
    if (failed < 20) print *, 'failed: ', what, expected, found
  end subroutine

  subroutine check_matrix(what, expected, g)
    character(len=*), intent(in) :: what
    real(dp), intent(in) :: expected(:, :)
    integer, intent(in) :: g
    real(dp) :: x(size(expected, 1), size(expected, 2))
    x = get(g, size(expected, 1), size(expected, 2))
    made = made + 1
    if (all(abs(expected - x) <= 1d-9 * (1 + abs(expected)))) return
    failed = failed + 1
    if (failed < 20) print *, 'failed: ', what, ' differs by', maxval(abs(expected - x))
  end subroutine

  ! Elements that tell their place.
  function places(n, m) result(x)
    integer, intent(in) :: n, m
    integer :: i, j
    real(dp) :: x(n, m)
    do j = 1, m
      do i = 1, n
        x(i, j) = i + 100 * j
      end do
    end do
  end function

  function matrix(n, m, name) result(g)
#include "mafdecls.fh"
#include "global.fh"
    integer, intent(in) :: n, m
    character(len=*), intent(in) :: name
    integer :: g
    g = 0
    call check('ga_create', ga_create(mt_dbl, n, m, name, 0, 0, g))
  end function

  ! Rank 0 writes; all see it.
  subroutine put(g, x)
#include "global.fh"
    integer, intent(in) :: g
    real(dp), intent(in) :: x(:, :)
    real(dp) :: y(size(x, 1), size(x, 2))
    y = x
    if (ga_nodeid() == 0) call ga_put(g, 1, size(x, 1), 1, size(x, 2), y, size(x, 1))
    call ga_sync()
  end subroutine

  function get(g, n, m) result(x)
    integer, intent(in) :: g, n, m
    real(dp) :: x(n, m)
    call ga_sync()
    call ga_get(g, 1, n, 1, m, x, n)
    call ga_sync()
  end function
end module
