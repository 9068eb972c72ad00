/* Least squares and least norms, of matrices and right-hand sides whose solution is known. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/spectrum.h"
#include "la/support/steps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct problem {
    dense_t a, b, x;
} problem_t;

/* Add to each column of b a part that no a*x reaches: what is left of a random column when the
 * columns of u, an orthonormal basis of what they reach, are taken out. */
static void add_residual(step_t *s, problem_t *p, const dense_t *u)
{
    dense_t r = step_random(s, p->b.m, p->b.n), ut = dense_op('c', u);
    dense_t along = dense_product(&ut, &r), inside = dense_product(u, &along);
    inside = dense_times(-1, &inside);
    p->b = dense_sum(&p->b, &r);
    p->b = dense_sum(&p->b, &inside);
}

/* Singular values are between 1 and 2. A solution of a wide matrix is the shortest because it is a
 * combination of its rows. */
static problem_t problem_draw(step_t *s)
{
    int64_t m = step_extent(s), n = step_extent(s), nrhs = step_extent(s);
    double values[320];
    for (int64_t k = 0; k < m + n; ++k)
        values[k] = 1;
    dense_t basis = dense_of_spectrum(&s->rng, s->type, m, n, values);
    problem_t p = {.a = dense_op('n', &basis), .x = step_random(s, n, nrhs)};
    for (int64_t j = 1; m >= n && j < n; ++j) /* a = basis * a triangle near the identity */
        for (int64_t i = 0; i < m; ++i)
            *dense_at(&p.a, i, j) += *dense_at(&basis, i, j - 1) / 4;
    if (m < n) {
        dense_t at = dense_op('c', &p.a), y = step_random(s, m, nrhs);
        p.x = dense_product(&at, &y);
    }
    p.b = dense_product(&p.a, &p.x);
    if (m > n)
        add_residual(s, &p, &basis);
    return p;
}

/* Columns, of a wide matrix rows, of sizes from 2^-60 to 2^60: each has its own unit. The solution
 * has the inverse units, or for rows is as before. */
static void grade(problem_t *p, double *units)
{
    bool wide = p->a.m < p->a.n;
    for (int64_t k = 0; k < p->a.m && k < p->a.n; ++k)
        units[k] = ldexp(1, (int)(k * 37 % 121) - 60);
    for (int64_t j = 0; j < p->a.n; ++j)
        for (int64_t i = 0; i < p->a.m; ++i)
            *dense_at(&p->a, i, j) *= units[wide ? i : j];
    for (int64_t j = 0; wide && j < p->b.n; ++j)
        for (int64_t i = 0; i < p->a.m; ++i)
            *dense_at(&p->b, i, j) *= units[i];
    for (int64_t k = 0; wide && k < p->a.n; ++k)
        units[k] = 1;
}

/* Matrix and right-hand side as they are; graded; close to the largest numbers of the type, or to
 * the least. */
static void solve(step_t *s)
{
    static const int signs[][2] = {{1, 1}, {-1, -1}, {1, 0}, {0, -1}};
    int top = type_is_single(s->type) ? 110 : 1010, which = s->round % 10;
    const int *sign = signs[which % 4];
    problem_t p = problem_draw(s);
    double units[160], a_factor = ldexp(1, which < 4 ? sign[0] * top : 0);
    double b_factor = ldexp(1, which < 4 ? sign[1] * top : 0);
    for (int64_t k = 0; k < p.a.n; ++k)
        units[k] = 1;
    if (which == 4 || which == 5)
        grade(&p, units);
    dense_t a = dense_times(a_factor, &p.a), b = dense_times(b_factor, &p.b);
    a = dense_kept(s->type, &a);
    b = dense_kept(s->type, &b);
    ga_t ga = step_from(s, &a), gb = step_from(s, &b), gx = step_create(s, p.x.m, p.x.n);
    CHECK_OK(la_least_squares(ga, gb, gx));
    CHECK(matrix_is(ga, &a) && matrix_is(gb, &b));
    dense_t x = matrix_read(gx);
    for (int64_t k = 0; k < x.m * x.n; ++k)
        x.at[k] *= a_factor / b_factor * units[k % x.m];
    CHECK_WITHIN(40 * (double)(a.m + a.n) * type_epsilon(s->type), dense_distance(&p.x, &x));
}

/* The call fails with words, and x is as it was. */
static void refuse(step_t *s, const dense_t *a, const dense_t *b, const char *words)
{
    dense_t before = step_random(s, a->n, b->n);
    ga_t ga = step_from(s, a), gb = step_from(s, b), gx = step_from(s, &before);
    check_refused(la_least_squares(ga, gb, gx), words);
    CHECK(matrix_is(gx, &before));
}

/* A solution beyond the range of its type. */
static void overflow(step_t *s)
{
    int top = type_is_single(s->type) ? 110 : 1010;
    problem_t p = problem_draw(s);
    *dense_at(&p.b, 0, 0) += 4; /* not zero */
    dense_t a = dense_times(ldexp(1, -top), &p.a), b = dense_times(ldexp(1, top), &p.b);
    refuse(s, &a, &b, "elements beyond the range of their type");
}

/* Column j, of a wide matrix row j, is zero, another, or the sum of two; sometimes so is the last,
 * but the first is reported. */
static void deficient(step_t *s)
{
    int64_t m = step_extent(s) + 2, n = rng_range(&s->rng, 2, m);
    int64_t terms = rng_range(&s->rng, 0, n > 2 ? 2 : 1), j = rng_range(&s->rng, terms, n - 1);
    bool wide = step_once_in(s, 2) && m > n, two = step_once_in(s, 2);
    char words[128];
    dense_t a = step_random(s, m, n);
    for (int last = 0; last <= two; ++last)
        for (int64_t i = 0; i < m; ++i)
            *dense_at(&a, i, last ? n - 1 : j) =
                (terms > 0 ? *dense_at(&a, i, 0) : 0) + (terms > 1 ? *dense_at(&a, i, 1) : 0);
    a = dense_op(wide ? 'c' : 'n', &a);
    dense_t b = step_random(s, a.m, 2);
    snprintf(words, sizeof words,
             "la_least_squares: array 'matrix' of %d x %d elements does not have full rank: %s %d "
             "depends on those before it",
             (int)a.m, (int)a.n, wide ? "row" : "column", (int)j);
    refuse(s, &a, &b, words);
}

/* One column, of a wide matrix row, is nearly, but not quite, another: full rank. */
static void nearly(step_t *s)
{
    bool wide = s->round % 2;
    dense_t a = step_random(s, 70, 66);
    for (int64_t i = 0; i < a.m; ++i)
        *dense_at(&a, i, 65) = *dense_at(&a, i, 2);
    *dense_at(&a, 40, 65) += 32768 * type_epsilon(s->type);
    a = dense_op(wide ? 'c' : 'n', &a);
    dense_t b = step_random(s, a.m, 1);
    ga_t ga = step_from(s, &a), gb = step_from(s, &b), gx = step_create(s, a.n, 1);
    CHECK_OK(la_least_squares(ga, gb, gx));
    dense_t x = matrix_read(gx), ax = dense_product(&a, &x);
    double size = 0;
    for (int64_t k = 0; k < x.m; ++k)
        size = fmax(size, cabs(x.at[k]));
    if (wide) /* that is solved */
        CHECK_WITHIN(200 * size * type_epsilon(s->type), dense_distance(&b, &ax));
}

TEST_CASE(least_squares_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_least_squares", solve, 30},
                                      {"la_least_squares that overflows", overflow, 6},
                                      {"la_least_squares of dependent columns", deficient, 20},
                                      {"la_least_squares of nearly dependent columns", nearly, 2}};
    RUN_ROWS(rows);
}
