/* Panels of other nodes. Of the ranks of a process row on a node one, the fetcher, copies a panel
 * to a place of its slice, where all of them read it: a panel goes to a node once. Fetchers are
 * dealt out by the panels' process columns. They ask for a panel as soon as they see that it is
 * published, while they still update with those before: whenever other nodes are answered.
 *
 * Memory ordering. A fetcher asks when it has seen the owner's signal, so what comes is what the
 * owner published. Once the transfer is complete it tells the others by al_put_signal(): who sees
 * the counter `brought` sees the panel. There are two places, used in turn. A rank that has done
 * with a panel tells its fetcher in the same way; when that has seen all counters `done`, and has
 * done with the panel itself, nobody reads the place any more, and it may be written to again. Of
 * these signals none leaves the node. No rank waits for one of a later step, so the one that has
 * come least far can always go on. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/layout/la_cyclic.h"
#include "linalg/src/tiled/la_tiled.h"

bool lai_tiled_is_between_nodes(const lai_tiled_t *t)
{
    return t->group->node_count > 1 && t->x->grid.cols > 1;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* A place has my rows of the panel, its top, and its pivots. */
size_t lai_tiled_top_in_place(const lai_tiled_t *t)
{
    const lai_cyclic_t *x = t->x;
    const int64_t rows = lai_cyclic_count(x->m, x->tile_m, 0, x->grid.rows); /* the most */
    return (size_t)(rows * x->tile_n) * t->blas->element;
}

static size_t pivots_in_place(const lai_tiled_t *t)
{
    return lai_tiled_top_in_place(t) + (size_t)(t->x->tile_n * t->x->tile_n) * t->blas->element;
}

size_t lai_tiled_place_bytes(const lai_tiled_t *t)
{
    return pivots_in_place(t) + (size_t)t->x->tile_n * sizeof(int64_t);
}

static const lai_source_t *source_for(const lai_tiled_t *t, int64_t k)
{
    return &t->sources[k % t->x->grid.cols];
}

/* Which of the panels of its fetcher panel k is. */
static int64_t turn_of(const lai_tiled_t *t, int64_t k)
{
    return k / t->x->grid.cols * source_for(t, k)->turns + source_for(t, k)->turn;
}

static size_t place_for(const lai_tiled_t *t, int64_t k)
{
    return t->places + (size_t)(turn_of(t, k) % LAI_PLACES) * t->place_bytes;
}

static bool is_fetcher(const lai_tiled_t *t, int64_t k)
{
    return source_for(t, k)->fetcher == t->x->grid.col;
}

/* The first panel from k on that I fetch; else the number of all. */
static int64_t next_of_mine(const lai_tiled_t *t, int64_t k)
{
    const int64_t count = lai_tiled_count(t);
    while (k < count && !is_fetcher(t, k))
        ++k;
    return k;
}

static bool is_mate(const lai_tiled_t *t, int col)
{
    return lai_tiled_is_near(t, lai_tiled_rank(t, t->x->grid.row, col));
}

/* The process column of mate number i. */
static int find_mate(const lai_tiled_t *t, int i)
{
    int col = 0;
    while (!is_mate(t, col) || i-- > 0)
        ++col;
    return col;
}

bool lai_tiled_find_sources(lai_tiled_t *t)
{
    const int cols = t->x->grid.cols;
    t->sources = malloc((size_t)cols * sizeof *t->sources);
    if (!t->sources)
        return false;
    t->mates = 0;
    for (int col = 0; col < cols; ++col)
        t->mates += is_mate(t, col);
    for (int col = 0; col < cols; ++col)
        t->sources[col] =
            (lai_source_t){.fetcher = is_mate(t, col) ? -1 : find_mate(t, col % t->mates)};
    for (int col = 0; col < cols; ++col)
        for (int other = 0; other < cols; ++other) {
            const int same = t->sources[other].fetcher == t->sources[col].fetcher;
            t->sources[col].turns += same;
            t->sources[col].turn += same && other < col;
        }
    for (int i = 0; i < LAI_PLACES; ++i)
        t->place[i] = (lai_place_t){.k = -1};
    t->next = next_of_mine(t, 0);
    return true;
}

/* ---- signals --------------------------------------------------------------------------------- */

static size_t published_by(const lai_tiled_t *t, int64_t k)
{
    return (size_t)(k % t->x->grid.cols) * sizeof(int64_t);
}

static size_t brought_by(const lai_tiled_t *t, int col)
{
    return (size_t)(t->x->grid.cols + t->x->grid.rows + col) * sizeof(int64_t);
}

static size_t done_by(const lai_tiled_t *t, int col)
{
    return brought_by(t, t->x->grid.cols + col);
}

static void tell_mate(lai_tiled_t *t, int col, size_t counter)
{
    const int rank = lai_tiled_rank(t, t->x->grid.row, col);
    LAI_TILED_CALL(t, al_put_signal(t->shared, rank, 0, NULL, NULL, counter, 1));
}

/* Whether a counter of mine has come to a value; wait: until it has. */
static bool has_come(lai_tiled_t *t, size_t counter, int64_t value, bool wait)
{
    return lai_tiled_wait(t, counter, wait ? value : 0) >= value;
}

/* ---- fetching -------------------------------------------------------------------------------- */

/* Whether nobody reads a place of mine any more. */
static bool is_free(lai_tiled_t *t, const lai_place_t *place, bool wait)
{
    if (place->k < 0)
        return true;
    if (place->k >= t->awaited)
        return false;
    for (int col = 0; col < t->x->grid.cols && t->mates > 1; ++col)
        if (col != t->x->grid.col && is_mate(t, col) &&
            !has_come(t, done_by(t, col), turn_of(t, place->k) + 1, wait))
            return false;
    return true;
}

void lai_tiled_get(lai_tiled_t *t, int64_t k, int64_t first, int64_t rows, char *to,
                   al_handle_t *handle)
{
    const lai_cyclic_t *x = t->x;
    const size_t element = t->blas->element, bytes = (size_t)rows * element;
    const int owner = lai_tiled_rank(t, x->grid.row, (int)(k % x->grid.cols));
    const al_shape_t shape = {.levels = 1,
                              .count = {bytes, (size_t)lai_tiled_width(t, k)},
                              .seg_stride = {(size_t)x->ld * element},
                              .buf_stride = {bytes}};
    const size_t offset = (size_t)(first + k / x->grid.cols * x->tile_n * x->ld) * element;
    if (rows > 0)
        LAI_TILED_CALL(t, al_get_nb(x->segment, owner, offset, to, &shape, handle));
}

/* A part of the panel that its owner shares apart from the matrix. */
static void get_shared(lai_tiled_t *t, int64_t k, size_t offset, size_t bytes, char *to,
                       al_handle_t *handle)
{
    const int owner = lai_tiled_rank(t, t->x->grid.row, (int)(k % t->x->grid.cols));
    const al_shape_t shape = {.count = {bytes}};
    LAI_TILED_CALL(t, al_get_nb(t->shared, owner, offset, to, &shape, handle));
}

/* My rows of a panel begin here; with tops apart, on grids of several rows, below the top. */
static int64_t first_row(const lai_tiled_t *t, int64_t k)
{
    return lai_tiled_rows_to(t, t->x->grid.rows > 1 ? k + 1 : k);
}

static void ask_for(lai_tiled_t *t, lai_place_t *place, int64_t k)
{
    const lai_cyclic_t *x = t->x;
    const int64_t first = first_row(t, k), width = lai_tiled_width(t, k);
    char *to = lai_tiled_slice(t, al_group_rank(t->group)) + place_for(t, k);
    *place = (lai_place_t){.k = k};
    lai_tiled_get(t, k, first, x->rows - first, to, &place->handle);
    if (lai_tiled_has_tops(t))
        get_shared(t, k, lai_tiled_top_offset(t, k), (size_t)(x->tile_n * width) * t->blas->element,
                   to + lai_tiled_top_in_place(t), &place->handle);
    get_shared(t, k, t->pivots + (size_t)(k / x->grid.cols * x->tile_n) * sizeof(int64_t),
               (size_t)width * sizeof(int64_t), to + pivots_in_place(t), &place->handle);
    t->next = next_of_mine(t, k + 1);
}

/* Ask for the next panel, if it is published and there is a place for it; wait: until both. */
static bool ask_for_next(lai_tiled_t *t, bool wait)
{
    const int64_t k = t->next;
    if (k >= lai_tiled_count(t))
        return false;
    lai_place_t *place = &t->place[turn_of(t, k) % LAI_PLACES];
    if (!is_free(t, place, wait) || !has_come(t, published_by(t, k), k / t->x->grid.cols + 1, wait))
        return false;
    ask_for(t, place, k);
    return true;
}

static void tell_mates(lai_tiled_t *t, lai_place_t *place)
{
    place->is_told = true;
    for (int col = 0; col < t->x->grid.cols && t->mates > 1; ++col)
        if (col != t->x->grid.col && is_mate(t, col))
            tell_mate(t, col, brought_by(t, t->x->grid.col));
}

/* Tell of what has come, the earlier first. */
static void tell_of_arrived(lai_tiled_t *t)
{
    const int64_t from = t->place[0].k < t->place[1].k ? 0 : 1;
    for (int i = 0; i < LAI_PLACES; ++i) {
        lai_place_t *place = &t->place[(from + i) % LAI_PLACES];
        int done = 1;
        if (place->k < 0 || place->is_told)
            continue;
        LAI_TILED_CALL(t, al_test(&place->handle, &done));
        if (!done)
            return;
        tell_mates(t, place);
    }
}

void lai_tiled_poll(lai_tiled_t *t)
{
    LAI_TILED_CALL(t, al_poll());
    if (!t->sources)
        return;
    if (t->mates > 1)
        tell_of_arrived(t);
    (void)ask_for_next(t, false);
}

static void bring(lai_tiled_t *t, int64_t k)
{
    lai_place_t *place = &t->place[turn_of(t, k) % LAI_PLACES];
    if (t->next == k)
        (void)ask_for_next(t, true);
    LAI_TILED_CALL(t, al_wait(&place->handle));
    if (!place->is_told)
        tell_mates(t, place);
}

void lai_tiled_done_before(lai_tiled_t *t, int64_t k)
{
    const bool is_far = t->sources && k > 0 && source_for(t, k - 1)->fetcher >= 0;
    t->awaited = k;
    if (is_far && !is_fetcher(t, k - 1))
        tell_mate(t, source_for(t, k - 1)->fetcher, done_by(t, t->x->grid.col));
}

/* The panel in its fetcher's place. */
static const char *see_place(const lai_tiled_t *t, int64_t k)
{
    const int rank = lai_tiled_rank(t, t->x->grid.row, source_for(t, k)->fetcher);
    return lai_tiled_slice(t, rank) + place_for(t, k);
}

const char *lai_tiled_see_far(const lai_tiled_t *t, int64_t k, int64_t first, int64_t *ld)
{
    const int64_t above = first_row(t, k);
    *ld = first < above ? t->x->tile_n : t->x->rows - above;
    return see_place(t, k) +
           (first < above ? lai_tiled_top_in_place(t) : t->blas->element * (size_t)(first - above));
}

void lai_tiled_await_far(lai_tiled_t *t, int64_t k, lai_panel_t *panel)
{
    const lai_cyclic_t *x = t->x;
    if (is_fetcher(t, k))
        bring(t, k);
    else
        (void)has_come(t, brought_by(t, source_for(t, k)->fetcher), turn_of(t, k) + 1, true);
    const char *place = see_place(t, k);
    panel->top = panel->below = place;
    panel->top_ld = panel->ld = ali_max(x->rows - first_row(t, k), 1);
    if (lai_tiled_has_tops(t)) {
        panel->top = place + lai_tiled_top_in_place(t);
        panel->top_ld = x->tile_n;
    } else {
        panel->below += (size_t)panel->width * t->blas->element;
    }
    lai_tiled_take_pivots(t, k, place + pivots_in_place(t));
}
