/* Which ranks share memory. */
#ifndef AL_NODE_H
#define AL_NODE_H

#include <stdint.h>

#include "armci-lite/src/base/al_host.h"
#include "armci-lite/src/wait/al_tree.h"

/* A node's ranks are numbered by ascending rank, and nodes by their first ranks. The tables lie in
 * the arena, once for all ranks of a node. */
typedef struct al_nodes {
    int count;                         /* nodes */
    int mine;                          /* my node */
    int index, size;                   /* my number on it, and how many we are */
    int host_ranks;                    /* those of all nodes on my host */
    const int *of;                     /* [world size] node of a rank */
    const int *first;                  /* [count+1] where a node's ranks begin in ranks */
    const int *ranks;                  /* [world size] ranks, node by node */
    const int *leaders;                /* [count] the first rank of each node */
    const char (*hosts)[AL_HOST_NAME]; /* [count] */
    uint64_t cgroup;                   /* names my memory cgroup */
    uint64_t host;    /* names my host: the kernel that runs here, and its host name */
    uint64_t machine; /* names my host and memory cgroup */
} al_nodes_t;

extern al_nodes_t ali_nodes;

/* Find the nodes and open the arena of mine. Collective over the world. */
int ali_nodes_find(void);
void ali_nodes_forget(void);

/* Fill in the tables of ali_nodes (al_node_tables.c). mine: the ranks of my node, whose arena is
 * open. Collective over the world.
 * @return ASHLAR_ENOMEM  on all, if some node has no room */
int ali_node_tables_make(const al_tree_t *mine);

/* Ranks 0 to size - 1, of which rank r is on node of[r], node by node: those of node n become
 * ranks[first[n]] to ranks[first[n + 1] - 1]. */
void ali_list_by_node(int size, const int *of, int nodes, int *first, int *ranks);

/* Memory for all ranks of my node, which goes with the arena; not cleared. what: for the message of
 * a failure. Collective over the world.
 * @return ASHLAR_ENOMEM  on all, if some node has no room */
int ali_node_block_make(uint64_t bytes, const char *what, char **memory);

#endif
