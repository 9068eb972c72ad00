/* The exponential: how far to scale, and which approximant. */
#ifndef LA_FUNCTION_EXP_H
#define LA_FUNCTION_EXP_H

#include "linalg/src/calls/la_function.h"

/* Matrices of the exponential: powers of a, and two for sums. */
enum { A1, A2, A4, A6, SUM, SPARE, MATRICES };
enum { DEGREE_MOST = 13 };

typedef struct expm {
    const char *call;
    const gai_array_t *a;
    const lai_blas_t *blas;
    int64_t n;
    ga_t g[MATRICES];
    double *moduli[2]; /* double[n] each, for the norms of powers of |a| */
    int degree;        /* of the approximant */
    int squarings;     /* the approximant is that of a / 2^squarings; */
    int exponent;      /* the matrices hold powers of a / 2^exponent */
} expm_t;

/* g *= 2^exponent, which may be beyond the range of one factor. */
int lai_exp_scale(const expm_t *p, ga_t g, int64_t exponent);
/* Set A1, as many of A2, A4, A6 as the degree takes, the degree and the squarings; powers are then
 * those of a / 2^squarings. @return ASHLAR_ENUMERIC  no digit of the exponential would be right */
int lai_exp_choose(expm_t *p);

#endif
