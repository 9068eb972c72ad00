/* Sums of counts by halving on a ring (Traff 2023): in each round a rank hands the upper half of
 * the counts that it still has to the rank as far ahead, whose lower half they are, and adds what
 * the rank as far behind hands it. That takes as many rounds as a dissemination barrier, also for
 * numbers of ranks that are no power of two. A rank hears, through others, from all. */
#include "armci-lite/src/wait/al_tree_counts.h"

#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_mpi.h"

/* Are these counts sent one by one, each with its place, or as they are? */
static int is_sparse(uint64_t not_zero, int n)
{
    return 2 * not_zero < (uint64_t)n;
}

/* A message: twice how many counts are not 0, and 1 if anybody is known to have counted; then
 * either those, a place and a count each, or all. The counts become 0. Returns its length in words.
 */
static size_t pack_counts(uint64_t *counts, int n, bool any, uint64_t *message)
{
    uint64_t not_zero = 0;
    for (int k = 0; k < n; ++k)
        not_zero += counts[k] != 0;
    message[0] = 2 * not_zero + any;
    if (!is_sparse(not_zero, n))
        memcpy(message + 1, counts, (size_t)n * sizeof *counts);
    else
        for (uint64_t *at = message + 1, k = 0; at < message + 1 + 2 * not_zero; ++k)
            if (counts[k]) {
                *at++ = k;
                *at++ = counts[k];
            }
    memset(counts, 0, (size_t)n * sizeof *counts);
    return 1 + (is_sparse(not_zero, n) ? 2 * (size_t)not_zero : (size_t)n);
}

/* Returns whether its sender knows of anybody. */
static bool add_packed(uint64_t *counts, int n, const uint64_t *message)
{
    const uint64_t not_zero = message[0] / 2;
    if (!is_sparse(not_zero, n))
        for (int k = 0; k < n; ++k)
            counts[k] += message[1 + k];
    else
        for (uint64_t k = 0; k < not_zero; ++k)
            counts[message[1 + 2 * k]] += message[2 + 2 * k];
    return message[0] % 2;
}

int ali_tree_add_counts(const al_tree_t *tree, uint64_t *counts, uint64_t *scratch, bool *any)
{
    const int count = tree->count, me = tree->me;
    uint64_t *out = scratch, *in = scratch + ali_tree_counts_scratch(count) / 2;
    int first_failure = ASHLAR_OK;
    if (ali_context.collective_failed)
        return ali_fail_later_collective();
    *any = false;
    for (int k = 0; k < count; ++k)
        *any |= counts[k] != 0;
    for (int left = count; left > 1; left -= left / 2) {
        const int given = left / 2, distance = left - given;
        const size_t words = pack_counts(counts + distance, given, *any, out);
        int result = ali_tree_exchange(tree, (me + distance) % count, out, words * sizeof *out,
                                       (me - distance + count) % count, in,
                                       ((size_t)given + 1) * sizeof *in);
        if (result == ASHLAR_OK)
            *any |= add_packed(counts, given, in);
        else if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    return first_failure;
}
