/* Patches over several blocks whose owners have many, or are on other nodes: what an owner has of
 * them goes in few transfers, and those to other nodes are under way together. */
#include "armci-lite/src/al_private.h"
#include "ga/src/onesided/ga_patch.h"
#include "ga/src/onesided/ga_strides.h"

/* The parts of a patch along one dimension, in runs of blocks. The blocks that it covers have one
 * width, and those of one owner, `period` apart, are one run; each other is a run by itself. */
typedef struct axis_runs {
    int64_t first, last;           /* blocks */
    int64_t full, full_last;       /* those that it covers and that are as wide as the others */
    int64_t period, groups, count; /* groups: runs of covered blocks; count: all runs */
    int seamless;                  /* one run, which ends where the patch does */
} axis_runs_t;

static axis_runs_t runs_along(const gai_dist_t *dist, const gai_patch_t *patch, int d,
                              int can_group)
{
    const gai_axis_t *axis = &dist->axis[d];
    int64_t first = gai_axis_block(axis, patch->lo[d]), last = gai_axis_block(axis, patch->hi[d]);
    axis_runs_t row = {.first = first, .last = last, .full = first, .full_last = last, .count = 1};
    if (first == last)
        return row;
    row.seamless = gai_layout_is_seamless(dist->layout, d);
    if (row.seamless)
        return row;
    row.period = can_group && !axis->cuts ? dist->layout->calls->period(dist, d) : 0;
    if (row.period) {
        row.full += patch->lo[d] > gai_axis_lo(axis, first);
        row.full_last -= patch->hi[d] + 1 < gai_axis_lo(axis, last) + axis->width;
        row.groups = ali_min(row.period, ali_max(row.full_last - row.full + 1, 0));
        row.count = row.full - first + row.groups + last - row.full_last;
    } else {
        row.count = last - first + 1;
    }
    return row;
}

/* The first block of run number k, and how many it has. */
static int64_t run_of(const axis_runs_t *row, int64_t k, int64_t *blocks)
{
    int64_t before = row->full - row->first;
    *blocks = 1;
    if (!row->groups)
        return row->first + k;
    if (k < before)
        return row->first;
    if (k >= before + row->groups)
        return row->last;
    int64_t at = row->full + k - before;
    *blocks = (row->full_last - at) / row->period + 1;
    return at;
}

/* The runs numbered k[d], together one shape. */
static int transfer_runs(const gai_array_t *array, const gai_patch_t *patch,
                         const axis_runs_t *rows, const int64_t *k)
{
    const gai_dist_t *dist = &array->dist;
    int ndim = dist->ndim;
    int64_t at[ASHLAR_MAX_DIM], blocks[ASHLAR_MAX_DIM];
    for (int d = 0; d < ndim; ++d)
        at[d] = run_of(&rows[d], k[d], &blocks[d]);
    gai_block_t block;
    gai_block_at(dist, at, &block);
    size_t seg_stride = array->element, buf_stride = gai_patch_width(array, patch);
    size_t offset = (size_t)block.offset * array->element + patch->field;
    char *buf = patch->buf;
    gai_strides_t strides = {.n = 0};
    for (int d = 0; d < ndim; ++d) {
        gai_selection_t part =
            gai_select(patch, d, block.lo[d], rows[d].seamless ? patch->hi[d] : block.hi[d]);
        if (part.n < 1)
            return ASHLAR_OK;
        offset += (size_t)(part.lo - block.lo[d]) * seg_stride;
        buf += (size_t)part.skipped * buf_stride;
        gai_add_stride(&strides, seg_stride * (size_t)part.step, buf_stride, part.n);
        if (blocks[d] > 1) {
            int64_t period = rows[d].period;
            gai_add_stride(&strides,
                           (size_t)gai_block_distance(dist, &block, at, d, period) * array->element,
                           (size_t)(period * dist->axis[d].width) * buf_stride, blocks[d]);
        }
        seg_stride *= (size_t)block.ld[d];
        if (d + 1 < ndim)
            buf_stride *= (size_t)gai_patch_ld(patch, d, part.step);
    }
    al_shape_t shape;
    gai_make_shape(&strides, gai_patch_width(array, patch), &shape);
    return gai_transfer_part(array, patch, block.rank, offset, buf, &shape);
}

static int transfer_layout(const gai_array_t *array, const gai_patch_t *patch)
{
    int ndim = array->dist.ndim;
    axis_runs_t rows[ASHLAR_MAX_DIM];
    int64_t k[ASHLAR_MAX_DIM], first[ASHLAR_MAX_DIM] = {0}, last[ASHLAR_MAX_DIM];
    /* A shape has a stride for each dimension but the first, and for so many runs of blocks; where
     * elements have gaps between them, the first has one too. */
    int left = patch->step || patch->width ? 0 : AL_MAX_LEVELS - (ndim - 1);
    for (int d = 0; d < ndim; ++d) {
        rows[d] = runs_along(&array->dist, patch, d, left > 0);
        left -= rows[d].groups > 0;
        last[d] = rows[d].count - 1;
        k[d] = 0;
    }
    do
        AL_TRY(transfer_runs(array, patch, rows, k));
    while (gai_next_position(ndim, first, last, k));
    return ASHLAR_OK;
}

static int transfer_blocks(const gai_array_t *array, const gai_patch_t *patch)
{
    int ndim = array->dist.ndim;
    gai_blocks_t blocks;
    gai_blocks_begin(&array->dist, ndim, patch->lo, patch->hi, &blocks);
    do
        AL_TRY(gai_transfer_block(array, patch, ndim, blocks.at));
    while (gai_blocks_next(&blocks, ndim));
    return ASHLAR_OK;
}

int gai_transfer_many(const gai_array_t *array, const gai_patch_t *given)
{
    gai_patch_t patch = *given;
    ga_handle_t handle = 0;
    int is_op = patch.direction == AL_ACC && !patch.alpha; /* there is none to start */
    if (!patch.handle && !is_op && array->segment->group->node_count > 1)
        patch.handle = &handle;
    int status =
        array->dist.layout ? transfer_layout(array, &patch) : transfer_blocks(array, &patch);
    if (patch.handle != &handle)
        return status;
    int wait_status = al_wait(&handle);
    return status != ASHLAR_OK ? status : wait_status;
}
