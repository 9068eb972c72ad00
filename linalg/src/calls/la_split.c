/* The division of a multiplication among nodes. */
#include "linalg/src/calls/la_split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/src/calls/la_bands.h"

enum {
    RECTANGLES = 4,  /* of an array that a node owns; of more only the number of elements counts */
    ASSIGNED = 128,  /* nodes among which cells are dealt by what they own; of more, */
    SAMPLES = 64,    /* this many stand for all, and node and cell have one number */
    CANDIDATES = 6,  /* grids of which the words are counted */
    BLOCKS = 1 << 20 /* of c; if there are more the owners compute */
};

/* Elements lo .. hi of an array, both inclusive. */
typedef struct rectangle {
    int64_t lo[2], hi[2];
} rectangle_t;

/* An array's rectangles that one node owns; count -1: too many. */
typedef struct owned {
    int count;
    rectangle_t at[RECTANGLES];
} owned_t;

/* A grid, and the words of a node if all that it owns were in its cell. */
typedef struct candidate {
    int64_t grid[3];
    double least;
} candidate_t;

typedef struct search {
    const lai_space_t *space;
    int64_t nodes, step; /* looked at: node e*step is the e-th */
    owned_t (*owned)[3]; /* [nodes] of a, b and c */
    int64_t *cells;      /* [nodes] of a grid, as they are dealt */
    char *taken;         /* [nodes] cells */
    candidate_t candidates[CANDIDATES];
    int count;
} search_t;

/* ---- what nodes own -------------------------------------------------------------------------- */

/* Whether b is beside a along dimension d, so that they are one rectangle: then a is it. */
static bool join_rectangles(rectangle_t *a, const rectangle_t *b, int d)
{
    if (a->lo[!d] != b->lo[!d] || a->hi[!d] != b->hi[!d] || a->hi[d] + 1 != b->lo[d])
        return false;
    a->hi[d] = b->hi[d];
    return true;
}

static void join_block(owned_t *owned, const gai_block_t *block)
{
    rectangle_t next = {{block->lo[0], block->lo[1]}, {block->hi[0], block->hi[1]}};
    while (owned->count > 0 && (join_rectangles(&owned->at[owned->count - 1], &next, 0) ||
                                join_rectangles(&owned->at[owned->count - 1], &next, 1)))
        next = owned->at[--owned->count];
    if (owned->count == RECTANGLES)
        owned->count = -1;
    else
        owned->at[owned->count++] = next;
}

static void find_owned(const lai_space_t *space, const gai_dist_t *dist, int64_t node,
                       owned_t *owned)
{
    owned->count = 0;
    for (int64_t rank = node * space->ranks; rank < (node + 1) * space->ranks; ++rank) {
        int64_t blocks = gai_owned_count(dist, rank);
        for (int64_t k = 0; k < blocks && owned->count >= 0; ++k) {
            gai_block_t block;
            gai_owned_block(dist, rank, k, &block);
            join_block(owned, &block);
        }
    }
}

static double size_of(const lai_space_t *space, int x)
{
    const int *along = space->factor[x].along;
    return (double)space->extent[along[0]] * (double)space->extent[along[1]];
}

/* The elements of all three that a node owns on the average. */
static double share_of(const lai_space_t *space)
{
    return (size_of(space, 0) + size_of(space, 1) + size_of(space, 2)) / (double)space->nodes;
}

/* Elements of the box lo .. hi of m, n and k that operand x has and the node does not own. */
static double missing(const lai_space_t *space, const owned_t *owned, int x, const int64_t *lo,
                      const int64_t *hi)
{
    const lai_factor_t *factor = &space->factor[x];
    double face = 1, here = 0;
    for (int d = 0; d < 2; ++d)
        face *= (double)(hi[factor->along[d]] - lo[factor->along[d]] + 1);
    if (owned[x].count < 0)
        return face - face / (double)space->nodes;
    for (int r = 0; r < owned[x].count; ++r) {
        double part = 1;
        for (int d = 0; d < 2; ++d) {
            int64_t first = factor->origin[d] + lo[factor->along[d]];
            int64_t last = factor->origin[d] + hi[factor->along[d]];
            const rectangle_t *at = &owned[x].at[r];
            part *= (double)ali_max(ali_min(at->hi[d], last) - ali_max(at->lo[d], first) + 1, 0);
        }
        here += part;
    }
    return face - here;
}

/* ---- words ----------------------------------------------------------------------------------- */

static double words_of_cell(const search_t *search, const int64_t *grid, int64_t node, int64_t cell)
{
    int64_t lo[3], hi[3];
    double words = 0;
    lai_split_cell(search->space, grid, cell, lo, hi);
    for (int x = 0; x < 3; ++x)
        words += missing(search->space, search->owned[node], x, lo, hi);
    return words;
}

/* Words of the e-th node if the owners of c compute; below 0: no memory. */
static double words_of_owner(const search_t *search, int64_t e, int *ranks)
{
    const lai_space_t *space = search->space;
    const lai_factor_t *c = &space->factor[2];
    int64_t hi[2] = {c->origin[0] + space->extent[0] - 1, c->origin[1] + space->extent[1] - 1};
    lai_bands_t bands[2];
    double words = 0;
    for (int k = 0; k < space->ranks; ++k)
        ranks[k] = (int)(e * search->step * space->ranks + k);
    int status = lai_bands_make(c->dist, ranks, (int)space->ranks, c->origin, hi, bands);
    for (int x = 0; x < 2; ++x) {
        for (int64_t k = 0; k < bands[x].count && status == ASHLAR_OK; ++k) {
            const lai_band_t *band = &bands[x].list[k];
            int64_t first[3] = {0}, last[3] = {0, 0, space->extent[LAI_K] - 1};
            first[x] = band->lo;
            last[x] = band->lo + band->n - 1;
            words += missing(space, search->owned[e], x, first, last);
        }
        lai_bands_free(&bands[x]);
    }
    return status == ASHLAR_OK ? words : -1;
}

static int count_owners(const search_t *search, lai_split_t *split)
{
    int *ranks = malloc((size_t)search->space->ranks * sizeof *ranks);
    int status = ranks ? ASHLAR_OK : ASHLAR_ENOMEM;
    *split = (lai_split_t){.words = 0};
    for (int64_t e = 0; e < search->nodes && status == ASHLAR_OK; ++e) {
        double words = words_of_owner(search, e, ranks);
        status = words < 0 ? ASHLAR_ENOMEM : ASHLAR_OK;
        split->words += words / (double)search->nodes;
        split->at_most = fmax(split->at_most, words);
    }
    free(ranks);
    return status;
}

/* ---- grids ----------------------------------------------------------------------------------- */

void lai_split_cell(const lai_space_t *space, const int64_t *grid, int64_t cell, int64_t *lo,
                    int64_t *hi)
{
    for (int d = 0; d < 3; ++d) {
        int64_t at = cell % grid[d], width = space->extent[d] / grid[d],
                wider = space->extent[d] % grid[d];
        lo[d] = at * width + ali_min(at, wider);
        hi[d] = lo[d] + width + (at < wider) - 1;
        cell /= grid[d];
    }
}

/* Keep the grids that promise most. Those are left out that have empty cells, or parts of c that
 * take more memory than what a node owns twice. */
static void propose(search_t *search, const int64_t *grid)
{
    const lai_space_t *space = search->space;
    double side[3], share = share_of(space);
    for (int d = 0; d < 3; ++d) {
        if (grid[d] > space->extent[d])
            return;
        side[d] = (double)space->extent[d] / (double)grid[d];
    }
    if (side[0] * side[1] > 2 * share)
        return;
    candidate_t next = {{grid[0], grid[1], grid[2]},
                        side[0] * side[1] + side[1] * side[2] + side[0] * side[2] - share};
    for (int k = 0; k < search->count; ++k) {
        if (next.least < search->candidates[k].least) {
            candidate_t other = search->candidates[k];
            search->candidates[k] = next;
            next = other;
        }
    }
    if (search->count < CANDIDATES)
        search->candidates[search->count++] = next;
}

static void propose_all(search_t *search)
{
    const int64_t nodes = search->space->nodes;
    for (int64_t m = 1; m <= nodes; ++m) {
        for (int64_t n = 1; nodes % m == 0 && n <= nodes / m; ++n)
            if (nodes / m % n == 0)
                propose(search, (int64_t[]){m, n, nodes / m / n});
    }
}

/* The cell that no node before has, and of which a node owns most. */
static int64_t deal_cell(const search_t *search, const int64_t *grid, int64_t node, double *words)
{
    int64_t best = -1;
    for (int64_t cell = 0; cell < search->nodes; ++cell) {
        double cost = search->taken[cell] ? INFINITY : words_of_cell(search, grid, node, cell);
        if (cost < *words) {
            *words = cost;
            best = cell;
        }
    }
    return best;
}

static void count_grid(const search_t *search, const int64_t *grid, lai_split_t *split)
{
    *split = (lai_split_t){.grid = {grid[0], grid[1], grid[2]}};
    memset(search->taken, 0, (size_t)search->nodes);
    for (int64_t e = 0; e < search->nodes; ++e) {
        double words = INFINITY;
        if (search->step == 1) {
            search->cells[e] = deal_cell(search, grid, e, &words);
            search->taken[search->cells[e]] = 1;
        } else {
            search->cells[e] = e * search->step;
            words = words_of_cell(search, grid, e, search->cells[e]);
        }
        split->words += words / (double)search->nodes;
        split->at_most = fmax(split->at_most, words);
    }
}

/* A split has to save an eighth of the words: parts of c take memory, and are written twice. */
static void choose_split(search_t *search, int64_t node, lai_split_t *best)
{
    const double enough = best->words * 7 / 8;
    propose_all(search);
    for (int k = 0; k < search->count; ++k) {
        lai_split_t split;
        if (search->candidates[k].least > fmin(enough, best->words))
            break;
        count_grid(search, search->candidates[k].grid, &split);
        if (split.words > enough || split.words >= best->words)
            continue;
        split.cell = search->step == 1 ? search->cells[node] : node;
        *best = split;
    }
}

int lai_split_choose(const lai_space_t *space, int64_t node, lai_split_t *split)
{
    search_t search = {.space = space, .nodes = space->nodes, .step = 1};
    *split = (lai_split_t){.words = 0};
    if (space->factor[2].dist->blocks > BLOCKS)
        return ASHLAR_OK;
    if (space->nodes > ASSIGNED) {
        search.step = space->nodes / SAMPLES;
        search.nodes = space->nodes / search.step;
    }
    size_t count = (size_t)search.nodes;
    search.owned = malloc(count * sizeof *search.owned);
    search.cells = malloc(count * sizeof *search.cells);
    search.taken = malloc(count);
    int status = search.owned && search.cells && search.taken ? ASHLAR_OK : ASHLAR_ENOMEM;
    for (int64_t e = 0; e < search.nodes && status == ASHLAR_OK; ++e)
        for (int x = 0; x < 3; ++x)
            find_owned(space, space->factor[x].dist, e * search.step, &search.owned[e][x]);
    if (status == ASHLAR_OK)
        status = count_owners(&search, split);
    if (status == ASHLAR_OK)
        choose_split(&search, node, split);
    free(search.owned);
    free(search.cells);
    free(search.taken);
    return status;
}

double lai_split_bound(const lai_space_t *space)
{
    const int64_t *extent = space->extent;
    double products =
        (double)extent[0] * (double)extent[1] * (double)extent[2] / (double)space->nodes;
    double share = share_of(space);
    return fmax(2 * products / sqrt(3 * share), 3 * pow(products, 2. / 3) - share);
}
