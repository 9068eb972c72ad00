/* Checkpoints of the iterations, by libashlar_io. */
#include "converge/restart.h"

#ifdef SCF_CHECKPOINTS

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/io_checkpoint.h>

#include "molecule/agree.h"
#include "molecule/try.h"

/* Two molecules with as many functions differ in this. */
#define SAME_REPULSION 1e-9

struct restart {
    calculation_t *scf;
    course_t *course;
    io_checkpoint_t *files;
    double repulsion;
};

static int add_matrices(restart_t *restart)
{
    const matrices_t *m = &restart->scf->m;
    const diis_t *diis = &restart->course->diis;
    TRY(io_checkpoint_add(restart->files, "density", m->density));
    TRY(io_checkpoint_add(restart->files, "density_prime", m->density_prime));
    TRY(io_checkpoint_add(restart->files, "density_done", m->density_done));
    TRY(io_checkpoint_add(restart->files, "two_electron", m->two_electron));
    for (int k = 0; k < diis->depth; ++k) {
        char name[32];
        snprintf(name, sizeof name, "diis_fock_%d", k);
        TRY(io_checkpoint_add(restart->files, name, diis->fock[k]));
        snprintf(name, sizeof name, "diis_error_%d", k);
        TRY(io_checkpoint_add(restart->files, name, diis->error[k]));
    }
    return 0;
}

/* Where the numbers are that an iteration leaves to the next. */
static int add_numbers(restart_t *restart)
{
    course_t *course = restart->course;
    result_t *result = restart->scf->result;
    const struct {
        const char *name;
        ashlar_type type;
        int64_t n;
        void *data;
    } all[] = {
        {"repulsion", ASHLAR_DOUBLE, 1, &restart->repulsion},
        {"energy", ASHLAR_DOUBLE, 1, &result->energy},
        {"iterations", ASHLAR_INT, 1, &result->niteration},
        {"exchanges", ASHLAR_INT, 1, &result->exchanges},
        {"shifted", ASHLAR_INT, 1, &result->shifted},
        {"shift", ASHLAR_DOUBLE, 1, &course->shift},
        {"since", ASHLAR_INT, 1, &course->since},
        {"gap", ASHLAR_DOUBLE, 1, &course->gap},
        {"moved", ASHLAR_DOUBLE, 1, &course->moved},
        {"diis_held", ASHLAR_INT, 1, &course->diis.held},
        {"diis_next", ASHLAR_INT, 1, &course->diis.next},
        {"diis_products", ASHLAR_DOUBLE, DIIS_MAX * DIIS_MAX, course->diis.product},
    };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        TRY(io_checkpoint_add_scalars(restart->files, all[k].name, all[k].type, all[k].n,
                                      all[k].data));
    return 0;
}

static int go_on(restart_t *restart, failure_t *failure)
{
    const options_t *options = restart->scf->options;
    result_t *result = restart->scf->result;
    int64_t step;
    int damaged;
    if (io_checkpoint_restore(restart->files, &step, &damaged) != 0)
        return library_failed(failure);
    if (ga_rank() == 0 && damaged > 0)
        fprintf(stderr, "scf: %s; %s\n", ashlar_error_message(),
                step < 0 ? "there is none before" : "the one before is taken");
    if (step < 0)
        return 0;
    if (fabs(restart->repulsion - result->repulsion) > SAME_REPULSION)
        return failure_set(failure, "checkpoint %s is of another molecule", options->checkpoint);
    if (result->niteration >= options->iterations)
        return failure_set(failure, "checkpoint %s is after iteration %d: --maxiter must be more",
                           options->checkpoint, result->niteration);
    if (ga_rank() == 0)
        printf("going on after iteration %d, from checkpoint %s\n", result->niteration,
               options->checkpoint);
    return 0;
}

int restart_begin(calculation_t *scf, course_t *course, restart_t **restart, failure_t *failure)
{
    *restart = NULL;
    if (!scf->options->checkpoint)
        return 0;
    restart_t *made = calloc(1, sizeof *made);
    if (agree(made ? 0 : failure_set(failure, "not enough memory"), failure) != 0) {
        free(made);
        return -1;
    }
    *made = (restart_t){.scf = scf, .course = course, .repulsion = scf->result->repulsion};
    *restart = made;
    if (io_checkpoint_create(GA_GROUP_WORLD, scf->options->checkpoint, &made->files) != 0 ||
        add_matrices(made) != 0 || add_numbers(made) != 0)
        return library_failed(failure);
    return scf->options->restart ? go_on(made, failure) : 0;
}

int restart_write(restart_t *restart)
{
    if (!restart || restart->scf->result->niteration % restart->scf->options->every != 0)
        return 0;
    return io_checkpoint_write_nb(restart->files, restart->scf->result->niteration, NULL);
}

int restart_end(restart_t *restart)
{
    const int status = restart && restart->files ? io_checkpoint_destroy(restart->files) : 0;
    free(restart);
    return status;
}

#else

int restart_begin(calculation_t *scf, course_t *course, restart_t **restart, failure_t *failure)
{
    (void)course;
    *restart = NULL;
    return scf->options->checkpoint
               ? failure_set(failure,
                             "--checkpoint needs libashlar_io, which this build lacks: it is "
                             "built where parallel HDF5 is")
               : 0;
}

int restart_write(restart_t *restart)
{
    (void)restart;
    return 0;
}

int restart_end(restart_t *restart)
{
    (void)restart;
    return 0;
}

#endif
