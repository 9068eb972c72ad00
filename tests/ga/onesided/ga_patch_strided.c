/* Every step-th element of a patch against the model. */
#include "ga/each.h"

enum { ROUNDS = 3 };

/* The ranks take turns at writing; all read a choice of their own. */
static void put_get_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    int ndim = m->whole.ndim;
    rng_t own = rng_seed((uint64_t)ga_rank() + 1);
    int64_t step[ASHLAR_MAX_DIM];

    for (int round = 0; round < ROUNDS; ++round) {
        patch_t patch = patch_random(rng, ndim, m->dims);
        patch_t selected = patch_random_strided(rng, &patch, step);
        buffer_t b = buffer_create_random(rng, m->type, &selected);
        buffer_randomize(&b, rng, 99);
        if (round % ga_size() == ga_rank())
            CHECK_OK(ga_put_strided_nd(twin->g, patch.lo, patch.hi, step, b.data, b.ld));
        view_put(m, &b, step);
        buffer_free(&b);
        CHECK_OK(ga_sync());

        patch = patch_random(&own, ndim, m->dims);
        selected = patch_random_strided(&own, &patch, step);
        b = buffer_create_random(&own, m->type, &selected);
        CHECK_OK(ga_get_strided_nd(twin->g, patch.lo, patch.hi, step, b.data, b.ld));
        CHECK_VIEW(m, &b, step);
        buffer_free(&b);
        CHECK_OK(ga_sync());
    }
}

TEST_CASE_IN("engines", strided_put_get, TEST_GA)
{
    each_twin(put_get_rounds);
}

/* All ranks at once, each its own elements and factor; buffers without gaps pass no ld. */
static void acc_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    int64_t step[ASHLAR_MAX_DIM];

    for (int turn = 0; turn < ROUNDS * ga_size(); ++turn) {
        patch_t patch = patch_random(rng, m->whole.ndim, m->dims);
        patch_t selected = patch_random_strided(rng, &patch, step);
        bool dense = turn % 2;
        buffer_t b = dense ? buffer_create(m->type, &selected, NULL)
                           : buffer_create_random(rng, m->type, &selected);
        buffer_randomize(&b, rng, 9);
        scalar_t alpha = scalar_as(m->type, (double)rng_range(rng, -3, 3), (double)(turn % 3));
        if (turn % ga_size() == ga_rank()) {
            element_t factor = element_of(m->type, alpha);
            CHECK_OK(ga_acc_strided_nd(twin->g, patch.lo, patch.hi, step, b.data,
                                       dense ? NULL : b.ld, &factor));
        }
        view_acc(m, &b, step, alpha);
        buffer_free(&b);
    }
}

TEST_CASE_IN("engines", strided_acc, TEST_GA)
{
    each_twin(acc_rounds);
}

/* A step beyond the patch selects the first element only; a step of the extent of a block visits
 * each block once; an empty patch nothing. */
static void lone_steps(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    const int64_t lo[2] = {3, 2}, hi[2] = {m->dims[0] - 1, m->dims[1] - 1};
    const int64_t steps[][2] = {{1000, 1000}, {1, 1000}, {1000, 1}, {7, 1}, {1, 5}, {INT64_MAX, 1}};
    const int64_t nothing[2] = {2, 5};

    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; ++k) {
        patch_t selected = patch_make(2, lo, hi);
        for (int d = 0; d < 2; ++d)
            selected.hi[d] = lo[d] + (hi[d] - lo[d]) / steps[k][d];
        buffer_t b = buffer_create_random(rng, m->type, &selected);
        buffer_randomize(&b, rng, 99);
        CHECK_OK(ga_sync());
        if (ga_rank() == (int)k % ga_size()) {
            CHECK_OK(ga_put_strided_nd(twin->g, lo, hi, steps[k], b.data, b.ld));
            CHECK_OK(ga_put_strided_nd(twin->g, lo, nothing, steps[k], b.data, b.ld));
        }
        view_put(m, &b, steps[k]);
        CHECK_OK(ga_sync());
        buffer_fill(&b, (scalar_t){0, 0});
        CHECK_OK(ga_get_strided_nd(twin->g, lo, hi, steps[k], b.data, b.ld));
        CHECK_VIEW(m, &b, steps[k]);
        buffer_free(&b);
    }
}

TEST_CASE_IN("engines", strided_lone_steps, TEST_GA)
{
    each_matrix((int64_t[]){17, 12}, lone_steps);
}
