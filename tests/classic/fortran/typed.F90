! The calls that exist for each type: compiled with T, the letter of one, TYPE, CODE, and PRE.
subroutine typed_/**/T()
  use checks, only: check, check_int, dp
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: n = 4, m = 5
  integer :: a, b, me, i, j
  TYPE :: p(n, m), q(n, m), two, three
#ifdef INTEGER_TYPE
  integer, external :: ga_idot_patch
#endif
  character, parameter :: letter = LETTER

  me = ga_nodeid()
  two = 2
  three = 3
#ifdef COMPLEX_TYPE
  three = (3, 1)
#endif
  call check('ga_create', ga_create(CODE, n, m, 'a', 0, 0, a))
  call check('ga_duplicate', ga_duplicate(a, b, 'b'))
  do j = 1, m
    do i = 1, n
      p(i, j) = i + 10 * j
    end do
  end do
  p = p * three
  if (me == 0) call ga_put(a, 1, n, 1, m, p, n)
  call ga_sync()
  call ga_/**/T/**/scal(a, two)
  p = p * two
  call same('scal', a, p)
  call ga_/**/T/**/scale(a, two)
  p = p * two
  call same('scale', a, p)
  call nga_/**/T/**/scale(a, three)
  p = p * three
  call same('nga scale', a, p)
  call ga_/**/T/**/scal_patch(a, 1, 2, 2, 3, two)
  p(1:2, 2:3) = p(1:2, 2:3) * two
  call same('scal_patch', a, p)
  call nga_/**/T/**/scale_patch(a, [1, 2], [3, 2], two)
  p(1:3, 2) = p(1:3, 2) * two
  call same('scale_patch', a, p)
  q = 1
  call ga_fill(b, q(1, 1))
  call ga_/**/T/**/fill_patch(b, 2, 3, 1, 4, three)
  q(2:3, 1:4) = three
  call same('fill_patch', b, q)
  call nga_/**/T/**/fill_patch(b, [1, 1], [1, 5], two)
  q(1, :) = two
  call same('nga fill_patch', b, q)
  call ga_/**/T/**/add(two, a, three, b, b)
  q = two * p + three * q
  call same('add', b, q)
  call nga_/**/T/**/add(three, a, two, b, b)
  q = three * p + two * q
  call same('nga add', b, q)
  call ga_/**/T/**/add_patch(two, a, 1, 2, 1, 3, three, b, 2, 3, 3, 5, b, 2, 3, 3, 5)
  q(2:3, 3:5) = two * p(1:2, 1:3) + three * q(2:3, 3:5)
  call same('add_patch', b, q)
  call nga_/**/T/**/add_patch(two, a, [1, 1], [2, 3], three, b, [2, 3], [3, 5], b, [2, 3], [3, 5])
  q(2:3, 3:5) = two * p(1:2, 1:3) + three * q(2:3, 3:5)
  call same('nga add_patch', b, q)
  p = three
  q = two
  q(2, 3) = three
  if (me == 0) call ga_put(a, 1, n, 1, m, p, n)
  if (me == 0) call ga_put(b, 1, n, 1, m, q, n)
  call ga_sync()
  call number('dot', ga_/**/T/**/dot(a, b), sum(p * q))
  call number('nga dot', nga_/**/T/**/dot(a, b), sum(p * q))
  call number('dot_patch', ga_/**/T/**/dot_patch(a, 'n', 1, 2, 1, 3, b, 'n', 2, 3, 3, 5), sum(p(1:2, 1:3) * q(2:3, 3:5)))
  call number('nga dot_patch', nga_/**/T/**/dot_patch(a, 't', [1, 1], [3, 2], b, 'n', [2, 3], [3, 5]), &
              sum(p(1:2, 1:3) * q(2:3, 3:5)))
#ifdef PRODUCT
  call check('ga_destroy', ga_destroy(a) .and. ga_destroy(b))
  call products()
#else
  call check('ga_destroy', ga_destroy(a) .and. ga_destroy(b))
#endif
contains
  subroutine same(what, g, expected)
    character(len=*), intent(in) :: what
    integer, intent(in) :: g
    TYPE, intent(in) :: expected(n, m)
    TYPE :: x(n, m)
    call ga_get(g, 1, n, 1, m, x, n)
    call check(what//' of '//letter, all(x == expected))
    call ga_sync()
  end subroutine

  subroutine number(what, found, expected)
    character(len=*), intent(in) :: what
    TYPE, intent(in) :: found, expected
    call check(what//' of '//letter, found == expected)
  end subroutine
#ifdef PRODUCT

  subroutine products()
    integer :: c, d, e
    TYPE :: x(3, 2), y(3, 4), z(2, 4), found(2, 4)
    call check('ga_create', ga_create(CODE, 3, 2, 'c', 0, 0, c) .and. ga_create(CODE, 3, 4, 'd', 0, 0, d) &
               .and. ga_create(CODE, 2, 4, 'e', 0, 0, e))
    x = reshape([1, 2, 3, 4, 5, 6], [3, 2])
    y = reshape([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8], [3, 4])
    if (me == 0) call ga_put(c, 1, 3, 1, 2, x, 3)
    if (me == 0) call ga_put(d, 1, 3, 1, 4, y, 3)
    call ga_fill(e, three)
    z = three
    call ga_/**/T/**/gemm('t', 'n', 2, 4, 3, two, c, d, two, e)
    z = two * matmul(transpose(x), y) + two * z
    call ga_get(e, 1, 2, 1, 4, found, 2)
    call check('gemm of '//letter, all(found == z))
    call check('ga_destroy', ga_destroy(c) .and. ga_destroy(d) .and. ga_destroy(e))
  end subroutine
#endif
end subroutine
