/* put, get and acc of patches against the model: types, dimensions, layouts, gaps in buffers. */
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

enum { ROUNDS = 6 };

/* Run on arrays of every type, number of dimensions and layout. */
static void run_each(void (*run)(twin_t *twin, rng_t *rng))
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
                uint64_t seed = (uint64_t)(100 * (int)type + 10 * ndim + (int)layout);
                if (!layout_is_tested(layout, type, ndim))
                    continue;
                rng_t rng = rng_seed(seed);
                twin_t twin =
                    twin_create(type, ndim, test_dims(ndim), layout, GA_GROUP_WORLD, seed);
                run(&twin, &rng);
                CHECK_TWIN(&twin);
                twin_destroy(&twin);
            }
        }
    }
}

/* The ranks take turns at writing a patch; then each reads a patch of its own choice. */
static void put_get_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    rng_t own = rng_seed((uint64_t)ga_rank() + 1);

    for (int round = 0; round < ROUNDS; ++round) {
        patch_t patch = patch_random(rng, m->whole.ndim, m->dims);
        buffer_t buffer = buffer_create_random(rng, m->type, &patch);
        buffer_randomize(&buffer, rng, 99);
        if (round % ga_size() == ga_rank())
            CHECK_OK(ga_put_nd(twin->g, patch.lo, patch.hi, buffer.data, buffer.ld));
        model_put(m, &buffer);
        buffer_free(&buffer);
        CHECK_OK(ga_sync());

        patch = patch_random(&own, m->whole.ndim, m->dims);
        buffer = buffer_create_random(&own, m->type, &patch);
        CHECK_OK(ga_get_nd(twin->g, patch.lo, patch.hi, buffer.data, buffer.ld));
        CHECK_MODEL(m, &buffer);
        buffer_free(&buffer);
        CHECK_OK(ga_sync());
    }
}

TEST_CASE(patch_put_get, TEST_GA)
{
    run_each(put_get_rounds);
}

/* All ranks accumulate at once, each its own patch with its own factor. */
static void acc_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;

    for (int round = 0; round < ROUNDS; ++round) {
        for (int rank = 0; rank < ga_size(); ++rank) {
            patch_t patch = patch_random(rng, m->whole.ndim, m->dims);
            buffer_t buffer = buffer_create_random(rng, m->type, &patch);
            buffer_randomize(&buffer, rng, 9);
            scalar_t alpha =
                scalar_as(m->type, (double)rng_range(rng, -3, 3), (double)rng_range(rng, -3, 3));
            if (rank == ga_rank()) {
                element_t factor = element_of(m->type, alpha);
                CHECK_OK(ga_acc_nd(twin->g, patch.lo, patch.hi, buffer.data, buffer.ld, &factor));
                CHECK(buffer_marks_intact(&buffer));
            }
            model_acc(m, &buffer, alpha);
            buffer_free(&buffer);
        }
    }
}

TEST_CASE(patch_acc, TEST_GA)
{
    run_each(acc_rounds);
}

/* The 2-D calls, with one leading dimension. */
TEST_CASE(patch_2d, TEST_GA)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        twin_t twin = twin_create(type, 2, test_dims(2), LAYOUT_REGULAR, GA_GROUP_WORLD, 31);
        model_t *m = &twin.model;
        rng_t rng = rng_seed(type);
        const element_t factor = element_of(type, (scalar_t){-2, 1});

        for (int round = 0; round < 2 * ga_size(); ++round) {
            patch_t p = patch_random(&rng, 2, m->dims);
            buffer_t b = buffer_create_random(&rng, type, &p);
            buffer_randomize(&b, &rng, 20);
            if (round % ga_size() == ga_rank()) {
                CHECK_OK(ga_put(twin.g, p.lo[0], p.hi[0], p.lo[1], p.hi[1], b.data, b.ld[0]));
                CHECK_OK(
                    ga_acc(twin.g, p.lo[0], p.hi[0], p.lo[1], p.hi[1], b.data, b.ld[0], &factor));
            }
            model_put(m, &b);
            model_acc(m, &b, scalar_as(type, -2, 1));
            CHECK_OK(ga_sync());
            buffer_randomize(&b, &rng, 20);
            CHECK_OK(ga_get(twin.g, p.lo[0], p.hi[0], p.lo[1], p.hi[1], b.data, b.ld[0]));
            CHECK_MODEL(m, &b);
            CHECK_OK(ga_sync());
            buffer_free(&b);
        }
        CHECK_TWIN(&twin);
        twin_destroy(&twin);
    }
}

/* hi = lo-1 in any dimension: nothing happens, wherever the rest of the patch lies. */
static void empty_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    int ndim = m->whole.ndim;
    const element_t factor = element_of(m->type, (scalar_t){1, 0});

    for (int d = 0; d < ndim; ++d) {
        for (int where = 0; where < 3; ++where) {
            patch_t patch = patch_random(rng, ndim, m->dims);
            patch.lo[d] = where == 0 ? 0 : where == 1 ? m->dims[d] - 1 : m->dims[d];
            patch.hi[d] = patch.lo[d] - 1;
            patch_t room = m->whole;
            buffer_t buffer = buffer_create(m->type, &room, NULL);
            buffer_fill(&buffer, (scalar_t){7, 0});
            CHECK_OK(ga_put_nd(twin->g, patch.lo, patch.hi, buffer.data, buffer.ld));
            CHECK_OK(ga_acc_nd(twin->g, patch.lo, patch.hi, buffer.data, buffer.ld, &factor));
            CHECK_OK(ga_get_nd(twin->g, patch.lo, patch.hi, buffer.data, buffer.ld));
            CHECK(buffer_marks_intact(&buffer));
            buffer_free(&buffer);
        }
    }
}

TEST_CASE(patch_empty, TEST_GA)
{
    run_each(empty_rounds);
}

/* ld may be NULL for a buffer without gaps. */
static void no_ld_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    patch_t patch = patch_random(rng, m->whole.ndim, m->dims);
    buffer_t buffer = buffer_create(m->type, &patch, NULL);
    const element_t one = element_of(m->type, (scalar_t){1, 0});

    buffer_randomize(&buffer, rng, 50);
    CHECK_OK(ga_sync());
    if (ga_rank() == ga_size() - 1) {
        CHECK_OK(ga_put_nd(twin->g, patch.lo, patch.hi, buffer.data, NULL));
        CHECK_OK(ga_acc_nd(twin->g, patch.lo, patch.hi, buffer.data, NULL, &one));
    }
    model_put(m, &buffer);
    model_acc(m, &buffer, (scalar_t){1, 0});
    CHECK_OK(ga_sync());
    buffer_randomize(&buffer, rng, 50);
    CHECK_OK(ga_get_nd(twin->g, patch.lo, patch.hi, buffer.data, NULL));
    CHECK_MODEL(m, &buffer);
    buffer_free(&buffer);
}

/* A leading dimension is not used, and may be anything, before dimensions of one element each. */
TEST_CASE(patch_ld_unused, TEST_GA)
{
    const int64_t dims[3] = {6, 5, 4}, lo[3] = {1, 2, 3}, hi[3] = {4, 2, 3},
                  lds[][2] = {{1, 0}, {0, 5}, {-7, INT64_MIN}, {INT64_MAX, -1}};
    double out[4], in[4];
    ga_t g, m;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 3, dims, "cube", NULL, GA_GROUP_WORLD, &g));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 6, 5, "matrix", 0, 0, &m));
    for (int k = 0; k < 4; ++k) {
        for (int j = 0; j < 4; ++j)
            out[j] = 10 * k + j + ga_rank();
        for (int r = 0; r < ga_size(); ++r) {
            CHECK_OK(ga_sync());
            if (r == ga_rank()) {
                CHECK_OK(ga_put_nd(g, lo, hi, out, lds[k]));
                CHECK_OK(ga_get_nd(g, lo, hi, in, lds[k]));
                CHECK_INT(0, memcmp(in, out, sizeof in));
                CHECK_OK(ga_put(m, 1, 4, 2, 2, out, lds[k][0]));
                CHECK_OK(ga_get(m, 1, 4, 2, 2, in, lds[k][0]));
                CHECK_INT(0, memcmp(in, out, sizeof in));
                CHECK_OK(ga_get_periodic_nd(m, lo, hi, in, lds[k]));
                CHECK_INT(0, memcmp(in, out, sizeof in));
            }
            CHECK_OK(ga_sync());
        }
    }
    CHECK_OK(ga_destroy(m));
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(patch_no_ld, TEST_GA)
{
    run_each(no_ld_rounds);
}

/* Numbers that need all bits of their type, which doubles could not carry. */
TEST_CASE(patch_wide_integers, TEST_GA)
{
    const int64_t big = INT64_C(0x4123456789abcdef);
    int64_t values[6], back[6], one = 1;
    ga_t g;

    for (ashlar_type type = ASHLAR_LONG; type <= ASHLAR_LLONG; ++type) {
        REQUIRE_OK(ga_create(type, 6, 1, "wide", 0, 0, &g));
        for (int k = 0; k < 6; ++k)
            values[k] = big + k;
        if (ga_rank() == 0)
            CHECK_OK(ga_put(g, 0, 5, 0, 0, values, 6));
        CHECK_OK(ga_sync());
        CHECK_OK(ga_acc(g, 0, 5, 0, 0, (int64_t[]){1, 2, 3, 4, 5, 6}, 6, &one));
        CHECK_OK(ga_sync());
        CHECK_OK(ga_get(g, 0, 5, 0, 0, back, 6));
        for (int k = 0; k < 6; ++k)
            CHECK_INT(values[k] + (k + 1) * ga_size(), back[k]);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_read_inc(g, ga_rank() % 6, 0, 2, back));
        CHECK(back[0] >= big && back[0] < big + 100);
        CHECK_OK(ga_destroy(g));
    }
}

/* A call that has returned precedes the caller's later calls to the same owner. */
TEST_CASE(patch_order, TEST_GA)
{
    enum { N = 24 };
    static double out[N * N], in[N * N];
    const double one = 1;
    int64_t wrong = 0;
    ga_t g;

    /* Each rank has the plane of its number to itself; its owner is mostly another rank. */
    const int64_t dims[3] = {N, N, ga_size()};
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 3, dims, "order", NULL, GA_GROUP_WORLD, &g));
    const int64_t lo[3] = {0, 0, ga_rank()}, hi[3] = {N - 1, N - 1, ga_rank()};
    for (int round = 0; round < 50; ++round) {
        for (int k = 0; k < N * N; ++k)
            out[k] = round * 1000 + k;
        CHECK_OK(ga_put_nd(g, lo, hi, out, NULL));
        CHECK_OK(ga_acc_nd(g, lo, hi, out, NULL, &one));
        CHECK_OK(ga_get_nd(g, lo, hi, in, NULL));
        for (int k = 0; k < N * N; ++k)
            wrong += in[k] != 2 * out[k];
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
}

/* Patches of megabytes, beyond any buffer the engine may cut them into. */
TEST_CASE(patch_large, TEST_GA)
{
    enum { ROWS = 700, COLS = 701 };
    const patch_t whole = patch_whole(2, (int64_t[]){ROWS, COLS});

    for (ashlar_type type = ASHLAR_DOUBLE; type <= ASHLAR_CDOUBLE; type += 2) {
        twin_t twin =
            twin_create(type, 2, (int64_t[]){ROWS, COLS}, LAYOUT_REGULAR, GA_GROUP_WORLD, 3);
        buffer_t buffer = buffer_create(type, &whole, (int64_t[]){5, 0});
        rng_t rng = rng_seed(8);
        buffer_randomize(&buffer, &rng, 5);
        const element_t alpha = element_of(type, (scalar_t){2, -1});
        CHECK_OK(ga_acc(twin.g, 0, ROWS - 1, 0, COLS - 1, buffer.data, buffer.ld[0], &alpha));
        for (int rank = 0; rank < ga_size(); ++rank)
            model_acc(&twin.model, &buffer, scalar_as(type, 2, -1));
        CHECK_TWIN(&twin);
        buffer_free(&buffer);
        twin_destroy(&twin);
    }
}
