/* The matrices of a calculation, and the energy of a density. */
#include "setup/calculation.h"

#include <math.h>
#include <stdlib.h>

#include <ashlar/la.h>
#include <mpi.h>

#include "molecule/agree.h"
#include "setup/guess.h"
#include "integrals/integrals.h"
#include "setup/memory.h"
#include "integrals/oneelectron.h"
#include "setup/ties.h"
#include "molecule/try.h"

/* Below this eigenvalue of the overlap matrix the orbitals lose the digits asked for. */
#define DEPENDENT 1e-7
/* Primitive contributions are left out below this fraction of the threshold of contracted ones. */
#define PRIMITIVE_PART 0.1

static const double zero = 0, one = 1, minus_one = -1, two = 2;

static int create_matrices(int64_t n, matrices_t *m)
{
    TRY(ga_create(ASHLAR_DOUBLE, n, n, "overlap", 0, 0, &m->overlap));
    struct {
        const char *name;
        ga_t *g;
    } others[] = {{"core", &m->core},
                  {"orthonormaliser", &m->x},
                  {"density", &m->density},
                  {"density done", &m->density_done},
                  {"two-electron", &m->two_electron},
                  {"fock", &m->fock},
                  {"fock'", &m->fock_prime},
                  {"density'", &m->density_prime},
                  {"error", &m->error},
                  {"vectors", &m->vectors},
                  {"ties", &m->ties},
                  {"density change", &m->work},
                  {"fock change", &m->work2}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
        TRY(ga_create_like(m->overlap, ASHLAR_DOUBLE, others[i].name, others[i].g));
    return 0;
}

static void destroy_matrices(matrices_t *m)
{
    ga_t all[] = {m->overlap,      m->core,          m->x,     m->density, m->density_done,
                  m->two_electron, m->fock,          m->work,  m->work2,   m->fock_prime,
                  m->vectors,      m->density_prime, m->error, m->ties};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        if (all[i])
            ga_destroy(all[i]);
}

int multiply(char transpose, ga_t a, ga_t b, ga_t c)
{
    return la_gemm(transpose, 'n', &one, a, b, &zero, c);
}

/* x = u s^(-1/2), where u, s are the eigenvectors and eigenvalues of the overlap. */
static int orthonormalise(calculation_t *scf)
{
    const double dependent = DEPENDENT;
    int64_t kept;
    TRY(la_orthogonalize(scf->m.overlap, &dependent, scf->eigenvalue, scf->m.x, &kept));
    scf->result->smallest_overlap = scf->eigenvalue[0];
    return 0;
}

/* density' = x^T s d s x, the density as coefficients in the orthonormal basis. */
static int transform_density(const matrices_t *m)
{
    TRY(multiply('n', m->overlap, m->x, m->work));
    TRY(multiply('n', m->density, m->work, m->work2));
    return multiply('t', m->work, m->work2, m->density_prime);
}

/* Add the two-electron part of the change of the density since the last time; fock = core + the
 * total. */
static int update_fock(calculation_t *scf)
{
    matrices_t *m = &scf->m;
    TRY(ga_add(&one, m->density, &minus_one, m->density_done, m->work));
    TRY(fock_build(&scf->fock, FOCK_COULOMB_EXCHANGE, m->work, m->work2, scf->progress));
    TRY(ga_add(&one, m->two_electron, &one, m->work2, m->two_electron));
    TRY(ga_copy(m->density, m->density_done));
    return ga_add(&one, m->core, &one, m->two_electron, m->fock);
}

static int total_energy(const calculation_t *scf, double *energy)
{
    double core, two_electron;
    TRY(ga_dot(scf->m.density, scf->m.core, &core));
    TRY(ga_dot(scf->m.density, scf->m.two_electron, &two_electron));
    *energy = scf->result->repulsion + core + two_electron / 2;
    return 0;
}

/* fock' = x^T f x; error = fock' density' - density' fock'. The commutator of closed shells holds
 * 2 F(ia) twice, so sqrt(2) times its norm is that of the orbital gradient 4 F(ia). */
static int commutator(const matrices_t *m, double *gradient)
{
    double square;
    TRY(multiply('n', m->fock, m->x, m->work));
    TRY(multiply('t', m->x, m->work, m->fock_prime));
    TRY(multiply('n', m->fock_prime, m->density_prime, m->work));
    TRY(ga_transpose(m->work, m->work2));
    TRY(ga_add(&one, m->work, &minus_one, m->work2, m->error));
    TRY(ga_dot(m->error, m->error, &square));
    *gradient = sqrt(2 * square);
    return 0;
}

static int sum_quartets(int64_t mine, int64_t *all)
{
    long long sum = mine;
    TRY(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LLONG, ASHLAR_SUM, &sum, 1));
    *all = sum;
    return 0;
}

int calculation_evaluate(calculation_t *scf, iteration_t *now)
{
    double begin = MPI_Wtime();
    *now = (iteration_t){0};
    TRY(update_fock(scf));
    now->fock_seconds = MPI_Wtime() - begin;
    scf->result->seconds.fock += now->fock_seconds;
    TRY(ga_trace_mark("energy"));
    TRY(total_energy(scf, &now->energy));
    TRY(commutator(&scf->m, &now->gradient));
    return sum_quartets(scf->fock.quartets, &now->quartets);
}

void calculation_record(calculation_t *scf, iteration_t *now, double begin)
{
    result_t *result = scf->result;
    now->change = result->niteration > 0 ? now->energy - result->energy : now->energy;
    now->seconds = MPI_Wtime() - begin;
    result->energy = now->energy;
    result->iteration[result->niteration++] = *now;
    if (ga_rank() == 0)
        scf->show(result->niteration, now);
}

int calculation_occupy(calculation_t *scf, ga_t y, ga_t density_prime)
{
    la_patch_t occupied = {y, 0, scf->n - 1, 0, scf->nocc - 1};
    la_patch_t density = {density_prime, 0, scf->n - 1, 0, scf->n - 1};
    return la_gemm_patch('n', 't', &two, occupied, occupied, &zero, density);
}

int calculation_density(calculation_t *scf)
{
    matrices_t *m = &scf->m;
    TRY(multiply('n', m->x, m->density_prime, m->work));
    return la_gemm('n', 't', &one, m->work, m->x, &zero, m->density);
}

int library_failed(failure_t *failure)
{
    const char *message = ashlar_error_message();
    return failure_set(failure, "%s", *message ? message : "another rank failed");
}

static int prepare_integrals(calculation_t *scf, failure_t *failure)
{
    const basis_t *basis = &scf->input->basis;
    const molecule_t *molecule = &scf->input->molecule;
    double precision = scf->options->tol2e * PRIMITIVE_PART;
    int lines = scf->options->iterations;
    if (scf->options->stability == STABILITY_FOLLOW)
        lines *= 1 + FOLLOW_MAX;
    scf->eigenvalue = malloc((size_t)basis->size * sizeof *scf->eigenvalue);
    scf->result->iteration = calloc((size_t)lines, sizeof *scf->result->iteration);
    if (!scf->eigenvalue || !scf->result->iteration)
        return failure_set(failure, "not enough memory");
    scf->integrals = integrals_create(basis, molecule, failure);
    if (!scf->integrals)
        return -1;
    scf->repulsion = repulsion_create(basis, molecule, scf->integrals, precision, failure);
    return scf->repulsion ? 0 : -1;
}

int calculation_create(calculation_t *scf, failure_t *failure)
{
    const options_t *options = scf->options;
    const basis_t *basis = &scf->input->basis;
    scf->n = basis->size;
    scf->nocc = scf->input->electrons / 2;
    int matrices = (int)(sizeof(matrices_t) / sizeof(ga_t)) + 2 * DIIS_DEPTH;
    if (agree(memory_check(basis->size, matrices, failure), failure) != 0 ||
        agree(prepare_integrals(scf, failure), failure) != 0)
        return -1;
    int status = fock_create(basis, scf->repulsion, options->tol2e, options->tol2e * PRIMITIVE_PART,
                             options->tasks, options->patch_cache, &scf->fock, failure);
    if (agree(status, failure) != 0)
        return -1;
    scf->result->ntask = scf->fock.ntask;
    return create_matrices(basis->size, &scf->m) == 0 ? 0 : library_failed(failure);
}

void calculation_destroy(calculation_t *scf)
{
    destroy_matrices(&scf->m);
    fock_destroy(&scf->fock);
    repulsion_destroy(scf->repulsion);
    integrals_destroy(scf->integrals);
    free(scf->eigenvalue);
}

int calculation_start(calculation_t *scf, failure_t *failure)
{
    const input_t *input = scf->input;
    matrices_t *m = &scf->m;
    double begin = MPI_Wtime();
    ga_trace_mark("integrals");
    if (oneelectron_fill(&input->basis, scf->integrals, m->overlap, m->core) != 0 ||
        orthonormalise(scf) != 0)
        return library_failed(failure);
    if (scf->result->smallest_overlap < DEPENDENT)
        return failure_set(failure,
                           "the basis functions are linearly dependent: the overlap matrix has the "
                           "eigenvalue %.1e",
                           scf->result->smallest_overlap);
    double guess = MPI_Wtime();
    scf->result->seconds.one_electron = guess - begin;
    ga_trace_mark("guess");
    if (guess_atoms(&input->molecule, &input->library, &input->basis, m->density, failure) != 0)
        return -1;
    if (ga_zero(m->density_done) != 0 || ga_zero(m->two_electron) != 0 ||
        transform_density(m) != 0 || ties_make(m->overlap, m->x, m->work, m->work2, m->ties) != 0)
        return library_failed(failure);
    scf->result->seconds.guess = MPI_Wtime() - guess;
    return 0;
}
