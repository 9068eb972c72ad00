#include "patch.h"

#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

enum { MARK = 0xa5, MARGIN = 64 };

patch_t patch_make(int ndim, const int64_t *lo, const int64_t *hi)
{
    patch_t patch = {.ndim = ndim};

    for (int d = 0; d < ndim; ++d) {
        patch.lo[d] = lo[d];
        patch.hi[d] = hi[d];
    }
    return patch;
}

patch_t patch_whole(int ndim, const int64_t *dims)
{
    patch_t patch = {.ndim = ndim};

    for (int d = 0; d < ndim; ++d)
        patch.hi[d] = dims[d] - 1;
    return patch;
}

patch_t patch_random(rng_t *rng, int ndim, const int64_t *dims)
{
    patch_t patch = {.ndim = ndim};

    for (int d = 0; d < ndim; ++d) {
        int64_t a = rng_range(rng, 0, dims[d] - 1), b = rng_range(rng, 0, dims[d] - 1);
        patch.lo[d] = a < b ? a : b;
        patch.hi[d] = a < b ? b : a;
    }
    return patch;
}

/* Extents whose product is n: a divisor of what is left, drawn, in each dimension. */
static bool draw_extents(rng_t *rng, int64_t n, int ndim, const int64_t *dims, int64_t *extents)
{
    for (int d = 0; d < ndim; ++d) {
        extents[d] = d == ndim - 1 ? n : rng_range(rng, 1, n < dims[d] ? n : dims[d]);
        while (n % extents[d] != 0)
            --extents[d];
        n /= extents[d];
        if (extents[d] > dims[d])
            return false;
    }
    return true;
}

bool patch_of_count(rng_t *rng, int64_t n, int ndim, const int64_t *dims, patch_t *patch)
{
    int64_t extents[ASHLAR_MAX_DIM];
    int tries = 0;

    while (!draw_extents(rng, n, ndim, dims, extents))
        if (++tries == 200)
            return false;
    patch->ndim = ndim;
    for (int d = 0; d < ndim; ++d) {
        patch->lo[d] = rng_range(rng, 0, dims[d] - extents[d]);
        patch->hi[d] = patch->lo[d] + extents[d] - 1;
    }
    return true;
}

int64_t patch_count(const patch_t *patch)
{
    int64_t n = 1;

    for (int d = 0; d < patch->ndim; ++d)
        n *= patch->hi[d] - patch->lo[d] + 1;
    return n;
}

bool patch_contains(const patch_t *patch, const int64_t *index)
{
    for (int d = 0; d < patch->ndim; ++d)
        if (index[d] < patch->lo[d] || index[d] > patch->hi[d])
            return false;
    return true;
}

bool patch_next(const patch_t *patch, int64_t *index)
{
    for (int d = 0; d < patch->ndim; ++d) {
        if (index[d]++ < patch->hi[d])
            return true;
        index[d] = patch->lo[d];
    }
    return false;
}

buffer_t buffer_create(ashlar_type type, const patch_t *patch, const int64_t *wider)
{
    buffer_t buffer = {.type = type, .patch = *patch};
    int64_t room = 1;

    for (int d = 0; d < patch->ndim; ++d) {
        buffer.ld[d] = patch->hi[d] - patch->lo[d] + 1 + (wider ? wider[d] : 0);
        room *= buffer.ld[d];
    }
    buffer.block_bytes = (size_t)room * type_bytes(type) + 2 * MARGIN;
    buffer.block = test_alloc(buffer.block_bytes);
    memset(buffer.block, MARK, buffer.block_bytes);
    buffer.data = buffer.block + MARGIN;
    return buffer;
}

buffer_t buffer_create_random(rng_t *rng, ashlar_type type, const patch_t *patch)
{
    int64_t wider[ASHLAR_MAX_DIM] = {0};

    for (int d = 0; d < patch->ndim; ++d)
        wider[d] = rng_range(rng, 0, 2);
    return buffer_create(type, patch, wider);
}

void buffer_free(buffer_t *buffer)
{
    free(buffer->block);
    buffer->block = NULL;
}

void *buffer_at(const buffer_t *buffer, const int64_t *index)
{
    int64_t offset = 0, stride = 1;

    for (int d = 0; d < buffer->patch.ndim; ++d) {
        offset += (index[d] - buffer->patch.lo[d]) * stride;
        stride *= buffer->ld[d];
    }
    return buffer->data + (size_t)offset * type_bytes(buffer->type);
}

void buffer_fill(buffer_t *buffer, scalar_t value)
{
    patch_t at = buffer->patch;

    if (patch_count(&at) == 0)
        return;
    do {
        scalar_store(buffer->type, buffer_at(buffer, at.lo), value);
    } while (patch_next(&buffer->patch, at.lo));
}

void buffer_randomize(buffer_t *buffer, rng_t *rng, int64_t range)
{
    patch_t at = buffer->patch;

    if (patch_count(&at) == 0)
        return;
    do {
        double re = (double)rng_range(rng, -range, range);
        double im = (double)rng_range(rng, -range, range);
        scalar_store(buffer->type, buffer_at(buffer, at.lo), scalar_as(buffer->type, re, im));
    } while (patch_next(&buffer->patch, at.lo));
}

bool buffer_marks_intact(const buffer_t *buffer)
{
    size_t elem = type_bytes(buffer->type);
    char *is_element = test_alloc(buffer->block_bytes);
    patch_t at = buffer->patch;
    bool intact = true;

    memset(is_element, 0, buffer->block_bytes);
    if (patch_count(&at) > 0)
        do {
            char *address = buffer_at(buffer, at.lo);
            memset(is_element + (address - buffer->block), 1, elem);
        } while (patch_next(&buffer->patch, at.lo));
    for (size_t k = 0; k < buffer->block_bytes; ++k)
        intact = intact && (is_element[k] || (unsigned char)buffer->block[k] == MARK);
    free(is_element);
    return intact;
}
