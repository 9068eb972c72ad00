/* Restricted Hartree-Fock with all matrices as global arrays. */
#ifndef SCF_SCF_H
#define SCF_SCF_H

#include "molecule/failure.h"
#include "molecule/input.h"
#include "report/result.h"

/* Find the energy. Collective over the world. Not converging is not a failure: see
 * result.converged.
 * @param[in] progress  draw progress bars on stderr
 * @param[out] result   free with result_free(), also after a failure */
int scf_run(const options_t *options, const input_t *input, int progress, show_fn *show,
            result_t *result, failure_t *failure);

#endif
