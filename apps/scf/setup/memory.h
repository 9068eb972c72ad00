/* Whether a calculation fits into memory, before it has begun to fill it. */
#ifndef SCF_MEMORY_H
#define SCF_MEMORY_H

#include "molecule/failure.h"

/* Bytes available on this node, as the system says; negative: unknown. Limits of containers and of
 * the library are looked at when arrays are created. */
double memory_available(void);
/* The ranks of this node. */
int memory_ranks_here(void);

/* Compare what square matrices need on this node with what it has available. The caller agrees.
 * @param[in] functions  rows of each matrix
 * @return -1  there is not enough, with both numbers */
int memory_check(int functions, int matrices, failure_t *failure);

#endif
