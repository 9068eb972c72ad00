/** Integrals over Gaussian shells: a small C face of libint2.
 *
 * Blocks are row-major: element (i,j) of a block of shells s, t is block[i*size(t) + j]. Pointers
 * that are returned stay valid until the next call with the same object. */
#ifndef SCF_INTEGRALS_H
#define SCF_INTEGRALS_H

#include "basis.h"
#include "failure.h"
#include "molecule.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct integrals integrals_t;

/** Prepare integrals over a basis. Shells and molecule are copied.
 * @param[in] precision  primitive contributions below it are left out of repulsion integrals
 * @return NULL  with the failure set */
integrals_t *integrals_create(const basis_t *basis, const molecule_t *molecule, double precision,
                              failure_t *failure);
void integrals_destroy(integrals_t *integrals);

/** Overlap, kinetic energy and attraction by all nuclei of two shells. */
const double *integrals_overlap(integrals_t *integrals, int s, int t);
const double *integrals_kinetic(integrals_t *integrals, int s, int t);
const double *integrals_nuclear(integrals_t *integrals, int s, int t);

/** Precompute the data of pairs of shells; integrals_eri() names them by their number.
 * @param[in] shells  int[2*npair]; of a pair the first has the higher angular momentum
 * @return -1  with the failure set */
int integrals_set_pairs(integrals_t *integrals, int npair, const int *shells, failure_t *failure);

/** Number of primitive products of a pair that are not negligible. */
int integrals_pair_primitives(const integrals_t *integrals, int pair);

/** Change the precision; it must not be less than that of integrals_create(). */
void integrals_set_precision(integrals_t *integrals, double precision);

/** Electron repulsion of two pairs (ab|cd), block [a][b][c][d]. The angular momenta of the bra must
 * not sum to more than those of the ket. @return NULL  when all of it is negligible */
const double *integrals_eri(integrals_t *integrals, int bra, int ket);

#ifdef __cplusplus
}
#endif
#endif
