#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

model_t model_create(ashlar_type type, int ndim, const int64_t *dims)
{
    model_t model = {.type = type, .whole = patch_whole(ndim, dims)};

    for (int d = 0; d < ndim; ++d)
        model.dims[d] = dims[d];
    model.n = patch_count(&model.whole);
    model.at = test_alloc((size_t)model.n * sizeof *model.at);
    model_fill(&model, (scalar_t){0, 0});
    return model;
}

void model_free(model_t *model)
{
    free(model->at);
    model->at = NULL;
}

scalar_t *model_at(const model_t *model, const int64_t *index)
{
    int64_t offset = 0, stride = 1;

    for (int d = 0; d < model->whole.ndim; ++d) {
        offset += index[d] * stride;
        stride *= model->dims[d];
    }
    return &model->at[offset];
}

void model_put(model_t *model, const buffer_t *buffer)
{
    patch_t at = buffer->patch;

    if (patch_count(&at) == 0)
        return;
    do {
        *model_at(model, at.lo) = scalar_load(model->type, buffer_at(buffer, at.lo));
    } while (patch_next(&buffer->patch, at.lo));
}

void model_get(const model_t *model, buffer_t *buffer)
{
    patch_t at = buffer->patch;

    if (patch_count(&at) == 0)
        return;
    do {
        scalar_store(model->type, buffer_at(buffer, at.lo), *model_at(model, at.lo));
    } while (patch_next(&buffer->patch, at.lo));
}

void model_acc(model_t *model, const buffer_t *buffer, scalar_t alpha)
{
    patch_t at = buffer->patch;

    if (patch_count(&at) == 0)
        return;
    do {
        scalar_t *element = model_at(model, at.lo);
        scalar_t value = scalar_load(model->type, buffer_at(buffer, at.lo));
        *element = scalar_add(*element, scalar_mul(alpha, value));
    } while (patch_next(&buffer->patch, at.lo));
}

void model_gather(const model_t *model, int64_t n, const int64_t *index, void *values)
{
    for (int64_t k = 0; k < n; ++k) {
        scalar_store(model->type, (char *)values + (size_t)k * type_bytes(model->type),
                     *model_at(model, index + k * model->whole.ndim));
    }
}

void model_scatter(model_t *model, int64_t n, const int64_t *index, const void *values)
{
    for (int64_t k = 0; k < n; ++k) {
        *model_at(model, index + k * model->whole.ndim) =
            scalar_load(model->type, (const char *)values + (size_t)k * type_bytes(model->type));
    }
}

void model_scatter_acc(model_t *model, int64_t n, const int64_t *index, const void *values,
                       scalar_t alpha)
{
    for (int64_t k = 0; k < n; ++k) {
        scalar_t *element = model_at(model, index + k * model->whole.ndim);
        scalar_t value =
            scalar_load(model->type, (const char *)values + (size_t)k * type_bytes(model->type));
        *element = scalar_add(*element, scalar_mul(alpha, value));
    }
}

int64_t model_read_inc(model_t *model, const int64_t *index, int64_t inc)
{
    scalar_t *element = model_at(model, index);
    int64_t old = (int64_t)element->re;

    element->re += (double)inc;
    return old;
}

void model_fill(model_t *model, scalar_t value)
{
    for (int64_t k = 0; k < model->n; ++k)
        model->at[k] = value;
}

void model_scale(model_t *model, scalar_t alpha)
{
    for (int64_t k = 0; k < model->n; ++k)
        model->at[k] = scalar_mul(alpha, model->at[k]);
}

void model_add(scalar_t alpha, const model_t *a, scalar_t beta, const model_t *b, model_t *c)
{
    for (int64_t k = 0; k < c->n; ++k)
        c->at[k] = scalar_add(scalar_mul(alpha, a->at[k]), scalar_mul(beta, b->at[k]));
}

void model_copy_patch(const model_t *a, const patch_t *from, model_t *b, const patch_t *to)
{
    buffer_t between = buffer_create(a->type, from, NULL);

    model_get(a, &between);
    between.patch = *to; /* elements match in memory order */
    for (int d = 0; d < to->ndim; ++d)
        between.ld[d] = to->hi[d] - to->lo[d] + 1;
    model_put(b, &between);
    buffer_free(&between);
}

scalar_t model_dot(const model_t *a, const model_t *b)
{
    scalar_t sum = {0, 0};

    for (int64_t k = 0; k < a->n; ++k)
        sum = scalar_add(sum, scalar_mul(a->at[k], b->at[k]));
    return sum;
}

void model_transpose(const model_t *a, model_t *b)
{
    for (int64_t j = 0; j < a->dims[1]; ++j)
        for (int64_t i = 0; i < a->dims[0]; ++i)
            *model_at(b, (int64_t[]){j, i}) = *model_at(a, (int64_t[]){i, j});
}

void model_symmetrize(model_t *a)
{
    const int row = a->whole.ndim - 2, column = row + 1;
    int64_t at[ASHLAR_MAX_DIM] = {0}, opposite[ASHLAR_MAX_DIM];

    for (int64_t k = 0; k < patch_count(&a->whole); ++k) {
        memcpy(opposite, at, sizeof at);
        opposite[row] = at[column];
        opposite[column] = at[row];
        if (at[row] <= at[column]) {
            scalar_t *upper = model_at(a, at), *lower = model_at(a, opposite);
            scalar_t mean = scalar_mul((scalar_t){0.5, 0}, scalar_add(*upper, *lower));
            *upper = *lower = mean;
        }
        for (int d = 0; d <= column && ++at[d] == a->dims[d]; ++d)
            at[d] = 0;
    }
}

static void report_element(const char *file, int line, const model_t *model, const int64_t *index,
                           scalar_t expected, scalar_t actual)
{
    char where[256];
    int used = 0;

    for (int d = 0; d < model->whole.ndim; ++d) {
        used += snprintf(where + used, sizeof where - (size_t)used, "%s%lld", d ? "," : "",
                         (long long)index[d]);
    }
    test_fail(file, line, "%s element (%s) is %.17g%+.17gi, the model has %.17g%+.17gi",
              type_name(model->type), where, actual.re, actual.im, expected.re, expected.im);
}

bool model_check(const char *file, int line, const model_t *model, const buffer_t *buffer)
{
    patch_t at = buffer->patch;
    bool same = true;

    if (patch_count(&at) > 0) {
        do {
            scalar_t expected = *model_at(model, at.lo);
            scalar_t actual = scalar_load(model->type, buffer_at(buffer, at.lo));
            if (!scalar_equal(expected, actual)) {
                report_element(file, line, model, at.lo, expected, actual);
                same = false;
            }
        } while (patch_next(&buffer->patch, at.lo));
    }
    test_check(file, line, same, "the patch equals the model");
    return test_check(file, line, buffer_marks_intact(buffer),
                      "bytes beside the patch unchanged") &&
           same;
}
