/* Where the edges of a graph come from, and how they become one. */
#ifndef EDGES_H
#define EDGES_H

#include "colouring.h"

enum { EDGES_VERTICES = INT32_MAX }; /* at most */

/* Some edges of a graph, on each rank; in any order and direction, with loops and repetitions. */
typedef struct edges {
    uint32_t (*pair)[2];
    int64_t n, room;
} edges_t;

void edges_add(edges_t *edges, int64_t u, int64_t v);

/* Each rank its part; the same edges for any number of ranks. */
void edges_rmat(edges_t *edges, int64_t vertices, int64_t count, uint32_t seed, int rank, int size);
void edges_mesh(edges_t *edges, int64_t vertices, int rank, int size);
/* The entries of a sparse matrix, in a file that rank 0 reads. Collective. @return 0; -1: not
 * such a file, and rank 0 has said why */
int edges_read(edges_t *edges, const char *file, int64_t *vertices, int rank, int size);

/* Spread the edges over the owners of their vertices, and forget them. Collective. */
void graph_build(graph_t *graph, edges_t *edges, int64_t vertices, uint32_t seed);
void graph_free(graph_t *graph);

#endif
