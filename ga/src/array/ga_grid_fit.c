/* The shape of a processor grid, and its numbering by nodes. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_processor_grid.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

/* The extents of the free dimensions, of which the product is given: the best so far, and those
 * that are being tried. */
typedef struct fit {
    int count;
    int64_t extents[ASHLAR_MAX_DIM], best[ASHLAR_MAX_DIM], sum; /* sum: of the best */
    int divisors, divisor[1536]; /* of the product, from the largest down; no int has more */
} fit_t;

static void find_divisors(fit_t *fit, int product)
{
    for (int k = 1; (int64_t)k * k <= product; ++k)
        if (product % k == 0)
            fit->divisor[fit->divisors++] = product / k;
    for (int k = fit->divisors - 1; k >= 0; --k)
        if (product / fit->divisor[k] != fit->divisor[k])
            fit->divisor[fit->divisors++] = product / fit->divisor[k];
}

/* Try all divisors of what is left that are not above the extent before; the first of several with
 * the same sum has the largest extents first. */
static void try_divisors(fit_t *fit, int d, int64_t left, int64_t sum)
{
    const int64_t most = d ? ali_min(left, fit->extents[d - 1]) : left;
    if (d == fit->count - 1) {
        fit->extents[d] = left;
        if (left == most && sum + left < fit->sum) {
            memcpy(fit->best, fit->extents, sizeof fit->best);
            fit->sum = sum + left;
        }
        return;
    }
    for (int k = 0; k < fit->divisors; ++k) {
        const int64_t extent = fit->divisor[k];
        if (extent <= most && left % extent == 0) {
            fit->extents[d] = extent;
            try_divisors(fit, d + 1, left / extent, sum + extent);
        }
    }
}

static int check_grid_extents(const char *call, int ranks, int ndim, const int *shape)
{
    int64_t product = 1;
    if (ndim < 1 || ndim > ASHLAR_MAX_DIM)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: a grid of %d dimensions; 1 to %d are possible", call,
                       ndim, ASHLAR_MAX_DIM);
    for (int d = 0; d < ndim; ++d) {
        if (shape[d] < 0)
            return AL_FAIL(ASHLAR_ESHAPE, "%s: extent %d of dimension %d of the grid", call,
                           shape[d], d);
        product *= shape[d] ? shape[d] : 1;
        if (product > ranks)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: the grid has %" PRId64 " places and more for %d ranks", call,
                           product, ranks);
    }
    return ASHLAR_OK;
}

int gai_grid_fit(const char *call, int ranks, int ndim, int *shape)
{
    fit_t fit = {.sum = INT64_MAX};
    int given = 1, k = 0;
    AL_TRY(check_grid_extents(call, ranks, ndim, shape));
    for (int d = 0; d < ndim; ++d) {
        given *= shape[d] ? shape[d] : 1;
        fit.count += shape[d] == 0;
    }
    if (fit.count) {
        find_divisors(&fit, ranks / given);
        try_divisors(&fit, 0, ranks / given, 0);
    }
    for (int d = 0; d < ndim; ++d)
        if (!shape[d])
            shape[d] = (int)fit.best[k++];
    return ASHLAR_OK;
}

int ga_grid_fit(int ranks, int ndim, int *shape)
{
    if (!shape)
        return gai_bad_argument(__func__, "the shape");
    if (ranks < 1)
        return AL_FAIL(ASHLAR_EARG, "%s: %d ranks", __func__, ranks);
    return gai_grid_fit(__func__, ranks, ndim, shape);
}

/* ---- numbering ------------------------------------------------------------------------------- */

/* First the lines that nodes have ranks for, node by node, then the ranks that are left. */
int gai_grid_list_by_nodes(const char *call, const al_group_t *group, int line, int places,
                           int *ranks)
{
    const int nodes = group->node_count;
    int *whole = calloc(3 * (size_t)nodes, sizeof *whole);
    if (!whole)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d nodes", call, nodes);
    int *lines_end = whole + nodes, *rest = lines_end + nodes;
    for (int rank = 0; rank < group->size; ++rank)
        ++whole[group->node_of[rank]];
    int in_lines = 0, left = 0;
    for (int node = 0; node < nodes; ++node) { /* from counts to the next place of each kind */
        const int count = whole[node], of_lines = count - count % line;
        whole[node] = in_lines;
        rest[node] = left;
        lines_end[node] = in_lines += of_lines;
        left += count - of_lines;
    }
    for (int rank = 0; rank < group->size; ++rank) {
        const int node = group->node_of[rank];
        const int place = whole[node] < lines_end[node] ? whole[node]++ : in_lines + rest[node]++;
        if (place < places)
            ranks[place] = rank;
    }
    free(whole);
    return ASHLAR_OK;
}
