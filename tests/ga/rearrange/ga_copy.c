/* Copies of arrays and patches of all ranks against the model. */
#include <stdio.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

static void copy_patches(twin_t *a, twin_t *b, rng_t *rng, int times)
{
    for (int k = 0; k < times; ++k) {
        patch_t from = patch_random(rng, a->model.whole.ndim, a->model.dims);
        patch_t to = patch_moved(rng, &from, b->model.dims);
        CHECK_OK(ga_copy_patch(a->g, from.lo, from.hi, b->g, to.lo, to.hi));
        model_copy_patch(&a->model, &from, &b->model, &to);
    }
}

/* Any two of many distributions, of any number of dimensions. */
TEST_CASE(copy_between_kinds, TEST_GA)
{
    rng_t rng = rng_seed(77);
    int rounds = test_nodes() > 1 ? 10 : 40;

    for (int round = 0; round < rounds; ++round)
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            ashlar_type type = (ashlar_type)((round + ndim) % ASHLAR_TYPE_COUNT);
            uint64_t seed = (uint64_t)(1000 * round + 10 * ndim);
            twin_t a = twin_create(type, ndim, test_dims(ndim), (layout_t)(round % LAYOUT_COUNT),
                                   GA_GROUP_WORLD, seed);
            twin_t b = twin_create(type, ndim, test_dims(ndim),
                                   (layout_t)(round / 2 % LAYOUT_COUNT), GA_GROUP_WORLD, seed + 5);
            copy_patches(&a, &b, &rng, 2);
            CHECK_TWIN(&b);
            CHECK_OK(ga_copy(a.g, b.g));
            patch_t all = a.model.whole;
            model_copy_patch(&a.model, &all, &b.model, &all);
            CHECK_TWIN(&a);
            CHECK_TWIN(&b);
            twin_destroy(&b);
            twin_destroy(&a);
        }
}

/* Blocks smaller and larger than each other, with and without common multiples. */
TEST_CASE(copy_widths, TEST_GA)
{
    rng_t rng = rng_seed(78);
    const int64_t dims[2] = {211, 97};

    for (int round = 0; round < (test_nodes() > 1 ? 6 : 20); ++round) {
        twin_t a = twin_create(ASHLAR_DOUBLE, 2, dims, LAYOUT_REGULAR, GA_GROUP_WORLD,
                               900 + (uint64_t)round);
        twin_t b = twin_create(ASHLAR_DOUBLE, 2, dims, LAYOUT_IRREGULAR, GA_GROUP_WORLD,
                               950 + (uint64_t)round);
        copy_patches(&a, &b, &rng, 3);
        copy_patches(&b, &a, &rng, 3);
        CHECK_TWIN(&a);
        CHECK_TWIN(&b);
        twin_destroy(&b);
        twin_destroy(&a);
    }
}

/* An array in blocks of this width, 0: as wide as can be; a grid is all ranks along dimension 0. */
static ga_t create_blocks(ga_kind kind, int64_t width, int ndim, const int64_t *dims)
{
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = ndim, .kind = kind};
    ga_t g = 0;

    for (int d = 0; d < ndim; ++d) {
        spec.dims[d] = dims[d];
        spec.block[d] = width;
        if (kind != GA_BLOCK_CYCLIC)
            spec.grid[d] = d == 0 ? ga_size() : 1;
    }
    CHECK_OK(ga_create_spec(&spec, &g));
    return g;
}

/* Many blocks alike in every dimension, on one side or both: a transfer would have more levels than
 * it may have. Whole arrays, and patches that begin and end within blocks. */
TEST_CASE(copy_many_blocks, TEST_GA)
{
    static const struct {
        ga_kind kind;
        int64_t width;
    } sides[] = {{GA_TILED, 2},     {GA_REGULAR, 0},      {GA_TILED, 4},       {GA_TILED, 3},
                 {GA_SCALAPACK, 2}, {GA_BLOCK_CYCLIC, 2}, {GA_BLOCK_CYCLIC, 3}};
    enum { SIDES = sizeof sides / sizeof sides[0] };
    const int64_t extents[ASHLAR_MAX_DIM][ASHLAR_MAX_DIM] = {
        {120},           {16, 37},           {8, 14, 15},          {8, 8, 11, 8},
        {8, 5, 6, 5, 4}, {4, 5, 4, 4, 4, 4}, {4, 4, 4, 4, 4, 4, 4}};
    /* some of them, where each takes longer */
    const int apart = test_nodes() > 1 ? 11 : test_size() > 1 ? 5 : 1;
    rng_t rng = rng_seed(81);

    for (int k = test_size() % apart; k < SIDES * SIDES * ASHLAR_MAX_DIM; k += apart) {
        int from = k % SIDES, to = k / SIDES % SIDES, ndim = 1 + k / (SIDES * SIDES);
        int64_t dims[ASHLAR_MAX_DIM];
        for (int d = 0; d < ndim; ++d)
            dims[d] = extents[ndim - 1][d] * (d == 0 ? ga_size() : 1);
        twin_t a = twin_adopt(create_blocks(sides[from].kind, sides[from].width, ndim, dims), 90);
        twin_t b = twin_adopt(create_blocks(sides[to].kind, sides[to].width, ndim, dims), 91);
        copy_patches(&a, &b, &rng, 3);
        CHECK_TWIN(&b);
        CHECK_OK(ga_copy(a.g, b.g));
        patch_t all = a.model.whole;
        model_copy_patch(&a.model, &all, &b.model, &all);
        CHECK_TWIN(&a);
        CHECK_TWIN(&b);
        twin_destroy(&b);
        twin_destroy(&a);
    }
}

/* A call that succeeds leaves the message of the last failure alone, also where blocks are far. */
TEST_CASE(copy_keeps_message, TEST_GA)
{
    const int64_t dims[2] = {24, 24};
    twin_t a = twin_adopt(create_blocks(GA_REGULAR, 0, 2, dims), 92);
    twin_t b = twin_adopt(create_blocks(GA_TILED, 3, 2, dims), 93);
    int64_t blocks = 0;
    ga_block_t block;
    char said[256];

    CHECK_STATUS(ASHLAR_ESTATE, ga_release(a.g));
    snprintf(said, sizeof said, "%s", ashlar_error_message());
    CHECK_CONTAINS(said, "ga_release");
    CHECK_OK(ga_copy(a.g, b.g));
    CHECK_OK(ga_transpose(b.g, a.g));
    CHECK_OK(ga_inquire_blocks(b.g, &blocks));
    for (int64_t k = 0; k < blocks; ++k)
        CHECK_OK(ga_block_by_number(b.g, k, &block));
    CHECK_INT(64, blocks);
    CHECK_TEXT(said, ashlar_error_message());
    twin_destroy(&b);
    twin_destroy(&a);
}

/* Patches of one array: apart from each other, and the same. */
TEST_CASE(copy_within, TEST_GA)
{
    twin_t a = twin_create(ASHLAR_LONG, 2, (int64_t[]){40, 31}, LAYOUT_REGULAR, GA_GROUP_WORLD, 60);
    patch_t left = patch_make(2, (int64_t[]){3, 0}, (int64_t[]){36, 14});
    patch_t right = patch_make(2, (int64_t[]){6, 15}, (int64_t[]){39, 29});
    patch_t none = patch_make(2, (int64_t[]){5, 4}, (int64_t[]){4, 8});

    CHECK_OK(ga_copy_patch(a.g, left.lo, left.hi, a.g, right.lo, right.hi));
    model_copy_patch(&a.model, &left, &a.model, &right);
    CHECK_TWIN(&a);
    CHECK_OK(ga_copy_patch(a.g, left.lo, left.hi, a.g, left.lo, left.hi));
    CHECK_OK(ga_copy_patch(a.g, none.lo, none.hi, a.g, none.lo, none.hi));
    CHECK_OK(ga_copy(a.g, a.g));
    CHECK_TWIN(&a);
    twin_destroy(&a);
}

/* Patches of one array that overlap, moved by little or much in some or all dimensions. */
TEST_CASE(copy_overlapping, TEST_GA)
{
    rng_t rng = rng_seed(80);
    int rounds = test_nodes() > 1 ? 8 : 40;

    for (int round = 0; round < rounds; ++round) {
        int ndim = 1 + round % 4;
        const int64_t *dims = test_dims(ndim);
        twin_t a = twin_create(ASHLAR_INT, ndim, dims, (layout_t)(round % LAYOUT_COUNT),
                               GA_GROUP_WORLD, 700 + (uint64_t)round);
        for (int time = 0; time < 4; ++time) {
            patch_t from = patch_whole(ndim, dims), to = from;
            for (int d = 0; d < ndim; ++d) {
                int64_t most = dims[d] < 2 || rng_range(&rng, 0, 2) == 0 ? 0 : dims[d] / 2;
                int64_t by = rng_range(&rng, -most, most);
                from.lo[d] += by < 0 ? -by : 0;
                from.hi[d] -= by > 0 ? by : 0;
                to.lo[d] += by > 0 ? by : 0;
                to.hi[d] -= by < 0 ? -by : 0;
            }
            CHECK_OK(ga_copy_patch(a.g, from.lo, from.hi, a.g, to.lo, to.hi));
            model_copy_patch(&a.model, &from, &a.model, &to);
            CHECK_TWIN(&a);
        }
        twin_destroy(&a);
    }
}
