/* Parts of a walk, and fetches of their transposes. */
#include "ga/src/rearrange/ga_transpose_fetch.h"

#include "ga/src/onesided/ga_transfer.h"

/* The elements of other that lo..hi of home is transposed to. */
static void find_transposed(const gai_transposing_t *x, const int64_t *lo, const int64_t *hi,
                            int64_t *from, int64_t *to)
{
    for (int d = 0; d < x->row; ++d) {
        from[d] = lo[d];
        to[d] = hi[d];
    }
    for (int k = 0; k < 2; ++k) {
        from[x->row + k] = lo[x->row + 1 - k] + x->walk.shift[k];
        to[x->row + k] = hi[x->row + 1 - k] + x->walk.shift[k];
    }
}

/* lo..hi of my block, with its transpose at a place of these leading dimensions. */
static gai_transpose_part_t make_part(const gai_transposing_t *x, const gai_transpose_owned_t *mine,
                                      const int64_t *lo, const int64_t *hi, char *other,
                                      const int64_t *other_ld)
{
    const int ndim = x->ndim, row = x->row;
    size_t offset = (size_t)gai_block_offset(&mine->block, ndim, lo) * x->walk.home->element;
    gai_transpose_part_t part = {.ndim = ndim, .home = mine->base + offset, .other = other};
    size_t home_step = 1, other_step = 1;
    for (int d = 0; d < ndim; ++d) {
        part.n[d] = (size_t)(hi[d] - lo[d] + 1);
        part.home_step[d] = home_step;
        part.other_step[d < row ? d : 2 * row + 1 - d] = other_step;
        home_step *= (size_t)mine->block.ld[d];
        other_step *= (size_t)other_ld[d];
    }
    return part;
}

/* ---- in place -------------------------------------------------------------------------------- */

bool gai_transposed_is_here(const gai_transposing_t *x, const int64_t *lo, const int64_t *hi)
{
    const gai_array_t *other = x->walk.other;
    int64_t from[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM];
    gai_blocks_t blocks;
    if (x->is_local)
        return true;
    find_transposed(x, lo, hi, from, to);
    gai_blocks_begin(&other->dist, x->ndim, from, to, &blocks);
    do {
        gai_block_t block;
        gai_block_at(&other->dist, blocks.at, &block);
        if (!ali_slice_is_here(other->segment, block.rank))
            return false;
    } while (gai_blocks_next(&blocks, x->ndim));
    return true;
}

/* The part of lo..hi whose transpose lies in a block on this node. */
static void work_on_block(const gai_transposing_t *x, const gai_transpose_owned_t *mine,
                          const int64_t *lo, const int64_t *hi, const gai_block_t *block)
{
    int64_t part_lo[ASHLAR_MAX_DIM], part_hi[ASHLAR_MAX_DIM], from[ASHLAR_MAX_DIM],
        to[ASHLAR_MAX_DIM];
    const gai_array_t *array = x->walk.other;
    for (int d = 0; d < x->ndim; ++d) {
        int e = d < x->row ? d : 2 * x->row + 1 - d;
        int64_t shift = d < x->row ? 0 : x->walk.shift[e - x->row];
        part_lo[d] = ali_max(lo[d], block->lo[e] - shift);
        part_hi[d] = ali_min(hi[d], block->hi[e] - shift);
    }
    find_transposed(x, part_lo, part_hi, from, to);
    char *other = gai_block_address(array, block) +
                  (size_t)gai_block_offset(block, x->ndim, from) * array->element;
    gai_transpose_part_t part = make_part(x, mine, part_lo, part_hi, other, block->ld);
    x->walk.work(x->walk.context, &part);
}

void gai_transpose_here(const gai_transposing_t *x, const gai_transpose_owned_t *mine,
                        const int64_t *lo, const int64_t *hi)
{
    const gai_dist_t *dist = &x->walk.other->dist;
    int64_t from[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM];
    gai_blocks_t blocks;
    find_transposed(x, lo, hi, from, to);
    gai_blocks_begin(dist, x->ndim, from, to, &blocks);
    do {
        gai_block_t block;
        gai_block_at(dist, blocks.at, &block);
        work_on_block(x, mine, lo, hi, &block);
    } while (gai_blocks_next(&blocks, x->ndim));
}

/* ---- fetched --------------------------------------------------------------------------------- */

gai_transpose_fetch_t *gai_transpose_oldest_fetch(gai_transposing_t *x)
{
    return &x->fetches[(x->next + 1) % x->buffer_count];
}

static int work_on_fetch(const gai_transposing_t *x, gai_transpose_fetch_t *fetch)
{
    if (!fetch->is_busy)
        return ASHLAR_OK;
    fetch->is_busy = false;
    x->walk.work(x->walk.context, &fetch->part);
    return x->walk.is_symmetric
               ? gai_write(x->walk.other, fetch->from, fetch->to, fetch->part.other, NULL)
               : ASHLAR_OK;
}

/* Work on the oldest fetch, which has come; its buffer is the next one. */
static int work_on_oldest(gai_transposing_t *x)
{
    gai_transpose_fetch_t *oldest = gai_transpose_oldest_fetch(x);
    x->next = (x->next + 1) % x->buffer_count;
    return work_on_fetch(x, oldest);
}

int gai_transpose_start_fetch(gai_transposing_t *x, const gai_transpose_owned_t *mine,
                              const int64_t *lo, const int64_t *hi)
{
    gai_transpose_fetch_t *fetch = &x->fetches[x->next];
    int64_t ld[ASHLAR_MAX_DIM];
    AL_TRY(al_wait(&gai_transpose_oldest_fetch(x)->handle));
    find_transposed(x, lo, hi, fetch->from, fetch->to);
    for (int d = 0; d < x->ndim; ++d)
        ld[d] = fetch->to[d] - fetch->from[d] + 1;
    fetch->part = make_part(x, mine, lo, hi, x->buffers + (size_t)x->next * x->part_bytes, ld);
    fetch->is_busy = true;
    AL_TRY(gai_read_nb(x->walk.other, fetch->from, fetch->to, fetch->part.other, NULL,
                       &fetch->handle));
    return work_on_oldest(x);
}

int gai_transpose_finish_oldest(gai_transposing_t *x)
{
    AL_TRY(al_wait(&gai_transpose_oldest_fetch(x)->handle));
    return work_on_oldest(x);
}

int gai_transpose_finish_fetches(gai_transposing_t *x, int status)
{
    for (int64_t k = 0; k < x->buffer_count; ++k) {
        if (status == ASHLAR_OK)
            status = gai_transpose_finish_oldest(x);
        (void)al_wait(&x->fetches[k].handle); /* after a failure: the buffer is to be freed */
    }
    return status;
}
