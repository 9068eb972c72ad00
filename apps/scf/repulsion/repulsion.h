/* Electron repulsion integrals over contracted shells.
 *
 * libint2's recurrences turn the Boys functions of primitives into integrals; here is what comes
 * before them. Primitives are screened by their Schwarz factors, and everything about them is
 * computed for many at a time. */
#ifndef SCF_REPULSION_H
#define SCF_REPULSION_H

#include "molecule/basis.h"
#include "molecule/failure.h"
#include "integrals/integrals.h"
#include "molecule/molecule.h"

typedef struct repulsion repulsion_t;

/* Prepare for the shells of a basis, which must outlive the object.
 * @param[in] precision  primitives that cannot contribute that much to any integral are dropped
 * @return NULL  with the failure set */
repulsion_t *repulsion_create(const basis_t *basis, const molecule_t *molecule,
                              const integrals_t *integrals, double precision, failure_t *failure);
void repulsion_destroy(repulsion_t *repulsion);

/* Precompute the data of pairs of shells; repulsion_compute() names them by their number.
 * @param[in] shells  int[2*npair]; of a pair the first has the higher angular momentum
 * @return -1  with the failure set */
int repulsion_set_pairs(repulsion_t *repulsion, int npair, const int *shells, failure_t *failure);

/* Number of primitive products of a pair that are not negligible. */
int repulsion_primitives(const repulsion_t *repulsion, int pair);

/* The integrals (ab|cd) of two pairs, double[a][b][c][d], valid until the next call. The angular
 * momenta of the bra must not sum to more than those of the ket.
 * @param[in] precision  primitives that contribute less are left out
 * @return NULL  when all of them are left out */
const double *repulsion_compute(repulsion_t *repulsion, int bra, int ket, double precision);

#endif
