/* A spherically averaged neutral atom in its own part of a basis set. */
#ifndef SCF_ATOM_H
#define SCF_ATOM_H

#include "molecule/basis.h"
#include "molecule/failure.h"

/* Solve the atom of an element self-consistently with fractional occupations.
 * @param[out] density  double[nshell*nshell] over the shells of the atom, ordered as in a basis:
 *                      the element of each function of one shell with the same one of the other */
int atom_density(int z, const library_t *library, int nshell, double *density, failure_t *failure);

#endif
