/* Choosing a grid of equal blocks. */
#include <math.h>
#include <stdbool.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/dist/ga_dist.h"

static int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

/* How good the blocks are along some dimensions: the elements of the largest, and their faces, one
 * across each dimension. Exact up to 2^53. */
typedef struct quality {
    double largest, surface;
} quality_t;

/* The budgets of ranks that occur are ranks / k for all k: ranks / k / l is ranks / (k * l). They
 * are m = 1 to root and ranks / k for k = root to 1, in ascending order. Dimensions that cannot be
 * cut are left out. */
enum { RANKS = 1 << 22, BUDGETS = 2 << 11, ROWS = ASHLAR_MAX_DIM - 2 };
typedef struct search {
    int count;
    int dimension[ASHLAR_MAX_DIM];
    int64_t extent[ASHLAR_MAX_DIM], most[ASHLAR_MAX_DIM]; /* most: blocks there may be */
    uint32_t ranks, root, budgets;
    quality_t best[2][BUDGETS];     /* of the dimensions so far and of one less, by budget */
    uint32_t blocks[ROWS][BUDGETS]; /* in the best: of dimensions 1 to count - 2 */
} search_t;

static uint32_t number_of_budget(const search_t *s, uint32_t budget)
{
    return budget <= s->root ? budget - 1 : s->budgets - s->ranks / budget;
}

static uint32_t budget_of(const search_t *s, uint32_t number)
{
    return number < s->root ? number + 1 : s->ranks / (s->budgets - number);
}

static uint32_t most_blocks(const search_t *s, int k, uint32_t budget)
{
    return (uint32_t)ali_min(s->most[k], budget);
}

static quality_t with_blocks(const search_t *s, int k, quality_t before, uint32_t blocks)
{
    const double width = (double)ceil_div(s->extent[k], blocks);
    return (quality_t){before.largest * width, before.surface * width + before.largest};
}

/* The best of dimensions below k with a budget. */
static quality_t best_below(const search_t *s, int k, uint32_t budget)
{
    const quality_t nothing = {1, 0};
    return k == 1 ? with_blocks(s, 0, nothing, most_blocks(s, 0, budget))
                  : s->best[(k - 1) % 2][number_of_budget(s, budget)];
}

/* Not worse: more blocks here, where the rest is alike, are better. */
static bool is_as_good(quality_t a, quality_t b)
{
    return a.largest < b.largest || (a.largest <= b.largest && a.surface <= b.surface);
}

/* The best of dimensions 0 to k, k > 0: of all numbers of blocks that leave the others the same
 * budget, the most. */
static quality_t find_best(const search_t *s, int k, uint32_t budget, uint32_t *blocks)
{
    const uint32_t most = most_blocks(s, k, budget);
    quality_t best = {INFINITY, INFINITY};
    for (uint32_t from = 1, to; from <= most; from = to + 1) {
        const uint32_t left = budget / from;
        to = budget / left < most ? budget / left : most;
        const quality_t now = with_blocks(s, k, best_below(s, k, left), to);
        if (is_as_good(now, best)) {
            best = now;
            *blocks = to;
        }
    }
    return best;
}

static void set_budgets(search_t *s, int64_t ranks)
{
    s->ranks = (uint32_t)ali_min(ranks, RANKS);
    s->root = 1;
    while ((s->root + 1) * (s->root + 1) <= s->ranks)
        ++s->root;
    s->budgets = 2 * s->root - (s->ranks / s->root == s->root);
}

/* Look up the best, from the last dimension down. */
static void read_best(const search_t *s, int64_t *grid)
{
    uint32_t budget = s->ranks, blocks = 1;
    for (int k = s->count - 1; k >= 0; --k) {
        if (k == 0)
            blocks = most_blocks(s, 0, budget);
        else if (k == s->count - 1)
            find_best(s, k, budget, &blocks);
        else
            blocks = s->blocks[k - 1][number_of_budget(s, budget)];
        grid[s->dimension[k]] = blocks;
        budget /= blocks;
    }
}

/* Dimension by dimension, for every budget of ranks that may be left to those so far: in
 * ndim * ranks^(3/4) steps. */
void gai_dist_choose(int ndim, const int64_t *dims, const int64_t *least, int64_t ranks,
                     int64_t *grid)
{
    search_t s;
    s.count = 0;
    for (int d = 0; d < ndim; ++d) {
        const int64_t most = dims[d] / (least ? ali_max(least[d], 1) : 1);
        ranks /= ali_max(grid[d], 1);
        if (grid[d] > 0)
            continue;
        grid[d] = 1;
        if (most <= 1)
            continue;
        s.dimension[s.count] = d;
        s.extent[s.count] = dims[d];
        s.most[s.count++] = most;
    }
    set_budgets(&s, ranks);
    for (int k = 1; k < s.count - 1; ++k)
        for (uint32_t m = 0; m < s.budgets; ++m)
            s.best[k % 2][m] = find_best(&s, k, budget_of(&s, m), &s.blocks[k - 1][m]);
    read_best(&s, grid);
}
