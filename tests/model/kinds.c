#include "kinds.h"

#include <string.h>

#include "model/twin.h"

/* Some of the ranks, in any order. */
static void draw_list(rng_t *rng, int n, kind_spec_t *x)
{
    for (int k = 0; k < n;
         ++k) { /* each takes a place among those before, whose holder goes last */
        int at = (int)rng_range(rng, 0, k);
        x->ranks[k] = x->ranks[at];
        x->ranks[at] = k;
    }
    x->spec.ranks = x->ranks;
    x->spec.rank_count = (int)rng_range(rng, 1, n);
}

static void draw_grid(rng_t *rng, int left, ga_spec_t *spec)
{
    for (int d = 0; d < spec->ndim; ++d) {
        int procs = (int)rng_range(rng, 1, left);
        if (rng_range(rng, 0, 3) == 0)
            continue; /* the library chooses */
        spec->grid[d] = procs;
        left /= procs;
    }
}

static int64_t draw_cuts(rng_t *rng, int64_t dim, int64_t blocks, int64_t *cuts)
{
    cuts[0] = 0;
    for (int64_t b = 1; b < blocks; ++b)
        cuts[b] = rng_range(rng, cuts[b - 1] + 1, dim - (blocks - b));
    return blocks;
}

/* One block for each rank, or as many as fit. */
static void draw_all_cuts(rng_t *rng, int owners, kind_spec_t *x)
{
    ga_spec_t *spec = &x->spec;
    int64_t *cuts = x->cuts;
    if (spec->kind == GA_IRREGULAR)
        random_cuts(rng, spec->ndim, spec->dims, owners, spec->blocks, cuts);
    for (int d = 0; d < spec->ndim; cuts += spec->blocks[d++]) {
        spec->cuts[d] = cuts;
        if (spec->kind == GA_TILED_IRREGULAR) {
            spec->blocks[d] = rng_range(rng, 1, spec->dims[d] < 12 ? spec->dims[d] : 12);
            draw_cuts(rng, spec->dims[d], spec->blocks[d], cuts);
        }
    }
}

/* Wide ones would make blocks of many dimensions mostly ghosts. Some dimensions are periodic. */
static void draw_ghosts(rng_t *rng, ga_spec_t *spec)
{
    for (int d = 0; d < spec->ndim; ++d) {
        spec->ghosts[d] = rng_range(rng, 0, spec->ndim > 4 ? 1 : 3);
        spec->nonperiodic[d] = (spec->ghosts[d] + spec->dims[d]) % 2 != 0;
    }
}

void kind_draw(rng_t *rng, ga_kind kind, ashlar_type type, int ndim, const int64_t *dims,
               ga_group_t group, int n, kind_spec_t *x)
{
    ga_spec_t *spec = &x->spec;

    *spec = (ga_spec_t){.type = type, .ndim = ndim, .group = group, .kind = kind};
    memcpy(spec->dims, dims, (size_t)ndim * sizeof *dims);
    spec->order = (ga_order)rng_range(rng, 0, 1);
    if (rng_range(rng, 0, 2) == 0)
        draw_list(rng, n, x);
    int owners = spec->rank_count ? spec->rank_count : n;
    if (kind == GA_IRREGULAR || kind == GA_TILED_IRREGULAR)
        draw_all_cuts(rng, owners, x);
    else
        for (int d = 0; d < ndim; ++d)
            spec->block[d] = rng_range(rng, 0, 9) ? rng_range(rng, 1, 1 + dims[d] / 3)
                                                  : dims[d] + rng_range(rng, 0, 3);
    if (kind != GA_IRREGULAR && kind != GA_BLOCK_CYCLIC && rng_range(rng, 0, 1))
        draw_grid(rng, owners, spec);
    if (kind <= GA_IRREGULAR && rng_range(rng, 0, 1))
        draw_ghosts(rng, spec);
}
