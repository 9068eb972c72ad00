/* The watchdog reports ranks that wait for long, and for whom. */
#define _POSIX_C_SOURCE 200809L
#include "armci-lite/src/wait/al_watchdog.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <mpi.h>

#include "armci-lite/src/base/al_clock.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_host.h"
#include "armci-lite/src/base/al_wait_report.h"

time_t ali_watchdog_now(void)
{
    return ali_nanoseconds() / 1000000000;
}

void ali_watchdog_check(time_t begin)
{
    if (!ali_context.env.watchdog || ali_watchdog_now() - begin <= ali_context.env.watchdog)
        return;
    char host[AL_HOST_NAME], awaited[1024] = "other ranks";
    ali_host_name(host);
    if (ali_describe_awaited)
        ali_describe_awaited(awaited, sizeof awaited);
    fprintf(
        stderr,
        "ashlar: rank %d (host %s) has waited for more than %lld s (ASHLAR_WATCHDOG), in %s%s%s, "
        "for %s; ending the job\n",
        ali_context.rank, host, (long long)ali_context.env.watchdog,
        ali_wait_report.what ? ali_wait_report.what : "a call", ali_wait_report.call ? " of " : "",
        ali_wait_report.call ? ali_wait_report.call : "", awaited);
    fflush(stderr);
    /* Give the others time to say for whom they wait, and the launcher time to notice that a host
     * is gone: told to abort first, it may wait for that host. MPI_Abort may wait for a launcher
     * that it cannot reach. */
    enum { GRACE = 3 };
    sleep(GRACE);
    signal(SIGALRM, SIG_DFL);
    alarm(GRACE);
    MPI_Abort(MPI_COMM_WORLD, 1);
    _exit(1);
}
