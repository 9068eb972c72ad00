/* Groups: ordered sets of ranks with a barrier on every node they are on. */
#ifndef AL_GROUP_H
#define AL_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include <mpi.h>

#include <ashlar/al.h>

#include "armci-lite/src/group/al_exchange.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/local/al_node_barrier.h"

struct al_group {
    MPI_Comm comm;   /* its ranks; but for the world, MPI_COMM_NULL until somebody wants it */
    int id;          /* not in use by another group of any of its ranks; the world's is 0 */
    uint64_t serial; /* of all groups that any of its ranks has been in, and of others at the same
                        time, no other has this; the same on all ranks */
    int rank, size;
    bool is_ascending;   /* its ranks are in the order of the world */
    const int *world;    /* [size] world rank of a rank; NULL for the world itself */
    const int *by_world; /* [size] its ranks by ascending world rank, if they are not so anyway */
    const int *node_of;  /* [size] node, numbered within the group */
    int node_count, node;
    const int *leader;  /* [node_count] world rank of the first rank of a node */
    const int *first;   /* [node_count + 1] where a node's ranks begin in by_node */
    const int *by_node; /* [size] its ranks, node by node */
    al_tree_t members;  /* all ranks */
    al_tree_t leaders;  /* the first ranks of the nodes; for these only */
    int local_rank,
        local_size; /* my number among the group's ranks on my node, and how many they are */
    const int *local_ranks; /* [local_size] their ranks in the group: a part of by_node */
    al_exchange_t exchange; /* of the first ranks of several nodes */
    al_node_barrier_t *barrier;
    uint32_t block; /* of the arena, with the barrier and the tables: of the first rank on a node */
    unsigned exchanges;     /* parity chooses the set of slots */
    al_segment_t *segments; /* alive, newest first */
    uint64_t segments_made;
    al_group_t *next; /* in the list of all groups but the world */
};

static inline int ali_world_rank(const al_group_t *group, int rank)
{
    return group->world ? group->world[rank] : rank;
}

extern al_group_t *ali_world;
extern al_group_t *ali_groups; /* the others, newest first */

int ali_group_create_world(void);
/* Fill in a group from `node_of` on, whose list of ranks, number of mine and id are known; the list
 * is then that of the node (al_group_tables.c). Collective over the group. call: for the message of
 * a failure.
 * @return ASHLAR_ENOMEM  on all, if some node has no room */
int ali_group_tables_make(al_group_t *group, const char *call);
/* Are the numbers of a list in ascending order, each once? */
bool ali_is_ascending(int n, const int *ranks);
/* Have a communicator of the group. Collective over it. */
int ali_group_ensure_comm(al_group_t *group);
/* al_group_comm() that says why it fails. */
int ali_group_comm(al_group_t *group, MPI_Comm *comm);
/* Its segments are gone. */
void ali_group_destroy(al_group_t *group);

#endif
