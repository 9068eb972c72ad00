/* The energy of second order (MP2; C. Moller, M. S. Plesset, Physical Review 46, 618 (1934)) of
 * closed shells, from integrals that are computed when they are needed.
 *
 * The half-transformed integrals (mn|jb) are a global array of empty orbitals b, occupied orbitals
 * j and pairs of functions (mn), distributed by j: any rank puts what it has for all j, and what is
 * left to do for a j is done where it lies. If the array does not fit into memory, the orbitals j
 * are taken in several passes, each with its own integrals. */
#ifndef SCF_MP2_H
#define SCF_MP2_H

#include <ashlar/ga.h>

#include "molecule/failure.h"
#include "setup/calculation.h"

/* Find the energy for converged orbitals, columns of a matrix with the occupied ones first, and put
 * it into the calculation's result. Collective over the world.
 * @return -1  with the failure set, the same on all ranks */
int mp2_run(calculation_t *scf, ga_t orbitals, const double *energy, failure_t *failure);

#endif
