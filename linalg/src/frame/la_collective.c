/* The collective calls of linear algebra, for ASHLAR_CHECK. */
#include "linalg/src/frame/la_collective.h"

const ali_collective_t lai_collectives[] = {
#include "api/la_rows.def"
};
