/* One-electron integrals over Gaussian shells: a small C interface to libint2's C++ classes.
 *
 * Blocks are row-major: element (i,j) of a block of shells s, t is block[i*size(t) + j]. Returned
 * pointers stay valid until the next call with the same object. */
#ifndef SCF_INTEGRALS_H
#define SCF_INTEGRALS_H

#include "molecule/basis.h"
#include "molecule/failure.h"
#include "molecule/molecule.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct integrals integrals_t;

/* Prepare integrals over a basis. Shells and molecule are copied.
 * @return NULL  with the failure set */
integrals_t *integrals_create(const basis_t *basis, const molecule_t *molecule, failure_t *failure);
void integrals_destroy(integrals_t *integrals);

/* Overlap, kinetic energy and attraction by all nuclei of two shells. */
const double *integrals_overlap(integrals_t *integrals, int s, int t);
const double *integrals_kinetic(integrals_t *integrals, int s, int t);
const double *integrals_nuclear(integrals_t *integrals, int s, int t);

/* The contraction coefficients of a shell, double[nprim], for primitives that are not normalised.
 */
const double *integrals_coefficients(const integrals_t *integrals, int s);

/* Solid harmonics of degree l in terms of cartesian functions: double[2l+1][(l+1)(l+2)/2]. */
void integrals_solid_harmonics(int l, double *matrix);

#ifdef __cplusplus
}
#endif
#endif
