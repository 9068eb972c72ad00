/* Regular arrays in blocks that differ by one index at most, the larger ones first. Native blocks
 * are equal but for the last one, which may be much smaller, or leave ranks without any. */
#include <stdlib.h>

#include "classic.h"
#include "plan.h"

/* Find as many blocks as keep the largest as it is: `ranks` are free for each, `least` is the least
 * extent. */
static int64_t finest(int64_t dim, int64_t blocks, int64_t ranks, int64_t least)
{
    int64_t largest = (dim - 1) / blocks + 1;
    int64_t most = largest > 1 ? (dim - 1) / (largest - 1) : dim;
    if (most > ranks)
        most = ranks;
    while (most > blocks && dim / most < least)
        --most;
    return most > blocks ? most : blocks;
}

/* Do equal blocks, all but the last, differ by more than one? */
static int is_uneven(int64_t dim, int64_t blocks)
{
    return ((dim - 1) / blocks + 1) * blocks - dim > 1;
}

/* The blocks of each dimension; 0 where those of g are as they should be. */
static int choose_blocks(const char *call, ga_t g, const ga_spec_t *asked, ga_spec_t *even)
{
    ga_group_t group;
    int size, differs = 0;
    int64_t product = 1;
    CLASSIC_TRY(call, ga_inquire_group(g, &group));
    CLASSIC_TRY(call, ga_group_size(group, &size));
    CLASSIC_TRY(call, ga_inquire_grid(g, even->blocks));
    for (int d = 0; d < asked->ndim; ++d)
        product *= even->blocks[d];
    int64_t ranks = asked->rank_count ? asked->rank_count : size;
    for (int d = 0; d < asked->ndim; ++d) {
        int64_t before = even->blocks[d], others = product / before;
        if (!asked->mirrored && !asked->grid[d])
            even->blocks[d] = finest(asked->dims[d], before, ranks / others, asked->block[d]);
        product = others * even->blocks[d];
        differs |= even->blocks[d] != before || is_uneven(asked->dims[d], even->blocks[d]);
    }
    return differs;
}

static void cut_evenly(ga_spec_t *spec, int d, int64_t *cuts)
{
    int64_t width = spec->dims[d] / spec->blocks[d], larger = spec->dims[d] % spec->blocks[d];
    for (int64_t b = 0; b < spec->blocks[d]; ++b)
        cuts[b] = b * width + (b < larger ? b : larger);
    spec->cuts[d] = cuts;
}

/* Create an array in the blocks that `even` has. */
static int create_cut(const char *call, ga_spec_t *even, ga_t *g)
{
    int64_t count = 0, *cuts;
    even->kind = GA_IRREGULAR;
    for (int d = 0; d < even->ndim; ++d) {
        even->block[d] = even->grid[d] = 0;
        count += even->blocks[d];
    }
    cuts = malloc((size_t)count * sizeof *cuts);
    if (!cuts)
        classic_stop(call, "no memory for %lld cuts", (long long)count);
    for (int64_t d = 0, at = 0; d < even->ndim; at += even->blocks[d++])
        cut_evenly(even, (int)d, cuts + at);
    int status = ga_create_spec(even, g);
    free(cuts);
    return status;
}

int classic_create_even(const char *call, const ga_spec_t *spec, ga_t *g)
{
    ga_spec_t even = *spec;
    if (spec->kind != GA_REGULAR)
        return ga_create_spec(spec, g);
    even.overlay = 0; /* equal blocks may have no room there */
    int status = ga_create_spec(&even, g);
    int differs = status == ASHLAR_OK && choose_blocks(call, *g, spec, &even);
    if (status != ASHLAR_OK || (!differs && !spec->overlay))
        return status;
    CLASSIC_TRY(call, ga_destroy(*g));
    even.overlay = spec->overlay;
    return differs ? create_cut(call, &even, g) : ga_create_spec(spec, g);
}
