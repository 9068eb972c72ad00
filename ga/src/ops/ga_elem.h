/* What the data-parallel operations share. */
#ifndef GA_ELEM_H
#define GA_ELEM_H

#include "ga/src/ga_internal.h"

/* The operands have one type and one group. */
int gai_check_operands(const char *call, gai_array_t *const *operands, int n);
/* Two arrays have the same extents. */
int gai_check_extents(const char *call, const gai_array_t *a, const gai_array_t *b);

/* Enter a collective: same arguments (ASHLAR_CHECK=1), everybody's operations complete. */
int gai_begin(const char *call, gai_array_t *const *operands, int n);
/* Leave it: the same status on all ranks, everybody's part complete. */
int gai_end(const char *call, const gai_array_t *array, int status);

/* Work on n elements of my block; operands[k] are the matching elements of operand k. */
typedef void gai_run_t(void *context, size_t n, void *home, const char *const *operands);

/* Call run over my block of home with the matching parts of up to two operands: in place when they
 * are aligned with home, fetched piece by piece otherwise. Not collective. */
int gai_walk(const char *call, const gai_array_t *home, const gai_array_t *const *operands, int n,
             gai_run_t *run, void *context);

#endif
