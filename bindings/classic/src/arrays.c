/* Arrays before they are allocated: handles, and the calls that describe one (GA_Set_...). */
#include <string.h>

#include <ashlar/al.h>

#include "classic.h"
#include "plan.h"

classic_array_t classic_arrays[CLASSIC_HANDLES];

void classic_bad_handle(const char *call, int g)
{
    unsigned slot = (unsigned)g - (unsigned)CLASSIC_FIRST;
    if (slot < CLASSIC_HANDLES && classic_arrays[slot].plan)
        classic_stop(call, "array %d is not allocated yet: call GA_Allocate", g);
    classic_stop(call, "%d is not a live array", g);
}

classic_array_t *classic_find_plan(const char *call, int g)
{
    unsigned slot = (unsigned)g - (unsigned)CLASSIC_FIRST;
    if (slot >= CLASSIC_HANDLES || !classic_arrays[slot].plan)
        classic_bad_handle(call, g);
    return &classic_arrays[slot];
}

int classic_ndim(const char *call, int g)
{
    return classic_find_plan(call, g)->ndim;
}

int classic_dimensions(const char *call, int ndim)
{
    if (ndim < 1 || ndim > GA_MAX_DIM)
        classic_stop(call, "%d dimensions; an array has 1 to %d", ndim, GA_MAX_DIM);
    return ndim;
}

int classic_rank_in(const classic_array_t *array, int rank)
{
    if (!array->plan->spec.mirrored || rank < 0)
        return rank;
    int position = 0, node = al_node_of(rank);
    for (int other = 0; other < rank; ++other)
        position += al_node_of(other) == node;
    return node >= 0 && position < al_node_size(al_node_of(ga_rank())) ? position : -1;
}

bool classic_is_block_cyclic(const classic_array_t *array)
{
    return array->plan->spec.kind != GA_REGULAR && array->plan->spec.kind != GA_IRREGULAR;
}

classic_array_t *classic_plan_find(const char *call, int g)
{
    classic_array_t *array = classic_find_plan(call, g);
    if (array->g != 0)
        classic_stop(call, "array %d is allocated already", g);
    return array;
}

/* ---- handles ---- */

classic_array_t *classic_plan_create(const char *call, int *g)
{
    int slot = 0;
    while (slot < CLASSIC_HANDLES && classic_arrays[slot].plan)
        ++slot;
    if (slot == CLASSIC_HANDLES)
        classic_stop(call, "%d arrays are alive, which is the most there may be", CLASSIC_HANDLES);
    classic_plan_t *plan = calloc(1, sizeof *plan);
    if (!plan)
        classic_stop(call, "no memory for a handle");
    classic_arrays[slot] = (classic_array_t){.plan = plan};
    *g = slot + CLASSIC_FIRST;
    return &classic_arrays[slot];
}

void classic_plan_free_memory(const char *call, classic_array_t *array)
{
    classic_plan_t *plan = array->plan;
    classic_mask = 0;
    if (array->g && !plan->is_native)
        CLASSIC_TRY(call, ga_destroy(array->g));
    if (plan->below)
        CLASSIC_TRY(call, ga_destroy(plan->below));
    classic_give_memory(plan->bytes);
    plan->bytes = 0;
    plan->below = array->g = 0;
}

void classic_plan_free(classic_array_t *array)
{
    free(array->plan->cuts);
    free(array->plan->ranks);
    free(array->plan);
    *array = (classic_array_t){0};
}

int NGA_Create_handle(void)
{
    int g;
    classic_plan_create("GA_Create_handle", &g);
    return g;
}

void NGA_Set_data64(int g, int ndim, int64_t dims[], int type)
{
    classic_array_t *array = classic_plan_find("GA_Set_data", g);
    array->plan->spec.ndim = classic_dimensions("GA_Set_data", ndim);
    array->ndim = (short)ndim;
    array->plan->spec.type = classic_type("GA_Set_data", type);
    classic_reverse64(ndim, dims, array->plan->spec.dims);
}

void NGA_Set_array_name(int g, char *name)
{
    classic_plan_t *plan = classic_plan_find("GA_Set_array_name", g)->plan;
    snprintf(plan->name, sizeof plan->name, "%s", name ? name : "");
}

void NGA_Set_chunk64(int g, int64_t chunk[])
{
    classic_array_t *array = classic_plan_find("GA_Set_chunk", g);
    for (int d = 0; chunk && d < array->ndim; ++d) {
        int64_t least = chunk[array->ndim - 1 - d];
        array->plan->spec.block[d] = least < 1 ? 0 : least;
    }
}

void NGA_Set_pgroup(int g, int p_handle)
{
    ga_spec_t *spec = &classic_plan_find("GA_Set_pgroup", g)->plan->spec;
    spec->mirrored = p_handle == CLASSIC_MIRROR_GROUP;
    spec->group = spec->mirrored ? GA_GROUP_WORLD : classic_group(p_handle);
}

/* ---- distributions ---- */

bool classic_has_corners(int g)
{
    return !classic_find_plan("GA_Update_ghosts", g)->plan->no_corners;
}

void NGA_Set_ghost_corner_flag(int g, int flag)
{
    classic_find_plan("GA_Set_ghost_corner_flag", g)->plan->no_corners = !flag;
}

void NGA_Set_ghosts64(int g, int64_t width[])
{
    classic_array_t *array = classic_plan_find("GA_Set_ghosts", g);
    classic_reverse64(array->ndim, width, array->plan->spec.ghosts);
}

/* Cuts of a program: those of its first dimension, then of its second, ... */
static void set_cuts(const char *call, classic_array_t *array, const int64_t *map,
                     const int64_t *blocks)
{
    classic_plan_t *plan = array->plan;
    int ndim = array->ndim;
    int64_t count = 0;
    for (int d = 0; d < ndim; ++d) {
        if (blocks[d] < 1)
            classic_stop(call, "%lld blocks along dimension %d", (long long)blocks[d], d);
        count += blocks[d];
    }
    free(plan->cuts);
    plan->cuts = malloc((size_t)count * sizeof *plan->cuts);
    if (!plan->cuts)
        classic_stop(call, "no memory for %lld cuts", (long long)count);
    memcpy(plan->cuts, map, (size_t)count * sizeof *plan->cuts);
    const int64_t *at = plan->cuts;
    for (int d = 0; d < ndim; at += blocks[d++]) {
        plan->spec.blocks[ndim - 1 - d] = blocks[d];
        plan->spec.cuts[ndim - 1 - d] = at;
    }
}

void NGA_Set_irreg_distr64(int g, int64_t map[], int64_t block[])
{
    classic_array_t *array = classic_plan_find("GA_Set_irreg_distr", g);
    array->plan->spec.kind = GA_IRREGULAR;
    set_cuts("GA_Set_irreg_distr", array, map, block);
}

/* The cuts say it. */
void NGA_Set_irreg_flag(int g, int flag)
{
    classic_find_plan("GA_Set_irreg_flag", g);
    (void)flag;
}

static void set_deal(classic_array_t *array, ga_kind kind, const int64_t *block,
                     const int64_t *proc_grid)
{
    ga_spec_t *spec = &array->plan->spec;
    spec->kind = kind;
    for (int d = 0; d < array->ndim; ++d) {
        if (block)
            spec->block[d] = block[array->ndim - 1 - d];
        if (proc_grid)
            spec->grid[d] = (int)proc_grid[array->ndim - 1 - d];
    }
}

void NGA_Set_block_cyclic64(int g, int64_t dims[])
{
    set_deal(classic_plan_find("GA_Set_block_cyclic", g), GA_BLOCK_CYCLIC, dims, NULL);
}

void NGA_Set_block_cyclic_proc_grid64(int g, int64_t block[], int64_t proc_grid[])
{
    set_deal(classic_plan_find("GA_Set_block_cyclic_proc_grid", g), GA_SCALAPACK, block, proc_grid);
}

void NGA_Set_tiled_proc_grid64(int g, int64_t block[], int64_t proc_grid[])
{
    set_deal(classic_plan_find("GA_Set_tiled_proc_grid", g), GA_TILED, block, proc_grid);
}

void NGA_Set_tiled_irreg_proc_grid64(int g, int64_t mapc[], int64_t nblocks[], int64_t proc_grid[])
{
    classic_array_t *array = classic_plan_find("GA_Set_tiled_irreg_proc_grid", g);
    set_deal(array, GA_TILED_IRREGULAR, NULL, proc_grid);
    set_cuts("GA_Set_tiled_irreg_proc_grid", array, mapc, nblocks);
}

static void set_ranks(const char *call, classic_array_t *array, int first, const int *list,
                      int size)
{
    classic_plan_t *plan = array->plan;
    if (size < 0)
        classic_stop(call, "a list of %d ranks", size);
    free(plan->ranks);
    plan->ranks = malloc((size_t)size * sizeof *plan->ranks + 1);
    if (!plan->ranks)
        classic_stop(call, "no memory for %d ranks", size);
    for (int k = 0; k < size; ++k)
        plan->ranks[k] = list ? list[k] : first + k;
    plan->spec.ranks = plan->ranks;
    plan->spec.rank_count = size;
}

/* To no ranks is to all. */
void NGA_Set_restricted(int g, int list[], int size)
{
    set_ranks("GA_Set_restricted", classic_plan_find("GA_Set_restricted", g), 0, list, size);
}

void NGA_Set_restricted_range(int g, int lo_proc, int hi_proc)
{
    set_ranks("GA_Set_restricted_range", classic_plan_find("GA_Set_restricted_range", g), lo_proc,
              NULL, hi_proc - lo_proc + 1);
}

/* There is one kind of memory. */
void NGA_Set_memory_dev(int g, char *device)
{
    classic_plan_find("GA_Set_memory_dev", g);
    (void)device;
}

/* ---- properties ---- */

/* "read_only" does what it says; "read_cache" needs nothing here. */
void NGA_Set_property(int g, char *property)
{
    const char *call = "GA_Set_property";
    const classic_array_t *array = classic_find(call, g);
    if (property && strcmp(property, "read_only") == 0)
        CLASSIC_COLLECTIVE(call, ga_set_read_only(array->g, 1));
    else if (!property || strcmp(property, "read_cache") != 0)
        classic_stop(call, "\"%s\" is neither \"read_only\" nor \"read_cache\"",
                     property ? property : "");
}

void NGA_Unset_property(int g)
{
    CLASSIC_COLLECTIVE("GA_Unset_property",
                       ga_set_read_only(classic_find("GA_Unset_property", g)->g, 0));
}
