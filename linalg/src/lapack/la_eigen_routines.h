/* Symmetric and Hermitian eigenproblems by element type. */
#ifndef LA_EIGEN_ROUTINES_H
#define LA_EIGEN_ROUTINES_H

#include "linalg/src/lapack/la_blas.h"

typedef struct lai_eigen {
    /* a = inverse(l) * a * inverse(l') in the lower triangle, divided by *scale */
    int64_t (*reduce)(lai_cyclic_t *a, const lai_cyclic_t *l, double *scale);
    /* z = inverse(l') * z */
    void (*back)(const lai_cyclic_t *l, lai_cyclic_t *z);
    /* w[n] and z: eigenvalues and eigenvectors of a, of which the lower triangle is read and all is
     * destroyed. z: NULL for eigenvalues only; a itself on a serial grid. */
    int64_t (*solve)(lai_cyclic_t *a, lai_cyclic_t *z, void *w, const lai_work_t *work);
    /* Set the counts that solve() needs. @return ASHLAR_ELIMIT */
    int (*sizes)(const char *call, lai_cyclic_t *a, lai_cyclic_t *z, lai_work_t *work);
} lai_eigen_t;

const lai_eigen_t *lai_eigen(ashlar_type type);

#endif
