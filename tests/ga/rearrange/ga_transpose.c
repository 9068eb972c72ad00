/* copy, transpose and symmetrize against the model. */
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

void copy_twice(twin_t *a, twin_t *b, twin_t *c)
{
    const scalar_t one = {1, 0}, zero = {0, 0};

    CHECK_OK(ga_copy(a->g, b->g));
    CHECK_OK(ga_copy(b->g, c->g));
    model_add(one, &a->model, zero, &a->model, &b->model);
    model_add(one, &a->model, zero, &a->model, &c->model);
}

TEST_CASE(copy_all, TEST_GA)
{
    each_operands(copy_twice);
}

static void transpose_of(ashlar_type type, const int64_t *dims, layout_t from, layout_t to)
{
    const uint64_t seed = 80 + 10 * (uint64_t)dims[0] + (uint64_t)from + 3 * (uint64_t)to;
    twin_t a = twin_create(type, 2, dims, from, GA_GROUP_WORLD, seed);
    twin_t b = twin_create(type, 2, (int64_t[]){dims[1], dims[0]}, to, GA_GROUP_WORLD, seed + 5);

    CHECK_OK(ga_transpose(a.g, b.g));
    model_transpose(&a.model, &b.model);
    CHECK_TWIN(&a);
    CHECK_TWIN(&b);
    twin_destroy(&b);
    twin_destroy(&a);
}

TEST_CASE(transpose_all, TEST_GA)
{
    static const int64_t shapes[][2] = {{17, 12}, {1, 9}, {9, 1}, {1, 1}, {40, 40}, {3, 70}};

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
            for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
                transpose_of(type, shapes[s], layout, LAYOUT_REGULAR);
                transpose_of(type, shapes[s], LAYOUT_REGULAR, layout);
            }
        }
        /* more than one tile in both dimensions, and one that lacks a row and a column */
        transpose_of(type, (int64_t[]){127 * ga_size(), 127}, LAYOUT_REGULAR, LAYOUT_REGULAR);
        transpose_of(type, (int64_t[]){290, 261}, LAYOUT_IRREGULAR, LAYOUT_REGULAR);
    }
}

/* ---- patches --------------------------------------------------------------------------------- */

/* By way of a copy of what is read: a may be b. */
static void model_transpose_patch(const model_t *a, const patch_t *from, model_t *b,
                                  const patch_t *to)
{
    int64_t rows = from->hi[0] - from->lo[0] + 1, cols = from->hi[1] - from->lo[1] + 1;
    scalar_t *read = malloc((size_t)(rows * cols + 1) * sizeof *read);

    for (int64_t j = 0; j < cols; ++j)
        for (int64_t i = 0; i < rows; ++i)
            read[i + j * rows] = *model_at(a, (int64_t[]){from->lo[0] + i, from->lo[1] + j});
    for (int64_t j = 0; j < cols; ++j)
        for (int64_t i = 0; i < rows; ++i)
            *model_at(b, (int64_t[]){to->lo[0] + j, to->lo[1] + i}) = read[i + j * rows];
    free(read);
}

/* The patch that a patch fills when it is transposed, anywhere in an array of these extents; at
 * most as much of the patch as fits there. */
static patch_t place_transposed(rng_t *rng, patch_t *from, const int64_t *dims)
{
    patch_t to = *from;

    for (int d = 0; d < 2; ++d) {
        int64_t extent = from->hi[1 - d] - from->lo[1 - d] + 1;
        if (extent > dims[d]) {
            extent = dims[d];
            from->hi[1 - d] = from->lo[1 - d] + extent - 1;
        }
        to.lo[d] = rng_range(rng, 0, dims[d] - extent);
        to.hi[d] = to.lo[d] + extent - 1;
    }
    return to;
}

static void transpose_patches(twin_t *a, twin_t *b, rng_t *rng, int times)
{
    for (int k = 0; k < times; ++k) {
        patch_t from = patch_random(rng, 2, a->model.dims);
        patch_t to = place_transposed(rng, &from, b->model.dims);
        CHECK_OK(ga_transpose_patch(a->g, from.lo, from.hi, b->g, to.lo, to.hi));
        model_transpose_patch(&a->model, &from, &b->model, &to);
    }
    CHECK_TWIN(a);
    CHECK_TWIN(b);
}

TEST_CASE(transpose_patch, TEST_GA)
{
    static const int64_t shapes[][2] = {{41, 67}, {130, 23}, {1, 50}, {50, 1}, {19, 260}};
    rng_t rng = rng_seed(90);
    int rounds = test_nodes() > 1 ? 10 : 35;

    for (int round = 0; round < rounds; ++round) {
        ashlar_type type = (ashlar_type)(round % ASHLAR_TYPE_COUNT);
        twin_t a = twin_create(type, 2, shapes[round % 5], (layout_t)(round % LAYOUT_COUNT),
                               GA_GROUP_WORLD, 700 + (uint64_t)round);
        twin_t b = twin_create(type, 2, shapes[(round / 5 + round) % 5],
                               (layout_t)(round / 2 % LAYOUT_COUNT), GA_GROUP_WORLD,
                               800 + (uint64_t)round);
        transpose_patches(&a, &b, &rng, 3);
        twin_destroy(&b);
        twin_destroy(&a);
    }
}

/* More than 100,000 elements of a block, at odd places. */
TEST_CASE(transpose_large, TEST_GA)
{
    const ashlar_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CDOUBLE};
    const int64_t dims[2] = {611, 419};

    for (int t = 0; t < 3; ++t) {
        twin_t a = twin_create(types[t], 2, dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 610);
        twin_t b = twin_create(types[t], 2, (int64_t[]){dims[1] + 3, dims[0] + 5}, LAYOUT_REGULAR,
                               GA_GROUP_WORLD, 611);
        patch_t from = patch_make(2, (int64_t[]){1, 3}, (int64_t[]){dims[0] - 3, dims[1] - 1});
        patch_t to = patch_make(2, (int64_t[]){5, 2}, (int64_t[]){dims[1] + 1, dims[0] - 2});
        CHECK_OK(ga_transpose_patch(a.g, from.lo, from.hi, b.g, to.lo, to.hi));
        model_transpose_patch(&a.model, &from, &b.model, &to);
        CHECK_TWIN(&a);
        CHECK_TWIN(&b);
        twin_destroy(&b);
        twin_destroy(&a);
    }
}

/* More than one message between nodes, of long columns and of short ones. */
TEST_CASE(transpose_long, TEST_GA)
{
    const ashlar_type types[] = {ASHLAR_INT, ASHLAR_DOUBLE, ASHLAR_CDOUBLE};
    static const int64_t shapes[][2] = {{2611, 77}, {77, 2611}, {9, 9001}, {9001, 9}, {700, 403}};

    for (int t = 0; t < 3; ++t)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
            layout_t layout = (layout_t)((size_t)t + s) % LAYOUT_COUNT;
            transpose_of(types[t], shapes[s], layout, LAYOUT_REGULAR);
            transpose_of(types[t], shapes[s], LAYOUT_REGULAR, layout);
        }
}

/* From 8 MiB by each rank on, lines go past the caches. */
TEST_CASE(transpose_streamed, TEST_GA)
{
    const int64_t dims[2] = {1040, 520 * ga_size()};

    transpose_of(ASHLAR_CDOUBLE, dims, LAYOUT_REGULAR, LAYOUT_REGULAR);
    transpose_of(ASHLAR_CDOUBLE, dims, LAYOUT_IRREGULAR, LAYOUT_IRREGULAR);
}

/* Patches of one array apart from each other, and patches without elements. */
TEST_CASE(transpose_within, TEST_GA)
{
    twin_t a = twin_create(ASHLAR_LONG, 2, (int64_t[]){70, 61}, LAYOUT_REGULAR, GA_GROUP_WORLD, 60);
    patch_t left = patch_make(2, (int64_t[]){3, 0}, (int64_t[]){32, 14});
    patch_t right = patch_make(2, (int64_t[]){10, 15}, (int64_t[]){24, 44});
    patch_t none = patch_make(2, (int64_t[]){5, 4}, (int64_t[]){4, 8});
    patch_t flat = patch_make(2, (int64_t[]){5, 4}, (int64_t[]){9, 3});

    CHECK_OK(ga_transpose_patch(a.g, left.lo, left.hi, a.g, right.lo, right.hi));
    model_transpose_patch(&a.model, &left, &a.model, &right);
    CHECK_TWIN(&a);
    CHECK_OK(ga_transpose_patch(a.g, none.lo, none.hi, a.g, flat.lo, flat.hi));
    CHECK_TWIN(&a);
    twin_destroy(&a);
}

/* ---- symmetrize ------------------------------------------------------------------------------ */

TEST_CASE(symmetrize_all, TEST_GA)
{
    for (ashlar_type type = 0; type < ASHLAR_FLOAT; ++type) { /* half of an odd sum is no integer */
        twin_t a = twin_create(type, 2, (int64_t[]){5, 5}, LAYOUT_REGULAR, GA_GROUP_WORLD, 1);
        CHECK_STATUS(ASHLAR_ETYPE, ga_symmetrize(a.g));
        CHECK_TWIN(&a);
        twin_destroy(&a);
    }
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
            for (int64_t n = 1; n <= 289; n += n < 33 ? 8 : 256) {
                twin_t a =
                    twin_create(type, 2, (int64_t[]){n, n}, layout, GA_GROUP_WORLD, (uint64_t)n);
                CHECK_OK(ga_symmetrize(a.g));
                model_symmetrize(&a.model);
                CHECK_TWIN(&a);
                twin_destroy(&a);
            }
        }
    }
}

/* Matrices of the last two dimensions; extents that distributions cut along all of them. */
TEST_CASE(symmetrize_dimensions, TEST_GA)
{
    static const int64_t shapes[][5] = {
        {3, 9, 9}, {40, 21, 21}, {1, 150, 150}, {2, 3, 12, 12}, {2, 2, 3, 7, 7}};

    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout)
            for (int s = 0; s < 5; ++s) {
                int ndim = s < 3 ? 3 : s + 1;
                twin_t a =
                    twin_create(type, ndim, shapes[s], layout, GA_GROUP_WORLD, 70 + (uint64_t)s);
                CHECK_OK(ga_symmetrize(a.g));
                model_symmetrize(&a.model);
                CHECK_TWIN(&a);
                twin_destroy(&a);
            }
    twin_t oblong =
        twin_create(ASHLAR_DOUBLE, 3, (int64_t[]){4, 4, 5}, LAYOUT_REGULAR, GA_GROUP_WORLD, 75);
    CHECK_STATUS(ASHLAR_ESHAPE, ga_symmetrize(oblong.g));
    CHECK(strstr(ashlar_error_message(), "4 x 5 in its last two dimensions") != NULL);
    CHECK_TWIN(&oblong);
    twin_destroy(&oblong);
}
