/* With ASHLAR_GUARD=1: collective calls other than updates leave ghost cells alone. */
#ifndef GA_MARGINS_H
#define GA_MARGINS_H

#include "ga/src/array/ga_array.h"

/* Watch the ghost cells of my block. */
void gai_margins_guard(gai_array_t *array);
/* The collective call being made is to change them. */
static inline void gai_margins_expect_update(const gai_array_t *array)
{
    if (array->own->guarded)
        array->own->guarded->is_noted = 0;
}
/* From now on they may change at any time: calls that do not wait write to them, an array in the
 * same memory has elements there, or a bundle has. */
static inline void gai_margins_unguard(const gai_array_t *array)
{
    if (array->own->guarded)
        array->own->guarded->hash = NULL;
    if (array->segment->guarded)
        array->segment->guarded->hash = NULL;
}

#endif
