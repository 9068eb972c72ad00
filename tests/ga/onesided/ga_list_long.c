/* gather, scatter and scatter_acc over long lists, duplicates included. */
#include <stdlib.h>
#include <string.h>

#include "ga/each.h"

enum { ROWS = 61, COLS = 47 };

/* Between nodes each element is a message. */
static int64_t list_length(void)
{
    return test_nodes() > 1 ? 1000 : 100000;
}

/* A list of n random indices; the array is much smaller, so that most come many times. */
static int64_t *random_index(rng_t *rng, int64_t n)
{
    int64_t *index = test_alloc((size_t)(2 * n) * sizeof *index);

    for (int64_t k = 0; k < n; ++k) {
        index[2 * k] = rng_range(rng, 0, ROWS - 1);
        index[2 * k + 1] = rng_range(rng, 0, COLS - 1);
    }
    return index;
}

static void gather_long(twin_t *twin, rng_t *rng)
{
    const model_t *m = &twin->model;
    rng_t own = rng_seed(rng_next(rng) + (uint64_t)ga_rank());
    int64_t n = list_length(), wrong = 0, *index = random_index(&own, n);
    size_t bytes = type_bytes(m->type);
    char *values = test_alloc((size_t)n * bytes);

    CHECK_OK(ga_gather_nd(twin->g, n, index, values));
    for (int64_t k = 0; k < n; ++k) {
        scalar_t found = scalar_load(m->type, values + (size_t)k * bytes);
        wrong += !scalar_equal(found, *model_at(m, &index[2 * k]));
    }
    CHECK_INT(0, wrong);
    free(values);
    free(index);
}

TEST_CASE_IN("engines", list_gather, TEST_GA)
{
    each_matrix((int64_t[]){ROWS, COLS}, gather_long);
}

/* All copies of an element carry one value, which therefore is what remains. */
static void scatter_long(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    int64_t n = list_length(), *index = random_index(rng, n);
    size_t bytes = type_bytes(m->type);
    char *values = test_alloc((size_t)n * bytes);

    for (int64_t k = 0; k < n; ++k) {
        scalar_t value = scalar_as(m->type, (double)(index[2 * k] - 3 * index[2 * k + 1]), 4);
        scalar_store(m->type, values + (size_t)k * bytes, value);
        *model_at(m, &index[2 * k]) = value;
    }
    if (ga_rank() == (int)m->type % ga_size())
        CHECK_OK(ga_scatter_nd(twin->g, n, index, values));
    CHECK_OK(ga_sync());
    free(values);
    free(index);
}

TEST_CASE_IN("engines", list_scatter, TEST_GA)
{
    each_matrix((int64_t[]){ROWS, COLS}, scatter_long);
}

/* All ranks at once; each of the copies of an element counts. */
static void scatter_acc_long(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    int64_t n = list_length();
    size_t bytes = type_bytes(m->type);
    char *values = test_alloc((size_t)n * bytes);

    for (int rank = 0; rank < ga_size(); ++rank) {
        int64_t *index = random_index(rng, n);
        scalar_t alpha = scalar_as(m->type, 1 + rank, rank % 2);
        for (int64_t k = 0; k < n; ++k) {
            scalar_t value = scalar_as(m->type, (double)(k % 7), (double)(k % 2));
            scalar_store(m->type, values + (size_t)k * bytes, value);
        }
        model_scatter_acc(m, n, index, values, alpha);
        if (rank == ga_rank()) {
            element_t factor = element_of(m->type, alpha);
            CHECK_OK(ga_scatter_acc_nd(twin->g, n, index, values, &factor));
        }
        free(index);
    }
    free(values);
}

TEST_CASE_IN("engines", list_scatter_acc, TEST_GA)
{
    each_matrix((int64_t[]){ROWS, COLS}, scatter_acc_long);
}

enum { LONG = 20011 };

/* A long list of a rank: its indices, and a value for each that depends on the index alone. */
static void long_list(int rank, const model_t *m, int64_t *index, char *values)
{
    rng_t rng = rng_seed((uint64_t)(71 + rank));

    for (int k = 0; k < LONG; ++k) {
        int64_t i = rng_range(&rng, 0, m->dims[0] - 1), j = rng_range(&rng, 0, m->dims[1] - 1);
        index[2 * k] = i;
        index[2 * k + 1] = j;
        scalar_store(m->type, values + (size_t)k * type_bytes(m->type),
                     scalar_as(m->type, (double)(i + 100 * j), (double)(i % 5)));
    }
}

static void long_lists_of(ashlar_type type, layout_t layout, int64_t *index, char *values)
{
    static _Alignas(16) char got[LONG * 16];
    twin_t twin = twin_create(type, 2, (int64_t[]){83, 71}, layout, GA_GROUP_WORLD, 70);
    model_t *m = &twin.model;

    for (int rank = 0; rank < ga_size(); ++rank) {
        long_list(rank, m, index, values);
        model_scatter(m, LONG, index, values);
        if (rank == ga_rank())
            CHECK_OK(ga_scatter_nd(twin.g, LONG, index, values));
    }
    CHECK_TWIN(&twin);
    for (int rank = 0; rank < ga_size(); ++rank) {
        scalar_t alpha = scalar_as(type, rank + 1, 0);
        const element_t factor = element_of(type, alpha);
        long_list(rank, m, index, values);
        model_scatter_acc(m, LONG, index, values, alpha);
        if (rank == ga_rank())
            CHECK_OK(ga_scatter_acc_nd(twin.g, LONG, index, values, &factor));
    }
    CHECK_TWIN(&twin);
    model_gather(m, LONG, index, values);
    /* The last part may be any of the four that are under way at once. */
    for (int64_t n = LONG; n > LONG - 4 * 2000; n -= 2000) {
        memset(got, 0xff, sizeof got);
        CHECK_OK(ga_gather_nd(twin.g, n, index, got));
        CHECK_INT(0, memcmp(got, values, (size_t)n * type_bytes(type)));
    }
    twin_destroy(&twin);
}

/* Lists that are moved in many parts, by all ranks at once. */
TEST_CASE(list_parts, TEST_GA)
{
    static int64_t index[2 * LONG];
    static _Alignas(16) char values[LONG * 16];

    long_lists_of(ASHLAR_FLOAT, LAYOUT_IRREGULAR, index, values);
    long_lists_of(ASHLAR_LLONG, LAYOUT_REGULAR, index, values);
    long_lists_of(ASHLAR_CDOUBLE, LAYOUT_REGULAR, index, values);
}
