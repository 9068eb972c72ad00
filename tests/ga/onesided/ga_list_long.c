/* gather, scatter and scatter_acc over lists of a hundred thousand elements, duplicates included.
 */
#include <stdlib.h>

#include "ga/engines.h"

enum { ROWS = 61, COLS = 47 };

/** Between nodes each element is a message. */
static int64_t list_length(void)
{
    return test_nodes() > 1 ? 1000 : 100000;
}

/** A list of n random indices; the array is much smaller, so that most come many times. */
static int64_t *random_index(rng_t *rng, int64_t n)
{
    int64_t *index = test_alloc((size_t)(2 * n) * sizeof *index);

    for (int64_t k = 0; k < n; k++) {
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
    for (int64_t k = 0; k < n; k++) {
        scalar_t found = scalar_load(m->type, values + (size_t)k * bytes);
        wrong += !scalar_equal(found, *model_at(m, &index[2 * k]));
    }
    CHECK_INT(0, wrong);
    free(values);
    free(index);
}

void list_gather(void)
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

    for (int64_t k = 0; k < n; k++) {
        scalar_t value = scalar_as(m->type, (double)(index[2 * k] - 3 * index[2 * k + 1]), 4);
        scalar_store(m->type, values + (size_t)k * bytes, value);
        *model_at(m, &index[2 * k]) = value;
    }
    if (ga_rank() == (int)m->type % ga_size()) {
        CHECK_OK(ga_scatter_nd(twin->g, n, index, values));
    }
    CHECK_OK(ga_sync());
    free(values);
    free(index);
}

void list_scatter(void)
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

    for (int rank = 0; rank < ga_size(); rank++) {
        int64_t *index = random_index(rng, n);
        scalar_t alpha = scalar_as(m->type, 1 + rank, rank % 2);
        for (int64_t k = 0; k < n; k++) {
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

void list_scatter_acc(void)
{
    each_matrix((int64_t[]){ROWS, COLS}, scatter_acc_long);
}
