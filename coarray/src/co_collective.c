/* The collective calls of coarrays, for ASHLAR_CHECK. */
#include "coarray/src/co_collective.h"

#include "armci-lite/src/group/al_kinds.inc"
const ali_collective_t coi_collectives[] = {
#include "api/coarray_collectives.def"
};
