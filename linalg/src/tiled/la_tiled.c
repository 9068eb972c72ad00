/* The ranks of a grid share panels and pivots while they factor a matrix.
 *
 * The slice of a rank in `shared` has
 *   counters   published[cols]: panels that the process column c has given to my process row;
 *              met[rows]: how often process row r has come to meet mine;
 *              brought[cols], done[cols]: panels of other nodes (la_tiled_fetch.c);
 *              few[cols]: of solves by all (la_tiled_few.c)
 *   pivots     of the columns of panels that I own (LU)
 *   tops       of those panels their tiles on the diagonal, on grids of several rows
 *   few        on one process row, the vectors of these solves
 *   places     two, for panels of other nodes (la_tiled_fetch.c)
 *   rows       two places for the rows that I lay out for my process column (la_tiled_rows.c)
 *
 * Memory ordering. A rank that has written a panel adds to counters of its process row by
 * al_put_signal(), after which who sees the counter sees the panel, its pivots and its top. None of
 * these is written again before all ranks of the grid have met after their last step. So panels
 * need no acknowledgements, on a node no copies, and no room but where they lie. */
#include "linalg/src/tiled/la_tiled.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "linalg/src/layout/la_cyclic.h"
#include "linalg/src/layout/la_scratch.h"

enum { LINE = 64 };

int64_t lai_tiled_count(const lai_tiled_t *t)
{
    const int64_t n = ali_min(t->x->m, t->x->n);
    return (n + t->x->tile_n - 1) / t->x->tile_n;
}

int64_t lai_tiled_width(const lai_tiled_t *t, int64_t k)
{
    return ali_min(t->x->tile_n, ali_min(t->x->m, t->x->n) - k * t->x->tile_n);
}

int64_t lai_tiled_rows_to(const lai_tiled_t *t, int64_t k)
{
    const lai_cyclic_t *x = t->x;
    return lai_cyclic_count(ali_min(k * x->tile_m, x->m), x->tile_m, x->grid.row, x->grid.rows);
}

int64_t lai_tiled_cols_to(const lai_tiled_t *t, int64_t k)
{
    const lai_cyclic_t *x = t->x;
    return lai_cyclic_count(ali_min(k * x->tile_n, x->n), x->tile_n, x->grid.col, x->grid.cols);
}

int lai_tiled_rank(const lai_tiled_t *t, int row, int col)
{
    const lai_grid_t *grid = &t->x->grid;
    return grid->by_rows ? row * grid->cols + col : row + col * grid->rows;
}

bool lai_tiled_is_near(const lai_tiled_t *t, int rank)
{
    return al_node_of(al_group_world_rank(t->group, rank)) == al_node_of(al_rank());
}

char *lai_tiled_at(const lai_tiled_t *t, int64_t i, int64_t j)
{
    return (char *)t->x->at + t->blas->element * (size_t)(i + j * t->x->ld);
}

int64_t lai_tiled_row_place(const lai_tiled_t *t, int64_t row)
{
    const int64_t tile = t->x->tile_m;
    return row / tile / t->x->grid.rows * tile + row % tile;
}

int64_t lai_tiled_row_index(const lai_tiled_t *t, int64_t place)
{
    return lai_cyclic_index(place, t->x->tile_m, t->x->grid.row, t->x->grid.rows);
}

void lai_tiled_note(lai_tiled_t *t, int status)
{
    if (t->status == ASHLAR_OK)
        t->status = status;
    ali_context.collective_failed |= status == ASHLAR_EMPI;
}

int64_t lai_tiled_wait(lai_tiled_t *t, size_t counter, int64_t value)
{
    int64_t seen = value;
    LAI_TILED_CALL(t, al_signal_wait(t->shared, counter, value, &seen));
    return seen;
}

/* ---- open and close -------------------------------------------------------------------------- */

static size_t lines(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

bool lai_tiled_has_tops(const lai_tiled_t *t)
{
    return t->x->grid.rows > 1 || t->algorithm->has_blocks;
}

/* The bytes of my slice. Pivots and tops begin at the same places on all ranks of a process row,
 * the rest on all of a process column. */
static size_t lay_out_slice(lai_tiled_t *t)
{
    const lai_cyclic_t *x = t->x;
    const size_t cols = (size_t)lai_cyclic_count(x->n, x->tile_n, 0, x->grid.cols); /* the most */
    const size_t tile = (size_t)x->tile_n, element = t->blas->element;
    t->pivots = lines((size_t)(4 * x->grid.cols + x->grid.rows) * sizeof(int64_t));
    t->tops = t->pivots + lines(cols * sizeof(int64_t));
    t->few = t->tops + (lai_tiled_has_tops(t) ? lines((cols + tile) * tile * element) : 0);
    t->places = t->few + (x->grid.rows == 1 ? lines(lai_tiled_few_bytes(t) + LAI_READ_PADDING) : 0);
    t->candidates = t->places;
    if (lai_tiled_is_between_nodes(t)) {
        t->place_bytes = lines(lai_tiled_place_bytes(t) + LAI_READ_PADDING);
        t->candidates += LAI_PLACES * t->place_bytes;
    }
    if (x->grid.rows == 1)
        return t->candidates;
    t->rows = t->candidates + 2 * (size_t)x->grid.rows * lai_tiled_candidate_bytes(t);
    const size_t most_rows = (size_t)lai_cyclic_count(x->m, x->tile_m, 0, x->grid.rows);
    t->row_bytes = lines(2 * tile * (size_t)(t->cols + 1) * element + most_rows * sizeof(la_int));
    return t->rows + 2 * t->row_bytes;
}

/* The slice of a rank on my node. Waiting for a counter, or for all, orders what is read there. */
static char *base_of(const al_segment_t *segment, int rank)
{
    return segment->base + segment->slices[rank].offset;
}

char *lai_tiled_slice(const lai_tiled_t *t, int rank)
{
    return base_of(t->shared, rank);
}

static char *own_slice(const lai_tiled_t *t)
{
    return lai_tiled_slice(t, al_group_rank(t->group));
}

static bool needs_far_rows(const lai_tiled_t *t)
{
    return t->group->node_count > 1 && t->x->grid.rows > 1;
}

/* Buffers for rows that are exchanged. */
static bool allocate_rows(lai_tiled_t *t)
{
    const lai_cyclic_t *x = t->x;
    const size_t tile = (size_t)x->tile_n, element = t->blas->element;
    t->u = lai_scratch_alloc(tile * (size_t)(t->cols + 1) * element + LAI_READ_PADDING);
    t->far_rows = needs_far_rows(t) ? lai_scratch_alloc(t->row_bytes) : NULL;
    int64_t *moves = malloc(6 * tile * sizeof *moves);
    t->moves =
        (lai_moves_t){.k = -1, .from = moves, .row = moves + tile, .source = moves + 2 * tile};
    moves += moves ? 3 * tile : 0;
    t->moves_back =
        (lai_moves_t){.k = -1, .from = moves, .row = moves + tile, .source = moves + 2 * tile};
    return t->u && (t->far_rows || !needs_far_rows(t)) && t->moves.from;
}

static int allocate_for_tiles(const char *call, lai_tiled_t *t)
{
    const lai_cyclic_t *x = t->x;
    const bool has_sources = !lai_tiled_is_between_nodes(t) || lai_tiled_find_sources(t);
    t->all_pivots = malloc((size_t)x->n * sizeof *t->all_pivots + 1);
    t->swaps = malloc((size_t)x->tile_n * sizeof *t->swaps + 1);
    if (has_sources && t->all_pivots && t->swaps && allocate_rows(t))
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for the pivots of %lld columns and a tile row",
                   call, (long long)x->n);
}

int lai_tiled_open(const char *call, al_group_t *group, ashlar_type type,
                   const lai_tiled_algorithm_t *algorithm, const lai_cyclic_t *x, int64_t cols,
                   lai_tiled_t *t)
{
    const bool inside = lai_grid_has_me(&x->grid);
    *t = (lai_tiled_t){.x = x,
                       .cols = ali_max(x->cols, cols),
                       .awaited = -1,
                       .group = group,
                       .blas = lai_blas(type),
                       .algorithm = algorithm,
                       .routines = lai_tile_routines(type)};
    const size_t bytes = lay_out_slice(t);
    AL_TRY(al_segment_create(group, inside ? bytes : 0, &t->shared));
    if (inside) {
        memset(own_slice(t), 0, t->pivots);
        lai_tiled_note(t, allocate_for_tiles(call, t));
    }
    /* Counters are 0 before anybody adds, too. */
    return gai_agree(call, group, t->status);
}

int lai_tiled_close(lai_tiled_t *t)
{
    al_segment_t *shared = t->shared;
    free(t->swaps);
    free(t->all_pivots);
    free(t->moves.from);
    lai_scratch_free(t->far_rows);
    lai_scratch_free(t->u);
    free(t->sources);
    t->shared = NULL;
    return shared ? al_segment_free(shared) : ASHLAR_OK;
}

/* ---- panels ---------------------------------------------------------------------------------- */

int64_t *lai_tiled_pivots(const lai_tiled_t *t, int64_t k)
{
    return (int64_t *)(void *)(own_slice(t) + t->pivots) + lai_tiled_cols_to(t, k);
}

size_t lai_tiled_top_offset(const lai_tiled_t *t, int64_t k)
{
    const size_t tile = (size_t)t->x->tile_n;
    return t->tops + (size_t)(k / t->x->grid.cols) * tile * tile * t->blas->element;
}

char *lai_tiled_top(const lai_tiled_t *t, int64_t k)
{
    return own_slice(t) + lai_tiled_top_offset(t, k);
}

/* Another node may still wait for what I have sent, or to be answered, where BLACS would wait
 * without a look at it; this does not. */
void lai_tiled_meet_all(lai_tiled_t *t)
{
    al_tree_t ranks = t->group->members;
    ranks.count = t->x->grid.rows * t->x->grid.cols;
    t->awaited = -1;
    LAI_TILED_CALL(t, ali_tree_barrier(&ranks));
    LAI_TILED_CALL(t, ali_order_after_notice());
}

void lai_tiled_publish(lai_tiled_t *t)
{
    const lai_grid_t *grid = &t->x->grid;
    for (int step = 1; step < grid->cols; ++step) {
        const int to = lai_tiled_rank(t, grid->row, (grid->col + step) % grid->cols);
        LAI_TILED_CALL(
            t, al_put_signal(t->shared, to, 0, NULL, NULL, (size_t)grid->col * sizeof(int64_t), 1));
    }
}

void lai_tiled_take_pivots(const lai_tiled_t *t, int64_t k, const void *from)
{
    const int64_t first = k * t->x->tile_n, width = lai_tiled_width(t, k);
    memcpy(t->all_pivots + first, from, (size_t)width * sizeof(int64_t));
    for (int64_t i = first; i < first + width && t->status != ASHLAR_OK; ++i)
        t->all_pivots[i] = i + 1; /* what has not come is no row */
}

/* The panel where it lies on my node, with `slice` of its owner. */
static void see_panel(const lai_tiled_t *t, int64_t k, const char *part, const char *slice,
                      lai_panel_t *panel)
{
    const lai_cyclic_t *x = t->x;
    const size_t element = t->blas->element;
    const int64_t column = k / x->grid.cols * x->tile_n, first = lai_tiled_rows_to(t, k);
    panel->ld = x->ld;
    panel->below = part + (size_t)(lai_tiled_rows_to(t, k + 1) + column * x->ld) * element;
    panel->top = part + (size_t)(first + column * x->ld) * element;
    panel->top_ld = x->ld;
    if (t->algorithm->has_blocks)
        panel->below = panel->top;
    if (lai_tiled_has_tops(t)) {
        panel->top = slice + lai_tiled_top_offset(t, k);
        panel->top_ld = x->tile_n;
    }
    lai_tiled_take_pivots(t, k, slice + t->pivots + (size_t)column * sizeof(int64_t));
}

const char *lai_tiled_see(lai_tiled_t *t, int64_t k, int64_t first, int64_t rows, int64_t *ld)
{
    const lai_cyclic_t *x = t->x;
    const int owner = lai_tiled_rank(t, x->grid.row, (int)(k % x->grid.cols));
    const size_t offset = (size_t)(first + k / x->grid.cols * x->tile_n * x->ld) * t->blas->element;
    if (lai_tiled_is_near(t, owner)) {
        *ld = x->ld;
        return base_of(x->segment, owner) + offset;
    }
    if (k == t->awaited)
        return lai_tiled_see_far(t, k, first, ld);
    al_handle_t handle = 0;
    char *to = own_slice(t) + t->places;
    *ld = rows;
    lai_tiled_get(t, k, first, rows, to, &handle);
    LAI_TILED_CALL(t, al_wait(&handle));
    return to;
}

const char *lai_tiled_see_top(lai_tiled_t *t, int64_t k)
{
    const lai_cyclic_t *x = t->x;
    const int owner = lai_tiled_rank(t, x->grid.row, (int)(k % x->grid.cols));
    if (lai_tiled_is_near(t, owner))
        return lai_tiled_slice(t, owner) + lai_tiled_top_offset(t, k);
    char *to = own_slice(t) + t->places + lai_tiled_top_in_place(t);
    LAI_TILED_CALL(t, al_get(t->shared, owner, lai_tiled_top_offset(t, k), to,
                             (size_t)(x->tile_n * lai_tiled_width(t, k)) * t->blas->element));
    return to;
}

void lai_tiled_await(lai_tiled_t *t, int64_t k, lai_panel_t *panel)
{
    const lai_cyclic_t *x = t->x;
    const int col = (int)(k % x->grid.cols), owner = lai_tiled_rank(t, x->grid.row, col);
    *panel = (lai_panel_t){.k = k, .width = lai_tiled_width(t, k)};
    lai_tiled_done_before(t, k);
    if (!lai_tiled_is_near(t, owner)) {
        lai_tiled_await_far(t, k, panel);
        return;
    }
    if (col != x->grid.col)
        lai_tiled_wait(t, (size_t)col * sizeof(int64_t), k / x->grid.cols + 1);
    see_panel(t, k, base_of(x->segment, owner), lai_tiled_slice(t, owner), panel);
}

/* The rows and columns of a product between answers to other nodes: an owner sends a panel only
 * when it looks for requests, but small pieces are slower (docs/decisions/0064). */
static int64_t rows_at_once(const lai_tiled_t *t, int64_t m)
{
    return t->group->node_count > 1 ? ali_max(512, ali_min(m / 2, 2048)) : m;
}

static int64_t cols_at_once(const lai_tiled_t *t, int64_t n)
{
    return t->group->node_count > 1 ? ali_max(128, ali_min(n / 4, 512)) : n;
}

void lai_tiled_subtract(lai_tiled_t *t, char op, int64_t m, int64_t n, int64_t k, const void *a,
                        int64_t lda, const void *b, int64_t ldb, void *c, int64_t ldc)
{
    const size_t element = t->blas->element;
    const int64_t rows = rows_at_once(t, m), cols = cols_at_once(t, n);
    for (int64_t j = 0; j < n; j += cols)
        for (int64_t i = 0; i < m; i += rows) {
            t->routines->subtract(op, ali_min(rows, m - i), ali_min(cols, n - j), k,
                                  (const char *)a + element * (size_t)i, lda,
                                  (const char *)b + element * (size_t)(op == 'N' ? j * ldb : j),
                                  ldb, (char *)c + element * (size_t)(i + j * ldc), ldc);
            lai_tiled_poll(t);
        }
}

void lai_tiled_solve_right(const lai_tiled_t *t, char op, char diag, int64_t m, int64_t n,
                           const char *top, int64_t ld, char *b, int64_t ldb)
{
    enum { WIDTH = 64 };
    const size_t element = t->blas->element;
    const int64_t half = n / 2;
    if (n <= WIDTH) {
        t->routines->trsm('R', 'L', op, diag, m, n, top, ld, b, ldb);
        return;
    }
    char *right = b + element * (size_t)(half * ldb);
    lai_tiled_solve_right(t, op, diag, m, half, top, ld, b, ldb);
    t->routines->subtract(op, m, n - half, half, b, ldb, top + element * (size_t)half, ld, right,
                          ldb);
    lai_tiled_solve_right(t, op, diag, m, n - half, top + element * (size_t)(half + half * ld), ld,
                          right, ldb);
}
