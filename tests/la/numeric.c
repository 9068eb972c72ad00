/* Elements that are infinite or not numbers are refused; nothing is written. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFINES = 23 };

/* Errors of up to 150 right-hand sides. */
static int refine_number(int which, ga_t bad, ga_t good, ga_t other, double *w)
{
    double forward[150] = {55}, backward[150];
    ga_t arrays[3] = {good, good, other};
    la_factor_t f = 0;
    arrays[which] = bad;
    CHECK_OK(la_factor_cholesky(good, &f));
    const int status = la_factor_refine(f, 'n', arrays[0], arrays[1], arrays[2], forward, backward);
    CHECK_OK(la_factor_free(f));
    w[0] = forward[0];
    return status;
}

/* A call of those below, with a bad matrix, and two good ones. */
static int call_number(int which, ga_t bad, ga_t good, ga_t other, void *w, int64_t *found)
{
    const la_range_t place = {0}, value = {.by = LA_BY_VALUE, .high = 1};
    la_factor_t f = 0;
    int steps;
    switch (which) {
    case 0:
        return la_eigen(bad, w, other);
    case 1:
        return la_eigen(bad, w, 0);
    case 2:
        return la_eigen_general(bad, good, w, other);
    case 3:
        return la_eigen_general(good, bad, w, other);
    case 4:
        return la_eigen_range(bad, value, w, other, found);
    case 5:
        return la_eigen_general_range(good, bad, place, w, other, found);
    case 6:
        return la_cholesky(bad);
    case 7:
        return la_cholesky_solve(bad, good);
    case 8:
        return la_cholesky_solve(good, bad);
    case 9:
        return la_svd(bad, w, good, other);
    case 10:
        return la_least_squares(bad, good, other);
    case 11:
        return la_least_squares(good, bad, other);
    case 12:
        return la_solve(bad, good);
    case 13:
        return la_inverse(bad, good);
    case 14:
        return la_factor_lu(bad, &f);
    case 15:
        return la_pinv(bad, NULL, good, found);
    case 16:
        return la_expm(bad, good);
    case 17:
        return la_sqrt(bad, good);
    case 18:
        return la_inverse_sqrt(bad, NULL, good);
    case 19:
        return la_orthogonalize(bad, NULL, w, good, found);
    case 20:
        return la_factor_cholesky(bad, &f);
    case 21:
        return la_solve_mixed(bad, good, &steps);
    case 22:
        return la_cholesky_solve_mixed(good, bad, &steps);
    default:
        return refine_number(which - REFINES, bad, good, other, w);
    }
}

static const char *const names[] = {"la_eigen",
                                    "la_eigen",
                                    "la_eigen_general",
                                    "la_eigen_general",
                                    "la_eigen_range",
                                    "la_eigen_general_range",
                                    "la_cholesky",
                                    "la_cholesky_solve",
                                    "la_cholesky_solve",
                                    "la_svd",
                                    "la_least_squares",
                                    "la_least_squares",
                                    "la_solve",
                                    "la_inverse",
                                    "la_factor_lu",
                                    "la_pinv",
                                    "la_expm",
                                    "la_sqrt",
                                    "la_inverse_sqrt",
                                    "la_orthogonalize",
                                    "la_factor_cholesky",
                                    "la_solve_mixed",
                                    "la_cholesky_solve_mixed",
                                    "la_factor_refine",
                                    "la_factor_refine",
                                    "la_factor_refine"};
enum { CALLS = sizeof names / sizeof names[0] };

/* bad in the lower triangle of the matrix. A rank that has the element names it; the others say
 * that one did. */
static void refuse(step_t *s)
{
    int64_t n = step_extent(s), j = rng_range(&s->rng, 0, n - 1), i = rng_range(&s->rng, j, n - 1);
    int which = s->round % CALLS;
    char words[96];
    dense_t x = dense_hermitian(&s->rng, s->type, n, true);
    dense_t y = dense_hermitian(&s->rng, s->type, n, true);
    *dense_at(&x, i, j) = step_once_in(s, 2) ? NAN : -INFINITY;
    ga_t bad = step_from(s, &x), good = step_from(s, &y), other = step_from(s, &y);
    double *w = test_alloc((size_t)n * 16);
    int64_t found = 55;
    w[0] = 55;
    CHECK_STATUS(ASHLAR_ENUMERIC, call_number(which, bad, good, other, w, &found));
    snprintf(words, sizeof words, "%s: element (%d,%d) of array 'matrix' is not finite",
             names[which], (int)i, (int)j);
    int named = strcmp(ashlar_error_message(), words) == 0;
    CHECK(named || strstr(ashlar_error_message(), "failed on another rank"));
    CHECK_OK(ga_allreduce(s->group, ASHLAR_INT, ASHLAR_MAX, &named, 1));
    CHECK_INT(1, named);
    CHECK(w[0] == 55 && found == 55);
    CHECK(matrix_is(bad, &x) && matrix_is(good, &y) && matrix_is(other, &y));
    free(w);
}

TEST_CASE(numeric_steps, TEST_GA)
{
    static const step_row_t rows[] = {
        {"a call with an element that is not finite", refuse, 2 * CALLS}};
    RUN_ROWS(rows);
}
