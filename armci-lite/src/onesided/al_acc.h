/* Checks of accumulates, for lists of runs. */
#ifndef AL_ACC_H
#define AL_ACC_H

#include "armci-lite/src/base/al_transfer.h"

/* Check type, operation and factor of an update, and that a run of it is whole elements. */
int ali_check_run(const char *call, const al_update_t *update, size_t offset, size_t bytes);

#endif
