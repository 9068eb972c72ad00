/* Which ranks share memory. */
#ifndef AL_NODE_H
#define AL_NODE_H

#include <stdint.h>

#include "armci-lite/src/base/al_host.h"

/* A node's ranks are numbered by ascending rank. */
typedef struct al_nodes {
    int count;                   /* nodes */
    int mine;                    /* my node */
    int index, size;             /* my number on it, and how many we are */
    int host_ranks;              /* those of all nodes on my host */
    int *of;                     /* [world size] node of a rank; until the nodes are known: first
                                    rank of its host, then of its node */
    int *first;                  /* [count+1] where a node's ranks begin in ranks */
    int *ranks;                  /* [world size] ranks, node by node */
    char (*hosts)[AL_HOST_NAME]; /* [count]; until the nodes are known: [world size] */
    uint64_t cgroup;             /* names my memory cgroup */
    uint64_t host;               /* names my host: the kernel that runs here, and its host name */
    uint64_t machine;            /* names my host and memory cgroup */
} al_nodes_t;

extern al_nodes_t ali_nodes;

/* Make the tables, and find out what names my host. ENOMEM: on this rank. */
int ali_nodes_allocate(void);
/* Find the nodes and open the arena of mine. Collective over the world. */
int ali_nodes_find(void);
void ali_nodes_forget(void);

#endif
