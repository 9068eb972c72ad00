/* Creating and destroying arrays. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_create.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_handle.h"
#include "ga/src/array/ga_type.h"

static int check_type(const char *call, ga_type type)
{
    return gai_type_bytes(type) > 0
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ETYPE, "%s: %d is not an element type", call, (int)type);
}

static int check_extents(const char *call, ga_type type, int ndim, const int64_t *dims)
{
    if (ndim < 1 || ndim > ASHLAR_MAX_DIM)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: %d dimensions; 1 to %d are possible", call, ndim,
                       ASHLAR_MAX_DIM);
    if (!dims)
        return gai_bad_argument(call, "dims");
    int64_t bytes = (int64_t)gai_type_bytes(type);
    for (int d = 0; d < ndim; ++d) {
        if (dims[d] < 1)
            return AL_FAIL(ASHLAR_ESHAPE, "%s: extent %" PRId64 " of dimension %d is below 1", call,
                           dims[d], d);
        if (__builtin_mul_overflow(bytes, dims[d], &bytes))
            return AL_FAIL(ASHLAR_ESHAPE, "%s: the array has more bytes than 2^63", call);
    }
    return ASHLAR_OK;
}

static int check_cuts(const char *call, int ndim, const int64_t *dims, const int64_t *blocks,
                      const int64_t *const *all_cuts, int64_t ranks)
{
    int64_t product = 1;
    for (int d = 0; d < ndim; ++d) {
        const int64_t *cuts = all_cuts[d];
        if (blocks[d] < 1 || blocks[d] > ranks / product)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: %" PRId64 " blocks in dimension %d; all together "
                           "there may be 1 to %" PRId64 ", one per rank",
                           call, blocks[d], d, ranks);
        product *= blocks[d];
        if (cuts[0] != 0)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: the cuts of dimension %d begin with %" PRId64 ", not 0", call, d,
                           cuts[0]);
        for (int64_t b = 1; b < blocks[d]; ++b)
            if (cuts[b] <= cuts[b - 1] || cuts[b] >= dims[d])
                return AL_FAIL(ASHLAR_ESHAPE,
                               "%s: cut %" PRId64 " of dimension %d is %" PRId64 " after %" PRId64
                               "; cuts increase and stay below %" PRId64,
                               call, b, d, cuts[b], cuts[b - 1], dims[d]);
    }
    return ASHLAR_OK;
}

/* Verify under ASHLAR_CHECK=1 that the ranks ask for the same array. */
static int check_plan(const gai_plan_t *plan)
{
    int64_t numbers[2 + 3 * ASHLAR_MAX_DIM] = {(int64_t)plan->type, plan->dist.ndim};
    int n = 2;
    for (int d = 0; d < plan->dist.ndim; ++d) {
        const gai_axis_t *axis = &plan->dist.axis[d];
        numbers[n++] = axis->extent;
        numbers[n++] = axis->blocks;
        uint64_t cuts = 0;
        for (int64_t b = 0; axis->cuts && b < axis->blocks; ++b)
            cuts = cuts * 31 + (uint64_t)axis->cuts[b];
        numbers[n++] = (int64_t)cuts;
    }
    return gai_check_same(plan->call, plan->group, numbers, n);
}

/* The rank of my node that keeps the table of cuts for the node: behind its own slice. */
static int keeper_of_cuts(const al_group_t *group)
{
    return group->here_ranks[0];
}

/* Bytes of a slice, padded so that a table of cuts can follow. */
static size_t slice_bytes(const gai_plan_t *plan, int rank)
{
    size_t bytes = (size_t)gai_slice_room(&plan->dist, rank) * gai_type_bytes(plan->type);
    return ali_round_up(bytes, sizeof(int64_t));
}

/* Put the table of cuts into the arena, once per node, and let the array borrow it. */
static int share_cuts(gai_array_t *array, const gai_plan_t *plan)
{
    int keeper = keeper_of_cuts(array->group);
    void *slice;
    AL_TRY(al_segment_address(array->segment, keeper, &slice));
    int64_t *table = (int64_t *)(void *)((char *)slice + slice_bytes(plan, keeper));
    if (array->rank == keeper)
        for (int d = 0, at = 0; d < plan->dist.ndim; ++d)
            for (int64_t b = 0; b < plan->dist.axis[d].blocks; ++b)
                table[at++] = plan->dist.axis[d].cuts[b];
    gai_dist_move_cuts(&array->dist, table);
    return ASHLAR_OK;
}

static int fail_create(int status, const gai_plan_t *plan)
{
    char extents[ASHLAR_MAX_DIM * 24] = "";
    int at = 0;
    for (int d = 0; d < plan->dist.ndim; ++d)
        at += snprintf(extents + at, sizeof extents - (size_t)at, "%s%" PRId64, d ? " x " : "",
                       plan->dist.axis[d].extent);
    return ali_fail_within(status, "%s: array '%s', %s, %s", plan->call,
                           plan->name ? plan->name : "", extents, gai_type_name(plan->type));
}

static void describe(gai_array_t *array, const gai_plan_t *plan)
{
    array->type = plan->type;
    array->element = gai_type_bytes(plan->type);
    array->dist = plan->dist;
    array->group = plan->group;
    array->group_handle = plan->group_handle;
    array->rank = al_group_rank(plan->group);
    if (plan->name)
        snprintf(array->name, sizeof array->name, "%s", plan->name);
}

/* The handle is agreed on along with the segment. */
int gai_create(const gai_plan_t *plan, ga_t *g)
{
    AL_TRY(check_plan(plan));
    AL_TRY(al_fence_all()); /* with the meetings below: as if ga_sync() came first */
    gai_array_t *array = calloc(1, sizeof *array);
    al_segment_t *segment;
    long long ballot[GAI_BALLOT];
    int64_t cuts = gai_dist_cut_count(&plan->dist);
    int rank = al_group_rank(plan->group);
    size_t bytes = slice_bytes(plan, rank);
    if (rank == keeper_of_cuts(plan->group))
        bytes += (size_t)cuts * sizeof(int64_t);
    gai_handle_propose(array == NULL, ballot);
    int status = ali_segment_create(plan->group, bytes, ballot, GAI_BALLOT, &segment);
    int created = status == ASHLAR_OK;
    ga_t handle = 0;
    if (created)
        status = gai_handle_agree(plan->group, ballot, &handle);
    if (status == ASHLAR_OK) {
        describe(array, plan);
        array->handle = handle;
        array->segment = segment;
        if (cuts > 0) {
            /* Also the meeting after the table is filled in. */
            status = gai_agree(plan->call, plan->group, share_cuts(array, plan));
        }
    }
    if (status != ASHLAR_OK) {
        if (created)
            al_segment_free(segment);
        free(array);
        return fail_create(status, plan);
    }
    gai_handle_install(array);
    gai_group_ref(plan->group_handle);
    gai_type_ref(plan->type);
    *g = handle;
    return ASHLAR_OK;
}

static int create_regular(const char *call, ga_type type, int ndim, const int64_t *dims,
                          const char *name, const int64_t *chunk, ga_group_t group, ga_t *g)
{
    gai_plan_t plan = {.call = call, .name = name, .type = type};
    AL_TRY(gai_group(call, group, &plan.group, &plan.group_handle));
    AL_TRY(check_type(call, type));
    AL_TRY(check_extents(call, type, ndim, dims));
    if (!g)
        return gai_bad_argument(call, "the array pointer");
    gai_dist_regular(&plan.dist, ndim, dims, chunk, al_group_size(plan.group));
    return gai_create(&plan, g);
}

int ga_create_nd(ga_type type, int ndim, const int64_t *dims, const char *name,
                 const int64_t *chunk, ga_group_t group, ga_t *g)
{
    return create_regular(__func__, type, ndim, dims, name, chunk, group, g);
}

int ga_create(ga_type type, int64_t rows, int64_t cols, const char *name, int64_t chunk_rows,
              int64_t chunk_cols, ga_t *g)
{
    int64_t dims[2] = {rows, cols}, chunk[2] = {chunk_rows, chunk_cols};
    return create_regular(__func__, type, 2, dims, name, chunk, GA_GROUP_DEFAULT, g);
}

/* cuts[d]: of dimension d. */
static int create_irregular(const char *call, ga_type type, int ndim, const int64_t *dims,
                            const char *name, const int64_t *blocks, const int64_t *const *cuts,
                            ga_group_t group, ga_t *g)
{
    gai_plan_t plan = {.call = call, .name = name, .type = type};
    AL_TRY(gai_group(call, group, &plan.group, &plan.group_handle));
    AL_TRY(check_type(call, type));
    AL_TRY(check_extents(call, type, ndim, dims));
    AL_TRY(check_cuts(call, ndim, dims, blocks, cuts, al_group_size(plan.group)));
    if (!g)
        return gai_bad_argument(call, "the array pointer");
    gai_dist_irregular(&plan.dist, ndim, dims, blocks, cuts[0]);
    for (int d = 0; d < ndim; ++d)
        plan.dist.axis[d].cuts = cuts[d];
    return gai_create(&plan, g);
}

int ga_create_irreg_nd(ga_type type, int ndim, const int64_t *dims, const char *name,
                       const int64_t *blocks, const int64_t *cuts, ga_group_t group, ga_t *g)
{
    const char *call = __func__;
    AL_TRY(gai_check_started(call));
    if (!blocks || !cuts)
        return gai_bad_argument(call, blocks ? "cuts" : "blocks");
    const int64_t *of[ASHLAR_MAX_DIM] = {cuts};
    for (int d = 1; d < ndim && d < ASHLAR_MAX_DIM; ++d) {
        if (blocks[d - 1] < 1 || blocks[d - 1] > al_size())
            break; /* refused below */
        of[d] = of[d - 1] + blocks[d - 1];
    }
    return create_irregular(call, type, ndim, dims, name, blocks, of, group, g);
}

int ga_create_irreg(ga_type type, int64_t rows, int64_t cols, const char *name,
                    const int64_t *row_cuts, int64_t row_blocks, const int64_t *col_cuts,
                    int64_t col_blocks, ga_t *g)
{
    const char *call = __func__;
    AL_TRY(gai_check_started(call));
    if (!row_cuts || !col_cuts)
        return gai_bad_argument(call, row_cuts ? "col_cuts" : "row_cuts");
    al_group_t *group;
    AL_TRY(gai_group(call, GA_GROUP_DEFAULT, &group, NULL));
    int64_t ranks = al_group_size(group);
    if (row_blocks < 1 || col_blocks < 1 || row_blocks > ranks / col_blocks)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: %" PRId64 " x %" PRId64 " blocks for %" PRId64 " ranks",
                       call, row_blocks, col_blocks, ranks);
    const int64_t dims[2] = {rows, cols}, blocks[2] = {row_blocks, col_blocks};
    const int64_t *const cuts[2] = {row_cuts, col_cuts};
    return create_irregular(call, type, 2, dims, name, blocks, cuts, GA_GROUP_DEFAULT, g);
}

int ga_create_like(ga_t tmpl, ga_type type, const char *name, ga_t *g)
{
    const char *call = __func__;
    gai_array_t *model;
    AL_TRY(gai_get(call, tmpl, &model));
    AL_TRY(check_type(call, type));
    if (!g)
        return gai_bad_argument(call, "the array pointer");
    gai_plan_t plan = {.call = call,
                       .name = name,
                       .type = type,
                       .dist = model->dist,
                       .group = model->group,
                       .group_handle = model->group_handle};
    return gai_create(&plan, g);
}

int ga_destroy(ga_t g)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    int status = al_segment_free(array->segment);
    gai_handle_remove(array);
    gai_group_unref(array->group_handle);
    gai_type_unref(array->type);
    free(array);
    return status;
}
