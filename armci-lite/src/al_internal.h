/* The state of armci-lite: one context, and what its files share. */
#ifndef AL_INTERNAL_H
#define AL_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <mpi.h>

#include <ashlar/al.h>

#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/base/al_engine.h"
#include "armci-lite/src/base/al_env.h"
#include "armci-lite/src/local/al_node_barrier.h"
#include "armci-lite/src/base/al_status.h"

#define AL_LIKELY(x)   __builtin_expect(!!(x), 1)
#define AL_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Which ranks share memory. A node's ranks are numbered by ascending rank. */
typedef struct al_nodes {
    int count;       /* nodes */
    int mine;        /* my node */
    int index, size; /* my number on it, and how many we are */
    int *of;         /* [world size] node of a rank */
    int *first;      /* [count+1] where a node's ranks begin in ranks */
    int *ranks;      /* [world size] ranks, node by node */
    MPI_Comm comm;   /* the ranks of my node */
} al_nodes_t;

enum { AL_HOST_NAME = 64 };

/* What this rank does between nodes or in a meeting, and for whom it waits should that take long.
 */
enum { AL_MY_NODE = -1, AL_OTHER_NODES = -2, AL_ANYBODY = -3 };
typedef struct al_waiting {
    const char *what;
    int rank; /* of the world, or one of the above */
} al_waiting_t;

typedef struct al_context {
    int started;
    MPI_Comm comm; /* ours alone, errors return */
    int rank, size;
    al_env_t env;
    al_nodes_t nodes;
    al_arena_t arena;
    uint64_t stripe_bytes;     /* address range of the arena per rank of the node */
    const al_engine_t *engine; /* NULL on a single node */
    char why[640];             /* it was chosen; one clause */
    int polls;                 /* al_engine_polls(): 0 while starting and stopping */
    pthread_t starter;         /* the thread that called al_init */
    int starter_polls;         /* it may poll inside local transfers (al_sync.c) */
    int any_polls;             /* any thread may */
    al_group_t *world;
    al_group_t *groups;          /* the others, newest first */
    uint64_t cgroup;             /* names my memory cgroup */
    uint64_t machine;            /* names my host and memory cgroup */
    int out_of_step;             /* a collective call of MPI has failed here: see AL_COLLECTIVE */
    int crowded;                 /* more ranks on this machine than cores */
    char (*hosts)[AL_HOST_NAME]; /* [nodes] */
    al_waiting_t waiting;
} al_context_t;

extern al_context_t ali_context;

/* The worst status of the ranks of a communicator: each passes its own. Collective, blocking. */
int ali_agree(MPI_Comm comm, int status);

/* Name and version of the MPI library. version: room for MPI_MAX_LIBRARY_VERSION_STRING. */
void ali_mpi_version(char *version);

/* ASHLAR_ESTATE with the name of the call, unless the library is started. */
int ali_check_started(const char *call);

/* ---- nodes (al_node.c) ----------------------------------------------------------------------- */

/* Find the nodes and open the arena of mine. Collective over ali_context.comm. */
int ali_nodes_find(void);
void ali_nodes_forget(void);

/* ---- first words (al_handshake.c) ---------------------------------------------------------------- */

extern const char ali_build[];

/* Exchange host names and builds. Collective over ali_context.comm. */
int ali_peers_greet(void);
/* Once the nodes are known: of the host names keep those of nodes. */
void ali_peers_keep_nodes(void);

/* ---- notices (al_notify.c) ------------------------------------------------------------------- */

int ali_notify_start(void);
void ali_notify_stop(void);

/* Drop a set of mutexes whose memory goes with the library; not collective. */
void ali_mutexes_forget(al_mutexes_t *mutexes);

/* ---- groups (al_group.c) --------------------------------------------------------------------- */

/* What the first ranks of the nodes tell each other before anybody commits memory (al_segment.c).
 */
typedef struct al_report {
    int64_t failed, granted;
    uint64_t machine;
} al_report_t;

/* Room for what all nodes tell: of node n at[n].. a report, and the slices of its ranks. */
typedef struct al_exchange {
    char *buffer;
    int *at, *bytes; /* [node_count], one allocation */
} al_exchange_t;

struct al_group {
    MPI_Comm comm;    /* its ranks */
    MPI_Comm leaders; /* first ranks of its nodes; MPI_COMM_NULL on a single node or on others */
    int rank, size;
    int *world;   /* [size] world rank of a rank; NULL for the world itself */
    int *node_of; /* [size] node, numbered within the group; NULL on a single node */
    int node_count, node;
    int here, here_size; /* my number among the group's ranks on my node, and how many they are */
    int *here_ranks;     /* [here_size] their ranks in the group */
    al_exchange_t exchange; /* of the first ranks of several nodes */
    al_meeting_t *meeting;
    uint32_t meeting_block;
    unsigned exchanges;     /* parity chooses the set of slots */
    al_segment_t *segments; /* alive, newest first */
    al_group_t *next;       /* in the list of all groups but the world */
};

static inline int ali_world_rank(const al_group_t *group, int rank)
{
    return group->world ? group->world[rank] : rank;
}

int ali_group_create_world(void);
void ali_group_destroy(al_group_t *group);

/* ---- meetings (al_sync.c) -------------------------------------------------------------------- */

/* Wait for the group's ranks on my node. No fence. What each wrote before is visible after. */
void ali_meet_node(al_group_t *group);
/* The slots of the next exchange. Every rank of the group calls this equally often. */
static inline al_slot_t *ali_next_slots(al_group_t *group)
{
    return ali_meeting_slots(group->meeting, (unsigned)group->here_size, group->exchanges++);
}
/* Wait for all ranks of the group. No fence. */
int ali_meet(al_group_t *group);
/* Before a local transfer of some bytes in a job that has an engine: poll it now and then, and
 * order the transfer after what the engine did here. */
int ali_attend(const al_segment_t *segment, size_t bytes);
/* Wait for an MPI request while the engine is served. */
int ali_wait_mpi(MPI_Request *request);
/* The same for what the caller has noted. */
int ali_wait_noted(MPI_Request *request);
/* Make a collective call of MPI that sets *request, and wait for its end. Once one has failed on
 * this rank it makes no other: the others may still be in the former, and MPI would take one for
 * the other. */
#define AL_COLLECTIVE(call, request)                                                               \
    (ali_context.out_of_step ? ali_out_of_step() : ali_finish_collective(AL_MPI(call), (request)))
int ali_out_of_step(void);
int ali_finish_collective(int started, MPI_Request *request);

/* ---- watchdog (al_watchdog.c) ------------------------------------------------------------------- */

static inline void ali_note(const char *what, int rank)
{
    ali_context.waiting.what = what;
    ali_context.waiting.rank = rank;
}

/* Whom the note names, in words. */
void ali_name_awaited(char *text, size_t room);
time_t ali_watch_now(void);
/* End the job when a wait that began then has lasted longer than ASHLAR_WATCHDOG. */
void ali_watch(time_t begin);

/* ---- end in the middle (al_exit.c) ----------------------------------------------------------- */

/* From now on, until the library is stopped, say when this process exits, and end the job when it
 * does so with a code for failure. */
void ali_exit_watch(void);

/* ---- guard of the start (al_start_guard.c) --------------------------------------------------------- */

/* What al_init does now, how many seconds it may take, and what the guard's thread calls, once,
 * when it takes longer. */
typedef struct al_step {
    const char *what;
    int peer; /* -1: all ranks */
    int64_t seconds;
    void (*late)(const struct al_step *step);
    int ends_job;
} al_step_t;

/* Begins with the start as a whole as the step; without a thread where there can be none. */
void ali_guard_start(void);
void ali_guard_stop(void);
int ali_guard_runs(void);
void ali_guard_begin(al_step_t step);
/* The step is over: the start as a whole is guarded again, from now. */
void ali_guard_end(void);
/* Seconds: ASHLAR_WATCHDOG, or 10. */
int64_t ali_guard_patience(void);

/* ---- segments (al_segment.c) ----------------------------------------------------------------- */

/* al_segment_create that also combines n numbers of each rank by MAX, into all: they are valid
 * whenever the status is not ASHLAR_EMPI. n <= 8. */
int ali_segment_create(al_group_t *group, size_t bytes, long long *ballot, int n,
                       al_segment_t **segment);

/* Where a rank's slice is. offset is in the arena of its node; it is stored as ~offset, negative,
 * when that node is not mine. */
typedef struct al_slice {
    int64_t offset;
    uint64_t bytes;
} al_slice_t;

static inline uint64_t ali_slice_begin(const al_slice_t *slice)
{
    return (uint64_t)(slice->offset < 0 ? ~slice->offset : slice->offset);
}

struct al_segment {
    char *base;               /* of my arena */
    const al_slice_t *slices; /* [size], one table per node, in the arena */
    int size;                 /* ranks of the group */
    int engine_atomics;       /* 1: accumulate and rmw go through the engine, also local ones */
    int attends;              /* 1: a local transfer calls ali_attend() first */
    al_group_t *group;
    uint32_t table_block, data_block; /* of the node's first rank; AL_HEAP_NONE elsewhere */
    al_segment_t *prev, *next;        /* among the group's segments */
};

static inline int ali_before_local(const al_segment_t *segment, size_t bytes)
{
    return AL_UNLIKELY(segment->attends) ? ali_attend(segment, bytes) : ASHLAR_OK;
}

/* ---- transfers ------------------------------------------------------------------------------- */

/* The range of a slice that a shape touches, from its first byte: SIZE_MAX when it overflows. */
size_t ali_shape_extent(const al_shape_t *shape);
int ali_shape_is_empty(const al_shape_t *shape);

/* Report why (segment, rank, offset, bytes) is not a place: always a negative status. */
int ali_bad_place(const char *call, const al_segment_t *segment, int rank, size_t offset,
                  size_t bytes) __attribute__((cold));

static inline int ali_is_place(const al_segment_t *segment, int rank, size_t offset, size_t bytes)
{
    return segment && (unsigned)rank < (unsigned)segment->size &&
           bytes <= segment->slices[rank].bytes && offset <= segment->slices[rank].bytes - bytes;
}

/* For the call named. */
static inline al_place_t ali_place(const char *call, const al_segment_t *segment, int rank,
                                   size_t offset)
{
    int world = ali_world_rank(segment->group, rank);
    ali_note(call, world);
    return (al_place_t){world, ali_context.nodes.of[world],
                        ali_slice_begin(&segment->slices[rank]) + offset};
}

/* Copy the runs of a shape within this process's memory. */
void ali_copy_shape(char *to, const size_t *to_stride, const char *from, const size_t *from_stride,
                    const al_shape_t *shape);
/* Update the runs of a shape in the arena, under the stripe locks. */
void ali_acc_shape(char *dst, const al_update_t *update, const char *src, const al_shape_t *shape);
/* Elements that fit one call of ali_acc_points. */
enum { AL_POINTS = 4096 };
/* element at arena offset offsets[k] += alpha * values[k], under the stripe locks. */
void ali_acc_points(ashlar_type type, const void *alpha, size_t n, const uint64_t *offsets,
                    const char *values);
/* Read-modify-write of an integer in memory; returns what it was. */
int64_t ali_rmw_here(void *where, al_rmw_t what, ashlar_type type, int64_t value, int64_t expected);
/* Elements of any ranks: element k is in the arena of nodes[k] at offsets[k], and `bytes` long at
 * values + k * bytes. When all are of one node, the question for them fits a batch of the am
 * engine. */
enum { AL_LIST = 2032 };
typedef struct al_list {
    size_t n, bytes; /* n <= AL_LIST */
    char *values;
    int nodes[AL_LIST];
    uint64_t offsets[AL_LIST];
} al_list_t;
/* A list under way. */
typedef struct al_list_sent {
    al_handle_t handle; /* 0: complete */
    int rank;           /* of a node that is waited for */
    char *values[AL_LIST];
} al_list_sent_t;
/* Begin to move the elements of a list, one request a node: a get may go on after the return. The
 * list itself is free again; its values, and *sent, are in use until ali_list_finish, which is to
 * be called after a failure too. update: a sum, of AL_ACC. */
int ali_list_start(const al_segment_t *segment, al_direction_t direction, const al_list_t *list,
                   const al_update_t *update, al_list_sent_t *sent);
int ali_list_finish(al_list_sent_t *sent);
/* Check type, operation and factor of an update, and that a run of it is whole elements. */
int ali_check_run(const char *call, const al_update_t *update, size_t offset, size_t bytes);

#endif
