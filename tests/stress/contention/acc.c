/* All ranks accumulate into patches that overlap: no addition is lost, in any type. */
#include <stdlib.h>

#include "harness/harness.h"
#include "model/twin.h"

enum { N = 32 };

/* Rounds of one case: between nodes an accumulate costs a hundred times as much. */
static int rounds(void)
{
    return test_nodes() > 1 ? 8 : 8000;
}

/* How a rank's patch follows from its rank. */
typedef patch_t (*choose_t)(int rank);

/* All ranks add their patch some times at once, then the array must equal the model. */
static void contend(ashlar_type type, choose_t choose)
{
    const int64_t dims[2] = {N, N};
    twin_t twin = twin_create(type, 2, dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 90);

    for (int rank = 0; rank < ga_size(); ++rank) {
        patch_t patch = choose(rank);
        buffer_t buffer = buffer_create(type, &patch, (int64_t[]){rank % 3, 0});
        rng_t rng = rng_seed((uint64_t)rank);
        scalar_t alpha = scalar_as(type, 1 + rank % 2, rank % 2);
        const element_t factor = element_of(type, alpha);
        buffer_randomize(&buffer, &rng, 4);
        model_acc(&twin.model, &buffer, scalar_mul((scalar_t){rounds(), 0}, alpha));
        if (rank == ga_rank()) {
            CHECK_OK(ga_sync()); /* all start together */
            for (int round = 0; round < rounds(); ++round)
                CHECK_OK(ga_acc_nd(twin.g, patch.lo, patch.hi, buffer.data, buffer.ld, &factor));
        }
        buffer_free(&buffer);
    }
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
}

static void contend_all(choose_t choose)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        contend(type, choose);
}

/* The whole array: contiguous within a block where the array is cut along columns only. */
static patch_t whole(int rank)
{
    (void)rank;
    return patch_whole(2, (int64_t[]){N, N});
}

TEST_CASE(acc_same_patch, TEST_GA)
{
    contend_all(whole);
}

/* One patch for all that reaches into every block: strided everywhere. */
static patch_t inner(int rank)
{
    (void)rank;
    return patch_make(2, (int64_t[]){3, 3}, (int64_t[]){N - 4, N - 4});
}

TEST_CASE(acc_inner_patch, TEST_GA)
{
    contend_all(inner);
}

/* Each rank's patch overlaps those of the next ones; there are so many different ones. */
static patch_t shifted(int rank)
{
    enum { DIFFERENT = N / 4 };
    const int by = rank % DIFFERENT;
    return patch_make(2, (int64_t[]){by, 2 * by}, (int64_t[]){by + N / 2, 2 * by + N / 2});
}

TEST_CASE(acc_overlapping, TEST_GA)
{
    contend_all(shifted);
}

TEST_CASE(acc_one_element, TEST_GA)
{
    const int additions = 2 * rounds();

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        const element_t one = element_of(type, (scalar_t){1, 1});
        const int64_t at[2] = {N - 1, 0};
        twin_t twin = twin_create(type, 2, (int64_t[]){N, N}, LAYOUT_REGULAR, GA_GROUP_WORLD, 91);
        for (int k = 0; k < additions; ++k)
            CHECK_OK(ga_acc_nd(twin.g, at, at, &one, NULL, &one));
        scalar_t added = scalar_mul(scalar_as(type, 1, 1), scalar_as(type, 1, 1));
        added = scalar_mul((scalar_t){additions * ga_size(), 0}, added);
        *model_at(&twin.model, at) = scalar_add(*model_at(&twin.model, at), added);
        CHECK_TWIN(&twin);
        twin_destroy(&twin);
    }
}

/* Long runs, longer than anything that is locked as a whole, that begin far apart. */
TEST_CASE(acc_long_runs, TEST_GA)
{
    enum { LENGTH = 20000, APART = 2333 };

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        const int64_t dims[1] = {LENGTH}, first[1] = {APART * ga_rank()};
        const element_t one = element_of(type, (scalar_t){1, 0});
        twin_t twin = twin_create(type, 1, dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 94);
        buffer_t buffer = buffer_create(type, &twin.model.whole, NULL);
        buffer_fill(&buffer, (scalar_t){1, -1});
        int times = test_nodes() > 1 ? 2 : 200;
        for (int round = 0; round < times; ++round)
            CHECK_OK(ga_acc_nd(twin.g, first, (int64_t[]){LENGTH - 1}, buffer.data, NULL, &one));
        for (int64_t k = 0; k < LENGTH; ++k) {
            double ranks = k / APART < ga_size() ? (double)(k / APART + 1) : ga_size();
            scalar_t *element = model_at(&twin.model, &k);
            *element = scalar_add(*element, scalar_as(type, times * ranks, -times * ranks));
        }
        CHECK_TWIN(&twin);
        buffer_free(&buffer);
        twin_destroy(&twin);
    }
}

/* Every rank adds its own sequence of random patches. */
static void add_patches(twin_t *twin, int patches)
{
    model_t *m = &twin->model;
    const element_t one = element_of(m->type, (scalar_t){1, 0});

    for (int rank = 0; rank < ga_size(); ++rank) {
        rng_t rng = rng_seed((uint64_t)(100 * rank + m->whole.ndim));
        for (int k = 0; k < patches; ++k) {
            patch_t p = patch_random(&rng, m->whole.ndim, m->dims);
            buffer_t b = buffer_create_random(&rng, m->type, &p);
            buffer_randomize(&b, &rng, 9);
            if (rank == ga_rank())
                CHECK_OK(ga_acc_nd(twin->g, p.lo, p.hi, b.data, b.ld, &one));
            model_acc(m, &b, (scalar_t){1, 0});
            buffer_free(&b);
        }
    }
}

/* Arrays of 1 to 7 dimensions. */
TEST_CASE(acc_random_nd, TEST_GA)
{
    for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
        for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
            twin_t twin = twin_create(type, ndim, test_dims(ndim), LAYOUT_IRREGULAR, GA_GROUP_WORLD,
                                      (uint64_t)ndim);
            add_patches(&twin, 12);
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
    }
}

enum { LISTED = 200, SMALL = 9 };

/* Index pairs full of duplicates with small values, different for each rank. */
static void make_list(ashlar_type type, int rank, int64_t *index, char *values)
{
    rng_t rng = rng_seed((uint64_t)rank);

    for (int k = 0; k < LISTED; ++k) {
        index[2 * k] = rng_range(&rng, 0, SMALL - 1);
        index[2 * k + 1] = rng_range(&rng, 0, SMALL - 1);
        scalar_store(type, values + (size_t)k * type_bytes(type),
                     scalar_as(type, k % 5 - 2, k % 3));
    }
}

/* Single elements from lists, against patches at the same time. */
TEST_CASE(acc_scattered, TEST_GA)
{
    const int64_t dims[2] = {SMALL, SMALL};
    int64_t index[2 * LISTED];
    _Alignas(16) char values[16 * LISTED];
    const int times = test_nodes() > 1 ? 20 : 1000;

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        twin_t twin = twin_create(type, 2, dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 92);
        const element_t two = element_of(type, (scalar_t){2, 0});
        buffer_t all = buffer_create(type, &twin.model.whole, NULL);
        buffer_fill(&all, (scalar_t){1, 0});
        for (int rank = 0; rank < ga_size(); ++rank) {
            make_list(type, rank, index, values);
            model_scatter_acc(&twin.model, LISTED, index, values, (scalar_t){2 * times, 0});
            model_acc(&twin.model, &all, (scalar_t){2 * times, 0});
        }
        make_list(type, ga_rank(), index, values);
        CHECK_OK(ga_sync()); /* all start together */
        for (int round = 0; round < times; ++round) {
            CHECK_OK(ga_scatter_acc_nd(twin.g, LISTED, index, values, &two));
            CHECK_OK(ga_acc(twin.g, 0, SMALL - 1, 0, SMALL - 1, all.data, SMALL, &two));
        }
        CHECK_TWIN(&twin);
        buffer_free(&all);
        twin_destroy(&twin);
    }
}
