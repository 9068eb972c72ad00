/* The parts of a calculation share this: its matrices, and its energy as a function of the density.
 */
#ifndef SCF_CALCULATION_H
#define SCF_CALCULATION_H

#include <ashlar/ga.h>

#include "fock/fock.h"
#include "molecule/input.h"
#include "molecule/options.h"
#include "report/result.h"

/* Ways down the Hessian that are followed at most. */
#define FOLLOW_MAX 8

/* Steps of DIIS that are kept, two matrices each. */
enum { DIIS_DEPTH = 8 };

/* The matrices of a calculation. Primed ones are in the orthonormal basis x. */
typedef struct matrices {
    ga_t overlap, core, x;
    ga_t density, density_done; /* density_done: that of the two-electron part so far */
    ga_t two_electron, fock;
    ga_t fock_prime, density_prime, error, vectors;
    ga_t ties; /* ties_make() */
    ga_t work, work2;
} matrices_t;

typedef struct calculation {
    const options_t *options;
    const input_t *input;
    int n, nocc; /* orbitals; those occupied */
    integrals_t *integrals;
    repulsion_t *repulsion;
    fock_t fock;
    matrices_t m;
    double *eigenvalue; /* double[n] */
    result_t *result;
    int progress;
    show_fn *show;
} calculation_t;

/* Integrals, tasks and matrices, not yet filled. Collective, as all that follow. */
int calculation_create(calculation_t *scf, failure_t *failure);
void calculation_destroy(calculation_t *scf);

/* Fill the matrices up to the first density.
 * @return -1  with the failure set, the same on all ranks */
int calculation_start(calculation_t *scf, failure_t *failure);

/* Energy, Fock matrix and commutator of the present density, as the next line of the table; change
 * and seconds are for calculation_record() to set. */
int calculation_evaluate(calculation_t *scf, iteration_t *now);
/* Add a line to the table and show it. `begin` is when its iteration began (MPI_Wtime). */
void calculation_record(calculation_t *scf, iteration_t *now, double begin);

/* c = op(a) * b */
int multiply(char transpose, ga_t a, ga_t b, ga_t c);

/* density from density', and density' = 2 y y^T of the first nocc columns of y. y is not work. */
int calculation_occupy(calculation_t *scf, ga_t y, ga_t density_prime);
int calculation_density(calculation_t *scf);

/* Record what the library says of a failure. @return -1 */
int library_failed(failure_t *failure);

#endif
