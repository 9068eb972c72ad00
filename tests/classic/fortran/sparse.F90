! Sparse arrays: rows and columns count from 0.
subroutine sparse_arrays()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: rows = 11, cols = 7
  integer, external :: nga_sprs_array_count_sketch
  integer :: s, t, g, me, ranks, i, j
  real(dp) :: a(rows, cols), v(cols), w(rows)

  me = ga_nodeid()
  ranks = ga_nnodes()
  a = 0
  s = nga_sprs_array_create(rows, cols, MT_DBL)
  do j = 1, cols
    do i = 1, rows
      if (mod(2 * i + 3 * j, 4) /= 0 .and. i /= j) cycle
      a(i, j) = i + 100 * j
      if (mod(i, ranks) == me) call nga_sprs_array_add_element(s, i - 1, j - 1, a(i, j) - 3)
      if (mod(j, ranks) == me) call nga_sprs_array_add_element(s, i - 1, j - 1, 3d0)
    end do
  end do
  call check('nga_sprs_array_assemble', nga_sprs_array_assemble(s))
  call distribution()
  call check_sparse('nga_sprs_array_create_from_sparse', a, s)
  call blocks()
  call changes()
  call products()
  call sketch()
  call file()

  g = nga_sprs_array_create_from_sparse(s)
  t = nga_sprs_array_create_from_dense(g)
  call check_sparse('nga_sprs_array_create_from_dense', a, t)
  call check('ga_destroy', ga_destroy(g))
  g = nga_sprs_array_duplicate(t)
  call check('nga_sprs_array_destroy', nga_sprs_array_destroy(t))
  call check_sparse('nga_sprs_array_duplicate', a, g)
  call check('nga_sprs_array_destroy', nga_sprs_array_destroy(g))
  call check('nga_sprs_array_destroy', nga_sprs_array_destroy(s))
  call types()
contains
  subroutine check_sparse(what, expected, s)
    character(len=*), intent(in) :: what
    real(dp), intent(in) :: expected(:, :)
    integer, intent(in) :: s
    integer :: g
    g = nga_sprs_array_create_from_sparse(s)
    call check_matrix(what, expected, g)
    call check('ga_destroy', ga_destroy(g))
  end subroutine

  function vector(x) result(g)
    real(dp), intent(in) :: x(:)
    integer :: g
    call check('nga_create', nga_create(MT_DBL, 1, [size(x)], 'vector', [0], g))
    if (me == 0) call nga_put(g, [1], [size(x)], x, [1])
    call ga_sync()
  end function

  subroutine check_vector(what, expected, g)
    character(len=*), intent(in) :: what
    real(dp), intent(in) :: expected(:)
    integer, intent(in) :: g
    real(dp) :: x(size(expected))
    call ga_sync()
    call nga_get(g, [1], [size(x)], x, [1])
    call check(what, all(abs(x - expected) < 1d-9))
    call check('ga_destroy', ga_destroy(g))
  end subroutine

  subroutine distribution()
    integer :: rank, lo, hi, next_row, next_col
    next_row = 0
    next_col = 0
    do rank = 0, ranks - 1
      call nga_sprs_array_row_distribution(s, rank, lo, hi)
      call check_int('nga_sprs_array_row_distribution', next_row, lo)
      next_row = hi + 1
      call nga_sprs_array_column_distribution(s, rank, lo, hi)
      call check_int('nga_sprs_array_column_distribution', next_col, lo)
      next_col = hi + 1
    end do
    call check('all rows and columns', next_row == rows .and. next_col == cols)
  end subroutine

  ! Blocks of my rows have what there is, and may be written.
  subroutine blocks()
    integer :: listed(ranks), count, found, icol, lo, hi, row, k
    MA_ACCESS_INDEX_TYPE :: idx, jdx, val
    real(dp) :: mine(rows, cols)
    mine = 0
    found = 0
    count = ranks
    call nga_sprs_array_row_distribution(s, me, lo, hi)
    call nga_sprs_array_col_block_list(s, listed, count)
    do icol = 0, ranks - 1
      call nga_sprs_array_access_col_block(s, icol, idx, jdx, val)
      if (val == 0) then
        call check('no elements', idx == 0 .and. jdx == 0)
        cycle
      end if
      found = found + 1
      call check_int('nga_sprs_array_col_block_list', icol, listed(found))
      do row = lo, hi
        do k = int_mb(idx + row - lo), int_mb(idx + row - lo + 1) - 1
          mine(row + 1, int_mb(jdx + k) + 1) = dbl_mb(val + k)
          dbl_mb(val + k) = 2 * dbl_mb(val + k)
        end do
      end do
    end do
    call check_int('nga_sprs_array_col_block_list', count, found)
    call check('nga_sprs_array_access_col_block', all(mine(lo + 1:hi + 1, :) == a(lo + 1:hi + 1, :)))
    a = 2 * a
    call check_sparse('written blocks', a, s)
  end subroutine

  subroutine changes()
    integer :: g, i
    call nga_sprs_array_scale(s, 3d0)
    call nga_sprs_array_shift_diag(s, -1d0)
    a = 3 * a
    do i = 1, cols
      a(i, i) = a(i, i) - 1
      v(i) = i
    end do
    do i = 1, rows
      w(i) = 5 - i
    end do
    call check_sparse('nga_sprs_array_shift_diag', a, s)
    g = vector(w)
    call nga_sprs_array_diag_left_multiply(s, g)
    call check('ga_destroy', ga_destroy(g))
    g = vector(v)
    call nga_sprs_array_diag_right_multiply(s, g)
    call check('ga_destroy', ga_destroy(g))
    do i = 1, cols
      a(:, i) = w * a(:, i) * v(i)
    end do
    call check_sparse('nga_sprs_array_diag_left_multiply', a, s)
    w = 0
    do i = 1, cols
      w(i) = a(i, i)
    end do
    call nga_sprs_array_get_diag(s, g)
    call check_vector('nga_sprs_array_get_diag', w, g)
  end subroutine

  subroutine products()
    integer :: x, y, b, c, t
    x = vector(v)
    y = vector(w)
    call nga_sprs_array_matvec_multiply(s, x, y)
    call check_vector('nga_sprs_array_matvec_multiply', matmul(a, v), y)
    call check('ga_destroy', ga_destroy(x))
    b = matrix(cols, 5, 'b')
    call put(b, places(cols, 5))
    c = nga_sprs_array_sprsdns_multiply(s, b)
    call check_matrix('nga_sprs_array_sprsdns_multiply', matmul(a, places(cols, 5)), c)
    call check('ga_destroy', ga_destroy(b) .and. ga_destroy(c))
    b = matrix(3, rows, 'b')
    call put(b, places(3, rows))
    c = nga_sprs_array_dnssprs_multiply(b, s)
    call check_matrix('nga_sprs_array_dnssprs_multiply', matmul(places(3, rows), a), c)
    call check('ga_destroy', ga_destroy(b) .and. ga_destroy(c))
    b = matrix(cols, 4, 'b')
    call put(b, places(cols, 4))
    t = nga_sprs_array_create_from_dense(b)
    c = nga_sprs_array_matmat_multiply(s, t)
    call check_sparse('nga_sprs_array_matmat_multiply', matmul(a, places(cols, 4)), c)
    call check('ga_destroy', ga_destroy(b) .and. nga_sprs_array_destroy(c) .and. nga_sprs_array_destroy(t))
  end subroutine

  subroutine sketch()
    integer :: g, k, w, i, labels(rows)
    real(dp) :: signs(rows), sum(3, cols)
    integer*4 :: codes(rows)
    g = nga_sprs_array_count_sketch(s, 3, k, w)
    call nga_get(k, [1], [rows], codes, [1])
    call nga_get(w, [1], [rows], signs, [1])
    labels = codes
    sum = 0
    do i = 1, rows
      call check('labels and signs', labels(i) >= 0 .and. labels(i) < 3 .and. abs(signs(i)) == 1)
      sum(labels(i) + 1, :) = sum(labels(i) + 1, :) + signs(i) * a(i, :)
    end do
    call check_matrix('nga_sprs_array_count_sketch', sum, g)
    call check('ga_destroy', ga_destroy(g) .and. ga_destroy(k) .and. ga_destroy(w))
  end subroutine

  subroutine file()
    character(len=40) :: path, heading
    integer :: n(3), i, j, k, failure
    real(dp) :: x
    write (path, '(a,i0,a,i0)') 'classic-fortran-sparse-', ranks, '-', kind(i)
    call nga_sprs_array_export(s, path)
    if (me == 0) then
      open (11, file=path, status='old', iostat=failure)
      call check_int('nga_sprs_array_export', 0, failure)
      read (11, '(a)') heading
      read (11, *) n
      call check('its extents', n(1) == rows .and. n(2) == cols .and. n(3) > 0)
      do k = 1, n(3)
        read (11, *) i, j, x
        call check_real('its elements', a(i, j), x)
      end do
      close (11, status='delete')
    end if
    call ga_sync()
  end subroutine

  ! Elements of all types in place.
  subroutine types()
    integer, parameter :: codes(5) = [MT_INT, MT_REAL, MT_DBL, MT_SCPL, MT_DCPL]
    integer :: s, k, lo, hi, icol
    MA_ACCESS_INDEX_TYPE :: idx, jdx, val
    do k = 1, 5
      s = nga_sprs_array_create(ranks, ranks, codes(k))
      if (k == 1) call nga_sprs_array_add_element(s, me, me, 7)
      if (k == 2) call nga_sprs_array_add_element(s, me, me, 7.0)
      if (k == 3) call nga_sprs_array_add_element(s, me, me, 7d0)
      if (k == 4) call nga_sprs_array_add_element(s, me, me, (7.0, 2.0))
      if (k == 5) call nga_sprs_array_add_element(s, me, me, (7d0, 2d0))
      call check('nga_sprs_array_assemble', nga_sprs_array_assemble(s))
      call nga_sprs_array_access_col_block(s, me, idx, jdx, val)
      if (k == 1) call check_int('an integer', 7, int_mb(val))
      if (k == 2) call check('a real', real_mb(val) == 7.0)
      if (k == 3) call check_real('a double', 7d0, dbl_mb(val))
      if (k == 4) call check('a complex', scpl_mb(val) == (7.0, 2.0))
      if (k == 5) call check('a double complex', dcpl_mb(val) == (7d0, 2d0))
      call check_int('its column', me, int_mb(jdx))
      call check('nga_sprs_array_destroy', nga_sprs_array_destroy(s))
    end do
  end subroutine
end subroutine
