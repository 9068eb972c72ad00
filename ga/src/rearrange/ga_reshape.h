/* Copies between patches of different shapes and as many elements, which match in memory order. */
#ifndef GA_RESHAPE_H
#define GA_RESHAPE_H

#include "ga/src/operands/ga_operands.h"

/* Get: my elements of `to` become the matching elements of `from`. Put: the matching elements of
 * `to` become mine of `from`. The memory of the two must not overlap. Not collective; I am a rank
 * of both arrays' groups. May fail on this rank only, for want of memory. */
int gai_reshape_get(const char *call, const gai_operand_t *from, const gai_operand_t *to);
int gai_reshape_put(const char *call, const gai_operand_t *from, const gai_operand_t *to);

/* The same as get for patches of one array that overlap: nobody writes before all have read.
 * Collective over the array's group, which agrees on failures of reading. */
int gai_reshape_within(const char *call, const gai_operand_t *from, const gai_operand_t *to);

#endif
