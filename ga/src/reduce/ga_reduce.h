/* Reductions of ga_operations.def, for calls that do more with their results. */
#ifndef GA_REDUCE_H
#define GA_REDUCE_H

#include "ga/src/operands/ga_kernels.h"
#include "ga/src/operands/ga_walk.h"

/* Types and shapes of the operands of a reduction. */
int gai_check_reduction(const char *call, int operation, const gai_operand_t *operands, int n);
/* The sum of the terms of all elements, on all ranks: added to *sum, which is 0, or, where the
 * environment wants it reproducible, exact and rounded once (gai_exact_round).
 * Collective, but without a sync. */
int gai_sum_all(const char *call, int operation, const gai_operand_t *operands, int n,
                ashlar_type type, int bits, void *sum);
/* Merge the terms of what I own into *result. The same status on all ranks; collective, but without
 * a sync. */
int gai_reduce_mine(const char *call, int operation, const gai_operand_t *operands, int n,
                    void *result);

#endif
