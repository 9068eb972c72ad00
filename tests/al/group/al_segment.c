/* Segments: sizes of slices, addresses, many of them, on groups. */
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

TEST_CASE(segment_sizes, TEST_AL)
{
    slices_t before = slices_create(al_group_world(), slice_size_irregular, -1, 10);
    slices_t s = slices_create(al_group_world(), slice_size_irregular, -1, 11);

    for (int rank = 0; rank < al_size(); ++rank)
        CHECK_INT((int64_t)slice_size_irregular(rank), (int64_t)al_segment_bytes(s.segment, rank));
    for (int k = 0; k < 200; ++k) { /* nothing is read from around the table */
        CHECK_INT(0, (int64_t)al_segment_bytes(s.segment, -1 - k));
        CHECK_INT(0, (int64_t)al_segment_bytes(s.segment, al_size() + k));
    }
    CHECK(al_segment_group(s.segment) == al_group_world());
    CHECK_SLICES(&s);
    slices_free(&s);
    slices_free(&before);

    /* All slices empty. */
    al_segment_t *nothing;
    REQUIRE_OK(al_segment_create(al_group_world(), 0, &nothing));
    CHECK_INT(0, (int64_t)al_segment_bytes(nothing, al_rank()));
    CHECK_OK(al_segment_free(nothing));
}

/* Slices of my node are addressable, aligned and the same memory that put and get reach. */
TEST_CASE(segment_address, TEST_AL)
{
    slices_t s = slices_create(al_group_world(), slice_size_irregular, -1, 12);
    void *address = NULL;

    for (int rank = 0; rank < al_size(); ++rank) {
        bool near = al_node_of(rank) == al_node_of(al_rank());
        address = NULL;
        CHECK_STATUS(near ? ASHLAR_OK : ASHLAR_EREMOTE,
                     al_segment_address(s.segment, rank, &address));
        if (near && s.bytes[rank] > 0) {
            CHECK_INT(0, (int64_t)((uintptr_t)address % 64));
            CHECK_INT(0, memcmp(address, s.model[rank], s.bytes[rank]));
        } else if (!near) {
            CHECK(address == NULL);
        }
    }
    CHECK_STATUS(ASHLAR_ERANGE, al_segment_address(s.segment, -1, &address));
    CHECK_STATUS(ASHLAR_ERANGE, al_segment_address(s.segment, al_size(), &address));
    CHECK_OK(al_barrier(al_group_world()));

    /* Everybody reads an owner's writes in place after a barrier. */
    CHECK_OK(al_segment_address(s.segment, al_rank(), &address));
    memset(address, 3 + al_rank(), s.bytes[al_rank()]);
    for (int rank = 0; rank < al_size(); ++rank)
        memset(s.model[rank], 3 + rank, s.bytes[rank]);
    CHECK_SLICES(&s);
    slices_free(&s);
}

static size_t some_size(int rank)
{
    return 3000 + 512 * (size_t)rank;
}

/* Segments come and go in any order without touching each other's bytes. */
TEST_CASE(segment_reuse, TEST_AL)
{
    enum { ALIVE = 12, ROUNDS = 80 };
    slices_t s[ALIVE];
    rng_t rng = rng_seed(13);

    for (int k = 0; k < ALIVE; ++k) {
        s[k] = slices_create(al_group_world(), k % 2 ? some_size : slice_size_irregular, -1,
                             (uint64_t)k);
    }
    for (int round = 0; round < ROUNDS; ++round) {
        int64_t k = rng_range(&rng, 0, ALIVE - 1);
        CHECK_SLICES(&s[k]);
        slices_free(&s[k]);
        s[k] = slices_create(al_group_world(), k % 3 ? some_size : slice_size_irregular, -1,
                             (uint64_t)round);
    }
    for (int k = 0; k < ALIVE; ++k) {
        CHECK_SLICES(&s[k]);
        slices_free(&s[k]);
    }
}

/* A slice stays until all ranks have come to free the segment: one comes late, and gives the others
 * time to use the memory for something else. */
TEST_CASE(segment_late, TEST_AL)
{
    enum { LOOKS = 300, TAG = 3, N = 20000 };
    static int64_t numbers[N];
    const int me[1] = {al_rank()};
    al_segment_t *segment, *next;
    al_group_t *alone;
    int token = 1;

    REQUIRE_OK(al_group_create(1, me, &alone));
    for (int late = 0; late < al_size(); ++late) {
        int wrong = 0;
        REQUIRE_OK(al_segment_create(al_group_world(), sizeof numbers, &segment));
        for (int k = 0; k < N; ++k)
            numbers[k] = k + 1;
        CHECK_OK(al_put(segment, al_rank(), 0, numbers, sizeof numbers));
        CHECK_OK(al_barrier(al_group_world()));
        if (al_rank() == late) {
            for (int rank = 0; rank < al_size() - 1; ++rank) {
                MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            }
            for (int look = 0; look < LOOKS; ++look) {
                CHECK_OK(al_poll());
                sched_yield();
            }
            for (int rank = 0; rank < al_size(); ++rank) {
                CHECK_OK(al_get(segment, rank, 0, numbers, sizeof numbers));
                for (int k = 0; k < N; ++k)
                    wrong += numbers[k] != k + 1;
            }
        } else {
            MPI_Send(&token, 1, MPI_INT, late, TAG, MPI_COMM_WORLD);
        }
        CHECK_INT(0, wrong);
        CHECK_OK(al_segment_free(segment));
        REQUIRE_OK(al_segment_create(alone, sizeof numbers, &next));
        memset(numbers, 0, sizeof numbers);
        CHECK_OK(al_put(next, 0, 0, numbers, sizeof numbers));
        CHECK_OK(al_segment_free(next));
    }
    CHECK_OK(al_group_free(alone));
}

/* A group knows which of its segments are alive, in whatever order they go. */
TEST_CASE(segment_order, TEST_AL)
{
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const int me[1] = {al_rank()};

    for (size_t k = 0; k < sizeof orders / sizeof orders[0]; ++k) {
        al_segment_t *segments[3];
        al_group_t *group;
        REQUIRE_OK(al_group_create(1, me, &group));
        for (int n = 0; n < 3; ++n)
            CHECK_OK(al_segment_create(group, 100, &segments[n]));
        for (int n = 0; n < 3; ++n) {
            CHECK_STATUS(ASHLAR_ESTATE, al_group_free(group));
            CHECK_OK(al_segment_free(segments[orders[k][n]]));
        }
        CHECK_OK(al_group_free(group));
    }
}

/* Ranks of a segment are ranks of its group. */
TEST_CASE(segment_on_group, TEST_AL)
{
    int ranks[64], n = 0;
    al_group_t *group;

    for (int r = al_size() - 1; r >= 0; --r)
        if (r % 2 == al_rank() % 2)
            ranks[n++] = r;
    REQUIRE_OK(al_group_create(n, ranks, &group));
    slices_t s = slices_create(group, some_size, -1, 14 + (uint64_t)(al_rank() % 2));
    CHECK(al_segment_group(s.segment) == group);
    CHECK_STATUS(ASHLAR_ESTATE, al_group_free(group));
    int me = al_group_rank(group), next = (me + 1) % n;
    for (int rank = 0; rank < n; ++rank)
        memset(s.model[(rank + 1) % n] + 100, rank, 50);
    CHECK_OK(al_put(s.segment, next, 100, s.model[next] + 100, 50));
    CHECK_SLICES(&s);
    slices_free(&s);
    CHECK_OK(al_group_free(group));
}
