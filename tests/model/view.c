#include "view.h"

#include "harness/harness.h"

static scalar_t *element_at(const model_t *model, const buffer_t *buffer, const int64_t *step,
                            const int64_t *k)
{
    int64_t index[ASHLAR_MAX_DIM];

    for (int d = 0; d < model->whole.ndim; ++d) {
        int64_t lo = buffer->patch.lo[d];
        index[d] = (lo + (k[d] - lo) * (step ? step[d] : 1)) % model->dims[d];
        index[d] += index[d] < 0 ? model->dims[d] : 0;
    }
    return model_at(model, index);
}

/* The fate of an element of the model and the one of the buffer that stands for it. */
typedef scalar_t (*combine_t)(const void *context, scalar_t element, scalar_t value);

static void combine(model_t *model, const buffer_t *buffer, const int64_t *step, combine_t with,
                    const void *context)
{
    patch_t at = buffer->patch;

    if (patch_count(&at) == 0)
        return;
    do {
        scalar_t *element = element_at(model, buffer, step, at.lo);
        *element = with(context, *element, scalar_load(model->type, buffer_at(buffer, at.lo)));
    } while (patch_next(&buffer->patch, at.lo));
}

static scalar_t with_put(const void *context, scalar_t element, scalar_t value)
{
    (void)context;
    (void)element;
    return value;
}

static scalar_t with_acc(const void *context, scalar_t element, scalar_t value)
{
    return scalar_add(element, scalar_mul(*(const scalar_t *)context, value));
}

static scalar_t with_op(const void *context, scalar_t element, scalar_t value)
{
    return scalar_combine(*(const ashlar_op *)context, element, value);
}

void view_put(model_t *model, const buffer_t *buffer, const int64_t *step)
{
    combine(model, buffer, step, with_put, NULL);
}

void view_acc(model_t *model, const buffer_t *buffer, const int64_t *step, scalar_t alpha)
{
    combine(model, buffer, step, with_acc, &alpha);
}

void view_op(model_t *model, const buffer_t *buffer, ashlar_op op)
{
    combine(model, buffer, NULL, with_op, &op);
}

bool view_check(const char *file, int line, const model_t *model, const buffer_t *buffer,
                const int64_t *step)
{
    patch_t at = buffer->patch;
    int64_t wrong = 0;

    if (patch_count(&at) > 0)
        do {
            scalar_t found = scalar_load(model->type, buffer_at(buffer, at.lo));
            wrong += !scalar_equal(found, *element_at(model, buffer, step, at.lo));
        } while (patch_next(&buffer->patch, at.lo));
    return test_check_int(file, line, 0, wrong, "number of elements that differ from the model") &&
           test_check(file, line, buffer_marks_intact(buffer), "bytes beside the patch unchanged");
}

patch_t patch_random_periodic(rng_t *rng, int ndim, const int64_t *dims, int64_t turns)
{
    patch_t patch = {.ndim = ndim};

    for (int d = 0; d < ndim; ++d) {
        int64_t most = ndim > 3 ? dims[d] + 1 : turns * dims[d];
        patch.lo[d] = rng_range(rng, -3 * dims[d], 3 * dims[d]);
        patch.hi[d] = patch.lo[d] + rng_range(rng, 1, most) - 1;
    }
    return patch;
}

patch_t patch_random_strided(rng_t *rng, const patch_t *patch, int64_t *step)
{
    patch_t selected = *patch;

    for (int d = 0; d < patch->ndim; ++d) {
        int64_t extent = patch->hi[d] - patch->lo[d] + 1;
        step[d] = rng_range(rng, 1, extent < 4 ? extent + 1 : 5);
        selected.hi[d] = patch->lo[d] + (extent - 1) / step[d];
    }
    return selected;
}
