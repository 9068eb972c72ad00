#include "scf.h"

#include <stdlib.h>

#include <ashlar/la.h>
#include <mpi.h>

#include "agree.h"
#include "calculation.h"
#include "diis.h"
#include "try.h"


/* The density of the lowest orbitals of fock', in both bases. */
static int new_density(calculation_t *scf)
{
    matrices_t *m = &scf->m;
    TRY(la_eigen(m->fock_prime, scf->eigenvalue, m->vectors));
    TRY(calculation_occupy(scf, m->vectors, m->density_prime));
    return calculation_density(scf);
}

static int iterate(calculation_t *scf, diis_t *diis)
{
    result_t *result = scf->result;
    phases_t *seconds = &result->seconds;
    while (!result->converged && result->niteration < scf->options->iterations) {
        iteration_t now;
        double begin = MPI_Wtime();
        TRY(calculation_evaluate(scf, &now));
        /* The first density is no determinant: its gradient says nothing about convergence. */
        result->converged = result->niteration > 0 && now.gradient < scf->options->threshold;
        double extrapolate = MPI_Wtime();
        if (!result->converged) {
            TRY(diis_extrapolate(diis, scf->m.fock_prime, scf->m.error));
            double diagonalise = MPI_Wtime();
            seconds->diis += diagonalise - extrapolate;
            TRY(new_density(scf));
            seconds->diagonalisation += MPI_Wtime() - diagonalise;
        }
        calculation_record(scf, &now, begin);
    }
    return 0;
}

static int converge(calculation_t *scf)
{
    diis_t diis;
    int status = diis_create(scf->m.overlap, DIIS_DEPTH, &diis);
    if (status == 0)
        status = iterate(scf, &diis);
    diis_destroy(&diis);
    return status;
}

/* All ranks failed together, but the reason may lie with one of them. */
static int iterations_failed(failure_t *failure)
{
    library_failed(failure);
    if (agree(*ashlar_error_message() ? -1 : 0, failure) == 0)
        library_failed(failure);
    return -1;
}

/* The slowest rank decides how long a phase took. */
static int slowest(phases_t *seconds)
{
    return ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_MAX, seconds,
                        sizeof *seconds / sizeof(double));
}

int scf_run(const options_t *options, const input_t *input, int progress, show_fn *show,
            result_t *result, failure_t *failure)
{
    calculation_t scf = {
        .options = options, .input = input, .result = result, .progress = progress, .show = show};
    double begin = MPI_Wtime();
    *result = (result_t){.repulsion = molecule_repulsion(&input->molecule)};
    int status = calculation_create(&scf, failure);
    result->seconds.setup = MPI_Wtime() - begin;
    if (status == 0)
        status = calculation_start(&scf, failure);
    if (status == 0 && converge(&scf) != 0)
        status = iterations_failed(failure);
    result->seconds.total = MPI_Wtime() - begin;
    if (status == 0 && slowest(&result->seconds) != 0)
        status = library_failed(failure);
    calculation_destroy(&scf);
    return status;
}

void result_free(result_t *result)
{
    free(result->iteration);
    *result = (result_t){0};
}
