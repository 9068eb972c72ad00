/* The first density: superposed densities of spherical atoms. */
#ifndef SCF_GUESS_H
#define SCF_GUESS_H

#include <ashlar/ga.h>

#include "molecule/basis.h"
#include "molecule/failure.h"
#include "molecule/molecule.h"

/* Fill the total density d, zero outside the atoms' diagonal blocks. Each element is computed
 * once, by one rank, as a spherically averaged atom in its own part of the basis. Collective. d and
 * higher functions that are cartesian in `basis` stay empty: only elements beyond Ca, which no
 * shipped set covers, would occupy them. */
int guess_atoms(const molecule_t *molecule, const library_t *library, const basis_t *basis, ga_t d,
                failure_t *failure);

#endif
