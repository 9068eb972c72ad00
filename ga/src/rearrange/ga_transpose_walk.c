/* A walk over tiles and their transposed counterparts. */
#include "ga/src/rearrange/ga_transpose_walk.h"

#include <stdlib.h>

#include "ga/src/onesided/ga_transfer.h"

/* Fetches under way at a time, and the bytes of one. */
enum { FETCHES = 8, FETCH_BYTES = 1 << 18 };

typedef struct fetch {
    int is_busy;
    ga_handle_t handle;
    int64_t from[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM]; /* of the other array */
    gai_transpose_part_t part;
} fetch_t;

typedef struct tile_walk {
    gai_transpose_walk_t params;
    int is_local;
    int ndim, row; /* row, row + 1: the last two dimensions */
    int inner;     /* of the two, the one along which parts follow each other */
    int64_t tile;  /* parts are cut where their indices are multiples of it */
    size_t part_bytes;
    char *buffers; /* for fetches */
    int next;
    fetch_t fetches[FETCHES];
    gai_block_t block; /* of home */
    char *base;
} tile_walk_t;

/* ---- one part -------------------------------------------------------------------------------- */

/* The elements of other that lo..hi of home is transposed to. */
static void find_transposed(const tile_walk_t *walk, const int64_t *lo, const int64_t *hi,
                            int64_t *from, int64_t *to)
{
    for (int d = 0; d < walk->row; ++d) {
        from[d] = lo[d];
        to[d] = hi[d];
    }
    for (int k = 0; k < 2; ++k) {
        from[walk->row + k] = lo[walk->row + 1 - k] + walk->params.shift[k];
        to[walk->row + k] = hi[walk->row + 1 - k] + walk->params.shift[k];
    }
}

/* lo..hi of my block, with its transpose at a place of these leading dimensions. */
static gai_transpose_part_t make_part(const tile_walk_t *walk, const int64_t *lo, const int64_t *hi,
                                      char *other, const int64_t *other_ld)
{
    const int ndim = walk->ndim, row = walk->row;
    size_t offset = (size_t)gai_block_offset(&walk->block, ndim, lo) * walk->params.home->element;
    gai_transpose_part_t part = {.ndim = ndim, .home = walk->base + offset, .other = other};
    size_t home_step = 1, other_step = 1;
    for (int d = 0; d < ndim; ++d) {
        part.n[d] = (size_t)(hi[d] - lo[d] + 1);
        part.home_step[d] = home_step;
        part.other_step[d < row ? d : 2 * row + 1 - d] = other_step;
        home_step *= (size_t)walk->block.ld[d];
        other_step *= (size_t)other_ld[d];
    }
    return part;
}

/* Work on what was fetched. */
static int finish_fetch(const tile_walk_t *walk, fetch_t *fetch)
{
    if (!fetch->is_busy)
        return ASHLAR_OK;
    fetch->is_busy = 0;
    AL_TRY(al_wait(&fetch->handle));
    walk->params.work(walk->params.context, &fetch->part);
    return walk->params.is_symmetric
               ? gai_write(walk->params.other, fetch->from, fetch->to, fetch->part.other, NULL)
               : ASHLAR_OK;
}

static int start_fetch(tile_walk_t *walk, const int64_t *lo, const int64_t *hi)
{
    fetch_t *fetch = &walk->fetches[walk->next];
    int64_t ld[ASHLAR_MAX_DIM];
    AL_TRY(finish_fetch(walk, fetch));
    find_transposed(walk, lo, hi, fetch->from, fetch->to);
    for (int d = 0; d < walk->ndim; ++d)
        ld[d] = fetch->to[d] - fetch->from[d] + 1;
    fetch->part =
        make_part(walk, lo, hi, walk->buffers + (size_t)walk->next * walk->part_bytes, ld);
    walk->next = (walk->next + 1) % FETCHES;
    fetch->is_busy = 1;
    return gai_read_nb(walk->params.other, fetch->from, fetch->to, fetch->part.other, NULL,
                       &fetch->handle);
}

static int finish_fetches(tile_walk_t *walk, int status)
{
    for (int k = 0; k < FETCHES; ++k) {
        fetch_t *fetch = &walk->fetches[(walk->next + k) % FETCHES];
        if (status == ASHLAR_OK)
            status = finish_fetch(walk, fetch);
        else if (fetch->is_busy)
            (void)al_wait(&fetch->handle); /* the buffer is to be freed */
    }
    return status;
}

/* The part of lo..hi whose transpose lies in a block on this node. */
static int visit_local(const tile_walk_t *walk, const int64_t *lo, const int64_t *hi,
                       const gai_block_t *block, char *base)
{
    int64_t part_lo[ASHLAR_MAX_DIM], part_hi[ASHLAR_MAX_DIM], from[ASHLAR_MAX_DIM],
        to[ASHLAR_MAX_DIM];
    for (int d = 0; d < walk->ndim; ++d) {
        int e = d < walk->row ? d : 2 * walk->row + 1 - d;
        int64_t shift = d < walk->row ? 0 : walk->params.shift[e - walk->row];
        part_lo[d] = ali_max(lo[d], block->lo[e] - shift);
        part_hi[d] = ali_min(hi[d], block->hi[e] - shift);
    }
    find_transposed(walk, part_lo, part_hi, from, to);
    char *other =
        base + (size_t)gai_block_offset(block, walk->ndim, from) * walk->params.other->element;
    gai_transpose_part_t part = make_part(walk, part_lo, part_hi, other, block->ld);
    walk->params.work(walk->params.context, &part);
    return walk->is_local ? ASHLAR_OK : al_poll();
}

/* lo..hi of my block: block by block of the other array, or fetched as a whole. */
static int visit_part(tile_walk_t *walk, const int64_t *lo, const int64_t *hi)
{
    const gai_array_t *other = walk->params.other;
    int64_t from[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM];
    gai_blocks_t blocks;
    find_transposed(walk, lo, hi, from, to);
    if (gai_blocks_begin(&other->dist, walk->ndim, from, to, &blocks) && !walk->is_local)
        return start_fetch(walk, lo, hi);
    do {
        gai_block_t block;
        gai_block_at(&other->dist, blocks.at, &block);
        char *base = gai_block_address(other, &block);
        if (!base)
            return start_fetch(walk, lo, hi);
        AL_TRY(visit_local(walk, lo, hi, &block, base));
    } while (gai_blocks_next(&blocks, walk->ndim));
    return ASHLAR_OK;
}

/* ---- all parts ------------------------------------------------------------------------------- */

typedef int visit_t(tile_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t tile);

static int visit_tile(tile_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t tile)
{
    (void)tile;
    return visit_part(walk, lo, hi);
}

static int for_tiles(tile_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t tile,
                     visit_t *visit)
{
    const int inner = walk->inner, outer = 2 * walk->row + 1 - inner;
    int64_t at[ASHLAR_MAX_DIM], end[ASHLAR_MAX_DIM];
    for (int d = 0; d < walk->row; ++d) {
        at[d] = lo[d];
        end[d] = hi[d];
    }
    for (at[outer] = lo[outer]; at[outer] <= hi[outer]; at[outer] = end[outer] + 1) {
        end[outer] = ali_min((at[outer] / tile + 1) * tile - 1, hi[outer]);
        for (at[inner] = lo[inner]; at[inner] <= hi[inner]; at[inner] = end[inner] + 1) {
            end[inner] = ali_min((at[inner] / tile + 1) * tile - 1, hi[inner]);
            AL_TRY(visit(walk, at, end, tile));
        }
    }
    return ASHLAR_OK;
}

/* From two tiles that are each other's transpose one is visited: of neighbours, alternately the one
 * above and the one below the diagonal. One on the diagonal is its own transpose if a part is all
 * of it, or is cut by a finer grid. */
static int visit_pair(tile_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t tile)
{
    const int i = walk->row, j = i + 1;
    int64_t row = lo[i] / tile, column = lo[j] / tile;
    if (row == column && lo[i] == lo[j] && hi[i] == hi[j])
        return visit_part(walk, lo, hi);
    if (row == column)
        return for_tiles(walk, lo, hi, ali_max(tile / 8, 1), visit_pair);
    return (row < column) == ((row + column) % 2 == 0) ? visit_part(walk, lo, hi) : ASHLAR_OK;
}

static int visit_blocks(tile_walk_t *walk)
{
    const gai_array_t *home = walk->params.home;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    for (int64_t k = 0; k < gai_my_count(home); ++k) {
        walk->base = gai_my_block(home, k, &walk->block);
        if (!walk->base)
            return ASHLAR_EMPI;
        if (gai_intersect(walk->ndim, &walk->block, walk->params.lo, walk->params.hi, lo, hi))
            AL_TRY(for_tiles(walk, lo, hi, walk->tile,
                             walk->params.is_symmetric ? visit_pair : visit_tile));
    }
    return ASHLAR_OK;
}

bool gai_transpose_is_local(const gai_array_t *other)
{
    return other->segment->group->node_count == 1;
}

int gai_walk_transposed(const gai_transpose_walk_t *params)
{
    const gai_array_t *other = params->other;
    const int ndim = other->dist.ndim, row = ndim - 2;
    tile_walk_t walk = {.params = *params,
                        .is_local = gai_transpose_is_local(other),
                        .ndim = ndim,
                        .row = row,
                        .inner = other->dist.axis[row + 1].blocks > 1 ? row : row + 1,
                        .tile = GAI_TRANSPOSE_TILE};
    size_t leading = other->element;
    for (int d = 0; d < row; ++d)
        leading *= (size_t)(params->hi[d] - params->lo[d] + 1);
    while (walk.tile > 1 && (size_t)(walk.tile * walk.tile) * leading > FETCH_BYTES)
        walk.tile /= 2;
    if (walk.is_local) {
        walk.tile = params->is_symmetric ? walk.tile : INT64_MAX / 2;
        return visit_blocks(&walk);
    }
    walk.part_bytes = (size_t)(walk.tile * walk.tile) * leading;
    walk.buffers = malloc(FETCHES * walk.part_bytes);
    if (!walk.buffers)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for parts of array '%s'", params->call,
                       other->name);
    int status = finish_fetches(&walk, visit_blocks(&walk));
    free(walk.buffers);
    return status;
}
