/* Groups: ordered sets of ranks with a barrier on every node they are on. */
#ifndef AL_GROUP_H
#define AL_GROUP_H

#include <stdint.h>

#include <mpi.h>

#include <ashlar/al.h>

#include "armci-lite/src/group/al_exchange.h"
#include "armci-lite/src/local/al_node_barrier.h"

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
    al_node_barrier_t *barrier;
    uint32_t barrier_block;
    unsigned exchanges;     /* parity chooses the set of slots */
    al_segment_t *segments; /* alive, newest first */
    al_group_t *next;       /* in the list of all groups but the world */
};

static inline int ali_world_rank(const al_group_t *group, int rank)
{
    return group->world ? group->world[rank] : rank;
}

extern al_group_t *ali_world;
extern al_group_t *ali_groups; /* the others, newest first */

int ali_group_create_world(void);
/* Its segments are gone. */
void ali_group_destroy(al_group_t *group);

#endif
