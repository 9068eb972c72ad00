/* Starting and stopping, and who is where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/engine/al_choose.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/al_internal.h"

al_context_t ali_context = {
    .comm = MPI_COMM_NULL, .nodes.comm = MPI_COMM_NULL, .arena.fd = -1, .rank = -1, .size = -1};

int ali_check_started(const char *call)
{
    return AL_LIKELY(ali_context.started)
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESTATE, "%s: the library is not started", call);
}

int ali_agree(MPI_Comm comm, int status)
{
    int worst = status;
    if (status == ASHLAR_EMPI || ali_context.out_of_step) /* others may be in another call */
        return status != ASHLAR_OK ? status : ali_out_of_step();
    AL_TRY(AL_MPI(MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MIN, comm)));
    return status != ASHLAR_OK || worst == ASHLAR_OK
               ? status
               : AL_FAIL(worst, "al_init, al_group_create: failed on another rank (%s)",
                         ashlar_status_text(worst));
}

int al_initialized(void)
{
    return ali_context.started;
}

int al_rank(void)
{
    return ali_context.started ? ali_context.rank : -1;
}

int al_size(void)
{
    return ali_context.started ? ali_context.size : -1;
}

int al_node_count(void)
{
    return ali_context.started ? ali_context.nodes.count : -1;
}

int al_node_of(int rank)
{
    return ali_context.started && rank >= 0 && rank < ali_context.size ? ali_context.nodes.of[rank]
                                                                       : -1;
}

int al_node_size(int node)
{
    const al_nodes_t *nodes = &ali_context.nodes;
    return ali_context.started && node >= 0 && node < nodes->count
               ? nodes->first[node + 1] - nodes->first[node]
               : -1;
}

const char *al_engine_name(void)
{
    return ali_context.engine ? ali_context.engine->name : "none";
}

int al_engine_polls(void)
{
    return ali_context.polls;
}

void ali_mpi_version(char *version)
{
    int length;
    MPI_Get_library_version(version, &length);
    version[strcspn(version, "\n,")] = '\0';
}

/* A program built for one MPI and started by the launcher of another runs as many jobs of one rank:
 * say so instead of computing everything many times. */
static int check_launcher(void)
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
                           "al_init: the launcher started %d ranks but MPI sees one: the program "
                           "was built for %s and the launcher belongs to another MPI",
                           launched, version);
        }
    }
    return ASHLAR_OK;
}

static int check_mpi(MPI_Comm comm)
{
    int initialized = 0, finalized = 0, inter = 0;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (!initialized || finalized)
        return AL_FAIL(ASHLAR_ESTATE, "al_init: MPI is %s",
                       finalized ? "finalised" : "not initialised");
    if (comm == MPI_COMM_NULL)
        return AL_FAIL(ASHLAR_EARG, "al_init: the communicator is MPI_COMM_NULL");
    AL_TRY(AL_MPI(MPI_Comm_test_inter(comm, &inter)));
    if (inter)
        return AL_FAIL(ASHLAR_EARG, "al_init: the communicator is an inter-communicator");
    return check_launcher();
}

static int adopt(MPI_Comm comm)
{
    AL_TRY(AL_MPI(MPI_Comm_dup(comm, &ali_context.comm)));
    return AL_MPI(MPI_Comm_set_errhandler(ali_context.comm, MPI_ERRORS_RETURN));
}

/* A malformed variable on one rank is an error on all; where ranks were given different values (a
 * launcher that forwards none of them), those of rank 0 hold. */
static int share_environment(int read)
{
    AL_TRY(ali_agree(ali_context.comm, read));
    return AL_MPI(
        MPI_Bcast(&ali_context.env, sizeof ali_context.env, MPI_BYTE, 0, ali_context.comm));
}

/* Who may poll inside a local transfer, which any thread may do: any thread where MPI takes calls
 * from all at once; nobody where they take turns, which we do not know. */
static int choose_poller(void)
{
    int level;
    AL_TRY(AL_MPI(MPI_Query_thread(&level)));
    ali_context.starter = pthread_self();
    ali_context.starter_polls = level != MPI_THREAD_SERIALIZED;
    ali_context.any_polls = level == MPI_THREAD_MULTIPLE;
    return ASHLAR_OK;
}

static void print_info(void)
{
    if (!ali_context.env.info || ali_context.rank != 0)
        return;
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    ali_mpi_version(version);
    fprintf(stderr, "ashlar: %d ranks on %d nodes, MPI: %s\n", ali_context.size,
            ali_context.nodes.count, version);
    fprintf(stderr, "ashlar: engine between nodes: %s (%s)\n", al_engine_name(), ali_context.why);
    fprintf(stderr, "ashlar: arena of rank 0's node: %llu MiB reserved, shared by: %s\n",
            (unsigned long long)(ali_context.arena.bytes >> 20), ali_context.arena.way);
    if (ali_context.env.attach != AL_ATTACH_NONE && ali_context.nodes.count == ali_context.size &&
        ali_context.size > 1)
        fprintf(stderr, "ashlar: every rank is a node of its own\n");
    ali_env_print(stderr);
}

/* together: all ranks do. */
static void tear_down(int together)
{
    ali_context.polls = 0;
    ali_notify_stop();
    ali_handles_free();
    while (ali_context.groups) {
        al_group_t *group = ali_context.groups;
        ali_context.groups = group->next;
        ali_group_destroy(group);
    }
    if (ali_context.world)
        ali_group_destroy(ali_context.world);
    if (ali_context.engine)
        ali_context.engine->stop(together);
    ali_nodes_forget();
    free(ali_context.hosts);
    if (ali_context.comm != MPI_COMM_NULL)
        MPI_Comm_free(&ali_context.comm);
    memset(&ali_context, 0, sizeof ali_context);
    ali_context.comm = MPI_COMM_NULL;
    ali_context.nodes.comm = MPI_COMM_NULL;
    ali_context.arena.fd = -1;
    ali_context.rank = ali_context.size = -1;
}

/* Collective over the communicator: whatever fails has failed on all ranks, or MPI itself has. */
static int start(MPI_Comm comm, int environment)
{
    AL_TRY(adopt(comm));
    AL_TRY(ali_peers_greet());
    AL_TRY(share_environment(environment));
    AL_TRY(ali_nodes_find());
    ali_peers_keep_nodes();
    AL_TRY(choose_poller());
    AL_TRY(ali_choose_engine());
    AL_TRY(ali_group_create_world());
    ali_context.started = 1;
    return ali_agree(ali_context.comm, ali_notify_start());
}

int al_init(MPI_Comm comm)
{
    if (ali_context.started)
        return AL_FAIL(ASHLAR_ESTATE, "al_init: the library is already started");
    AL_TRY(check_mpi(comm));
    AL_TRY(AL_MPI(MPI_Comm_rank(comm, &ali_context.rank)));
    AL_TRY(AL_MPI(MPI_Comm_size(comm, &ali_context.size)));
    int environment = ali_env_read(&ali_context.env);
    if (ali_context.size > 1)
        ali_guard_start();
    int status = start(comm, environment);
    ali_guard_stop();
    if (status != ASHLAR_OK) {
        tear_down(status != ASHLAR_EMPI);
        return status;
    }
    ali_context.polls = ali_context.engine && ali_context.engine != &ali_engine_rma &&
                        ali_context.env.progress == AL_PROGRESS_POLL;
    ali_exit_watch();
    print_info();
    return ASHLAR_OK;
}

int al_finalize(void)
{
    AL_TRY(ali_check_started("al_finalize"));
    int status = al_barrier(ali_context.world);
    tear_down(status != ASHLAR_EMPI);
    return status;
}
