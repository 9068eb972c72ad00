/* Restricted Hartree-Fock with all matrices as global arrays. */
#ifndef SCF_SCF_H
#define SCF_SCF_H

#include <stdint.h>

#include "failure.h"
#include "input.h"

/* One line of the table. */
typedef struct iteration {
    double energy, change, gradient;
    double seconds, fock_seconds; /**< of the whole iteration, and of its Fock build */
    int64_t quartets;             /**< shell quartets computed by all ranks */
} iteration_t;

/* Seconds of the phases, on the rank that was slowest. */
typedef struct phases {
    double setup, guess, one_electron, fock, diagonalisation, diis, hessian, total;
} phases_t;

typedef struct result {
    int converged;
    double energy, repulsion;
    double smallest_overlap; /**< least eigenvalue of the overlap matrix */
    int niteration;
    iteration_t *iteration; /**< iteration_t[niteration], owned */
    int64_t ntask;
    phases_t seconds;
} result_t;

/* Called on rank 0 after each iteration, k counted from 1. */
typedef void show_fn(int k, const iteration_t *iteration);

/* Find the energy. Collective over the world. Not converging is not a failure: see
 * result.converged.
 * @param[in] progress  draw progress bars on stderr
 * @param[out] result   free with result_free(), also after a failure */
int scf_run(const options_t *options, const input_t *input, int progress, show_fn *show,
            result_t *result, failure_t *failure);
void result_free(result_t *result);

#endif
