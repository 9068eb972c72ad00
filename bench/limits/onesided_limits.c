/* The limits of the machine: the same rows over bare shared memory. Transfers are row copies
 * in the way that is fastest here, accumulates take a bare spin lock per 16 KiB of addresses,
 * read-increment is one atomic instruction, gather is the least index arithmetic that finds an
 * element and checks it. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "bench/rows/onesided.h"
#include "bench/lib/rowcopy.h"

#define LIB_NAME "limit"

/* A matrix cut into equal blocks, one per rank, one after the other. There is one row of blocks
 * here, but finding an element does not rely on that. */
typedef struct lib_array {
    double *base;
    int64_t rows, cols, height, width, block_rows;
} lib_array_t;

typedef struct lib_index {
    const int64_t *i, *j;
} lib_index_t;

enum { STRIPES = 256, STRIPE_SHIFT = 14 };

typedef struct stripe {
    _Alignas(64) atomic_int held;
} stripe_t;

static stripe_t *stripes;

INLINE void lib_sync(void)
{
    bench_barrier();
}

static void lib_zero(lib_array_t a)
{
    double *mine = a.base + bench_rank() * a.width * a.rows;
    lib_sync();
    memset(mine, 0, (size_t)(a.width * a.rows) * sizeof *mine);
    lib_sync();
}

static lib_array_t lib_create(int64_t rows, int64_t cols, int64_t chunk_rows, int64_t chunk_cols)
{
    (void)chunk_rows, (void)chunk_cols;
    lib_array_t a = {NULL, rows, cols, rows, (cols + bench_size() - 1) / bench_size(), 1};
    a.base = bench_shared((size_t)(rows * a.width * bench_size()) * sizeof(double));
    return a;
}

static lib_array_t lib_create_counter(void)
{
    return lib_create(8, 1, 8, 1);
}

/* No row creates arrays; shared memory stays until the end. */
static lib_array_t lib_twin(lib_array_t a)
{
    return a;
}

static void lib_destroy(lib_array_t a)
{
    (void)a;
}

static patch_t lib_owned(lib_array_t a, int rank)
{
    int64_t jlo = rank * a.width, jhi = jlo + a.width - 1;
    return (patch_t){0, a.rows - 1, jlo, jhi < a.cols ? jhi : a.cols - 1};
}

INLINE void lib_fence_begin(void)
{
}

INLINE void lib_fence(void)
{
    atomic_thread_fence(memory_order_release);
}

INLINE double *element(lib_array_t a, int64_t i, int64_t j)
{
    return a.base + i + j * a.rows;
}

INLINE void lib_put(lib_array_t a, patch_t p, void *values, int64_t ld)
{
    double *buf = values;
    double *to = element(a, p.ilo, p.jlo);
    size_t run = (size_t)(p.ihi - p.ilo + 1);
    if (run == 1)
        for (int64_t j = p.jlo; j <= p.jhi; ++j, to += a.rows, buf += ld)
            *(volatile double *)to = *buf;
    else
        copy_fastest((char *)to, (size_t)a.rows * sizeof *to, (const char *)buf,
                     (size_t)ld * sizeof *buf, run * sizeof *to, p.jhi - p.jlo + 1);
}

INLINE void lib_get(lib_array_t a, patch_t p, void *values, int64_t ld)
{
    double *buf = values;
    const double *from = element(a, p.ilo, p.jlo);
    size_t run = (size_t)(p.ihi - p.ilo + 1);
    if (run == 1)
        for (int64_t j = p.jlo; j <= p.jhi; ++j, from += a.rows, buf += ld)
            *(volatile double *)buf = *from;
    else
        copy_fastest((char *)buf, (size_t)ld * sizeof *buf, (const char *)from,
                     (size_t)a.rows * sizeof *from, run * sizeof *from, p.jhi - p.jlo + 1);
}

/* By place, not by address: the ranks may see the memory at different addresses. */
INLINE stripe_t *stripe_of(lib_array_t a, const double *address)
{
    size_t offset = (size_t)(address - a.base) * sizeof *address;
    return &stripes[(offset >> STRIPE_SHIFT) % STRIPES];
}

INLINE void take(stripe_t *stripe)
{
    int spins = 0;
    while (atomic_exchange_explicit(&stripe->held, 1, memory_order_acquire))
        while (atomic_load_explicit(&stripe->held, memory_order_relaxed))
            if (++spins % 200 == 0)
                sched_yield();
#ifdef __x86_64__
            else
                __builtin_ia32_pause();
#endif
}

INLINE void give(stripe_t *stripe)
{
    atomic_store_explicit(&stripe->held, 0, memory_order_release);
}

/* How many elements there are from an address to the end of its stripe. */
INLINE int64_t left_in_stripe(lib_array_t a, const double *address)
{
    enum { ELEMENTS = (1 << STRIPE_SHIFT) / sizeof(double) };
    return ELEMENTS - (address - a.base) % ELEMENTS;
}

INLINE void add_doubles(double *restrict to, const double *restrict from, int64_t n)
{
    for (int64_t k = 0; k < n; ++k)
        to[k] += from[k];
}

/* An element is added under the lock of its own stripe, as others add it that begin their rows
 * elsewhere; what lies in one stripe, with its lock taken once. */
INLINE void lib_acc(lib_array_t a, patch_t p, void *values, int64_t ld)
{
    double *buf = values;
    const int64_t run = p.ihi - p.ilo + 1;
    stripe_t *held = NULL;
    for (int64_t j = p.jlo; j <= p.jhi; ++j, buf += ld) {
        double *to = element(a, p.ilo, j);
        for (int64_t k = 0, n; k < run; k += n) {
            stripe_t *stripe = stripe_of(a, to + k);
            n = left_in_stripe(a, to + k);
            n = n < run - k ? n : run - k;
            if (stripe != held) {
                if (held)
                    give(held);
                take(stripe);
                held = stripe;
            }
            add_doubles(to + k, buf + k, n);
        }
    }
    give(held);
}

INLINE int64_t lib_read_inc(lib_array_t a)
{
    return atomic_fetch_add((_Atomic int64_t *)(void *)a.base, 1);
}

static lib_index_t lib_index(int64_t n, const int64_t *i, const int64_t *j)
{
    (void)n;
    return (lib_index_t){i, j};
}

/* The address of an element, by its owner and its place there, bounds checked. */
INLINE double *find(lib_array_t a, int64_t i, int64_t j)
{
    if ((uint64_t)i >= (uint64_t)a.rows || (uint64_t)j >= (uint64_t)a.cols)
        bench_fail("element out of bounds");
    uint32_t p = (uint32_t)j / (uint32_t)a.width, q = (uint32_t)i / (uint32_t)a.height;
    double *block = a.base + (p * a.block_rows + q) * (a.width * a.height);
    return block + (i - q * a.height) + (j - p * a.width) * a.height;
}

INLINE void lib_gather(lib_array_t a, int64_t n, lib_index_t index, double *values)
{
    for (int64_t k = 0; k < n; ++k)
        values[k] = *find(a, index.i[k], index.j[k]);
}

INLINE void lib_scatter(lib_array_t a, int64_t n, lib_index_t index, double *values)
{
    for (int64_t k = 0; k < n; ++k)
        *find(a, index.i[k], index.j[k]) = values[k];
}

INLINE void lib_scatter_acc(lib_array_t a, int64_t n, lib_index_t index, double *values)
{
    for (int64_t k = 0; k < n; ++k) {
        double *to = find(a, index.i[k], index.j[k]);
        stripe_t *stripe = stripe_of(a, to);
        take(stripe);
        *to += values[k];
        give(stripe);
    }
}

#include "bench/rows/onesided.inc"

const bench_subject_t *limits_start(void)
{
    static const bench_subject_t subject = {LIB_NAME,   lib_rows, LIB_ROW_COUNT,
                                            " create ", NULL,     NULL};
    choose_copy(353);
    stripes = bench_shared(STRIPES * sizeof *stripes);
    lib_rows_start();
    return &subject;
}

void limits_stop(void)
{
    lib_rows_stop();
}
