/* The blocks of an array that is described, and the grid of ranks that own them. */
#include <inttypes.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_spec.h"
#include "ga/src/array/ga_type.h"

/* ---- the blocks ------------------------------------------------------------------------------ */

static int check_cuts(const gai_draft_t *x, int d)
{
    const int64_t *cuts = x->spec->cuts[d], blocks = x->spec->blocks[d], dim = x->spec->dims[d];
    if (!cuts)
        return gai_bad_argument(x->call, "a list of cuts");
    if (cuts[0] != 0)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: the cuts of dimension %d begin with %" PRId64 ", not 0",
                       x->call, d, cuts[0]);
    for (int64_t b = 1; b < blocks; ++b)
        if (cuts[b] <= cuts[b - 1] || cuts[b] >= dim)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: cut %" PRId64 " of dimension %d is %" PRId64 " after %" PRId64
                           "; cuts increase and stay below %" PRId64,
                           x->call, b, d, cuts[b], cuts[b - 1], dim);
    return ASHLAR_OK;
}

/* One block for each rank, or no more than indices. */
static int check_blocks(const gai_draft_t *x)
{
    int64_t product = 1;
    for (int d = 0; d < x->spec->ndim; ++d) {
        int64_t blocks = x->spec->blocks[d];
        if (x->kind.one_each && (blocks < 1 || blocks > x->owners / product))
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: %" PRId64 " blocks in dimension %d; all together "
                           "there may be 1 to %d, one per rank",
                           x->call, blocks, d, x->owners);
        if (blocks < 1 || blocks > x->spec->dims[d])
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: %" PRId64 " blocks in dimension %d; there may be 1 to %" PRId64,
                           x->call, blocks, d, x->spec->dims[d]);
        product = x->kind.one_each ? product * blocks : product;
    }
    return ASHLAR_OK;
}

static int partition_by_cuts(gai_draft_t *x)
{
    gai_dist_t *dist = &x->plan.dist;
    AL_TRY(check_blocks(x));
    dist->ndim = x->spec->ndim;
    for (int d = 0; d < dist->ndim; ++d) {
        AL_TRY(check_cuts(x, d));
        dist->axis[d] = (gai_axis_t){
            .extent = x->spec->dims[d], .blocks = x->spec->blocks[d], .cuts = x->spec->cuts[d]};
    }
    gai_dist_number(dist);
    return ASHLAR_OK;
}

/* Do blocks of this extent leave a place of the grid, or a rank, with nothing? */
static bool has_empty_rank(const gai_draft_t *x, int64_t width)
{
    int64_t product = 1;
    int is_short = 0;
    for (int d = 0; d < x->spec->ndim; ++d) {
        int64_t blocks = (x->spec->dims[d] - 1) / width + 1;
        is_short |= blocks < x->spec->grid[d];
        product = ali_min(product, x->owners) * ali_min(blocks, x->owners);
    }
    return is_short || product < x->owners;
}

/* The extent in all dimensions, of square blocks as ScaLAPACK wants them, where none is asked for;
 * else 0. */
static int64_t choose_width(const gai_draft_t *x)
{
    int64_t width = 64;
    for (int d = 0; d < x->spec->ndim; ++d)
        if (x->spec->block[d])
            return 0;
    while (width > 1 && has_empty_rank(x, width))
        width /= 2;
    return width;
}

static int partition_by_widths(gai_draft_t *x)
{
    int64_t widths[ASHLAR_MAX_DIM], chosen = choose_width(x);
    for (int d = 0; d < x->spec->ndim; ++d) {
        widths[d] = ali_min(chosen ? chosen : x->spec->block[d], x->spec->dims[d]);
        if (widths[d] < 1)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: blocks of extent %" PRId64 " in dimension %d; a %s array needs "
                           "blocks of at least 1, or 0 in every dimension to have them chosen",
                           x->call, x->spec->block[d], d, x->kind.name);
    }
    gai_dist_widths(&x->plan.dist, x->spec->ndim, x->spec->dims, widths);
    return ASHLAR_OK;
}

/* ---- the grid of ranks ----------------------------------------------------------------------- */

static int check_grid(const gai_draft_t *x)
{
    int64_t product = 1;
    for (int d = 0; d < x->spec->ndim; ++d) {
        int procs = x->spec->grid[d];
        if (procs != 0 && x->spec->kind == GA_BLOCK_CYCLIC)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: a block-cyclic array has no grid of ranks; the grid must be 0, or "
                           "the kind one that has",
                           x->call);
        if (procs < 0 || ali_max(procs, 1) > x->owners / product)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: a grid of %d ranks in dimension %d; all together there may be 1 to "
                           "%d",
                           x->call, procs, d, x->owners);
        if (procs && x->kind.cuts && x->kind.one_each && procs != x->spec->blocks[d])
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: a grid of %d ranks for %" PRId64 " blocks in dimension %d; an "
                           "irregular array has one block for each",
                           x->call, procs, x->spec->blocks[d], d);
        product *= ali_max(procs, 1);
    }
    return ASHLAR_OK;
}

/* Choose what of the grid is not given; regular blocks follow from it. */
static void choose_grid(gai_draft_t *x)
{
    const ga_spec_t *spec = x->spec;
    gai_dist_t *dist = &x->plan.dist;
    int64_t grid[ASHLAR_MAX_DIM], extents[ASHLAR_MAX_DIM];
    int is_regular = spec->kind == GA_REGULAR;
    for (int d = 0; d < spec->ndim; ++d) {
        grid[d] = x->kind.one_each && !is_regular ? dist->axis[d].blocks : spec->grid[d];
        extents[d] = is_regular ? spec->dims[d] : dist->axis[d].blocks;
    }
    gai_dist_choose(spec->ndim, extents, is_regular ? spec->block : NULL, x->owners, grid);
    if (is_regular) {
        for (int d = 0; d < spec->ndim; ++d)
            extents[d] = (spec->dims[d] - 1) / grid[d] + 1;
        gai_dist_widths(dist, spec->ndim, spec->dims, extents);
    }
    for (int d = 0; d < spec->ndim; ++d)
        x->procs[d] = (int)(is_regular && !spec->grid[d] ? dist->axis[d].blocks : grid[d]);
}

static int check_bytes(const gai_draft_t *x)
{
    int64_t bytes = (int64_t)gai_type_bytes(x->spec->type);
    for (int d = 0; d < x->spec->ndim; ++d) {
        const gai_axis_t *axis = &x->plan.dist.axis[d];
        int64_t extent;
        if (__builtin_mul_overflow(axis->blocks, axis->width, &extent) ||
            __builtin_mul_overflow(bytes, extent, &bytes))
            return AL_FAIL(ASHLAR_ESHAPE, "%s: the array has more bytes than 2^63 in whole blocks",
                           x->call);
    }
    return ASHLAR_OK;
}

int gai_spec_distribute(gai_draft_t *x)
{
    if (x->kind.cuts)
        AL_TRY(partition_by_cuts(x));
    AL_TRY(check_grid(x));
    if (x->kind.widths)
        AL_TRY(partition_by_widths(x));
    if (x->spec->kind == GA_BLOCK_CYCLIC)
        AL_TRY(check_bytes(x));
    else
        choose_grid(x);
    return ASHLAR_OK;
}
