/* bundles: what naming an element costs in a bundle, beside a bare hash table, in cache and beyond;
 * an exchange of a frozen bundle beside a bare gather. All ranks work at once. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/bundle.h>

#include "bench/lib/bench.h"

enum { SMALL = 1000, LARGE = 1000000, SPREAD = 4 /* elements of the array for each named */ };

static struct {
    int64_t n;
    int64_t *index; /* [n] different ones in random order */
    double *values;
    uint32_t *slot;
} list;

/* ---- bundles --------------------------------------------------------------------------------- */

static ga_t array;
static bundle_t *bundle;
static int member;

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

static double *base(void)
{
    void *values;
    check(bundle_values(bundle, member, &values));
    return values;
}

static void check_values(const char *what, const double *values)
{
    for (int64_t k = 0; k < list.n; ++k)
        if (values[list.slot[k]] != (double)list.index[k])
            bench_fail("%s: a wrong value", what);
}

static void name_new(void)
{
    check(bundle_request(bundle, member, list.n, list.index, list.slot));
}

static void accumulate(void)
{
    check(bundle_accumulate(bundle, member, list.n, list.index, list.values, ASHLAR_SUM));
}

static void clear(void)
{
    check(bundle_clear(bundle));
}

/* Exchange, and reset the array. */
static void exchange_and_reset(void)
{
    check(bundle_exchange(bundle));
    check(ga_enumerate(array, &(double){0}, &(double){1}));
}

static void fetch(void)
{
    check(bundle_exchange(bundle));
}

/* ---- bare ------------------------------------------------------------------------------------ */

typedef struct entry {
    int64_t key;
    uint32_t number, taken;
} entry_t;

static struct {
    entry_t *entries;
    int bits;
    uint32_t count;
    double *memory, *gathered; /* an array of all elements, shared; what was asked for */
} bare;

static void insert_all(void)
{
    const uint64_t mask = ((uint64_t)1 << bare.bits) - 1;
    for (int64_t n = 0; n < list.n; ++n) {
        const int64_t key = list.index[n];
        uint64_t k = ((uint64_t)key * 0x9E3779B97F4A7C15u) >> (64 - bare.bits);
        while (bare.entries[k].taken && bare.entries[k].key != key)
            k = (k + 1) & mask;
        if (!bare.entries[k].taken)
            bare.entries[k] = (entry_t){key, bare.count++, 1};
        list.slot[n] = bare.entries[k].number;
    }
}

static void empty(void)
{
    memset(bare.entries, 0, sizeof *bare.entries << bare.bits);
    bare.count = 0;
}

static void gather(void)
{
    for (int64_t n = 0; n < list.n; ++n)
        bare.gathered[list.slot[n]] = bare.memory[list.index[n]];
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void nothing(void)
{
}

/* The three parts of a row: before each time, the measured call, after it. */
typedef struct way {
    void (*before)(void), (*run)(void), (*after)(void);
} way_t;

/* The call is repeated until it has taken a while; the least time counts. */
static void measure(const way_t *way, bench_sample_t *sample)
{
    const int times = list.n == SMALL ? 300 : 3;
    double least = 0;
    for (int n = 0; n < times; ++n) {
        way->before();
        const double start = bench_now();
        way->run();
        const double seconds = bench_now() - start;
        way->after();
        least = n == 0 || seconds < least ? seconds : least;
    }
    sample->us = least / (double)list.n * 1e6;
}

#define ROWS(X)                                                                                    \
    X(new, "new", clear, name_new, nothing, empty, insert_all, nothing)                            \
    X(repeated, "repeated", name_new, name_new, nothing, insert_all, insert_all, nothing)          \
    X(accumulate, "accumulate", nothing, accumulate, exchange_and_reset, empty, insert_all,        \
      nothing)                                                                                     \
    X(exchange, "exchange", nothing, fetch, nothing, nothing, gather, nothing)

#define ROW(name, id, before, run, after, bare_before, bare_run, bare_after)                       \
    static void row_##name(const bench_row_t *row, bench_sample_t *sample)                         \
    {                                                                                              \
        static const way_t way = {before, run, after};                                             \
        (void)row;                                                                                 \
        measure(&way, sample);                                                                     \
    }                                                                                              \
    static void row_bare_##name(const bench_row_t *row, bench_sample_t *sample)                    \
    {                                                                                              \
        static const way_t way = {bare_before, bare_run, bare_after};                              \
        (void)row;                                                                                 \
        measure(&way, sample);                                                                     \
    }
ROWS(ROW)

static void *take(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory)
        bench_fail("no memory");
    return memory;
}

/* The first n of a shuffled list of the array's elements. */
static void draw(int64_t n)
{
    const int64_t all = SPREAD * n;
    uint64_t state = 88172645463325252u + (uint64_t)bench_rank();
    int64_t *shuffled = take((size_t)all * sizeof *shuffled);
    for (int64_t k = 0; k < all; ++k)
        shuffled[k] = k;
    for (int64_t k = 0; k < n; ++k) {
        const int64_t other = k + bench_random(&state, all - k), kept = shuffled[k];
        shuffled[k] = shuffled[other];
        shuffled[other] = kept;
    }
    list.n = n;
    list.index = take((size_t)n * sizeof *list.index);
    list.values = take((size_t)n * sizeof *list.values);
    list.slot = take((size_t)n * sizeof *list.slot);
    memcpy(list.index, shuffled, (size_t)n * sizeof *list.index);
    free(shuffled);
}

static void make(int64_t n)
{
    const int64_t all = SPREAD * n;
    draw(n);
    for (bare.bits = 6; (int64_t)1 << bare.bits < 2 * n; ++bare.bits)
        ;
    bare.entries = take(sizeof *bare.entries << bare.bits);
    bare.memory = bench_shared((size_t)all * sizeof *bare.memory);
    bare.gathered = take((size_t)n * sizeof *bare.gathered);
    for (int64_t k = bench_rank(); k < all; k += bench_size())
        bare.memory[k] = (double)k;
    check(ga_create_nd(ASHLAR_DOUBLE, 1, &all, "array", NULL, 0, &array));
    check(ga_enumerate(array, &(double){0}, &(double){1}));
    check(bundle_create(GA_GROUP_WORLD, &bundle));
    check(bundle_add(bundle, array, BUNDLE_ANY, &member));
    empty();
    name_new();
    fetch();
    check_values("exchange", base());
    insert_all();
    gather();
    check_values("gather", bare.gathered);
}

static void unmake(void)
{
    check(bundle_free(bundle));
    check(ga_destroy(array));
    free(bare.entries);
    free(bare.gathered);
    free(list.index);
    free(list.values);
    free(list.slot);
}

#define OURS(size, name, id, ...)  {id "-" #size, BENCH_TRANSFER, 0, row_##name},
#define LIMIT(size, name, id, ...) {id "-" #size, BENCH_TRANSFER, 0, row_bare_##name},
#define OURS_1000(...)             OURS(1000, __VA_ARGS__)
#define LIMIT_1000(...)            LIMIT(1000, __VA_ARGS__)
#define OURS_1000000(...)          OURS(1000000, __VA_ARGS__)
#define LIMIT_1000000(...)         LIMIT(1000000, __VA_ARGS__)

int main(int argc, char **argv)
{
    static const bench_row_t small[] = {ROWS(OURS_1000)}, bare_small[] = {ROWS(LIMIT_1000)},
                             large[] = {ROWS(OURS_1000000)}, bare_large[] = {ROWS(LIMIT_1000000)};
    enum { COUNT = sizeof small / sizeof *small };
    static const bench_subject_t subjects[][2] = {
        {{"ga", small, COUNT, NULL, NULL, NULL}, {"limit", bare_small, COUNT, NULL, NULL, NULL}},
        {{"ga", large, COUNT, NULL, NULL, NULL}, {"limit", bare_large, COUNT, NULL, NULL, NULL}}};
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    check(ga_initialize(MPI_COMM_WORLD));
    make(SMALL);
    bench_run(subjects[0], 2);
    unmake();
    make(LARGE);
    bench_run(subjects[1], 2);
    unmake();
    check(ga_terminate());
    bench_stop();
    return MPI_Finalize();
}
