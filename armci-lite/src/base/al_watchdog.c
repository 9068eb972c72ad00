/* ASHLAR_WATCHDOG: end the job when one wait takes too long, and say who waits for whom. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "armci-lite/src/al_internal.h"

time_t ali_watch_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* The hosts of the other nodes, the first few by name. */
static void list_hosts(char *text, size_t room)
{
    enum { NAMED = 8 };
    const al_nodes_t *nodes = &ali_context.nodes;
    size_t used = (size_t)snprintf(text, room, "ranks on");
    int left = NAMED;
    for (int n = 0; n < nodes->count && left >= 0 && used < room; ++n) {
        if (n == nodes->mine)
            continue;
        used += (size_t)snprintf(text + used, room - used, " %s",
                                 left-- > 0 ? ali_context.hosts[n] : "and other hosts");
    }
}

void ali_name_awaited(char *text, size_t room)
{
    const al_nodes_t *nodes = &ali_context.nodes;
    int rank = ali_context.waiting.rank;
    if (rank >= 0)
        snprintf(text, room, "rank %d (host %s)", rank, ali_context.hosts[nodes->of[rank]]);
    else if (rank == AL_OTHER_NODES && nodes->count > 1)
        list_hosts(text, room);
    else
        snprintf(text, room, rank == AL_MY_NODE ? "ranks of its own node" : "other ranks");
}

void ali_watch(time_t begin)
{
    if (!ali_context.env.watchdog || ali_watch_now() - begin <= ali_context.env.watchdog)
        return;
    char host[AL_HOST_NAME] = "", awaited[1024];
    gethostname(host, sizeof host - 1);
    ali_name_awaited(awaited, sizeof awaited);
    fprintf(stderr,
            "ashlar: rank %d (host %s) has waited for more than %lld s (ASHLAR_WATCHDOG), in %s, "
            "for %s; ending the job\n",
            ali_context.rank, host, (long long)ali_context.env.watchdog,
            ali_context.waiting.what ? ali_context.waiting.what : "a call", awaited);
    fflush(stderr);
    /* Others say for whom they wait before MPI_Abort ends them, and a launcher that notices that a
     * host is gone ends the job by itself: told to abort first, it may wait for that host's answer.
     * Where the launcher cannot be reached, MPI_Abort may wait for it. */
    enum { PATIENCE = 3 };
    sleep(PATIENCE);
    signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE);
    MPI_Abort(MPI_COMM_WORLD, 1);
    _exit(1);
}
