/* One verdict for all ranks. */
#ifndef SCF_AGREE_H
#define SCF_AGREE_H

#include "molecule/failure.h"

/* If any rank passes a status other than 0, all return -1, with the failure of the first such rank;
 * else 0. Collective over the world. */
int agree(int status, failure_t *failure);

#endif
