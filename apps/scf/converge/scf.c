/* The iterations: Fock matrix, DIIS, diagonalisation, density, until all is converged. */
#include "converge/scf.h"

#include <math.h>
#include <stdlib.h>

#include <ashlar/la.h>
#include <mpi.h>

#include "converge/restart.h"
#include "molecule/agree.h"
#include "setup/calculation.h"
#include "methods/secondorder.h"
#include "methods/stability.h"
#include "mp2/mp2.h"
#include "report/dump.h"
#include "molecule/try.h"
#include "report/warnings.h"

/* The weight of the matrix of ties in the first Fock matrix: more than rounding, and, where the
 * frontier orbitals are nearly the same, enough to choose among them. */
#define TIES_ALWAYS 1e-10
#define TIES_CLOSE  1e-4
/* DIIS goes astray when the energy rises by this (Eh), when a step takes this part of an electron
 * pair to other orbitals, when the gap closes to this (Eh), or when the gradient is still
 * large after so many steps. */
#define RISE_MAX  1e-4
#define MOVED_MAX 0.5
#define GAP_MIN   0.05
#define PATIENCE  20
#define LARGE     1e-4
/* Eh, when none was asked for. */
#define LEVEL_SHIFT 0.5

static const double one = 1;

static int diagonalise(calculation_t *scf, course_t *course)
{
    const double *e = scf->eigenvalue;
    TRY(la_eigen(scf->m.fock_prime, scf->eigenvalue, scf->m.vectors));
    course->gap = scf->nocc < scf->n ? e[scf->nocc] - e[scf->nocc - 1] : HUGE_VAL;
    return 0;
}

/* The first orbitals: no rounding decides which of the same energy are occupied. */
static int diagonalise_first(calculation_t *scf, course_t *course)
{
    matrices_t *m = &scf->m;
    const double always = TIES_ALWAYS, close = TIES_CLOSE;
    TRY(ga_add(&one, m->fock_prime, &always, m->ties, m->fock_prime));
    TRY(diagonalise(scf, course));
    if (course->gap > GAP_MIN)
        return 0;
    TRY(ga_add(&one, m->fock_prime, &close, m->ties, m->fock_prime));
    return diagonalise(scf, course);
}

/* The same with the empty orbitals of the present density raised. */
static int diagonalise_shifted(calculation_t *scf, course_t *course)
{
    matrices_t *m = &scf->m;
    const double half = -course->shift / 2;
    TRY(ga_add(&one, m->fock_prime, &half, m->density_prime, m->fock_prime));
    TRY(ga_shift_diagonal(m->fock_prime, &course->shift));
    TRY(diagonalise(scf, course));
    course->gap -= course->shift;
    return 0;
}

/* The density of the lowest orbitals of fock', in both bases. */
static int new_density(calculation_t *scf, course_t *course)
{
    matrices_t *m = &scf->m;
    double kept;
    if (scf->result->niteration == 0)
        TRY(diagonalise_first(scf, course));
    else if (course->shift > 0)
        TRY(diagonalise_shifted(scf, course));
    else
        TRY(diagonalise(scf, course));
    TRY(calculation_occupy(scf, m->vectors, m->work));
    TRY(ga_dot(m->work, m->density_prime, &kept));
    TRY(ga_copy(m->work, m->density_prime));
    course->moved = scf->nocc - kept / 4;
    return calculation_density(scf);
}

/* One more step by DIIS. */
static int extrapolate(calculation_t *scf, course_t *course)
{
    phases_t *seconds = &scf->result->seconds;
    double begin = MPI_Wtime();
    TRY(ga_trace_mark("diis"));
    TRY(diis_extrapolate(&course->diis, scf->m.fock_prime, scf->m.error));
    double diagonalise = MPI_Wtime();
    seconds->diis += diagonalise - begin;
    TRY(ga_trace_mark("diagonalise"));
    TRY(new_density(scf, course));
    seconds->diagonalisation += MPI_Wtime() - diagonalise;
    return 0;
}

/* The first density is no determinant, so the first steps show nothing. */
static int is_astray(const result_t *result, const course_t *course, const iteration_t *now)
{
    if (result->niteration < 2)
        return 0;
    return now->energy > result->energy + RISE_MAX || course->moved > MOVED_MAX ||
           (course->gap < GAP_MIN && course->shift == 0) ||
           (course->since >= PATIENCE && now->gradient > LARGE);
}

/* DIIS; when it goes astray, with a level shift; when it does so again, leave it. */
static int iterate(calculation_t *scf, course_t *course, restart_t *restart)
{
    result_t *result = scf->result;
    while (result->niteration < scf->options->iterations) {
        iteration_t now;
        double begin = MPI_Wtime();
        TRY(calculation_evaluate(scf, &now));
        result->converged = result->niteration > 0 && now.gradient < scf->options->threshold;
        result->exchanges += result->niteration > 1 && course->moved > MOVED_MAX;
        int leave = 0;
        if (!result->converged && is_astray(result, course, &now)) {
            leave = course->shift > 0;
            if (!leave)
                result->shifted = result->niteration + 1;
            course->shift = course->shift > 0 ? course->shift : LEVEL_SHIFT;
            course->since = 0;
            diis_forget(&course->diis);
        }
        ++course->since;
        if (!result->converged && !leave)
            TRY(extrapolate(scf, course));
        calculation_record(scf, &now, begin);
        if (result->converged || leave)
            break;
        TRY(restart_write(restart));
    }
    return 0;
}

/* Steps that need the Hessian: the last resort, the energies of the orbitals, the stability. */
static int finish(calculation_t *scf, hessian_t *h)
{
    result_t *result = scf->result;
    if (!result->converged && result->niteration < scf->options->iterations)
        TRY(secondorder_converge(h, 0, scf->options->iterations));
    if (!result->converged)
        return 0;
    TRY(hessian_update(h));
    TRY(stability_test(h));
    result->empty = 1;
    result->homo = h->energy[h->nocc - 1];
    result->lumo = h->energy[h->nocc];
    return 0;
}

/* The energy of second order, if it was asked for. Without empty orbitals there is none. */
static int correlate(calculation_t *scf, const hessian_t *h, failure_t *failure)
{
    if (!scf->options->mp2 || !scf->result->converged)
        return 0;
    return scf->nocc < scf->n ? mp2_run(scf, h->orbitals, h->energy, failure) : 0;
}

/* All ranks failed together, but the reason may lie with one of them. */
static int iterations_failed(failure_t *failure)
{
    library_failed(failure);
    if (agree(*ashlar_error_message() ? -1 : 0, failure) == 0)
        library_failed(failure);
    return -1;
}

/* The iterations, from the first density or a checkpoint. */
static int iterate_from(calculation_t *scf, course_t *course, failure_t *failure)
{
    restart_t *restart = NULL;
    if (diis_create(scf->m.overlap, DIIS_DEPTH, &course->diis) != 0)
        return iterations_failed(failure);
    course->shift = scf->options->level_shift;
    scf->result->shifted = course->shift > 0;
    int status = restart_begin(scf, course, &restart, failure);
    if (status == 0 && iterate(scf, course, restart) != 0)
        status = iterations_failed(failure);
    if (restart_end(restart) != 0 && status == 0)
        status = iterations_failed(failure);
    return status;
}

static int converge(calculation_t *scf, failure_t *failure)
{
    course_t course = {.gap = HUGE_VAL};
    hessian_t h = {0};
    const int begun = iterate_from(scf, &course, failure);
    diis_destroy(&course.diis);
    if (begun != 0)
        return begun;
    int status = 0;
    if (status == 0 && scf->nocc < scf->n) {
        status = hessian_create(scf, &h);
        if (status == 0)
            status = finish(scf, &h);
    }
    status = status != 0 ? iterations_failed(failure) : correlate(scf, &h, failure);
    hessian_destroy(&h);
    return status;
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
    ga_trace_mark("setup");
    int status = calculation_create(&scf, failure);
    result->seconds.setup = MPI_Wtime() - begin;
    if (status == 0)
        status = calculation_start(&scf, failure);
    if (status == 0 && options->dump)
        status = dump_write(&scf, failure);
    if (status == 0)
        status = converge(&scf, failure);
    result->seconds.total = MPI_Wtime() - begin;
    if (status == 0 && slowest(&result->seconds) != 0)
        status = library_failed(failure);
    if (status == 0)
        warnings_collect(result);
    calculation_destroy(&scf);
    return status;
}
