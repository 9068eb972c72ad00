/* Cholesky factors in place. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/systems.h"

static void factor(step_t *s)
{
    system_t p = system_draw(s, true);
    int64_t n = p.a.n;
    ga_t g = system_array(s, &p);
    int status = la_cholesky(g);
    if (p.words[0]) {
        check_refused(status, p.words);
        check_unchanged(&p, g);
        return;
    }
    CHECK_OK(status);
    dense_t l = matrix_read(g), lt = dense_op('c', &l), llt = dense_product(&l, &lt);
    double size = dense_norm_1(&p.a);
    CHECK_WITHIN(20 * (double)n * type_epsilon(s->type) * size, dense_distance(&p.a, &llt));
    for (int64_t j = 0; j < n; ++j) {
        CHECK(creal(*dense_at(&l, j, j)) > 0 && cimag(*dense_at(&l, j, j)) == 0);
        for (int64_t i = 0; i < j; ++i)
            CHECK(*dense_at(&l, i, j) == 0);
    }
}

TEST_CASE(cholesky_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_cholesky", factor, 24}};
    RUN_ROWS(rows);
}

/* Without factors, right-hand sides stay, also those that are worked on where they are. */
TEST_CASE(refused_in_place, TEST_GA)
{
    enum { N = 45, TILE = 4 };
    const int ranks = ga_size();
    ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                      .ndim = 2,
                      .dims = {N, N},
                      .name = "matrix",
                      .kind = GA_SCALAPACK,
                      .block = {TILE, TILE},
                      .grid = {1, ranks}};
    rng_t rng = rng_seed(45);
    dense_t x = dense_hermitian(&rng, ASHLAR_DOUBLE, N, true);
    ga_t a = matrix_spec(&spec);
    const int status = la_set_grid(1, ranks, TILE); /* without ScaLAPACK one rank solves */
    CHECK(status == ASHLAR_OK || status == ASHLAR_ELIMIT);
    for (int64_t columns = 1; columns <= 20; columns += 19) {
        dense_t b = dense_random(&rng, ASHLAR_DOUBLE, N, columns);
        spec.dims[1] = columns;
        ga_t right = matrix_spec(&spec);
        matrix_write(right, &b);
        *dense_at(&x, N - 1, N - 1) = -1;
        matrix_write(a, &x);
        check_refused(la_cholesky_solve(a, right), "its leading minor of order 45");
        CHECK(matrix_is(right, &b));
        for (int64_t i = 0; i < N; ++i)
            *dense_at(&x, i, N - 1) = 0;
        matrix_write(a, &x);
        check_refused(la_solve(a, right), "element (44,44) of U is exactly zero");
        CHECK(matrix_is(right, &b));
    }
    CHECK_OK(la_set_grid(0, 0, 0));
    matrices_free();
}
