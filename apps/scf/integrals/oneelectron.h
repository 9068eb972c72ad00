/* Overlap and core Hamiltonian as global arrays. */
#ifndef SCF_ONEELECTRON_H
#define SCF_ONEELECTRON_H

#include <ashlar/ga.h>

#include "molecule/basis.h"
#include "integrals/integrals.h"

/* Fill the overlap matrix s and the core Hamiltonian h (kinetic energy and attraction by the
 * nuclei). Collective over the world; the pairs of blocks are divided among the ranks. */
int oneelectron_fill(const basis_t *basis, integrals_t *integrals, ga_t s, ga_t h);

#endif
