/* colouring: colours a graph in several ways and checks the result; README.md. */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

#include "arguments.h"
#include "check.h"
#include "edges.h"

static int rank, size;

void colouring_fail(const char *what)
{
    fprintf(stderr, "colouring: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

typedef struct options {
    int way; /* which; behind the last one: all */
    const char *graph;
    int64_t vertices, degree, seed, repeat;
    int check;
    const char *checksum;
} options_t;

static const colouring_way_t *const ways[] = {&colouring_bundle, &colouring_messages,
                                              &colouring_onesided};
enum { WAYS = sizeof ways / sizeof *ways };

static int is_file(const char *graph)
{
    size_t length = strlen(graph);
    return length > 4 && strcmp(graph + length - 4, ".mtx") == 0;
}

/* Refuse options that are for the other kind of graph, which the table cannot say. */
static arguments_verdict_t check_options(arguments_t *arguments, const options_t *options)
{
    static const char *const of_rmat[] = {"--degree", "--vertices", "--scale"};
    const int file = is_file(options->graph), mesh = strcmp(options->graph, "mesh") == 0;
    if (!file && !mesh && strcmp(options->graph, "rmat") != 0)
        return arguments_refuse(arguments, "--graph is rmat, mesh or a file *.mtx, not '%.64s'",
                                options->graph);
    for (int k = 0; k < (file ? 3 : mesh); ++k)
        if (arguments_given(arguments, of_rmat[k]))
            return arguments_refuse(arguments, "%s has no meaning for --graph %.128s: leave it out",
                                    of_rmat[k], options->graph);
    return ARGUMENTS_GOOD;
}

/* Read the command line. @return the exit code, or -1: go on */
static int read_options(int argc, char **argv, options_t *options)
{
    int64_t scale = 14;
    argument_t table[] = {
        {"--way", "bundle|messages|onesided|all", ARGUMENT_WORD, &options->way,
         .help = "how ranks exchange (bundle)"},
        {"--graph", "rmat|mesh|FILE.mtx", ARGUMENT_TEXT, &options->graph, .help = "(rmat)"},
        {"--vertices", "N", ARGUMENT_WHOLE, &options->vertices, .help = "(16384)", .least = 1,
         .most = EDGES_VERTICES, .instead = "--scale"},
        {"--scale", "LOG2", ARGUMENT_WHOLE, &scale, .help = "vertices, a power of 2 (14)",
         .least = 0, .most = 30},
        {"--degree", "N", ARGUMENT_WHOLE, &options->degree,
         .help = "of rmat: edges for each vertex (16)", .least = 0, .most = 1000},
        {"--seed", "N", ARGUMENT_WHOLE, &options->seed, .help = "of the random numbers (0)",
         .least = 0, .most = UINT32_MAX},
        {"--repeat", "N", ARGUMENT_WHOLE, &options->repeat,
         .help = "times, of which the fastest counts (1)", .least = 1, .most = 1e6},
        {"--check", NULL, ARGUMENT_FLAG, &options->check,
         .help = "compare with the serial program"},
        {"--checksum", "HEX", ARGUMENT_TEXT, &options->checksum,
         .help = "that the colours must have"}};
    arguments_t arguments = {"colouring", "Colours a graph so that neighbours differ.", table,
                             .count = sizeof table / sizeof *table};
    arguments_verdict_t verdict = arguments_read(&arguments, argc, argv);
    if (verdict == ARGUMENTS_GOOD)
        verdict = check_options(&arguments, options);
    if (arguments_given(&arguments, "--scale"))
        options->vertices = (int64_t)1 << scale;
    return arguments_end(&arguments, verdict, rank == 0);
}

static int make_graph(options_t *options, graph_t *graph)
{
    edges_t edges = {0};
    const uint32_t seed = (uint32_t)options->seed;
    if (is_file(options->graph)) {
        if (edges_read(&edges, options->graph, &options->vertices, rank, size) != 0) {
            free(edges.pair);
            return -1;
        }
    } else if (strcmp(options->graph, "mesh") == 0) {
        edges_mesh(&edges, options->vertices, rank, size);
    } else {
        edges_rmat(&edges, options->vertices, options->vertices * options->degree, seed, rank,
                   size);
    }
    graph_build(graph, &edges, options->vertices, seed);
    return 0;
}

/* The time of the slowest rank. */
static double time_once(const colouring_way_t *way, const graph_t *graph, int32_t *colour)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double seconds = -MPI_Wtime();
    way->run(graph, colour);
    seconds += MPI_Wtime();
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return seconds;
}

/* The fastest of several times: the first one finds new memory, and that costs more or less.
 * @return whether the result is right */
static int run_way(const colouring_way_t *way, const options_t *options, const graph_t *graph)
{
    int32_t *colour = colouring_take((uint64_t)graph->rows, sizeof *colour);
    char checksum[17], serial[64] = "";
    double seconds = time_once(way, graph, colour);
    for (int64_t k = 1; k < options->repeat; ++k) {
        const double again = time_once(way, graph, colour);
        seconds = again < seconds ? again : seconds;
    }
    verdict_t verdict = check_colours(graph, colour, options->check);
    free(colour);
    snprintf(checksum, sizeof checksum, "%016" PRIx64, verdict.checksum);
    if (options->check)
        snprintf(serial, sizeof serial, ", serially %" PRId64, verdict.serial);
    if (rank == 0)
        printf("%s, %s: %" PRId64 " vertices, %" PRId64 " edges, %d ranks: %.4f s, %" PRId64
               " colours%s, %" PRId64 " wrong, checksum %s\n",
               way->name, options->graph, graph->vertices, graph->edges, size, seconds,
               verdict.colours, serial, verdict.wrong + verdict.different, checksum);
    int right = verdict.wrong == 0 && verdict.different == 0 &&
                (!options->checksum || strcmp(options->checksum, checksum) == 0);
    MPI_Bcast(&right, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return right;
}

static int run(options_t *options)
{
    graph_t graph;
    if (make_graph(options, &graph) != 0)
        return 0;
    int right = 1;
    for (int k = 0; k < WAYS; ++k)
        if (options->way == k || options->way == WAYS)
            right &= run_way(ways[k], options, &graph);
    graph_free(&graph);
    return right;
}

int main(int argc, char **argv)
{
    options_t options = {.graph = "rmat", .vertices = 1 << 14, .degree = 16, .repeat = 1};
    /* Memory that has been used comes back without page faults, which else are half the time. */
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT32_MAX);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int code = read_options(argc, argv, &options);
    if (code < 0) {
        if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
            colouring_fail(ashlar_error_message());
        code = run(&options) ? EXIT_SUCCESS : EXIT_FAILURE;
        if (ga_terminate() != ASHLAR_OK)
            colouring_fail(ashlar_error_message());
    }
    MPI_Finalize();
    return code;
}
