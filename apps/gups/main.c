/* gups: random updates of a table; README.md. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "gups.h"

static int rank, size;

int gups_rank(void)
{
    return rank;
}
int gups_size(void)
{
    return size;
}

void gups_fail(const char *what)
{
    fprintf(stderr, "gups: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

void gups_check(int status)
{
    if (status != ASHLAR_OK)
        gups_fail(ashlar_error_message());
}

ga_t gups_array(const gups_t *gups)
{
    ga_t array;
    gups_check(ga_create_nd(ASHLAR_LLONG, 1, &gups->table, "table", NULL, 0, &array));
    gups_check(ga_enumerate(array, &(long long){0}, &(long long){1}));
    return array;
}

int64_t *gups_array_elements(ga_t array, int64_t *first, int64_t *n)
{
    int64_t last = -1;
    void *mine = NULL;
    *first = 0;
    if (ga_access_block(array, rank, first, &last, &mine, NULL) != ASHLAR_OK)
        last = *first - 1; /* it owns nothing */
    *n = last - *first + 1;
    return mine;
}

static const gups_way_t *const ways[] = {&gups_bundle, &gups_onesided, &gups_messages};
static const char *const kinds[] = {[GUPS_XOR] = "xor", [GUPS_STORE] = "store"};
enum { WAYS = sizeof ways / sizeof *ways, KINDS = sizeof kinds / sizeof *kinds };

typedef struct options {
    int way, kind; /* which; behind the last one: all */
    gups_t gups;
    int64_t bits;
    int64_t factor; /* updates for each element of the table */
} options_t;

/* The number of the sequence at a place: 2^place by powers that are squared (x is 2). */
static uint64_t number_at(uint64_t place)
{
    uint64_t power[64], number = 2, t = 1;
    for (int k = 0; k < 64; ++k) {
        power[k] = t;
        t = gups_next(gups_next(t));
    }
    if (place == 0)
        return 1;
    int bit = 63;
    while (!(place >> bit & 1))
        --bit;
    while (bit-- > 0) {
        uint64_t square = 0;
        for (int k = 0; k < 64; ++k)
            if (number >> k & 1)
                square ^= power[k];
        number = place >> bit & 1 ? gups_next(square) : square;
    }
    return number;
}

/* Go through the updates of all ranks again. Undone, those of xor leave each element as it was; a
 * store leaves one of the values meant for the element, and nothing else does. */
static int64_t count_errors(const gups_way_t *way, const gups_t *gups)
{
    int64_t first, n, errors = 0;
    int64_t *element = way->elements(&first, &n);
    uint64_t number = number_at(0);
    char *meant = calloc((size_t)n + 1, 1); /* 1: for this element, 2: and found there */
    if (!meant)
        gups_fail("no memory to check the table");
    for (int64_t k = 0; k < gups->updates * size; ++k) {
        number = gups_next(number);
        const int64_t at = (int64_t)(number & (uint64_t)(gups->table - 1)) - first;
        if (at < 0 || at >= n)
            continue;
        if (gups->kind == GUPS_XOR)
            element[at] ^= (int64_t)number;
        else
            meant[at] |= (char)(element[at] == (int64_t)number ? 3 : 1);
    }
    for (int64_t k = 0; k < n; ++k)
        errors += meant[k] ? meant[k] != 3 : element[k] != first + k;
    free(meant);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    return errors;
}

static int run(const gups_way_t *way, const gups_t *gups)
{
    way->start(gups);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    way->run(gups);
    double seconds = MPI_Wtime() - begin;
    int64_t errors = count_errors(way, gups);
    way->stop();
    if (rank == 0)
        printf("%s, %s: %" PRId64 " updates of %" PRId64
               " elements, %d ranks: %.3f s, %.6f GUPS, %" PRId64 " errors\n",
               way->name, kinds[gups->kind], gups->updates * size, gups->table, size, seconds,
               (double)gups->updates * size / seconds * 1e-9, errors);
    return errors == 0;
}

static int run_all(options_t *options)
{
    gups_t *gups = &options->gups;
    int right = 1;
    gups->table = (int64_t)1 << options->bits;
    gups->updates = options->factor * gups->table / size / gups->batch * gups->batch;
    gups->updates = gups->updates > 0 ? gups->updates : gups->batch;
    gups->seed = number_at((uint64_t)gups->updates * (uint64_t)rank);
    for (int way = 0; way < WAYS; ++way)
        for (int kind = 0; kind < KINDS; ++kind)
            if ((options->way == way || options->way == WAYS) &&
                (options->kind == kind || options->kind == KINDS)) {
                gups->kind = (gups_kind_t)kind;
                right &= run(ways[way], gups);
            }
    return right;
}

int main(int argc, char **argv)
{
    options_t options = {.gups = {.batch = 1024}, .bits = 20, .factor = 4};
    argument_t table[] = {{"--way", "bundle|onesided|messages|all", ARGUMENT_WORD, &options.way,
                           .help = "how updates travel (bundle)"},
                          {"--kind", "xor|store|all", ARGUMENT_WORD, &options.kind,
                           .help = "what an update does (xor)"},
                          {"--table", "LOG2", ARGUMENT_WHOLE, &options.bits,
                           .help = "its elements, a power of 2 (20)", .least = 1, .most = 40},
                          {"--updates", "N", ARGUMENT_WHOLE, &options.factor,
                           .help = "for each element (4)", .least = 1, .most = 1000},
                          {"--batch", "N", ARGUMENT_WHOLE, &options.gups.batch,
                           .help = "updates sent together (1024)", .least = 1, .most = 1 << 24}};
    arguments_t arguments = {"gups", "Updates random elements of a table.", table,
                             .count = sizeof table / sizeof *table};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int code = arguments_end(&arguments, arguments_read(&arguments, argc, argv), rank == 0);
    if (code < 0) {
        gups_check(ga_initialize(MPI_COMM_WORLD));
        code = run_all(&options) ? EXIT_SUCCESS : EXIT_FAILURE;
        gups_check(ga_terminate());
    }
    MPI_Finalize();
    return code;
}
