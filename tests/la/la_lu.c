/* Systems and inverses in one call. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/systems.h"

static void solve(step_t *s)
{
    system_t p = system_draw(s, s->round % 2);
    dense_t b = step_random(s, p.a.n, step_extent(s));
    ga_t ga = system_array(s, &p), gb = step_from(s, &b);
    int status = (p.lower ? la_cholesky_solve : la_solve)(ga, gb);
    if (p.words[0]) {
        check_refused(status, p.words);
        CHECK(matrix_is(gb, &b));
    } else {
        CHECK_OK(status);
        dense_t x = matrix_read(gb);
        check_solution(s->type, 'n', &p.a, &x, &b);
    }
    check_unchanged(&p, ga);
}

/* Into another array, and in place. */
static void invert(step_t *s)
{
    system_t p = system_draw(s, false);
    dense_t before = step_random(s, p.a.n, p.a.n), one = dense_identity(p.a.n);
    ga_t ga = system_array(s, &p), gb = step_from(s, &before);
    for (int in_place = 0; in_place <= 1; ++in_place) {
        ga_t to = in_place ? ga : gb;
        int status = la_inverse(ga, to);
        if (p.words[0]) {
            check_refused(status, p.words);
            CHECK(matrix_is(to, in_place ? &p.a : &before));
        } else {
            CHECK_OK(status);
            dense_t x = matrix_read(to);
            check_solution(s->type, 'n', &p.a, &x, &one);
        }
        CHECK(in_place || matrix_is(ga, &p.a));
    }
}

TEST_CASE(solve_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_solve or la_cholesky_solve", solve, 40},
                                      {"la_inverse", invert, 24}};
    RUN_ROWS(rows);
}

/* Factors, and inverses, beyond the range of the type. */
/* An element of U that one process has is too large: all of a grid see it. */
static void refuse_large(ashlar_type type, const dense_t *a, const dense_t *b)
{
    ga_t ga = matrix_from(type, a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t gb = matrix_from(type, b, LAYOUT_REGULAR, GA_GROUP_WORLD);
    int steps = 77, ranks = grid_ranks();
    CHECK_OK(la_set_grid(1, ranks, 1));
    check_refused(la_solve(ga, gb), "factor of array 'matrix' has elements beyond the range");
    check_refused(la_solve_mixed(ga, gb, &steps), "'matrix' has elements beyond the range");
    CHECK(matrix_is(gb, b) && steps == 77);
    CHECK_OK(la_set_grid(0, 0, 0));
}

TEST_CASE(solve_range, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double c = type_most(type) * 0.75;
        rng_t rng = rng_seed(2);
        dense_t a = dense_filled(2, 2, c), b = dense_random(&rng, type, 2, 2);
        *dense_at(&a, 0, 1) = -c;
        ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gb = matrix_from(type, &b, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
        la_factor_t f = -7;
        check_refused(la_factor_lu(ga, &f), "'matrix' has elements beyond the range");
        CHECK_INT(-7, f);
        refuse_large(type, &a, &b);

        a = dense_identity(2); /* b is of the size of 1, the inverse of 1/(8*min) */
        a = dense_times(0.5 / type_most(type), &a);
        matrix_write(ga, &a);
        check_refused(la_inverse(ga, gb), "la_inverse");
        CHECK(matrix_is(gb, &b));
        matrices_free();
    }
}
