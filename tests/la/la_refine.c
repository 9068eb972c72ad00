/* Refined solutions and bounds of their errors. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/systems.h"

#include <math.h>
#include <stdlib.h>

/* The largest modulus in a column of x, or of x - y. */
static double top_of(const dense_t *x, const dense_t *y, int64_t j)
{
    double top = 0;
    for (int64_t i = 0; i < x->m; ++i)
        top = fmax(top, cabs(*dense_at(x, i, j) - (y ? *dense_at(y, i, j) : 0)));
    return top;
}

/* |op(a)|*|x| + |b|, and the largest quotient of the residual and it, as the model computes it. */
static double backward_of(const dense_t *opa, const dense_t *x, const dense_t *b, int64_t j)
{
    double worst = 0;
    for (int64_t i = 0; i < opa->m; ++i) {
        dense_value_t left = *dense_at(b, i, j);
        double bound = cabs(left);
        for (int64_t k = 0; k < opa->n; ++k) {
            left -= *dense_at(opa, i, k) * *dense_at(x, k, j);
            bound += cabs(*dense_at(opa, i, k) * *dense_at(x, k, j));
        }
        worst = fmax(worst, bound > 0 ? cabs(left) / bound : 0);
    }
    return worst;
}

/* Solve for a known x, spoil the solution, and refine it. */
static void refine_one(step_t *s, const system_t *p, la_factor_t f, ga_t ga, char op)
{
    const int64_t n = p->a.n, count = step_extent(s);
    const double eps = type_epsilon(s->type);
    dense_t opa = dense_op(op, &p->a), exact = step_random(s, n, count), spoilt;
    dense_value_t phase;
    double log_abs;
    dense_t b = dense_product(&opa, &exact), inverse = dense_inverse(&opa, &phase, &log_abs);
    dense_t inverse_t = dense_op('t', &inverse), opa_t = dense_op('t', &opa);
    const double condition = dense_norm_1(&inverse_t) * dense_norm_1(&opa_t);
    double *errors = test_alloc((size_t)count * 2 * sizeof *errors);
    spoilt = dense_times(1 + 1e-3, &exact);
    ga_t gb = step_from(s, &b), gx = step_from(s, &spoilt);
    CHECK_OK(la_factor_refine(f, op, ga, gb, gx, errors, errors + count));
    CHECK(matrix_is(gb, &b));
    dense_t x = matrix_read(gx);
    check_solution(s->type, op, &p->a, &x, &b);
    for (int64_t j = 0; j < count; ++j) {
        const double forward = errors[j], backward = errors[count + j];
        const double error = top_of(&x, &exact, j), size = top_of(&x, NULL, j);
        CHECK(forward >= 0 && backward >= 0 && backward <= 2 * (double)(n + 1) * eps);
        CHECK_WITHIN((double)(n + 1) * eps, fabs(backward - backward_of(&opa, &x, &b, j)));
        CHECK(error <= 3 * forward * size);
        CHECK(forward <= 4 * (double)(n + 2) * eps * condition);
    }
    check_shared(ASHLAR_DOUBLE, s->group, errors, 2 * count);
    free(errors);
}

static void refine_drawn(step_t *s)
{
    system_t p = system_draw(s, s->round % 2);
    la_factor_t f = 0;
    while (!p.plain) /* of known solutions in every type */
        p = system_draw(s, s->round % 2);
    ga_t ga = system_array(s, &p);
    CHECK_OK((p.lower ? la_factor_cholesky : la_factor_lu)(ga, &f));
    for (int k = 0; k < 3; ++k)
        refine_one(s, &p, f, ga, "nTc"[k]);
    check_unchanged(&p, ga);
    CHECK_OK(la_factor_free(f));
}

TEST_CASE(refine_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_factor_refine", refine_drawn, 16}};
    RUN_ROWS(rows);
}

/* Powers of two: nothing is rounded, and the bounds are those of the formulas. */
TEST_CASE(refine_exact, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 37};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t k = 0; k < 6; ++k) {
            const int64_t n = orders[k / 2];
            const double eps = type_epsilon(type) / 2, bound = 2 * (double)(n + 1) * eps;
            double forward[2] = {7, 7}, backward[2] = {7, 7};
            la_factor_t f = 0;
            dense_t a = dense_create(n, n), b = dense_create(n, 2), x = dense_create(n, 2);
            for (int64_t i = 0; i < n; ++i) {
                *dense_at(&a, i, i) = ldexp(1, 2 * (int)(i % 4));
                *dense_at(&b, i, 0) = ldexp(1, 2 * (int)(i % 4) - 3);
            }
            ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t gb = matrix_from(type, &b, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
            ga_t gx = matrix_from(type, &x, LAYOUT_CHUNKED, GA_GROUP_WORLD);
            CHECK_OK((k % 2 ? la_factor_cholesky : la_factor_lu)(ga, &f));
            CHECK_OK(la_factor_refine(f, 'n', ga, gb, gx, forward, backward));
            for (int64_t i = 0; i < n; ++i)
                *dense_at(&x, i, 0) = 0.125;
            CHECK(matrix_is(gx, &x)); /* from nothing */
            CHECK(backward[0] == 0 && backward[1] == 0 && forward[1] == 0);
            CHECK_WITHIN(1e-5 * bound, fabs(forward[0] - bound));
            CHECK_OK(la_factor_free(f));
            matrices_free();
        }
}

/* The matrix counts, not the factor: one of a neighbour refines as well. */
TEST_CASE(refine_neighbour, TEST_GA)
{
    enum { N = 30, COUNT = 3 };
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double forward[COUNT], backward[COUNT];
        rng_t rng = rng_seed(4);
        la_factor_t f = 0;
        dense_t a = dense_hermitian(&rng, type, N, true), near = dense_times(1 + 0x1p-10, &a);
        dense_t exact = dense_random(&rng, type, N, COUNT), b = dense_product(&a, &exact);
        dense_t zero = dense_create(N, COUNT);
        ga_t ga = matrix_from(type, &near, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gb = matrix_from(type, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gx = matrix_from(type, &zero, LAYOUT_REGULAR, GA_GROUP_WORLD);
        CHECK_OK(la_factor_lu(ga, &f));
        matrix_write(ga, &a);
        CHECK_OK(la_factor_refine(f, 'n', ga, gb, gx, forward, backward));
        dense_t x = matrix_read(gx);
        for (int64_t j = 0; j < COUNT; ++j) {
            CHECK_WITHIN(forward[j] * top_of(&x, NULL, j), top_of(&x, &exact, j));
            CHECK(backward[j] <= N * type_epsilon(type) && forward[j] < 1e3 * type_epsilon(type));
        }
        CHECK_OK(la_factor_free(f));
        matrices_free();
    }
}

/* An estimate that is infinite; a solution beyond the type. */
TEST_CASE(refine_range, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double forward[1] = {7}, backward[1] = {7}, most = type_most(type);
        la_factor_t f = 0;
        dense_t a = dense_identity(2), b = dense_filled(2, 1, most), x = dense_filled(2, 1, 1);
        *dense_at(&a, 0, 0) = 0.25;
        ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gb = matrix_from(type, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gx = matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
        CHECK_OK(la_factor_lu(ga, &f));
        check_refused(la_factor_refine(f, 'n', ga, gb, gx, forward, backward),
                      "la_factor_refine: the result for array 'matrix' has elements beyond");
        CHECK(matrix_is(gx, &x) && forward[0] == 7 && backward[0] == 7);
        CHECK_OK(la_factor_free(f));
        *dense_at(&a, 1, 0) = *dense_at(&a, 0, 1) = *dense_at(&a, 0, 0) = 1;
        matrix_write(ga, &a);
        CHECK_OK(la_factor_lu(ga, &f));
        check_refused(la_factor_refine(f, 'n', ga, gb, gx, forward, backward),
                      "array 'matrix' is singular: element (1,1) of U");
        CHECK_OK(la_factor_free(f));
        matrices_free();
    }
}

/* |inverse(op(a))| times the weights, and not the transpose of it: 3*eps*(2050 + 1024*2). */
TEST_CASE(refine_bound, TEST_GA)
{
    static const char ops[] = "ntc";
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int k = 0; k < 3; ++k) {
            const double bound = 3 * 4098 * type_epsilon(type) / 2;
            double forward[1] = {7}, backward[1] = {7};
            la_factor_t f = 0;
            dense_t a = dense_identity(2), x = dense_filled(2, 1, 1);
            *dense_at(&a, 1, 0) = 1024;
            dense_t opa = dense_op(ops[k], &a), b = dense_product(&opa, &x);
            ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t gb = matrix_from(type, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t gx = matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
            CHECK_OK(la_factor_lu(ga, &f));
            CHECK_OK(la_factor_refine(f, ops[k], ga, gb, gx, forward, backward));
            CHECK(backward[0] == 0 && matrix_is(gx, &x));
            CHECK_WITHIN(1e-3 * bound, fabs(forward[0] - bound));
            CHECK_OK(la_factor_free(f));
            matrices_free();
        }
}
