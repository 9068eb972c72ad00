/* Judging solutions. */
#ifndef TESTS_LA_JUDGE_H
#define TESTS_LA_JUDGE_H

#include "model/dense.h"

/* How many times n*eps errors of hard matrices may be; with ScaLAPACK they are at most about 1. */
enum { BACKWARD_TIMES = 4 };

/* Check that op(a)*x = b, within n*eps times the largest product that is summed. */
void check_solution(ashlar_type type, char op, const dense_t *a, const dense_t *x,
                    const dense_t *b);
/* The same, with errors as those of a itself would be: of its element (i,j) at most n*eps*times of
 * rows[i]*columns[j]. */
void check_backward(ashlar_type type, char op, const dense_t *a, const dense_t *x, const dense_t *b,
                    const double *rows, const double *columns, double times);
/* The moduli of all elements, and the largest quotient of a difference and its bound; infinite when
 * a difference has none. */
dense_t moduli_of(const dense_t *x);
double worst_quotient(const dense_t *a, const dense_t *b, const dense_t *bound);
/* Check that a*z = b*z*diag(w) and z'*b*z = 1, within n*eps times size, which that of a may be; no
 * b: the identity. w: reals of the type. */
void check_eigenvectors(ashlar_type type, const dense_t *a, const dense_t *b, const void *w,
                        const dense_t *z, double size);
/* Check that a = u*diag(s)*vt, and that columns of u and rows of vt are orthonormal. Without u or
 * vt (at = NULL) the products of what there is with a are orthogonal, and of the lengths s. */
void check_singular(ashlar_type type, const dense_t *a, const dense_t *u, const void *s,
                    const dense_t *vt);
/* Check that reals of the type have the same bits on all ranks of a group. */
void check_shared(ashlar_type type, ga_group_t group, const void *reals, int64_t count);
/* Check that a call has failed for a numerical reason, with these words. */
void check_refused(int status, const char *words);

#endif
