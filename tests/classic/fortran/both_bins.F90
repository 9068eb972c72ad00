! Calls with both prefixes sort values into bins. Each rank has some for each bin; the last bins come first, and the
! first in two runs.
subroutine SELF/**/bins()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: count = 7
  integer :: values, has, begin, range, rank, bin, i, k, n, at, me, ranks, first(1), last(1), pair(2)
  logical, external :: PRE/**/create_bin_range
  integer :: of(count), before(count), order(count + 1)
  integer, allocatable :: mine(:), bin_of(:), expected(:), found(:)

  me = ga_nodeid()
  ranks = ga_nnodes()
  of = 0
  do rank = 0, ranks - 1
    of = of + [(given(rank, k), k = 1, count)]
  end do
  before = [(sum(of(1:k - 1)), k = 1, count)]
  allocate(mine(0), bin_of(0), expected(sum(of)), found(sum(of)))
  order = [1, (count - k, k = 0, count - 1)]
  do k = 1, count + 1
    bin = order(k)
    n = given(me, bin)
    if (bin == 1) n = merge(1, n - 1, k == 1)
    at = merge(1, 0, bin == 1 .and. k > 1)
    mine = [mine, [(number(me, bin, i), i = at + 1, at + n)]]
    bin_of = [bin_of, [(bin, i = 1, n)]]
  end do
  at = 0
  do bin = 1, count
    do rank = 0, ranks - 1
      do k = 1, given(rank, bin)
        at = at + 1
        expected(at) = number(rank, bin, k)
      end do
    end do
  end do
  call check('create', nga_create(MT_INT, 1, [sum(of)], 'values', [0], values))
  call check('create', nga_create(MT_INT, 1, [count], 'has', [0], has))
  call check('create', nga_create(MT_INT, 1, [count], 'begin', [0], begin))
  if (me == 0) call nga_put(has, [1], [count], of, [count])
  if (me == 0) call nga_put(begin, [1], [count], before, [count])
  call PRE/**/bin_index(values, has, begin, mine, bin_of, size(mine), 0)
  call nga_get(values, [1], [sum(of)], found, [sum(of)])
  call check('bin_index', all(found == expected))
  call PRE/**/sync()
  call PRE/**/bin_sorter(values, has, begin)
  do bin = 1, count
    call sort(expected(before(bin) + 1:before(bin) + of(bin)))
  end do
  call nga_get(values, [1], [sum(of)], found, [sum(of)])
  call check('bin_sorter', all(found == expected))
  call PRE/**/zero(values)
  call PRE/**/bin_index(values, has, begin, mine, bin_of, size(mine), 1)
  call nga_get(values, [1], [sum(of)], found, [sum(of)])
  call check('bin_index, sorted', all(found == expected))
  call check('create_bin_range', PRE/**/create_bin_range(values, has, begin, range))
  call nga_get(range, [1, me + 1], [2, me + 1], pair, [2])
  call nga_distribution(values, me, first, last)
  do bin = count, 1, -1
    if (of(bin) > 0 .and. before(bin) + 1 >= first(1) .and. before(bin) < last(1)) exit
  end do
  call check_int('create_bin_range, last', merge(bin, -1, bin > 0), pair(2))
  do bin = 1, count
    if (of(bin) > 0 .and. before(bin) + 1 >= first(1) .and. before(bin) < last(1)) exit
  end do
  call check_int('create_bin_range, first', merge(bin, -1, bin <= count), pair(1))
  call check('destroy', PRE/**/destroy(values) .and. PRE/**/destroy(has) .and. PRE/**/destroy(begin))
  call check('destroy', PRE/**/destroy(range))
contains
  ! How many values a rank has for a bin, and which.
  integer function given(rank, bin)
    integer, intent(in) :: rank, bin
    given = mod(3 * rank + bin, 4)
    if (bin == 1) given = 3
  end function
  integer function number(rank, bin, k)
    integer, intent(in) :: rank, bin, k
    number = 1000 * bin - 100 * k - rank
  end function
  subroutine sort(x)
    integer, intent(inout) :: x(:)
    integer :: k, least, kept
    do k = 1, size(x)
      least = k - 1 + minloc(x(k:), 1)
      kept = x(k)
      x(k) = x(least)
      x(least) = kept
    end do
  end subroutine
end subroutine
