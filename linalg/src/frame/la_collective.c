/* The collective calls of linear algebra, for ASHLAR_CHECK. */
#include "linalg/src/frame/la_collective.h"

#include "armci-lite/src/group/al_kinds.inc"
const ali_collective_t lai_collectives[] = {
#include "api/la_collectives.def"
};
