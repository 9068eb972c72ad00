/* Patches lo..hi (bounds inclusive) and guarded column-major buffers that hold one. */
#ifndef TESTS_PATCH_H
#define TESTS_PATCH_H

#include "harness/rng.h"
#include "model/scalar.h"

typedef struct patch {
    int ndim;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
} patch_t;

patch_t patch_make(int ndim, const int64_t *lo, const int64_t *hi);
/* The patch of a whole array. */
patch_t patch_whole(int ndim, const int64_t *dims);
/* Any non-empty patch of an array of these extents. */
patch_t patch_random(rng_t *rng, int ndim, const int64_t *dims);
/* A patch of n elements of an array of these extents, of a shape and at a place that are drawn;
 * false: none was found. */
bool patch_of_count(rng_t *rng, int64_t n, int ndim, const int64_t *dims, patch_t *patch);
/* Number of elements; 0 when the patch is empty. */
int64_t patch_count(const patch_t *patch);
bool patch_contains(const patch_t *patch, const int64_t *index);
/* Step index through a patch, dimension 0 fastest; false after the last. Start at patch->lo. */
bool patch_next(const patch_t *patch, int64_t *index);

/* A buffer for a patch, with gaps when its leading dimensions exceed the extents. Every byte that
 * is no element of the patch, before, between and after, holds a mark. */
typedef struct buffer {
    ashlar_type type;
    patch_t patch;
    int64_t ld[ASHLAR_MAX_DIM]; /* as the calls take it: ndim-1 used */
    char *data;                 /* element lo */
    char *block;
    size_t block_bytes;
} buffer_t;

/* @param[in] wider  what each leading dimension exceeds the extent by; NULL: nothing */
buffer_t buffer_create(ashlar_type type, const patch_t *patch, const int64_t *wider);
/* The same with gaps drawn from rng. */
buffer_t buffer_create_random(rng_t *rng, ashlar_type type, const patch_t *patch);
void buffer_free(buffer_t *buffer);
/* Address of the element at an index of the array. */
void *buffer_at(const buffer_t *buffer, const int64_t *index);
/* Every element becomes value, or random small integers -range..range. */
void buffer_fill(buffer_t *buffer, scalar_t value);
void buffer_randomize(buffer_t *buffer, rng_t *rng, int64_t range);
/* Whether all marks are still there. */
bool buffer_marks_intact(const buffer_t *buffer);

#endif
