/* Triangular solutions, whose errors are small element by element. */
#include <math.h>

#include <ashlar/la.h>
#include "harness/harness.h"
#include "la/support/gallery.h"
#include "la/support/judge.h"
#include "la/support/places.h"

static const char *name_of_triangle(int matrix)
{
    return gallery(TRIANGLE, matrix)->name;
}

/* a*b, or b*a on the right. */
static dense_t times_on(char side, const dense_t *a, const dense_t *b)
{
    return side == 'l' ? dense_product(a, b) : dense_product(b, a);
}

/* The triangle that a call reads, and NaN in the rest, for the array. */
static dense_t read_part(const dense_t *a, char uplo, char diag, dense_t *stored)
{
    dense_t is = dense_op('n', a);
    *stored = dense_op('n', a);
    for (int64_t j = 0; j < a->n; ++j)
        for (int64_t i = 0; i < a->m; ++i) {
            if (i == j && diag == 'u')
                *dense_at(&is, i, j) = 1;
            if (uplo == 'l' ? i < j : i > j)
                *dense_at(&is, i, j) = 0;
            if ((i == j && diag == 'u') || (uplo == 'l' ? i < j : i > j))
                *dense_at(stored, i, j) = NAN;
        }
    return is;
}

/* The diagonal of ones would be out of proportion beside graded rows and columns. */
static void solve_triangle(place_t *p)
{
    int k = p->number;
    specimen_t s = specimen_make(TRIANGLE, p->matrix, k, p->type, p->n, p->n, p->tile);
    int graded = s.is->grade_rows || s.is->grade_columns;
    char side = "lr"[k % 2], uplo = "lu"[k / 2 % 2], trans = "ntc"[k / 4 % 3];
    char diag = graded ? 'n' : "nu"[k / 12 % 2];
    int64_t other = 1 + k % 5 * 8;
    element_t one = element_from(p->type, 1);
    dense_t stored, lower = dense_op(uplo == 'l' ? 'n' : 't', &s.a);
    dense_t a = read_part(&lower, uplo, diag, &stored), op = dense_op(trans, &a), first = {0};
    dense_t b =
        dense_random(&p->rng, p->type, side == 'l' ? p->n : other, side == 'l' ? other : p->n);
    /* The same arrays twice: the bits are the same. Others may be solved for in other steps. */
    ga_t ga = 0, gb = 0;
    for (int round = 0; round < 3; ++round) {
        if (round != 1) {
            ga = place_array(p, &stored);
            gb = place_array(p, &b);
        }
        CHECK_OK(ga_group_sync(p->group)); /* all have read what was there */
        matrix_write(gb, &b);
        CHECK_OK(la_trsm(side, uplo, trans, diag, &one, ga, gb));
        dense_t x = matrix_read(gb), ax = times_on(side, &op, &x);
        dense_t op_moduli = moduli_of(&op), x_moduli = moduli_of(&x);
        dense_t bound = times_on(side, &op_moduli, &x_moduli);
        CHECK_WITHIN(BACKWARD_TIMES * (double)(p->n + 1) * type_epsilon(p->type),
                     worst_quotient(&b, &ax, &bound));
        CHECK(matrix_is(ga, &stored));
        if (round == 0)
            first = x;
        CHECK(round == 2 || dense_is(&first, &x));
    }
}

TEST_CASE(hard_triangles, TEST_GA)
{
    run_places("triangles", gallery_count(TRIANGLE), name_of_triangle, solve_triangle);
}

TEST_CASE_IN("all", hard_triangles_all, TEST_GA)
{
    run_all_places("triangles", gallery_count(TRIANGLE), name_of_triangle, solve_triangle);
}
