/* Eigenpairs of a range of tridiagonal matrices whose eigenvalues Sturm sequences count, and of a
 * problem that overflows. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"

#include <math.h>
#include <stdlib.h>

static la_range_t places(int64_t first, int64_t last)
{
    return (la_range_t){.by = LA_BY_PLACE, .first = first, .last = last};
}

/* How many eigenvalues of a tridiagonal matrix, with ones beside the diagonal, are below x. */
static int64_t below(const double *d, const double *e, int64_t n, double x)
{
    int64_t count = 0;
    double q = 1;
    for (int64_t k = 0; k < n; ++k) {
        q = d[k] - x - (k ? e[k - 1] * e[k - 1] / q : 0);
        if (q == 0)
            q = 1e-300;
        count += q < 0;
    }
    return count;
}

static void tridiagonal_once(const double *d, const double *e, int64_t n, int64_t first,
                             int64_t last)
{
    double size = 0, *w = test_alloc((size_t)n * sizeof *w);
    int64_t found = -1;
    dense_t a = dense_create(n, n);
    for (int64_t k = 0; k < n; ++k) {
        *dense_at(&a, k, k) = d[k];
        size = fmax(size, fabs(d[k]) + 2);
        if (k > 0)
            *dense_at(&a, k, k - 1) = *dense_at(&a, k - 1, k) = e[k - 1];
    }
    double bound = 20 * (double)(n + 1) * type_epsilon(ASHLAR_DOUBLE) * size;
    ga_t ga = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t gz = matrix_create(ASHLAR_DOUBLE, n, last - first + 1, LAYOUT_REGULAR, GA_GROUP_WORLD);
    CHECK_OK(la_eigen_range(ga, places(first, last), w, gz, &found));
    CHECK_INT(last - first + 1, found);
    for (int64_t k = 0; k < found; ++k) {
        CHECK(below(d, e, n, w[k] - bound) <= first + k);
        CHECK(below(d, e, n, w[k] + bound) > first + k);
    }
    dense_t z = matrix_read(gz);
    check_eigenvectors(ASHLAR_DOUBLE, &a, NULL, w, &z, size);
    matrices_free();
    free(w);
}

/* Matrices of Wilkinson, |k-10| on the diagonal and ones beside it, whose larger eigenvalues are
 * pairs that agree to 14 digits; then several, glued by tiny elements. */
TEST_CASE(eigen_range_wilkinson, TEST_GA)
{
    enum { W = 21, MOST = 7 };
    static const double glue[] = {1, 1e-5, 1e-11, 1e-15};
    double d[W * MOST], e[W * MOST];
    for (size_t g = 0; g < sizeof glue / sizeof glue[0]; ++g) {
        for (int k = 0; k < W * MOST; ++k) {
            d[k] = abs(k % W - W / 2);
            e[k] = k % W == W - 1 ? glue[g] : 1;
        }
        tridiagonal_once(d, e, W, 15, 20);
        tridiagonal_once(d, e, W * MOST, 0, 20);
        tridiagonal_once(d, e, W * MOST, 7 * W - 30, 7 * W - 1);
    }
}

/* The reduced matrix overflows. */
TEST_CASE(eigen_range_overflow, TEST_GA)
{
    enum { N = 40, MARK = 5 };
    double w[N] = {MARK};
    int64_t found = MARK;
    dense_t one = dense_identity(N), a = dense_times(1e200, &one), b = dense_times(1e-200, &one);
    ga_t ga = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t gb = matrix_from(ASHLAR_DOUBLE, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
    check_refused(la_eigen_general_range(ga, gb, places(0, 2), w, 0, &found),
                  "array 'matrix', reduced with the factor");
    CHECK(w[0] == MARK && found == MARK);
    matrices_free();
}
