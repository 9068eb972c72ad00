/* Updates of elements in the arena: dst += alpha*src or dst = dst op src, each element atomic with
 * respect to other accumulates.
 *
 * The elements are guarded by striped locks in the arena. An element belongs to the stripe of 16
 * KiB that its offset lies in; slices are 64-byte aligned and 16 KiB is a multiple of every element
 * size, so no element lies in two, unless it is not at a multiple of its size: then it belongs to
 * the one in which it begins. One stripe is held at a time, and only while its elements are added:
 * there is no order of locks to get wrong. Consecutive rows in one stripe share one acquisition.
 * Ordering: al_lock.h. */
#ifndef AL_STRIPE_H
#define AL_STRIPE_H

#include "armci-lite/src/base/al_transfer.h"

/* Update the runs of a shape in the arena. */
void ali_acc_shape(char *dst, const al_update_t *update, const char *src, const al_shape_t *shape);

/* Elements that fit one call of ali_acc_elements. */
enum { AL_ELEMENTS = 4096 };
/* element at arena offset offsets[k] += alpha * values[k]. */
void ali_acc_elements(ashlar_type type, const void *alpha, size_t n, const uint64_t *offsets,
                      const char *values);

#endif
