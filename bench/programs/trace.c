/* trace FOLDER: what an event costs that is recorded: a put, a get and an accumulate of 8 bytes on one
 * node, with a trace and without, alternately; the medians, and in the end the largest, in ns. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/ga.h>

enum { CALLS = 200000, ROUNDS = 15, KINDS = 3 };
static const char *const names[KINDS] = {"put", "get", "acc"};
static ga_t g;

static int fail(void)
{
    fprintf(stderr, "trace: %s\n", ashlar_error_message());
    exit(1);
}

/* Nanoseconds of a call. */
static double measure(int kind)
{
    const double one = 1;
    double value = 1;
    int failed = 0;
    const double begin = MPI_Wtime();
    for (int k = 0; k < CALLS; ++k) {
        const int64_t i = k % 1000;
        if (kind == 0)
            failed |= ga_put(g, i, i, 5, 5, &value, 1);
        else if (kind == 1)
            failed |= ga_get(g, i, i, 5, 5, &value, 1);
        else
            failed |= ga_acc(g, i, i, 5, 5, &value, 1, &one);
    }
    const double end = MPI_Wtime();
    return failed ? fail() : 1e9 * (end - begin) / CALLS;
}

static int compare(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, compare);
    return values[ROUNDS / 2];
}

int main(int argc, char **argv)
{
    static double time[2][KINDS][ROUNDS];
    double most = 0;
    MPI_Init(&argc, &argv);
    if (argc != 2 || ga_initialize(MPI_COMM_WORLD) ||
        ga_create(ASHLAR_DOUBLE, 1000, 1000, "matrix", 0, 0, &g) || ga_zero(g))
        fail();
    for (int round = 0; round < ROUNDS; ++round)
        for (int traced = 0; traced < 2; ++traced) {
            if (traced && ga_trace_begin(argv[1]))
                fail();
            for (int kind = 0; kind < KINDS; ++kind)
                time[traced][kind][round] = measure(kind);
            if (traced && ga_trace_end())
                fail();
        }
    for (int kind = 0; kind < KINDS; ++kind) {
        const double without = median(time[0][kind]), with = median(time[1][kind]);
        printf("%s: %.1f ns, recorded %.1f ns\n", names[kind], without, with);
        most = with - without > most ? with - without : most;
    }
    printf("an event: at most %.1f\n", most);
    ga_destroy(g);
    ga_terminate();
    MPI_Finalize();
    return 0;
}
