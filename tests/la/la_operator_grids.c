/* Eigenpairs of operators whose eigenvalues are known: Laplacians, by functions without a matrix
 * and of sparse matrices. */
#include <ashlar/la.h>
#include <ashlar/sparse.h>
#include "model/dense.h"
#include "harness/harness.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 40 };

/* A grid of up to three dimensions, and rows of it with those next to them in memory. */
typedef struct grid {
    int64_t extent[3], order;
    ga_t expected; /* an array whose rows x and y share; 0: any */
} grid_t;

static double laplacian_at(const grid_t *grid, const double *x, int64_t row)
{
    double sum = 6 * x[0];
    for (int64_t axis = 0, stride = 1; axis < 3; stride *= grid->extent[axis++]) {
        const int64_t at = row / stride % grid->extent[axis];
        sum -= at > 0 ? x[-stride] : 0;
        sum -= at < grid->extent[axis] - 1 ? x[stride] : 0;
    }
    return sum;
}

static int apply_laplacian(void *context, ga_t x, ga_t y)
{
    const grid_t *grid = context;
    const int64_t reach = grid->extent[0] * grid->extent[1];
    ga_block_t mine;
    ga_block_first(y, &mine);
    if (!mine.data)
        return ASHLAR_OK;
    const int64_t first = mine.lo[0] > reach ? mine.lo[0] - reach : 0;
    const int64_t last = mine.hi[0] + reach < grid->order ? mine.hi[0] + reach : grid->order - 1;
    double *column = test_alloc((size_t)(last - first + 1) * sizeof *column);
    int status = ASHLAR_OK;
    for (int64_t j = 0; j <= mine.hi[1] && status == ASHLAR_OK; ++j) {
        status = ga_get(x, first, last, j, j, column, last - first + 1);
        for (int64_t i = mine.lo[0]; i <= mine.hi[0]; ++i)
            ((double *)mine.data)[i - mine.lo[0] + j * mine.ld[0]] =
                laplacian_at(grid, column + (i - first), i);
    }
    free(column);
    int64_t ilo = mine.lo[0], ihi = mine.hi[0], jlo, jhi;
    if (grid->expected)
        ga_distribution(grid->expected, ga_rank(), &ilo, &ihi, &jlo, &jhi);
    CHECK(ilo == mine.lo[0] && ihi == mine.hi[0]);
    return status;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Those of the grid, ascending: sums of 2 - 2 cos(pi i / (extent + 1)), and 2 for an extent of 1.
 */
static double *grid_eigenvalues(const grid_t *grid)
{
    double *d = test_alloc((size_t)grid->order * sizeof *d);
    for (int64_t row = 0; row < grid->order; ++row) {
        d[row] = 0;
        for (int64_t axis = 0, stride = 1; axis < 3; stride *= grid->extent[axis++])
            d[row] += 2 - 2 * cos(M_PI * (double)(1 + row / stride % grid->extent[axis]) /
                                  (double)(grid->extent[axis] + 1));
    }
    qsort(d, (size_t)grid->order, sizeof *d, ascending);
    return d;
}

static void grid_once(grid_t *grid, ga_t z, int64_t k, la_operator_options_t options)
{
    double w[MOST], residuals[MOST], *d = grid_eigenvalues(grid);
    const la_operator_t a = {apply_laplacian, grid};
    options.tolerance = 1e-7;
    if (CHECK_OK(la_eigen_operator(&a, &options, z, w, residuals, NULL)))
        for (int64_t j = 0; j < k; ++j) {
            const double value = d[options.largest ? grid->order - 1 - j : j];
            CHECK_WITHIN(1e-7 * fabs(w[j]), residuals[j]);
            CHECK_WITHIN(1e-7 * value, fabs(w[j] - value));
        }
    ga_destroy(z);
    free(d);
}

/* Cubes have triple eigenvalues, which blocks of fewer vectors find one by one. */
TEST_CASE(operator_grids, TEST_GA)
{
    static const struct {
        int64_t extent[3], k, block;
        int largest;
    } cases[] = {{{150, 1, 1}, 2, 6, 0}, {{23, 17, 1}, 5, 0, 0}, {{9, 9, 9}, 7, 0, 0},
                 {{9, 9, 9}, 4, 0, 1},   {{8, 8, 8}, 2, 2, 0},   {{11, 12, 13}, 1, 0, 0}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
        grid_t grid = {{cases[c].extent[0], cases[c].extent[1], cases[c].extent[2]}, 0, 0};
        grid.order = grid.extent[0] * grid.extent[1] * grid.extent[2];
        ga_t z =
            matrix_create(ASHLAR_DOUBLE, grid.order, cases[c].k, LAYOUT_REGULAR, GA_GROUP_WORLD);
        grid_once(&grid, z, cases[c].k,
                  (la_operator_options_t){.block = cases[c].block, .largest = cases[c].largest});
    }
}

/* Vectors are cut as z is, where that is possible. */
TEST_CASE(operator_rows, TEST_GA)
{
    const int64_t ranks = test_size();
    int64_t cuts[64] = {0}, none = 0;
    grid_t grid = {{10, 9, 8}, 720, 0};
    for (int64_t r = 1; r < ranks; ++r)
        cuts[r] = 100 + 90 * r;
    ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                      .ndim = 2,
                      .dims = {720, 4},
                      .kind = GA_IRREGULAR,
                      .blocks = {ranks, 1},
                      .cuts = {cuts, &none}};
    if (ranks > 6) {
        test_skip("cuts are for few ranks");
        return;
    }
    REQUIRE_OK(ga_create_spec(&spec, &grid.expected));
    grid_once(&grid, grid.expected, 4, (la_operator_options_t){.block = 0});
    spec = (ga_spec_t){.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {720, 4}, .grid = {(int)ranks, 1}};
    REQUIRE_OK(ga_create_spec(&spec, &grid.expected));
    grid_once(&grid, grid.expected, 4, (la_operator_options_t){.block = 0});
}

static int apply_sparse(void *a, ga_t x, ga_t y)
{
    const double one = 1, zero = 0;
    return ga_sparse_multiply_dense('L', 'N', &one, *(ga_sparse_t *)a, x, &zero, y);
}

TEST_CASE(operator_sparse, TEST_GA)
{
    enum { N = 200, K = 3 };
    const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = N, .cols = N};
    const double two = 2, other = -1;
    double w[K];
    ga_sparse_t s;
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    for (int64_t i = test_rank(); i < N; i += test_size()) {
        const int64_t next = i + 1;
        ga_sparse_add(s, 1, &i, &i, &two);
        if (next < N) {
            ga_sparse_add(s, 1, &i, &next, &other);
            ga_sparse_add(s, 1, &next, &i, &other);
        }
    }
    CHECK_OK(ga_sparse_assemble(s));
    ga_t z = matrix_create(ASHLAR_DOUBLE, N, K, LAYOUT_REGULAR, GA_GROUP_WORLD);
    const la_operator_t a = {apply_sparse, &s};
    const la_operator_options_t options = {.largest = 1};
    CHECK_OK(la_eigen_operator(&a, &options, z, w, NULL, NULL));
    for (int j = 0; j < K; ++j)
        CHECK_WITHIN(1e-7, fabs(w[j] - (2 - 2 * cos(M_PI * (N - j) / (N + 1)))));
    CHECK_OK(ga_sparse_destroy(s));
    matrices_free();
}
