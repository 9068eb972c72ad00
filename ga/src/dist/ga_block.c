#include "ga/src/dist/ga_block.h"

void gai_block_at(const gai_dist_t *dist, const int64_t *at, gai_block_t *block)
{
    gai_block_inline(dist, dist->ndim, at, block);
}

void gai_block_of(const gai_dist_t *dist, const int64_t *index, gai_block_t *block)
{
    int64_t at[ASHLAR_MAX_DIM];
    for (int d = 0; d < dist->ndim; ++d)
        at[d] = gai_axis_block(&dist->axis[d], index[d]);
    gai_block_at(dist, at, block);
}

int64_t gai_block_offset(const gai_block_t *block, int ndim, const int64_t *index)
{
    int64_t offset = 0, stride = 1;
    for (int d = 0; d < ndim; ++d) {
        offset += (index[d] - block->lo[d]) * stride;
        stride *= block->ld[d];
    }
    return offset;
}

int gai_intersect(int ndim, const gai_block_t *block, const int64_t *lo, const int64_t *hi,
                  int64_t *part_lo, int64_t *part_hi)
{
    int some = 1;
    for (int d = 0; d < ndim; ++d) {
        part_lo[d] = lo[d] > block->lo[d] ? lo[d] : block->lo[d];
        part_hi[d] = hi[d] < block->hi[d] ? hi[d] : block->hi[d];
        some &= part_lo[d] <= part_hi[d];
    }
    return some;
}

int gai_place_by_layout(const gai_dist_t *dist, const int64_t *index, int64_t *offset)
{
    gai_block_t block;
    gai_block_of(dist, index, &block);
    *offset = block.offset + gai_block_offset(&block, dist->ndim, index);
    return block.rank;
}

int64_t gai_owned_count(const gai_dist_t *dist, int64_t rank)
{
    if (dist->layout)
        return dist->layout->count(dist, rank);
    return rank >= 0 && rank < dist->blocks;
}

void gai_owned_block(const gai_dist_t *dist, int64_t rank, int64_t k, gai_block_t *block)
{
    int64_t at[ASHLAR_MAX_DIM], number = rank;
    if (dist->layout)
        dist->layout->position(dist, rank, k, at);
    else
        for (int d = 0; d < dist->ndim; number /= dist->axis[d++].blocks)
            at[d] = number % dist->axis[d].blocks;
    gai_block_at(dist, at, block);
}

int64_t gai_slice_room(const gai_dist_t *dist, int64_t rank)
{
    if (dist->layout)
        return dist->layout->room(dist, rank);
    if (rank < 0 || rank >= dist->blocks)
        return 0;
    gai_block_t block;
    gai_owned_block(dist, rank, 0, &block);
    int64_t room = 1;
    for (int d = 0; d < dist->ndim; ++d)
        room *= block.ld[d];
    return room;
}
