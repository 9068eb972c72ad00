/* The first half of the four-index transformation: from integrals over basis functions to (mn|jb),
 * for pairs of functions m, n, occupied orbitals j and empty orbitals b. */
#ifndef SCF_TRANSFORM_H
#define SCF_TRANSFORM_H

#include <ashlar/ga.h>

#include "fock/fock.h"
#include "mp2/orbitals.h"
#include "mp2/rows.h"

/* The work, the same on all ranks. */
typedef struct transform {
    const basis_t *basis;
    const pairs_t *pairs;
    repulsion_t *repulsion;
    const rows_t *rows;
    const orbitals_t *orbitals;
    double threshold; /**< integrals below it are left out */
    ga_tasks_t pool;  /**< a task for each pair of blocks, a round for each pass */
    int show;         /**< draw a progress bar on stderr */
} transform_t;

/* The occupied orbitals of a pass. */
typedef struct pass {
    int first, count;
} pass_t;

/* The most bytes that a rank holds of its own meanwhile. */
double transform_bytes(const transform_t *transform, int count);

/* Fill half(b, j - pass.first, row) = (mn|jb). Collective over the world; complete on return.
 * @return -1  with the failure set, the same on all ranks */
int transform_half(const transform_t *transform, pass_t pass, ga_t half, failure_t *failure);

#endif
