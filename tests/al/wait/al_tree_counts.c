/* Ranks add up vectors of counts, of which each gets its own. */
#include <stdlib.h>

#include <ashlar/al.h>

#include "armci-lite/src/wait/al_tree_counts.h"
#include "al/parts.h"

/* How many `from` has counted for `to` of a number of ranks. */
typedef uint64_t counted_t(int from, int to, int count);

static uint64_t none(int from, int to, int count)
{
    (void)from, (void)to, (void)count;
    return 0;
}
static uint64_t neighbour(int from, int to, int count)
{
    return to == (from + 1) % count ? (uint64_t)from + 5 : 0;
}
static uint64_t all_for_one(int from, int to, int count)
{
    return to == count / 2 ? (uint64_t)from + 1 : 0;
}
static uint64_t one_for_all(int from, int to, int count)
{
    return from == count / 3 ? (uint64_t)to + 1 : 0;
}
static uint64_t one_for_one(int from, int to, int count)
{
    return from == count / 2 && to == count / 3 ? 1 : 0;
}
static uint64_t some(int from, int to, int count)
{
    return (7 * from + 3 * to + count) % 5 < 2 ? (uint64_t)(from + 1) << 40 : 0;
}
static uint64_t all(int from, int to, int count)
{
    (void)count;
    return 1000 * (uint64_t)from + (uint64_t)to + 1;
}

static counted_t *const vectors[] = {none,        neighbour, all_for_one, one_for_all,
                                     one_for_one, some,      all};

/* Messages, and a bound of the bytes: a word for each message, and a count for each other rank; one
 * count travels once a round, with its place. */
static void check_sent(const al_traffic_t *before, const al_traffic_t *after, counted_t *counted,
                       int count)
{
    int rounds = 0;
    while (1 << rounds < count)
        ++rounds;
    const int64_t bytes = after->bytes - before->bytes;
    CHECK_INT(rounds, after->messages - before->messages);
    CHECK(bytes <= 8 * (rounds + count - 1));
    CHECK(counted != none || bytes == 8 * rounds);
    CHECK(counted != all_for_one || bytes <= (8 + 16) * rounds);
}

static bool is_any(counted_t *counted, int count)
{
    bool any = false;
    for (int k = 0; k < count * count; ++k)
        any |= counted(k / count, k % count, count) != 0;
    return any;
}

static void check_counts(const al_tree_t *tree, counted_t *counted)
{
    const int count = tree->count, me = tree->me;
    uint64_t *counts = malloc((size_t)count * sizeof *counts), expected = 0, rest = 0;
    uint64_t *scratch = malloc(ali_tree_counts_scratch(count) * sizeof *scratch);
    al_traffic_t before, after;
    bool any;
    for (int k = 0; k < count; ++k) {
        counts[k] = counted(me, (me + k) % count, count);
        expected += counted(k, me, count);
    }
    CHECK_OK(al_traffic(&before));
    CHECK_OK(ali_tree_add_counts(tree, counts, scratch, &any));
    CHECK_OK(al_traffic(&after));
    CHECK(any == is_any(counted, count));
    CHECK_INT((int64_t)expected, (int64_t)counts[0]);
    for (int k = 1; k < count; ++k)
        rest |= counts[k];
    CHECK_INT(0, (int64_t)rest);
    if (al_node_count() == al_size())
        check_sent(&before, &after, counted, count);
    free(counts);
    free(scratch);
}

/* The trees are the last ranks of the world, in descending order. */
TEST_CASE(tree_counts, TEST_AL)
{
    const int size = test_size(), me = size - 1 - test_rank();
    int *ranks = malloc((size_t)size * sizeof *ranks);
    for (int k = 0; k < size; ++k)
        ranks[k] = size - 1 - k;
    for (int count = me + 1; count <= size; ++count) {
        const al_tree_t tree = {ranks, count, me, AL_TREE_TAG};
        for (size_t v = 0; v < sizeof vectors / sizeof *vectors; ++v)
            check_counts(&tree, vectors[v]);
    }
    free(ranks);
}
