/* The elements that a rank owns. */
#include <stdio.h>
#include <string.h>

#include "gp_state.h"

/* A patch, or an element where hi is lo, as text. */
static const char *text_of(char *text, size_t room, int ndim, const int64_t *lo, const int64_t *hi)
{
    size_t used = 0;
    for (int d = 0; d < ndim && used < room; ++d)
        used += (size_t)snprintf(text + used, room - used, hi == lo ? "%s%lld" : "%s%lld..%lld",
                                 d ? "," : "", (long long)lo[d], (long long)hi[d]);
    return text;
}

/* The array, and an element of mine as the array of records knows it. */
static const gpi_array_t *find_mine(const char *call, Integer g_p, const Integer *from,
                                    int64_t *subscript)
{
    char element[200], mine[400];
    const gpi_array_t *array = gpi_find(call, g_p);
    gpi_turn(1, array->ndim, from, 1, subscript);
    for (int d = 0; d < array->ndim; ++d)
        if (subscript[d] < array->lo[d] || subscript[d] > array->hi[d])
            classic_stop(call, "element (%s) is not mine: (%s) are",
                         text_of(element, sizeof element, array->ndim, subscript, subscript),
                         text_of(mine, sizeof mine, array->ndim, array->lo, array->hi));
    return array;
}

static void *address_of(const char *call, const gpi_record_t *record)
{
    void *slice;
    if (!record->is_set)
        return NULL;
    CLASSIC_TRY(call, al_segment_address(al_memory(), record->rank, &slice));
    return (char *)slice + record->offset;
}

static gpi_record_t read_record(const gpi_array_t *array, int64_t *subscript)
{
    int64_t ld[GA_MAX_DIM] = {1, 1, 1, 1, 1, 1, 1};
    gpi_record_t record;
    NGA_Get64(array->g, subscript, subscript, &record, ld);
    return record;
}

static void write_record(const gpi_array_t *array, int64_t *subscript, gpi_record_t record)
{
    int64_t ld[GA_MAX_DIM] = {1, 1, 1, 1, 1, 1, 1};
    NGA_Put64(array->g, subscript, subscript, &record, ld);
}

/* ---- memory ---- */

void *pgp_malloc(size_t size)
{
    void *memory;
    CLASSIC_TRY("GP_Malloc", al_alloc(size, &memory));
    return memory;
}

void pgp_free(void *ptr)
{
    CLASSIC_TRY("GP_Free", al_free(ptr));
}

/* ---- elements ---- */

void pgp_assign_local_element(Integer g_p, Integer *subscript, void *ptr, Integer size,
                              Integer intsize)
{
    const char *call = "GP_Assign_local_element";
    int64_t index[GA_MAX_DIM];
    const gpi_array_t *array = find_mine(call, g_p, subscript, index);
    gpi_record_t record = {.bytes = size, .rank = al_rank(), .is_set = 1};
    size_t offset;
    (void)intsize;
    if (size < 0)
        classic_stop(call, "%lld bytes", (long long)size);
    if (al_locate(record.rank, ptr, &offset) != ASHLAR_OK)
        classic_stop(call, "%p is not memory of GP_Malloc", ptr);
    record.offset = (int64_t)offset;
    write_record(array, index, record);
}

void *pgp_free_local_element(Integer g_p, Integer *subscript)
{
    const char *call = "GP_Free_local_element";
    int64_t index[GA_MAX_DIM];
    const gpi_array_t *array = find_mine(call, g_p, subscript, index);
    const gpi_record_t record = read_record(array, index);
    write_record(array, index, (gpi_record_t){0});
    return address_of(call, &record);
}

void pgp_access_element(Integer g_p, Integer *subscript, void *ptr, Integer *size)
{
    const char *call = "GP_Access_element";
    int64_t index[GA_MAX_DIM];
    const gpi_array_t *array = find_mine(call, g_p, subscript, index);
    const gpi_record_t record = read_record(array, index);
    *(void **)ptr = address_of(call, &record);
    *size = gpi_integer(call, record.bytes);
}

/* Nothing is to be done: the next sync shows others what was stored. */
void pgp_release_element(Integer g_p, Integer *subscript)
{
    int64_t index[GA_MAX_DIM];
    find_mine("GP_Release_element", g_p, subscript, index);
}

void pgp_release_update_element(Integer g_p, Integer *subscript)
{
    int64_t index[GA_MAX_DIM];
    find_mine("GP_Release_update_element", g_p, subscript, index);
}

void pgp_memzero(Integer g_p, Integer intsize)
{
    const char *call = "GP_Memzero";
    gpi_array_t *array = gpi_find(call, g_p);
    int64_t n = 1, ld[GA_MAX_DIM];
    (void)intsize;
    GA_Sync();
    for (int d = 0; d < array->ndim; ++d)
        n *= array->hi[d] - array->lo[d] + 1; /* 0 of nothing */
    if (n > 0) {
        gpi_record_t *records;
        NGA_Access64(array->g, array->lo, array->hi, &records, ld);
        for (int64_t k = 0; k < n; ++k)
            if (records[k].bytes > 0)
                memset(address_of(call, &records[k]), 0, (size_t)records[k].bytes);
        NGA_Release64(array->g, array->lo, array->hi);
    }
    GA_Sync();
}
