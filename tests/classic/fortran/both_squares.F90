! Calls with both prefixes scale, solve and invert squares, and pack and scan vectors.
subroutine SELF/**/squares()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer :: e, f, k, me
  real(dp) :: t(4, 4), u(4, 4), line(4)

  me = ga_nodeid()
  e = matrix(4, 4, 'square')
  f = matrix(1, 4, 'diagonal')
  call check('destroy', PRE/**/destroy(f))
  call check('create', nga_create(MT_DBL, 1, [4], 'diagonal', [0], f))
  t = places(4, 4)
  call put(e, t)
  if (me == 0) call nga_put(f, [1], [4], [1d0, 2d0, 3d0, 4d0], [4])
  call PRE/**/sync()
  call PRE/**/scale_rows(e, f)
  do k = 1, 4
    t(k, :) = t(k, :) * k
  end do
  call check_matrix('scale_rows', t, e)
  call PRE/**/scale_cols(e, f)
  do k = 1, 4
    t(:, k) = t(:, k) * k
  end do
  call check_matrix('scale_cols', t, e)
  call PRE/**/symmetrize(e)
  t = (t + transpose(t)) / 2
  call check_matrix('symmetrize', t, e)
  call PRE/**/shift_diagonal(e, 3d0)
  call PRE/**/add_diagonal(e, f)
  do k = 1, 4
    t(k, k) = t(k, k) + 3 + k
  end do
  call check_matrix('add_diagonal', t, e)
  call PRE/**/zero_diagonal(e)
  do k = 1, 4
    t(k, k) = 0
  end do
  call check_matrix('zero_diagonal', t, e)
  call PRE/**/set_diagonal(e, f)
  do k = 1, 4
    t(k, k) = k
  end do
  call check_matrix('set_diagonal', t, e)
  call nga_zero_patch(f, [1], [4])
  call PRE/**/get_diag(e, f)
  call nga_get(f, [1], [4], line, [4])
  call check('get_diag', all(line(1:4) == [1, 2, 3, 4]))
  call check('destroy', PRE/**/destroy(f))
  ! a matrix that is positive definite, and not symmetric as a system
  t = 1
  do k = 1, 4
    t(k, k) = 10 + k
  end do
  call put(e, t)
  f = matrix(4, 1, 'right')
  u = 0
  u(:, 1) = matmul(t, [1d0, 2d0, 3d0, 4d0])
  call put(f, u(:, 1:1))
  call check_int('llt_solve', 0, PRE/**/llt_solve(e, f))
  call check_matrix('llt_solve', reshape([1d0, 2d0, 3d0, 4d0], [4, 1]), f)
  t(1, 4) = 5
  call put(e, t)
  u(:, 1) = matmul(t, [1d0, 2d0, 3d0, 4d0])
  call put(f, u(:, 1:1))
  call check_int('solve', 0, PRE/**/solve(e, f))
  call check_matrix('solve', reshape([1d0, 2d0, 3d0, 4d0], [4, 1]), f)
  call check('destroy', PRE/**/destroy(f))
  t(1, 4) = 1
  call put(e, t)
  call check_int('spd_invert', 0, PRE/**/spd_invert(e))
  u = matmul(t, get(e, 4, 4))
  do k = 1, 4
    u(k, k) = u(k, k) - 1
  end do
  call check('spd_invert', all(abs(u) < 1d-12))
  call check('destroy', PRE/**/destroy(e))
end subroutine

subroutine SELF/**/vectors()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer :: e, f, mask, k, some(12), me

  me = ga_nodeid()
  call check('create', nga_create(MT_INT, 1, [12], 'numbers', [0], e))
  call check('create', nga_create(MT_INT, 1, [12], 'results', [0], f))
  call check('create', nga_create(MT_INT, 1, [12], 'mask', [0], mask))
  call PRE/**/patch_enum(e, 1, 12, 5, 2)
  call nga_get(e, [1], [12], some, [12])
  call check('patch_enum', all(some == [(5 + 2 * k, k = 0, 11)]))
  call PRE/**/zero(mask)
  call PRE/**/sync()
  if (me == 0) call nga_put(mask, [1], [1], 1, [1])
  if (me == 0) call nga_put(mask, [7], [7], 1, [1])
  call PRE/**/sync()
  call PRE/**/scan_copy(e, f, mask, 1, 12)
  call nga_get(f, [1], [12], some, [12])
  call check('scan_copy', all(some(1:6) == 5) .and. all(some(7:12) == 17))
  call PRE/**/scan_add(e, f, mask, 1, 12, .false.)
  call nga_get(f, [1], [12], some, [12])
  call check('scan_add', all(some(1:8) == [5, 12, 21, 32, 45, 60, 17, 36]))
  call PRE/**/sync()
  call PRE/**/zero(f)
  k = 0
  call PRE/**/pack(e, f, mask, 1, 12, k)
  call check_int('pack', 2, k)
  call nga_get(f, [1], [12], some, [12])
  call check('pack', all(some(1:3) == [5, 17, 0]))
  call PRE/**/sync()
  call PRE/**/zero(e)
  k = 0
  call PRE/**/unpack(f, e, mask, 1, 12, k)
  call check_int('unpack', 2, k)
  call nga_get(e, [1], [12], some, [12])
  call check('unpack', some(1) == 5 .and. some(7) == 17 .and. sum(some) == 22)
  call check('destroy', PRE/**/destroy(e) .and. PRE/**/destroy(f) .and. PRE/**/destroy(mask))
end subroutine
