/* Products of the primitives of two shells, each a Gaussian at a point between their centres. */
#ifndef SCF_PRODUCTS_H
#define SCF_PRODUCTS_H

#include "integrals/integrals.h"
#include "molecule/basis.h"
#include "molecule/molecule.h"

/* The product of two primitives: a Gaussian of exponent zeta at p. */
typedef struct product {
    double schwarz; /* about sqrt((ab|ab)) */
    double zeta, half_inverse;
    double weight; /* contraction coefficients * sqrt(2) pi^(5/4) exp(..) / zeta */
    double p[3], pa[3];
} product_t;

/* The products of a pair of shells, in descending order of their Schwarz factors. Those fields that
 * loops over many products read lie one after another: double[nproduct] each. */
typedef struct pair {
    int nproduct;
    int l[2], pure[2];
    double ab[3];
    product_t *product;
    double *zeta, *weight, *p[3], *pa[3];
} pair_t;

/* Where shells are looked up by their numbers. */
typedef struct shells {
    const basis_t *basis;
    const molecule_t *molecule;
    const integrals_t *integrals;
} shells_t;

/* The products of shells s and t, but for those that cannot contribute `precision` to any integral.
 * @return -1  not enough memory */
int pair_create(const shells_t *shells, int s, int t, double precision, pair_t *pair);
void pair_free(pair_t *pair);

#endif
