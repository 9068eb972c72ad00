/* The limits of the machine: the rows of the benchmark of distributions over bare shared memory. */
#include "bench/rows/distributions.h"
#include "bench/lib/rowcopy.h"

#define LIB_NAME "limit"

/* Blocks of `side`, each contiguous, side by side as in the matrix; side 0: one column-major array,
 * as a rank's ScaLAPACK matrix is. */
typedef struct lib_array {
    double *base;
    int64_t n, side;
} lib_array_t;

static lib_array_t lib_create(enum kind kind, int64_t n, int columns)
{
    (void)columns;
    lib_array_t a = {NULL, n, kind == CYCLIC || kind == TILED ? BLOCK : 0};
    int64_t blocks = (n + BLOCK - 1) / BLOCK;
    a.base = bench_shared((size_t)(blocks * blocks * BLOCK * BLOCK) * sizeof(double));
    return a;
}

static void lib_sync(void)
{
    bench_barrier();
}

INLINE void lib_fence_begin(void)
{
}

INLINE void lib_fence(void)
{
    atomic_thread_fence(memory_order_release);
}

/* The copies of a rank. */
static double *share(lib_array_t a, size_t *bytes)
{
    *bytes = (size_t)(a.n * a.n) * sizeof(double) / (size_t)bench_size();
    return a.base + (size_t)bench_rank() * (*bytes / sizeof(double));
}

static void lib_zero(lib_array_t a)
{
    size_t bytes;
    double *mine = share(a, &bytes);
    memset(mine, 0, bytes);
    lib_sync();
}

static void lib_copy(lib_array_t from, lib_array_t to)
{
    size_t bytes;
    const double *source = share(from, &bytes);
    lib_sync();
    memcpy(share(to, &bytes), source, bytes);
    lib_sync();
}

/* Rows i..i+rows-1 of columns j..j+cols-1 lie in one block, whose element that is. */
INLINE double *place(lib_array_t a, int64_t i, int64_t j, int64_t *ld)
{
    if (!a.side) {
        *ld = a.n;
        return a.base + i + j * a.n;
    }
    int64_t blocks = (a.n + BLOCK - 1) / BLOCK, number = i / BLOCK + j / BLOCK * blocks;
    *ld = BLOCK;
    return a.base + number * BLOCK * BLOCK + i % BLOCK + j % BLOCK * BLOCK;
}

INLINE void transfer(lib_array_t a, patch_t p, double *buf, int64_t ld, int is_put)
{
    int64_t there, next_i, next_j;
    for (int64_t j = p.jlo; j <= p.jhi; j = next_j) {
        next_j = a.side ? (j / BLOCK + 1) * BLOCK : p.jhi + 1;
        next_j = next_j > p.jhi ? p.jhi + 1 : next_j;
        for (int64_t i = p.ilo; i <= p.ihi; i = next_i) {
            next_i = a.side ? (i / BLOCK + 1) * BLOCK : p.ihi + 1;
            next_i = next_i > p.ihi ? p.ihi + 1 : next_i;
            double *remote = place(a, i, j, &there);
            double *local = buf + (i - p.ilo) + (j - p.jlo) * ld;
            size_t remote_stride = (size_t)there * sizeof *remote;
            size_t local_stride = (size_t)ld * sizeof *local;
            size_t bytes = (size_t)(next_i - i) * sizeof *local;
            if (is_put)
                copy_fastest((char *)remote, remote_stride, (const char *)local, local_stride,
                             bytes, next_j - j);
            else
                copy_fastest((char *)local, local_stride, (const char *)remote, remote_stride,
                             bytes, next_j - j);
        }
    }
}

INLINE void lib_put(lib_array_t a, patch_t p, void *values, int64_t ld)
{
    double *buf = values;
    int64_t unused;
    if (p.ilo == p.ihi && p.jlo == p.jhi)
        *(volatile double *)place(a, p.ilo, p.jlo, &unused) = *buf;
    else
        transfer(a, p, buf, ld, 1);
}

INLINE void lib_get(lib_array_t a, patch_t p, void *values, int64_t ld)
{
    double *buf = values;
    int64_t unused;
    if (p.ilo == p.ihi && p.jlo == p.jhi)
        *(volatile double *)buf = *(volatile double *)place(a, p.ilo, p.jlo, &unused);
    else
        transfer(a, p, buf, ld, 0);
}

#include "bench/rows/distributions.inc"

const bench_subject_t *dist_limits_start(void)
{
    static const bench_subject_t subject = {LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    choose_copy(BLOCK);
    lib_rows_start();
    return &subject;
}
