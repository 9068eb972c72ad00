/* A few rotations of the orbitals, and what the Hessian does to them. */
#ifndef SCF_SUBSPACE_H
#define SCF_SUBSPACE_H

#include "methods/hessian.h"

#define SUBSPACE_MAX 30

typedef struct subspace {
    hessian_t *h;
    spin_t spin;
    int held;
    ga_t basis[SUBSPACE_MAX], product[SUBSPACE_MAX]; /* orthonormal; the Hessian times these */
    double matrix[SUBSPACE_MAX][SUBSPACE_MAX];       /* basis.product */
    double slope[SUBSPACE_MAX], ties[SUBSPACE_MAX];  /* basis.slope and basis.ties */
    double eigenvalue[SUBSPACE_MAX];                 /* of the matrix, ascending */
    double vector[SUBSPACE_MAX][SUBSPACE_MAX];       /* an eigenvector in each row */
} subspace_t;

subspace_t subspace_begin(hessian_t *h, spin_t spin);
void subspace_destroy(subspace_t *space);

/* Add what of x is not yet in the space, and find the eigenvectors. Collective. *added is 0 when
 * that is nothing, or there is no room. x is overwritten. */
int subspace_extend(subspace_t *space, ga_t x, int *added);

/* x = sum of c[k] basis[k]; y = sum of c[k] product[k]. Collective. */
int subspace_combine(const subspace_t *space, const double *c, ga_t x, ga_t y);

#endif
