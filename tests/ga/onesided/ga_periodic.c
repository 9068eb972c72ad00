/* Patches that wrap around, several times and from negative indices, against the model. */
#include "ga/each.h"

enum { ROUNDS = 3 };

/* A put names no element twice, so that what it leaves is known: at most one turn. */
static void put_get_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    int ndim = m->whole.ndim;
    rng_t own = rng_seed((uint64_t)ga_rank() + 1);

    for (int round = 0; round < ROUNDS; ++round) {
        patch_t patch = patch_random_periodic(rng, ndim, m->dims, 1);
        for (int d = 0; d < ndim; ++d)
            if (patch.hi[d] > patch.lo[d] + m->dims[d] - 1)
                patch.hi[d] = patch.lo[d] + m->dims[d] - 1;
        buffer_t b = buffer_create_random(rng, m->type, &patch);
        buffer_randomize(&b, rng, 99);
        if (round % ga_size() == ga_rank())
            CHECK_OK(ga_put_periodic_nd(twin->g, patch.lo, patch.hi, b.data, b.ld));
        view_put(m, &b, NULL);
        buffer_free(&b);
        CHECK_OK(ga_sync());

        patch = patch_random_periodic(&own, ndim, m->dims, 4);
        b = buffer_create_random(&own, m->type, &patch);
        CHECK_OK(ga_get_periodic_nd(twin->g, patch.lo, patch.hi, b.data, b.ld));
        CHECK_VIEW(m, &b, NULL);
        buffer_free(&b);
        CHECK_OK(ga_sync());
    }
}

TEST_CASE_IN("engines", periodic_put_get, TEST_GA)
{
    each_twin(put_get_rounds);
}

/* All ranks at once; an element named several times is added to several times. */
static void acc_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;

    for (int rank = 0; rank < ga_size(); ++rank) {
        patch_t patch = patch_random_periodic(rng, m->whole.ndim, m->dims, 3);
        buffer_t b = buffer_create_random(rng, m->type, &patch);
        buffer_randomize(&b, rng, 9);
        scalar_t alpha = scalar_as(m->type, (double)rng_range(rng, -3, 3), 1);
        if (rank == ga_rank()) {
            element_t factor = element_of(m->type, alpha);
            CHECK_OK(ga_acc_periodic_nd(twin->g, patch.lo, patch.hi, b.data, b.ld, &factor));
        }
        view_acc(m, &b, NULL, alpha);
        buffer_free(&b);
    }
}

TEST_CASE_IN("engines", periodic_acc, TEST_GA)
{
    each_twin(acc_rounds);
}

/* Patches that begin or end at an edge, whole turns, single elements, empty patches; no ld. */
static void edges(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    const int64_t n = m->dims[0];
    const int64_t ranges[][2] = {
        {0, n - 1},   {-n, -1},       {n, 2 * n - 1},  {-1, -1},    {-1, 0},
        {n - 1, n},   {n, n},         {-n, n - 1},     {-n - 1, n}, {5, 4},
        {-n, -n - 1}, {3 * n, 3 * n}, {-3 * n, 2 * n}, {1, n},      {1000 * n, 1001 * n}};

    const size_t step = (size_t)thinned(5); /* others with each type */

    for (size_t k = (size_t)m->type % step; k < sizeof ranges / sizeof ranges[0]; k += step) {
        patch_t patch = patch_make(2, (int64_t[]){ranges[k][0], -2}, (int64_t[]){ranges[k][1], 3});
        buffer_t b = buffer_create(m->type, &patch, NULL);
        CHECK_OK(ga_get_periodic_nd(twin->g, patch.lo, patch.hi, b.data, NULL));
        CHECK_VIEW(m, &b, NULL);
        CHECK_OK(ga_sync());
        buffer_randomize(&b, rng, 5);
        if (ga_rank() == (int)k % ga_size()) {
            const element_t one = element_of(m->type, (scalar_t){1, 0});
            CHECK_OK(ga_acc_periodic_nd(twin->g, patch.lo, patch.hi, b.data, NULL, &one));
        }
        view_acc(m, &b, NULL, (scalar_t){1, 0});
        buffer_free(&b);
        CHECK_OK(ga_sync());
    }
}

TEST_CASE_IN("engines", periodic_edges, TEST_GA)
{
    each_matrix((int64_t[]){11, 9}, edges);
}
