/* Start and stop the library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_info.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/wait/al_exit.h"
#include "armci-lite/src/base/al_fork.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/wait/al_start_watchdog.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/engine/al_choose.h"
#include "armci-lite/src/group/al_check.h"
#include "armci-lite/src/group/al_guard.h"
#include "armci-lite/src/group/al_memory.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_copy.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_handshake.h"
#include "armci-lite/src/node/al_large_pages.h"
#include "armci-lite/src/node/al_node.h"
#include "armci-lite/src/onesided/al_notify.h"
#include "armci-lite/src/steps/al_pair.h"
#include "armci-lite/src/steps/al_steps.h"
#include "armci-lite/src/trace/al_trace.h"
#include "armci-lite/src/trace/al_trace_segment.h"

/* A program built for one MPI and started by the launcher of another runs as many jobs of one rank
 * each: fail instead. */
static int check_launcher(const char *call)
{
    int size;
    AL_TRY(AL_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size)));
    static const char *const counts[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE"};
    for (int c = 0; c < 2 && size == 1; ++c) {
        const char *text = getenv(counts[c]);
        int launched = text ? atoi(text) : 1;
        if (launched > 1) {
            char version[MPI_MAX_LIBRARY_VERSION_STRING];
            ali_mpi_version(version);
            return AL_FAIL(ASHLAR_ESTATE,
                           "%s: the launcher started %d ranks but MPI sees one: the program "
                           "was built for %s and the launcher belongs to another MPI",
                           call, launched, version);
        }
    }
    return ASHLAR_OK;
}

/* In a program of another MPI, that one answers calls, and the handles of this one mean nothing to
 * it. */
static int check_mpi_library(const char *call)
{
#ifdef OPEN_MPI
    static const char mine[] = "Open MPI", other[] = "MPICH";
#else
    static const char mine[] = "MPICH", other[] = "Open MPI";
#endif
    char version[8192]; /* the other's MPI_MAX_LIBRARY_VERSION_STRING may be larger */
    ali_mpi_version(version);
    if (strstr(version, other))
        return AL_FAIL(ASHLAR_ESTATE,
                       "%s: the program uses %s, but this library was built for %s: link the "
                       "program with the library built for its MPI",
                       call, version, mine);
    return ASHLAR_OK;
}

static int check_mpi(const char *call, MPI_Comm comm)
{
    int initialized = 0, finalized = 0, inter = 0;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (!initialized || finalized)
        return AL_FAIL(ASHLAR_ESTATE, "%s: MPI is %s", call,
                       finalized ? "finalised" : "not initialised");
    AL_TRY(check_mpi_library(call));
    if (comm == MPI_COMM_NULL)
        return AL_FAIL(ASHLAR_EARG, "%s: the communicator is MPI_COMM_NULL", call);
    AL_TRY(AL_MPI(MPI_Comm_test_inter(comm, &inter)));
    if (inter)
        return AL_FAIL(ASHLAR_EARG, "%s: the communicator is an inter-communicator", call);
    return check_launcher(call);
}

/* Obey ASHLAR_LOG. */
static void apply_log(void)
{
    ali_log_failures(ali_context.env.log ? ali_context.rank : -1);
}

/* Where ranks have different values, because the launcher does not forward them, those of rank 0
 * hold. */
static int share_environment(void)
{
    const al_tree_t world = ali_tree_world();
    AL_TRY(ali_tree_broadcast(&world, 0, &ali_context.env, sizeof ali_context.env));
    apply_log();
    return ASHLAR_OK;
}

void ali_print_start(FILE *out)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    ali_mpi_version(version);
    fprintf(out, "ashlar: ranks: %d on %d node%s\n", ali_context.size, ali_nodes.count,
            ali_nodes.count == 1 ? "" : "s");
    fprintf(out, "ashlar: MPI: %s\n", version);
    fprintf(out, "ashlar: engine between nodes: %s (%s)\n", al_engine_name(), ali_engine_reason);
    if (ali_engine)
        fprintf(out, "ashlar: other nodes are answered by: %s\n",
                ali_context.env.progress == AL_PROGRESS_THREAD ? "a helper thread"
                                                               : "calls into the library");
    fprintf(out, "ashlar: arena of rank 0's node: %llu MiB reserved, shared by: %s\n",
            (unsigned long long)(ali_arena.bytes >> 20), ali_arena.way);
    char words[128];
    fprintf(out, "ashlar: pages of that arena: %s\n",
            ali_large_pages_words(&ali_arena.header->large, words, sizeof words));
    fprintf(out, "ashlar: rank 0 copies rows by: %s\n", ali_copy_way());
    if (ali_context.env.attach != AL_ATTACH_NONE && ali_nodes.count == ali_context.size &&
        ali_context.size > 1)
        fprintf(out, "ashlar: every rank is a node of its own\n");
}

static void drop_group(al_group_t *group)
{
    ali_segments_forget(group);
    ali_group_destroy(group);
}

/* together: all ranks do. */
static int tear_down(int together)
{
    ali_trace_stop(together);
    ali_engine_allow_polls(0);
    ali_guard_forget();
    ali_notify_stop();
    ali_steps_abandon();
    ali_memory_stop();
    ali_handles_free();
    while (ali_groups) {
        al_group_t *group = ali_groups;
        ali_groups = group->next;
        drop_group(group);
    }
    if (ali_world)
        drop_group(ali_world);
    ali_world = NULL;
    int status = ali_engine_stop(together);
    ali_steps_stop();
    ali_nodes_forget();
    if (ali_context.comm != MPI_COMM_NULL && status == ASHLAR_OK)
        MPI_Comm_free(&ali_context.comm);
    ali_report_wait(NULL, AL_ANYBODY);
    ali_context_reset();
    apply_log();
    return status;
}

/* In a forked child. */
static void abandon_library(void)
{
    if (!ali_context.started)
        return;
    ali_fork_set_message(ali_context.rank);
    if (ali_context.abandon)
        ali_context.abandon();
    for (al_group_t *group = ali_groups; group; group = group->next)
        ali_segments_disable(group);
    ali_segments_disable(ali_world);
    ali_world = NULL;
    ali_memory_stop();
    ali_engine_forget();
    ali_trace_forget();
    ali_context_reset();
}

/* Collective over the communicator. A failure is one of all ranks, or of MPI itself. A malformed
 * variable on one rank is an error on all. */
static int start_modules(MPI_Comm comm, int environment)
{
    AL_TRY(ali_comm_dup(comm, &ali_context.comm));
    AL_TRY(ali_handshake(environment));
    AL_TRY(share_environment());
    ali_copy_choose(ali_context.env.copy);
    AL_TRY(ali_nodes_find());
    AL_TRY(ali_engine_choose_poller());
    AL_TRY(ali_choose_engine());
    AL_TRY(ali_group_create_world());
    ali_context.started = 1;
    ali_context.stop = al_finalize;
    int status = ali_stop_at_mpi_finalize();
    if (status == ASHLAR_OK)
        status = ali_fork_register(abandon_library);
    if (status == ASHLAR_OK)
        status = ali_memory_start();
    if (status == ASHLAR_OK)
        status = ali_pairs_start();
    if (status == ASHLAR_OK)
        status = ali_notify_start();
    return ali_agree("al_init", status);
}

int al_init(MPI_Comm comm)
{
    if (al_forked())
        return AL_FAIL(ASHLAR_ESTATE, "%s: %s", __func__, ali_fork_message);
    if (ali_context.started)
        return AL_FAIL(ASHLAR_ESTATE, "%s: the library is already started", __func__);
    AL_TRY(check_mpi(__func__, comm));
    AL_TRY(AL_MPI(MPI_Comm_rank(comm, &ali_context.rank)));
    AL_TRY(AL_MPI(MPI_Comm_size(comm, &ali_context.size)));
    int environment = ali_env_read(&ali_context.env);
    apply_log();
    if (ali_context.rank == 0)
        ali_env_print_unknown(stderr);
    ali_traffic_reset();
    if (ali_context.size > 1)
        ali_start_watchdog_start();
    int status = start_modules(comm, environment);
    ali_start_watchdog_stop();
    if (status != ASHLAR_OK) {
        tear_down(status != ASHLAR_EMPI);
        return status;
    }
    ali_engine_allow_polls(1);
    ali_exit_register();
    ali_context.checks_next_call = ali_check_is_on();
    if (ali_context.env.info && ali_context.rank == 0) {
        ali_print_start(stderr);
        ali_env_print(stderr);
    }
    ali_object_layers[AL_SEGMENT] = &ali_segment_layer;
    ali_trace_begin_as_set();
    return ASHLAR_OK;
}

int al_finalize(void)
{
    ALI_CHECKED(ali_check_call(ALI_ROW(al_finalize)));
    AL_TRY(ali_check_started(__func__));
    int status = al_barrier(ali_world);
    ali_guard_check();
    int stopped = tear_down(status != ASHLAR_EMPI);
    return status != ASHLAR_OK ? status : stopped;
}
