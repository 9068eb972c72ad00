/* Pairs of ranks: those of my node in a table by their numbers there, others in a hash table of
 * those that steps have named. */
#include "armci-lite/src/steps/al_pair.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/node/al_node.h"

/* The counters between two ranks of a node, from the lower number to the higher, and back: one
 * cache line, which the two pass to and fro. */
typedef struct lines {
    _Alignas(64) atomic_uint counter[2][AL_PAIR_COUNTERS];
} lines_t;

static struct {
    al_segment_t *segment; /* per rank: lines_t[node size], its pairs with higher ones used */
    al_pair_t *here;       /* [node size] */
    al_pair_t **others;    /* [room], by hash; NULL: free */
    uint32_t room, used;   /* a power of 2, or 0 */
} pairs;

static uint32_t hash_rank(int rank)
{
    return (uint32_t)rank * 2654435761u;
}

/* The place of a rank in a table that has free places. */
static al_pair_t **find_place(al_pair_t **table, uint32_t room, int rank)
{
    uint32_t at = hash_rank(rank) & (room - 1);
    while (table[at] && table[at]->rank != rank)
        at = (at + 1) & (room - 1);
    return &table[at];
}

static int grow_table(void)
{
    const uint32_t room = pairs.room ? 2 * pairs.room : 16;
    al_pair_t **table = calloc(room, sizeof(al_pair_t *));
    if (!table)
        return 0;
    for (uint32_t k = 0; k < pairs.room; ++k)
        if (pairs.others[k])
            *find_place(table, room, pairs.others[k]->rank) = pairs.others[k];
    free(pairs.others);
    pairs.others = table;
    pairs.room = room;
    return 1;
}

static al_pair_t *find_distant(int rank)
{
    if (2 * pairs.used >= pairs.room && !grow_table())
        return NULL;
    al_pair_t **place = find_place(pairs.others, pairs.room, rank);
    if (!*place && (*place = calloc(1, sizeof **place))) {
        (*place)->rank = rank;
        ++pairs.used;
    }
    return *place;
}

al_pair_t *ali_pair(int rank)
{
    const al_nodes_t *nodes = &ali_nodes;
    if (nodes->of[rank] != nodes->mine)
        return find_distant(rank);
    const int *ranks = nodes->ranks + nodes->first[nodes->mine];
    int index = rank - ranks[0]; /* mostly they are in a row */
    if (AL_UNLIKELY(index >= nodes->size || ranks[index] != rank))
        for (index = 0; ranks[index] != rank; ++index)
            ;
    return &pairs.here[index];
}

/* The counters that rank `from` of my node stores to for rank `to`, by their numbers there. */
static atomic_uint *counters(int from, int to)
{
    const al_nodes_t *nodes = &ali_nodes;
    const int lower = from < to ? from : to, higher = from < to ? to : from;
    const int rank = nodes->ranks[nodes->first[nodes->mine] + lower];
    char *slice = pairs.segment->base + pairs.segment->slices[rank].offset;
    return ((lines_t *)(void *)slice)[higher].counter[from > to];
}

int ali_pairs_start(void)
{
    const al_nodes_t *nodes = &ali_nodes;
    const size_t bytes = (size_t)nodes->size * sizeof(lines_t);
    pairs.here = calloc((size_t)nodes->size, sizeof *pairs.here);
    AL_TRY(ali_agree("al_init", pairs.here ? ASHLAR_OK
                                           : AL_FAIL(ASHLAR_ENOMEM,
                                                     "al_init: no memory for the "
                                                     "counters of %d ranks",
                                                     nodes->size)));
    AL_TRY(al_segment_create(ali_world, bytes, &pairs.segment));
    memset(pairs.segment->base + pairs.segment->slices[ali_context.rank].offset, 0, bytes);
    for (int k = 0; k < nodes->size; ++k) {
        pairs.here[k].rank = nodes->ranks[nodes->first[nodes->mine] + k];
        for (int c = 0; c < AL_PAIR_COUNTERS; ++c) {
            pairs.here[k].to[c].counter = counters(nodes->index, k) + c;
            pairs.here[k].from[c].counter = counters(k, nodes->index) + c;
        }
    }
    return ASHLAR_OK; /* the barrier of those who start is still to come */
}

void ali_pairs_stop(void)
{
    for (uint32_t k = 0; k < pairs.room; ++k)
        free(pairs.others[k]);
    free(pairs.others);
    free(pairs.here);
    memset(&pairs, 0, sizeof pairs); /* the segment goes with the world group */
}
