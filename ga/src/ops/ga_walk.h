/* The walk over the elements I own: what data-parallel operations have in common. */
#ifndef GA_WALK_H
#define GA_WALK_H

#include "ga/src/ops/ga_operands.h"

/* Work on n consecutive elements of a block of mine at at[0]; at[k] are the matching elements of
 * operand k, which are only read; at[0] again for k beyond the operands, up to GAI_OPERANDS. */
typedef void gai_run_t(const void *context, size_t n, char *const *at);

/* Call run over my blocks of operands[0] with the matching parts of the n-1 others: in place when
 * they are aligned with it, fetched piece by piece otherwise. Not collective. */
int gai_walk(const char *call, gai_array_t *const *operands, int n, gai_run_t *run,
             const void *context);

#endif
