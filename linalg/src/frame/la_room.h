/* Several arrays in one work array: they are taken twice in the same way, first from nothing, to
 * learn how many bytes they need. */
#ifndef LA_ROOM_H
#define LA_ROOM_H

#include "linalg/src/layout/la_cyclic.h"

typedef struct lai_room {
    char *base; /* NULL: only bytes are counted */
    size_t bytes;
} lai_room_t;

/* Arrays are as far apart as OpenBLAS reads ahead. */
static inline void *lai_room_take(lai_room_t *room, size_t bytes)
{
    void *at = room->base ? room->base + room->bytes : NULL;
    room->bytes += (bytes + 2 * LAI_READ_PADDING - 1) / LAI_READ_PADDING * LAI_READ_PADDING;
    return at;
}

/* My part of a matrix, and the column more that matrices have. */
static inline void *lai_room_take_matrix(lai_room_t *room, size_t element, const lai_cyclic_t *x)
{
    return lai_room_take(room, element * (size_t)(x->ld * (x->cols + 1)));
}

/* The bytes become elements of a work array. @return ASHLAR_ELIMIT */
static inline int lai_room_elements(const char *call, const lai_blas_t *blas,
                                    const lai_room_t *room, lai_work_t *work)
{
    return lai_narrow(call, "the work array", (int64_t)(room->bytes / blas->element) + 1,
                      &work->work_count);
}

#endif
