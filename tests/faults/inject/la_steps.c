/* linalg: products and solvers, by one rank and on process grids. */
#include <math.h>
#include <stdlib.h>

#include <ashlar/la.h>

#include "harness/harness.h"
#include "linalg/src/frame/la_context.h"
#include "steps.h"

enum { N = 40 };

static ga_t a, b, c, z, few;

static int start(void)
{
    return ga_initialize(MPI_COMM_WORLD);
}

static int make(ga_t *g, const char *name)
{
    return *g ? ASHLAR_OK : ga_create(ASHLAR_DOUBLE, N, N, name, 0, 0, g);
}

static int make_all(void)
{
    TRY(make(&a, "a"));
    TRY(make(&b, "b"));
    TRY(make(&c, "c"));
    return make(&z, "z");
}

/* A matrix of zeros gets d on the diagonal and e beside it. */
static int tridiagonal(ga_t g, double d, double e)
{
    for (int64_t k = ga_rank(); k < N; k += ga_size()) {
        TRY(ga_put(g, k, k, k, k, &d, 1));
        if (k > 0) {
            TRY(ga_put(g, k - 1, k - 1, k, k, &e, 1));
            TRY(ga_put(g, k, k, k - 1, k - 1, &e, 1));
        }
    }
    return ASHLAR_OK;
}

static int zero(void)
{
    TRY(ga_zero(a));
    return ga_zero(b);
}

static int fill(void)
{
    TRY(tridiagonal(a, 2, -1));
    return tridiagonal(b, 1, 0);
}

static int sync_all(void)
{
    return ga_sync();
}

/* Element (5,5) is this. */
static int check_element(ga_t g, double value)
{
    double element = 0;

    TRY(ga_get(g, 5, 5, 5, 5, &element, 1));
    CHECK(fabs(element - value) < 1e-10);
    return ASHLAR_OK;
}

static int multiply(void)
{
    const double one = 1, none = 0;

    return la_gemm('n', 't', &one, a, a, &none, c);
}

static int multiply_value(void)
{
    return check_element(c, 6);
}

static void check_lowest(const double *w, double d, double e)
{
    CHECK(fabs(w[0] - (d - 2 * e * cos(acos(-1.0) / (N + 1)))) < 1e-10);
}

static int eigen(void)
{
    double w[N] = {0};

    TRY(la_eigen(a, w, z));
    check_lowest(w, 2, 1);
    return ASHLAR_OK;
}

static int eigen_general(void)
{
    double w[N] = {0};

    TRY(la_eigen_general(a, b, w, z));
    check_lowest(w, 2, 1);
    return ASHLAR_OK;
}

static int eigen_some(void)
{
    const la_range_t range = {.by = LA_BY_PLACE, .first = 0, .last = N / 4};
    double w[N] = {0};
    int64_t found = 0;

    TRY(la_eigen_general_range(a, b, range, w, z, &found));
    CHECK(found == N / 4 + 1);
    check_lowest(w, 2, 1);
    return ASHLAR_OK;
}

static int apply_a(void *context, ga_t x, ga_t y)
{
    const double one = 1, none = 0;

    (void)context;
    return la_gemm('n', 'n', &one, a, x, &none, y);
}

static int eigen_operator(void)
{
    const la_operator_t operator= {apply_a, NULL};
    const la_operator_options_t options = {.largest = 1, .tolerance = 1e-6};
    double w[2] = {0};
    int status = ASHLAR_OK;

    if (!few)
        TRY(ga_create(ASHLAR_DOUBLE, N, 2, "few", 0, 0, &few));
    status = la_eigen_operator(&operator, & options, few, w, NULL, NULL);
    if (status == ASHLAR_OK)
        CHECK(fabs(w[0] - (2 + 2 * cos(acos(-1.0) / (N + 1)))) < 1e-5);
    return status;
}

static int cholesky(void)
{
    TRY(ga_copy(a, c));
    return la_cholesky(c);
}

static int cholesky_value(void)
{
    return check_element(c, sqrt(7.0 / 6));
}

static int solve(void)
{
    TRY(ga_copy(b, z));
    return la_cholesky_solve(a, z);
}

static int solve_value(void)
{
    return check_element(z, 6.0 * (N - 5) / (N + 1));
}

static int solve_mixed(void)
{
    int steps = -7;

    TRY(ga_copy(b, z));
    TRY(la_solve_mixed(a, z, &steps));
    CHECK(steps >= 0 && steps < 9);
    return ASHLAR_OK;
}

/* Solves, inverts and multiplies up the diagonal of the tridiagonal matrix. */
static la_factor_t f;

static int factor(void)
{
    return f ? ASHLAR_OK : la_factor_lu(a, &f);
}

static int factor_solve(void)
{
    TRY(ga_copy(b, z));
    return la_factor_solve(f, 't', z);
}

static int factor_inverse(void)
{
    return la_factor_inverse(f, z);
}

static int factor_numbers(void)
{
    double phase = 0, log_abs = 0, rcond = 0;

    TRY(la_factor_log_determinant(f, &phase, &log_abs));
    CHECK(phase == 1 && fabs(log_abs - log(N + 1)) < 1e-10);
    TRY(la_factor_condition(f, &rcond));
    CHECK(rcond > 1e-4 && rcond < 1e-2);
    return ASHLAR_OK;
}

static int factor_refine(void)
{
    double forward[N] = {0}, backward[N] = {0};

    TRY(la_factor_refine(f, 'n', a, b, z, forward, backward));
    CHECK(forward[5] > 0 && forward[5] < 1e-9 && backward[5] < 1e-14);
    return ASHLAR_OK;
}

static int factor_free(void)
{
    if (f)
        TRY(la_factor_free(f));
    f = 0;
    return ASHLAR_OK;
}

/* The factor of the tridiagonal matrix, and of that with the identity, there and back. */
static int update_factor(void)
{
    if (!f)
        TRY(la_factor_cholesky(a, &f));
    return la_factor_update(f, b);
}

static int solve_updated(void)
{
    TRY(ga_copy(a, c));
    TRY(tridiagonal(c, 3, -1));
    TRY(ga_sync());
    TRY(la_factor_solve(f, 'n', c));
    return ga_sync();
}

static int identity_value(void)
{
    return check_element(c, 1);
}

static int downdate_factor(void)
{
    return la_factor_downdate(f, b);
}

static int update_lower(void)
{
    TRY(cholesky());
    TRY(la_cholesky_update(c, b));
    return la_cholesky_downdate(c, b);
}

/* The factors of the identity. */
static int qr(void)
{
    if (!f)
        TRY(la_factor_qr(b, &f));
    TRY(ga_copy(b, c));
    TRY(la_qr_apply(f, 'l', 'n', c));
    TRY(la_qr_form_r(f, z));
    TRY(la_qr_apply(f, 'r', 'n', z));
    return la_qr_form_q(f, c);
}

static int qr_value(void)
{
    TRY(check_element(c, 1));
    return check_element(z, 1);
}

/* c = a*b', where b is the identity, and then its triangles change. */
static int update(void)
{
    const double one = 1;

    TRY(ga_copy(a, c));
    TRY(la_trmm('l', 'l', 'n', 'n', &one, b, c));
    TRY(la_trsm('r', 'l', 'n', 'n', &one, b, c));
    TRY(la_trsm('l', 'u', 't', 'n', &one, b, c));
    return la_syrk('l', 'n', &one, b, &one, c);
}

static int update_value(void)
{
    return check_element(c, 3);
}

static int norm(void)
{
    double value = 0;

    TRY(la_norm('1', 's', 'u', 'n', a, &value));
    CHECK(value == 4);
    TRY(la_norm('f', 's', 'u', 'n', b, &value));
    CHECK(fabs(value - sqrt(N)) < 1e-14);
    return ASHLAR_OK;
}

/* The singular values of a definite matrix are its eigenvalues. */
static int singular(void)
{
    double s[N] = {0};

    TRY(la_svd(a, s, c, z));
    CHECK(fabs(s[N - 1] - (2 - 2 * cos(acos(-1.0) / (N + 1)))) < 1e-10);
    return ASHLAR_OK;
}

/* The inverse of the identity, and what else is made of it. */
static int functions(void)
{
    double w[N] = {0};
    int64_t rank = 0;

    TRY(la_pinv(b, NULL, z, &rank));
    CHECK(rank == N);
    TRY(la_sqrt(b, z));
    TRY(la_inverse_sqrt(b, NULL, z));
    TRY(la_orthogonalize(b, NULL, w, c, &rank));
    CHECK(rank == N);
    return la_expm(b, z);
}

static int functions_value(void)
{
    return check_element(z, exp(1));
}

static int least_squares(void)
{
    return la_least_squares(a, b, z);
}

/* From here on ScaLAPACK solves. */
static int use_grids(void)
{
    lai_context.one_order = 1;
    lai_context.one_ranks = 0;
    lai_context.crowded_order = 0;
    lai_context.rank_extent = 16;
    return ASHLAR_OK;
}

static int use_one_rank(void)
{
    lai_context.one_order = 1000;
    lai_context.rank_extent = 200;
    return ASHLAR_OK;
}

static int destroy(void)
{
    ga_t *const all[] = {&a, &b, &c, &z, &few};

    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
        if (*all[k]) {
            TRY(ga_destroy(*all[k]));
            *all[k] = 0;
        }
    }
    return ASHLAR_OK;
}

/* Once by one rank, once on grids. */
#define SOLVERS                                                                                    \
    TOGETHER(eigen), TOGETHER(eigen_general), TOGETHER(eigen_some), TOGETHER(cholesky),            \
        ALONE(cholesky_value), TOGETHER(solve), ALONE(solve_value), TOGETHER(solve_mixed),         \
        ALONE(solve_value), TOGETHER(factor), TOGETHER(factor_solve), ALONE(solve_value),          \
        TOGETHER(factor_inverse), ALONE(solve_value), TOGETHER(factor_refine),                     \
        TOGETHER(factor_numbers), TOGETHER(factor_free), TOGETHER(update_factor),                  \
        TOGETHER(solve_updated), ALONE(identity_value), TOGETHER(downdate_factor),                 \
        TOGETHER(factor_solve), ALONE(solve_value), TOGETHER(factor_free), TOGETHER(update_lower), \
        ALONE(cholesky_value), TOGETHER(qr), ALONE(qr_value), TOGETHER(factor_free),               \
        TOGETHER(update), ALONE(update_value), TOGETHER(singular), TOGETHER(functions),            \
        ALONE(functions_value), TOGETHER(least_squares), ALONE(solve_value)

static const step_t steps[] = {
    TOGETHER(start),
    TOGETHER(make_all),
    TOGETHER(zero),
    ALONE(fill),
    TOGETHER(sync_all),
    TOGETHER(multiply),
    ALONE(multiply_value),
    SOLVERS,
    TOGETHER(eigen_operator),
    TOGETHER(norm),
    ALONE(use_grids),
    SOLVERS,
    ALONE(use_one_rank),
    TOGETHER(destroy),
    {"stop", ga_terminate, true},
};

const steps_t la_steps = {steps, sizeof steps / sizeof steps[0]};
