/* The one-sided rows over another Global Arrays library. */
#include <stdlib.h>

#include "bench/onesided.h"
#include "bench/peers/lib_ga.h"

#define LIB_TRANSPOSES

/* What the gather calls take: a pointer to each element's subscripts. */
typedef struct lib_index {
    int **element;
} lib_index_t;

static int lib_create(int64_t rows, int64_t cols, int64_t chunk_rows, int64_t chunk_cols)
{
    int dims[2] = {(int)cols, (int)rows}, chunk[2] = {(int)chunk_cols, (int)chunk_rows};
    char name[] = "bench";
    int g = NGA_Create(C_DBL, 2, dims, name, chunk);
    if (g == 0)
        bench_fail("an array cannot be created");
    return g;
}

static int lib_create_counter(void)
{
    int dims[1] = {1}, chunk[1] = {-1};
    char name[] = "counter";
    int g = NGA_Create(C_LONG, 1, dims, name, chunk);
    if (g == 0)
        bench_fail("a counter cannot be created");
    GA_Zero(g);
    return g;
}

static int lib_twin(int g)
{
    char name[] = "twin";
    return GA_Duplicate(g, name);
}

static patch_t lib_owned(int g, int rank)
{
    int lo[2], hi[2];
    NGA_Distribution(g, rank, lo, hi);
    return (patch_t){lo[1], hi[1], lo[0], hi[0]};
}

INLINE void lib_acc(int g, patch_t p, void *buf, int64_t ld)
{
    int lo[2] = {(int)p.jlo, (int)p.ilo}, hi[2] = {(int)p.jhi, (int)p.ihi}, width = (int)ld;
    double one = 1;
    NGA_Acc(g, lo, hi, buf, &width, &one);
}

INLINE int64_t lib_read_inc(int g)
{
    int zero[1] = {0};
    return NGA_Read_inc(g, zero, 1);
}

static lib_index_t lib_index(int64_t n, const int64_t *i, const int64_t *j)
{
    int **element = malloc((size_t)n * sizeof *element);
    int *subscripts = malloc(2 * (size_t)n * sizeof *subscripts);
    if (!element || !subscripts)
        bench_fail("out of memory");
    for (int64_t k = 0; k < n; ++k) {
        element[k] = subscripts + 2 * k;
        element[k][0] = (int)j[k];
        element[k][1] = (int)i[k];
    }
    return (lib_index_t){element};
}

INLINE void lib_gather(int g, int64_t n, lib_index_t index, double *values)
{
    NGA_Gather(g, values, index.element, (int)n);
}

INLINE void lib_scatter(int g, int64_t n, lib_index_t index, double *values)
{
    NGA_Scatter(g, values, index.element, (int)n);
}

INLINE void lib_scatter_acc(int g, int64_t n, lib_index_t index, double *values)
{
    double one = 1;
    NGA_Scatter_acc(g, values, index.element, (int)n, &one);
}

static void lib_transpose(int from, int to)
{
    GA_Transpose(from, to);
}

#include "bench/onesided.inc"

int main(int argc, char **argv)
{
    peer_start(argc, argv, 8000000);
    bench_subject_t subject = peer_subject(lib_rows, LIB_ROW_COUNT);
    lib_rows_start();
    bench_run(&subject, 1);
    lib_rows_stop();
    return peer_stop();
}
