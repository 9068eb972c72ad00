/* gups [--way bundle|onesided|messages|all] [--kind xor|store|all] [--table LOG2] [--updates N]
 * [--batch N]: random updates of a table; README.md. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    unsigned ways, kinds; /* a bit each */
    gups_t gups;
    int bits;
    int64_t factor; /* updates for each element of the table */
} options_t;

static int read_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
    char *end;
    *number = strtoll(text, &end, 10);
    return end != text && *end == 0 && *number >= least && *number <= most;
}

static int read_option(const char *name, const char *value, options_t *options)
{
    int64_t number;
    if (strcmp(name, "--way") == 0) {
        options->ways = strcmp(value, "all") == 0 ? ~0u : 0;
        for (int k = 0; k < WAYS; ++k)
            options->ways |= (unsigned)(strcmp(value, ways[k]->name) == 0) << k;
        return options->ways != 0;
    }
    if (strcmp(name, "--kind") == 0) {
        options->kinds = strcmp(value, "all") == 0 ? ~0u : 0;
        for (int k = 0; k < KINDS; ++k)
            options->kinds |= (unsigned)(strcmp(value, kinds[k]) == 0) << k;
        return options->kinds != 0;
    }
    if (strcmp(name, "--table") == 0 && read_number(value, 1, 40, &number)) {
        options->bits = (int)number;
        return 1;
    }
    if (strcmp(name, "--updates") == 0)
        return read_number(value, 1, 1000, &options->factor);
    return strcmp(name, "--batch") == 0 && read_number(value, 1, 1 << 24, &options->gups.batch);
}

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
            if (options->ways >> way & options->kinds >> kind & 1) {
                gups->kind = (gups_kind_t)kind;
                right &= run(ways[way], gups);
            }
    return right;
}

int main(int argc, char **argv)
{
    options_t options = {1, 1, {.batch = 1024}, .bits = 20, .factor = 4};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 1; k < argc; k += 2)
        if (k + 1 == argc || !read_option(argv[k], argv[k + 1], &options)) {
            if (rank == 0)
                fprintf(
                    stderr,
                    "gups: not understood: %s %s\nusage: gups [--way bundle|onesided|messages|all] "
                    "[--kind xor|store|all] [--table LOG2] [--updates N, for each element] "
                    "[--batch N]\n",
                    argv[k], k + 1 == argc ? "" : argv[k + 1]);
            MPI_Finalize();
            return 2;
        }
    gups_check(ga_initialize(MPI_COMM_WORLD));
    int right = run_all(&options);
    gups_check(ga_terminate());
    MPI_Finalize();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
