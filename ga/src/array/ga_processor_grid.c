/* Processor grids: their handles, and creating them. */
#include "ga/src/array/ga_processor_grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_context.h"
#include "ga/src/array/ga_group.h"

typedef gai_processor_grid_t grid_t;

/* Handles are slot + generation * GAI_GRIDS; slot 0 is not used. */
grid_t *gai_grid_of(ga_grid_t handle)
{
    grid_t *grid = handle > 0 ? gai_context.grids[handle % GAI_GRIDS] : NULL;
    return grid && grid->handle == handle ? grid : NULL;
}

int gai_find_grid(const char *call, ga_grid_t handle, grid_t **grid)
{
    AL_TRY(gai_check_started(call));
    *grid = gai_grid_of(handle);
    return *grid
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live processor grid", call, (int)handle);
}

uint32_t gai_grid_hash(ga_grid_t handle)
{
    const grid_t *grid = gai_grid_of(handle);
    if (!grid)
        return 0;
    const int order = (int)grid->spec.order;
    const size_t listed = (size_t)grid->spec.rank_count;
    return (uint32_t)(ali_check_hash(grid->spec.shape, sizeof grid->spec.shape) ^
                      3 * ali_check_hash(&order, sizeof order) ^
                      5 * ali_check_hash(grid->spec.ranks, listed * sizeof(int)));
}

/* ---- creating -------------------------------------------------------------------------------- */

static int copy_list(const char *call, const ga_grid_spec_t *spec, int size, int *ranks)
{
    char *is_listed = calloc((size_t)size, 1);
    int status =
        is_listed ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d ranks", call, size);
    for (int k = 0; k < spec->rank_count && status == ASHLAR_OK; ++k) {
        const int rank = spec->ranks[k];
        if (rank < 0 || rank >= size)
            status = AL_FAIL(ASHLAR_ERANGE, "%s: listed rank %d outside 0..%d of the group", call,
                             rank, size - 1);
        else if (is_listed[rank]++)
            status = AL_FAIL(ASHLAR_EARG, "%s: rank %d is listed twice", call, rank);
        ranks[k] = rank;
    }
    free(is_listed);
    return status;
}

static int check_spec(const char *call, const ga_grid_spec_t *spec, int size)
{
    if ((unsigned)spec->order > GA_LAST_FASTEST)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an order of a grid", call, (int)spec->order);
    if (spec->rank_count < 0 || spec->rank_count > size)
        return AL_FAIL(ASHLAR_EARG, "%s: a list of %d ranks of a group of %d", call,
                       spec->rank_count, size);
    if (spec->rank_count && !spec->ranks)
        return gai_bad_argument(call, "the list of ranks");
    if (spec->rank_count && spec->nodes_together)
        return AL_FAIL(ASHLAR_EARG, "%s: nodes_together and a list of ranks: leave one of them out",
                       call);
    return ASHLAR_OK;
}

static int count_places(const ga_grid_spec_t *spec)
{
    int places = 1;
    for (int d = 0; d < spec->ndim; ++d)
        places *= spec->shape[d];
    return places;
}

static int take_grid_slot(const char *call, grid_t *grid)
{
    int slot = 1;
    while (slot < GAI_GRIDS && gai_context.grids[slot])
        ++slot;
    if (slot == GAI_GRIDS)
        return AL_FAIL(ASHLAR_ELIMIT, "%s: there are already %d grids", call, GAI_GRIDS - 1);
    grid->handle = slot + gai_context.grid_generations[slot] * GAI_GRIDS;
    gai_context.grids[slot] = grid;
    return ASHLAR_OK;
}

static void retire_grid(const grid_t *grid)
{
    const int slot = grid->handle % GAI_GRIDS;
    gai_context.grids[slot] = NULL;
    gai_context.grid_generations[slot] =
        (gai_context.grid_generations[slot] + 1) % (INT32_MAX / GAI_GRIDS);
}

/* A record of a valid description: steps that may fail on one rank only. */
static int make_processor_grid(const char *call, const ga_grid_spec_t *spec, al_group_t *group,
                               grid_t **made)
{
    grid_t *grid = calloc(1, sizeof *grid);
    if (!grid)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for the record of a grid", call);
    grid->spec = *spec;
    grid->group = group;
    grid->places = count_places(spec);
    snprintf(grid->name, sizeof grid->name, "%s", spec->name ? spec->name : "");
    grid->spec.name = grid->name;
    grid->spec.nodes_together = 0;
    grid->spec.rank_count = spec->nodes_together ? grid->places : spec->rank_count;
    grid->spec.ranks = NULL;
    int status = take_grid_slot(call, grid);
    if (status == ASHLAR_OK)
        *made = grid;
    else
        free(grid);
    return status;
}

/* The list of a node, if there is one: its first rank writes it. */
static int list_places(const char *call, const ga_grid_spec_t *spec, grid_t *grid)
{
    const int listed = grid->spec.rank_count;
    const int fastest = spec->order == GA_LAST_FASTEST ? spec->ndim - 1 : 0;
    int status = ASHLAR_OK;
    if (listed == 0)
        return ASHLAR_OK;
    AL_TRY(ali_share_make(call, grid->group, (uint64_t)listed * sizeof(int), &grid->list));
    grid->spec.ranks = grid->list.memory;
    if (grid->group->local_rank == 0)
        status = spec->nodes_together
                     ? gai_grid_list_by_nodes(call, grid->group, spec->shape[fastest], grid->places,
                                              grid->list.memory)
                     : copy_list(call, spec, grid->group->size, grid->list.memory);
    return gai_agree(call, grid->group, status);
}

static void free_grid(grid_t *grid)
{
    ali_share_free(grid->group, &grid->list);
    retire_grid(grid);
    free(grid);
}

int ga_grid_create(const ga_grid_spec_t *spec, ga_grid_t *grid)
{
    GAI_COLLECTIVE(ga_grid_create, spec, grid);
    AL_TRY(gai_check_started(__func__));
    if (!spec || !grid)
        return gai_bad_argument(__func__, spec ? "the grid pointer" : "the description");
    al_group_t *group;
    ga_grid_spec_t full = *spec;
    AL_TRY(gai_group(__func__, spec->group, &group, &full.group));
    AL_TRY(check_spec(__func__, spec, group->size));
    AL_TRY(gai_grid_fit(__func__, spec->rank_count ? spec->rank_count : group->size, spec->ndim,
                        full.shape));
    grid_t *made = NULL;
    int status = gai_agree(__func__, group, make_processor_grid(__func__, &full, group, &made));
    if (status == ASHLAR_OK)
        status = list_places(__func__, &full, made);
    if (status != ASHLAR_OK) {
        if (made)
            free_grid(made);
        return status;
    }
    gai_group_ref(full.group);
    *grid = made->handle;
    return ASHLAR_OK;
}

int ga_grid_destroy(ga_grid_t handle)
{
    grid_t *grid;
    GAI_COLLECTIVE(ga_grid_destroy, handle);
    AL_TRY(gai_find_grid(__func__, handle, &grid));
    gai_group_unref(grid->spec.group);
    free_grid(grid);
    return ASHLAR_OK;
}

void gai_grids_stop(void)
{
    for (int slot = 1; slot < GAI_GRIDS; ++slot)
        if (gai_context.grids[slot]) {
            grid_t *grid = gai_context.grids[slot];
            retire_grid(grid);
            free(grid);
        }
}
