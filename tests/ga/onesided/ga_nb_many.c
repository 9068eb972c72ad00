/* Transfers under way: many at once, each with its handle. */
#include <stdlib.h>

#include "harness/harness.h"
#include "model/twin.h"

enum { TRANSFERS = 24 };

/* The buffers of TRANSFERS transfers, each of a row of patches that do not overlap. */
typedef struct flight {
    patch_t patch[TRANSFERS];
    buffer_t buffer[TRANSFERS];
    ga_handle_t handle[TRANSFERS];
} flight_t;

/* Cut an array of ndim dimensions into slabs along the last one; my slabs are those of my rank. */
static void prepare(flight_t *f, const model_t *m, rng_t *rng)
{
    int last = m->whole.ndim - 1;

    for (int k = 0; k < TRANSFERS; ++k) {
        f->patch[k] = m->whole;
        f->patch[k].lo[last] = f->patch[k].hi[last] = ga_rank() * TRANSFERS + k;
        f->buffer[k] = buffer_create_random(rng, m->type, &f->patch[k]);
        buffer_randomize(&f->buffer[k], rng, 50);
        f->handle[k] = 0;
    }
}

/* Complete the handles by waiting, testing, or all at once. */
static void complete(flight_t *f, int way)
{
    for (int k = TRANSFERS - 1; k >= 0; --k) {
        ga_handle_t copy = f->handle[k];
        if (way == 0) {
            CHECK_OK(ga_wait(&f->handle[k]));
        } else if (way == 1) {
            for (int done = 0; !done;)
                REQUIRE_OK(ga_test(&f->handle[k], &done));
        } else if (k == TRANSFERS - 1) {
            CHECK_OK(way == 2 ? ga_wait_all() : ga_fence());
            CHECK_OK(ga_wait(&f->handle[k]));
        } else {
            CHECK_OK(ga_wait(&f->handle[k]));
        }
        CHECK_INT(0, f->handle[k]);
        CHECK_OK(ga_wait(&copy)); /* a retired handle is complete */
        CHECK_INT(0, copy);
    }
}

/* Everybody writes, adds to and reads its slabs; the model of all ranks' slabs is built alike. */
static void fly(ashlar_type type, int ndim, int way)
{
    int64_t dims[ASHLAR_MAX_DIM] = {5, 4, 3};
    flight_t f;

    dims[ndim - 1] = (int64_t)TRANSFERS * ga_size();
    twin_t twin = twin_create(type, ndim, dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 7);
    const element_t two = element_of(type, (scalar_t){2, 1});
    rng_t rng = rng_seed(200 + (uint64_t)ga_rank());
    prepare(&f, &twin.model, &rng);
    for (int k = 0; k < TRANSFERS; ++k) {
        CHECK_OK(ga_put_nb_nd(twin.g, f.patch[k].lo, f.patch[k].hi, f.buffer[k].data,
                              f.buffer[k].ld, &f.handle[k]));
    }
    complete(&f, way);
    for (int k = 0; k < TRANSFERS; ++k) {
        CHECK_OK(ga_acc_nb_nd(twin.g, f.patch[k].lo, f.patch[k].hi, f.buffer[k].data,
                              f.buffer[k].ld, &two, &f.handle[k]));
    }
    complete(&f, way);
    for (int k = 0; k < TRANSFERS; ++k) {
        model_put(&twin.model, &f.buffer[k]);
        model_acc(&twin.model, &f.buffer[k], scalar_as(type, 2, 1));
        buffer_randomize(&f.buffer[k], &rng, 9);
        CHECK_OK(ga_get_nb_nd(twin.g, f.patch[k].lo, f.patch[k].hi, f.buffer[k].data,
                              f.buffer[k].ld, &f.handle[k]));
    }
    complete(&f, way);
    for (int k = 0; k < TRANSFERS; ++k) {
        CHECK_MODEL(&twin.model, &f.buffer[k]);
        buffer_free(&f.buffer[k]);
    }
    twin_destroy(&twin);
}

TEST_CASE(nb_many, TEST_GA)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        for (int ndim = 1; ndim <= 3; ++ndim)
            fly(type, ndim, ((int)type + ndim) % 4);
}

/* A sync completes what is under way; its handles are complete. */
TEST_CASE(nb_sync, TEST_GA)
{
    enum { N = 64 };
    int32_t mine[N], seen[N];
    int64_t wrong = 0;
    ga_handle_t handle = 0;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_INT, N, ga_size(), "synced", 0, 0, &g));
    for (int round = 0; round < 20; ++round) {
        int64_t next = (ga_rank() + 1) % ga_size(), other = (ga_rank() + 2) % ga_size();
        for (int k = 0; k < N; ++k)
            mine[k] = 1000 * ga_rank() + round + k;
        CHECK_OK(ga_put_nb(g, 0, N - 1, next, next, mine, N, &handle));
        CHECK_OK(ga_sync());
        CHECK_OK(ga_get(g, 0, N - 1, other, other, seen, N));
        for (int k = 0; k < N; ++k)
            wrong += seen[k] != 1000 * (int)next + round + k;
        CHECK_OK(ga_wait(&handle));
        CHECK_OK(ga_sync());
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
}

/* Thousands under way, each with a handle of its own, waited for in another order. */
TEST_CASE_IN("engines", nb_thousands, TEST_GA)
{
    enum { N = 5000, STRIDE = 1237 }; /* no common factor: a permutation */
    ga_handle_t *handle = test_alloc(N * sizeof *handle);
    double *out = test_alloc(N * sizeof *out), *in = test_alloc(N * sizeof *in);
    int64_t wrong = 0;
    ga_t g;

    /* Row r of rank r: its elements lie with all ranks. */
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, ga_size(), N, "thousands", ga_size(), 0, &g));
    for (int k = 0; k < N; ++k) {
        out[k] = 10.0 * k + ga_rank();
        handle[k] = 0;
        CHECK_OK(ga_put_nb(g, ga_rank(), ga_rank(), k, k, &out[k], 1, &handle[k]));
    }
    for (int k = 0; k < N; ++k) {
        CHECK_OK(ga_wait(&handle[k * STRIDE % N]));
        CHECK_INT(0, handle[k * STRIDE % N]);
    }
    CHECK_OK(ga_sync());
    const int row = (ga_rank() + 1) % ga_size();
    for (int k = 0; k < N; ++k) {
        in[k] = -1;
        CHECK_OK(ga_get_nb(g, row, row, k, k, &in[k], 1, &handle[k]));
    }
    for (int k = N - 1; k >= 0; --k) {
        CHECK_OK(ga_wait(&handle[k]));
        wrong += in[k] != 10.0 * k + row;
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
    free(in);
    free(out);
    free(handle);
}
