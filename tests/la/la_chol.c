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
