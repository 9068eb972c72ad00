/* job COUNT [wait FILE | die FILE]: a program to be traced: each rank gets COUNT elements, marks
 * and syncs; then it waits until FILE is there, or the last rank is killed then. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <ashlar/ga.h>

/* Wait for a file. */
static void await(const char *file)
{
    while (access(file, F_OK) != 0)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static int fail(const char *call)
{
    fprintf(stderr, "%s: %s\n", call, ashlar_error_message());
    return 1;
}

int main(int argc, char **argv)
{
    const long count = argc > 1 ? atol(argv[1]) : 100;
    const char *how = argc > 2 ? argv[2] : "";
    double value;
    ga_t g;
    MPI_Init(&argc, &argv);
    if (ga_initialize(MPI_COMM_WORLD) || ga_create(ASHLAR_DOUBLE, 100, 100, "grid", 0, 0, &g) ||
        ga_zero(g))
        return fail("start");
    ga_trace_mark("gets");
    for (long k = 0; k < count; ++k)
        if (ga_get(g, k % 100, k % 100, k / 100 % 100, k / 100 % 100, &value, 1))
            return fail("ga_get");
    if (ga_sync())
        return fail("ga_sync");
    if (strcmp(how, "wait") == 0)
        await(argv[3]);
    if (strcmp(how, "die") == 0 && ga_rank() == ga_size() - 1) {
        await(argv[3]);
        raise(SIGKILL);
    }
    if (ga_sync() || ga_destroy(g) || ga_terminate())
        return fail("end");
    MPI_Finalize();
    printf("done\n");
    return 0;
}
