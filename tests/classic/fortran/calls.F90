! Every call of Fortran is made, in this order.
subroutine fortran_calls(checks_made, checks_failed)
  use checks
  implicit none
#include "mafdecls.fh"
#include "global.fh"
  integer, intent(out) :: checks_made, checks_failed
  call memory()
  call ga_initialize()
  call a_all()
  call b_all()
  call typed_c()
  call typed_d()
  call typed_i()
  call typed_s()
  call typed_z()
  call matrices()
  call factors()
  call dimensions()
  call in_place()
  call opaque_types()
  call sparse_arrays()
  call fixed_form()
  call nga_terminate()
  call check('ga_initialized', .not. ga_initialized())
  checks_made = made
  checks_failed = failed
end subroutine
