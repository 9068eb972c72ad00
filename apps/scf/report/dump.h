/* The file of integrals, for programs that are to have the whole problem in one file. */
#ifndef SCF_DUMP_H
#define SCF_DUMP_H

#include "molecule/failure.h"
#include "setup/calculation.h"

/* Write options->dump: a line of text,
 *
 *     integrals N OCCUPIED REPULSION
 *
 * (functions, occupied orbitals, energy of the nuclei in Eh), then doubles in the machine's order:
 * the overlap S[N][N], the core Hamiltonian H[N][N], and the repulsion integrals
 * (ij|kl)[N][N][N][N], those that contribute less than --tol2e being 0. Collective, after
 * calculation_start().
 * @return -1  with the failure set on all ranks: too many functions, no memory, or the file cannot
 *             be written, and then it is removed */
int dump_write(calculation_t *scf, failure_t *failure);

#endif
