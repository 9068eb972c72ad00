/* Batches and requests under way are bounded, counted beyond 32 bits, and refused by MPI. */
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "al/engine/hold.h"
#include "al/engine/lanes.h"
#include "harness/harness.h"

/* However much all ranks ask of a silent server, each has few batches that are not acknowledged,
 * when 32 bits no longer count them either. */
static void check_bounded(int credit)
{
    enum { PUTS = 100, EACH = 1000 };

    open_lanes();
    ali_am.origin.credit = credit;
    if (al_rank() == 0) {
        uint64_t skipped;
        for (int rank = 1; rank < al_size(); ++rank) {
            MPI_Recv(&skipped, 1, MPI_UINT64_T, rank, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            ali_am_peer(rank)->served[0] += skipped; /* it counts them too */
        }
        serve(al_size() - 1);
    } else {
        am_peer_t *peer = ali_am_peer(0);
        CHECK_OK(al_fence_all());
        CHECK(peer->sent == peer->acked || peer->sent == peer->acked + 1);
        uint64_t skipped = UINT32_MAX - PUTS / 4 - peer->sent;
        peer->sent += skipped;
        peer->acked = peer->ack_requested = peer->written = peer->sent;
        MPI_Send(&skipped, 1, MPI_UINT64_T, 0, TAG_GO, MPI_COMM_WORLD);
        hold_most_unacked();
        hold_when_idle(begin);
        for (int k = 0; k < PUTS; ++k) {
            int64_t *from = ask.out[0];
            for (int j = 0; j < EACH; ++j)
                from[j] = ask.model[k * EACH + j] = 7 * k + j;
            CHECK_OK(al_put(ask.segment, 0, ask.at + 8 * (size_t)(k * EACH), from, 8 * EACH));
        }
        CHECK_OK(al_fence(0));
        CHECK(peer->sent > UINT32_MAX);
        CHECK_INT(credit + 1, hold_most_unacked()); /* one was begun when the bound was met */
        end();
    }
    ali_am.origin.credit = AM_UNACKED;
    close_lanes();
}

TEST_CASE(order_batches_bounded, TEST_AL)
{
    check_bounded(AM_UNACKED);
    check_bounded(AM_LEAST_UNACKED);
}

/* After so many batches that 32 bits do not count them, as of a counter that is read and
 * incremented for hours: gets came between, so that what was written last lies far back. */
TEST_CASE(order_many_batches, TEST_AL)
{
    enum { EACH = 1000, TIMES = 4 * AM_UNACKED, JUMPS = 3 };
    const uint64_t far = (UINT64_C(1) << 31) + 10;

    open_lanes();
    if (al_rank() == 0) {
        ali_am_peer(1)->served[0] += JUMPS * far; /* it counts them too */
        serve_end(1, serve_begin(1));
    } else if (al_rank() == 1) {
        am_peer_t *peer = ali_am_peer(0);
        int64_t old;
        begin();
        for (int jump = 0; jump < JUMPS; ++jump) {
            ask_small(PUT_SMALL);
            CHECK_OK(al_fence(0));
            peer->sent += far;
            peer->acked = peer->sent;
            CHECK_OK(al_fetch_add(ask.segment, 0, ask.at, ASHLAR_LLONG, 1, &old));
            CHECK_INT(ask.model[0]++, old);
            CHECK_OK(al_fence(0));
            for (int k = 0; k < TIMES; ++k) {
                int at = 1 + k % (LANE / EACH - 1) * EACH;
                for (int n = 0; n < EACH; ++n)
                    ask.model[at + n] = k + jump;
                CHECK_OK(al_put(ask.segment, 0, ask.at + 8 * (size_t)at, &ask.model[at], 8 * EACH));
            }
            CHECK_OK(al_fence(0));
            CHECK(peer->acked >= peer->written && peer->acked <= peer->sent);
        }
        end();
    }
    close_lanes();
}

/* The tables grow with the requests of MPI under way: all ask all, and answer when all have. */
TEST_CASE(order_many_requests, TEST_AL)
{
    enum { GETS = AM_UNACKED - 2, EACH = 200 }; /* too long to share messages */
    static int64_t found[4][GETS][EACH];
    const al_shape_t numbers = {.count = {8 * EACH}};
    int size = al_size() < 4 ? al_size() : 4;
    al_handle_t handle = 0;
    void *slice;

    open_lanes();
    CHECK_OK(al_segment_address(ask.segment, al_rank(), &slice));
    for (int k = 0; k < GETS + EACH; ++k)
        ((int64_t *)slice)[k] = 1000 * al_rank() + k;
    barrier_of_both();
    for (int k = 0; k < GETS; ++k) {
        for (int rank = 0; rank < size; ++rank) {
            ali_am.origin.unpolled = 0; /* nobody answers yet, as a local transfer might */
            if (rank != al_rank())
                CHECK_OK(
                    al_get_nb(ask.segment, rank, 8 * (size_t)k, found[rank][k], &numbers, &handle));
        }
    }
    CHECK(ali_am.requests.count >
          2 * GETS * (size - 1)); /* questions, and the receives of answers */
    for (int k = 0; k < GETS && al_rank() < size; ++k)
        CHECK_OK(al_get_nb(ask.segment, al_rank(), 8 * (size_t)k, found[al_rank()][k], &numbers,
                           &handle));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_OK(al_wait(&handle));
    for (int k = 0; k < GETS * size; ++k)
        for (int j = 0; j < EACH; ++j)
            CHECK_INT(1000 * (k / GETS) + k % GETS + j, found[k / GETS][k % GETS][j]);
    close_lanes();
}

/* A question that MPI refuses: an error, nothing to wait for, and the next one is answered. */
TEST_CASE(order_refused_questions, TEST_AL)
{
    const al_shape_t shapes[] = {
        {.count = {8 * LANE}},
        {.levels = 1, .count = {8, 40}, .seg_stride = {16}, .buf_stride = {24}}};
    const size_t offset = ask.at;
    int64_t *into = NULL, old = -1;

    open_lanes();
    if (al_rank() != 0) {
        for (int k = 0; k < 2; ++k) {
            int done = 0;
            al_handle_t handle = 0;
            hold_fail_receives(1);
            CHECK_STATUS(ASHLAR_EMPI,
                         al_get_strided(ask.segment, 0, ask.at, ask.found, &shapes[k]));
            hold_fail_receives(1);
            CHECK_STATUS(ASHLAR_EMPI,
                         al_get_nb(ask.segment, 0, ask.at, ask.found, &shapes[k], &handle));
            CHECK_OK(al_test(&handle, &done));
            CHECK_INT(1, done);
            handle = 0;
            memset(ask.found, 0x11, 8 * LANE);
            CHECK_OK(al_get_nb(ask.segment, 0, ask.at, ask.found, &shapes[k], &handle));
            CHECK_OK(al_wait(&handle));
            CHECK(ask.found[0] == 0);
        }
        into = ask.found;
        hold_fail_receives(1);
        CHECK_STATUS(ASHLAR_EMPI, al_get_vector(ask.segment, 0, 1, &offset, (void **)&into, 8));
        hold_fail_receives(1);
        CHECK_STATUS(ASHLAR_EMPI, al_fetch_add(ask.segment, 0, ask.at, ASHLAR_LLONG, 1, &old));
        CHECK_OK(al_fetch_add(ask.segment, 0, ask.at, ASHLAR_LLONG, 5, &old));
        CHECK_INT(0, old);
        CHECK_OK(al_get(ask.segment, 0, ask.at, &old, 8));
        CHECK_INT(5, old);
        CHECK_OK(al_fence_all());
    }
    close_lanes();
}
