/* A redistribution of my elements of one array, straight from or to the slices of another. Along
 * each dimension my blocks are series of intervals, which are matched with the blocks of the other
 * array (ga_match.h); a match in every dimension is one transfer. */
#include "ga/src/rearrange/ga_redistribute.h"

#include "ga/src/dist/ga_match.h"
#include "ga/src/onesided/ga_patch.h"
#include "ga/src/onesided/ga_strides.h"

/* My blocks along one dimension: `count` of them, `period` apart; those that are alike form one
 * series, the others one each. */
typedef struct owned_axis {
    int64_t first, count, period;
    int64_t regular_first, regular_count; /* where the series of several begins, among the count */
    int whole;                            /* the blocks follow each other in memory: one interval */
} owned_axis_t;

typedef struct redistribution {
    gai_patch_t patch; /* how to transfer; without a buffer */
    const gai_operand_t *home;
    const gai_array_t *other;
    enum { ALL, REMOTE, LOCAL } selected; /* of the transfers: with this node, with others */
    int64_t shift[ASHLAR_MAX_DIM];
    gai_partition_t partition[ASHLAR_MAX_DIM];
    char *slice; /* mine */
    owned_axis_t own[ASHLAR_MAX_DIM];
    int64_t at[ASHLAR_MAX_DIM];    /* the block of home with which the present series begin */
    int64_t apart[ASHLAR_MAX_DIM]; /* elements from one interval of a series to the next */
    gai_block_t block;
    gai_match_t match[ASHLAR_MAX_DIM];
} redistribution_t;

/* ---- one transfer ---------------------------------------------------------------------------- */

/* A part at a time: in between, other nodes get what they wait for. */
static int transfer_and_poll(const redistribution_t *x, int rank, size_t offset, char *buf,
                             const al_shape_t *shape)
{
    const int top = shape->levels;
    al_shape_t part = *shape;
    part.count[top] = 1;
    for (size_t k = 0; k < shape->count[top]; ++k) {
        AL_TRY(gai_transfer_part(x->other, &x->patch, rank, offset + k * shape->seg_stride[top - 1],
                                 buf + k * shape->buf_stride[top - 1], &part));
        AL_TRY(al_poll());
    }
    return ASHLAR_OK;
}

static int transfer_match(const redistribution_t *x)
{
    const gai_dist_t *dist = &x->other->dist;
    size_t element = x->other->element, theirs = element, mine = element;
    int64_t at[ASHLAR_MAX_DIM];
    for (int d = 0; d < dist->ndim; ++d)
        at[d] = x->match[d].block;
    gai_block_t block;
    gai_block_at(dist, at, &block);
    if (x->selected != ALL &&
        (x->selected == LOCAL) != ali_slice_is_here(x->other->segment, block.rank))
        return ASHLAR_OK;
    size_t offset = (size_t)block.offset * element;
    char *buf = x->slice + (size_t)x->block.offset * element;
    gai_strides_t strides = {.n = 0};
    for (int d = 0; d < dist->ndim; ++d) {
        const gai_match_t *m = &x->match[d];
        int64_t begin = m->series.lo - x->block.lo[d];
        offset += (size_t)(m->lo + x->shift[d] - block.lo[d]) * theirs;
        buf += (size_t)(begin + m->skipped) * mine + (size_t)(m->interval * x->apart[d]) * element;
        gai_add_stride(&strides, theirs, mine, m->n);
        if (m->count > 1)
            gai_add_stride(&strides,
                           m->blocks ? (size_t)gai_block_distance(dist, &block, at, d, m->blocks) *
                                           element
                                     : (size_t)m->stride * theirs,
                           m->intervals ? (size_t)(m->intervals * x->apart[d]) * element
                                        : (size_t)m->stride * mine,
                           m->count);
        theirs *= (size_t)block.ld[d];
        mine *= (size_t)x->block.ld[d];
    }
    al_shape_t shape;
    gai_make_shape(&strides, element, &shape);
    if (x->selected == LOCAL && shape.levels)
        return transfer_and_poll(x, block.rank, offset, buf, &shape);
    return gai_transfer_part(x->other, &x->patch, block.rank, offset, buf, &shape);
}

/* All matches of the series of dimensions 0..d. */
static int transfer_series(redistribution_t *x, int d)
{
    gai_match_t *match = &x->match[d];
    gai_match_begin(match, &x->match[d].series, &x->partition[d]);
    while (gai_match_next(match))
        AL_TRY(d ? transfer_series(x, d - 1) : transfer_match(x));
    return ASHLAR_OK;
}

/* ---- my blocks ------------------------------------------------------------------------------- */

/* The series that begins with the k-th of my blocks along dimension d; returns how many blocks it
 * takes. */
static int64_t begin_series(redistribution_t *x, int d, int64_t k)
{
    const owned_axis_t *own = &x->own[d];
    const gai_axis_t *axis = &x->home->array->dist.axis[d];
    int64_t at = own->first + k * own->period,
            count = k == own->regular_first ? own->regular_count : 1;
    int64_t lo = gai_axis_lo(axis, at), end = own->whole ? axis->extent : gai_axis_end(axis, at);
    gai_series_t *series = &x->match[d].series;
    x->at[d] = at;
    series->lo = ali_max(lo, x->home->lo[d]);
    series->n = ali_min(end - 1, x->home->hi[d]) - series->lo + 1;
    series->count = count;
    series->step = count > 1 ? own->period * axis->width : series->n;
    return count;
}

/* All series of my blocks along dimensions 0..d. */
static int transfer_owned_series(redistribution_t *x, int d)
{
    const gai_dist_t *dist = &x->home->array->dist;
    for (int64_t k = 0; k < x->own[d].count;) {
        k += begin_series(x, d, k);
        if (d) {
            AL_TRY(transfer_owned_series(x, d - 1));
            continue;
        }
        gai_block_at(dist, x->at, &x->block);
        for (int e = 0; e < dist->ndim; ++e)
            x->apart[e] = x->match[e].series.count > 1
                              ? gai_block_distance(dist, &x->block, x->at, e, x->own[e].period)
                              : 0;
        AL_TRY(transfer_series(x, dist->ndim - 1));
    }
    return ASHLAR_OK;
}

/* From my `count` blocks along dimension d, from `first` on, take those in the patch. */
static void select_owned(redistribution_t *x, int d, int64_t first, int64_t count, int64_t period,
                         int together)
{
    const gai_axis_t *axis = &x->home->array->dist.axis[d];
    int64_t lo = x->home->lo[d], hi = x->home->hi[d];
    owned_axis_t *own = &x->own[d];
    *own = (owned_axis_t){.first = first, .count = count, .period = period, .regular_first = -1};
    int64_t from = gai_axis_block(axis, lo), to = gai_axis_block(axis, hi);
    int64_t before = first < from ? (from - first + period - 1) / period : 0;
    own->first += before * period;
    own->count = ali_min(count - before, own->first > to ? 0 : (to - own->first) / period + 1);
    if (!together || axis->cuts || own->count < 2)
        return;
    int64_t last = own->first + (own->count - 1) * period;
    own->regular_first = gai_axis_lo(axis, own->first) < lo;
    own->regular_count = own->count - own->regular_first;
    own->regular_count -= hi + 1 < last * axis->width + axis->width;
    if (own->regular_count < 1)
        own->regular_first = -1;
}

/* Dimensions of one block each, from a position on, and dimension 0 of `count`. Returns whether
 * some is in the patch. */
static int select_column(redistribution_t *x, const int64_t *at, int64_t count, int64_t period)
{
    int is_nonempty = 1;
    for (int d = 0; d < x->home->array->dist.ndim; ++d) {
        select_owned(x, d, at[d], d ? 1 : count, d ? 1 : period, 1);
        is_nonempty &= x->own[d].count > 0;
    }
    return is_nonempty;
}

/* The blocks of a grid of processes are a product; those of dimension d go together if they may. */
static void select_grid(redistribution_t *x, const gai_grid_t *grid, const int64_t *first)
{
    const gai_dist_t *dist = &x->home->array->dist;
    for (int d = 0; d < dist->ndim; ++d) {
        int64_t procs = grid->axis[d].procs;
        if (gai_layout_is_seamless(dist->layout, d)) {
            x->own[d] = (owned_axis_t){.count = 1, .period = 1, .regular_first = -1, .whole = 1};
            x->own[d].first = gai_axis_block(&dist->axis[d], x->home->lo[d]);
        } else {
            select_owned(x, d, first[d], (dist->axis[d].blocks - 1 - first[d]) / procs + 1, procs,
                         d < AL_MAX_LEVELS - (dist->ndim - 1));
        }
    }
}

static int transfer_owned(redistribution_t *x)
{
    const gai_array_t *array = x->home->array;
    const gai_dist_t *dist = &array->dist;
    const gai_layout_t *layout = dist->layout;
    int64_t n = gai_my_count(array), at[ASHLAR_MAX_DIM];
    for (int64_t k = 0; k < n; ++k) {
        gai_owned_position(dist, array->rank, k, at);
        if (gai_layout_grid(layout)) {
            select_grid(x, gai_layout_grid(layout), at);
            return transfer_owned_series(x, dist->ndim - 1);
        }
        /* My other blocks of the same column, if they are the next ones. */
        int64_t count = 1,
                period = layout && !dist->axis[0].cuts ? layout->calls->period(dist, 0) : 0;
        if (period) {
            int64_t last[ASHLAR_MAX_DIM], first = at[0];
            count = (dist->axis[0].blocks - 1 - first) / period + 1;
            for (int d = 0; d < dist->ndim; ++d)
                last[d] = at[d] + (d ? 0 : (count - 1) * period);
            if (layout->calls->index(dist, last) != k + count - 1)
                count = 1;
        }
        if (select_column(x, at, count, period ? period : 1))
            AL_TRY(transfer_owned_series(x, dist->ndim - 1));
        k += count - 1;
    }
    return ASHLAR_OK;
}

int gai_redistribute(al_direction_t direction, const gai_operand_t *home, const gai_array_t *other,
                     const int64_t *lo)
{
    const gai_dist_t *dist = &other->dist;
    ga_handle_t handle = 0;
    void *slice;
    redistribution_t x = {.patch = {.direction = direction}, .home = home, .other = other};
    if (!gai_my_count(home->array))
        return ASHLAR_OK;
    AL_TRY(al_segment_address(home->array->segment, home->array->rank, &slice));
    x.slice = slice;
    if (other->segment->group->node_count > 1)
        x.patch.handle = &handle;
    for (int d = 0; d < dist->ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        gai_partition_t *partition = &x.partition[d];
        x.shift[d] = lo[d] - home->lo[d];
        *partition = (gai_partition_t){.axis = axis, .shift = x.shift[d]};
        if (!dist->layout)
            continue;
        partition->seamless = gai_layout_is_seamless(dist->layout, d);
        if (!axis->cuts && d < AL_MAX_LEVELS - (dist->ndim - 1))
            partition->period = dist->layout->calls->period(dist, d);
    }
    if (!x.patch.handle)
        return transfer_owned(&x);
    x.selected = REMOTE; /* first: they go on during the others */
    int status = transfer_owned(&x);
    x.selected = LOCAL;
    if (status == ASHLAR_OK)
        status = transfer_owned(&x);
    int wait_status = al_wait(&handle);
    return status != ASHLAR_OK ? status : wait_status;
}
