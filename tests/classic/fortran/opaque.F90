! Bytes, logicals and records, which have no arithmetic, are moved and read in place.
subroutine opaque_types()
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, parameter :: n = 6, m = 5
  integer :: g, h, me, type, ndim, dims(2), ilo, ihi, jlo, jhi, at, ld, i, j
  character :: letters(n, m), found(n, m), z
  logical :: flags(n, m), seen(n, m), yes

  me = ga_nodeid()
  do j = 1, m
    do i = 1, n
      letters(i, j) = achar(40 + i + 10 * j)
      flags(i, j) = mod(i * j, 3) == 1
    end do
  end do
  call check('ga_create of bytes', ga_create(MT_BYTE, n, m, 'bytes', 0, 0, g))
  call nga_inquire(g, type, ndim, dims)
  call check_int('nga_inquire of bytes', MT_BYTE, type)
  if (me == 0) call ga_put(g, 1, n, 1, m, letters, n)
  call ga_sync()
  call check('ga_duplicate of bytes', ga_duplicate(g, h, 'twin'))
  call ga_copy(g, h)
  call ga_get(h, 1, n, 1, m, found, n)
  call check('ga_copy of bytes', all(found == letters))
  z = 'z'
  call ga_fill(g, z)
  call ga_sync()
#if WIDTH == 8
  call ga_distribution(h, me, ilo, ihi, jlo, jhi)
  if (ihi >= ilo .and. jhi >= jlo) then
    call ga_access(h, ilo, ihi, jlo, jhi, at, ld)
    call check('byte_mb', byte_mb(at) == letters(ilo, jlo) .and. &
               byte_mb(at + ihi - ilo + (jhi - jlo) * ld) == letters(ihi, jhi))
    byte_mb(at) = '#'
    call ga_release_update(h, ilo, ihi, jlo, jhi)
    call ga_get(h, ilo, ilo, jlo, jlo, z, 1)
    call check('byte_mb', z == '#')
  end if
#endif
  call ga_sync()
  call ga_get(g, 1, n, 1, m, found, n)
  call check('ga_fill of bytes', all(found == 'z'))
  call check('ga_destroy of bytes', ga_destroy(g) .and. ga_destroy(h))

  call check('ga_create of logicals', ga_create(MT_LOG, n, m, 'logicals', 0, 0, g))
  call nga_inquire(g, type, ndim, dims)
  call check_int('nga_inquire of logicals', MT_LOG, type)
  yes = .true.
  call ga_fill(g, yes)
  call ga_sync()
  if (me == 0) call ga_put(g, 1, n, 1, m, flags, n)
  call ga_sync()
#if WIDTH == 8
  call ga_distribution(g, me, ilo, ihi, jlo, jhi)
  if (ihi >= ilo .and. jhi >= jlo) then
    call ga_access(g, ilo, ihi, jlo, jhi, at, ld)
    call check('log_mb', log_mb(at) .eqv. flags(ilo, jlo))
    call ga_release(g, ilo, ihi, jlo, jhi)
  end if
#endif
  call ga_get(g, 1, n, 1, m, seen, n)
  call check('ga_get of logicals', all(seen .eqv. flags))
  call ga_sync()
  call check('ga_destroy of logicals', ga_destroy(g))
  call check('ga_destroy again', .not. ga_destroy(g))
  call records()
contains
  subroutine records()
    integer :: g, record, handle
    real(dp) :: y(4)
    record = nga_register_type(24)
    call check('nga_register_type', record >= 0)
    call check('nga_create', nga_create(record, 1, [8], 'records', [0], g))
    if (me == 0) then
      call nga_put_field(g, [2], [5], 8, 8, [1d0, 2d0, 3d0, 4d0], [4])
      call nga_nbput_field(g, [2], [5], 16, 8, [5d0, 6d0, 7d0, 8d0], [4], handle)
      call nga_nbwait(handle)
    end if
    call ga_sync()
    y = 0
    call nga_get_field(g, [2], [5], 16, 8, y, [4])
    call check('nga_get_field', all(y == [5, 6, 7, 8]))
    call nga_nbget_field(g, [2], [5], 8, 8, y, [4], handle)
    call nga_nbwait(handle)
    call check('nga_nbget_field', all(y == [1, 2, 3, 4]))
    call check('nga_destroy', nga_destroy(g))
    call check_int('nga_deregister_type', 0, nga_deregister_type(record))
  end subroutine
end subroutine
