/* Data moved straight from array to array: what collective copies have in common. */
#ifndef GA_REDISTRIBUTE_H
#define GA_REDISTRIBUTE_H

#include "ga/src/operands/ga_operands.h"

/* Move what I own of an operand, home, which is not empty, from (AL_GET) or to (AL_PUT) a patch of
 * another array, which begins at lo and is of the same shape. The memory of the two must not
 * overlap. Not collective; I am a rank of both arrays' groups. */
int gai_redistribute(al_direction_t direction, const gai_operand_t *home, const gai_array_t *other,
                     const int64_t *lo);

#endif
