/* The first of some ranks collects a number from each, and deals one to each. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_tree.h"
#include "al/parts.h"

typedef struct item {
    int64_t number;
    char text[5];
} item_t;

static item_t item_of(int round, int number)
{
    item_t item = {.number = 1000 * round + number};
    for (size_t k = 0; k < sizeof item.text; ++k)
        item.text[k] = (char)(number + (int)k);
    return item;
}

static bool is_same(const item_t *a, const item_t *b)
{
    return a->number == b->number && memcmp(a->text, b->text, sizeof a->text) == 0;
}

/* The first and the last number of a row of them. */
typedef struct row {
    int is_some, first, last;
} row_t;

static void join_rows(void *into, const void *behind, const void *context)
{
    row_t *row = into;
    const row_t *next = behind;
    ++*(int *)(uintptr_t)context;
    if (row->is_some && next->is_some)
        CHECK_INT(row->last + 1, next->first);
    if (!row->is_some)
        *row = *next;
    else if (next->is_some)
        row->last = next->last;
}

static void check_scan(const al_tree_t *tree)
{
    const row_t mine = {1, tree->me, tree->me};
    row_t before = {0}, scratch;
    int joins = 0, rounds = 0;
    CHECK_OK(ali_tree_scan(tree, &mine, &before, &scratch, sizeof mine, join_rows, &joins));
    CHECK_INT(tree->me > 0, before.is_some);
    if (before.is_some) {
        CHECK_INT(0, before.first);
        CHECK_INT(tree->me - 1, before.last);
    }
    while (1 << rounds < tree->count)
        ++rounds;
    CHECK(joins <= 2 * rounds);
}

/* The tree is the last `count` ranks of the world, in descending order. */
static void check_tree(int round, int count)
{
    const int size = test_size();
    int *ranks = malloc((size_t)count * sizeof *ranks);
    item_t *all = calloc((size_t)count, sizeof *all), got;
    for (int k = 0; k < count; ++k)
        ranks[k] = size - 1 - k;
    const int me = size - 1 - test_rank();
    const al_tree_t tree = {ranks, count, me, AL_TREE_TAG};
    if (me < count) {
        const item_t mine = item_of(round, me);
        CHECK_OK(ali_tree_collect(&tree, &mine, sizeof mine, me == 0 ? all : NULL));
        for (int k = 0; me == 0 && k < count; ++k) {
            const item_t its = item_of(round, k);
            CHECK(is_same(&its, &all[k]));
            all[k] = item_of(round, 2 * k);
        }
        CHECK_OK(ali_tree_deal(&tree, me == 0 ? all : NULL, sizeof got, &got));
        const item_t dealt = item_of(round, 2 * me);
        CHECK(is_same(&dealt, &got));
    }
    if (me < count)
        check_scan(&tree);
    free(ranks);
    free(all);
}

TEST_CASE(tree_collects, TEST_AL)
{
    for (int round = 0; round < 3; ++round)
        for (int count = 1; count <= test_size(); ++count)
            check_tree(round, count);
}
