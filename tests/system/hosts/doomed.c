/* doomed DIRECTORY SITUATION: a job that something befalls. Each rank writes its process id to a
 * file in DIRECTORY when it has begun; the last rank, the victim, then waits without answering, for
 * a SIGUSR1 after which it calls exit(3). The others are, by SITUATION: in ga_sync (sync), in a
 * ga_get from the victim (get), in traffic that never ends, the victim too (traffic), or computing
 * (compute). */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ashlar/ga.h>

#include "pid.h"

enum { ROWS = 1000, COLUMNS = 120 };

static double buffer[ROWS * COLUMNS];

static volatile sig_atomic_t told;

static void note(int signal)
{
    (void)signal;
    told = 1;
}

/* Everybody accumulates to, and reads, everything. */
static void traffic(ga_t g)
{
    const double one = 1;
    for (;;) {
        must(ga_acc(g, 0, ROWS - 1, 0, COLUMNS - 1, buffer, ROWS, &one), "ga_acc");
        must(ga_get(g, 0, ROWS - 1, 0, COLUMNS - 1, buffer, ROWS), "ga_get");
    }
}

int main(int argc, char **argv)
{
    ga_t g;
    sigset_t usr1, none;

    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    sigprocmask(SIG_BLOCK, &usr1, NULL); /* but for while it waits */
    sigemptyset(&none);
    signal(SIGUSR1, note);
    signal(SIGPIPE, SIG_IGN); /* Open MPI may write to a lost rank: docs/running.md */
    MPI_Init(&argc, &argv);
    must(argc != 3, "usage: doomed DIRECTORY SITUATION");
    must(ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    must(ga_create(ASHLAR_DOUBLE, ROWS, COLUMNS, "doomed", 0, 0, &g), "ga_create");
    must(ga_zero(g), "ga_zero");
    const char *situation = argv[2];
    int victim = ga_rank() == ga_size() - 1;
    write_pid(argv[1]);
    if (strcmp(situation, "traffic") == 0)
        traffic(g);
    while (victim || strcmp(situation, "compute") == 0) {
        sigsuspend(&none);
        if (told)
            exit(3);
    }
    if (strcmp(situation, "get") == 0)
        must(ga_get(g, 0, ROWS - 1, 0, COLUMNS - 1, buffer, ROWS), "ga_get");
    else
        must(ga_sync(), "ga_sync");
    fprintf(stderr, "doomed: passed without rank %d\n", ga_size() - 1);
    MPI_Abort(MPI_COMM_WORLD, 2);
}
