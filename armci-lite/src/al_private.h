/* What ga and linalg use of armci-lite besides its public calls: they include this header and
 * nothing else of this folder. */
#ifndef AL_PRIVATE_H
#define AL_PRIVATE_H

#include "armci-lite/src/al_internal.h"
#include "armci-lite/src/base/al_status.h" /* AL_FAIL, AL_TRY, AL_MPI; ali_fail_within */
#include "armci-lite/src/local/al_type.h"  /* ali_types, ali_kernels: facts and arithmetic of types */

#endif
