/* The Fock build: tasks of quartets of shells, drawn from a pool, digested into patches. */
#include "fock/fock.h"

#include <stdlib.h>

#include "quartets/digest.h"
#include "fock/patches.h"
#include "report/progress.h"
#include "molecule/try.h"

/* Work is cut so that each rank draws about this many tasks: fine enough that all end together. */
#define TASKS_PER_RANK 200
/* But no finer than about a tenth of a millisecond, so that the overhead of a task is small. */
#define TASK_COST_MIN 2e4
/* Cost between two polls, about a tenth of a millisecond: other nodes wait half of that for an
 * answer instead of until a task ends, and the polls, 1 to 3 us each, cost little. */
#define COST_PER_POLL 5e4
/* The most bytes of density and Fock patches that a rank holds between two tasks, if any. */
#define PATCH_BYTES_MAX ((size_t)64 << 20)

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Cut the kets of each bra into tasks that cost no more than `most`, if possible. Returns their
 * number; task and costs may be NULL, to count. */
static int64_t cut(const pairs_t *pairs, double most, task_t *task, double *costs)
{
    int64_t n = 0;
    for (int p = 0; p < pairs->nblock; ++p) {
        double cost = 0;
        int first = p;
        for (int q = p; q < pairs->nblock; ++q) {
            cost += pairs->block[p].cost * pairs->block[q].cost * (p == q ? 0.5 : 1);
            if (cost < most && q + 1 < pairs->nblock)
                continue;
            if (task) {
                task[n] = (task_t){p, first, q};
                costs[n] = cost;
            }
            ++n;
            first = q + 1;
            cost = 0;
        }
    }
    return n;
}

/* The costs of the tasks are the caller's to free. */
static int make_tasks(fock_t *fock, double **costs)
{
    double sum = 0;
    for (int p = 0; p < fock->pairs.nblock; ++p)
        sum += fock->pairs.block[p].cost;
    double most = sum * sum / 2 / ((double)ga_size() * TASKS_PER_RANK);
    most = larger(most, TASK_COST_MIN);
    fock->ntask = cut(&fock->pairs, most, NULL, NULL);
    fock->task = malloc((size_t)fock->ntask * sizeof *fock->task);
    *costs = malloc((size_t)fock->ntask * sizeof **costs);
    if (!fock->task || !*costs)
        return -1;
    cut(&fock->pairs, most, fock->task, *costs);
    return 0;
}

int fock_create(const basis_t *basis, repulsion_t *repulsion, double threshold, double precision,
                ga_tasks_order order, int keep_patches, fock_t *fock, failure_t *failure)
{
    *fock = (fock_t){.basis = basis,
                     .repulsion = repulsion,
                     .threshold = threshold,
                     .precision = precision,
                     .keep_patches = keep_patches};
    if (pairs_create(basis, repulsion, threshold, &fock->pairs, failure) != 0)
        return -1;
    double *costs = NULL;
    if (make_tasks(fock, &costs) != 0) {
        free(costs);
        return failure_set(failure, "not enough memory for %lld tasks", (long long)fock->ntask);
    }
    /* Neighbours in the order as given read and add the same patches. One at a time they go to
     * many ranks at once, where chunks of them would keep them together. */
    const int64_t chunk = order == GA_TASKS_AS_GIVEN ? 1 : 0;
    int status = ga_tasks_create(GA_GROUP_WORLD, fock->ntask, costs, order, 0, chunk, &fock->pool);
    free(costs);
    return status == 0 ? 0 : failure_set(failure, "%s", ashlar_error_message());
}

void fock_destroy(fock_t *fock)
{
    if (fock->pool)
        ga_tasks_destroy(fock->pool);
    pairs_free(&fock->pairs);
    free(fock->task);
    *fock = (fock_t){0};
}

/* The data of a rank during one build. */
typedef struct builder {
    fock_t *fock;
    double part; /* of Coulomb */
    patches_t density, result;
} builder_t;

/* The six patches that block quartets touch, by the letters of the quartet (ab|cd). */
typedef struct quartet {
    patch_t *ab, *cd, *ac, *ad, *bc, *bd;
} quartet_t;

static int get_six(patches_t *patches, const block_pair_t *bra, const block_pair_t *ket,
                   quartet_t *six)
{
    TRY(patches_get(patches, bra->i, bra->j, &six->ab));
    TRY(patches_get(patches, ket->i, ket->j, &six->cd));
    TRY(patches_get(patches, bra->i, ket->i, &six->ac));
    TRY(patches_get(patches, bra->i, ket->j, &six->ad));
    TRY(patches_get(patches, bra->j, ket->i, &six->bc));
    return patches_get(patches, bra->j, ket->j, &six->bd);
}

static six_t shell_blocks(const quartet_t *six, const shell_pair_t *ab, const shell_pair_t *cd)
{
    return (six_t){.ab = patch_shells(six->ab, ab->a, ab->b),
                   .cd = patch_shells(six->cd, cd->a, cd->b),
                   .ac = patch_shells(six->ac, ab->a, cd->a),
                   .ad = patch_shells(six->ad, ab->a, cd->b),
                   .bc = patch_shells(six->bc, ab->b, cd->a),
                   .bd = patch_shells(six->bd, ab->b, cd->b)};
}

/* Exchange integrals enter the Fock matrix with a quarter of the weight of Coulomb integrals. */
static inline double weigh(double coulomb, double exchange)
{
    return larger(coulomb, 0.25 * exchange);
}

/* The largest density element, by its weight, that the quartet's integrals are multiplied with. */
static double largest_of_shells(const quartet_t *six, const shell_pair_t *ab,
                                const shell_pair_t *cd)
{
    double coulomb = larger(patch_shells_largest(six->ab, ab->a, ab->b),
                            patch_shells_largest(six->cd, cd->a, cd->b));
    double exchange = larger(larger(patch_shells_largest(six->ac, ab->a, cd->a),
                                    patch_shells_largest(six->ad, ab->a, cd->b)),
                             larger(patch_shells_largest(six->bc, ab->b, cd->a),
                                    patch_shells_largest(six->bd, ab->b, cd->b)));
    return weigh(coulomb, exchange);
}

static double largest_of_blocks(const quartet_t *six)
{
    double ac = larger(six->ac->largest, six->ad->largest);
    double bc = larger(six->bc->largest, six->bd->largest);
    return weigh(larger(six->ab->largest, six->cd->largest), larger(ac, bc));
}

static void block_quartet(builder_t *builder, const block_pair_t *bra, const block_pair_t *ket,
                          const quartet_t *density, const quartet_t *result)
{
    fock_t *fock = builder->fock;
    const block_t *block = fock->basis->block;
    const int size[4] = {
        shell_size(block[bra->i].l, block[bra->i].pure),
        shell_size(block[bra->j].l, block[bra->j].pure),
        shell_size(block[ket->i].l, block[ket->i].pure),
        shell_size(block[ket->j].l, block[ket->j].pure),
    };
    const double least = fock->threshold / largest_of_blocks(density);
    for (int p = bra->first; p < bra->first + bra->npair; ++p) {
        const shell_pair_t *ab = &fock->pairs.pair[p];
        if (ab->schwarz * ket->schwarz < least)
            break;
        double ab_weight = bra->i == bra->j && ab->a == ab->b ? 0.5 : 1;
        for (int q = bra == ket ? p : ket->first; q < ket->first + ket->npair; ++q) {
            const shell_pair_t *cd = &fock->pairs.pair[q];
            double bound = ab->schwarz * cd->schwarz;
            if (bound < least)
                break;
            double largest = largest_of_shells(density, ab, cd);
            if (bound * largest < fock->threshold)
                continue;
            const double *eri = repulsion_compute(fock->repulsion, p, q, fock->precision / largest);
            ++fock->quartets;
            if (!eri)
                continue;
            double weight =
                ab_weight * (ket->i == ket->j && cd->a == cd->b ? 0.5 : 1) * (p == q ? 0.5 : 1);
            six_t d = shell_blocks(density, ab, cd), f = shell_blocks(result, ab, cd);
            digest(size, eri, weight, builder->part, &d, &f);
        }
    }
}

static int run_task(builder_t *builder, const task_t *task)
{
    fock_t *fock = builder->fock;
    const block_pair_t *bra = &fock->pairs.block[task->bra];
    double cost = COST_PER_POLL;
    for (int k = task->ket_first; k <= task->ket_last; ++k) {
        const block_pair_t *ket = &fock->pairs.block[k];
        quartet_t density, result;
        if (cost >= COST_PER_POLL) {
            TRY(ga_poll());
            cost = 0;
        }
        TRY(get_six(&builder->density, bra, ket, &density));
        if (bra->schwarz * ket->schwarz * largest_of_blocks(&density) < fock->threshold)
            continue;
        TRY(get_six(&builder->result, bra, ket, &result));
        block_quartet(builder, bra, ket, &density, &result);
        cost += bra->cost * ket->cost;
    }
    return 0;
}

static int run_tasks(builder_t *builder, progress_t *progress)
{
    fock_t *fock = builder->fock;
    const size_t most = fock->keep_patches ? PATCH_BYTES_MAX : 0;
    ga_tasks_chunk_t chunk;
    TRY(ga_tasks_next(fock->pool, &chunk));
    while (chunk.count > 0) {
        for (int64_t k = 0; k < chunk.count; ++k) {
            progress_show(progress, chunk.first + k);
            TRY(run_task(builder, &fock->task[ga_tasks_at(&chunk, k)]));
            TRY(patches_trim(&builder->density, most));
            TRY(patches_trim(&builder->result, most));
        }
        TRY(ga_tasks_next(fock->pool, &chunk));
    }
    TRY(ga_trace_mark("accumulate"));
    return patches_flush(&builder->result);
}

/* A failure of one rank must reach all, because the others wait for it in collective calls. */
static int agree(int status)
{
    TRY(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MIN, &status, 1));
    return status;
}

int fock_build(fock_t *fock, fock_part_t part, ga_t d, ga_t g, int show)
{
    const patches_use_t read = fock->keep_patches ? PATCHES_READ : PATCHES_READ_ALONE;
    builder_t builder = {.fock = fock, .part = part == FOCK_COULOMB_EXCHANGE ? 1 : 0};
    progress_t progress = progress_start(fock->ntask, show);
    fock->quartets = 0;
    TRY(ga_trace_mark("fock"));
    TRY(ga_zero(g));
    int status = patches_create(fock->basis, d, read, &builder.density);
    if (status == 0)
        status = patches_create(fock->basis, g, PATCHES_ADD, &builder.result);
    if (status == 0)
        status = run_tasks(&builder, &progress);
    patches_destroy(&builder.density);
    patches_destroy(&builder.result);
    progress_end(&progress);
    TRY(agree(status));
    TRY(ga_tasks_reset(fock->pool));
    return ga_symmetrize(g);
}
