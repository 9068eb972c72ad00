/* The self-test of MPI RMA: each rank accesses the memory of one rank of the next node with the
 * calls that the engines use, and both sides check the values. The start watchdog ends the job
 * when a step hangs. */
#define _GNU_SOURCE
#include "armci-lite/src/engine/rma/al_probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_host.h"
#include "armci-lite/src/wait/al_start_watchdog.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/node/al_node.h"

enum {
    AREA = 65536, /* bytes of the window for each rank that writes there */
    ADDS = 32     /* of each rank to the shared counters */
};

/* At the end of the window: all ranks that test this one add to it. */
typedef struct shared {
    double sum;
    int64_t count;
} shared_t;

static struct {
    int target, slot; /* whom I test, and my area there */
    int areas;        /* of each window */
    char *memory, *buffer;
    MPI_Win window;
} probe = {.window = MPI_WIN_NULL};

static const char *host_of(int rank)
{
    return ali_nodes.hosts[ali_nodes.of[rank]];
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void give_up(const al_step_t *step)
{
    char with[AL_HOST_NAME + 40] = "all ranks";
    if (step->peer >= 0)
        snprintf(with, sizeof with, "rank %d (%s)", step->peer, host_of(step->peer));
    fprintf(stderr,
            "ashlar: probe: %s hangs between rank %d (%s) and %s: not done in %lld s; do not use "
            "MPI RMA here (ASHLAR_TRANSPORT=am); ending the job\n",
            step->what, ali_context.rank, host_of(ali_context.rank), with,
            (long long)step->seconds);
    fflush(stderr);
    _exit(1); /* the launcher ends the others; this thread must not call MPI */
}

/* The next MPI call is this step. */
static void begin_within(const char *step, int peer, int64_t seconds)
{
    ali_start_watchdog_begin_step(
        (al_step_t){.what = step, .peer = peer, .seconds = seconds, .on_timeout = give_up});
}

static void begin(const char *step, int peer)
{
    begin_within(step, peer, ali_startup_timeout());
}

/* ---- the test -------------------------------------------------------------------------------- */

static int fail_value(const char *what, int target)
{
    return AL_FAIL(ASHLAR_ETRANSPORT, "wrong values: %s between rank %d (%s) and rank %d (%s)",
                   what, ali_context.rank, host_of(ali_context.rank), target, host_of(target));
}

static char pattern(int origin, int bytes, int k)
{
    return (char)(origin * 31 + bytes + k * 7 + (k >> 8));
}

static int flush(const char *step)
{
    begin(step, probe.target);
    return AL_MPI(MPI_Win_flush(probe.target, probe.window));
}

static int test_put_get(int bytes)
{
    MPI_Aint at = (MPI_Aint)probe.slot * AREA;
    for (int k = 0; k < bytes; ++k)
        probe.buffer[k] = pattern(ali_context.rank, bytes, k);
    begin("MPI_Put", probe.target);
    AL_TRY(AL_MPI(
        MPI_Put(probe.buffer, bytes, MPI_BYTE, probe.target, at, bytes, MPI_BYTE, probe.window)));
    AL_TRY(flush("MPI_Win_flush after MPI_Put"));
    memset(probe.buffer, 0, (size_t)bytes);
    begin("MPI_Get", probe.target);
    AL_TRY(AL_MPI(
        MPI_Get(probe.buffer, bytes, MPI_BYTE, probe.target, at, bytes, MPI_BYTE, probe.window)));
    AL_TRY(flush("MPI_Win_flush after MPI_Get"));
    for (int k = 0; k < bytes; ++k)
        if (probe.buffer[k] != pattern(ali_context.rank, bytes, k))
            return fail_value("MPI_Put and MPI_Get", probe.target);
    return ASHLAR_OK;
}

static int test_atomics(void)
{
    MPI_Aint at = (MPI_Aint)probe.areas * AREA;
    const double one = 1;
    const int64_t step = 1;
    int64_t before = -1, old;
    for (int k = 0; k < ADDS; ++k) {
        begin("MPI_Accumulate", probe.target);
        AL_TRY(AL_MPI(MPI_Accumulate(&one, 1, MPI_DOUBLE, probe.target,
                                     at + (MPI_Aint)offsetof(shared_t, sum), 1, MPI_DOUBLE, MPI_SUM,
                                     probe.window)));
        AL_TRY(flush("MPI_Win_flush after MPI_Accumulate"));
        begin("MPI_Fetch_and_op", probe.target);
        AL_TRY(AL_MPI(MPI_Fetch_and_op(&step, &old, MPI_INT64_T, probe.target,
                                       at + (MPI_Aint)offsetof(shared_t, count), MPI_SUM,
                                       probe.window)));
        AL_TRY(flush("MPI_Win_flush after MPI_Fetch_and_op"));
        if (old <= before)
            return fail_value("MPI_Fetch_and_op", probe.target);
        before = old;
    }
    return ASHLAR_OK;
}

/* Check what the others wrote to my memory. */
static int check_mine(void)
{
    const al_nodes_t *nodes = &ali_nodes;
    int previous = (nodes->mine + nodes->count - 1) % nodes->count;
    int writers = nodes->first[previous + 1] - nodes->first[previous];
    int count = 0;
    begin("MPI_Win_sync", ali_context.rank);
    AL_TRY(AL_MPI(MPI_Win_sync(probe.window)));
    for (int slot = nodes->index; slot < writers; slot += nodes->size) {
        int origin = nodes->ranks[nodes->first[previous] + slot];
        const char *area = probe.memory + (size_t)slot * AREA;
        for (int k = 0; k < AREA; ++k)
            if (area[k] != pattern(origin, AREA, k))
                return fail_value("MPI_Put, seen by its target,", origin);
        ++count;
    }
    const shared_t *shared =
        (const shared_t *)(const void *)(probe.memory + (size_t)probe.areas * AREA);
    int origin = nodes->ranks[nodes->first[previous]];
    if (shared->sum != (double)ADDS * count)
        return fail_value("MPI_Accumulate", origin);
    if (shared->count != (int64_t)ADDS * count)
        return fail_value("MPI_Fetch_and_op", origin);
    return ASHLAR_OK;
}

static int test_neighbour(void)
{
    begin("MPI_Win_lock_all", probe.target);
    AL_TRY(AL_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, probe.window)));
    AL_TRY(test_put_get(8));
    AL_TRY(test_put_get(4096));
    AL_TRY(test_put_get(AREA));
    return test_atomics();
}

/* ---- around the test ------------------------------------------------------------------------- */

static int make_areas(void)
{
    const al_nodes_t *nodes = &ali_nodes;
    int next = (nodes->mine + 1) % nodes->count;
    int size = nodes->first[next + 1] - nodes->first[next];
    probe.slot = nodes->index;
    probe.target = nodes->ranks[nodes->first[next] + probe.slot % size];
    for (int n = 0; n < nodes->count; ++n)
        if (nodes->first[n + 1] - nodes->first[n] > probe.areas)
            probe.areas = nodes->first[n + 1] - nodes->first[n];
    probe.memory = calloc((size_t)probe.areas * AREA + sizeof(shared_t), 1);
    probe.buffer = calloc(AREA, 1);
    int have = probe.memory && probe.buffer;
    return ali_agree("al_init",
                     have ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for the probe"));
}

static void drop_areas(void)
{
    if (probe.window == MPI_WIN_NULL) /* else MPI has a window over it for good */
        free(probe.memory);
    free(probe.buffer);
    memset(&probe, 0, sizeof probe);
    probe.window = MPI_WIN_NULL;
}

/* The lowest rank whose status is not ASHLAR_OK, or the number of ranks. */
static int first_failure(int status, int *rank)
{
    const al_tree_t world = ali_tree_world();
    *rank = status == ASHLAR_OK ? ali_context.size : ali_context.rank;
    begin_within("waiting", -1, 3 * ali_startup_timeout()); /* the rank that hangs reports first */
    return ali_tree_minimum(&world, rank);
}

/* The first rank that failed tells all others why. */
static int share_verdict(int failed, const char *what, char verdict[AL_VERDICT])
{
    const al_tree_t world = ali_tree_world();
    if (ali_context.rank == failed)
        snprintf(verdict, AL_VERDICT, "%s (%.300s)", what, ashlar_error_message());
    return ali_tree_broadcast(&world, failed, verdict, AL_VERDICT);
}

static int run_tests(int *right, char verdict[AL_VERDICT])
{
    int failed;
    MPI_Aint bytes = (MPI_Aint)((size_t)probe.areas * AREA + sizeof(shared_t));
    begin("MPI_Win_create", -1);
    int status = AL_MPI(
        MPI_Win_create(probe.memory, bytes, 1, MPI_INFO_NULL, ali_context.comm, &probe.window));
    AL_TRY(first_failure(status, &failed));
    *right = 0;
    if (failed < ali_context.size) /* MPI_Win_free is collective: those that have one keep it */
        return share_verdict(failed, "no window can be made", verdict);
    status = AL_MPI(MPI_Win_set_errhandler(probe.window, MPI_ERRORS_RETURN));
    if (status == ASHLAR_OK)
        status = test_neighbour();
    AL_TRY(first_failure(status, &failed));
    if (failed == ali_context.size)
        AL_TRY(first_failure(check_mine(), &failed));
    if (failed < ali_context.size)
        AL_TRY(share_verdict(failed, "MPI RMA fails", verdict));
    begin("MPI_Win_unlock_all", -1);
    MPI_Win_unlock_all(probe.window);
    begin("MPI_Win_free", -1);
    MPI_Win_free(&probe.window);
    if (failed < ali_context.size)
        return ASHLAR_OK;
    *right = 1;
    snprintf(verdict, AL_VERDICT,
             "put, get, accumulate and fetch-and-op are right between neighbours of %d nodes",
             ali_nodes.count);
    return ASHLAR_OK;
}

int ali_probe(int *right, char verdict[AL_VERDICT])
{
    verdict[0] = '\0';
    int status = make_areas();
    if (status == ASHLAR_OK) {
        int guarded =
            ali_start_watchdog_runs()
                ? ASHLAR_OK
                : AL_FAIL(ASHLAR_ESYS, "al_init: no watchdog thread, which the probe needs");
        status = ali_agree("al_init", guarded);
        if (status == ASHLAR_OK)
            status = run_tests(right, verdict);
        ali_start_watchdog_end_step();
    }
    drop_areas();
    return status;
}
