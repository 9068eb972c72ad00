/* Copies between patches of different shapes against the model: elements match in memory order. */
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

/* Any two of many distributions, from any number of dimensions to any other. */
TEST_CASE(reshape_between_kinds, TEST_GA)
{
    rng_t rng = rng_seed(84);
    const int rounds = test_nodes() > 1 ? 4 : 12;
    int copied = 0;

    for (int round = 0; round < rounds; ++round)
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            const int other = 1 + (round + 3 * ndim) % ASHLAR_MAX_DIM;
            const ashlar_type type = (ashlar_type)((round + ndim) % ASHLAR_TYPE_COUNT);
            twin_t a = twin_create(type, ndim, test_dims(ndim), (layout_t)(round % LAYOUT_COUNT),
                                   GA_GROUP_WORLD, 84);
            twin_t b = twin_create(type, other, test_dims(other),
                                   (layout_t)((round + ndim) % LAYOUT_COUNT), GA_GROUP_WORLD, 85);
            for (int k = 0; k < 4; ++k) {
                patch_t from = patch_random(&rng, ndim, a.model.dims), to;
                if (!patch_of_count(&rng, patch_count(&from), other, b.model.dims, &to))
                    continue;
                CHECK_OK(ga_copy_patch(a.g, from.lo, from.hi, b.g, to.lo, to.hi));
                model_copy_patch(&a.model, &from, &b.model, &to);
                ++copied;
            }
            CHECK_TWIN(&a);
            CHECK_TWIN(&b);
            twin_destroy(&b);
            twin_destroy(&a);
        }
    CHECK(copied > rounds);
}

/* Patches of one array, which overlap or not. */
TEST_CASE(reshape_within, TEST_GA)
{
    rng_t rng = rng_seed(86);
    const int rounds = test_nodes() > 1 ? 8 : 30;
    int copied = 0;

    for (int round = 0; round < rounds; ++round) {
        const int ndim = 1 + round % 4;
        twin_t a = twin_create(ASHLAR_INT, ndim, test_dims(ndim), (layout_t)(round % LAYOUT_COUNT),
                               GA_GROUP_WORLD, 87);
        for (int k = 0; k < 4; ++k) {
            patch_t from = patch_random(&rng, ndim, a.model.dims), to;
            if (!patch_of_count(&rng, patch_count(&from), ndim, a.model.dims, &to))
                continue;
            CHECK_OK(ga_copy_patch(a.g, from.lo, from.hi, a.g, to.lo, to.hi));
            model_copy_patch(&a.model, &from, &a.model, &to);
            ++copied;
        }
        CHECK_TWIN(&a);
        twin_destroy(&a);
    }
    CHECK(copied > rounds);
}

/* Records, between a vector and a matrix; then within the matrix, so that source and target
 * overlap. */
TEST_CASE(reshape_records, TEST_GA)
{
    enum { ROWS = 6, COLS = 8, N = ROWS * COLS, BYTES = 24 };
    const int64_t zero[2] = {0, 0}, last[2] = {ROWS - 1, COLS - 1}, end = N - 1;
    const int64_t narrow_lo[2] = {1, 0}, narrow_hi[2] = {2, 5}, wide_lo[2] = {0, 2},
                  wide_hi[2] = {3, 4};
    char values[N][BYTES], found[N][BYTES];
    ga_type type;
    ga_t vector, matrix;

    REQUIRE_OK(ga_type_create(BYTES, &type));
    REQUIRE_OK(ga_create_nd(type, 1, (int64_t[]){N}, "vector", NULL, GA_GROUP_WORLD, &vector));
    REQUIRE_OK(
        ga_create_nd(type, 2, (int64_t[]){ROWS, COLS}, "matrix", NULL, GA_GROUP_WORLD, &matrix));
    for (int k = 0; k < N; ++k)
        memset(values[k], 'A' + k, BYTES);
    if (ga_rank() == 0)
        CHECK_OK(ga_put_nd(vector, zero, &end, values, NULL));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_copy_patch(vector, zero, &end, matrix, zero, last));
    CHECK_OK(ga_get_nd(matrix, zero, last, found, (int64_t[]){ROWS}));
    CHECK(memcmp(values, found, sizeof found) == 0);
    CHECK_OK(ga_copy_patch(matrix, narrow_lo, narrow_hi, matrix, wide_lo, wide_hi));
    CHECK_OK(ga_get_nd(matrix, zero, last, found, (int64_t[]){ROWS}));
    char expected[N][BYTES];
    memcpy(expected, values, sizeof expected);
    for (int k = 0; k < 12; ++k)
        memcpy(expected[k % 4 + (2 + k / 4) * ROWS], values[1 + k % 2 + k / 2 * ROWS], BYTES);
    CHECK(memcmp(expected, found, sizeof found) == 0);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(matrix));
    CHECK_OK(ga_destroy(vector));
    CHECK_OK(ga_type_destroy(type));
}

/* Between an array of all ranks and one of the first of them, either way. */
TEST_CASE(reshape_groups, TEST_GA)
{
    const int64_t dims[2] = {12, 10}, extents[3] = {4, 6, 2};
    const patch_t p = patch_make(2, (int64_t[]){2, 1}, (int64_t[]){7, 8});
    const patch_t q = patch_make(3, (int64_t[]){0, 0, 0}, (int64_t[]){3, 5, 1});
    const patch_t r = patch_make(3, (int64_t[]){0, 1, 0}, (int64_t[]){3, 2, 1});
    const patch_t s = patch_make(2, (int64_t[]){4, 2}, (int64_t[]){5, 9});
    const int inside = ga_rank() < (ga_size() + 1) / 2;
    ga_group_t group = 0;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, inside ? 0 : -1, 0, &group));
    twin_t large = twin_create(ASHLAR_DOUBLE, 2, dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 88);
    model_t source = model_create(ASHLAR_DOUBLE, 3, extents);
    model_copy_patch(&large.model, &p, &source, &q);
    if (inside) {
        twin_t small = twin_create(ASHLAR_DOUBLE, 3, extents, LAYOUT_REGULAR, group, 89);
        CHECK_OK(ga_copy_patch(large.g, p.lo, p.hi, small.g, q.lo, q.hi));
        model_copy_patch(&large.model, &p, &small.model, &q);
        CHECK_TWIN(&small);
        CHECK_OK(ga_copy_patch(small.g, r.lo, r.hi, large.g, s.lo, s.hi));
        twin_destroy(&small);
    }
    model_copy_patch(&source, &r, &large.model, &s);
    CHECK_OK(ga_sync());
    CHECK_TWIN(&large);
    model_free(&source);
    twin_destroy(&large);
    if (inside)
        CHECK_OK(ga_group_destroy(group));
}

/* Pieces have a bound in bytes, too: so many elements at a time would be more than there is. */
TEST_CASE(reshape_large_records, TEST_GA)
{
    enum { BYTES = 1 << 20 };
    ga_type record;
    ga_t a, b;
    unsigned char *value = test_alloc(4 * BYTES);

    REQUIRE_OK(ga_type_create(BYTES, &record));
    REQUIRE_OK(ga_create(record, 2, 2, "square", 0, 0, &a));
    REQUIRE_OK(ga_create(record, 1, 4, "row", 0, 0, &b));
    for (int k = 0; k < 4; ++k)
        memset(value + (size_t)k * BYTES, k + 1, BYTES);
    if (test_rank() == 0)
        CHECK_OK(ga_put(a, 0, 1, 0, 1, value, 2));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_copy_patch(a, (int64_t[]){0, 0}, (int64_t[]){1, 1}, b, (int64_t[]){0, 0},
                           (int64_t[]){0, 3}));
    memset(value, 0, 4 * BYTES);
    CHECK_OK(ga_get(b, 0, 0, 0, 3, value, 1));
    for (int k = 0; k < 4; ++k) {
        const unsigned char *at = value + (size_t)k * BYTES;
        CHECK(at[0] == k + 1 && memcmp(at, at + 1, BYTES - 1) == 0);
    }
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_type_destroy(record));
    free(value);
}
