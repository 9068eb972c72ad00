/* Nodes and groups: who is where, order of members, groups side by side. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

enum { RANKS_MAX = 64 };

/* ASHLAR_FAKE_NODES=k: at most k contiguous groups of ranks whose sizes differ by at most one.
 * ASHLAR_ATTACH=none: every rank is a node of its own. */
TEST_CASE(node_queries, TEST_AL)
{
    const char *attach = getenv("ASHLAR_ATTACH");
    bool apart = attach && strcmp(attach, "none") == 0;
    int nodes = apart ? al_size() : test_nodes(), total = 0;

    CHECK_INT(nodes, al_node_count());
    for (int node = 0; node < al_node_count(); ++node) {
        int n = al_node_size(node);
        CHECK(n == al_size() / nodes || n == al_size() / nodes + 1);
        for (int rank = total; rank < total + n; ++rank)
            CHECK_INT(node, al_node_of(rank));
        total += n;
    }
    CHECK_INT(al_size(), total);
    CHECK_INT(-1, al_node_of(-1));
    CHECK_INT(-1, al_node_of(al_size()));
    CHECK_INT(-1, al_node_size(-1));
    CHECK_INT(-1, al_node_size(nodes));
    const char *transport = getenv("ASHLAR_TRANSPORT");
    bool asked = transport && strcmp(transport, "auto") != 0;
    CHECK_TEXT(nodes == 1 ? "none" : asked ? transport : "am", al_engine_name());
}

static void check_members(al_group_t *group, int n, const int *ranks)
{
    int rank = -1, size = -1;

    CHECK_INT(n, al_group_size(group));
    for (int r = 0; r < n; ++r) {
        CHECK_INT(ranks[r], al_group_world_rank(group, r));
        CHECK_INT(r, al_group_rank_of(group, ranks[r]));
    }
    CHECK_INT(al_rank(), ranks[al_group_rank(group)]);
    CHECK_INT(-1, al_group_world_rank(group, n));
    CHECK_INT(-1, al_group_world_rank(group, -1));
    CHECK_INT(-1, al_group_rank_of(group, -1));
    CHECK_INT(-1, al_group_rank_of(group, al_size()));
    MPI_Comm_rank(al_group_comm(group), &rank);
    MPI_Comm_size(al_group_comm(group), &size);
    CHECK_INT(al_group_rank(group), rank);
    CHECK_INT(n, size);
}

TEST_CASE(group_ranks, TEST_AL)
{
    int ranks[RANKS_MAX], size = al_size();
    al_group_t *group;

    for (int r = 0; r < size; ++r)
        ranks[r] = r;
    check_members(al_group_world(), size, ranks);
    for (int shift = 0; shift < size; ++shift) {
        for (int r = 0; r < size; ++r)
            ranks[r] = (size - 1 - r + shift) % size;
        REQUIRE_OK(al_group_create(size, ranks, &group));
        check_members(group, size, ranks);
        CHECK_OK(al_group_free(group));
    }
}

/* The ranks of the same parity as mine, the highest first. */
static int same_parity(int *ranks)
{
    int n = 0;

    for (int r = al_size() - 1; r >= 0; --r)
        if (r % 2 == al_rank() % 2)
            ranks[n++] = r;
    return n;
}

/* Groups of other ranks are made at the same time, without this one's help. */
TEST_CASE(group_disjoint, TEST_AL)
{
    int ranks[RANKS_MAX], n = same_parity(ranks), stranger = al_rank() % 2 ? 0 : 1;
    al_group_t *group;

    REQUIRE_OK(al_group_create(n, ranks, &group));
    check_members(group, n, ranks);
    if (al_size() > 1)
        CHECK_INT(-1, al_group_rank_of(group, stranger));
    CHECK_OK(al_barrier(group));
    CHECK_OK(al_group_free(group));
}

/* Rank 0 alone makes many; the others make none. Groups do not run out when they are freed. */
TEST_CASE(group_many, TEST_AL)
{
    enum { GROUPS = 100 };
    al_group_t *groups[GROUPS];
    const int me[1] = {al_rank()};

    for (int k = 0; k < GROUPS; ++k)
        if (al_rank() == 0)
            REQUIRE_OK(al_group_create(1, me, &groups[k]));
    for (int k = 0; k < GROUPS && al_rank() == 0; ++k) {
        CHECK_INT(1, al_group_size(groups[k]));
        CHECK_OK(al_barrier(groups[k]));
        CHECK_OK(al_group_free(groups[k]));
    }
    CHECK_OK(al_barrier(al_group_world()));
}

/* The most groups that there can be, and one too many, which fails on all ranks. All work, and are
 * there again when they are freed. */
TEST_CASE(group_most, TEST_AL)
{
    enum { MOST = 4095 };
    int size = al_size(), ranks[RANKS_MAX];

    if (size > 2) {
        test_skip("many groups, on two ranks only");
        return;
    }
    al_group_t **groups = test_alloc((MOST + 1) * sizeof(al_group_t *));

    for (int r = 0; r < size; ++r)
        ranks[r] = size - 1 - r;
    for (int round = 0; round < 2; ++round) {
        int made = 0, status = ASHLAR_OK;
        while (made <= MOST && status == ASHLAR_OK) {
            status = al_group_create(size, ranks, &groups[made]);
            made += status == ASHLAR_OK;
        }
        CHECK_STATUS(ASHLAR_ELIMIT, status);
        CHECK_CONTAINS(ashlar_error_message(), "there are 4095 groups already");
        CHECK_INT(MOST, made);
        for (int k = made - 1; k >= 0; k -= 512) {
            int64_t sum = al_group_rank(groups[k]) + k;
            CHECK_OK(al_barrier(groups[k]));
            CHECK_OK(al_allreduce(groups[k], ASHLAR_LLONG, ASHLAR_SUM, &sum, 1));
            CHECK_INT(size * (size - 1) / 2 + size * k, sum);
        }
        for (int k = round; k < made; k += 2) /* not in order */
            CHECK_OK(al_group_free(groups[k]));
        for (int k = 1 - round; k < made; k += 2)
            CHECK_OK(al_group_free(groups[k]));
    }
    free(groups);
}

/* Reductions of sums whose order shows, over any number of nodes: the same bits on all ranks, and
 * those of adding neighbours first. Broadcasts from every rank. */
TEST_CASE(group_order, TEST_AL)
{
    int size = al_size(), ranks[RANKS_MAX], wrong = 0;
    al_group_t *group;

    for (int r = 0; r < size; ++r)
        ranks[r] = (r + 1) % size;
    REQUIRE_OK(al_group_create(size, ranks, &group));
    for (int k = 0; k < 50; ++k) {
        double sum = al_group_rank(group) % 2 ? 1e16 : 0.1 * k, from_zero;
        int64_t whole = 1 + al_group_rank(group);
        CHECK_OK(al_allreduce(group, ASHLAR_DOUBLE, ASHLAR_SUM, &sum, 1));
        from_zero = sum;
        CHECK_OK(al_broadcast(group, &from_zero, sizeof sum, k % size));
        wrong += memcmp(&from_zero, &sum, sizeof sum) != 0;
        CHECK_OK(al_allreduce(group, ASHLAR_LLONG, ASHLAR_PROD, &whole, 1));
        for (int r = 1; r <= size; ++r)
            wrong += whole % r != 0;
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_group_free(group));
}
