/* colouring: colours a graph in several ways and checks the result; README.md. */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

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
    const char *way, *graph;
    int64_t vertices, degree, seed, repeat;
    int check;
    const char *checksum;
} options_t;

static const colouring_way_t *const ways[] = {&colouring_bundle, &colouring_messages,
                                              &colouring_onesided};
enum { WAYS = sizeof ways / sizeof *ways };

static int is_wanted(const options_t *options, int way)
{
    return strcmp(options->way, "all") == 0 || strcmp(options->way, ways[way]->name) == 0;
}

static int read_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
    char *end;
    *number = strtoll(text, &end, 10);
    return end != text && *end == 0 && *number >= least && *number <= most;
}

static int is_file(const char *graph)
{
    size_t length = strlen(graph);
    return length > 4 && strcmp(graph + length - 4, ".mtx") == 0;
}

static int read_option(const char *name, const char *value, options_t *options)
{
    if (strcmp(name, "--way") == 0) {
        options->way = value;
        for (int k = 0; k < WAYS; ++k)
            if (is_wanted(options, k))
                return 1;
        return 0;
    }
    if (strcmp(name, "--graph") == 0) {
        options->graph = value;
        return strcmp(value, "rmat") == 0 || strcmp(value, "mesh") == 0 || is_file(value);
    }
    if (strcmp(name, "--scale") == 0) {
        int right = read_number(value, 0, 30, &options->vertices);
        options->vertices = (int64_t)1 << options->vertices % 64;
        return right;
    }
    if (strcmp(name, "--checksum") == 0) {
        options->checksum = value;
        return 1;
    }
    return strcmp(name, "--vertices") == 0
               ? read_number(value, 1, EDGES_VERTICES, &options->vertices)
           : strcmp(name, "--degree") == 0 ? read_number(value, 0, 1000, &options->degree)
           : strcmp(name, "--repeat") == 0
               ? read_number(value, 1, 1000000, &options->repeat)
               : strcmp(name, "--seed") == 0 && read_number(value, 0, UINT32_MAX, &options->seed);
}

/* @return the option that is wrong; 0: none */
static int read_options(int argc, char **argv, options_t *options)
{
    for (int k = 1; k < argc; ++k) {
        if (strcmp(argv[k], "--check") == 0) {
            options->check = 1;
            continue;
        }
        if (k + 1 == argc || !read_option(argv[k], argv[k + 1], options))
            return k;
        ++k;
    }
    return 0;
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

/* Of the slowest rank. */
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
        if (is_wanted(options, k))
            right &= run_way(ways[k], options, &graph);
    graph_free(&graph);
    return right;
}

int main(int argc, char **argv)
{
    options_t options = {
        .way = "bundle", .graph = "rmat", .vertices = 1 << 14, .degree = 16, .repeat = 1};
    /* Memory that has been used comes back without page faults, which else are half the time. */
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT32_MAX);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int wrong = read_options(argc, argv, &options);
    if (wrong) {
        if (rank == 0)
            fprintf(stderr,
                    "colouring: not understood: %s %s\nusage: colouring [--way "
                    "bundle|messages|onesided|all] [--graph rmat|mesh|FILE.mtx] [--vertices N | "
                    "--scale LOG2] [--degree N, of rmat: edges for each vertex] [--seed N] "
                    "[--repeat N] [--check] [--checksum HEX]\n",
                    argv[wrong], wrong + 1 < argc ? argv[wrong + 1] : "");
        MPI_Finalize();
        return 2;
    }
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        colouring_fail(ashlar_error_message());
    int right = run(&options);
    if (ga_terminate() != ASHLAR_OK)
        colouring_fail(ashlar_error_message());
    MPI_Finalize();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
