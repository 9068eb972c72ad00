/* Where memory is short: every rank is told, and nothing of the attempt is kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <ashlar/al.h>

#include "al/leftovers.h"
#include "al/node/tree.h"
#include "al/parts.h"
#include "armci-lite/src/node/al_arena.h"

/* Create a segment that must fail, with words in the message; on the node of each rank no more is
 * taken or promised than before, and what fits still fits. */
static void must_fail(size_t bytes, const char *words)
{
    const al_arena_header_t *header = ali_arena.header;
    al_segment_t *none = NULL, *fits;
    uint64_t used;
    int64_t pending;

    CHECK_OK(al_barrier(al_group_world()));
    used = header->heap.used;
    pending = atomic_load(&header->pending);
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_STATUS(ASHLAR_ENOMEM, al_segment_create(al_group_world(), bytes, &none));
    CHECK(none == NULL);
    CHECK_CONTAINS(ashlar_error_message(), words);
    faults.fallocate = 0;
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_INT((int64_t)used, (int64_t)header->heap.used);
    CHECK_INT(pending, atomic_load(&header->pending));
    CHECK_OK(al_barrier(al_group_world()));
    if (CHECK_OK(al_segment_create(al_group_world(), 3 * MIB, &fits))) {
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_INT(0, atomic_load(&header->pending));
        CHECK_OK(al_segment_free(fits));
    }
}

static void must_fit(size_t bytes)
{
    al_segment_t *segment;

    if (CHECK_OK(al_segment_create(al_group_world(), bytes, &segment)))
        CHECK_OK(al_segment_free(segment));
}

/* Start with a soft limit of the process, and check what the arena may have. */
static void expect_arena(int which, int64_t limit, int64_t bytes)
{
    struct rlimit before, lower;

    CHECK(getrlimit(which, &before) == 0);
    lower = before;
    lower.rlim_cur = limit < 0 ? before.rlim_cur : (rlim_t)limit;
    CHECK(setrlimit(which, &lower) == 0);
    if (CHECK_OK(al_init(MPI_COMM_WORLD))) {
        CHECK_INT(bytes, (int64_t)ali_arena.limit);
        CHECK_OK(al_finalize());
    }
    CHECK(setrlimit(which, &before) == 0);
}

/* The arena has what the machine has, half of a limit on files, or on addresses less 256 MiB, or
 * what is asked for. */
TEST_CASE(short_limits, TEST_BARE)
{
    struct rlimit now;

    if (getrlimit(RLIMIT_AS, &now) != 0 || now.rlim_cur != RLIM_INFINITY ||
        getrlimit(RLIMIT_FSIZE, &now) != 0 || now.rlim_cur != RLIM_INFINITY) {
        test_skip("this process is under limits already");
        return;
    }
    tree_begin();
    tree_machine(20000 * MIB, 10000 * MIB);
    expect_arena(RLIMIT_FSIZE, -1, 20000 * MIB);
    expect_arena(RLIMIT_FSIZE, 1024 * MIB, 512 * MIB);
    expect_arena(RLIMIT_FSIZE, 100000 * MIB, 20000 * MIB);
#ifndef __SANITIZE_ADDRESS__ /* which needs all addresses itself */
    expect_arena(RLIMIT_AS, 30000 * MIB, (15000 - 256) * MIB);
    expect_arena(RLIMIT_AS, 100000 * MIB, 20000 * MIB);
#endif
    setenv("ASHLAR_ARENA", "48M", 1);
    expect_arena(RLIMIT_FSIZE, 1024 * MIB, 48 * MIB);
    unsetenv("ASHLAR_ARENA");
    tree_end();
}

/* All ranks but the first are in a cgroup that leaves them 16 MiB; the first, which asks for its
 * node, is not. */
TEST_CASE(short_cgroups, TEST_BARE)
{
    bool inside = test_rank() > 0 || test_size() == 1;

    tree_begin();
    tree_machine(64 * MIB, 60 * MIB);
    tree_cgroup_v1(inside ? "/inside" : "/outside");
    tree_limit_v1("/inside", 24 * MIB, 0, 0);
    tree_limit_v1("/outside", -1, 0, 0);
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    /* The servers of several nodes keep some. */
    must_fail(inside ? 17 * MIB : 8,
              test_nodes() == 1 ? " 16777216 are available" : " are available");
    must_fit(inside ? 7 * MIB : 20 * MIB);
    if (test_size() == 3 && test_nodes() == 1) { /* two of them on one node: together */
        char words[96];
        snprintf(words, sizeof words, "%lld bytes are needed on a node and 16777216 are available",
                 2 * (9 * (long long)MIB + test_guards()));
        must_fail(inside ? 9 * MIB : 0, words);
        must_fit(inside ? 7 * MIB : 0);
    }
    CHECK_OK(al_finalize());
    tree_end();
}

/* Nodes on one machine, or in one cgroup, may together have what it has; in cgroups of their own
 * each may. */
TEST_CASE(short_machine, TEST_BARE)
{
    int nodes = test_nodes(), node = test_rank() * nodes / test_size();

    for (int apart = 0; apart < 2; ++apart) {
        char name[16];
        tree_begin();
        tree_machine(64 * MIB, (8 + 20) * MIB);
        snprintf(name, sizeof name, "/n%d", apart ? node : 0);
        tree_cgroup_v1(name);
        tree_limit_v1(name, -1, 0, 0);
        REQUIRE_OK(al_init(MPI_COMM_WORLD));
        bool first = test_rank() == 0 || al_node_of(test_rank() - 1) != node;
        if (nodes == 1 || apart) {
            must_fit(first ? 14 * MIB : 8);
        } else {
            must_fail(first ? 14 * MIB : 8, "are available (free memory of the machine)");
            must_fit(first ? 9 * MIB : 8);
        }
        CHECK_OK(al_finalize());
        tree_end();
    }
}

/* The data of all would fit, but not their page tables. */
TEST_CASE(short_tables, TEST_BARE)
{
    int64_t aside, available = 20 * MIB;

    tree_begin();
    tree_machine(64 * MIB, 60 * MIB);
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    int nodes = al_node_count();
    bool first = test_rank() == 0 || al_node_of(test_rank() - 1) != al_node_of(test_rank());
    /* Servers keep some: each of two nodes a 32nd of the machine, all its ranks together. */
    aside = first ? ali_arena_reserved(&ali_arena) : 0;
    MPI_Allreduce(MPI_IN_PLACE, &aside, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    CHECK_INT(nodes == 1 ? 0 : 2 * MIB / test_size() * test_size(), aside);
    CHECK_OK(al_barrier(al_group_world()));
    tree_machine(64 * MIB, 8 * MIB + available + aside);
    must_fail(first ? (size_t)(available / nodes - AL_PAGE) : 0,
              " for page tables of its ranks, and ");
    must_fit(first ? (size_t)(available / nodes - 512 * 1024) : 0);
    CHECK_OK(al_finalize());
    tree_end();
}

/* Make groups until memory runs out: an error on every rank, and all is given back. */
static void groups_must_fail(int rank)
{
    enum { MOST = 40 };
    const al_arena_header_t *header = ali_arena.header;
    al_group_t *groups[MOST];
    int ranks[8], n = 0, status = ASHLAR_OK;
    uint64_t used = header->heap.used;

    for (int r = 0; r < al_size(); ++r)
        ranks[r] = (r + rank) % al_size();
    CHECK_OK(al_barrier(al_group_world()));
    faults.fallocate = al_rank() == rank;
    while (n < MOST && status == ASHLAR_OK) {
        status = al_group_create(al_size(), ranks, &groups[n]);
        n += status == ASHLAR_OK;
    }
    CHECK_INT(ASHLAR_ENOMEM, status);
    CHECK_CONTAINS(ashlar_error_message(), "al_group_create: no memory for a group of");
    CHECK_CONTAINS(ashlar_error_message(), " bytes that a node may use");
    faults.fallocate = 0;
    while (n > 0)
        CHECK_OK(al_group_free(groups[--n]));
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_INT((int64_t)used, (int64_t)header->heap.used);
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_group_create(al_size(), ranks, &groups[0]));
    CHECK_OK(al_group_free(groups[0]));
}

/* Ranks on the node of a rank. */
static int ranks_beside(int rank)
{
    int count = 0;

    for (int r = 0; r < al_size(); ++r)
        count += al_node_of(r) == al_node_of(rank);
    return count;
}

/* Rank asks for more than there can be, or than is left; or the system has no pages for it. */
static void rank_must_fail(int rank)
{
    bool mine = al_rank() == rank;
    char words[128];
    al_segment_t *most;

    faults.fallocate = mine; /* no page of these is committed yet */
    snprintf(words, sizeof words,
             "%lld bytes are needed on a node and the system refuses to commit them",
             (2 * (long long)MIB + test_guards()) * ranks_beside(rank));
    must_fail((size_t)2 * MIB, words);
    must_fail(mine ? (size_t)1 << 50 : (size_t)3 * MIB, "1125899906842624 bytes are needed");
    must_fail(mine ? SIZE_MAX : (size_t)3 * MIB, "bytes are needed");
    must_fail(mine ? (size_t)33 * MIB : (size_t)MIB, "are available");
    CHECK_OK(al_segment_create(al_group_world(), mine ? 20 * MIB : 8, &most));
    must_fail(mine ? (size_t)14 * MIB : 8, "are available");
    CHECK_OK(al_segment_free(most));
}

/* Any rank fails, for any reason, at any time: at the start too. */
TEST_CASE(short_system, TEST_BARE)
{
    setenv("ASHLAR_ARENA", "32M", 1);
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    CHECK_OK(al_finalize());
    const leftovers_t before = leftovers_now();
    for (int rank = 0; rank < test_size(); ++rank) {
        REQUIRE_OK(al_init(MPI_COMM_WORLD));
        bool first = rank == 0 || al_node_of(rank - 1) != al_node_of(rank);
        if (first)
            groups_must_fail(rank);
        rank_must_fail(rank);
        CHECK_OK(al_finalize());
        CHECK_NOTHING_LEFT(&before);
        if (first) { /* it commits the head of its node's arena */
            faults.fallocate = test_rank() == rank;
            CHECK_STATUS(ASHLAR_ENOMEM, al_init(MPI_COMM_WORLD));
            CHECK(test_rank() != rank || strstr(ashlar_error_message(), "cannot commit"));
            faults.fallocate = 0;
            CHECK_NOTHING_LEFT(&before);
        }
    }
    unsetenv("ASHLAR_ARENA");
}
