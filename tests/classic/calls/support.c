#include <stdlib.h>
#include <string.h>

#include "calls.h"

grid_t grid_of(int ndim, const int *dims)
{
    grid_t grid = {.ndim = ndim, .n = 1};
    for (int d = 0; d < ndim; ++d) {
        grid.wide[d] = grid.dims[d] = dims[d];
        grid.n *= grid.dims[d];
    }
    grid.at = test_alloc((size_t)grid.n * sizeof *grid.at);
    memset(grid.at, 0, (size_t)grid.n * sizeof *grid.at);
    return grid;
}

grid_t grid_create(int ndim)
{
    static const int extents[GA_MAX_DIM] = {5, 7, 3, 2, 4, 2, 3}, vector[1] = {31};
    return grid_of(ndim, ndim == 1 ? vector : extents);
}

void grid_free(grid_t *grid)
{
    free(grid->at);
}

int64_t grid_place(const grid_t *grid, const int *index)
{
    int64_t at = 0;
    for (int d = 0; d < grid->ndim; ++d)
        at = at * grid->dims[d] + index[d];
    return at;
}

int grid_next(int ndim, const int *lo, const int *hi, int *index)
{
    for (int d = ndim - 1; d >= 0; --d) {
        if (++index[d] <= hi[d])
            return 1;
        index[d] = lo[d];
    }
    return 0;
}

static part_t finish(part_t p, rng_t *rng)
{
    p.room = 1;
    for (int d = 0; d < p.ndim; ++d) {
        p.wide_lo[d] = p.lo[d];
        p.wide_hi[d] = p.hi[d];
        int extent = p.hi[d] - p.lo[d] + 1;
        if (d > 0) {
            extent += rng ? (int)rng_range(rng, 0, 2) : 0;
            p.wide_ld[d - 1] = p.ld[d - 1] = extent;
        }
        p.room *= extent;
    }
    return p;
}

part_t part_random(rng_t *rng, const grid_t *grid)
{
    part_t p = {.ndim = grid->ndim};
    for (int d = 0; d < grid->ndim; ++d) {
        p.lo[d] = (int)rng_range(rng, 0, grid->dims[d] - 1);
        p.hi[d] = (int)rng_range(rng, p.lo[d], grid->dims[d] - 1);
    }
    return finish(p, rng);
}

part_t part_whole(const grid_t *grid)
{
    part_t p = {.ndim = grid->ndim};
    for (int d = 0; d < grid->ndim; ++d)
        p.hi[d] = grid->dims[d] - 1;
    return finish(p, NULL);
}

int64_t part_place(const part_t *part, const int *index)
{
    int64_t at = index[0] - part->lo[0];
    for (int d = 1; d < part->ndim; ++d)
        at = at * part->ld[d - 1] + index[d] - part->lo[d];
    return at;
}

/* ---- elements ---- */

/* X(code, type of C, parts) */
#define TYPES(X)                                                                                   \
    X(C_CHAR, signed char, 1)                                                                      \
    X(C_LDBL, long double, 1)                                                                      \
    X(C_LDCPL, long double, 2)                                                                     \
    X(MT_F_BYTE, signed char, 1)                                                                   \
    X(MT_F_LOG, Logical, 1)                                                                        \
    X(C_INT, int, 1)                                                                               \
    X(C_LONG, long, 1)                                                                             \
    X(C_LONGLONG, long long, 1)                                                                    \
    X(C_FLOAT, float, 1)                                                                           \
    X(C_DBL, double, 1)                                                                            \
    X(C_SCPL, float, 2)                                                                            \
    X(C_DCPL, double, 2)                                                                           \
    X(MT_F_INT, Integer, 1)                                                                        \
    X(MT_F_REAL, float, 1)                                                                         \
    X(MT_F_DBL, double, 1)                                                                         \
    X(MT_F_SCPL, float, 2)                                                                         \
    X(MT_F_DCPL, double, 2)

size_t element_bytes(int type)
{
#define BYTES(code, ctype, parts)                                                                  \
    if (type == (code))                                                                            \
        return (parts) * sizeof(ctype);
    TYPES(BYTES)
    return 0;
}

int element_adds(int type)
{
    return type != C_CHAR && type != C_LDBL && type != C_LDCPL && type != F_BYTE && type != F_LOG;
}

void element_store(int type, void *buffer, int64_t k, double value)
{
#define STORE(code, ctype, parts)                                                                  \
    if (type == (code)) {                                                                          \
        ((ctype *)buffer)[(parts)*k] = (ctype)value;                                               \
        if ((parts) == 2)                                                                          \
            ((ctype *)buffer)[(parts)*k + 1] = (ctype)-value;                                      \
        return;                                                                                    \
    }
    TYPES(STORE)
}

double element_load(int type, const void *buffer, int64_t k)
{
#define LOAD(code, ctype, parts)                                                                   \
    if (type == (code)) {                                                                          \
        const ctype *at = (const ctype *)buffer + (parts)*k;                                       \
        return (parts) == 2 && at[(parts)-1] != -at[0] ? 1e9 : (double)at[0];                      \
    }
    TYPES(LOAD)
    return 1e9;
}

void check_array(const char *file, int line, int g, int type, const grid_t *grid)
{
    void *all = test_alloc((size_t)grid->n * element_bytes(type));
    part_t whole = part_whole(grid);
    int64_t wrong = 0;

    GA_Sync();
    NGA_Get(g, whole.lo, whole.hi, all, whole.ld);
    for (int64_t k = 0; k < grid->n; ++k)
        wrong += element_load(type, all, k) != grid->at[k];
    test_check_int(file, line, 0, wrong, "elements that differ from the model");
    GA_Sync();
    free(all);
}

int array_create(grid_t *grid, int seed)
{
    part_t whole = part_whole(grid);
    int g = NGA_Create(C_DBL, grid->ndim, grid->dims, "array", NULL);
    for (int64_t k = 0; k < grid->n; ++k)
        grid->at[k] = (double)(k * k % 89 + seed);
    if (GA_Nodeid() == 0)
        NGA_Put(g, whole.lo, whole.hi, grid->at, whole.ld);
    GA_Sync();
    return g;
}

int array_of(int type, const grid_t *grid)
{
    part_t whole = part_whole(grid);
    void *all = test_alloc((size_t)grid->n * element_bytes(type));
    int g = NGA_Create(type, grid->ndim, (int *)(uintptr_t)grid->dims, "array", NULL);
    for (int64_t k = 0; k < grid->n; ++k)
        element_store(type, all, k, grid->at[k]);
    if (GA_Nodeid() == 0)
        NGA_Put(g, whole.lo, whole.hi, all, whole.ld);
    GA_Sync();
    free(all);
    return g;
}
