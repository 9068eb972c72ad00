/* The types of a walk say what it goes over and which parts it gives: elements and their
 * transposes. */
#ifndef GA_TRANSPOSE_PART_H
#define GA_TRANSPOSE_PART_H

#include "ga/src/array/ga_array.h"

/* A part of a block of mine, and its transpose: its last two dimensions are those of the other
 * swapped. Both are walked by the indices of home: steps lead from an element to the next one along
 * each of its dimensions, in elements. */
typedef struct gai_transpose_part {
    int ndim;
    size_t n[ASHLAR_MAX_DIM];
    char *home, *other;
    size_t home_step[ASHLAR_MAX_DIM], other_step[ASHLAR_MAX_DIM];
} gai_transpose_part_t;

typedef void gai_transpose_work_t(void *context, const gai_transpose_part_t *part);

enum { GAI_TRANSPOSE_TILE = 128 }; /* of parts of pairs, at most */

/* The elements to walk over: element (..,i,j) of home belongs to (..,j+shift[0], i+shift[1]) of
 * other. */
typedef struct gai_transpose_walk {
    const char *call;
    const gai_array_t *home, *other; /* of one group and as many dimensions, 2 or more */
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM]; /* of home; not empty */
    int64_t shift[2];
    /* Other is home and without shifts, and work writes both sides: of two parts that are each
     * other's transpose one of their owners gets one. A part may be its own transpose. */
    int is_symmetric;
    gai_transpose_work_t *work;
    void *context;
} gai_transpose_walk_t;

#endif
