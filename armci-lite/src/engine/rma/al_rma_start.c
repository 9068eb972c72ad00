/* Start and stop of the RMA engine: makes the window, and chooses the MPI calls for gets. */
#include "armci-lite/src/engine/rma/al_rma.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/wait/al_start_watchdog.h"
#include "armci-lite/src/wait/al_tree.h"

/* Where MPI fails on some ranks only, the others wait in it for ever. */
static void end_job(const al_step_t *step)
{
    fprintf(stderr,
            "ashlar: rank %d has waited in al_init for more than %lld s, for MPI to make a window; "
            "ending the job; ASHLAR_TRANSPORT=am needs none\n",
            ali_context.rank, (long long)step->seconds);
    fflush(stderr);
    _exit(1);
}

/* A window that some ranks have and others lack is left alone: freeing it would wait for them. */
static int create_window(void)
{
    ali_start_watchdog_begin_step(
        (al_step_t){.seconds = 3 * ali_startup_timeout(), .on_timeout = end_job});
    char *mine = ali_arena.base + (uint64_t)ali_nodes.index * ali_arena.rank_bytes;
    int status = AL_MPI(MPI_Win_create(mine, (MPI_Aint)ali_arena.rank_bytes, 1, MPI_INFO_NULL,
                                       ali_context.comm, &ali_rma.window));
    if (status != ASHLAR_OK)
        ali_fail_within(ASHLAR_ETRANSPORT,
                        "al_init: this MPI makes no window across these nodes; use "
                        "ASHLAR_TRANSPORT=am, or, with Open MPI 4.1 over TCP, start with --mca osc "
                        "pt2pt and less than MPI_THREAD_MULTIPLE");
    int agreed = ali_agree("al_init", status == ASHLAR_OK ? status : ASHLAR_ETRANSPORT);
    ali_start_watchdog_end_step();
    if (agreed != ASHLAR_OK)
        ali_rma.window = MPI_WIN_NULL;
    return agreed;
}

static int make_window(void)
{
    AL_TRY(create_window());
    AL_TRY(AL_MPI(MPI_Win_set_errhandler(ali_rma.window, MPI_ERRORS_RETURN)));
    int *model, flag;
    AL_TRY(AL_MPI(MPI_Win_get_attr(ali_rma.window, MPI_WIN_MODEL, (void *)&model, &flag)));
    if (!flag || *model != MPI_WIN_UNIFIED)
        return AL_FAIL(ASHLAR_ETRANSPORT, "al_init: this MPI's windows have separate public and "
                                          "private copies; the rma engine needs unified ones");
    return AL_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, ali_rma.window));
}

/* Time of a get of the first bytes of another node's arena, which are always there, by the calls
 * that are chosen now: the shortest of several tries. */
static int time_gets(int node, char *into, size_t bytes, double *least)
{
    enum { TRIES = 8 };
    const al_shape_t shape = {.count = {bytes}};
    const al_place_t place = {.rank = ali_nodes.ranks[ali_nodes.first[node]], .node = node};
    for (int k = 0; k < TRIES; ++k) {
        double begin = MPI_Wtime();
        AL_TRY(ali_rma_get(place, into, &shape, NULL));
        double time = MPI_Wtime() - begin;
        *least = k == 0 || time < *least ? time : *least;
    }
    return ASHLAR_OK;
}

/* Get 8 bytes and 64 KiB by either call: is MPI_Get_accumulate faster? */
static int measure_calls(int *by_accumulate)
{
    enum { LONG = 65536 };
    double word[2], page[2];
    int64_t *into = malloc(LONG);
    if (!into)
        return AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory to measure MPI RMA");
    int status = ASHLAR_OK, node = (ali_nodes.mine + 1) % ali_nodes.count;
    for (int way = 0; way < 2 && status == ASHLAR_OK; ++way) {
        ali_rma.by_accumulate = way;
        status = time_gets(node, (char *)into, sizeof *into, &word[way]);
        if (status == ASHLAR_OK)
            status = time_gets(node, (char *)into, LONG, &page[way]);
    }
    free(into);
    if (status == ASHLAR_OK)
        *by_accumulate = word[1] / word[0] * page[1] / page[0] < 1;
    return status;
}

/* Faults that no test at start can find.
 * - Derived datatypes: what Open MPI does wrong with them depends on the transport under its
 * windows. On one host all our tests pass with them. Over TCP lists crash, in some runs, and the
 * test would too; over InfiniBand an accumulate is known to be lost. Also, it accumulates under a
 * lock.
 * - Whether others get the core while a flush waits: Open MPI yields it, MPICH does not. Times that
 *   could be measured depend more on where the ranks happen to run.
 * - Whether contiguous derived datatypes are packed whole. MPICH 4.0 to 4.0.3 takes bits 8 to 15 of
 *   a handle for the size of an element, and leaves out what is not a multiple of that. Handles are
 *   numbered from 0, the last one freed is given out first, and those below 512 do no harm to even
 *   sizes. So we must never have so many alive, here or at a target, which has one for each call
 *   that waits for its answer: or messages of the program, of ScaLAPACK for instance, come short
 *   for good. */
#ifdef OPEN_MPI
enum { TYPES_ARE_RIGHT = 0, FLUSH_YIELDS = 1, PACKS_WHOLE = 1 };
#elif MPICH_NUMVERSION >= 40100000
enum { TYPES_ARE_RIGHT = 1, FLUSH_YIELDS = 0, PACKS_WHOLE = 1 };
#else
enum { TYPES_ARE_RIGHT = 1, FLUSH_YIELDS = 0, PACKS_WHOLE = 0 };
#endif

/* Calls with derived datatypes that may be under way to one target, from all ranks. */
enum { TYPES_UNDER_WAY = 128 };

/* With more ranks than that none may have one. */
static void bound_types(void)
{
    const int most = PACKS_WHOLE ? 0 : TYPES_UNDER_WAY / ali_context.size;
    ali_rma.has_types = TYPES_ARE_RIGHT && (PACKS_WHOLE || most > 0);
    ali_rma.types_most = most;
}

static int choose_calls(void)
{
    int by_accumulate = 0;
    bound_types();
    ali_rma.by_marks = ali_context.oversubscribed && !FLUSH_YIELDS;
    if (!TYPES_ARE_RIGHT)
        return ASHLAR_OK;
    int status = ali_context.rank == 0 ? measure_calls(&by_accumulate) : ASHLAR_OK;
    AL_TRY(ali_agree("al_init", status));
    const al_tree_t world = ali_tree_world();
    AL_TRY(ali_tree_broadcast(&world, 0, &by_accumulate, sizeof by_accumulate));
    ali_rma.by_accumulate = by_accumulate;
    return ASHLAR_OK;
}

/* On the first rank of a node; exposed, at: [nodes], [nodes + 1]. */
static int gather_exposed(uint64_t *exposed, int *at)
{
    const al_nodes_t *nodes = &ali_nodes;
    const al_tree_t leaders = {nodes->leaders, nodes->count, nodes->mine, AL_TREE_TAG};
    for (int n = 0; n <= nodes->count; ++n)
        at[n] = n * (int)sizeof *exposed;
    exposed[nodes->mine] = ali_arena.rank_bytes;
    return ali_tree_gather(&leaders, (char *)exposed, at);
}

/* Find out what ranks expose: once a node, and the others of a node wait for the first. */
static int find_exposed(void)
{
    const bool is_first = ali_nodes.index == 0;
    const size_t nodes = (size_t)ali_nodes.count;
    char *table;
    AL_TRY(ali_node_block_make(nodes * sizeof *ali_rma.exposed, "the rma engine", &table));
    int *at = is_first ? malloc((nodes + 1) * sizeof *at) : NULL;
    int status = ali_agree(
        "al_init", is_first && !at ? AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for the rma engine")
                                   : ASHLAR_OK);
    if (status == ASHLAR_OK && is_first)
        status = gather_exposed((uint64_t *)(void *)table, at);
    free(at);
    ali_rma.exposed = (const uint64_t *)(const void *)table;
    return status == ASHLAR_OK ? ali_agree("al_init", status) : status;
}

int ali_rma_start(void)
{
    AL_TRY(find_exposed());
    AL_TRY(ali_agree("al_init", make_window()));
    return choose_calls();
}

/* A window that is not freed on all ranks keeps the others waiting, here or in MPI_Finalize: the
 * caller must hear of it, and end the job. */
int ali_rma_stop(int together)
{
    int status = ASHLAR_OK;
    if (together && ali_rma.window != MPI_WIN_NULL) {
        status = AL_MPI(MPI_Win_unlock_all(ali_rma.window));
        if (status == ASHLAR_OK)
            status = AL_MPI(MPI_Win_free(&ali_rma.window));
    }
    free(ali_rma.scratch);
    ali_rank_map_free(&ali_rma.targets);
    free(ali_rma.open);
    ali_rma_types_free();
    ali_rma = (rma_state_t){
        .lock = PTHREAD_MUTEX_INITIALIZER, .window = MPI_WIN_NULL, .others = {.rank = RMA_OTHERS}};
    return status;
}
