/* Cholesky factors, whose errors are small element by element. */
#include <math.h>
#include <stdio.h>

#include <ashlar/la.h>
#include "harness/harness.h"
#include "la/support/gallery.h"
#include "la/support/judge.h"
#include "la/support/places.h"

enum { ORDER_MOST = 160 };

static const char *name_of_definite(int matrix)
{
    return gallery(DEFINITE, matrix)->name;
}

/* The roots of the diagonal. */
static void find_roots(const dense_t *a, double *roots)
{
    for (int64_t k = 0; k < a->n; ++k)
        roots[k] = sqrt(creal(*dense_at(a, k, k)));
}

static int is_indefinite(const specimen_t *s, int status)
{
    char words[96] = "array 'matrix' is not positive definite";
    if (s->failed >= 0)
        snprintf(words, sizeof words,
                 "array 'matrix' is not positive definite: its leading minor of order %d is not",
                 (int)s->failed + 1);
    if (s->failed < 0 && (status == ASHLAR_OK || !s->is->may_fail)) {
        CHECK_OK(status);
        return 0;
    }
    check_refused(status, words);
    return 1;
}

static void check_roots_solution(const place_t *p, const specimen_t *s, const dense_t *x,
                                 const dense_t *b)
{
    double roots[ORDER_MOST];
    find_roots(&s->a, roots);
    check_backward(p->type, 'n', &s->a, x, b, roots, roots, BACKWARD_TIMES);
}

static void solve_definite_twice(place_t *p, const specimen_t *s)
{
    dense_t b = dense_random(&p->rng, p->type, p->n, 1 + p->number % 3 * 9), first = {0};
    for (int round = 0; round < 2; ++round) {
        ga_t ga = place_lower(p, &s->a), gb = place_array(p, &b);
        int refused = is_indefinite(s, la_cholesky_solve(ga, gb));
        dense_t x = matrix_read(gb);
        CHECK(matrix_lower_is(ga, &s->a));
        if (refused)
            CHECK(dense_is(&b, &x));
        else if (round == 0)
            check_roots_solution(p, s, &x, &b);
        if (round == 0)
            first = x;
        CHECK(dense_is(&first, &x));
    }
}

/* l*l' is a, and exactly where it can be. */
static void factor_in_place(place_t *p, const specimen_t *s)
{
    double roots[ORDER_MOST], eps = BACKWARD_TIMES * (double)(p->n + 1) * type_epsilon(p->type);
    ga_t g = place_lower(p, &s->a);
    if (is_indefinite(s, la_cholesky(g))) {
        CHECK(matrix_lower_is(g, &s->a));
        return;
    }
    dense_t l = matrix_read(g), lt = dense_op('c', &l), llt = dense_product(&l, &lt);
    dense_t bound = dense_create(p->n, p->n);
    find_roots(&s->a, roots);
    for (int64_t j = 0; j < p->n; ++j)
        for (int64_t i = 0; i < p->n; ++i)
            *dense_at(&bound, i, j) = s->is->exact ? 0 : roots[i] * roots[j] * eps;
    CHECK_WITHIN(1, worst_quotient(&s->a, &llt, &bound));
    for (int64_t j = 0; j < p->n; ++j)
        for (int64_t i = 0; i <= j; ++i)
            CHECK(i == j ? creal(*dense_at(&l, j, j)) > 0 && cimag(*dense_at(&l, j, j)) == 0
                         : *dense_at(&l, i, j) == 0);
}

static void keep_definite(place_t *p, const specimen_t *s)
{
    ga_t ga = place_lower(p, &s->a);
    la_factor_t f = -7;
    int refused = is_indefinite(s, la_factor_cholesky(ga, &f));
    CHECK(matrix_lower_is(ga, &s->a));
    if (refused) {
        CHECK_INT(-7, f);
        return;
    }
    for (int k = 0; k < 3; ++k) {
        dense_t at = dense_op("ntc"[k], &s -> a), b = dense_random(&p->rng, p->type, p->n, 3);
        specimen_t turned = {.is = s->is, .a = at};
        ga_t gb = place_array(p, &b);
        CHECK_OK(la_factor_solve(f, "ntc"[k], gb));
        dense_t x = matrix_read(gb);
        check_roots_solution(p, &turned, &x, &b);
    }
    if (s->is->tame) {
        dense_t one = dense_identity(p->n);
        ga_t gx = place_array(p, &one);
        CHECK_OK(la_factor_inverse(f, gx));
        dense_t x = matrix_read(gx), xt = dense_op('c', &x);
        CHECK(dense_distance(&x, &xt) == 0);
        check_solution(p->type, 'n', &s->a, &x, &one);
    }
    CHECK_OK(la_factor_free(f));
}

static void solve_definite(place_t *p)
{
    specimen_t s = specimen_make(DEFINITE, p->matrix, p->number, p->type, p->n, p->n, p->tile);
    solve_definite_twice(p, &s);
    factor_in_place(p, &s);
    keep_definite(p, &s);
}

TEST_CASE(hard_cholesky, TEST_GA)
{
    run_places("Cholesky", gallery_count(DEFINITE), name_of_definite, solve_definite);
}

TEST_CASE_IN("all", hard_cholesky_all, TEST_GA)
{
    run_all_places("Cholesky", gallery_count(DEFINITE), name_of_definite, solve_definite);
}
