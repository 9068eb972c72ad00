/* Data moved straight from array to array: what collective copies have in common. */
#ifndef GA_MOVE_H
#define GA_MOVE_H

#include "ga/src/array/ga_array.h"

/* One array's part in a copy: a patch of it, which is not empty. */
typedef struct gai_region {
    const gai_array_t *array;
    const int64_t *lo, *hi;
} gai_region_t;

/* Move what I own of a region, home, from (AL_GET) or to (AL_PUT) the region of another array,
 * which begins at lo and is of the same shape. The memory of the two must not overlap. Not
 * collective; I am a rank of both arrays' groups. */
int gai_move(al_direction_t direction, const gai_region_t *home, const gai_array_t *other,
             const int64_t *lo);

#endif
