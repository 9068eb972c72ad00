/* Triangular matrices for products and solves. */
#ifndef TESTS_LA_TRIANGLES_H
#define TESTS_LA_TRIANGLES_H

#include "la/support/steps.h"

typedef struct triangle_form {
    char side, uplo, trans, diag; /* lower case */
} triangle_form_t;

bool triangle_has(char uplo, int64_t i, int64_t j);
/* a*b, or b*a on the right */
dense_t triangle_product(char side, const dense_t *a, const dense_t *b);
/* Draw a triangle; what is stored is NaN wherever it must not be read. Solutions stay small, unless
 * the rows are graded: then elements are 2^-20 to 2^20. */
dense_t triangle_create(step_t *s, int64_t n, triangle_form_t f, dense_t *stored);
/* have is want, the product of op and x: within order*eps times the same product of moduli. */
void triangle_check(step_t *s, char side, const dense_t *op, const dense_t *x, const dense_t *want,
                    const dense_t *have);

#endif
