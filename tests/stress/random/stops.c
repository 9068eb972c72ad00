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

/* Whether SIGTERM, which is blocked, came meanwhile. */
static bool nap(rng_t *rng, int64_t most_ms)
{
    const struct timespec time = {.tv_nsec = (long)rng_range(rng, 1, most_ms * 1000000)};
    sigset_t end;

    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    return sigtimedwait(&end, NULL, &time) == SIGTERM;
}

static _Noreturn void stop_and_go(pid_t rank, uint64_t seed)
{
    rng_t rng = rng_seed(seed + (uint64_t)rank);
    bool ended = false;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int file = 0; file < 256; ++file) /* the launcher's too */
        close(file);
    while (!ended && getppid() == rank && !nap(&rng, 30)) {
        kill(rank, SIGSTOP);
        ended = nap(&rng, 10);
        kill(rank, SIGCONT);
    }
    _exit(0);
}

void stops_begin(uint64_t seed)
{
    pid_t rank = getpid();
    sigset_t end, before;

    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    sigprocmask(SIG_BLOCK, &end, &before);
    stopper = fork();
    if (stopper == 0)
        stop_and_go(rank, seed);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* The stopper ends by itself, after the signal to go on: killed, it might leave behind a stop that
 * this process meets only now. */
void stops_end(void)
{
    if (stopper <= 0)
        return;
    kill(stopper, SIGTERM);
    waitpid(stopper, NULL, 0);
}
