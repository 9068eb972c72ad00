/* gather, scatter and scatter_acc against the model. */
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

enum { ELEMENTS = 40 };

static void run_each(void (*run)(twin_t *twin, rng_t *rng))
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            layout_t layout = (layout_t)((ndim + (int)type) % LAYOUT_COUNT);
            uint64_t seed = (uint64_t)(10 * (int)type + ndim);
            rng_t rng = rng_seed(seed);
            twin_t twin = twin_create(type, ndim, test_dims(ndim), layout, GA_GROUP_WORLD, seed);
            run(&twin, &rng);
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
    }
}

/* Random indices, duplicates among them. */
static void random_index(rng_t *rng, const model_t *m, int64_t *index)
{
    int ndim = m->whole.ndim;

    for (int k = 0; k < ELEMENTS; ++k)
        for (int d = 0; d < ndim; ++d)
            index[k * ndim + d] = rng_range(rng, 0, m->dims[d] - 1);
    for (int d = 0; d < ndim; ++d)
        index[5 * ndim + d] = index[30 * ndim + d] = index[17 * ndim + d];
}

static void random_values(rng_t *rng, ashlar_type type, char *values)
{
    for (int k = 0; k < ELEMENTS; ++k) {
        double re = (double)rng_range(rng, -20, 20), im = (double)rng_range(rng, -20, 20);
        scalar_store(type, values + (size_t)k * type_bytes(type), scalar_as(type, re, im));
    }
}

static void gather_own(twin_t *twin, rng_t *rng)
{
    int64_t index[ELEMENTS * ASHLAR_MAX_DIM];
    _Alignas(16) char got[ELEMENTS * 16], expected[ELEMENTS * 16];
    size_t bytes = ELEMENTS * type_bytes(twin->model.type);

    rng->state += (uint64_t)ga_rank();
    random_index(rng, &twin->model, index);
    CHECK_OK(ga_gather_nd(twin->g, ELEMENTS, index, got));
    model_gather(&twin->model, ELEMENTS, index, expected);
    CHECK_INT(0, memcmp(got, expected, bytes));
    memset(got, 1, sizeof got);
    CHECK_OK(ga_gather_nd(twin->g, 0, index, got));
    CHECK_INT(0x0101, got[0] * 256 + got[1]);
}

TEST_CASE(element_gather, TEST_GA)
{
    run_each(gather_own);
}

/* Ranks take turns; duplicates carry equal values, since any of them may stay. */
static void scatter_turns(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    size_t elem = type_bytes(m->type);
    int64_t index[ELEMENTS * ASHLAR_MAX_DIM];
    _Alignas(16) char values[ELEMENTS * 16];

    for (int turn = 0; turn < ga_size(); ++turn) {
        random_index(rng, m, index);
        random_values(rng, m->type, values);
        for (int a = 0; a < ELEMENTS; ++a) {
            for (int b = 0; b < a; ++b)
                if (model_at(m, index + a * m->whole.ndim) ==
                    model_at(m, index + b * m->whole.ndim))
                    memcpy(values + (size_t)a * elem, values + (size_t)b * elem, elem);
        }
        if (turn == ga_rank()) {
            CHECK_OK(ga_scatter_nd(twin->g, ELEMENTS, index, values));
            CHECK_OK(ga_scatter_nd(twin->g, 0, index, values));
        }
        model_scatter(m, ELEMENTS, index, values);
        CHECK_OK(ga_sync());
    }
}

TEST_CASE(element_scatter, TEST_GA)
{
    run_each(scatter_turns);

    /* Different values for one element: one of them stays. */
    int32_t values[3] = {11, 22, 33}, left = 0;
    ga_t g;
    REQUIRE_OK(ga_create(ASHLAR_INT, 10, 10, "duplicates", 0, 0, &g));
    CHECK_OK(ga_scatter(g, 3, (int64_t[]){4, 4, 4}, (int64_t[]){6, 6, 6}, values));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_get(g, 4, 4, 6, 6, &left, 1));
    CHECK(left == 11 || left == 22 || left == 33);
    CHECK_OK(ga_destroy(g));
}

/* All ranks at once; each duplicate is added. */
static void scatter_acc_all(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    int64_t index[ELEMENTS * ASHLAR_MAX_DIM];
    _Alignas(16) char values[ELEMENTS * 16];

    for (int rank = 0; rank < ga_size(); ++rank) {
        scalar_t alpha = scalar_as(m->type, rank + 1, -2);
        random_index(rng, m, index);
        random_values(rng, m->type, values);
        const element_t factor = element_of(m->type, alpha);
        if (rank == ga_rank()) {
            CHECK_OK(ga_scatter_acc_nd(twin->g, ELEMENTS, index, values, &factor));
            CHECK_OK(ga_scatter_acc_nd(twin->g, 0, index, values, &factor));
        }
        model_scatter_acc(m, ELEMENTS, index, values, alpha);
    }
}

TEST_CASE(element_scatter_acc, TEST_GA)
{
    run_each(scatter_acc_all);
}

/* The 2-D calls with separate row and column lists. */
TEST_CASE(element_2d, TEST_GA)
{
    int64_t i[ELEMENTS], j[ELEMENTS], index[ELEMENTS * 2];
    double values[ELEMENTS], got[ELEMENTS], alpha = 3;
    rng_t rng = rng_seed(50);

    twin_t twin = twin_create(ASHLAR_DOUBLE, 2, test_dims(2), LAYOUT_REGULAR, GA_GROUP_WORLD, 51);
    model_t *m = &twin.model;
    random_index(&rng, m, index);
    random_values(&rng, ASHLAR_DOUBLE, (char *)values);
    for (int k = 0; k < ELEMENTS; ++k) {
        i[k] = index[2 * k];
        j[k] = index[2 * k + 1];
    }
    CHECK_OK(ga_scatter_acc(twin.g, ELEMENTS, i, j, values, &alpha));
    for (int rank = 0; rank < ga_size(); ++rank)
        model_scatter_acc(m, ELEMENTS, index, values, (scalar_t){3, 0});
    CHECK_TWIN(&twin);
    CHECK_OK(ga_gather(twin.g, ELEMENTS, i, j, got));
    for (int k = 0; k < ELEMENTS; ++k)
        CHECK(got[k] == model_at(m, index + 2 * k)->re);
    CHECK_OK(ga_sync());
    if (ga_rank() == ga_size() - 1) {
        /* Distinct elements: the diagonal. */
        for (int k = 0; k < 12; ++k)
            i[k] = j[k] = k;
        CHECK_OK(ga_scatter(twin.g, 12, i, j, values));
    }
    for (int64_t k = 0; k < 12; ++k)
        model_at(m, (int64_t[]){k, k})->re = values[k];
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
}
