/* The check of accumulates. */
#ifndef AL_ACC_H
#define AL_ACC_H

#include "armci-lite/src/base/al_transfer.h"

/* Type and operation exist, and runs of so many bytes are whole elements. */
int ali_check_update(const char *call, const al_update_t *update, size_t bytes);

#endif
