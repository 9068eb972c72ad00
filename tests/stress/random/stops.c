/* Stops: a process beside each rank halts it now and then, as a debugger, a full disk or a busy
 * machine would. Whoever waits for it must wait on, and nothing may be lost. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "stress.h"

static pid_t stopper;

static void nap(rng_t *rng, int64_t most_ms)
{
    const struct timespec time = {.tv_nsec = (long)rng_range(rng, 1, most_ms * 1000000)};

    nanosleep(&time, NULL);
}

static _Noreturn void stop_and_go(pid_t rank, uint64_t seed)
{
    rng_t rng = rng_seed(seed + (uint64_t)rank);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int file = 0; file < 256; ++file) /* the launcher's too */
        close(file);
    while (getppid() == rank) {
        nap(&rng, 30);
        kill(rank, SIGSTOP);
        nap(&rng, 10);
        kill(rank, SIGCONT);
    }
    _exit(0);
}

void stops_begin(uint64_t seed)
{
    pid_t rank = getpid();

    stopper = fork();
    if (stopper == 0)
        stop_and_go(rank, seed);
}

/* The stopper may be killed between a stop and the signal to go on: it is this process that kills
 * it, and so runs. */
void stops_end(void)
{
    if (stopper <= 0)
        return;
    kill(stopper, SIGKILL);
    waitpid(stopper, NULL, 0);
}
