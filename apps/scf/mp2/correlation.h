/* The second half of the transformation, on the rank that owns an occupied orbital, and the
 * energies of its pairs. */
#ifndef SCF_CORRELATION_H
#define SCF_CORRELATION_H

#include <ashlar/ga.h>

#include "mp2/transform.h"

/* Contributions to the energy, Eh, by the spins of the two electrons of a pair. */
typedef struct pair_energy {
    double opposite, same;
} pair_energy_t;

/* The most bytes that a rank holds of its own meanwhile. */
double correlation_bytes(const transform_t *transform);

/* Add the pairs (i,j) of the orbitals j that this rank owns in `half`; see transform_half(). Of
 * (i,j) and (j,i) the one is added, twice, whose i comes less than half a round behind j, so that
 * each j has as much work. Not collective.
 * @return -1  with the failure set */
int correlation_add(const transform_t *transform, pass_t pass, ga_t half, pair_energy_t *energy,
                    failure_t *failure);

#endif
