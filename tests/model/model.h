/* The serial model: what a global array holds, kept whole in one process, element by element.
 *
 * Every operation is the definition of the ga_ call of the same name written as a loop over
 * elements; nothing here knows about blocks, owners or strides of memory. Each rank keeps its own
 * model and applies to it what all ranks did to the array.
 */
#ifndef TESTS_MODEL_H
#define TESTS_MODEL_H

#include "model/patch.h"

typedef struct model {
    ashlar_type type;
    patch_t whole;
    int64_t dims[ASHLAR_MAX_DIM];
    int64_t n;
    scalar_t *at; /* [n], column-major */
} model_t;

/* A model with all elements zero. */
model_t model_create(ashlar_type type, int ndim, const int64_t *dims);
void model_free(model_t *model);
scalar_t *model_at(const model_t *model, const int64_t *index);

/* The patch of the buffer, to, from and added to the model. */
void model_put(model_t *model, const buffer_t *buffer);
void model_get(const model_t *model, buffer_t *buffer);
void model_acc(model_t *model, const buffer_t *buffer, scalar_t alpha);

/* Element n is at index[n*ndim .. n*ndim+ndim-1]. */
void model_gather(const model_t *model, int64_t n, const int64_t *index, void *values);
void model_scatter(model_t *model, int64_t n, const int64_t *index, const void *values);
void model_scatter_acc(model_t *model, int64_t n, const int64_t *index, const void *values,
                       scalar_t alpha);
int64_t model_read_inc(model_t *model, const int64_t *index, int64_t inc);

void model_fill(model_t *model, scalar_t value);
void model_scale(model_t *model, scalar_t alpha);
void model_add(scalar_t alpha, const model_t *a, scalar_t beta, const model_t *b, model_t *c);
/* Patches of one extent, which may be of one model and overlap. */
void model_copy_patch(const model_t *a, const patch_t *from, model_t *b, const patch_t *to);
scalar_t model_dot(const model_t *a, const model_t *b);
void model_transpose(const model_t *a, model_t *b);
void model_symmetrize(model_t *a);

/* Record a test failure for the first few elements of the buffer that differ from the model, and
 * when a byte beside the patch was written. */
bool model_check(const char *file, int line, const model_t *model, const buffer_t *buffer);
#define CHECK_MODEL(model, buffer) model_check(__FILE__, __LINE__, (model), (buffer))

#endif
