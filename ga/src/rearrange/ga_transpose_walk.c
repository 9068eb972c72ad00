/* A walk over parts of my blocks and their transposed counterparts. */
#include "ga/src/rearrange/ga_transpose_walk.h"

#include <stdlib.h>

#include "ga/src/rearrange/ga_transpose_fetch.h"

/* ---- all I own: fetched parts first, those of this node meanwhile ---------------------------- */

/* One dimension of a block in steps: from `first` on to its end, then from its beginning. Ranks
 * begin at different places, so that they do not all ask the same owner. */
typedef struct span {
    int64_t lo, hi, step, first;
    int64_t at; /* the next part begins there */
    bool is_wrapped;
} span_t;

/* A position among the parts of my blocks. */
typedef struct cursor {
    int64_t k; /* block */
    bool is_open;
    gai_transpose_owned_t mine;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM]; /* the part */
    span_t span[2]; /* of the last two dimensions, the first of which is the faster */
} cursor_t;

static void begin_span(span_t *span)
{
    span->at = span->first;
    span->is_wrapped = false;
}

/* n elements in equal steps of at most `most`, which are multiples of `unit` if they can be. */
static void make_span(const gai_transposing_t *x, span_t *span, int64_t most, int64_t unit)
{
    const gai_array_t *home = x->walk.home;
    const int64_t n = span->hi - span->lo + 1, parts = (n - 1) / most + 1;
    const int64_t step = ((n - 1) / parts / unit + 1) * unit;
    span->step = ali_min(step, most);
    span->first = span->lo + n / span->step * home->rank / al_group_size(home->group) * span->step;
    begin_span(span);
}

/* The next part of dimension d, where other has large blocks within one of them. */
static bool next_of_span(const gai_transposing_t *x, cursor_t *cursor, int d)
{
    span_t *span = &cursor->span[d];
    if (!span->is_wrapped && span->at > span->hi) {
        span->is_wrapped = true;
        span->at = span->lo;
    }
    if (span->is_wrapped && span->at >= span->first)
        return false;
    const gai_axis_t *axis = &x->walk.other->dist.axis[x->row + 1 - d];
    const int64_t shift = x->walk.shift[1 - d], block = gai_axis_block(axis, span->at + shift),
                  end = gai_axis_end(axis, block);
    int64_t last = ali_min(span->at + span->step, span->is_wrapped ? span->first : span->hi + 1);
    if (end - gai_axis_lo(axis, block) >= span->step)
        last = ali_min(last, end - shift);
    cursor->lo[x->row + d] = span->at;
    cursor->hi[x->row + d] = last - 1;
    span->at = last;
    return true;
}

/* Cut a block into parts of some bytes, long in memory of the other array; or not at all. */
static void cut_into_parts(const gai_transposing_t *x, cursor_t *cursor)
{
    enum { RUN = 8192, LINE = 64 }; /* bytes: of a part's columns of other; of a cache line */
    const int64_t element = (int64_t)x->walk.home->element, line = ali_max(LINE / element, 1);
    int64_t bytes = element;
    for (int d = 0; d < x->row; ++d)
        bytes *= cursor->hi[d] - cursor->lo[d] + 1;
    for (int d = 1; d >= 0; --d) {
        const int64_t lo = cursor->lo[x->row + d], hi = cursor->hi[x->row + d];
        int64_t most = GAI_TRANSPOSE_FETCH_BYTES / bytes;
        if (d) /* more where there are few columns */
            most = ali_max(RUN / bytes, most / (cursor->hi[x->row] - cursor->lo[x->row] + 1));
        cursor->span[d] = (span_t){.lo = lo, .hi = hi};
        make_span(x, &cursor->span[d], x->is_local ? INT64_MAX / 2 : ali_max(most, 1), line);
        bytes *= cursor->span[d].step;
    }
}

/* Find my next block of the patch; 0: there is none. */
static int open_block(const gai_transposing_t *x, cursor_t *cursor, bool *found)
{
    const gai_array_t *home = x->walk.home;
    const int64_t count = gai_my_count(home);
    for (*found = false; !*found && cursor->k < count; ++cursor->k) {
        cursor->mine.base = gai_my_block(home, cursor->k, &cursor->mine.block);
        if (!cursor->mine.base)
            return ASHLAR_EMPI;
        *found = gai_intersect(x->ndim, &cursor->mine.block, x->walk.lo, x->walk.hi, cursor->lo,
                               cursor->hi);
    }
    return ASHLAR_OK;
}

/* Go on to the next part whose transpose is on this node, or is not. */
static int next_part(const gai_transposing_t *x, cursor_t *cursor, bool is_here, bool *found)
{
    for (;;) {
        if (!cursor->is_open) {
            AL_TRY(open_block(x, cursor, found));
            if (!*found)
                return ASHLAR_OK;
            cut_into_parts(x, cursor);
            cursor->is_open = next_of_span(x, cursor, 1);
        } else if (!next_of_span(x, cursor, 0)) {
            begin_span(&cursor->span[0]);
            cursor->is_open = next_of_span(x, cursor, 1);
        } else if (gai_transposed_is_here(x, cursor->lo, cursor->hi) == is_here) {
            *found = true;
            return ASHLAR_OK;
        }
    }
}

static int fetch_next(gai_transposing_t *x, cursor_t *cursor, bool *found)
{
    AL_TRY(next_part(x, cursor, false, found));
    return *found ? gai_transpose_start_fetch(x, &cursor->mine, cursor->lo, cursor->hi) : ASHLAR_OK;
}

static int visit_next_here(const gai_transposing_t *x, cursor_t *cursor, bool *found)
{
    AL_TRY(next_part(x, cursor, true, found));
    if (*found)
        gai_transpose_here(x, &cursor->mine, cursor->lo, cursor->hi);
    return ASHLAR_OK;
}

static int visit_all(gai_transposing_t *x)
{
    cursor_t remote = {0}, here = {0};
    bool is_left = !x->is_local, is_left_here = true;
    while (is_left || is_left_here) {
        gai_transpose_fetch_t *oldest = gai_transpose_oldest_fetch(x);
        int done = 1;
        if (is_left_here && oldest->is_busy) /* this also answers other nodes */
            AL_TRY(al_test(&oldest->handle, &done));
        else if (!x->is_local)
            AL_TRY(al_poll());
        if (done && is_left)
            AL_TRY(fetch_next(x, &remote, &is_left));
        else if (done && oldest->is_busy)
            AL_TRY(gai_transpose_finish_oldest(x));
        else
            AL_TRY(visit_next_here(x, &here, &is_left_here));
    }
    return ASHLAR_OK;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

typedef struct pair_walk {
    gai_transposing_t *x;
    gai_transpose_owned_t mine;
    int inner; /* of the last two dimensions, the one along which tiles follow each other */
} pair_walk_t;

typedef int visit_t(const pair_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t tile);

static int visit_part(const pair_walk_t *walk, const int64_t *lo, const int64_t *hi)
{
    if (!gai_transposed_is_here(walk->x, lo, hi))
        return gai_transpose_start_fetch(walk->x, &walk->mine, lo, hi);
    gai_transpose_here(walk->x, &walk->mine, lo, hi);
    return walk->x->is_local ? ASHLAR_OK : al_poll();
}

/* Tiles are cut where their indices are multiples of `tile`. */
static int for_tiles(const pair_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t tile,
                     visit_t *visit)
{
    const int row = walk->x->row, inner = walk->inner, outer = 2 * row + 1 - inner;
    int64_t at[ASHLAR_MAX_DIM], end[ASHLAR_MAX_DIM];
    for (int d = 0; d < row; ++d) {
        at[d] = lo[d];
        end[d] = hi[d];
    }
    for (at[outer] = lo[outer]; at[outer] <= hi[outer]; at[outer] = end[outer] + 1) {
        end[outer] = ali_min((at[outer] / tile + 1) * tile - 1, hi[outer]);
        for (at[inner] = lo[inner]; at[inner] <= hi[inner]; at[inner] = end[inner] + 1) {
            end[inner] = ali_min((at[inner] / tile + 1) * tile - 1, hi[inner]);
            AL_TRY(visit(walk, at, end, tile));
        }
    }
    return ASHLAR_OK;
}

/* From two tiles that are each other's transpose one is visited: of neighbours, alternately the one
 * above and the one below the diagonal. One on the diagonal is its own transpose if a part is all
 * of it, or is cut by a finer grid. */
static int visit_pair(const pair_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t tile)
{
    const int i = walk->x->row, j = i + 1;
    int64_t row = lo[i] / tile, column = lo[j] / tile;
    if (row == column && lo[i] == lo[j] && hi[i] == hi[j])
        return visit_part(walk, lo, hi);
    if (row == column)
        return for_tiles(walk, lo, hi, ali_max(tile / 8, 1), visit_pair);
    return (row < column) == ((row + column) % 2 == 0) ? visit_part(walk, lo, hi) : ASHLAR_OK;
}

static int visit_pairs(gai_transposing_t *x, int64_t tile)
{
    const gai_array_t *home = x->walk.home;
    pair_walk_t walk = {.x = x,
                        .inner = home->dist.axis[x->row + 1].blocks > 1 ? x->row : x->row + 1};
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    for (int64_t k = 0; k < gai_my_count(home); ++k) {
        walk.mine.base = gai_my_block(home, k, &walk.mine.block);
        if (!walk.mine.base)
            return ASHLAR_EMPI;
        if (gai_intersect(x->ndim, &walk.mine.block, x->walk.lo, x->walk.hi, lo, hi))
            AL_TRY(for_tiles(&walk, lo, hi, tile, visit_pair));
    }
    return ASHLAR_OK;
}

/* ---- both ------------------------------------------------------------------------------------ */

bool gai_transpose_is_local(const gai_array_t *other)
{
    return other->segment->group->node_count == 1;
}

/* The buffers are so many that what is under way is at least one large message. */
static int64_t count_buffers(const gai_transposing_t *x, int64_t part)
{
    const gai_array_t *home = x->walk.home;
    const int64_t blocks = ali_max(gai_my_count(home), 1),
                  elements = gai_slice_elements(&home->dist, home->rank) / blocks,
                  bytes = ali_min(elements * (int64_t)home->element, part),
                  fetches = GAI_TRANSPOSE_FETCH_BYTES / ali_max(bytes, 1);
    return 1 + ali_min(ali_max(fetches, 1), GAI_TRANSPOSE_FETCHES);
}

int gai_walk_transposed(const gai_transpose_walk_t *walk)
{
    const gai_array_t *other = walk->other;
    gai_transposing_t x = {.walk = *walk,
                           .is_local = gai_transpose_is_local(other),
                           .ndim = other->dist.ndim,
                           .row = other->dist.ndim - 2};
    int64_t leading = (int64_t)other->element, tile = GAI_TRANSPOSE_TILE;
    for (int d = 0; d < x.row; ++d)
        leading *= walk->hi[d] - walk->lo[d] + 1;
    while (tile > 1 && tile * tile * leading > GAI_TRANSPOSE_FETCH_BYTES)
        tile /= 2;
    const int64_t most = ali_max(leading, GAI_TRANSPOSE_FETCH_BYTES);
    x.part_bytes = (size_t)(walk->is_symmetric ? tile * tile * leading : most);
    x.buffer_count = count_buffers(&x, (int64_t)x.part_bytes);
    x.buffers = x.is_local ? NULL : malloc((size_t)x.buffer_count * x.part_bytes);
    if (!x.is_local && !x.buffers)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for parts of array '%s'", walk->call,
                       other->name);
    int status = walk->is_symmetric ? visit_pairs(&x, tile) : visit_all(&x);
    status = gai_transpose_finish_fetches(&x, status);
    free(x.buffers);
    return status;
}
