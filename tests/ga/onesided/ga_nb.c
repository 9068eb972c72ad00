/* Nonblocking put, get and acc: handles over several owners, completed in every way, retired. */
#include <stdlib.h>
#include <string.h>

#include "ga/each.h"

/* One handle for three puts by one rank to patches that do not overlap, then for three gets. */
static void put_get_thirds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    int last = m->whole.ndim - 1;
    buffer_t b[3];

    for (int round = 0; round < ga_size(); ++round) {
        ga_handle_t handle = 0;
        for (int k = 0; k < 3; ++k) {
            patch_t patch = m->whole; /* a slab, which mostly has several owners; may be empty */
            patch.lo[last] = m->dims[last] * k / 3;
            patch.hi[last] = m->dims[last] * (k + 1) / 3 - 1;
            b[k] = buffer_create_random(rng, m->type, &patch);
            buffer_randomize(&b[k], rng, 99);
            model_put(m, &b[k]);
            if (round == ga_rank())
                CHECK_OK(ga_put_nb_nd(twin->g, patch.lo, patch.hi, b[k].data, b[k].ld, &handle));
        }
        CHECK_OK(ga_wait(&handle));
        CHECK_INT(0, handle);
        CHECK_OK(ga_sync());
        for (int k = 0; k < 3; ++k) {
            buffer_fill(&b[k], (scalar_t){0, 0});
            CHECK_OK(
                ga_get_nb_nd(twin->g, b[k].patch.lo, b[k].patch.hi, b[k].data, b[k].ld, &handle));
        }
        CHECK_OK(ga_wait(&handle));
        for (int k = 0; k < 3; ++k) {
            CHECK_MODEL(m, &b[k]);
            buffer_free(&b[k]);
        }
        CHECK_OK(ga_sync());
    }
}

TEST_CASE_IN("engines", nb_put_get, TEST_GA)
{
    each_twin(put_get_thirds);
}

/* All ranks accumulate two patches under one handle. */
static void acc_pairs(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    buffer_t mine[2];
    ga_handle_t handle = 0;

    for (int k = 0; k < 2 * ga_size(); ++k) {
        patch_t patch = patch_random(rng, m->whole.ndim, m->dims);
        buffer_t b = buffer_create_random(rng, m->type, &patch);
        buffer_randomize(&b, rng, 9);
        scalar_t alpha = scalar_as(m->type, (double)rng_range(rng, -3, 3), 2);
        model_acc(m, &b, alpha);
        if (k / 2 == ga_rank()) {
            element_t factor = element_of(m->type, alpha);
            CHECK_OK(ga_acc_nb_nd(twin->g, patch.lo, patch.hi, b.data, b.ld, &factor, &handle));
            mine[k % 2] = b;
        } else {
            buffer_free(&b);
        }
    }
    CHECK_OK(ga_wait(&handle));
    for (int k = 0; k < 2; ++k) {
        CHECK(buffer_marks_intact(&mine[k]));
        buffer_free(&mine[k]);
    }
}

TEST_CASE_IN("engines", nb_acc, TEST_GA)
{
    each_twin(acc_pairs);
}

static void all_2d(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    const element_t factor = element_of(m->type, (scalar_t){2, 1});

    for (int round = 0; round < ga_size(); ++round) {
        patch_t p = patch_random(rng, 2, m->dims);
        buffer_t b = buffer_create_random(rng, m->type, &p);
        ga_handle_t handle = 0;
        buffer_randomize(&b, rng, 20);
        if (round == ga_rank()) {
            CHECK_OK(
                ga_put_nb(twin->g, p.lo[0], p.hi[0], p.lo[1], p.hi[1], b.data, b.ld[0], &handle));
            CHECK_OK(ga_wait(&handle));
            CHECK_OK(ga_acc_nb(twin->g, p.lo[0], p.hi[0], p.lo[1], p.hi[1], b.data, b.ld[0],
                               &factor, &handle));
            CHECK_OK(ga_wait(&handle));
        }
        model_put(m, &b);
        model_acc(m, &b, scalar_as(m->type, 2, 1));
        CHECK_OK(ga_sync());
        CHECK_OK(ga_get_nb(twin->g, p.lo[0], p.hi[0], p.lo[1], p.hi[1], b.data, b.ld[0], &handle));
        CHECK_OK(ga_wait(&handle));
        CHECK_MODEL(m, &b);
        CHECK_OK(ga_sync());
        buffer_free(&b);
    }
}

TEST_CASE_IN("engines", nb_2d, TEST_GA)
{
    each_matrix((int64_t[]){17, 12}, all_2d);
}

/* A copy of a handle that was waited for: complete at once, and no other transfer's handle, however
 * many came after it. */
TEST_CASE_IN("engines", nb_retired, TEST_GA)
{
    const int n = (test_nodes() > 1 ? 300 : 3000) / thinned(10);
    const int64_t far = ga_size() - 1;
    double out = 7 + ga_rank(), in = 0;
    ga_handle_t first = 0, now = 0;
    ga_t g;

    /* Row r, column c: owned by rank c, written by rank r only. */
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, ga_size(), ga_size(), "retired", ga_size(), 0, &g));
    CHECK_OK(ga_put_nb(g, ga_rank(), ga_rank(), far, far, &out, 1, &first));
    ga_handle_t copy = first, old = first;
    CHECK_OK(ga_wait(&first));
    CHECK_OK(ga_wait(&copy));
    CHECK_INT(0, copy);
    for (int k = 0; k < n; ++k) {
        ga_handle_t stale = old;
        int done = -1;
        out = k;
        CHECK_OK(ga_put_nb(g, ga_rank(), ga_rank(), far, far, &out, 1, &now));
        CHECK(now == 0 || now != old); /* reused slots carry another generation */
        if (k % 100 == 0) {
            CHECK_OK(ga_test(&stale, &done));
            CHECK_INT(1, done);
            CHECK_INT(0, stale);
        }
        old = now ? now : old;
        CHECK_OK(ga_wait(&now));
        CHECK_OK(ga_get(g, ga_rank(), ga_rank(), far, far, &in, 1));
        CHECK(in == k);
    }
    /* A retired handle given to a transfer starts a new one. */
    now = old;
    out = -3;
    CHECK_OK(ga_put_nb(g, ga_rank(), ga_rank(), far, far, &out, 1, &now));
    CHECK_OK(ga_wait(&now));
    CHECK_OK(ga_get(g, ga_rank(), ga_rank(), far, far, &in, 1));
    CHECK(in == -3);
    now = 0;
    CHECK_OK(ga_wait(&now)); /* none: complete */
    CHECK_OK(ga_destroy(g));
}

/* Testing until it is done; what was fetched is there then. */
static void test_until_done(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    patch_t patch = patch_random(rng, m->whole.ndim, m->dims);
    buffer_t b = buffer_create_random(rng, m->type, &patch);
    ga_handle_t handle = 0;
    int done = 0, again = 0;

    CHECK_OK(ga_test(&handle, &again));
    CHECK_INT(1, again);
    CHECK_OK(ga_get_nb_nd(twin->g, patch.lo, patch.hi, b.data, b.ld, &handle));
    while (!done) {
        if (!CHECK_OK(ga_test(&handle, &done)))
            break;
        CHECK(!done || handle == 0);
    }
    CHECK_MODEL(m, &b);
    CHECK_OK(ga_test(&handle, &again));
    CHECK_INT(1, again);
    buffer_free(&b);
}

TEST_CASE_IN("engines", nb_test, TEST_GA)
{
    each_twin(test_until_done);
}

/* Accumulate 1 to all elements of row `rank` of the array, one by one, without blocking. */
static void start_row(ga_t g, const double *one, ga_handle_t *handle, int64_t n)
{
    for (int64_t k = 0; k < n; ++k)
        CHECK_OK(ga_acc_nb(g, ga_rank(), ga_rank(), k, k, one, 1, one, handle));
}

static ga_t fenced;

static int fence_array(void)
{
    return ga_fence_array(fenced);
}

static int acknowledge_array(void)
{
    ga_handle_t handle = 0;
    int status = ga_fence_array_nb(fenced, &handle);

    return status == ASHLAR_OK ? ga_wait(&handle) : status;
}

/* ga_wait_all, the fences and ga_sync complete what is under way; its handle is then retired. */
TEST_CASE_IN("engines", nb_completed_by_others, TEST_GA)
{
    enum { N = 40 };
    int (*const complete[])(void) = {ga_wait_all, ga_fence, fence_array, acknowledge_array,
                                     ga_sync};
    const double one = 1;
    double row[N];
    int64_t wrong = 0;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, ga_size(), N, "completed", ga_size(), 0, &g));
    CHECK_OK(ga_zero(g));
    fenced = g;
    for (int k = 0; k < (int)(sizeof complete / sizeof *complete); ++k) {
        ga_handle_t handle = 0;
        int done = 0;
        start_row(g, &one, &handle, N);
        CHECK_OK(complete[k]());
        CHECK_OK(ga_test(&handle, &done));
        CHECK_INT(1, done);
        CHECK_OK(ga_get(g, ga_rank(), ga_rank(), 0, N - 1, row, 1));
        for (int j = 0; j < N; ++j)
            wrong += row[j] != k + 1;
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
}

/* Each handle comes once from ga_wait_any and ga_wait_some, with what it names. */
TEST_CASE_IN("engines", nb_any, TEST_GA)
{
    const int64_t rows = ga_size();
    double found[16];
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, rows, 16, "any", 1, 16, &g));
    CHECK_OK(ga_zero(g));
    for (int j = 0; j < 16; ++j)
        found[j] = 100 * ga_rank() + j;
    CHECK_OK(ga_put(g, ga_rank(), ga_rank(), 0, 15, found, 1));
    CHECK_OK(ga_sync());
    for (int way = 0; way < 2; ++way) {
        ga_handle_t handle[16] = {0};
        int left = 0, count, indices[16];
        memset(found, 0, sizeof found);
        for (int j = 0; j < 16; ++j) {
            CHECK_OK(ga_get_nb(g, j % rows, j % rows, j, j, &found[j], 1, &handle[j]));
            left += handle[j] != 0;
        }
        do {
            if (way == 0)
                CHECK_OK(ga_wait_any(16, handle, &indices[0]));
            else
                CHECK_OK(ga_wait_some(16, handle, &count, indices));
            count = way == 0 ? indices[0] >= 0 : count;
            left -= count;
            for (int k = 0; k < count; ++k)
                CHECK(found[indices[k]] == (double)(100 * (indices[k] % rows) + indices[k]));
        } while (count > 0);
        CHECK_INT(0, left);
        for (int j = 0; j < 16; ++j)
            CHECK(handle[j] == 0 && found[j] == (double)(100 * (j % rows) + j));
    }
    CHECK_OK(ga_destroy(g));
}
