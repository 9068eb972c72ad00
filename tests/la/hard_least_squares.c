/* Least squares: what is left of b is orthogonal to each column, within its size. */
#include <math.h>
#include <stdio.h>

#include <ashlar/la.h>
#include "harness/harness.h"
#include "la/support/gallery.h"
#include "la/support/judge.h"
#include "la/support/places.h"

static const char *name_of_tall(int matrix)
{
    return gallery(TALL, matrix)->name;
}

static double length_of(const dense_t *x, int64_t j)
{
    double square = 0;
    for (int64_t i = 0; i < x->m; ++i)
        square += creal(*dense_at(x, i, j) * conj(*dense_at(x, i, j)));
    return sqrt(square);
}

/* Rows of the size of columns of their transpose: a*x is b within their lengths times that of x. */
static void check_shortest(const place_t *p, const dense_t *a, const dense_t *x, const dense_t *b)
{
    dense_t ax = dense_product(a, x), at = dense_op('t', a), bound = dense_create(b->m, b->n);
    double eps = BACKWARD_TIMES * (double)(at.m + 1) * type_epsilon(p->type);
    for (int64_t j = 0; j < b->n; ++j)
        for (int64_t i = 0; i < b->m; ++i)
            *dense_at(&bound, i, j) = eps * length_of(&at, i) * length_of(x, j);
    CHECK_WITHIN(1, worst_quotient(b, &ax, &bound));
}

/* With errors of columns and of b that are n*eps of their lengths. */
static void check_least(const place_t *p, const dense_t *a, const dense_t *x, const dense_t *b)
{
    dense_t ax = dense_product(a, x), minus = dense_times(-1, &ax), r = dense_sum(b, &minus);
    dense_t at = dense_op('c', a), along = dense_product(&at, &r), bound = dense_create(a->n, b->n);
    dense_t none = dense_create(a->n, b->n);
    double eps = BACKWARD_TIMES * (double)(a->m + 1) * type_epsilon(p->type);
    for (int64_t j = 0; j < b->n; ++j) {
        double size = length_of(b, j);
        for (int64_t k = 0; k < a->n; ++k)
            size = fmax(size, length_of(a, k) * cabs(*dense_at(x, k, j)));
        for (int64_t k = 0; k < a->n; ++k)
            *dense_at(&bound, k, j) = eps * size * length_of(a, k);
    }
    CHECK_WITHIN(1, worst_quotient(&along, &none, &bound));
}

static int is_deficient(const specimen_t *s, int wide, int status)
{
    char words[96] = "does not have full rank";
    if (s->failed >= 0)
        snprintf(words, sizeof words, "does not have full rank: %s %d depends on those before it",
                 wide ? "row" : "column", (int)s->failed);
    if (s->failed < 0 && (status == ASHLAR_OK || !s->is->may_fail)) {
        CHECK_OK(status);
        return 0;
    }
    check_refused(status, words);
    return 1;
}

/* Square, tall, or, every third time, wide by its transpose; twice. */
static void solve_least_squares(place_t *p)
{
    int64_t more[] = {0, 1, p->tile < 40 ? p->tile : 40, p->n};
    specimen_t s = specimen_make(TALL, p->matrix, p->number, p->type, p->n + more[p->number % 4],
                                 p->n, p->tile);
    int wide = p->number % 3 == 2 && s.a.m > s.a.n;
    dense_t a = dense_op(wide ? 'c' : 'n', &s.a), first = {0};
    dense_t b = dense_random(&p->rng, p->type, a.m, 1 + p->number % 2 * 6);
    dense_t before = dense_random(&p->rng, p->type, a.n, b.n);
    for (int round = 0; round < 2; ++round) {
        ga_t ga = place_array(p, &a), gb = place_array(p, &b), gx = place_array(p, &before);
        int refused = is_deficient(&s, wide, la_least_squares(ga, gb, gx));
        dense_t x = matrix_read(gx);
        CHECK(matrix_is(ga, &a) && matrix_is(gb, &b));
        if (refused)
            CHECK(dense_is(&before, &x));
        else if (round == 0)
            (wide ? check_shortest : check_least)(p, &a, &x, &b);
        if (round == 0)
            first = x;
        CHECK(dense_is(&first, &x));
    }
}

TEST_CASE(hard_least_squares, TEST_GA)
{
    run_places("least squares", gallery_count(TALL), name_of_tall, solve_least_squares);
}

TEST_CASE_IN("all", hard_least_squares_all, TEST_GA)
{
    run_all_places("least squares", gallery_count(TALL), name_of_tall, solve_least_squares);
}
