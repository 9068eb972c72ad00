/* The one-sided rows over ga. */
#include "bench/rows/onesided.h"
#include "bench/rows/lib_ga.h"

#define LIB_TRANSPOSES

typedef struct lib_index {
    const int64_t *i, *j;
} lib_index_t;

static ga_t lib_create(int64_t rows, int64_t cols, int64_t chunk_rows, int64_t chunk_cols)
{
    ga_t g;
    check(ga_create(ASHLAR_DOUBLE, rows, cols, "bench", chunk_rows, chunk_cols, &g));
    return g;
}

static ga_t lib_create_counter(void)
{
    ga_t g;
    check(ga_create(ASHLAR_LONG, 1, 1, "counter", 0, 0, &g));
    check(ga_zero(g));
    return g;
}

static ga_t lib_twin(ga_t g)
{
    ga_t twin;
    check(ga_create_like(g, ASHLAR_DOUBLE, "twin", &twin));
    return twin;
}

static patch_t lib_owned(ga_t g, int rank)
{
    patch_t p;
    check(ga_distribution(g, rank, &p.ilo, &p.ihi, &p.jlo, &p.jhi));
    return p;
}

INLINE void lib_acc(ga_t g, patch_t p, void *buf, int64_t ld)
{
    const double one = 1;
    check(ga_acc(g, p.ilo, p.ihi, p.jlo, p.jhi, buf, ld, &one));
}

INLINE int64_t lib_read_inc(ga_t g)
{
    int64_t old;
    check(ga_read_inc(g, 0, 0, 1, &old));
    return old;
}

static lib_index_t lib_index(int64_t n, const int64_t *i, const int64_t *j)
{
    (void)n;
    return (lib_index_t){i, j};
}

INLINE void lib_gather(ga_t g, int64_t n, lib_index_t index, double *values)
{
    check(ga_gather(g, n, index.i, index.j, values));
}

INLINE void lib_scatter(ga_t g, int64_t n, lib_index_t index, double *values)
{
    check(ga_scatter(g, n, index.i, index.j, values));
}

INLINE void lib_scatter_acc(ga_t g, int64_t n, lib_index_t index, double *values)
{
    const double one = 1;
    check(ga_scatter_acc(g, n, index.i, index.j, values, &one));
}

static void lib_transpose(ga_t from, ga_t to)
{
    check(ga_transpose(from, to));
}

#include "bench/rows/onesided.inc"

const bench_subject_t *ga_start(void)
{
    static const bench_subject_t subject = {LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    lib_rows_start();
    return &subject;
}

void ga_stop(void)
{
    lib_rows_stop();
}
