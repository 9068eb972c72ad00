/* Arithmetic of the data-parallel operations, per element type: the rows of ga_operations.def. */
#ifndef GA_KERNELS_H
#define GA_KERNELS_H

#include <stddef.h>

#include <ashlar/types.h>

#include "armci-lite/src/al_private.h"

#define ELEMENTWISE(name, kinds, value) GAI_OP_##name,
#define REDUCTION(name, kinds, A, start, merge, term)
enum {
#include "ga/src/operands/ga_operations.def"
    GAI_ELEMENTWISE_COUNT
};
#undef ELEMENTWISE
#undef REDUCTION
#define ELEMENTWISE(name, kinds, value)
#define REDUCTION(name, kinds, A, start, merge, term) GAI_OP_##name,
enum {
#include "ga/src/operands/ga_operations.def"
    GAI_REDUCTION_COUNT
};
#undef ELEMENTWISE
#undef REDUCTION

enum { GAI_SCALARS = 2 };

/* A run of GAI_STREAM_MIN bytes or more is read as GAI_STREAMS parts side by side: the prefetcher
 * stops at the end of a page, where a single stream would wait for memory. */
enum { GAI_STREAM_MIN = 16384, GAI_STREAMS = 4 };

/* n elements: at[0] is written, at[1] to at[3] are read and may be at[0] themselves; pointers to
 * two scalars. All are set. */
typedef void gai_elementwise_t(size_t n, char *const *at, const void *const *scalars);
/* Merge the terms of n elements into *result. */
typedef void gai_reduction_t(size_t n, char *const *at, void *result);

/* Steps as whole numbers (ga_steplength.inc): the keys of the first bound, and of the first to
 * which an element moves; the order of the last. */
typedef struct gai_steps {
    int64_t first, first_moving, last;
} gai_steps_t;

/* Keys of steps are below 0, but for these. */
enum { GAI_STEP_NAN = 0, GAI_STEP_OUTSIDE = 1 };

AL_INLINE gai_steps_t gai_merge_steps(gai_steps_t a, gai_steps_t b)
{
    return (gai_steps_t){a.first > b.first ? a.first : b.first,
                         a.first_moving > b.first_moving ? a.first_moving : b.first_moving,
                         a.last > b.last ? a.last : b.last};
}

/* NULL: the type does not support the operation */
typedef struct gai_kernels {
    gai_elementwise_t *const *elementwise; /* [GAI_ELEMENTWISE_COUNT] */
    gai_reduction_t *const *reductions;    /* [GAI_REDUCTION_COUNT] */
    ashlar_type wide;                      /* the type of sums */
    void (*narrow)(const void *wide, void *element);
    int64_t unbounded; /* the order of a step that nothing bounds */
    void (*step)(int64_t order, void *element);
} gai_kernels_t;

extern const gai_kernels_t gai_kernels[ASHLAR_TYPE_COUNT];

/* Room for a number of any type. */
typedef struct gai_number {
    _Alignas(16) char bytes[16];
} gai_number_t;

#endif
