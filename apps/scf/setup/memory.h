/* Whether a calculation fits into memory, before it has begun to fill it. */
#ifndef SCF_MEMORY_H
#define SCF_MEMORY_H

#include "molecule/failure.h"

/* Compare what square matrices need on this node with what it has available. The caller agrees.
 * @param[in] functions  rows of each matrix
 * @return -1  there is not enough, with both numbers */
int memory_check(int functions, int matrices, failure_t *failure);

#endif
