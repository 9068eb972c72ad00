/* In whatever order tasks are handed out, and whether patches are kept or not, the energy is the
 * same, and each task reads and adds the same patches. */
#include <ashlar/ga.h>
#include <mpi.h>

#include "converge/scf.h"
#include "molecule/input.h"
#include "molecule/options.h"
#include "check.h"
#include "must.h"

enum { ORDERS = 3 };

static const char *const order[ORDERS] = {"as-given", "large-first", "stratified"};

/* Two waters in STO-3G, by the default schedule, as recorded. */
static const double energy = -149.928898;

typedef struct counts {
    long long gets, accs; /* of all ranks */
} counts_t;

static void ignore_iteration(int k, const iteration_t *iteration)
{
    (void)k, (void)iteration;
}

/* The result is the caller's to free. */
static void run(const char *tasks, const char *cache, int iterations, result_t *result)
{
    char number[12];
    snprintf(number, sizeof number, "%d", iterations);
    char *argv[12] = {"scf", "--waters", "2", "--basis", "sto-3g", "--maxiter", number};
    int argc = 7;
    if (tasks) {
        argv[argc++] = "--tasks";
        argv[argc++] = (char *)tasks;
    }
    if (cache) {
        argv[argc++] = "--patch-cache";
        argv[argc++] = (char *)cache;
    }
    options_t options;
    input_t input;
    must(options_read(argc, argv, &options, &failure), "options");
    must(input_read(&options, &input, &failure), "input");
    must(scf_run(&options, &input, 0, ignore_iteration, result, &failure), "scf_run");
    input_free(&input);
}

static void energies(void)
{
    result_t expected, result;
    run(NULL, NULL, 50, &expected);
    check_true(expected.converged, "convergence");
    check_near(expected.energy, energy, 1e-6, "the energy of two waters");
    for (int k = 0; k < ORDERS; ++k)
        for (int off = 0; off <= 1; ++off) {
            run(order[k], off ? "off" : "on", 50, &result);
            check_true(result.converged, order[k]);
            check_near(result.energy, expected.energy, 1e-10, order[k]);
            check_near((double)result.ntask, (double)expected.ntask, 0, "tasks");
            result_free(&result);
        }
    result_free(&expected);
}

/* The calls of one Fock build, and of what goes before it. */
static counts_t count(const char *tasks, const char *cache)
{
    result_t result;
    ga_stats_t gets, accs;
    must(ga_stats_enable(1), "ga_stats_enable");
    run(tasks, cache, 1, &result);
    must(ga_stats(GA_STATS_GET, &gets), "ga_stats");
    must(ga_stats(GA_STATS_ACC, &accs), "ga_stats");
    must(ga_stats_enable(0), "ga_stats_enable");
    result_free(&result);
    long long sum[2] = {gets.calls, accs.calls};
    must(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LLONG, ASHLAR_SUM, sum, 2), "ga_allreduce");
    return (counts_t){sum[0], sum[1]};
}

static void calls(void)
{
    const counts_t alone = count(order[0], "off");
    for (int k = 0; k < ORDERS; ++k) {
        const counts_t again = count(order[k], "off"), kept = count(order[k], "on");
        check_near((double)again.gets, (double)alone.gets, 0, "gets of the same tasks");
        check_near((double)again.accs, (double)alone.accs, 0, "accumulates of the same tasks");
        check_true(kept.gets < alone.gets / 2, "patches kept are read less often");
        check_true(kept.accs < alone.accs / 2, "patches kept are added less often");
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    must(ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    energies();
    calls();
    must(ga_terminate(), "ga_terminate");
    MPI_Finalize();
    return check_result();
}
