/* While the library starts it may hang inside MPI, where no code of ours watches the clock, and a
 * hung MPI call cannot be abandoned: a thread that calls no MPI says what hangs, or ends the job.
 */
#define _GNU_SOURCE
#include "armci-lite/src/wait/al_start_watchdog.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_host.h"
#include "armci-lite/src/base/al_thread.h"
#include "armci-lite/src/wait/al_watchdog.h"

static struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    int runs, stop;
    al_step_t step;
    time_t deadline; /* of the step; 0: none */
} guard = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

enum { DEFAULT_TIMEOUT = 10 };

int64_t ali_startup_timeout(void)
{
    return ali_context.env.watchdog ? ali_context.env.watchdog : DEFAULT_TIMEOUT;
}

static void *watch_step(void *unused)
{
    pthread_mutex_lock(&guard.lock);
    while (!guard.stop) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        pthread_cond_timedwait(&guard.wake, &guard.lock, &until);
        if (guard.deadline && !guard.stop && ali_watchdog_now() > guard.deadline) {
            guard.deadline = 0;
            guard.step.on_timeout(&guard.step);
        }
    }
    pthread_mutex_unlock(&guard.lock);
    return unused;
}

void ali_start_watchdog_begin_step(al_step_t step)
{
    pthread_mutex_lock(&guard.lock);
    guard.step = step;
    guard.deadline = ali_watchdog_now() + (time_t)step.seconds;
    pthread_mutex_unlock(&guard.lock);
}

/* Either some rank has not called al_init, which may be right, or MPI cannot reach it. */
static void report_slow_start(const al_step_t *step)
{
    char host[AL_HOST_NAME];
    ali_host_name(host);
    fprintf(
        stderr,
        "ashlar: rank %d (host %s) has waited in al_init for more than %lld s%s, for all ranks to "
        "call it and for MPI to connect them; if they have called it, the hosts may not reach "
        "each other over the network that MPI chose: set mpiexec --mca btl_tcp_if_include "
        "NETWORK (Open MPI), UCX_NET_DEVICES=INTERFACE (MPICH); %s\n",
        ali_context.rank, host, (long long)step->seconds,
        step->ends_job ? " (ASHLAR_WATCHDOG)" : "",
        step->ends_job ? "ending the job" : "still waiting");
    fflush(stderr);
    if (step->ends_job) {
        enum { GRACE = 3 };
        sleep(GRACE);
        _exit(1); /* the launcher ends the others; this thread must not call MPI */
    }
}

/* A wait of all ranks is reported by one: unless it ends the job, rank 0 speaks first, and
 * the others, should it not be here, later and later. */
static int64_t report_delay(void)
{
    int64_t seconds = ali_startup_timeout();
    for (int rank = ali_context.rank; rank > 0 && !ali_context.env.watchdog; rank /= 2)
        seconds += DEFAULT_TIMEOUT;
    return seconds;
}

void ali_start_watchdog_end_step(void)
{
    ali_start_watchdog_begin_step((al_step_t){.seconds = report_delay(),
                                              .on_timeout = report_slow_start,
                                              .ends_job = ali_context.env.watchdog != 0});
}

void ali_start_watchdog_start(void)
{
    guard.stop = 0;
    ali_start_watchdog_end_step();
    guard.runs = ali_thread_start(&guard.thread, watch_step);
}

int ali_start_watchdog_runs(void)
{
    return guard.runs;
}

void ali_start_watchdog_stop(void)
{
    if (!guard.runs)
        return;
    pthread_mutex_lock(&guard.lock);
    guard.stop = 1;
    pthread_cond_signal(&guard.wake);
    pthread_mutex_unlock(&guard.lock);
    pthread_join(guard.thread, NULL);
    guard.runs = 0;
}
