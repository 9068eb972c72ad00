/* Products by columns, eigenvalues, random numbers. */
#include <math.h>
#include <stdlib.h>

#include "calls.h"

enum { N = 6 };

static grid_t square(double (*at)(int, int))
{
    grid_t grid = grid_create(2);
    free(grid.at);
    grid.at = test_alloc(sizeof *grid.at * N * N);
    grid.n = N * N;
    grid.wide[0] = grid.wide[1] = grid.dims[0] = grid.dims[1] = N;
    for (int k = 0; k < N * N; ++k)
        grid.at[k] = at ? at(k / N, k % N) : 0;
    return grid;
}

static double a_at(int i, int j)
{
    return i - 2 * j + i * j % 3;
}

static double b_at(int i, int j)
{
    return 2 * i + j - 5;
}

/* The forms with _c take rows for columns, so that the product of a and b is what the others make
 * of b and a, where the imaginary parts of the test's numbers are the opposite of the real ones. */
TEST_CASE(products_by_columns, TEST_GA)
{
    const SingleComplex one_C = {1, 0}, half_C = {0.5F, 0.5F};
    const DoubleComplex one_Z = {1, 0}, half_Z = {0.5, 0.5};
    grid_t a = square(a_at), b = square(b_at), c = square(a_at);
    for (int k = 0; k < 4 * 5; ++k)
        for (int l = 0; l < 3; ++l) /* 4 x 5 elements of c: a column of 4 is a row of the array */
            c.at[k / 4 * N + k % 4] += b.at[l * N + k / 4] * a.at[l * N + k % 4];
#define TRY(letter, type, alpha, one)                                                              \
    do {                                                                                           \
        grid_t before = square(a_at);                                                              \
        int ga = array_of(type, &a), gb = array_of(type, &b), gc = array_of(type, &before);        \
        GA_##letter##gemm_c('n', 't', 4, 5, 3, alpha, ga, gb, one, gc);                            \
        CHECK_ARRAY(gc, type, &c);                                                                 \
        GA_Destroy(ga), GA_Destroy(gb), GA_Destroy(gc);                                            \
        grid_free(&before);                                                                        \
    } while (0)
    TRY(S, C_FLOAT, 1, 1);
    TRY(D, C_DBL, 1, 1);
    TRY(C, C_SCPL, half_C, one_C);
    TRY(Z, C_DCPL, half_Z, one_Z);
    grid_free(&a);
    grid_free(&b);
    grid_free(&c);
}

/* Rank 0's alpha counts. */
TEST_CASE(products_of_patches, TEST_GA)
{
    grid_t a = square(a_at), b = square(b_at), c = square(NULL);
    int ga = array_of(C_DBL, &a), gb = array_of(C_DBL, &b), gc = array_of(C_DBL, &c),
        lo[2] = {0, 0}, hi[2] = {N - 1, N - 1};
    double one = 1, zero = 0;
    for (int k = 0; k < N * N; ++k)
        for (int l = 0; l < N; ++l)
            c.at[k] += a.at[k / N * N + l] * b.at[l * N + k % N];
    NGA_Matmul_patch_alt('n', 'n', GA_Nodeid() == 0 ? &one : &zero, &zero, ga, lo, hi, gb, lo, hi,
                         gc, lo, hi);
    CHECK_ARRAY(gc, C_DBL, &c);
    GA_Destroy(ga), GA_Destroy(gb), GA_Destroy(gc);
    grid_free(&a);
    grid_free(&b);
    grid_free(&c);
}

static double symmetric_at(int i, int j)
{
    return 1.0 / (1 + i + j) + (i == j) * i;
}

static double metric_at(int i, int j)
{
    return (i == j) * 3 + 0.25 * (abs(i - j) == 1);
}

/* Row i of v, and value i, in rising order: a v = value s v; lengths are 1 in s. */
static void check_eigen(const grid_t *a, const grid_t *s, int g, const double *values)
{
    part_t whole = part_whole(a);
    double v[N * N], worst = 0;
    GA_Sync();
    NGA_Get(g, whole.lo, whole.hi, v, whole.ld);
    for (int i = 0; i < N; ++i) {
        double length = 0;
        for (int r = 0; r < N; ++r) {
            double av = 0, sv = 0;
            for (int k = 0; k < N; ++k) {
                av += a->at[r * N + k] * v[i * N + k];
                sv += (s ? s->at[r * N + k] : r == k) * v[i * N + k];
            }
            worst = fmax(worst, fabs(av - values[i] * sv));
            length += v[i * N + r] * sv;
        }
        worst = fmax(worst, fabs(length - 1));
        CHECK(i == 0 || values[i] >= values[i - 1]);
    }
    CHECK(worst < 1e-12);
    GA_Sync();
}

TEST_CASE(eigen_values, TEST_GA)
{
    grid_t a = square(symmetric_at), s = square(metric_at), v = square(NULL);
    for (int way = 0; way < 6; ++way) {
        int ga = array_of(C_DBL, &a), gs = array_of(C_DBL, &s), gv = array_of(C_DBL, &v);
        double values[N] = {0};
        if (way == 0)
            GA_Diag(ga, gs, gv, values);
        else if (way == 1)
            GA_Diag_seq(ga, gs, gv, values);
        else if (way < 4)
            GA_Diag_reuse(way - 2, ga, gs, gv, values);
        else if (way == 4)
            GA_Diag_std(ga, gv, values);
        else
            GA_Diag_std_seq(ga, gv, values);
        check_eigen(&a, way < 4 ? &s : NULL, gv, values);
        GA_Destroy(ga);
        GA_Destroy(gs);
        GA_Destroy(gv);
    }
    grid_free(&a);
    grid_free(&s);
    grid_free(&v);
}

/* Within the bound, and not all the same. */
TEST_CASE(lines_random, TEST_GA)
{
    grid_t a = square(NULL);
    part_t whole = part_whole(&a);
    int g = array_of(C_DBL, &a), different = 0;
    double bound = 5, before[N * N], after[N * N], sum = 0;
    GA_Randomize(g, &bound);
    GA_Sync();
    NGA_Get(g, whole.lo, whole.hi, before, whole.ld);
    GA_Randomize(g, &bound);
    GA_Sync();
    NGA_Get(g, whole.lo, whole.hi, after, whole.ld);
    for (int k = 0; k < N * N; ++k) {
        CHECK(after[k] >= 0 && after[k] < 5);
        different += after[k] != before[k];
        sum += after[k];
    }
    CHECK(different == N * N && sum > 36 && sum < 144); /* on the average 90 */
    GA_Sync();
    GA_Destroy(g);
    grid_free(&a);
}

#if ASHLAR_BLAS_INT64
typedef int64_t blas_int_t;
#else
typedef int blas_int_t;
#endif
void dsyev_(const char *, const char *, const blas_int_t *, double *, const blas_int_t *, double *,
            double *, const blas_int_t *, blas_int_t *, size_t, size_t);

/* All eigenvalues of a matrix of ones but the last are equal; a small one has the vectors
 * that LAPACK finds; a large one has some. */
TEST_CASE(eigen_orders, TEST_GA)
{
    static const int orders[] = {40, 260};
    for (int k = 0; k < 2; ++k) {
        int n = orders[k], dims[2] = {n, n}, first[2] = {0, 0}, end[2] = {n - 1, n - 1};
        const size_t elements = (size_t)n * (size_t)n;
        double *v = test_alloc(elements * sizeof *v), *w = test_alloc(elements * sizeof *w),
               *values = test_alloc((size_t)n * sizeof *values),
               *expected = test_alloc(8 * elements), one = 1, worst = 0;
        int a = NGA_Create(C_DBL, 2, dims, "ones", NULL), g = NGA_Create(C_DBL, 2, dims, "v", NULL);
        GA_Fill(a, &one);
        GA_Diag_std(a, g, values);
        NGA_Get(g, first, end, v, dims);
        for (size_t e = 0; e < elements; ++e)
            w[e] = 1;
        const blas_int_t order = n, room = n * n; /* room decides on blocks */
        blas_int_t info;
        double *work = test_alloc((size_t)room * sizeof *work);
        dsyev_("V", "L", &order, w, &order, expected, work, &room, &info, 1, 1);
        CHECK_INT(0, (int64_t)info);
        for (int i = 0; i < n; ++i)
            worst = fmax(worst, fabs(values[i] - expected[i]));
        for (size_t e = 0; e < elements && n == 40; ++e)
            worst = fmax(worst, fabs(v[e] - w[e]));
        for (int i = 0; i < n;
             ++i) { /* row by row: the sum of a vector is what the ones make of it */
            double sum = 0, length = 0;
            for (int j = 0; j < n; ++j) {
                sum += v[i * n + j];
                length += v[i * n + j] * v[i * n + j];
            }
            worst = fmax(worst, fmax(fabs(sum - values[i] * v[i * n]), fabs(length - 1)));
        }
        CHECK(worst < 1e-11);
        GA_Destroy(a);
        GA_Destroy(g);
        free(v);
        free(w);
        free(values);
        free(expected);
        free(work);
    }
}
