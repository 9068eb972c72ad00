/* LU factors: pivoting must be real. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ashlar/la.h>
#include "harness/harness.h"
#include "la/support/gallery.h"
#include "la/support/judge.h"
#include "la/support/places.h"

enum { ORDER_MOST = 160 };

static const char *name_of_square(int matrix)
{
    return gallery(SQUARE, matrix)->name;
}

static specimen_t square_of(const place_t *p)
{
    return specimen_make(SQUARE, p->matrix, p->number, p->type, p->n, p->n, p->tile);
}

/* One to some tiles of right-hand sides. */
static dense_t right_sides(place_t *p)
{
    static const int64_t counts[] = {1, 2, 3, 5, 17, 70};
    return dense_random(&p->rng, p->type, p->n, counts[rng_range(&p->rng, 0, 5)]);
}

/* Partial pivoting has errors of the size of columns, times the growth, however small rows are. */
static void check_pivoted(const place_t *p, char op, const specimen_t *s, const dense_t *x,
                          const dense_t *b)
{
    double rows[ORDER_MOST], columns[ORDER_MOST];
    for (int64_t k = 0; k < p->n; ++k) {
        rows[k] = 1;
        columns[k] = 0;
        for (int64_t i = 0; i < p->n; ++i)
            columns[k] = fmax(columns[k], cabs(*dense_at(&s->a, i, k)));
    }
    check_backward(p->type, op, &s->a, x, b, rows, columns, BACKWARD_TIMES * s->growth);
}

static void name_zero(const specimen_t *s, char *words, size_t bytes)
{
    snprintf(words, bytes, "array 'matrix' is singular: element (%d,%d) of U is exactly zero",
             (int)s->failed, (int)s->failed);
}

/* A call may refuse the matrix, for a reason: then 1, otherwise 0 if it succeeded. */
static int is_refused(const specimen_t *s, int status)
{
    char words[96] = "is exactly zero";
    if (s->failed >= 0)
        name_zero(s, words, sizeof words);
    if (s->failed < 0 && (status == ASHLAR_OK || !s->is->may_fail)) {
        CHECK_OK(status);
        return 0;
    }
    check_refused(status, words);
    return 1;
}

/* Twice, from arrays that lie otherwise: the bits are the same where a grid is asked for. */
static void solve_twice(place_t *p, const specimen_t *s)
{
    dense_t b = right_sides(p), first = {0};
    for (int round = 0; round < 2; ++round) {
        ga_t ga = place_array(p, &s->a), gb = place_array(p, &b);
        int refused = is_refused(s, la_solve(ga, gb));
        dense_t x = matrix_read(gb);
        CHECK(matrix_is(ga, &s->a));
        if (refused)
            CHECK(dense_is(&b, &x));
        else if (round == 0)
            check_pivoted(p, 'n', s, &x, &b);
        if (round == 0)
            first = x;
        CHECK(dense_is(&first, &x));
    }
}

static void check_sign(place_t *p, const specimen_t *s, la_factor_t f)
{
    dense_value_t phase;
    double log_abs, found = 5;
    element_t element;
    dense_t inverse = dense_inverse(&s->a, &phase, &log_abs);
    double condition = s->is->exact ? 1 : dense_norm_1(&s->a) * dense_norm_1(&inverse);
    double bound = 10 * (double)(p->n + 1) * type_epsilon(p->type) * condition;
    CHECK_OK(la_factor_log_determinant(f, &element, &found));
    scalar_t value = scalar_load(p->type, &element);
    CHECK_WITHIN(bound, cabs(CMPLX(value.re, value.im) - phase));
    CHECK_WITHIN(bound * fmax(1, fabs(log_abs)), fabs(found - log_abs));
}

static void factor_and_solve(place_t *p, const specimen_t *s)
{
    ga_t ga = place_array(p, &s->a);
    la_factor_t f = 0;
    REQUIRE_OK(la_factor_lu(ga, &f));
    CHECK(matrix_is(ga, &s->a));
    for (int k = 0; k < 3; ++k) {
        dense_t b = right_sides(p);
        ga_t gb = place_array(p, &b);
        int refused = is_refused(s, la_factor_solve(f, "ntc"[k], gb));
        dense_t x = matrix_read(gb);
        if (refused)
            CHECK(dense_is(&b, &x));
        else
            check_pivoted(p, "ntc"[k], s, &x, &b);
    }
    if (s->is->tame || s->is->exact)
        check_sign(p, s, f);
    CHECK_OK(la_factor_free(f));
}

/* The inverse has small residuals where it is not large. */
static void invert_square(place_t *p, const specimen_t *s)
{
    dense_t before = dense_random(&p->rng, p->type, p->n, p->n), one = dense_identity(p->n);
    ga_t ga = place_array(p, &s->a), gx = place_array(p, &before);
    int refused = is_refused(s, la_inverse(ga, gx));
    dense_t x = matrix_read(gx);
    CHECK(matrix_is(ga, &s->a));
    if (refused)
        CHECK(dense_is(&before, &x));
    else if (s->is->tame)
        check_solution(p->type, 'n', &s->a, &x, &one);
}

static void solve_square(place_t *p)
{
    specimen_t s = square_of(p);
    solve_twice(p, &s);
    factor_and_solve(p, &s);
    invert_square(p, &s);
}

TEST_CASE(hard_lu, TEST_GA)
{
    run_places("LU", gallery_count(SQUARE), name_of_square, solve_square);
}

TEST_CASE_IN("all", hard_lu_all, TEST_GA)
{
    run_all_places("LU", gallery_count(SQUARE), name_of_square, solve_square);
}
