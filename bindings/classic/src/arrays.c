/* Arrays: handles, and what an array is to be before it is allocated. */
#include <string.h>

#include <ashlar/al.h>

#include "classic.h"

classic_array_t classic_arrays[CLASSIC_HANDLES];

struct classic_plan {
    ga_spec_t spec; /* dimensions reversed */
    char name[GA_NAME_MAX + 1];
    int64_t *cuts; /* of all dimensions, the spec's point into it */
    int *ranks;
    int no_corners; /* of ghost cells */
    size_t bytes;   /* of this rank, that count towards the limit */
    ga_t below;     /* the array of GA_Getmem() whose memory this one has taken over, or 0 */
};

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

int classic_is_block_cyclic(const classic_array_t *array)
{
    return array->plan->spec.kind != GA_REGULAR && array->plan->spec.kind != GA_IRREGULAR;
}

/* An array that is described and not allocated yet. */
static classic_array_t *find_unallocated(const char *call, int g)
{
    classic_array_t *array = classic_find_plan(call, g);
    if (array->g != 0)
        classic_stop(call, "array %d is allocated already", g);
    return array;
}

/* ---- types ---- */

/* Types without arithmetic are records of the library, made when it starts, on all ranks. */
static const struct {
    int code;
    size_t bytes;
} opaque[] = {{C_CHAR, sizeof(char)},
              {C_LDBL, sizeof(MA_LongDouble)},
              {C_LDCPL, sizeof(MA_LongDoubleComplex)},
              {F_BYTE, sizeof(char)},
              {F_LOG, sizeof(Logical)}};
enum { OPAQUE = sizeof opaque / sizeof opaque[0] };
static ga_type opaque_types[OPAQUE]; /* 0: not made */

void classic_make_types(void)
{
    for (int k = 0; k < OPAQUE; ++k)
        CLASSIC_TRY("GA_Initialize", ga_type_create(opaque[k].bytes, &opaque_types[k]));
}

void classic_forget_types(void)
{
    for (int k = 0; k < OPAQUE; ++k)
        ga_type_destroy(opaque_types[k]);
    memset(opaque_types, 0, sizeof opaque_types);
}

ga_type classic_type(const char *call, int code)
{
    switch (code) {
    case C_INT:
        return ASHLAR_INT;
    case C_LONG:
        return ASHLAR_LONG;
    case C_LONGLONG:
        return ASHLAR_LLONG;
    case C_FLOAT:
    case F_REAL:
        return ASHLAR_FLOAT;
    case C_DBL:
    case F_DBL:
        return ASHLAR_DOUBLE;
    case C_SCPL:
    case F_SCPL:
        return ASHLAR_CFLOAT;
    case C_DCPL:
    case F_DCPL:
        return ASHLAR_CDOUBLE;
    case F_INT:
        return sizeof(Integer) == sizeof(long) ? ASHLAR_LONG : ASHLAR_INT;
    default:
        break;
    }
    for (int k = 0; k < OPAQUE; ++k)
        if (code == opaque[k].code && opaque_types[k])
            return opaque_types[k];
        else if (code == opaque[k].code)
            classic_stop(call, "type %d is there after GA_Initialize only", code);
    size_t bytes;
    if (code >= CLASSIC_RECORDS &&
        ga_type_bytes((ga_type)(code - CLASSIC_RECORDS), &bytes) == ASHLAR_OK)
        return (ga_type)(code - CLASSIC_RECORDS);
    classic_stop(call, "%d is not a type of array elements", code);
}

int classic_type_code(ga_type type)
{
    static const int codes[] = {
        [ASHLAR_INT] = C_INT,     [ASHLAR_LONG] = C_LONG,  [ASHLAR_LLONG] = C_LONGLONG,
        [ASHLAR_FLOAT] = C_FLOAT, [ASHLAR_DOUBLE] = C_DBL, [ASHLAR_CFLOAT] = C_SCPL,
        [ASHLAR_CDOUBLE] = C_DCPL};
    if ((unsigned)type < ASHLAR_TYPE_COUNT)
        return codes[type];
    for (int k = 0; k < OPAQUE; ++k)
        if (type == opaque_types[k])
            return opaque[k].code;
    return (int)type + CLASSIC_RECORDS;
}

/* -1 where there are too many. */
int NGA_Register_type(size_t bytes)
{
    ga_type type;
    int status = ga_type_create(bytes, &type);
    if (status == ASHLAR_ELIMIT)
        return -1;
    CLASSIC_TRY("NGA_Register_type", status);
    return classic_type_code(type);
}

/* -1 for a type that is not registered but built in, -2 for one that is not known. Arrays of it go
 * on. */
int NGA_Deregister_type(int type)
{
    if (type < MT_FIRST + MT_NUMTYPES)
        return -1;
    return type >= CLASSIC_RECORDS &&
                   ga_type_destroy((ga_type)(type - CLASSIC_RECORDS)) == ASHLAR_OK
               ? 0
               : -2;
}

/* ---- handles ---- */

static classic_array_t *slot_for(const char *call, int *g)
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

/* Give the memory of an array back; a handle that is described stays so. */
static void destroy(const char *call, classic_array_t *array)
{
    classic_plan_t *plan = array->plan;
    classic_mask = 0;
    if (array->g)
        CLASSIC_TRY(call, ga_destroy(array->g));
    if (plan->below)
        CLASSIC_TRY(call, ga_destroy(plan->below));
    classic_give_memory(plan->bytes);
    plan->bytes = 0;
    plan->below = array->g = 0;
}

static void free_slot(classic_array_t *array)
{
    free(array->plan->cuts);
    free(array->plan->ranks);
    free(array->plan);
    *array = (classic_array_t){0};
}

int NGA_Create_handle(void)
{
    int g;
    slot_for("GA_Create_handle", &g);
    return g;
}

void NGA_Set_data64(int g, int ndim, int64_t dims[], int type)
{
    classic_array_t *array = find_unallocated("GA_Set_data", g);
    array->plan->spec.ndim = classic_dimensions("GA_Set_data", ndim);
    array->ndim = (short)ndim;
    array->plan->spec.type = classic_type("GA_Set_data", type);
    classic_reverse(ndim, dims, array->plan->spec.dims);
}

void NGA_Set_array_name(int g, char *name)
{
    classic_plan_t *plan = find_unallocated("GA_Set_array_name", g)->plan;
    snprintf(plan->name, sizeof plan->name, "%s", name ? name : "");
}

void NGA_Set_chunk64(int g, int64_t chunk[])
{
    classic_array_t *array = find_unallocated("GA_Set_chunk", g);
    for (int d = 0; chunk && d < array->ndim; ++d) {
        int64_t least = chunk[array->ndim - 1 - d];
        array->plan->spec.block[d] = least < 1 ? 0 : least;
    }
}

void NGA_Set_pgroup(int g, int p_handle)
{
    ga_spec_t *spec = &find_unallocated("GA_Set_pgroup", g)->plan->spec;
    spec->mirrored = p_handle == CLASSIC_MIRROR_GROUP;
    spec->group = spec->mirrored ? GA_GROUP_WORLD : classic_group(p_handle);
}

/* ---- distributions ---- */

int classic_has_corners(int g)
{
    return !classic_find_plan("GA_Update_ghosts", g)->plan->no_corners;
}

void NGA_Set_ghost_corner_flag(int g, int flag)
{
    classic_find_plan("GA_Set_ghost_corner_flag", g)->plan->no_corners = !flag;
}

void NGA_Set_ghosts64(int g, int64_t width[])
{
    classic_array_t *array = find_unallocated("GA_Set_ghosts", g);
    classic_reverse(array->ndim, width, array->plan->spec.ghosts);
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
    classic_array_t *array = find_unallocated("GA_Set_irreg_distr", g);
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
    set_deal(find_unallocated("GA_Set_block_cyclic", g), GA_BLOCK_CYCLIC, dims, NULL);
}

void NGA_Set_block_cyclic_proc_grid64(int g, int64_t block[], int64_t proc_grid[])
{
    set_deal(find_unallocated("GA_Set_block_cyclic_proc_grid", g), GA_SCALAPACK, block, proc_grid);
}

void NGA_Set_tiled_proc_grid64(int g, int64_t block[], int64_t proc_grid[])
{
    set_deal(find_unallocated("GA_Set_tiled_proc_grid", g), GA_TILED, block, proc_grid);
}

void NGA_Set_tiled_irreg_proc_grid64(int g, int64_t mapc[], int64_t nblocks[], int64_t proc_grid[])
{
    classic_array_t *array = find_unallocated("GA_Set_tiled_irreg_proc_grid", g);
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
    set_ranks("GA_Set_restricted", find_unallocated("GA_Set_restricted", g), 0, list, size);
}

void NGA_Set_restricted_range(int g, int lo_proc, int hi_proc)
{
    set_ranks("GA_Set_restricted_range", find_unallocated("GA_Set_restricted_range", g), lo_proc,
              NULL, hi_proc - lo_proc + 1);
}

/* There is one kind of memory. */
void NGA_Set_memory_dev(int g, char *device)
{
    find_unallocated("GA_Set_memory_dev", g);
    (void)device;
}

/* ---- properties ---- */

/* "read_only" does what it says; "read_cache" needs nothing here. */
void NGA_Set_property(int g, char *property)
{
    const char *call = "GA_Set_property";
    const classic_array_t *array = classic_find(call, g);
    if (property && strcmp(property, "read_only") == 0)
        CLASSIC_MEET(call, ga_set_read_only(array->g, 1));
    else if (!property || strcmp(property, "read_cache") != 0)
        classic_stop(call, "\"%s\" is neither \"read_only\" nor \"read_cache\"",
                     property ? property : "");
}

void NGA_Unset_property(int g)
{
    CLASSIC_MEET("GA_Unset_property", ga_set_read_only(classic_find("GA_Unset_property", g)->g, 0));
}

/* ---- creation ---- */

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

/* 0 where there is not so much memory: programs look. */
static int make_array(const char *call, classic_array_t *array, const ga_spec_t *spec)
{
    ga_t g;
    classic_mask = 0;
    int status = ga_create_spec(spec, &g);
    if (status == ASHLAR_ENOMEM)
        return 0;
    CLASSIC_TRY(call, status);
    if (!spec->overlay && !classic_take_memory(call, g, &array->plan->bytes)) {
        CLASSIC_TRY(call, ga_destroy(g));
        return 0;
    }
    enum { SMALL = 8192 }; /* bytes that travel with their request between nodes */
    size_t element;
    CLASSIC_TRY(call, ga_type_bytes(spec->type, &element));
    array->small = (short)(SMALL / element);
    array->g = g;
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
    return make_array(call, array, &plan->spec);
}

int NGA_Allocate(int g)
{
    return allocate("GA_Allocate", find_unallocated("GA_Allocate", g));
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
    free_slot(array);
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
    destroy("GA_Deallocate", classic_find_plan("GA_Deallocate", g));
    return 1;
}

/* The array of a described handle gets its memory where that of p begins. */
int NGA_Overlay(int g, int p)
{
    classic_array_t *array = find_unallocated("GA_Overlay", g);
    array->plan->spec.overlay = classic_find("GA_Overlay", p)->g;
    return allocate("GA_Overlay", array);
}

/* An array like g; of another type, in the memory of another array, if there is one. */
static int duplicate(const char *call, int g, const char *name, ga_t below)
{
    const classic_array_t *from = classic_find(call, g);
    ga_spec_t spec;
    int copy;
    classic_array_t *array = slot_for(call, &copy);
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
    if (make_array(call, array, &spec))
        return copy;
    free_slot(array);
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
    destroy("GA_Destroy", &classic_arrays[slot]);
    free_slot(&classic_arrays[slot]);
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
            free_slot(&classic_arrays[slot]);
}
