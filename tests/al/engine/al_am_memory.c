/* A server whose memory or space for data is used up serves everything, each in its turn. */
#include <stdlib.h>

#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "al/engine/hold.h"
#include "al/engine/lanes.h"
#include "harness/harness.h"
#include "harness/rng.h"

/* Serving keeps its reserves, and has nothing besides. */
static void leave_only_reserves(void)
{
    ali_am_buffers_free();
    CHECK(ali_am_buffers_reserve());
    while (ali_am.requests.unused_count > AM_RESERVED + ali_am_count(AM_OPEN)) {
        am_pending_t *pending = ali_am.requests.unused;
        ali_am.requests.unused = pending->next;
        --ali_am.requests.unused_count;
        free(pending);
    }
}

/* Everything at once, in any order, with what it reads in between. */
static void ask_everything(int rounds)
{
    enum { FEW = 20 };
    const al_shape_t run = {.count = {8 * LANE}};
    int64_t counter = 0, old, few[FEW];
    rng_t rng = rng_seed(77 + (uint64_t)al_rank());

    for (int round = 0; round < rounds; ++round) {
        size_t offsets[FEW];
        void *values[FEW];
        ask_any((kind_t)rng_range(&rng, 0, KINDS - 1));
        ask_small(PUT_SMALL);
        for (int k = 0; k < FEW; ++k) {
            int64_t at = rng_range(&rng, 0, LANE - 1);
            offsets[k] = ask.at + 8 * (size_t)at;
            values[k] = &few[k];
        }
        CHECK_OK(al_get_vector(ask.segment, ask.server, FEW, offsets, values, 8));
        for (int k = 0; k < FEW; ++k)
            CHECK_INT(ask.model[(offsets[k] - ask.at) / 8], few[k]);
        counter = ask.model[LANE - 1];
        CHECK_OK(
            al_fetch_add(ask.segment, ask.server, ask.at + 8 * (LANE - 1), ASHLAR_LLONG, 3, &old));
        CHECK_INT(counter, old);
        ask.model[LANE - 1] += 3;
        if (round % 2) {
            CHECK_OK(al_get_nb(ask.segment, ask.server, ask.at, ask.found, &run, &ask.handle));
        } else {
            int64_t *into = ask.out[ask.next++ % 4];
            CHECK_OK(al_get_strided(ask.segment, ask.server, ask.at, into, &lane_rows));
            for (int k = 0; k < LANE; ++k)
                ask.found[k] = into[k + k / ROW];
        }
        CHECK_OK(al_wait(&ask.handle));
        check_found();
    }
}

/* A server without any memory serves all the same, if slowly: what it needs is reserved. */
TEST_CASE(order_no_memory, TEST_AL)
{
    enum { ROUNDS = 40 };

    open_lanes();
    if (al_rank() == 0) {
        bool begun = serve_begin(al_size() - 1);
        leave_only_reserves();
        hold_memory(true);
        serve_end(al_size() - 1, begun);
        hold_memory(false);
    } else {
        begin();
        ask_everything(ROUNDS);
        CHECK_OK(al_fence(0));
        end();
    }
    close_lanes();
}

/* Origins that wait for space in turn: one gets some, another has to wait again. */
TEST_CASE(order_blocked_again, TEST_AL)
{
    enum { PART = AM_HELD / 16 }; /* of the space, half, in numbers */
    const int64_t one = 1;
    const al_shape_t run = {.count = {8 * 2 * PART}};

    if (al_size() < 4) {
        test_skip("needs 4 ranks");
        return;
    }
    open_lanes();
    for (int k = 0; al_rank() > 0 && k < (al_rank() == 1 ? 2 : 1) * PART; ++k)
        ask.out[0][k] = ask.model[k] = k + al_rank();
    if (al_rank() == 1) { /* takes all the space */
        hold_next(2, AM_TAG_DATA);
        CHECK_OK(
            al_acc_nb(ask.segment, 0, ask.at, ASHLAR_LLONG, &one, ask.out[0], &run, &ask.handle));
        CHECK_INT(2, hold_count());
        begin();
        for (; hold_count() > 0; hold_release())
            MPI_Recv(NULL, 0, MPI_INT, 0, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (al_rank() > 1) {
        const al_shape_t part = {.count = {8 * PART}};
        MPI_Recv(NULL, 0, MPI_INT, 0, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hold_next(1, AM_TAG_DATA);
        CHECK_OK(
            al_acc_nb(ask.segment, 0, ask.at, ASHLAR_LLONG, &one, ask.out[0], &part, &ask.handle));
        begin();
        MPI_Recv(NULL, 0, MPI_INT, 0, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hold_release();
    } else {
        bool begun = serve_begin(1);
        while (ali_am_peer(1)->data_expected < 2)
            CHECK_OK(al_poll());
        for (int rank = 2; rank < 4; ++rank) { /* one after the other */
            MPI_Send(NULL, 0, MPI_INT, rank, TAG_GO, MPI_COMM_WORLD);
            int serve;
            MPI_Recv(&serve, 1, MPI_INT, rank, TAG_BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            while (ali_am_count(AM_BLOCKED) < rank - 1)
                CHECK_OK(al_poll());
        }
        CHECK_INT(AM_HELD, (int64_t)ali_am.memory.held);
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD); /* space for one of them */
        while (ali_am_peer(2)->data_expected == 0 && ali_am_peer(3)->data_expected == 0)
            CHECK_OK(al_poll());
        CHECK_INT(1, ali_am_peer(2)->data_expected);
        CHECK_INT(0, ali_am_peer(3)->data_expected);
        CHECK_INT(1, ali_am_count(AM_BLOCKED));
        CHECK(ali_am.peers.members[AM_BLOCKED].first == ali_am_peer(3));
        CHECK_INT(1, ali_am_peer(3)->is_in[AM_BLOCKED]);
        CHECK_INT(0, ali_am_peer(2)->is_in[AM_BLOCKED]);
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD);
        while (ali_am_peer(3)->data_expected == 0)
            CHECK_OK(al_poll());
        CHECK_INT(0, ali_am_count(AM_BLOCKED));
        MPI_Send(NULL, 0, MPI_INT, 2, TAG_GO, MPI_COMM_WORLD);
        MPI_Send(NULL, 0, MPI_INT, 3, TAG_GO, MPI_COMM_WORLD);
        serve_end(3, begun);
    }
    if (al_rank() > 0) {
        CHECK_OK(al_wait(&ask.handle));
        CHECK_OK(al_fence(0));
        end();
        hold_forget();
    }
    close_lanes();
}

/* A batch that waits for data of its origin, and then, half served, for space that another has. */
TEST_CASE(order_served_in_parts, TEST_AL)
{
    enum { N = 50 };
    const al_shape_t all_space = {.count = {AM_HELD}},
                     apart = {.levels = 1, .count = {8, N}, .seg_stride = {16}, .buf_stride = {8}};
    const int64_t one = 1;

    if (al_size() < 3) {
        test_skip("needs 3 ranks");
        return;
    }
    open_lanes();
    if (al_rank() == 2) {
        for (int k = 0; k < AM_HELD / 8; ++k)
            ask.out[0][k] = ask.model[k] = k;
        hold_next(2, AM_TAG_DATA);
        CHECK_OK(al_acc_nb(ask.segment, 0, ask.at, ASHLAR_LLONG, &one, ask.out[0], &all_space,
                           &ask.handle));
        begin();
    } else if (al_rank() == 1) {
        MPI_Recv(NULL, 0, MPI_INT, 0, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hold_next(2, AM_TAG_DATA);
        ask_large(PUT_NB);
        ask_small(ACC_SMALL);
        CHECK_OK(al_get_nb(ask.segment, 0, ask.at + 8 * 50, ask.found, &apart, &ask.handle));
        begin();
    } else if (al_rank() == 0) {
        int serve;
        MPI_Recv(&serve, 1, MPI_INT, 2, TAG_BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        while (ali_am_peer(2)->data_expected < 2)
            CHECK_OK(al_poll());
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD);
        bool begun = serve_begin(1);
        while (ali_am_peer(1)->data_expected < 2 || !ali_am_peer(1)->first_deferred)
            CHECK_OK(al_poll());
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD);
        while (!ali_am_peer(1)->is_in[AM_BLOCKED])
            CHECK_OK(al_poll());
        MPI_Send(NULL, 0, MPI_INT, 2, TAG_GO, MPI_COMM_WORLD);
        serve_end(2, begun);
    }
    if (al_rank() == 1 || al_rank() == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 0, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        while (hold_count() > 0)
            hold_release();
        CHECK_OK(al_wait(&ask.handle));
        for (int k = 0; k < N && al_rank() == 1; ++k)
            CHECK_INT(ask.model[50 + 2 * k], ask.found[k]);
        CHECK_OK(al_fence(0));
        end();
        hold_forget();
    }
    close_lanes();
}
