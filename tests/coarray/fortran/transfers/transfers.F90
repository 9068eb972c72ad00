! Gets, puts and copies of every intrinsic type and kind, of 1 to 7 dimensions, by transfers.inc.
#define EACH "transfers.inc"
#include "types.inc"
#undef EACH

program transfers
#define EACH "transfers_use.inc"
#include "types.inc"
#undef EACH
    use checks, only: chances_from
    implicit none
    integer, parameter :: steps = 40
    call chances_from(20250101)
#define EACH "transfers_call.inc"
#include "types.inc"
end program
