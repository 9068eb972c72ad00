/* Fences and barriers. */
#include <sched.h>
#include <stdlib.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

/* A put and a fence under one handle: when it is complete, so is the put at its target. */
static void fence_by_handle(al_segment_t *segment, int rank, const int64_t *out, size_t bytes,
                            int group)
{
    const al_shape_t shape = {.count = {bytes}};
    const int64_t one = 1;
    al_handle_t handle = 0;

    CHECK_OK(al_put(segment, rank, 0, out, bytes));
    CHECK_OK(al_acc_nb(segment, rank, 0, ASHLAR_LLONG, &one, out, &shape, &handle));
    CHECK_OK(group ? al_fence_group_nb(al_group_world(), &handle) : al_fence_nb(rank, &handle));
    CHECK_OK(al_wait(&handle));
    CHECK_INT(0, handle);
}

/* After a fence a message suffices: tokens go round a ring behind puts and accumulates. */
TEST_CASE(fence_message, TEST_AL)
{
    enum { N = 32, ROUNDS = 80 };
    int me = al_rank(), size = al_size(), next = (me + 1) % size, before = (me + size - 1) % size;
    int64_t out[N], in[N], wrong = 0, one = 1;
    al_segment_t *segment;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof out, &segment));
    for (int64_t round = 0; round < ROUNDS; ++round) {
        for (int k = 0; k < N; ++k)
            out[k] = 100 * round + me + k;
        if (round % 4 > 1) {
            fence_by_handle(segment, next, out, sizeof out, round % 4 == 2);
        } else {
            CHECK_OK(al_put(segment, next, 0, out, sizeof out));
            CHECK_OK(al_acc(segment, next, 0, ASHLAR_LLONG, &one, out, sizeof out));
            CHECK_OK(round % 4 ? al_fence(next) : al_fence_all());
        }
        int token = 0;
        test_exchange(me, next, &token, before);
        CHECK_OK(al_get(segment, me, 0, in, sizeof in));
        for (int k = 0; k < N; ++k)
            wrong += in[k] != 2 * (100 * round + before + k);
        CHECK_OK(al_poll());
        test_barrier(); /* all have read before anybody writes the next round */
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

/* Nobody leaves a barrier before everybody has come: each adds one before, and sees all after. */
TEST_CASE(barrier_everybody, TEST_AL)
{
    enum { ROUNDS = 150 };
    al_segment_t *segment;
    int64_t seen, wrong = 0, zero = 0;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof seen, &segment));
    CHECK_OK(al_put(segment, al_rank(), 0, &zero, sizeof zero));
    CHECK_OK(al_barrier(al_group_world()));
    for (int round = 1; round <= ROUNDS; ++round) {
        int target = round % al_size();
        CHECK_OK(al_fetch_add(segment, target, 0, ASHLAR_LLONG, 1, NULL));
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_fetch_add(segment, target, 0, ASHLAR_LLONG, 0, &seen));
        wrong += seen != (int64_t)al_size() * ((round - target) / al_size() + (target > 0));
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

/* Whoever leaves a barrier finds what anybody wrote before it, at any rank, and need not wait for
 * that rank to leave: all write to all, in records, rows and under handles, and read one slice at
 * once, each a different one, another each round. */
TEST_CASE(barrier_completes, TEST_AL)
{
    enum { ROUNDS = 60, N = 3000 }; /* numbers from each */
    int me = al_rank(), size = al_size();
    const size_t bytes = 8 * N;
    const al_shape_t all = {.count = {bytes}}, rows = {.levels = 1,
                                                       .count = {80, N / 10},
                                                       .seg_stride = {80},
                                                       .buf_stride = {80}};
    int64_t *out = test_alloc(bytes), *in = test_alloc(bytes * (size_t)size), wrong = 0;
    al_segment_t *segment;

    REQUIRE_OK(al_segment_create(al_group_world(), bytes * (size_t)size, &segment));
    for (int round = 1; round <= ROUNDS; ++round) {
        int looks = (round + me) % 4 * 20;
        al_handle_t handle = 0;
        for (int k = 0; k < N; ++k)
            out[k] = 10000 * round + 10 * k + me;
        for (int look = 0; look < looks; ++look)
            sched_yield();
        for (int rank = 0; rank < size; ++rank) {
            size_t at = bytes * (size_t)me;
            int way = (round + rank) % 4;
            CHECK_OK(way == 0   ? al_put(segment, rank, at, out, bytes)
                     : way == 1 ? al_put_strided(segment, rank, at, out, &rows)
                     : way == 2 ? al_put_nb(segment, rank, at, out, &all, &handle)
                                : al_put(segment, rank, at, out, 8 * 200));
            if (way == 3)
                CHECK_OK(al_put(segment, rank, at + 8 * 200, out + 200, bytes - 8 * 200));
        }
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_get(segment, (me + round) % size, 0, in, bytes * (size_t)size));
        for (int k = 0; k < N * size; ++k)
            wrong += in[k] != 10000 * round + 10 * (k % N) + k / N;
        CHECK_OK(al_wait(&handle));
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
    free(out);
    free(in);
}

/* Nor when one comes late: it waits until all others are about to call, gives them time to come out
 * again, and puts a number into every slice before it calls, too. */
TEST_CASE(barrier_late, TEST_AL)
{
    enum { LOOKS = 300, TAG = 3 };
    al_segment_t *segment;
    int64_t seen, wrong = 0;
    int token = 1;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof seen, &segment));
    for (int64_t late = 0; late < al_size(); ++late) {
        seen = -1;
        CHECK_OK(al_put(segment, al_rank(), 0, &seen, sizeof seen));
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
            for (int rank = 0; rank < al_size(); ++rank)
                CHECK_OK(al_put(segment, rank, 0, &late, sizeof late));
        } else {
            MPI_Send(&token, 1, MPI_INT, (int)late, TAG, MPI_COMM_WORLD);
        }
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_get(segment, al_rank(), 0, &seen, sizeof seen));
        wrong += seen != late;
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

/* Barriers of overlapping groups: pairs of neighbours, each rank in two groups. */
TEST_CASE(barrier_groups, TEST_AL)
{
    enum { ROUNDS = 40 };
    int me = al_rank(), size = al_size(), n = 0;
    al_group_t *pairs[2];

    for (int k = 0; k < 2; ++k) {
        int first = (me + k) % 2 ? me - 1 : me, members[2];
        n = 0;
        for (int r = first; r <= first + 1; ++r)
            if (r >= 0 && r < size)
                members[n++] = r;
        REQUIRE_OK(al_group_create(n, members, &pairs[k]));
    }
    for (int round = 0; round < ROUNDS; ++round) {
        for (int k = 0; k < 2; ++k) {
            int64_t count = 1;
            CHECK_OK(al_barrier(pairs[k]));
            CHECK_OK(al_allreduce(pairs[k], ASHLAR_LLONG, ASHLAR_SUM, &count, 1));
            CHECK_INT(al_group_size(pairs[k]), count);
        }
    }
    CHECK_OK(al_group_free(pairs[1]));
    CHECK_OK(al_group_free(pairs[0]));
}
