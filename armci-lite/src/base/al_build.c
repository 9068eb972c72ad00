/* The version, and the build's name: al_build_name.h is made from all sources of the library. */
#include "armci-lite/src/base/al_build.h"

#include <ashlar/version.h>

#include "armci-lite/src/base/al_build_name.h"

const char ali_build[] = ASHLAR_BUILD;

int ashlar_version(void)
{
    return ASHLAR_VERSION;
}
