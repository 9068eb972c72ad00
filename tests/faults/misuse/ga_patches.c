/* Patches, indices, ranks, leading dimensions and pointers that do not fit the array. */
#include <stdio.h>
#include <string.h>

#include "misuse.h"

enum { ROWS = 17, COLS = 12 };

/* A 2-D array of doubles named 'twin'. */
static twin_t matrix(void)
{
    return twin_create(ASHLAR_DOUBLE, 2, (int64_t[]){ROWS, COLS}, LAYOUT_REGULAR, GA_GROUP_WORLD,
                       110);
}

/* Outside at each end, both ends, far outside, and reversed by more than one (which is no empty
 * patch). */
static const int64_t outside[][4] = {
    {-1, 3, 0, 3},          {0, ROWS, 0, 3},      {0, 3, -1, 3},      {0, 3, 0, COLS},
    {-2, ROWS + 1, 0, 3},   {ROWS, ROWS, 0, 0},   {0, 0, COLS, COLS}, {INT64_MIN, INT64_MAX, 0, 0},
    {0, INT64_MAX, 0, 0},   {INT64_MIN, 0, 0, 0}, {5, 3, 0, 3},       {0, 3, 7, 5},
    {ROWS + 1, ROWS, 0, 3}, {0, 3, -1, -2},       {4, 3, 0, COLS}, /* empty in one dimension,
                                                                      outside in the other */
    {0, ROWS, 4, 3},
};

TEST_CASE(ga_patches, TEST_GA)
{
    twin_t t = matrix();
    double buf[ROWS * COLS] = {0}, one = 1;
    void *ptr = NULL;
    int64_t ld = -5, n = -5;

    for (size_t k = 0; k < sizeof outside / sizeof outside[0]; ++k) {
        const int64_t *p = outside[k];
        MISUSE(ASHLAR_ERANGE, ga_put(t.g, p[0], p[1], p[2], p[3], buf, ROWS), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_get(t.g, p[0], p[1], p[2], p[3], buf, ROWS), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_acc(t.g, p[0], p[1], p[2], p[3], buf, ROWS, &one), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_access(t.g, p[0], p[1], p[2], p[3], &ptr, &ld), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_locate_region(t.g, p[0], p[1], p[2], p[3], 0, NULL, &n), "'twin'");
    }
    MISUSE(ASHLAR_ERANGE, ga_put(t.g, 3, 22, 0, 3, buf, 20), "rows 3..22", "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_put(t.g, 3, 5, 0, COLS, buf, 20), "columns 0..12");
    MISUSE(ASHLAR_ERANGE, ga_access(t.g, 4, 3, 0, 0, &ptr, &ld), "'twin'"); /* empty */
    CHECK(ptr == NULL && ld == -5 && n == -5);
    for (size_t k = 0; k < sizeof buf / sizeof buf[0]; ++k)
        CHECK(buf[k] == 0);
    CHECK_TWIN(&t);
    twin_destroy(&t);
}

/* One dimension outside, the others fine, for 1 to 7 dimensions. */
TEST_CASE(ga_patches_nd, TEST_GA)
{
    static double buf[4096];
    const double one = 1;
    void *ptr = NULL;
    int64_t ld[ASHLAR_MAX_DIM] = {-5}, n = -5;

    for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
        twin_t t =
            twin_create(ASHLAR_DOUBLE, ndim, test_dims(ndim), LAYOUT_REGULAR, GA_GROUP_WORLD, 111);
        for (int d = 0; d < 2 * ndim; ++d) {
            patch_t p = t.model.whole;
            if (d < ndim)
                ++p.hi[d];
            else
                --p.lo[d - ndim];
            MISUSE(ASHLAR_ERANGE, ga_put_nd(t.g, p.lo, p.hi, buf, NULL), "'twin'");
            MISUSE(ASHLAR_ERANGE, ga_get_nd(t.g, p.lo, p.hi, buf, NULL), "'twin'");
            MISUSE(ASHLAR_ERANGE, ga_acc_nd(t.g, p.lo, p.hi, buf, NULL, &one), "'twin'");
            MISUSE(ASHLAR_ERANGE, ga_access_nd(t.g, p.lo, p.hi, &ptr, ld), "'twin'");
            MISUSE(ASHLAR_ERANGE, ga_locate_region_nd(t.g, p.lo, p.hi, 0, NULL, &n), "'twin'");
        }
        CHECK_TWIN(&t);
        twin_destroy(&t);
    }
    CHECK(ptr == NULL && ld[0] == -5 && n == -5 && buf[0] == 0);
}

TEST_CASE(ga_leading_dimensions, TEST_GA)
{
    twin_t t = matrix(),
           cube = twin_create(ASHLAR_DOUBLE, 3, test_dims(3), LAYOUT_REGULAR, GA_GROUP_WORLD, 112);
    double buf[ROWS * COLS] = {0}, one = 1;
    const int64_t lo[3] = {1, 1, 1}, hi[3] = {3, 3, 3};
    const int64_t short_ld[][2] = {{2, 3}, {3, 2}, {0, 3}, {3, -3}, {-1, -1}};

    for (int64_t ld = -1; ld < 4; ++ld) {
        MISUSE(ASHLAR_ELD, ga_put(t.g, 2, 5, 0, 3, buf, ld), "'twin'");
        MISUSE(ASHLAR_ELD, ga_get(t.g, 2, 5, 0, 3, buf, ld), "'twin'");
        MISUSE(ASHLAR_ELD, ga_acc(t.g, 2, 5, 0, 3, buf, ld, &one), "'twin'");
    }
    MISUSE(ASHLAR_ELD, ga_put(t.g, 2, 5, 0, 3, buf, 3), "3", "4");
    for (size_t k = 0; k < sizeof short_ld / sizeof short_ld[0]; ++k) {
        MISUSE(ASHLAR_ELD, ga_put_nd(cube.g, lo, hi, buf, short_ld[k]), "'twin'");
        MISUSE(ASHLAR_ELD, ga_get_nd(cube.g, lo, hi, buf, short_ld[k]), "'twin'");
        MISUSE(ASHLAR_ELD, ga_acc_nd(cube.g, lo, hi, buf, short_ld[k], &one), "'twin'");
    }
    CHECK(buf[0] == 0);
    CHECK_TWIN(&cube);
    CHECK_TWIN(&t);
    twin_destroy(&cube);
    twin_destroy(&t);
}

/* Single elements: indices outside anywhere in a list touch no element; wrong types; counts. */
TEST_CASE(ga_elements, TEST_GA)
{
    twin_t t = matrix(), whole = twin_create(ASHLAR_LONG, 2, (int64_t[]){ROWS, COLS},
                                             LAYOUT_REGULAR, GA_GROUP_WORLD, 113);
    int64_t old = -5, i[3] = {1, 2, 3}, j[3] = {1, 2, 3}, index[6] = {1, 1, 2, 2, 3, 3};
    double values[3] = {50, 60, 70}, one = 1;

    const int64_t bad[][2] = {{-1, 0}, {ROWS, 0}, {0, -1}, {0, COLS}, {INT64_MIN, INT64_MAX}};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        int64_t at = (int64_t)k % 3; /* anywhere in the list */
        i[at] = index[2 * at] = bad[k][0];
        j[at] = index[2 * at + 1] = bad[k][1];
        MISUSE(ASHLAR_ERANGE, ga_gather(t.g, 3, i, j, values), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_scatter(t.g, 3, i, j, values), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_scatter_acc(t.g, 3, i, j, values, &one), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_gather_nd(t.g, 3, index, values), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_scatter_nd(t.g, 3, index, values), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_scatter_acc_nd(t.g, 3, index, values, &one), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_read_inc(whole.g, i[at], j[at], 1, &old), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_read_inc_nd(whole.g, index + 2 * at, 1, &old), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_locate(t.g, i[at], j[at], &(int){0}), "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_locate_nd(t.g, index + 2 * at, &(int){0}), "'twin'");
        i[at] = j[at] = index[2 * at] = index[2 * at + 1] = at + 1;
    }
    MISUSE(ASHLAR_EARG, ga_gather(t.g, -1, i, j, values));
    MISUSE(ASHLAR_EARG, ga_scatter(t.g, -1, i, j, values));
    MISUSE(ASHLAR_EARG, ga_scatter_acc(t.g, -1, i, j, values, &one), "-1");
    MISUSE(ASHLAR_EARG, ga_gather_nd(t.g, -1, index, values), "-1");
    MISUSE(ASHLAR_EARG, ga_scatter_nd(t.g, -1, index, values), "-1");
    MISUSE(ASHLAR_EARG, ga_scatter_acc_nd(t.g, -1, index, values, &one));
    CHECK_OK(ga_gather(t.g, 0, NULL, NULL, NULL)); /* no elements need no lists */
    CHECK_OK(ga_scatter_acc_nd(t.g, 0, NULL, NULL, NULL));
    MISUSE(ASHLAR_ETYPE, ga_read_inc(t.g, 0, 0, 1, &old), "'twin'");
    MISUSE(ASHLAR_ETYPE, ga_read_inc_nd(t.g, index, 1, &old), "'twin'");
    CHECK(old == -5 && values[0] == 50 && values[1] == 60 && values[2] == 70);
    CHECK_TWIN(&whole);
    CHECK_TWIN(&t);
    twin_destroy(&whole);
    twin_destroy(&t);
}

TEST_CASE(ga_ranks, TEST_GA)
{
    twin_t t = matrix();
    int64_t lo[2] = {-5, -5}, hi[2] = {-5, -5};

    for (int rank = -1; rank <= ga_size(); rank += ga_size() + 1) {
        char number[16];
        snprintf(number, sizeof number, "%d", rank);
        MISUSE(ASHLAR_ERANGE, ga_distribution(t.g, rank, &lo[0], &hi[0], &lo[1], &hi[1]), number);
        MISUSE(ASHLAR_ERANGE, ga_distribution_nd(t.g, rank, lo, hi), number, "'twin'");
    }
    MISUSE(ASHLAR_ESTATE, ga_release(t.g), "'twin'");
    CHECK(lo[0] == -5 && hi[1] == -5);
    twin_destroy(&t);
}
