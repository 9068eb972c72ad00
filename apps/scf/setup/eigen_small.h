/* Eigenvalues of matrices too small to distribute. */
#ifndef SCF_EIGEN_SMALL_H
#define SCF_EIGEN_SMALL_H

/* Eigenvalues w (ascending) and orthonormal eigenvectors z (columns) of a symmetric matrix, by
 * Jacobi rotations. All matrices double[n*n]; a is destroyed. */
void eigen_small(int n, double *a, double *w, double *z);

#endif
