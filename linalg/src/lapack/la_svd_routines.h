/* Singular value decompositions by element type. */
#ifndef LA_SVD_ROUTINES_H
#define LA_SVD_ROUTINES_H

#include "linalg/src/blas/la_blas.h"

typedef struct lai_svd {
    /* s[min(m,n)], u and vt: the singular values and vectors of a, which is destroyed. u, vt: NULL
     * when not wanted. On a serial grid both or neither are found by divide and conquer (GESDD),
     * unless by_qr, all others by QR iterations (GESVD). */
    int64_t (*solve)(lai_cyclic_t *a, lai_cyclic_t *u, lai_cyclic_t *vt, void *s,
                     const lai_work_t *work, int by_qr);
    /* Set the counts that solve() needs, by_qr or not. @return ASHLAR_ELIMIT */
    int (*query_workspace)(const char *call, lai_cyclic_t *a, lai_cyclic_t *u, lai_cyclic_t *vt,
                           lai_work_t *work);
} lai_svd_t;

const lai_svd_t *lai_svd(ashlar_type type);

#endif
