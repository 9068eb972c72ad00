/* The second derivatives of the energy with respect to rotations of the orbitals.
 *
 * A rotation exp(k), k(a,i) = -k(i,a) = x(a,i) for empty a and occupied i, changes the energy of a
 * closed shell by 4 f.x + 2 x.(h x) up to second order, where f(a,i) is the Fock matrix and
 *     h x = (e(a) - e(i)) x(a,i) + (dJ - dK/2)(a,i),   dJ, dK of the change of the density,
 * if the occupied and the empty orbitals each diagonalise the Fock matrix. A rotation that is
 * opposite for the two spins has no dJ and no slope; a negative eigenvalue there means that the
 * determinants of unrestricted Hartree-Fock lie lower. */
#ifndef SCF_HESSIAN_H
#define SCF_HESSIAN_H

#include "setup/calculation.h"

typedef enum spin { SPIN_SINGLET, SPIN_TRIPLET } spin_t;

typedef struct hessian {
    calculation_t *scf;
    int64_t n, nocc, nvirt;
    ga_t orbitals;  /* n x n, in the basis functions, the occupied ones first */
    ga_t slope;     /* nvirt x nocc, as all rotations are: the Fock matrix between them */
    ga_t ties;      /* ties_make() between them: its projections do not depend on their signs */
    double *energy; /* double[n], of the orbitals */
} hessian_t;

/* Room for a calculation that has both occupied and empty orbitals. Collective, as are all. */
int hessian_create(calculation_t *scf, hessian_t *h);
void hessian_destroy(hessian_t *h);

/* Find orbitals, energies and slope for the density and Fock matrix of now. */
int hessian_update(hessian_t *h);
/* y = h x */
int hessian_product(hessian_t *h, spin_t spin, ga_t x, ga_t y);
/* x(a,i) /= e(a) - e(i) + shift, or the least divisor allowed. */
int hessian_precondition(hessian_t *h, double shift, ga_t x);
/* density and density' of the orbitals of the last hessian_update(), rotated by x. */
int hessian_rotate(hessian_t *h, ga_t x);

#endif
