/* Choosing a grid of equal blocks. */
#include <math.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/dist/ga_dist.h"

static int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

/* A grid under consideration, and how good it is. */
typedef struct grid {
    int64_t blocks[ASHLAR_MAX_DIM];
    double largest, surface; /* of the largest block */
} grid_t;

typedef struct search {
    int ndim;
    const int64_t *dims;
    int64_t most[ASHLAR_MAX_DIM];        /* blocks a dimension may have */
    double elements[ASHLAR_MAX_DIM + 1]; /* of dimensions d and above together */
    int64_t divisors[2048];              /* of the number of ranks being tried */
    int divisor_count;
    int found;
    grid_t best, now;
} search_t;

/* The extents of the largest block so far: their product, and the sum of their inverses. */
typedef struct extents {
    double product, inverses;
} extents_t;

static extents_t with_extent(extents_t before, double extent)
{
    return (extents_t){before.product * extent, before.inverses + 1 / extent};
}

static void measure(const search_t *s, grid_t *grid)
{
    grid->largest = 1;
    for (int d = 0; d < s->ndim; ++d)
        grid->largest *= (double)ceil_div(s->dims[d], grid->blocks[d]);
    grid->surface = 0;
    for (int d = 0; d < s->ndim; ++d)
        grid->surface += grid->largest / (double)ceil_div(s->dims[d], grid->blocks[d]);
}

/* Is every grid with these extents below dimension d worse than the best, however `left` blocks are
 * shared among the others? At best these have equal shares, and the surface that a cube has. */
static bool is_hopeless(const search_t *s, int d, extents_t below, int64_t left)
{
    const double rounding = 1e-9;
    if (!s->found)
        return false;
    double share = s->elements[d] / (double)left;
    double largest = below.product * share;
    if (largest < s->best.largest * (1 - rounding))
        return false;
    int others = s->ndim - d;
    double inverses = below.inverses + others * pow(share, -1.0 / others);
    return largest > s->best.largest * (1 + rounding) ||
           largest * inverses > s->best.surface * (1 + rounding);
}

static bool is_better(const search_t *s, const grid_t *a, const grid_t *b)
{
    if (a->largest < b->largest || a->largest > b->largest)
        return a->largest < b->largest;
    if (a->surface < b->surface || a->surface > b->surface)
        return a->surface < b->surface;
    for (int d = s->ndim - 1; d >= 0; --d)
        if (a->blocks[d] != b->blocks[d])
            return a->blocks[d] > b->blocks[d];
    return false;
}

/* Try every way to write `left` as a product of blocks of dimensions d.. that respects `most`. */
static void try_dimensions(search_t *s, int d, extents_t below, int64_t left)
{
    if (is_hopeless(s, d, below, left))
        return;
    if (d == s->ndim - 1) {
        if (left > s->most[d])
            return;
        s->now.blocks[d] = left;
        measure(s, &s->now);
        if (!s->found || is_better(s, &s->now, &s->best))
            s->best = s->now;
        s->found = 1;
        return;
    }
    for (int k = 0; k < s->divisor_count && s->divisors[k] <= left; ++k)
        if (left % s->divisors[k] == 0 && s->divisors[k] <= s->most[d]) {
            double extent = (double)ceil_div(s->dims[d], s->divisors[k]);
            s->now.blocks[d] = s->divisors[k];
            try_dimensions(s, d + 1, with_extent(below, extent), left / s->divisors[k]);
        }
}

static void list_divisors(search_t *s, int64_t n)
{
    s->divisor_count = 0;
    for (int64_t k = 1; k * k <= n; ++k)
        if (n % k == 0)
            s->divisors[s->divisor_count++] = k;
    int small = s->divisor_count;
    for (int k = small - 1; k >= 0; --k)
        if (s->divisors[k] != n / s->divisors[k])
            s->divisors[s->divisor_count++] = n / s->divisors[k];
}

void gai_dist_choose(int ndim, const int64_t *dims, const int64_t *least, int64_t ranks,
                     int64_t *grid)
{
    int64_t free_dims[ASHLAR_MAX_DIM]; /* those whose number is given count as 1 */
    search_t s = {.ndim = ndim, .dims = free_dims};
    for (int d = 0; d < ndim; ++d) {
        free_dims[d] = grid[d] > 0 ? 1 : dims[d];
        ranks /= ali_max(grid[d], 1);
    }
    int64_t most = 1; /* blocks there can be at all, cut off at ranks */
    for (int d = 0; d < ndim; ++d) {
        int64_t least_width = least ? ali_max(least[d], 1) : 1;
        s.most[d] = ali_max(free_dims[d] / least_width, 1);
        most = s.most[d] > ranks / most ? ranks : most * s.most[d];
    }
    /* Fewer ranks may do better than all: seven of them leave 8 x 8 to four strips, six to a grid.
     * Stop when even equal shares would be larger than the best block found. */
    s.elements[ndim] = 1;
    for (int d = ndim - 1; d >= 0; --d)
        s.elements[d] = s.elements[d + 1] * (double)free_dims[d];
    enum { TRIES = 256 };
    int64_t from = ali_min(most, ranks);
    for (int64_t used = from; used > 0; --used) {
        if (s.found && from - used >= TRIES)
            break;
        if (s.found && s.elements[0] / (double)used > s.best.largest)
            break;
        list_divisors(&s, used);
        try_dimensions(&s, 0, (extents_t){1, 0}, used);
    }
    for (int d = 0; d < ndim; ++d)
        if (grid[d] <= 0)
            grid[d] = s.best.blocks[d];
}
