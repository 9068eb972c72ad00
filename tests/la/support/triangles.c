#include "la/support/triangles.h"

#include <math.h>

#include "harness/harness.h"
#include "la/support/judge.h"

bool triangle_has(char uplo, int64_t i, int64_t j)
{
    return uplo == 'l' ? i >= j : i <= j;
}

dense_t triangle_product(char side, const dense_t *a, const dense_t *b)
{
    return side == 'l' ? dense_product(a, b) : dense_product(b, a);
}

dense_t triangle_create(step_t *s, int64_t n, triangle_form_t f, dense_t *stored)
{
    bool graded = step_once_in(s, 4);
    dense_t is = step_random(s, n, n);
    *stored = dense_create(n, n);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i) {
            dense_value_t *x = dense_at(&is, i, j);
            double scale = graded ? ldexp(1, (int)(i * 7 % 41) - 20) : 1;
            if (i == j)
                *x = f.diag == 'u' ? 1 : (type_is_complex(s->type) ? CMPLX(1.5, 0.5) : 1.5) * scale;
            else if (triangle_has(f.uplo, i, j)) /* a power of 2: every type holds it */
                *x *= ldexp(f.diag == 'u' ? 1 : scale, -(int)ceil(log2((double)n)));
            else
                *x = 0;
            bool read = triangle_has(f.uplo, i, j) && (i != j || f.diag == 'n');
            *dense_at(stored, i, j) = read ? *x : NAN;
        }
    return is;
}

void triangle_check(step_t *s, char side, const dense_t *op, const dense_t *x, const dense_t *want,
                    const dense_t *have)
{
    dense_t op_moduli = moduli_of(op), x_moduli = moduli_of(x);
    dense_t bound = triangle_product(side, &op_moduli, &x_moduli);
    CHECK_WITHIN(8 * (double)(op->n + 2) * type_epsilon(s->type),
                 worst_quotient(want, have, &bound));
}
