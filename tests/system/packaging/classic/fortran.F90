! A program that calls Global Arrays by a layer in C, and by its own calls of Fortran, on the same array.
program fortran
  use, intrinsic :: iso_c_binding
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: length = 100
  integer :: ranks, me, g, number, tasks, code, stack
  MA_ACCESS_INDEX_TYPE :: at
  real(c_double) :: values(length), total(1)
  character(len=32) :: name
  interface
    subroutine box_start() bind(c)
    end subroutine
    subroutine box_end() bind(c)
    end subroutine
    subroutine box_sync() bind(c)
    end subroutine
    subroutine box_ranks(size, rank) bind(c)
      integer, intent(out) :: size, rank
    end subroutine
    subroutine box_create(length, handle) bind(c)
      integer, intent(in) :: length
      integer, intent(out) :: handle
    end subroutine
    subroutine box_destroy(handle) bind(c)
      integer, intent(in) :: handle
    end subroutine
    subroutine box_add(handle, first, last, values) bind(c)
      import
      integer, intent(in) :: handle, first, last
      real(c_double) :: values(*)
    end subroutine
    subroutine box_get(handle, first, last, values) bind(c)
      import
      integer, intent(in) :: handle, first, last
      real(c_double) :: values(*)
    end subroutine
    subroutine box_next(number) bind(c)
      integer, intent(out) :: number
    end subroutine
    subroutine box_sum(values, n) bind(c)
      import
      real(c_double) :: values(*)
      integer, intent(in) :: n
    end subroutine
    subroutine box_keep(name, values, n, code) bind(c)
      import
      character(kind=c_char) :: name(*)
      real(c_double) :: values(*)
      integer, intent(in) :: n
      integer, intent(out) :: code
    end subroutine
  end interface
#include "mpif.h"
  integer(c_int) :: status

  call mpi_init(status)
  call box_start()
  call box_ranks(ranks, me)
  call box_create(length, g)
  ! each task adds 1 to all elements
  tasks = 0
  values = 1
  do
    call box_next(number)
    if (number >= 10) exit
    tasks = tasks + 1
    call box_add(g, 1, length, values)
  end do
  call box_sync()
  call box_get(g, 1, length, values)
  if (any(values /= 10)) call ga_error('box_get: a wrong element', 1)
  total = tasks
  call box_sum(total, 1)
  if (total(1) /= 10) call ga_error('box_sum: a wrong number of tasks', int(total(1)))
  ! the same array by the calls of Fortran
  call ga_sync()
  if (me == ranks - 1) call nga_put(g, [7], [8], [70d0, 80d0], [2])
  call ga_sync()
  call box_get(g, 7, 8, values)
  if (values(1) /= 70 .or. values(2) /= 80) call ga_error('nga_put: a wrong element', 1)
  if (.not. ma_push_get(MT_DBL, length, 'room', stack, at)) call ga_error('ma_push_get', 1)
  call nga_get(g, [1], [length], dbl_mb(at), [length])
  if (sum(dbl_mb(at:at + length - 1)) /= 10 * 98 + 150) call ga_error('nga_get: a wrong sum', 1)
  write (name, '(a, i0, a)') 'kept-', me, c_null_char
  call box_keep(name, dbl_mb(at), length, code)
  if (code /= 0 .or. dbl_mb(at + 6) /= 70) call ga_error('box_keep: a wrong element', code)
  if (.not. ma_pop_stack(stack)) call ga_error('ma_pop_stack', 1)
  call ga_sync()
  call box_destroy(g)
  if (me == 0) print '(i0, a)', ranks, ' ranks, Fortran is right'
  call box_end()
  call mpi_finalize(status)
end program
