/* A world of very many ranks of which those of one node are real: nodes of `per_node` ranks each,
 * in a row. If as many ranks run as the world has, all of them are real, which shows whether the
 * others are played well.
 *
 * What is replaced is MPI, and nothing of the library (transport.c). A message to a rank of another
 * node goes to the rank of its number on this node, as if from the node that is as far away on the
 * other side: a program whose nodes all do the same does not see the difference. Trees have a root,
 * so there nodes do different things: what they would send is made up (trees.c). */
#ifndef TESTS_SCALE_WORLD_H
#define TESTS_SCALE_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <mpi.h>

typedef struct world {
    int nodes, per_node;
    int node;          /* mine */
    int index;         /* my number on it */
    bool is_whole;     /* all ranks are real */
    uint64_t redirect; /* where in the arena requests of absent ranks go; 0: where mine go */
    bool is_asked;     /* nodes are asked by others as they ask others: answers count */
    FILE *broadcasts;  /* what rank 0 tells all; NULL: not needed */
    MPI_Comm comm;     /* the world; in MPI_COMM_WORLD ranks are those that run */
} world_t;

extern world_t world;

static inline int world_size(void)
{
    return world.nodes * world.per_node;
}

static inline int world_node_of(int rank)
{
    return rank / world.per_node;
}

static inline bool world_is_real(int rank)
{
    return world.is_whole || world_node_of(rank) == world.node;
}

/* Write what an absent rank sends in a tree; bytes beyond what is known stay zeros. */
void trees_play(int source, void *buffer, size_t bytes);

/* What this rank has done so far. */
typedef struct account {
    int64_t messages, bytes; /* sent to other nodes */
    int64_t allocated, peak; /* bytes by malloc now, and the most since account_begin() */
    int64_t buffers;         /* bytes by malloc of buffers of batches, */
    bool counts_buffers;     /* which are not in the others */
} account_t;

extern account_t account;

/* Memory that is not counted, until the next call of this. */
void *world_list(size_t bytes);

/* The peak of what follows begins with what is allocated now. */
void account_begin(void);

#endif
