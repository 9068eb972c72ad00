/* One verdict for all ranks. */
#ifndef SCF_AGREE_H
#define SCF_AGREE_H

#include "failure.h"

/* When some rank comes with a status other than 0, all return -1, with the failure of the first of
 * them; else 0. Collective over the world. */
int agree(int status, failure_t *failure);

#endif
