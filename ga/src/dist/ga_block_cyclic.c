/* GA_BLOCK_CYCLIC: blocks to ranks in turn, without a process grid. ScaLAPACK's: see ga_grid.c. */
#include <string.h>

#include "ga/src/dist/ga_layout.h"

static const gai_block_cyclic_t *block_cyclic_of(const gai_dist_t *dist)
{
    return (const gai_block_cyclic_t *)dist->layout;
}

static int64_t number_of(const gai_dist_t *dist, const int64_t *at)
{
    int64_t number = 0;
    for (int d = dist->ndim - 1; d >= 0; --d)
        number = number * dist->axis[d].blocks + at[d];
    return number;
}

static int64_t cyclic_index(const gai_dist_t *dist, const int64_t *at)
{
    const gai_block_cyclic_t *cyclic = block_cyclic_of(dist);
    return gai_divide(number_of(dist, at), cyclic->base.owners, cyclic->magic);
}

static int cyclic_place(const gai_dist_t *dist, gai_place_t *place)
{
    const gai_block_cyclic_t *cyclic = block_cyclic_of(dist);
    int64_t number = number_of(dist, place->at);
    int64_t index = gai_divide(number, cyclic->base.owners, cyclic->magic);
    place->offset = index * cyclic->block_elements;
    return (int)(number - index * cyclic->base.owners);
}

static int64_t cyclic_count(const gai_dist_t *dist, int64_t owner)
{
    int64_t owners = dist->layout->owners;
    return dist->blocks / owners + (owner < dist->blocks % owners);
}

static void cyclic_position(const gai_dist_t *dist, int64_t owner, int64_t k, int64_t *at)
{
    int64_t number = owner + k * dist->layout->owners;
    for (int d = 0; d < dist->ndim; number /= dist->axis[d++].blocks)
        at[d] = number % dist->axis[d].blocks;
}

static int64_t cyclic_elements(const gai_dist_t *dist, int64_t owner)
{
    return cyclic_count(dist, owner) * block_cyclic_of(dist)->block_elements;
}

/* Until the numbers of the blocks differ by a multiple of the owners. */
static int64_t cyclic_period(const gai_dist_t *dist, int d)
{
    int64_t owners = dist->layout->owners, step = 1;
    for (int e = 0; e < d; ++e)
        step *= dist->axis[e].blocks;
    return owners / gai_common_divisor(owners, step);
}

static const gai_layout_calls_t calls = {cyclic_place, cyclic_count,    cyclic_position,
                                         cyclic_index, cyclic_elements, cyclic_period};

void gai_block_cyclic_set(gai_block_cyclic_t *cyclic, const gai_dist_t *dist, int owners)
{
    memset(cyclic, 0, sizeof *cyclic);
    cyclic->base =
        (gai_layout_t){.calls = &calls, .owners = owners, .ranks = owners, .bytes = sizeof *cyclic};
    cyclic->magic = gai_magic(owners, dist->blocks);
    cyclic->block_elements = 1;
    for (int d = 0; d < dist->ndim; ++d)
        cyclic->block_elements *= dist->axis[d].width;
}
