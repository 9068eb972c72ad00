/* Creating and destroying arrays. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_create.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_handle.h"
#include "ga/src/array/ga_margins.h"
#include "ga/src/array/ga_processor_grid.h"
#include "ga/src/array/ga_type.h"

/* The rank of my node that keeps the tables for the node: behind its own slice. */
static int rank_with_tables(const al_group_t *group)
{
    return group->local_ranks[0];
}

/* Bytes of the elements in a slice that is made for the array, with their ghost cells. */
static size_t element_bytes(const gai_plan_t *plan, int rank)
{
    return plan->parent
               ? 0
               : (size_t)gai_slice_elements(&plan->dist, rank) * gai_type_bytes(plan->type);
}

/* Bytes of such a slice, padded so that tables can follow. */
static size_t slice_bytes(const gai_plan_t *plan, int rank)
{
    return ali_round_up(element_bytes(plan, rank), sizeof(int64_t));
}

/* Is the segment of my node one of several? */
static bool has_view(const gai_plan_t *plan)
{
    return plan->whole != plan->group;
}

static size_t view_bytes(const gai_plan_t *plan)
{
    return has_view(plan) ? (size_t)plan->group->size * sizeof(al_slice_t) : 0;
}

/* Where the tables are in the slice of their keeper: with ASHLAR_GUARD=1 behind a guard. */
static size_t tables_offset(const gai_plan_t *plan, int rank)
{
    return slice_bytes(plan, rank) + ali_guard_bytes();
}

/* Put the tables into the arena, once per node, and let the array borrow them. */
static int share_tables(gai_array_t *array, const gai_plan_t *plan)
{
    int table_rank = rank_with_tables(array->group);
    void *slice;
    AL_TRY(al_segment_address(array->own, rank_with_tables(plan->whole), &slice));
    char *tables = (char *)slice + tables_offset(plan, table_rank);
    if (has_view(plan)) {
        al_slice_t *slices = (al_slice_t *)(void *)tables;
        AL_TRY(ali_segment_view(array->own, plan->group, slices, &array->segment));
    }
    tables += view_bytes(plan);
    if (array->rank == table_rank)
        gai_dist_copy_tables(&plan->dist, tables);
    gai_dist_move_tables(&array->dist, ali_unconst(array->dist.layout), tables);
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

static size_t name_length(const gai_plan_t *plan)
{
    return plan->name ? strnlen(plan->name, GA_NAME_MAX) : 0;
}

/* The layout and the name are kept behind the array. */
static gai_array_t *new_array(const gai_plan_t *plan)
{
    const gai_layout_t *layout = plan->dist.layout;
    return calloc(1, sizeof(gai_array_t) + (layout ? layout->bytes : 0) + name_length(plan) + 1);
}

static void describe(gai_array_t *array, const gai_plan_t *plan)
{
    char *behind = (char *)(array + 1);
    array->type = plan->type;
    array->element = gai_type_bytes(plan->type);
    array->dist = plan->dist;
    if (plan->dist.layout) {
        array->dist.layout = memcpy(behind, plan->dist.layout, plan->dist.layout->bytes);
        behind += plan->dist.layout->bytes;
    }
    array->group = plan->group;
    array->group_handle = plan->group_handle;
    array->mirrored_on = plan->mirrored_on;
    array->rank = al_group_rank(plan->group);
    array->nonperiodic = plan->nonperiodic;
    array->name = plan->name ? memcpy(behind, plan->name, name_length(plan)) : behind;
}

/* Free what was made for an array, and what it has of another: its view, or a share of its parent's
 * segment. */
static int free_segments(gai_array_t *array)
{
    al_segment_t *other = array->segment != array->own ? array->segment : NULL;
    int status = al_segment_free(array->own);
    if (other && array->mirrored_on) {
        ali_segment_view_free(other);
    } else if (other) {
        int free_status = al_segment_free(other);
        status = status != ASHLAR_OK ? status : free_status;
    }
    return status;
}

/* The handle is agreed on along with the segment. */
int gai_create(const gai_plan_t *plan, ga_t *g)
{
    AL_TRY(al_fence_all()); /* with the barriers below: as if ga_sync() came first */
    gai_array_t *array = new_array(plan);
    al_segment_t *segment;
    long long ballot[GAI_BALLOT];
    size_t tables = view_bytes(plan) + gai_dist_table_bytes(&plan->dist);
    int rank = al_group_rank(plan->group);
    size_t bytes = slice_bytes(plan, rank);
    if (tables > 0 && rank == rank_with_tables(plan->group))
        bytes = tables_offset(plan, rank) + tables;
    gai_handle_propose(array == NULL, ballot);
    int status = ali_segment_create(plan->whole, bytes, ballot, GAI_BALLOT, &segment);
    int created = status == ASHLAR_OK;
    ga_t handle = 0;
    if (created)
        status = gai_handle_agree(plan->whole, ballot, &handle);
    if (status == ASHLAR_OK) {
        describe(array, plan);
        array->handle = handle;
        array->own = array->segment = segment;
        ali_segment_guard(segment, 0, element_bytes(plan, rank), "array '%s'", array->name);
        if (tables > 0) {
            /* Also the barrier after the tables are filled in. */
            status = gai_agree(plan->call, plan->whole, share_tables(array, plan));
        }
    }
    if (status != ASHLAR_OK) {
        if (handle)
            free_segments(array);
        else if (created)
            al_segment_free(segment);
        free(array);
        return fail_create(status, plan);
    }
    if (plan->parent) {
        array->segment = ali_segment_share(plan->parent->segment);
        gai_margins_unguard(array);
        gai_margins_unguard(plan->parent);
    } else {
        gai_margins_guard(array);
    }
    gai_handle_install(array);
    gai_group_ref(plan->group_handle);
    gai_type_ref(plan->type);
    *g = handle;
    return ASHLAR_OK;
}

/* A description of an array with these extents; ndim and dims are looked at, not trusted. */
static ga_spec_t describe_spec(ga_type type, int ndim, const int64_t *dims, const char *name,
                               ga_group_t group, ga_kind kind)
{
    ga_spec_t spec = {.type = type, .ndim = ndim, .name = name, .group = group, .kind = kind};
    for (int d = 0; d < ndim && d < ASHLAR_MAX_DIM; ++d)
        spec.dims[d] = dims[d];
    return spec;
}

int ga_create_spec(const ga_spec_t *spec, ga_t *g)
{
    GAI_COLLECTIVE(ga_create_spec, spec, g);
    AL_TRY(gai_check_started(__func__));
    if (!spec)
        return gai_bad_argument(__func__, "the description");
    ga_spec_t full = *spec;
    AL_TRY(gai_spec_on_grid(__func__, &full));
    return gai_create_spec(__func__, &full, g);
}

int ga_create_nd(ga_type type, int ndim, const int64_t *dims, const char *name,
                 const int64_t *chunk, ga_group_t group, ga_t *g)
{
    GAI_COLLECTIVE(ga_create_nd, type, ndim, dims, name, chunk, group, g);
    AL_TRY(gai_check_started(__func__));
    if (!dims)
        return gai_bad_argument(__func__, "dims");
    ga_spec_t spec = describe_spec(type, ndim, dims, name, group, GA_REGULAR);
    for (int d = 0; chunk && d < ndim && d < ASHLAR_MAX_DIM; ++d)
        spec.block[d] = chunk[d];
    return gai_create_spec(__func__, &spec, g);
}

int ga_create(ga_type type, int64_t rows, int64_t cols, const char *name, int64_t chunk_rows,
              int64_t chunk_cols, ga_t *g)
{
    GAI_COLLECTIVE(ga_create, type, rows, cols, name, chunk_rows, chunk_cols, g);
    const ga_spec_t spec = {.type = type,
                            .ndim = 2,
                            .dims = {rows, cols},
                            .name = name,
                            .block = {chunk_rows, chunk_cols}};
    AL_TRY(gai_check_started(__func__));
    return gai_create_spec(__func__, &spec, g);
}

int ga_create_irreg_nd(ga_type type, int ndim, const int64_t *dims, const char *name,
                       const int64_t *blocks, const int64_t *cuts, ga_group_t group, ga_t *g)
{
    GAI_COLLECTIVE(ga_create_irreg_nd, type, ndim, dims, name, blocks, cuts, group, g);
    const char *call = __func__;
    AL_TRY(gai_check_started(call));
    if (!dims || !blocks || !cuts)
        return gai_bad_argument(call, !dims ? "dims" : blocks ? "cuts" : "blocks");
    ga_spec_t spec = describe_spec(type, ndim, dims, name, group, GA_IRREGULAR);
    for (int d = 0; d < ndim && d < ASHLAR_MAX_DIM; ++d) {
        spec.blocks[d] = blocks[d];
        spec.cuts[d] = cuts;
        if (blocks[d] < 1 || blocks[d] > al_size())
            break; /* refused below */
        cuts += blocks[d];
    }
    return gai_create_spec(call, &spec, g);
}

int ga_create_irreg(ga_type type, int64_t rows, int64_t cols, const char *name,
                    const int64_t *row_cuts, int64_t row_blocks, const int64_t *col_cuts,
                    int64_t col_blocks, ga_t *g)
{
    GAI_COLLECTIVE(ga_create_irreg, type, rows, cols, name, row_cuts, row_blocks, col_cuts,
                   col_blocks, g);
    AL_TRY(gai_check_started(__func__));
    if (!row_cuts || !col_cuts)
        return gai_bad_argument(__func__, row_cuts ? "col_cuts" : "row_cuts");
    const ga_spec_t spec = {.type = type,
                            .ndim = 2,
                            .dims = {rows, cols},
                            .name = name,
                            .kind = GA_IRREGULAR,
                            .blocks = {row_blocks, col_blocks},
                            .cuts = {row_cuts, col_cuts}};
    return gai_create_spec(__func__, &spec, g);
}

int ga_create_like(ga_t tmpl, ga_type type, const char *name, ga_t *g)
{
    GAI_COLLECTIVE(ga_create_like, tmpl, type, name, g);
    const char *call = __func__;
    gai_array_t *model;
    AL_TRY(gai_get(call, tmpl, &model));
    AL_TRY(gai_check_type(call, type));
    if (!g)
        return gai_bad_argument(call, "the array pointer");
    gai_plan_t plan = {.call = call,
                       .name = name,
                       .type = type,
                       .dist = model->dist,
                       .group = model->group,
                       .group_handle = model->group_handle,
                       .mirrored_on = model->mirrored_on,
                       .nonperiodic = model->nonperiodic,
                       .whole = gai_whole_group(model)};
    return gai_create(&plan, g);
}

int gai_destroy(gai_array_t *array)
{
    int status = free_segments(array);
    gai_group_unref(array->group_handle);
    gai_type_unref(array->type);
    free(array);
    return status;
}

int gai_drop_replica(gai_array_t *array)
{
    gai_array_t *replica = array->replica;
    array->replica = NULL;
    array->writable = array->handle;
    return replica && replica != array ? gai_destroy(replica) : ASHLAR_OK;
}

int ga_destroy(ga_t g)
{
    GAI_COLLECTIVE(ga_destroy, g);
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    gai_handle_remove(array);
    int free_status = gai_drop_replica(array), status = gai_destroy(array);
    return free_status != ASHLAR_OK ? free_status : status;
}
