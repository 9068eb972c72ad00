/* What build of the library this is: al_build.h is made from all its sources. */
#include "armci-lite/src/base/al_build.h"

#include "armci-lite/src/al_internal.h"

const char ali_build[] = ASHLAR_BUILD;
