/* Norms against their definitions. */
#include <float.h>
#include <math.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

enum { NORMS = GA_MATRIX_NORM_INF + 1 };

/* All norms of a patch of a model; those of a matrix NaN where there are more dimensions. */
static void model_norms(const model_t *model, const patch_t *patch, double *norms)
{
    patch_t at = *patch;
    double sums[2][256] = {{0}}; /* of rows, of columns */

    for (int k = 0; k < NORMS; ++k)
        norms[k] = 0;
    if (patch_count(patch) > 0)
        do {
            scalar_t z = *model_at(model, at.lo);
            double modulus = hypot(z.re, z.im);
            norms[GA_ENTRY_NORM_1] += modulus;
            norms[GA_ENTRY_NORM_2] += z.re * z.re + z.im * z.im;
            norms[GA_ENTRY_NORM_INF] = fmax(norms[GA_ENTRY_NORM_INF], modulus);
            sums[0][at.lo[0] - patch->lo[0]] += modulus;
            sums[1][patch->ndim == 2 ? at.lo[1] - patch->lo[1] : 0] += modulus;
        } while (patch_next(patch, at.lo));
    norms[GA_ENTRY_NORM_2] = sqrt(norms[GA_ENTRY_NORM_2]);
    for (int k = 0; k < 256; ++k) {
        norms[GA_MATRIX_NORM_INF] = fmax(norms[GA_MATRIX_NORM_INF], sums[0][k]);
        norms[GA_MATRIX_NORM_1] = fmax(norms[GA_MATRIX_NORM_1], sums[1][k]);
    }
}

static void check_norms(const twin_t *twin, const patch_t *patch, bool is_whole)
{
    double expected[NORMS];

    model_norms(&twin->model, patch, expected);
    for (int k = 0; k < NORMS; ++k) {
        double norm = -1, tolerance = 1e-13 * expected[k];
        int status = is_whole
                         ? ga_norm(twin->g, (ga_norm_kind)k, &norm)
                         : ga_norm_patch(twin->g, patch->lo, patch->hi, (ga_norm_kind)k, &norm);
        if (k >= GA_MATRIX_NORM_1 && patch->ndim > 2) {
            CHECK_INT(ASHLAR_ESHAPE, status);
            CHECK(norm == -1);
        } else {
            CHECK_OK(status);
            CHECK(fabs(norm - expected[k]) <= tolerance);
        }
    }
}

static void run_norms(twin_t *a, twin_t *b, twin_t *c)
{
    rng_t rng = rng_seed(90);
    int ndim = a->model.whole.ndim;
    patch_t patch = patch_random(&rng, ndim, a->model.dims), empty = patch;

    (void)c;
    empty.hi[0] = empty.lo[0] - 1;
    check_norms(a, &a->model.whole, true);
    check_norms(b, &b->model.whole, true);
    check_norms(b, &patch, false);
    check_norms(b, &empty, false);
}

TEST_CASE(norm_all, TEST_GA)
{
    each_operands(run_norms);
}

/* More columns and rows than are summed up at a time. */
TEST_CASE(norm_long, TEST_GA)
{
    for (int turn = 0; turn < 2; ++turn) {
        const int64_t longer = 9000, dims[2] = {turn ? 3 : longer, turn ? longer : 3};
        const double one = 1, minus = -5;
        const int64_t lo[2] = {turn ? 0 : 8500, turn ? 8500 : 0};
        const int64_t hi[2] = {turn ? 2 : 8500, turn ? 8500 : 2};
        double norm[2];
        ga_t g;

        REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 2, dims, "long", NULL, GA_GROUP_WORLD, &g));
        CHECK_OK(ga_fill(g, &one));
        CHECK_OK(ga_fill_patch(g, lo, hi, &minus));
        CHECK_OK(ga_norm(g, GA_MATRIX_NORM_1, &norm[0]));
        CHECK_OK(ga_norm(g, GA_MATRIX_NORM_INF, &norm[1]));
        CHECK(norm[!turn] == 15);
        CHECK(norm[turn] == 9004);
        CHECK_OK(ga_destroy(g));
    }
}

/* One element of an array of ones, and the five norms of all. */
static void check_odd_one(double odd, double others, int64_t place, const double *expected)
{
    const int64_t dims[2] = {11, 2 * ga_size()};
    const int64_t at[2] = {place % 11, place / 11 % dims[1]};
    ga_t g;

    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 2, dims, "odd", NULL, GA_GROUP_WORLD, &g));
    CHECK_OK(ga_fill(g, &others));
    CHECK_OK(ga_fill_patch(g, at, at, &odd));
    for (int k = 0; k < NORMS; ++k) {
        double norm = -1;
        CHECK_OK(ga_norm(g, (ga_norm_kind)k, &norm));
        CHECK(isnan(expected[k])   ? isnan(norm)
              : isinf(expected[k]) ? isinf(norm)
                                   : fabs(norm / expected[k] - 1) <= 1e-12);
    }
    CHECK_OK(ga_destroy(g));
}

/* NaN anywhere is NaN, an infinity is infinite, and squares neither overflow nor vanish. */
TEST_CASE(norm_extremes, TEST_GA)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    const double nans[NORMS] = {nan, nan, nan, nan, nan}, infs[NORMS] = {inf, inf, inf, inf, inf};
    const double n = 22.0 * ga_size(), rows = 11, cols = 2.0 * ga_size();

    for (int64_t place = 0; place < 25; ++place) {
        check_odd_one(nan, 1, place, nans);
        check_odd_one(-inf, 1, place, infs);
    }
    for (int k = 0; k < 3; ++k) {
        const double x = (double[]){1e200, 1e-200, DBL_TRUE_MIN * 8}[k];
        check_odd_one(-x, x, 5, (double[]){n * x, sqrt(n) * x, x, rows * x, cols * x});
    }
}

/* Rank 0 has several columns, each longer than what is compared or added up at a time, all together
 * longer than what is read in one stream: whatever is odd is found wherever it is, and every other
 * element counts once. */
TEST_CASE(norm_everywhere, TEST_GA)
{
    const int64_t rows = 77, columns = 29, dims[2] = {rows, columns * ga_size()};
    const int64_t chunk[2] = {rows, columns};
    const double n = (double)(rows * dims[1]), one = 1, odd[] = {-3, (double)NAN};
    ga_t g;

    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 2, dims, "odd", chunk, GA_GROUP_WORLD, &g));
    CHECK_OK(ga_fill(g, &one));
    for (int64_t place = 0; place < rows * columns; place += 3) {
        const int64_t at[2] = {place % rows, place / rows};
        const double sums[NORMS] = {
            [GA_ENTRY_NORM_1] = n + 2,
            [GA_ENTRY_NORM_2] = sqrt(n + 8),
            [GA_ENTRY_NORM_INF] = 3,
            [GA_MATRIX_NORM_1] = (double)rows + 2,
            [GA_MATRIX_NORM_INF] = (double)dims[1] + 2,
        };
        for (int k = 0; k < 2; ++k) {
            CHECK_OK(ga_fill_patch(g, at, at, &odd[k]));
            for (int kind = 0; kind < NORMS; ++kind) {
                double norm = -1;
                CHECK_OK(ga_norm(g, (ga_norm_kind)kind, &norm));
                CHECK(k ? isnan(norm) : norm == sums[kind]);
            }
        }
        CHECK_OK(ga_fill_patch(g, at, at, &one));
    }
    CHECK_OK(ga_destroy(g));
}

/* Infinities of both signs are no NaN. */
TEST_CASE(norm_infinities, TEST_GA)
{
    const int64_t n = 64 * ga_size();
    const double infinities[2] = {(double)INFINITY, -(double)INFINITY};
    ga_t g;

    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "inf", NULL, GA_GROUP_WORLD, &g));
    for (int64_t k = 0; k < n; ++k)
        CHECK_OK(ga_fill_patch(g, &k, &k, &infinities[k % 3 == 0]));
    for (int kind = 0; kind < NORMS; ++kind) {
        double norm = -1;
        CHECK_OK(ga_norm(g, (ga_norm_kind)kind, &norm));
        CHECK(norm == (double)INFINITY);
    }
    CHECK_OK(ga_destroy(g));
}
