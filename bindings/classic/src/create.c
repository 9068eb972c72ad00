/* Arrays are created, duplicated and destroyed. */
#include <string.h>

#include <ashlar/al.h>

#include "classic.h"
#include "plan.h"

/* Elements begin as 0, ghost cells too: programs count on it, since Global Arrays takes fresh
 * memory of the system for each array. */
void classic_clear(const char *call, ga_t g)
{
    ga_spec_t spec;
    ga_group_t group;
    size_t element;
    int64_t n = 0, extent[GA_MAX_DIM], ld[GA_MAX_DIM];
    int rank, has_ghosts = 0;
    void *ptr, *first;
    CLASSIC_TRY(call, ga_inquire_spec(g, &spec));
    CLASSIC_TRY(call, ga_type_bytes(spec.type, &element));
    CLASSIC_TRY(call, ga_inquire_group(g, &group));
    CLASSIC_TRY(call, ga_group_rank(group, &rank));
    CLASSIC_TRY(call, ga_access_local(g, rank, &ptr, &n, NULL, NULL));
    first = ptr;
    for (int d = 0; d < spec.ndim; ++d)
        has_ghosts |= spec.ghosts[d] > 0;
    if (n > 0 && has_ghosts) { /* some lie before its first element */
        CLASSIC_TRY(call, ga_access_ghosts(g, &first, extent, ld));
        CLASSIC_TRY(call, ga_release(g));
    }
    if (n > 0)
        memset(first, 0, (size_t)((char *)ptr - (char *)first) + (size_t)n * element);
    CLASSIC_TRY(call, ga_group_sync(group));
}

void classic_plan_attach(const char *call, classic_array_t *array, ga_t g)
{
    enum { SMALL = 8192 }; /* bytes that travel with their request between nodes */
    ga_type type;
    size_t element;
    CLASSIC_TRY(call, ga_inquire_nd(g, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_type_bytes(type, &element));
    array->small = (short)(SMALL / element);
    array->g = g;
}

/* Finish what has been created. 0 where there is not so much memory: programs look. */
static int keep_array(const char *call, classic_array_t *array, const ga_spec_t *spec, int status,
                      ga_t g)
{
    classic_mask = 0;
    if (status == ASHLAR_ENOMEM)
        return 0;
    CLASSIC_TRY(call, status);
    if (!spec->overlay && !classic_take_memory(call, g, &array->plan->bytes)) {
        CLASSIC_TRY(call, ga_destroy(g));
        return 0;
    }
    classic_plan_attach(call, array, g);
    if (!spec->overlay)
        classic_clear(call, g);
    return 1;
}

static int allocate(const char *call, classic_array_t *array)
{
    classic_plan_t *plan = array->plan;
    plan->spec.name = plan->name;
    if (array->ndim == 0)
        classic_stop(call, "the array has no dimensions: call GA_Set_data");
    if (plan->spec.kind == GA_IRREGULAR)
        classic_plan_drop_empty(call, plan);
    ga_t g;
    int status = classic_create_even(call, &plan->spec, &g);
    return keep_array(call, array, &plan->spec, status, g);
}

int NGA_Allocate(int g)
{
    return allocate("GA_Allocate", classic_plan_find("GA_Allocate", g));
}

/* Describe and allocate at once; what is NULL is not asked for. */
static int create_at_once(const char *call, int type, int ndim, int64_t *dims, int64_t *width,
                          char *name, int64_t *chunk, int64_t *blocks, int64_t *map,
                          const int *p_handle)
{
    int g = NGA_Create_handle();
    NGA_Set_data64(g, ndim, dims, type);
    NGA_Set_array_name(g, name);
    NGA_Set_chunk64(g, chunk);
    if (width)
        NGA_Set_ghosts64(g, width);
    if (map)
        NGA_Set_irreg_distr64(g, map, blocks);
    if (p_handle)
        NGA_Set_pgroup(g, *p_handle);
    classic_array_t *array = classic_find_plan(call, g);
    if (allocate(call, array))
        return g;
    classic_plan_free(array);
    return 0;
}

int NGA_Create64(int type, int ndim, int64_t dims[], char *name, int64_t chunk[])
{
    return create_at_once("NGA_Create", type, ndim, dims, NULL, name, chunk, NULL, NULL, NULL);
}

int NGA_Create_config64(int type, int ndim, int64_t dims[], char *name, int64_t chunk[],
                        int p_handle)
{
    return create_at_once("NGA_Create_config", type, ndim, dims, NULL, name, chunk, NULL, NULL,
                          &p_handle);
}

int NGA_Create_irreg64(int type, int ndim, int64_t dims[], char *name, int64_t block[],
                       int64_t map[])
{
    return create_at_once("NGA_Create_irreg", type, ndim, dims, NULL, name, NULL, block, map, NULL);
}

int NGA_Create_irreg_config64(int type, int ndim, int64_t dims[], char *name, int64_t block[],
                              int64_t map[], int p_handle)
{
    return create_at_once("NGA_Create_irreg_config", type, ndim, dims, NULL, name, NULL, block, map,
                          &p_handle);
}

int NGA_Create_ghosts64(int type, int ndim, int64_t dims[], int64_t width[], char *name,
                        int64_t chunk[])
{
    return create_at_once("NGA_Create_ghosts", type, ndim, dims, width, name, chunk, NULL, NULL,
                          NULL);
}

int NGA_Create_ghosts_config64(int type, int ndim, int64_t dims[], int64_t width[], char *name,
                               int64_t chunk[], int p_handle)
{
    return create_at_once("NGA_Create_ghosts_config", type, ndim, dims, width, name, chunk, NULL,
                          NULL, &p_handle);
}

int NGA_Create_ghosts_irreg64(int type, int ndim, int64_t dims[], int64_t width[], char *name,
                              int64_t nblock[], int64_t map[])
{
    return create_at_once("NGA_Create_ghosts_irreg", type, ndim, dims, width, name, NULL, nblock,
                          map, NULL);
}

int NGA_Create_ghosts_irreg_config64(int type, int ndim, int64_t dims[], int64_t width[],
                                     char *name, int64_t nblock[], int64_t map[], int p_handle)
{
    return create_at_once("NGA_Create_ghosts_irreg_config", type, ndim, dims, width, name, NULL,
                          nblock, map, &p_handle);
}

/* Memory is given back; the handle may be described anew. 0 if it has none. */
int NGA_Deallocate(int g)
{
    if (!NGA_Valid_handle(g))
        return 0;
    classic_array_t *array = classic_find_plan("GA_Deallocate", g);
    if (array->plan->is_native)
        classic_stop("GA_Deallocate", "array %d belongs to ashlar/ga.h: call ga_destroy", g);
    classic_plan_free_memory("GA_Deallocate", array);
    return 1;
}

/* The array of a described handle gets its memory where that of p begins. */
int NGA_Overlay(int g, int p)
{
    classic_array_t *array = classic_plan_find("GA_Overlay", g);
    array->plan->spec.overlay = classic_find("GA_Overlay", p)->g;
    return allocate("GA_Overlay", array);
}

/* An array like g; of another type, in the memory of another array, if there is one. */
static int duplicate(const char *call, int g, const char *name, ga_t below)
{
    const classic_array_t *from = classic_find(call, g);
    ga_spec_t spec;
    int copy;
    classic_array_t *array = classic_plan_create(call, &copy);
    CLASSIC_TRY(call, ga_inquire_spec(from->g, &spec));
    if (below) {
        ga_type type;
        CLASSIC_TRY(call, ga_inquire_nd(below, &type, NULL, NULL));
        spec.type = type;
    }
    spec.overlay = below;
    snprintf(array->plan->name, sizeof array->plan->name, "%s", name ? name : "");
    spec.name = array->plan->name;
    array->plan->spec.ndim = array->ndim = from->ndim;
    array->plan->spec.kind = spec.kind;
    array->plan->spec.mirrored = spec.mirrored;
    array->plan->no_corners = from->plan->no_corners;
    ga_t made;
    int status = ga_create_spec(&spec, &made);
    if (keep_array(call, array, &spec, status, made))
        return copy;
    classic_plan_free(array);
    return 0;
}

int NGA_Duplicate(int g, char *array_name)
{
    return duplicate("GA_Duplicate", g, array_name, 0);
}

/* The memory is the array's from now on, and goes with it. */
int GA_Assemble_duplicate(int g, char *name, void *ptr)
{
    const char *call = "GA_Assemble_duplicate";
    size_t bytes;
    ga_t below = classic_release_memory(call, ptr, &bytes);
    int copy = duplicate(call, g, name, below);
    classic_plan_t *plan = classic_find_plan(call, copy)->plan;
    plan->below = below;
    plan->bytes = bytes;
    return copy;
}

int classic_destroy(int g)
{
    unsigned slot = (unsigned)g - (unsigned)CLASSIC_FIRST;
    if (slot >= CLASSIC_HANDLES || !classic_arrays[slot].plan)
        return 0;
    classic_plan_free_memory("GA_Destroy", &classic_arrays[slot]);
    classic_plan_free(&classic_arrays[slot]);
    return 1;
}

void NGA_Destroy(int g)
{
    if (!classic_destroy(g))
        classic_bad_handle("GA_Destroy", g);
}

void classic_forget_arrays(void)
{
    for (int slot = 0; slot < CLASSIC_HANDLES; ++slot)
        if (classic_arrays[slot].plan)
            classic_plan_free(&classic_arrays[slot]);
}
