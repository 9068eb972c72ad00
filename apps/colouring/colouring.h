/* Colouring a graph that is spread over the ranks, largest degree first, in several ways: a vertex
 * is coloured when all its neighbours of higher priority are, with the smallest colour that none of
 * them has (Jones and Plassmann, 1993). The result depends on the graph and the priorities alone.
 */
#ifndef COLOURING_H
#define COLOURING_H

#include <stdint.h>

/* Each rank has `share` vertices in order, the last ranks fewer. Undirected: a vertex is the
 * neighbour of its neighbours; without loops, and each neighbour is there once. */
typedef struct graph {
    int64_t vertices, edges, share; /* the same on all ranks */
    int64_t first, rows;            /* vertices of this rank */
    int64_t *begin;                 /* [rows + 1] where the neighbours of a vertex begin */
    int64_t *neighbour;             /* [begin[rows]], ascending for each vertex */
    int64_t degree;                 /* the largest of this rank */
    uint32_t seed;
    int rank, size;
} graph_t;

/* A way: the colours 0, 1, ... of this rank's vertices. Collective. */
typedef struct colouring_way {
    const char *name;
    void (*run)(const graph_t *graph, int32_t *colour);
} colouring_way_t;

extern const colouring_way_t colouring_bundle, colouring_messages, colouring_onesided;

/* Vertices of a higher degree come first, those of one degree at random: the lower half of a
 * priority is a permutation of the vertices, so no two are equal. */
static inline uint64_t graph_priority(const graph_t *graph, int64_t vertex, int64_t degree)
{
    uint32_t random = (uint32_t)vertex ^ graph->seed;
    random = (random ^ random >> 16) * 0x7feb352du;
    random = (random ^ random >> 15) * 0x846ca68bu;
    return (uint64_t)degree << 32 | (random ^ random >> 16);
}

static inline int64_t graph_degree(const graph_t *graph, int64_t row)
{
    return graph->begin[row + 1] - graph->begin[row];
}

/* The vertices of this rank by falling priority. The caller frees the list. */
uint32_t *graph_order(const graph_t *graph);

/* Colours that are taken. Of n neighbours no colour beyond n matters. */
typedef struct taken {
    uint64_t *word; /* room for graph_degree() colours */
    int64_t n;
} taken_t;

static inline void taken_clear(taken_t *taken, int64_t n)
{
    taken->n = n;
    for (int64_t k = 0; k <= n / 64; ++k)
        taken->word[k] = 0;
}

static inline void taken_add(taken_t *taken, int32_t colour)
{
    if (colour <= taken->n)
        taken->word[colour / 64] |= (uint64_t)1 << colour % 64;
}

static inline int32_t taken_free(const taken_t *taken)
{
    int32_t k = 0;
    while (taken->word[k] == UINT64_MAX)
        ++k;
    return 64 * k + __builtin_ctzll(~taken->word[k]);
}

/* Room for the neighbours of any vertex of this rank; the caller frees taken.word. */
taken_t taken_make(const graph_t *graph);

/* Memory, or the end of the program. */
void *colouring_take(uint64_t n, uint64_t bytes);
_Noreturn void colouring_fail(const char *what);

#endif
