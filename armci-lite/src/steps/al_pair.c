/* Pairs of ranks: those of my node in a table by their numbers there, others in a hash table of
 * those that steps have named. */
#include "armci-lite/src/steps/al_pair.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_rank_map.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/node/al_node.h"

/* The counters between two ranks of a node, from the lower number to the higher, and back: one
 * cache line, which the two pass to and fro. */
typedef struct lines {
    _Alignas(64) atomic_uint counter[2][AL_PAIR_COUNTERS];
} lines_t;

static struct {
    lines_t *lines;  /* [node size][node size] the lower number first; the others not used */
    al_pair_t *here; /* [node size] */
    al_rank_map_t others;
} pairs;

al_pair_t *ali_pair(int rank)
{
    const al_nodes_t *nodes = &ali_nodes;
    if (nodes->of[rank] != nodes->mine)
        return ali_rank_record(&pairs.others, rank, sizeof(al_pair_t));
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
    const int lower = from < to ? from : to, higher = from < to ? to : from;
    return pairs.lines[(size_t)lower * (size_t)ali_nodes.size + (size_t)higher].counter[from > to];
}

int ali_pairs_start(void)
{
    const al_nodes_t *nodes = &ali_nodes;
    const size_t size = (size_t)nodes->size, mine = (size_t)nodes->index;
    char *memory;
    pairs.here = calloc(size, sizeof *pairs.here);
    AL_TRY(ali_agree("al_init", pairs.here ? ASHLAR_OK
                                           : AL_FAIL(ASHLAR_ENOMEM,
                                                     "al_init: no memory for the "
                                                     "counters of %d ranks",
                                                     nodes->size)));
    AL_TRY(ali_node_block_make(size * size * sizeof(lines_t), "the pairs of ranks", &memory));
    pairs.lines = (lines_t *)(void *)memory;
    memset(&pairs.lines[mine * size], 0, size * sizeof(lines_t));
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
    ali_rank_map_free(&pairs.others);
    free(pairs.here);
    memset(&pairs, 0, sizeof pairs); /* the lines go with the arena */
}
