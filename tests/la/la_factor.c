/* Factors that are kept. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/systems.h"

#include <float.h>
#include <math.h>

static void check_determinant(ashlar_type type, la_factor_t f, dense_value_t phase, double log_abs,
                              double bound)
{
    element_t element;
    double found = 5;
    CHECK_OK(la_factor_log_determinant(f, &element, &found));
    scalar_t value = scalar_load(type, &element);
    CHECK_WITHIN(bound, cabs(CMPLX(value.re, value.im) - phase));
    if (log_abs == -INFINITY)
        CHECK(found == log_abs);
    else
        CHECK_WITHIN(bound * fmax(1, fabs(log_abs)), fabs(found - log_abs));
    if (!type_is_complex(type))
        CHECK(value.re == rint(creal(phase)));
}

/* An estimate: at most the norm of the inverse, and not much less. */
static void check_condition(ashlar_type type, const dense_t *a, const dense_t *inverse,
                            la_factor_t f, double times)
{
    double exact = 1 / (dense_norm_1(a) * dense_norm_1(inverse)), rcond = -1;
    double slack = 100 * (double)a->n * type_epsilon(type) / exact;
    CHECK_OK(la_factor_condition(f, &rcond));
    CHECK(rcond >= exact * (1 - slack) && rcond <= exact * times * (1 + slack) && rcond <= 1);
}

/* Right-hand sides for every op. */
static void solve_with(step_t *s, la_factor_t f, const dense_t *a)
{
    static const char ops[] = "ntcNTC";
    for (int k = 0; k < 6; ++k) {
        dense_t b = step_random(s, a->n, k % 3 == 0 ? 1 : step_extent(s));
        ga_t g = step_from(s, &b);
        CHECK_OK(la_factor_solve(f, ops[k], g));
        dense_t x = matrix_read(g);
        check_solution(s->type, ops[k % 3], a, &x, &b);
    }
}

static void invert_with(step_t *s, la_factor_t f, const system_t *p)
{
    dense_t one = dense_identity(p->a.n);
    s->kind = s->round / 2 % GA_KIND_COUNT;
    ga_t g = step_create(s, p->a.n, p->a.n);
    CHECK_OK(la_factor_inverse(f, g));
    dense_t x = matrix_read(g), xt = dense_op('c', &x);
    CHECK(!p->lower || dense_distance(&x, &xt) == 0);
    check_solution(s->type, 'n', &p->a, &x, &one);
}

static void measure_with(step_t *s, la_factor_t f, const system_t *p)
{
    dense_value_t phase;
    double log_abs;
    dense_t inverse = dense_inverse(&p->a, &phase, &log_abs);
    double condition = dense_norm_1(&p->a) * dense_norm_1(&inverse);
    check_condition(s->type, &p->a, &inverse, f, 10);
    check_determinant(s->type, f, phase, log_abs,
                      10 * (double)(p->a.n + 1) * type_epsilon(s->type) * condition);
}

/* The factor of a singular matrix has a determinant and a condition, and nothing else. */
static void refuse_with(step_t *s, la_factor_t f, const system_t *p)
{
    double rcond = -1;
    dense_t b = step_random(s, p->a.n, p->a.n);
    ga_t g = step_from(s, &b);
    check_refused(la_factor_solve(f, 'n', g), p->words);
    check_refused(la_factor_inverse(f, g), p->words);
    CHECK(matrix_is(g, &b));
    check_determinant(s->type, f, 0, -INFINITY, 0);
    CHECK_OK(la_factor_condition(f, &rcond));
    CHECK(rcond == 0);
}

static void factor(step_t *s)
{
    system_t p = system_draw(s, s->round % 2);
    ga_t g = system_array(s, &p);
    la_factor_t f = -7;
    int status = (p.lower ? la_factor_cholesky : la_factor_lu)(g, &f);
    check_unchanged(&p, g);
    if (p.lower && p.words[0]) {
        check_refused(status, p.words);
        CHECK_INT(-7, f);
        return;
    }
    CHECK_OK(status);
    CHECK_OK(ga_destroy(g)); /* the factor does without */
    if (p.words[0]) {
        refuse_with(s, f, &p);
    } else {
        solve_with(s, f, &p.a);
        invert_with(s, f, &p);
        if (p.plain)
            measure_with(s, f, &p);
        solve_with(s, f, &p.a); /* still */
    }
    CHECK_OK(la_factor_free(f));
}

TEST_CASE(factor_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_factor_lu or la_factor_cholesky", factor, 32}};
    RUN_ROWS(rows);
}

/* ---- odd matrices ---------------------------------------------------------------------------- */

/* Elements at the ends of the range, whose squares and even moduli are beyond it. */
TEST_CASE(factor_determinant_range, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double most = type_most(type), least = type_is_single(type) ? FLT_MIN : DBL_MIN;
        dense_t a = dense_create(2, 2);
        bool two = type_is_complex(type);
        *dense_at(&a, 0, 0) = two ? CMPLX(most, most) : most;
        *dense_at(&a, 1, 1) = two ? CMPLX(-least, least) : -least;
        ga_t g = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        la_factor_t f = 0;
        REQUIRE_OK(la_factor_lu(g, &f));
        /* (1+i)(-1+i) = -2 */
        check_determinant(type, f, -1, log(most) + log(least) + (two ? log(2) : 0),
                          8 * DBL_EPSILON * 1000);
        CHECK_OK(la_factor_free(f));
        matrices_free();
    }
}

/* One of the matrices whose condition is hard to estimate. */
static dense_t hard_to_estimate(int which, int64_t n)
{
    static const double v[] = {0, 1, -1, 1, -1};
    dense_t a = dense_identity(n);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i)
            if (which ==
                0) /* an arrow: all of its last column is in the last row of its triangle */
                *dense_at(&a, i, j) +=
                    i != j && (i == n - 1 || j == n - 1) ? 0.875 / sqrt((double)n) : 0;
            else if (which == 1) /* a large column: sums of columns, and not of rows, count */
                *dense_at(&a, i, j) += i != j && j == n / 3 ? 3 : 0;
            else /* the inverse is 1 + 31.75*v*v', v orthogonal to the vectors that are tried first
                  */
                *dense_at(&a, i, j) -= 127.0 / 512 * v[i % 5] * v[j % 5];
    return a;
}

TEST_CASE(factor_condition, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 5, 40, 70};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int which = 0; which < 3; ++which)
            for (size_t k = 0; k < sizeof orders / sizeof orders[0]; ++k) {
                dense_value_t phase;
                double log_abs;
                la_factor_t f = 0;
                dense_t a = hard_to_estimate(which, orders[which == 2 ? 2 : k]);
                dense_t kept = dense_kept(type, &a),
                        inverse = dense_inverse(&kept, &phase, &log_abs);
                ga_t g = matrix_from(type, &a, (layout_t)(k % LAYOUT_COUNT), GA_GROUP_WORLD);
                CHECK_OK(which ? la_factor_lu(g, &f) : la_factor_cholesky(g, &f));
                check_condition(type, &kept, &inverse, f, 3);
                CHECK_OK(la_factor_free(f));
                matrices_free();
            }
}

/* Nearly singular matrices are found, and say so on process grids as on one rank. */
TEST_CASE(factor_nearly_singular, TEST_GA)
{
    enum { N = 60 };
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double eps = type_epsilon(type), rcond = -1;
        rng_t rng = rng_seed(type);
        dense_t a = dense_random(&rng, type, N, N), diagonal = dense_create(N, N);
        int least = type_is_single(type) ? 120 : 1000, twos = 0;
        for (int i = 0; i < N; ++i) {
            *dense_at(&a, i, 50) = *dense_at(&a, i, 3) + (i == 20 ? 8 * eps : 0);
            *dense_at(&diagonal, i, i) = ldexp(1, -(i * least / (N - 1)));
            twos += i * least / (N - 1);
        }
        for (int k = 0; k < 3; ++k) {
            ga_t g = matrix_from(type, k ? &diagonal : &a, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
            la_factor_t f = 0;
            REQUIRE_OK(k == 2 ? la_factor_cholesky(g, &f) : la_factor_lu(g, &f));
            CHECK_OK(la_factor_condition(f, &rcond));
            if (k == 0) {
                CHECK(rcond >= 0 && rcond < N * eps);
            } else {
                CHECK_WITHIN(1e-4 * ldexp(1, -least), fabs(rcond - ldexp(1, -least)));
                check_determinant(type, f, 1, -log(2) * (double)twos, N * eps);
            }
            CHECK_OK(la_factor_free(f));
        }
        matrices_free();
    }
}

/* ---- lifetime -------------------------------------------------------------------------------- */

/* A factor of 2 on the diagonal, on a group. */
static la_factor_t doubling(ga_group_t group, int64_t n)
{
    dense_t one = dense_identity(n), two = dense_times(2, &one);
    ga_t g = matrix_from(ASHLAR_DOUBLE, &two, LAYOUT_REGULAR, group);
    la_factor_t f = 0;
    CHECK_OK(n % 2 ? la_factor_cholesky(g, &f) : la_factor_lu(g, &f));
    matrices_free();
    return f;
}

static void check_doubling(la_factor_t f, int64_t n)
{
    double phase = 0, log_abs = 0;
    CHECK_OK(la_factor_log_determinant(f, &phase, &log_abs));
    CHECK(phase == 1 && fabs(log_abs - (double)n * log(2)) < 1e-12);
}

/* Many at a time, freed in another order; the handles of dead ones name nothing. */
TEST_CASE(factor_handles, TEST_GA)
{
    enum { MANY = 9 };
    la_factor_t f[MANY], first = 0;
    for (int k = 0; k < MANY; ++k) {
        f[k] = doubling(GA_GROUP_WORLD, k + 2);
        CHECK(f[k] > (k ? f[k - 1] : 0));
        int ends[2] = {-f[k], f[k]}; /* the same on all ranks */
        CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, ends, 2));
        CHECK(ends[0] == -f[k] && ends[1] == f[k]);
    }
    first = f[0];
    for (int k = 0; k < MANY; ++k)
        CHECK_OK(la_factor_free(f[k * 4 % MANY]));
    for (int k = 0; k < MANY; ++k)
        CHECK_STATUS(ASHLAR_EHANDLE, la_factor_free(f[k]));
    CHECK_CONTAINS(ashlar_error_message(), "is not a live factor (it was freed)");
    f[0] = doubling(GA_GROUP_WORLD, 5);
    CHECK(f[0] > f[MANY - 1]);
    check_doubling(f[0], 5);
    CHECK_STATUS(ASHLAR_EHANDLE, la_factor_free(first));
    CHECK_OK(la_factor_free(f[0]));
}

/* Halves of the world have factors of their own, in different numbers, and one with both halves
 * gets a handle that none of them has. */
TEST_CASE(factor_groups, TEST_GA)
{
    int half_number = test_rank() % 2, mine = 1 + 3 * half_number;
    ga_group_t half;
    la_factor_t f[4];
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, half_number, -test_rank(), &half));
    for (int k = 0; k < mine; ++k)
        f[k] = doubling(half, 6 + k);
    la_factor_t all = doubling(GA_GROUP_WORLD, 4);
    for (int k = 0; k < mine; ++k) {
        CHECK(all > f[k]);
        check_doubling(f[k], 6 + k);
    }
    int most = all;
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, &most, 1));
    CHECK_INT(all, most);
    for (int k = 0; k < mine; ++k) {
        CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(half));
        CHECK_CONTAINS(ashlar_error_message(), "live arrays or factors");
        CHECK_OK(la_factor_free(f[k]));
    }
    CHECK_OK(ga_group_destroy(half));
    check_doubling(all, 4);
    CHECK_OK(la_factor_free(all));
}

/* A factorization left when the library stops is freed, with its group; its handle stays dead. */
TEST_CASE(factor_terminate, TEST_BARE)
{
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    ga_group_t half;
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, 0, &half));
    la_factor_t left[3] = {doubling(GA_GROUP_WORLD, 6), doubling(half, 7), doubling(half, 4)};
    CHECK_OK(ga_terminate());
    CHECK_STATUS(ASHLAR_ESTATE, la_factor_free(left[0]));
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    for (int k = 0; k < 3; ++k)
        CHECK_STATUS(ASHLAR_EHANDLE, la_factor_free(left[k]));
    la_factor_t f = doubling(GA_GROUP_WORLD, 8);
    CHECK(f > left[0] && f > left[1] && f > left[2]);
    check_doubling(f, 8);
    CHECK_OK(la_factor_free(f));
    CHECK_OK(ga_terminate());
}
