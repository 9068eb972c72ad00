/* Arrays of pointers are started, described, created and destroyed. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "gp_state.h"

/* A handle of a program is a slot of this table less 1000, as programs know it. */
enum { ARRAYS = 1024, FIRST = -1000 };

static gpi_array_t arrays[ARRAYS];
static int record_type; /* 0: not started */

/* ---- numbers ---- */

void gpi_turn(int64_t n, int count, const Integer *from, int shift, int64_t *to)
{
    for (int64_t k = 0; k < n; ++k)
        for (int d = 0; d < count; ++d)
            to[k * count + count - 1 - d] = from[k * count + d] - shift;
}

int gpi_int(const char *call, int64_t bytes)
{
    if (bytes > INT_MAX)
        classic_stop(call, "%lld bytes do not fit an int", (long long)bytes);
    return (int)bytes;
}

Integer gpi_integer(const char *call, int64_t bytes)
{
    return sizeof(Integer) == sizeof(int) ? gpi_int(call, bytes) : (Integer)bytes;
}

gpi_sizes_t gpi_sizes(const char *call, void *at, Integer width)
{
    if (width != 4 && width != 8)
        classic_stop(call, "sizes of %lld bytes each: must be 4 or 8", (long long)width);
    return (gpi_sizes_t){.at = at, .width = (int)width};
}

/* ---- start and stop ---- */

void pgp_initialize(void)
{
    if (!GA_Initialized())
        classic_stop("GP_Initialize", "GA_Initialize comes first");
    if (record_type == 0)
        record_type = NGA_Register_type(sizeof(gpi_record_t));
    if (record_type < 0)
        classic_stop("GP_Initialize", "there are too many types of array elements");
}

void pgp_terminate(void)
{
    if (record_type == 0)
        return;
    for (int slot = 0; slot < ARRAYS; ++slot)
        if (arrays[slot].is_used)
            pgp_destroy(slot + FIRST);
    NGA_Deregister_type(record_type);
    record_type = 0;
}

/* For the next GA_Initialize(): the library has destroyed all arrays. */
void classic_forget_pointers(void)
{
    memset(arrays, 0, sizeof arrays);
    record_type = 0;
}

void pgp_sync(void)
{
    GA_Sync();
}

/* ---- handles ---- */

static gpi_array_t *find_used(const char *call, Integer g_p)
{
    const Integer slot = g_p - FIRST;
    if (slot < 0 || slot >= ARRAYS || !arrays[slot].is_used)
        classic_stop(call, "%lld is not the handle of an array of pointers", (long long)g_p);
    return &arrays[slot];
}

static gpi_array_t *find_described(const char *call, Integer g_p)
{
    gpi_array_t *array = find_used(call, g_p);
    if (array->ndim < 0)
        classic_stop(call, "the array has no dimensions: call GP_Set_dimensions");
    return array;
}

gpi_array_t *gpi_find(const char *call, Integer g_p)
{
    gpi_array_t *array = find_used(call, g_p);
    if (!array->is_allocated)
        classic_stop(call, "the array has no memory: call GP_Allocate");
    return array;
}

Integer pgp_create_handle(void)
{
    int slot = 0;
    if (record_type == 0)
        classic_stop("GP_Create_handle", "GP_Initialize comes first");
    while (slot < ARRAYS && arrays[slot].is_used)
        ++slot;
    if (slot == ARRAYS)
        classic_stop("GP_Create_handle", "%d arrays of pointers are there already", ARRAYS);
    arrays[slot] = (gpi_array_t){.is_used = true, .g = GA_Create_handle(), .ndim = -1};
    return slot + FIRST;
}

Integer pgp_get_dimension(Integer g_p)
{
    return find_used("GP_Get_dimension", g_p)->ndim;
}

/* ---- description ---- */

void pgp_set_dimensions(Integer g_p, Integer ndim, Integer *dims, Integer intsize)
{
    const char *call = "GP_Set_dimensions";
    gpi_array_t *array = find_used(call, g_p);
    (void)intsize; /* sizes have 64 bits */
    if (ndim < 1 || ndim > GA_MAX_DIM)
        classic_stop(call, "%lld dimensions: must be 1..%d", (long long)ndim, GA_MAX_DIM);
    gpi_turn(1, (int)ndim, dims, 0, array->dims);
    for (int d = 0; d < ndim; ++d)
        if (array->dims[d] < 1)
            classic_stop(call, "dimension %d has %lld elements", d, (long long)array->dims[d]);
    array->ndim = (int)ndim;
    NGA_Set_data64(array->g, array->ndim, array->dims, record_type);
}

void pgp_set_chunk(Integer g_p, Integer *chunk)
{
    const gpi_array_t *array = find_described("GP_Set_chunk", g_p);
    int64_t turned[GA_MAX_DIM];
    gpi_turn(1, array->ndim, chunk, 0, turned);
    NGA_Set_chunk64(array->g, turned);
}

void pgp_set_irreg_distr(Integer g_p, Integer *mapc, Integer *nblock)
{
    const gpi_array_t *array = find_described("GP_Set_irreg_distr", g_p);
    classic_room_t room = {0};
    int64_t blocks[GA_MAX_DIM], n = 0;
    gpi_turn(1, array->ndim, nblock, 0, blocks);
    for (int d = 0; d < array->ndim; ++d)
        n += blocks[d];
    int64_t *map = classic_widen(&room, n, NULL, 1), *end = map + n;
    for (int d = 0; d < array->ndim; mapc += nblock[d++]) {
        end -= nblock[d];
        for (Integer k = 0; k < nblock[d]; ++k)
            end[k] = mapc[k] - 1;
    }
    NGA_Set_irreg_distr64(array->g, map, blocks);
    classic_room_free(&room);
}

/* ---- memory ---- */

logical pgp_allocate(Integer g_p)
{
    gpi_array_t *array = find_described("GP_Allocate", g_p);
    if (!GA_Allocate(array->g))
        return 0;
    NGA_Distribution64(array->g, GA_Nodeid(), array->lo, array->hi);
    array->is_allocated = true;
    return 1;
}

logical pgp_destroy(Integer g_p)
{
    gpi_array_t *array = find_used("GP_Destroy", g_p);
    GA_Destroy(array->g);
    *array = (gpi_array_t){0};
    return 1;
}

void pgp_distribution(Integer g_p, Integer proc, Integer *lo, Integer *hi)
{
    const gpi_array_t *array = gpi_find("GP_Distribution", g_p);
    int64_t first[GA_MAX_DIM], last[GA_MAX_DIM];
    NGA_Distribution64(array->g, (int)proc, first, last);
    for (int d = 0; d < array->ndim; ++d) {
        lo[d] = (Integer)first[array->ndim - 1 - d] + 1;
        hi[d] = (Integer)last[array->ndim - 1 - d] + 1;
    }
}

void pgp_debug(Integer g_p, Integer intsize)
{
    const gpi_array_t *array = gpi_find("GP_Debug", g_p);
    int64_t lo[GA_MAX_DIM] = {0}, hi[GA_MAX_DIM], ld[GA_MAX_DIM], n = 1, sum = 0;
    (void)intsize;
    if (GA_Nodeid() != 0)
        return;
    for (int d = 0; d < array->ndim; ++d) {
        hi[d] = array->dims[d] - 1;
        n *= array->dims[d];
    }
    memcpy(ld, array->dims + 1, sizeof ld - sizeof *ld);
    gpi_record_t *records = malloc((size_t)n * sizeof *records);
    if (!records)
        classic_stop("GP_Debug", "no memory for %lld elements", (long long)n);
    NGA_Get64(array->g, lo, hi, records, ld);
    for (int64_t k = 0; k < n; ++k) {
        sum += records[k].bytes;
        printf("  %5lld%s", (long long)records[k].bytes,
               (k + 1) % array->dims[array->ndim - 1] ? "" : "\n");
    }
    printf("total size of array: %lld\n", (long long)sum);
    free(records);
}
