/* Creating an array from its description: check it, and work out the distribution. */
#include <inttypes.h>
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_create.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_spec.h"
#include "ga/src/array/ga_type.h"

/* The fields that each kind of layout takes. */
static const gai_spec_kind_t kinds[GA_KIND_COUNT] = {
    [GA_REGULAR] = {.name = "regular", .one_each = 1},
    [GA_IRREGULAR] = {.name = "irregular", .cuts = 1, .one_each = 1},
    [GA_BLOCK_CYCLIC] = {.name = "block-cyclic", .widths = 1},
    [GA_SCALAPACK] = {.name = "scalapack", .widths = 1},
    [GA_TILED] = {.name = "tiled", .widths = 1, .tiles = 1},
    [GA_TILED_IRREGULAR] = {.name = "tiled irregular", .cuts = 1, .tiles = 1}};

int gai_check_type(const char *call, ga_type type)
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

/* ---- the layout ------------------------------------------------------------------------------ */

/* Is block b all of rank b's slice, so that there need be no layout? */
static bool is_plain(const gai_draft_t *x)
{
    int along = 0; /* dimensions with several ranks */
    if (!x->kind.one_each || x->spec->rank_count || x->has_ghosts)
        return false;
    for (int d = 0; d < x->spec->ndim; ++d) {
        if (x->procs[d] != x->plan.dist.axis[d].blocks)
            return false;
        along += x->procs[d] > 1;
    }
    return x->spec->order == GA_FIRST_FASTEST || along < 2;
}

static int check_ghosts(gai_draft_t *x)
{
    const gai_dist_t *dist = &x->plan.dist;
    for (int d = 0; d < dist->ndim; ++d) {
        int64_t width = x->spec->ghosts[d];
        if (width < 0)
            return AL_FAIL(ASHLAR_ESHAPE, "%s: ghost cells of width %" PRId64 " in dimension %d",
                           x->call, width, d);
        if (width > 0 && !x->kind.one_each)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: a %s array cannot have ghost cells; regular and irregular ones can",
                           x->call, x->kind.name);
        x->has_ghosts |= width > 0;
        x->plan.nonperiodic |= (unsigned)(x->spec->nonperiodic[d] != 0) << d;
    }
    int64_t bytes = (int64_t)gai_type_bytes(x->spec->type);
    for (int d = 0; x->has_ghosts && d < dist->ndim; ++d) {
        int64_t extent;
        if (__builtin_mul_overflow(2 * dist->axis[d].blocks, x->spec->ghosts[d], &extent) ||
            __builtin_add_overflow(extent, dist->axis[d].extent, &extent) ||
            __builtin_mul_overflow(bytes, extent, &bytes))
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: the array has more bytes than 2^63 with its ghost cells", x->call);
    }
    return ASHLAR_OK;
}

static void set_layout(gai_draft_t *x)
{
    const ga_spec_t *spec = x->spec;
    if (spec->kind == GA_BLOCK_CYCLIC)
        gai_block_cyclic_set(&x->layout.block_cyclic, &x->plan.dist, x->owners);
    else if (x->has_ghosts)
        gai_ghosts_set(&x->layout.grid, &x->plan.dist, x->procs, spec->order == GA_LAST_FASTEST,
                       spec->ghosts, x->owners);
    else
        gai_grid_set(&x->layout.grid, &x->plan.dist, x->procs, spec->order == GA_LAST_FASTEST,
                     x->kind.tiles, x->owners);
    x->layout.base.ranks = x->ranks;
    x->layout.base.kind = (uint8_t)spec->kind;
    x->plan.dist.layout = &x->layout.base;
}

/* The two directions of a list of ranks. */
static int fill_list(const gai_draft_t *x, int32_t *rank_of, int32_t *owner_of)
{
    for (int rank = 0; rank < x->ranks; ++rank)
        owner_of[rank] = -1;
    for (int k = 0; k < x->owners; ++k) {
        int rank = x->spec->ranks[k];
        if (owner_of[rank] >= 0)
            return AL_FAIL(ASHLAR_EARG, "%s: rank %d is listed twice, at %d and %d", x->call, rank,
                           (int)owner_of[rank], k);
        owner_of[rank] = k;
        rank_of[k] = rank;
    }
    return ASHLAR_OK;
}

/* The tables of a layout: cuts with starts, and the list of ranks. */
static int make_tables(gai_draft_t *x)
{
    gai_dist_t *dist = &x->plan.dist;
    size_t numbers = 0, list = x->spec->rank_count ? (size_t)(x->owners + x->ranks) : 0;
    for (int d = 0; d < dist->ndim; ++d)
        numbers += dist->axis[d].cuts ? 2 * (size_t)dist->axis[d].blocks : 0;
    int64_t *cuts = x->tables = malloc(numbers * sizeof(int64_t) + list * sizeof(int32_t));
    if (!cuts)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for tables of %zu cuts and %zu ranks", x->call,
                       numbers / 2, list);
    for (int d = 0; d < dist->ndim; ++d) {
        gai_axis_t *axis = &dist->axis[d];
        if (!axis->cuts)
            continue;
        for (int64_t b = 0; b < axis->blocks; ++b)
            cuts[b] = axis->cuts[b];
        axis->cuts = cuts;
        cuts += axis->blocks;
        gai_axis_fill_starts(axis, x->procs[d], cuts);
        cuts += axis->blocks;
    }
    if (!list)
        return ASHLAR_OK;
    int32_t *rank_of = (int32_t *)(void *)cuts;
    x->layout.base.rank_of = rank_of;
    x->layout.base.owner_of = rank_of + x->owners;
    return fill_list(x, rank_of, rank_of + x->owners);
}

/* ---- whose memory ---------------------------------------------------------------------------- */

static int find_parent(gai_draft_t *x)
{
    gai_array_t *parent;
    if (!x->spec->overlay)
        return ASHLAR_OK;
    AL_TRY(gai_get(x->call, x->spec->overlay, &parent));
    x->plan.parent = parent;
    AL_TRY(gai_check_writable(x->call, parent));
    if (x->spec->mirrored || parent->mirrored_on)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: in the memory of array '%s': neither of the two can be mirrored",
                       x->call, parent->name);
    return parent->group == x->plan.group
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EGROUP,
                         "%s: the group is not that of array '%s', whose memory is to be used",
                         x->call, parent->name);
}

static int64_t bytes_on_rank(const gai_dist_t *dist, size_t element, int rank)
{
    return gai_slice_elements(dist, rank) * (int64_t)element;
}

/* Has the parent room for the blocks of every rank? All ranks look at all, and say the same. */
static int check_parent_bytes(const gai_draft_t *x)
{
    const gai_array_t *parent = x->plan.parent;
    for (int rank = 0; parent && rank < x->ranks; ++rank) {
        int64_t needed = bytes_on_rank(&x->plan.dist, gai_type_bytes(x->spec->type), rank);
        int64_t room = bytes_on_rank(&parent->dist, parent->element, rank);
        if (needed > room)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: rank %d needs %" PRId64 " bytes, and array '%s', whose memory is "
                           "to be used, has %" PRId64 " there",
                           x->call, rank, needed, parent->name, room);
    }
    return ASHLAR_OK;
}

/* The ranks that the description means. All copies of a mirrored array are cut alike: ranks that
 * some node does not have own nothing. */
static int find_ranks(gai_draft_t *x)
{
    gai_plan_t *plan = &x->plan;
    x->ranks = al_group_size(plan->group);
    if (!x->spec->mirrored)
        return ASHLAR_OK;
    x->ranks = plan->whole->local_size;
    AL_TRY(al_allreduce(plan->whole, ASHLAR_INT, ASHLAR_MIN, &x->ranks, 1));
    plan->mirrored_on = plan->group_handle;
    return gai_group_here(x->call, plan->mirrored_on, &plan->group, &plan->group_handle);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static int check_list(const gai_draft_t *x)
{
    const ga_spec_t *spec = x->spec;
    if (spec->rank_count < 0 || spec->rank_count > x->ranks)
        return AL_FAIL(ASHLAR_EARG, "%s: a list of %d ranks of a group of %d", x->call,
                       spec->rank_count, x->ranks);
    if (spec->rank_count && !spec->ranks)
        return gai_bad_argument(x->call, "the list of ranks");
    for (int k = 0; k < spec->rank_count; ++k)
        if (spec->ranks[k] < 0 || spec->ranks[k] >= x->ranks)
            return AL_FAIL(ASHLAR_ERANGE, "%s: listed rank %d outside 0..%d of the group", x->call,
                           spec->ranks[k], x->ranks - 1);
    return ASHLAR_OK;
}

static int check_kind(gai_draft_t *x)
{
    if ((unsigned)x->spec->kind >= GA_KIND_COUNT)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not a kind of distribution", x->call,
                       (int)x->spec->kind);
    if ((unsigned)x->spec->order > GA_LAST_FASTEST)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an order of a grid", x->call,
                       (int)x->spec->order);
    x->kind = kinds[x->spec->kind];
    return ASHLAR_OK;
}

int gai_create_spec(const char *call, const ga_spec_t *spec, ga_t *g)
{
    gai_draft_t x = {.call = call, .spec = spec};
    x.plan = (gai_plan_t){.call = call, .name = spec->name, .type = spec->type};
    AL_TRY(gai_group(call, spec->group, &x.plan.group, &x.plan.group_handle));
    x.plan.whole = x.plan.group;
    AL_TRY(gai_check_type(call, spec->type));
    AL_TRY(check_extents(call, spec->type, spec->ndim, spec->dims));
    if (!g)
        return gai_bad_argument(call, "the array pointer");
    AL_TRY(check_kind(&x));
    AL_TRY(find_parent(&x));
    AL_TRY(find_ranks(&x));
    AL_TRY(check_list(&x));
    x.owners = spec->rank_count ? spec->rank_count : x.ranks;
    AL_TRY(gai_spec_distribute(&x));
    AL_TRY(check_ghosts(&x));
    if (is_plain(&x)) {
        AL_TRY(check_parent_bytes(&x));
        return gai_create(&x.plan, g);
    }
    set_layout(&x);
    int status = ASHLAR_OK;
    if (x.kind.cuts || spec->rank_count) /* memory may be short on some rank only */
        status = gai_agree(call, x.plan.whole, make_tables(&x));
    if (status == ASHLAR_OK)
        status = check_parent_bytes(&x);
    if (status == ASHLAR_OK)
        status = gai_create(&x.plan, g);
    free(x.tables);
    return status;
}
