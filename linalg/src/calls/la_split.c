/* The division of a multiplication among nodes. */
#include "linalg/src/calls/la_split.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    RECTANGLES = 4,  /* of an array that a node owns; of more only the number of elements counts */
    ASSIGNED = 128,  /* nodes among which cells are dealt by what they own; of more, */
    SAMPLES = 64,    /* this many stand for all, and node and cell have one number */
    ROUNDS = 8,      /* of exchanges of cells */
    EFFORT = 16,     /* words that take the time of looking at one node in one cell */
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
    double *words;       /* [nodes][nodes] of each cell, if a node has it */
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

/* Indices in bands of an array's dimension d that a rectangle has. */
static int64_t count_shared(const lai_factor_t *factor, const lai_bands_t *bands, int d,
                            const rectangle_t *at)
{
    int64_t count = 0, lo = at->lo[d] - factor->origin[d], end = at->hi[d] + 1 - factor->origin[d];
    const lai_band_t *last = bands->list + bands->count;
    for (const lai_band_t *band = bands->list; band < last; ++band)
        count += ali_max(ali_min(band->lo + band->n, end) - ali_max(band->lo, lo), 0);
    return count;
}

/* Elements of operand x at the indices in bands of m, n and k that the node does not own. */
static double missing(const lai_space_t *space, const owned_t *owned, int x,
                      const lai_bands_t *bands)
{
    const lai_factor_t *factor = &space->factor[x];
    const lai_bands_t *rows = &bands[factor->along[0]], *cols = &bands[factor->along[1]];
    const double face = (double)rows->total * (double)cols->total;
    double here = owned[x].count < 0 ? face / (double)space->nodes : 0;
    for (int r = 0; r < owned[x].count; ++r)
        here += (double)count_shared(factor, rows, 0, &owned[x].at[r]) *
                (double)count_shared(factor, cols, 1, &owned[x].at[r]);
    return face - here;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Words of the nodes `from` .. to-1 that are looked at, each in the cell of the split. */
static void words_in_cell(const search_t *search, const lai_split_t *split, int64_t from,
                          int64_t to, double *words)
{
    lai_band_t list[3][LAI_PIECES];
    lai_bands_t bands[3] = {{.list = list[0]}, {.list = list[1]}, {.list = list[2]}};
    lai_split_cell(search->space, split, bands);
    for (int64_t e = from; e < to; ++e) {
        words[e] = 0;
        for (int x = 0; x < 3; ++x)
            words[e] += missing(search->space, search->owned[e], x, bands);
    }
}

/* Words of the e-th node if the owners of c compute; below 0: no memory. */
static double words_of_owner(const search_t *search, int64_t e, int *ranks)
{
    const lai_space_t *space = search->space;
    const lai_factor_t *c = &space->factor[2];
    int64_t hi[2] = {c->origin[0] + space->extent[0] - 1, c->origin[1] + space->extent[1] - 1};
    lai_band_t all = {0, space->extent[LAI_K], 0};
    lai_bands_t bands[3] = {[LAI_K] = {.list = &all, .count = 1, .total = all.n}};
    double words = 0;
    for (int k = 0; k < space->ranks; ++k)
        ranks[k] = (int)(e * search->step * space->ranks + k);
    int status = lai_bands_make(c->dist, ranks, (int)space->ranks, c->origin, hi, bands);
    for (int x = 0; x < 2; ++x)
        if (status == ASHLAR_OK)
            words += missing(space, search->owned[e], x, bands);
    lai_bands_free(&bands[0]);
    lai_bands_free(&bands[1]);
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

void lai_split_cell(const lai_space_t *space, const lai_split_t *split, lai_bands_t *bands)
{
    int64_t cell = split->cell;
    for (int d = 0; d < 3; ++d) {
        const int64_t all = split->grid[d] * split->pieces[d];
        const int64_t width = space->extent[d] / all, wider = space->extent[d] % all;
        bands[d].count = bands[d].total = 0;
        for (int64_t at = cell % split->grid[d]; at < all; at += split->grid[d]) {
            int64_t n = width + (at < wider);
            bands[d].list[bands[d].count++] =
                (lai_band_t){at * width + ali_min(at, wider), n, bands[d].total};
            bands[d].total += n;
        }
        cell /= split->grid[d];
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

static void swap_cells(int64_t *a, int64_t *b)
{
    int64_t cell = *a;
    *a = *b;
    *b = cell;
}

/* Exchange the cells of two nodes wherever that saves words. */
static bool improve_cells(search_t *search)
{
    const int64_t nodes = search->nodes;
    bool is_better = false;
    for (int64_t e = 0; e < nodes; ++e) {
        for (int64_t other = 0; other < e; ++other) {
            int64_t *a = &search->cells[e], *b = &search->cells[other];
            const double *in_a = search->words + *a * nodes, *in_b = search->words + *b * nodes;
            if (in_b[e] + in_a[other] < in_a[e] + in_b[other]) {
                swap_cells(a, b);
                is_better = true;
            }
        }
    }
    return is_better;
}

/* Each node in turn gets the cell of which it owns most, the first of equals, and then they
 * exchange them. */
static void deal_cells(search_t *search, lai_split_t *split)
{
    const int64_t nodes = search->nodes;
    for (int64_t k = 0; k < nodes; ++k) {
        search->cells[k] = split->cell = k;
        words_in_cell(search, split, 0, nodes, search->words + k * nodes);
    }
    for (int64_t e = 0; e < nodes; ++e) {
        int64_t best = e;
        for (int64_t k = e + 1; k < nodes; ++k) {
            int64_t cell = search->cells[k], least = search->cells[best];
            double saved = search->words[least * nodes + e] - search->words[cell * nodes + e];
            if (saved > 0 || (saved >= 0 && cell < least))
                best = k;
        }
        swap_cells(&search->cells[e], &search->cells[best]);
    }
    for (int k = 0; k < ROUNDS && improve_cells(search); ++k)
        continue;
}

static void count_grid(search_t *search, lai_split_t *split)
{
    split->words = split->at_most = 0;
    if (search->step == 1)
        deal_cells(search, split);
    for (int64_t e = 0; e < search->nodes; ++e) {
        split->cell = search->step == 1 ? search->cells[e] : e * search->step;
        double *words = &search->words[search->step == 1 ? split->cell * search->nodes : 0];
        if (search->step > 1)
            words_in_cell(search, split, e, e + 1, words);
        split->words += words[e] / (double)search->nodes;
        split->at_most = fmax(split->at_most, words[e]);
    }
}

/* Into how many pieces cells are cut along m or n, so that the pieces are blocks of c. */
static int64_t most_pieces(const search_t *search, const int64_t *grid, int d)
{
    const int64_t blocks = search->space->factor[2].dist->axis[d].blocks;
    const bool can_be_cut = search->step == 1 && grid[d] > 1 && blocks % grid[d] == 0 &&
                            blocks <= search->space->extent[d] && blocks / grid[d] <= LAI_PIECES;
    return can_be_cut ? blocks / grid[d] : 1;
}

/* A grid, the cells of which may be cut into pieces along m, along n or along both. */
static void choose_pieces(search_t *search, int64_t node, const int64_t *grid, double enough,
                          lai_split_t *best)
{
    const int64_t most[2] = {most_pieces(search, grid, 0), most_pieces(search, grid, 1)};
    for (int way = 0; way < 4; ++way) {
        lai_split_t split = {.grid = {grid[0], grid[1], grid[2]}, .pieces = {1, 1, 1}};
        bool is_new = true;
        for (int d = 0; d < 2; ++d) {
            const bool is_cut = way & 1 << d;
            split.pieces[d] = is_cut ? most[d] : 1;
            is_new &= !is_cut || most[d] > 1;
        }
        if (!is_new)
            continue;
        count_grid(search, &split);
        if (split.words > enough || split.words >= best->words)
            continue;
        split.cell = search->step == 1 ? search->cells[node] : node;
        *best = split;
    }
}

/* A split has to save a sixteenth of the words, as parts of c take memory and are written twice,
 * and more than looking for it takes. */
static void choose_split(search_t *search, int64_t node, lai_split_t *best)
{
    const double pairs = search->step == 1 ? (double)search->nodes * (double)search->nodes : 0;
    const double enough = fmin(best->words * 15 / 16, best->words - EFFORT * pairs);
    propose_all(search);
    for (int k = 0; k < search->count; ++k) {
        if (search->candidates[k].least > fmin(enough, best->words))
            break;
        choose_pieces(search, node, search->candidates[k].grid, enough, best);
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
    search.words = malloc(count * count * sizeof *search.words);
    int status = search.owned && search.cells && search.words ? ASHLAR_OK : ASHLAR_ENOMEM;
    for (int64_t e = 0; e < search.nodes && status == ASHLAR_OK; ++e)
        for (int x = 0; x < 3; ++x)
            find_owned(space, space->factor[x].dist, e * search.step, &search.owned[e][x]);
    if (status == ASHLAR_OK)
        status = count_owners(&search, split);
    if (status == ASHLAR_OK)
        choose_split(&search, node, split);
    free(search.owned);
    free(search.cells);
    free(search.words);
    return status;
}

/* Words of all three matrices that mnk/P products need at least: the faces of a cube, or of the box
 * nearest to one, where the shortest extents are less than its side. */
static double least_faces(const lai_space_t *space)
{
    double a = (double)space->extent[0], b = (double)space->extent[1], c = (double)space->extent[2],
           nodes = (double)space->nodes;
    const double products = a * b * c / nodes;
    const double longest = fmax(a, fmax(b, c)), shortest = fmin(a, fmin(b, c));
    const double middle = a * b * c / longest / shortest;
    if (nodes <= longest / middle)
        return longest * (middle + shortest) / nodes + middle * shortest;
    if (nodes <= longest * middle / (shortest * shortest))
        return 2 * sqrt(products * shortest) + longest * middle / nodes;
    return 3 * pow(products, 2. / 3);
}

double lai_split_bound(const lai_space_t *space)
{
    const int64_t *extent = space->extent;
    double products =
        (double)extent[0] * (double)extent[1] * (double)extent[2] / (double)space->nodes;
    double share = share_of(space);
    return fmax(2 * products / sqrt(3 * share), least_faces(space) - share);
}
