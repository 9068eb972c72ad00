/* The collective calls of bundles, for ASHLAR_CHECK. */
#include "bundle/src/bundle_collective.h"

const ali_collective_t bui_collectives[] = {
#include "api/bundle_rows.def"
};
