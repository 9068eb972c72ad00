/* The orbitals that correlate, held by every rank. */
#ifndef SCF_ORBITALS_H
#define SCF_ORBITALS_H

#include <stdint.h>

#include <ashlar/ga.h>

#include "molecule/molecule.h"

typedef struct orbitals {
    int n, nocc, nvirt; /**< functions; occupied orbitals that correlate; empty ones */
    /* Coefficients, double[n][2*nocc] and double[n][nvirt], rows one after the other; the occupied
     * orbitals stand there twice, so that any nocc of them in circular order are next to each
     * other. */
    double *occupied, *empty;
    double *occupied_energy, *empty_energy; /**< double[2*nocc], double[nvirt], Eh */
} orbitals_t;

/* The inner shells of the atoms, as orbitals: those of the noble gas before each. */
int orbitals_core(const molecule_t *molecule);

/* Read the orbitals, columns of a global matrix of which the first `frozen` are left out and the
 * next are occupied up to `nocc`. Not collective.
 * @return ASHLAR_ENOMEM, or what ga_get() returns */
int orbitals_read(ga_t matrix, const double *energy, int n, int nocc, int frozen,
                  orbitals_t *orbitals);
void orbitals_free(orbitals_t *orbitals);

#endif
