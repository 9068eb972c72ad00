/* The collective calls of coarrays, for ASHLAR_CHECK. */
#include "coarray/src/co_collective.h"

const ali_collective_t coi_collectives[] = {
#include "api/coarray_rows.def"
};
