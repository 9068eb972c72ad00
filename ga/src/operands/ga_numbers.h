/* Elements of a patch by their numbers in memory order, dimension 0 fastest. */
#ifndef GA_NUMBERS_H
#define GA_NUMBERS_H

#include "ga/src/operands/ga_operands.h"

/* Transfer n elements of an operand from a number on, to or from consecutive memory. handle: NULL
 * waits. Not collective. */
int gai_transfer_numbers(al_direction_t direction, const gai_operand_t *operand, int64_t number,
                         int64_t n, char *buf, ga_handle_t *handle);

#endif
