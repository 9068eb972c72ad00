#include "solutions.h"

#include <math.h>

#include "harness/harness.h"

void check_solution(ashlar_type type, char op, const dense_t *a, const dense_t *x, const dense_t *b)
{
    dense_t opa = dense_op(op, a), ax = dense_product(&opa, x);
    double largest = 0;
    for (int64_t k = 0; k < opa.n; ++k) {
        double column = 0, row = 0;
        for (int64_t i = 0; i < opa.m; ++i)
            column = fmax(column, cabs(*dense_at(&opa, i, k)));
        for (int64_t j = 0; j < x->n; ++j)
            row = fmax(row, cabs(*dense_at(x, k, j)));
        largest = fmax(largest, column * row);
    }
    CHECK_WITHIN(10 * (double)(opa.n + 1) * type_epsilon(type) * largest, dense_distance(b, &ax));
    dense_free(&ax);
    dense_free(&opa);
}
