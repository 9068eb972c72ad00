/* The collective calls of bundles, for ASHLAR_CHECK. */
#include "bundle/src/bundle_collective.h"

#include "armci-lite/src/group/al_kinds.inc"
const ali_collective_t bui_collectives[] = {
#include "api/bundle_collectives.def"
};
