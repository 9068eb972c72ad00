/* Judging solutions of linear systems. */
#ifndef TESTS_LA_SOLUTIONS_H
#define TESTS_LA_SOLUTIONS_H

#include "model/dense.h"

/* Check that op(a)*x = b, within n*eps times the largest product that is summed. */
void check_solution(ashlar_type type, char op, const dense_t *a, const dense_t *x,
                    const dense_t *b);

#endif
