/* Sums of vectors with a count for each of some ranks, of which each rank gets its own. */
#ifndef AL_TREE_COUNTS_H
#define AL_TREE_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "armci-lite/src/wait/al_tree.h"

/* counts[0] = the sum of what all have counted for me; the others become 0. *any: whether anybody
 * has counted anything, which all learn: they have waited for all then. Each of n ranks sends
 * ceil(log2 n) messages, of at most n - 1 counts together, and of few bytes when few are not 0.
 * counts: [count of the tree] counts[k] is for number me + k, past the last one from 0 on. scratch:
 * as many words as ali_tree_counts_scratch says. The caller has said for whom it waits.
 * It goes on after a failure, for the sake of the others; then counts[0] is too small. */
int ali_tree_add_counts(const al_tree_t *tree, uint64_t *counts, uint64_t *scratch, bool *any);

/* Words, for so many ranks: a message out and one in, with a word that says what it has. */
static inline uint64_t ali_tree_counts_scratch(int ranks)
{
    return 2 * ((uint64_t)(ranks / 2) + 1);
}

#endif
