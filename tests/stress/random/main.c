/* random [--seed S] [--operations N] [--changes F] [--threads] [--stops] [--verbose]: the sequence,
 * and what became of it. --changes: groups, arrays and what else there is come and go F times as
 * often. --threads: MPI_THREAD_MULTIPLE, so that threads run at once between nodes too. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stress.h"

stress_t stress;

static struct {
    uint64_t seed;
    int64_t operations, changes;
    bool threads, stops, verbose;
    const char *program;
} options = {.seed = 1, .operations = 10000, .changes = 1};

static void print_replay(FILE *stream)
{
    const char *nodes = getenv("ASHLAR_FAKE_NODES"), *engine = getenv("ASHLAR_TRANSPORT");
    const char *mpi = getenv("ASHLAR_LAUNCH_MPI"), *hosts = getenv("ASHLAR_TEST_HOSTS");
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fprintf(
        stream,
        "ASHLAR_LAUNCH_MPI=%s ASHLAR_FAKE_NODES=%s ASHLAR_TRANSPORT=%s %s%s%stools/launch -n %d %s "
        "--seed %" PRIu64 " --operations %" PRId64 " --changes %" PRId64 "%s%s\n",
        mpi ? mpi : "", nodes ? nodes : "1", engine ? engine : "auto",
        hosts ? "tests/system/hosts/hosts " : "", hosts ? hosts : "", hosts ? " " : "", size,
        options.program, options.seed, options.operations, options.changes,
        options.threads ? " --threads" : "", options.stops ? " --stops" : "");
    fflush(stream);
}

void stress_fail(const char *format, ...)
{
    char text[512];
    va_list args;
    int rank;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("FAILED: random: rank %d, operation %" PRId64 " (%s): %s\nreplay: ", rank, stress.step,
           stress.operation, text);
    print_replay(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

void stress_ok(int status)
{
    if (status != ASHLAR_OK)
        stress_fail("%s: %s", ashlar_status_name(status), ashlar_error_message());
}

void stress_status(int expected, int status)
{
    if (status != expected) {
        stress_fail("%s, expected %s: %s", ashlar_status_name(status), ashlar_status_name(expected),
                    ashlar_error_message());
    }
}

static int parse(int argc, char **argv)
{
    options.program = argv[0];
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--verbose") == 0) {
            options.verbose = true;
        } else if (strcmp(argv[i], "--threads") == 0) {
            options.threads = true;
        } else if (strcmp(argv[i], "--stops") == 0) {
            options.stops = true;
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            options.seed = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--operations") == 0 && i + 1 < argc) {
            options.operations = strtoll(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--changes") == 0 && i + 1 < argc) {
            options.changes = strtoll(argv[++i], NULL, 10);
        } else {
            fprintf(stderr,
                    "usage: %s [--seed S] [--operations N] [--changes F] [--threads] [--stops] "
                    "[--verbose]\n",
                    argv[0]);
            return 0;
        }
    }
    return 1;
}

/* ---- the sequence ---------------------------------------------------------------------------- */

typedef struct operation {
    const char *name;
    void (*run)(array_t *array);
    int weight;
    needs_t needs;
} operation_t;

#define OPERATION_ROW(function, weight, needs) {#function, function, weight, needs},
static const operation_t operations[] = {STRESS_OPERATIONS(OPERATION_ROW)};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static const operation_t *draw_operation(void)
{
    static int total;
    const operation_t *operation = operations;

    if (total == 0)
        for (int k = 0; k < OPERATIONS; ++k)
            total += operations[k].weight;
    for (int64_t left = draw(0, total - 1); left >= operation->weight; ++operation)
        left -= operation->weight;
    return operation;
}

static void operate(void)
{
    const operation_t *operation = draw_operation();
    array_t *array = draw_array();
    ashlar_type type = array->model.type;

    stress.operation = operation->name;
    if (!is_member(array->group))
        return;
    if ((operation->needs == NUMBERS && type_is_record(type)) ||
        (operation->needs == INTEGERS && !type_is_integer(type))) {
        stress.operation = "do_refused";
        do_refused(array);
    } else {
        if (has_copies(array) && operation->run != do_mirror)
            stress.rng = rng_seed(rng_next(&stress.rng) + (uint64_t)al_node_of(ga_rank()));
        operation->run(array);
    }
}

/* One step in this many is a change of this kind. */
typedef struct change {
    const char *name;
    void (*run)(void);
    int64_t one_in;
} change_t;

static void drop_array(void)
{
    if (stress.count > 2)
        destroy_array(draw_array());
}

static void add_array(void)
{
    if (stress.count < ARRAYS)
        create_array();
}

static const change_t changes[] = {{"create", add_array, 100},     {"destroy", drop_array, 140},
                                   {"group", change_group, 400},   {"mutexes", change_set, 500},
                                   {"record", change_record, 500}, {"restart", restart, 20000}};

static void one_step(void)
{
    const change_t *change = NULL;

    for (size_t k = 0; k < sizeof changes / sizeof changes[0]; ++k)
        change = draw(1, changes[k].one_in) <= options.changes ? &changes[k] : change;
    if (change) {
        stress.operation = change->name;
        change->run();
    } else if (stress.count == 0) {
        stress.operation = "create";
        create_array();
    } else {
        operate();
    }
    if (options.verbose && ga_rank() == 0) {
        printf("%" PRId64 " %s\n", stress.step, stress.operation);
        fflush(stdout);
    }
}

static void run_sequence(void)
{
    stress.rng = rng_seed(options.seed);
    stress.own = rng_seed(options.seed + 1000 + (uint64_t)ga_rank());
    stress.operation = "start";
    start();
    for (stress.step = 0; stress.step < options.operations; ++stress.step) {
        stress.rng = rng_seed(options.seed * UINT64_C(1000000007) + (uint64_t)stress.step);
        one_step();
        for (int k = 0; k < ARRAYS && stress.step % 500 == 499; ++k) {
            array_t *array = &stress.arrays[k];
            if (array->group && is_member(array->group))
                check_array(array);
        }
    }
    destroy_all_arrays();
}

int main(int argc, char **argv)
{
    int level, known = parse(argc, argv);

    if (known && options.stops)
        stops_begin(options.seed);
    MPI_Init_thread(&argc, &argv, options.threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &level);
    if (!known)
        MPI_Abort(MPI_COMM_WORLD, 2);
    stress_ok(ga_initialize(MPI_COMM_WORLD));
    if (ga_rank() == 0)
        print_replay(stdout);
    run_sequence();
    if (ga_rank() == 0) {
        printf("PASSED: random: seed %" PRIu64 ", %" PRId64 " operations, %d ranks, %d nodes, "
               "engine %s\n",
               options.seed, options.operations, ga_size(), al_node_count(), al_engine_name());
        fflush(stdout);
    }
    stress_ok(ga_terminate());
    MPI_Finalize();
    stops_end();
    return 0;
}
