/* The lowest eigenvalue of the Hessian, by Davidson's method. */
#ifndef SCF_DAVIDSON_H
#define SCF_DAVIDSON_H

#include "methods/hessian.h"

/* Find the lowest eigenvalue, in Eh, to about 1e-6, and its rotation, of length one. The search
 * begins with a mixture of all rotations, so that none is hidden by its symmetry. Collective.
 * @param[in] products  to be computed at most, roughly
 * @param[out] mode  nvirt x nocc
 * @param[out] found  0: not with so many products; then the value is an upper bound */
int davidson_lowest(hessian_t *h, spin_t spin, int products, double *value, ga_t mode, int *found);

#endif
