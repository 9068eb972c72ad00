/* Symmetric and Hermitian eigenproblems by element type: reduction to tridiagonal form, divide and
 * conquer, and the way back for the eigenvectors that are wanted. */
#ifndef LA_EIGEN_ROUTINES_H
#define LA_EIGEN_ROUTINES_H

#include "linalg/src/blas/la_blas.h"

/* A work array of a routine. */
typedef struct lai_room {
    void *at;
    la_int count;
} lai_room_t;

typedef struct lai_eigen {
    /* a = inverse(l) * a * inverse(l') in the lower triangle, divided by *scale */
    int64_t (*reduce)(lai_cyclic_t *a, const lai_cyclic_t *l, double *scale);
    /* z = inverse(l') * z, columns first, first+1, ... of it */
    void (*back)(const lai_cyclic_t *l, lai_cyclic_t *z, int64_t first, int64_t count);

    /* The tridiagonal form of a: d and e, the diagonal and what is below it, of my columns. tau and
     * a, below that, keep the way back. tau and the room: elements. */
    int64_t (*tridiagonalise)(lai_cyclic_t *a, void *d, void *e, void *tau, lai_room_t elements);
    /* Eigenvalues d[n] of a tridiagonal matrix d, e. */
    int64_t (*values)(int64_t n, void *d, void *e);
    /* And its eigenvectors z, a matrix of reals. On a grid whose tiles are as large as z, the first
     * process alone knows d and info. */
    int64_t (*divide)(lai_cyclic_t *z, void *d, void *e, lai_room_t reals, lai_room_t integers);
    /* Columns first, first+1, ... of z become eigenvectors of a. */
    int64_t (*transform)(const lai_cyclic_t *a, lai_cyclic_t *z, int64_t first, int64_t count,
                         const void *tau, lai_room_t elements);
    /* z = q, a matrix of reals; NULL for real types. */
    void (*widen)(const lai_cyclic_t *q, lai_cyclic_t *z);

    /* The upper triangle of a from that of z, which is below: of its conjugate transpose. */
    void (*mirror)(lai_cyclic_t *a, const lai_cyclic_t *z);
    /* Take the imaginary part from a number. */
    void (*make_real)(void *x);
} lai_eigen_t;

const lai_eigen_t *lai_eigen(ashlar_type type);

#endif
