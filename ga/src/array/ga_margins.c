/* With ASHLAR_GUARD=1: collective calls other than updates leave ghost cells alone. */
#include "ga/src/array/ga_margins.h"

static uint64_t mix_cells(uint64_t hash, const char *at, int64_t bytes)
{
    return bytes > 0 ? 31 * hash + ali_check_hash(at, (size_t)bytes) : hash;
}

/* The ghost cells of my block, by rows of the first dimension. */
static uint64_t hash_margins(const void *context)
{
    const gai_array_t *array = context;
    const int ndim = array->dist.ndim;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], at[ASHLAR_MAX_DIM];
    const int64_t element = (int64_t)array->element;
    const int64_t width = gai_layout_ghosts(array->dist.layout, 0);
    uint64_t hash = 0;
    gai_block_t block;
    const char *first = gai_my_count(array) ? gai_my_block(array, 0, &block) : NULL;
    if (!first)
        return 0;
    for (int d = 0; d < ndim; ++d) {
        const int64_t beyond = gai_layout_ghosts(array->dist.layout, d);
        at[d] = lo[d] = block.lo[d] - beyond;
        hi[d] = d ? block.hi[d] + beyond : lo[0]; /* the beginnings of rows */
    }
    const int64_t elements = block.hi[0] - block.lo[0] + 1, row = elements + 2 * width;
    do {
        int is_outside = 0;
        for (int d = 1; d < ndim; ++d)
            is_outside |= at[d] < block.lo[d] || at[d] > block.hi[d];
        const char *cells = first + gai_block_offset(&block, ndim, at) * element;
        if (is_outside) {
            hash = mix_cells(hash, cells, row * element);
        } else {
            hash = mix_cells(hash, cells, width * element);
            hash = mix_cells(hash, cells + (width + elements) * element, width * element);
        }
    } while (gai_next_position(ndim, lo, hi, at));
    return hash;
}

void gai_margins_guard(gai_array_t *array)
{
    if (!array->own->guarded || !gai_layout_has_ghosts(array->dist.layout))
        return;
    array->own->guarded->context = array;
    array->own->guarded->hash = hash_margins;
}
