/* Passes over the occupied orbitals, and the memory that decides how many. */
#include "mp2/mp2.h"

#include <stdlib.h>

#include <mpi.h>

#include "molecule/agree.h"
#include "molecule/try.h"
#include "mp2/correlation.h"
#include "mp2/orbitals.h"
#include "mp2/rows.h"
#include "mp2/transform.h"
#include "setup/memory.h"

/* The largest part of the memory available that is taken. */
#define PART 0.8
/* The time of a multiplication in a product, in units of the cost of a pair of blocks. */
#define COST_OF_PRODUCT 0.01

typedef struct mp2 {
    calculation_t *scf;
    orbitals_t orbitals;
    rows_t rows;
    transform_t transform;
    pass_t pass; /* the largest */
    ga_t half;
} mp2_t;

/* ---- preparation ----------------------------------------------------------------------------- */

static int create_pool(mp2_t *mp2, failure_t *failure)
{
    const pairs_t *pairs = mp2->transform.pairs;
    const orbitals_t *o = &mp2->orbitals;
    double *cost = malloc(((size_t)pairs->nblock + 1) * sizeof *cost), kets = 0;
    const double of_row = (double)o->n * o->nocc * (o->n + o->nvirt) * COST_OF_PRODUCT;
    for (int q = 0; q < pairs->nblock; ++q)
        kets += pairs->block[q].cost;
    for (int p = 0; p < pairs->nblock && cost; ++p) {
        const block_pair_t *block = &pairs->block[p];
        cost[p] =
            block->cost * kets + of_row * (double)(mp2->rows.of_pair[block->first + block->npair] -
                                                   mp2->rows.of_pair[block->first]);
    }
    int status =
        cost ? 0 : failure_set(failure, "MP2: not enough memory for %d tasks", pairs->nblock);
    status = agree(status, failure);
    if (status == 0 && ga_tasks_create(GA_GROUP_WORLD, pairs->nblock, cost, GA_TASKS_LARGE_FIRST, 0,
                                       0, &mp2->transform.pool) != 0)
        status = library_failed(failure);
    free(cost);
    return status;
}

static int prepare(mp2_t *mp2, ga_t orbitals, const double *energy, failure_t *failure)
{
    calculation_t *scf = mp2->scf;
    const basis_t *basis = &scf->input->basis;
    const int frozen = scf->options->freeze_core ? orbitals_core(&scf->input->molecule) : 0;
    scf->result->mp2.frozen = frozen;
    if (frozen >= scf->nocc)
        return failure_set(failure,
                           "--freeze-core leaves none of the %d occupied orbitals to correlate",
                           scf->nocc);
    if (energy[scf->nocc] <= energy[scf->nocc - 1])
        return failure_set(
            failure,
            "no MP2 energy: the lowest empty orbital (%.6f Eh) does not lie above the "
            "highest occupied one (%.6f Eh)",
            energy[scf->nocc], energy[scf->nocc - 1]);
    mp2->transform = (transform_t){.basis = basis,
                                   .pairs = &scf->fock.pairs,
                                   .repulsion = scf->repulsion,
                                   .rows = &mp2->rows,
                                   .orbitals = &mp2->orbitals,
                                   .threshold = scf->options->tol2e,
                                   .show = scf->progress};
    int status = rows_create(basis, &scf->fock.pairs, &mp2->rows);
    if (status == 0)
        status = orbitals_read(orbitals, energy, scf->n, scf->nocc, frozen, &mp2->orbitals);
    if (status != 0)
        failure_set(failure, "MP2: not enough memory for %d orbitals", scf->n);
    if (agree(status, failure) != 0)
        return -1;
    return create_pool(mp2, failure);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Bytes of the array for so many orbitals. */
static double array_bytes(const mp2_t *mp2, int count)
{
    return 8.0 * (double)mp2->rows.count * mp2->orbitals.nvirt * count;
}

/* The ranks that have a block of it. */
static int owners_of(int count)
{
    return count < ga_size() ? count : ga_size();
}

/* Bytes of the node that needs most. */
static double node_bytes(const mp2_t *mp2, int count)
{
    const int here = memory_ranks_here(), owners = owners_of(count);
    const double block = array_bytes(mp2, (count + owners - 1) / owners);
    const double first = transform_bytes(&mp2->transform, count);
    const double second = correlation_bytes(&mp2->transform);
    return block * (here < owners ? here : owners) + here * (first > second ? first : second);
}

/* The largest pass that this node has memory for; 0: none. */
static int largest_pass(const mp2_t *mp2)
{
    const double available = memory_available();
    const int passes = mp2->scf->options->passes, nocc = mp2->orbitals.nocc;
    int count = (nocc + passes - 1) / passes;
    while (count > 1 && (nocc + count - 1) / count < passes)
        --count;
    while (count > 0 && available >= 0 && node_bytes(mp2, count) > PART * available)
        --count;
    return count;
}

static int create_array(mp2_t *mp2)
{
    const int count = mp2->pass.count;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 3,
                            .dims = {mp2->orbitals.nvirt, count, mp2->rows.count},
                            .grid = {1, owners_of(count), 1},
                            .name = "half-transformed integrals"};
    return ga_create_spec(&spec, &mp2->half);
}

/* Limits that only the library knows may allow less than what is available. */
static int make_room(mp2_t *mp2, failure_t *failure)
{
    int count = largest_pass(mp2);
    if (ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MIN, &count, 1) != 0)
        return library_failed(failure);
    if (count == 0)
        return failure_set(failure,
                           "MP2 needs %.1f GB on each node even for one occupied orbital at a "
                           "time, more than there is: take more nodes or a smaller basis",
                           node_bytes(mp2, 1) / 1e9);
    const int nocc = mp2->orbitals.nocc;
    for (int status = ASHLAR_ENOMEM; status != 0;) {
        const int passes = (nocc + count - 1) / count;
        mp2->pass.count = (nocc + passes - 1) / passes;
        mp2->scf->result->mp2.passes = passes;
        status = create_array(mp2);
        if (status != 0 && (status != ASHLAR_ENOMEM || count == 1))
            return library_failed(failure);
        count = (count + 1) / 2;
    }
    return 0;
}

/* ---- passes ---------------------------------------------------------------------------------- */

static int run_passes(mp2_t *mp2, failure_t *failure)
{
    mp2_result_t *result = &mp2->scf->result->mp2;
    pair_energy_t energy = {0};
    const int nocc = mp2->orbitals.nocc;
    for (pass_t pass = mp2->pass; pass.first < nocc; pass.first += pass.count) {
        pass.count = nocc - pass.first < pass.count ? nocc - pass.first : pass.count;
        ga_trace_mark("transform");
        TRY(transform_half(&mp2->transform, pass, mp2->half, failure));
        ga_trace_mark("correlate");
        const int status = correlation_add(&mp2->transform, pass, mp2->half, &energy, failure);
        TRY(agree(status, failure)); /* after which others may put what the next pass needs */
    }
    if (ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, &energy,
                     sizeof energy / sizeof(double)) != 0)
        return library_failed(failure);
    result->opposite = energy.opposite;
    result->same = energy.same;
    return 0;
}

int mp2_run(calculation_t *scf, ga_t orbitals, const double *energy, failure_t *failure)
{
    const double begin = MPI_Wtime();
    mp2_t mp2 = {.scf = scf};
    int status = prepare(&mp2, orbitals, energy, failure);
    if (status == 0)
        status = make_room(&mp2, failure);
    if (status == 0)
        status = run_passes(&mp2, failure);
    if (mp2.half)
        ga_destroy(mp2.half);
    if (mp2.transform.pool)
        ga_tasks_destroy(mp2.transform.pool);
    rows_free(&mp2.rows);
    orbitals_free(&mp2.orbitals);
    scf->result->seconds.mp2 = MPI_Wtime() - begin;
    return status;
}
