/* Views: buffers whose elements stand for every step-th element of an array that wraps around.
 *
 * Element k of a buffer (patch.lo <= k <= patch.hi in each dimension) stands for element
 * lo + (k-lo)*step of the array, modulo the extent. The model visits the buffer in column-major
 * order; where an element is named twice, an accumulate adds both.
 */
#ifndef TESTS_VIEW_H
#define TESTS_VIEW_H

#include "model/model.h"

/* @param[in] step  int64_t[ndim]; NULL: 1 */
void view_put(model_t *model, const buffer_t *buffer, const int64_t *step);
void view_acc(model_t *model, const buffer_t *buffer, const int64_t *step, scalar_t alpha);
void view_op(model_t *model, const buffer_t *buffer, ashlar_op op);
/* Whether the buffer holds what the model has, and nothing else was written; else a failure. */
bool view_check(const char *file, int line, const model_t *model, const buffer_t *buffer,
                const int64_t *step);
#define CHECK_VIEW(model, buffer, step) view_check(__FILE__, __LINE__, (model), (buffer), (step))

/* A patch that starts anywhere and spans up to turns times the extents. */
patch_t patch_random_periodic(rng_t *rng, int ndim, const int64_t *dims, int64_t turns);
/* Steps for a patch, and hi of the patch of the buffer that holds the selected elements. */
patch_t patch_random_strided(rng_t *rng, const patch_t *patch, int64_t *step);

#endif
