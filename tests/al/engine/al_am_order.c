/* What the active-message engine promises about order, completion and bounds, with a server, rank 0
 * unless a case says otherwise, that is silent until it is told to serve, and with messages that
 * come late. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "al/engine/hold.h"
#include "al/engine/lanes.h"
#include "harness/harness.h"
#include "harness/rng.h"

/* ---- what is asked --------------------------------------------------------------------------- */

/* Kinds of transfers that return even while the server is silent. */
typedef enum kind {
    PUT_NB,   /* in fragments that go as they are */
    ACC_NB,   /* in fragments that the server adds */
    PUT_ROWS, /* packed */
    ACC_ROWS,
    PUT_SMALL, /* in the record */
    ACC_SMALL,
    PUT_POINTS,
    ACC_POINTS,
    KINDS
} kind_t;

static void model_row(kind_t kind, int64_t at, const int64_t *from, int64_t n)
{
    const int64_t alpha[KINDS] = {[ACC_NB] = 3, [ACC_ROWS] = -2, [ACC_SMALL] = 5, [ACC_POINTS] = 7};

    for (int64_t k = 0; k < n; ++k)
        ask.model[at + k] = alpha[kind] ? ask.model[at + k] + alpha[kind] * from[k] : from[k];
}

/* All of the lane, as planes that are larger than a fragment. In memory the rows have gaps. */
static const al_shape_t rows = {.levels = 2,
                                .count = {8 * ROW, LARGE / ROW / 3, 3},
                                .seg_stride = {8 * ROW, 8 * LARGE / 3},
                                .buf_stride = {8 * ROW + 8, (8 * ROW + 8) * (LARGE / ROW / 3)}};

static int transfer_large(kind_t kind, const int64_t *out)
{
    const al_shape_t run = {.count = {8 * LARGE}};
    const int64_t three = 3, minus_two = -2;

    switch (kind) {
    case PUT_NB:
        return al_put_nb(ask.segment, ask.server, ask.at, out, &run, &ask.handle);
    case ACC_NB:
        return al_acc_nb(ask.segment, ask.server, ask.at, ASHLAR_LLONG, &three, out, &run,
                         &ask.handle);
    case PUT_ROWS:
        return al_put_strided(ask.segment, ask.server, ask.at, out, &rows);
    default:
        return al_acc_strided(ask.segment, ask.server, ask.at, ASHLAR_LLONG, &minus_two, out,
                              &rows);
    }
}

/* All of the lane. */
static void ask_large(kind_t kind)
{
    int64_t *out = ask.out[ask.next++ % 4];
    int gap = kind == PUT_ROWS || kind == ACC_ROWS;
    rng_t rng = rng_seed((uint64_t)(ask.next + al_rank()));

    for (int k = 0; k < LARGE + LARGE / ROW; ++k)
        out[k] = rng_range(&rng, -99, 99);
    CHECK_OK(transfer_large(kind, out));
    for (int k = 0; k < LARGE; k += ROW)
        model_row(kind, k, out + k + (gap ? k / ROW : 0), ROW);
}

enum { FEW = 20 };

/* Some numbers in each of several fragments. */
static void ask_small(kind_t kind)
{
    const int64_t five = 5, seven = 7;

    for (int64_t at = 50; at < LANE; at += 24000) {
        int64_t out[FEW];
        size_t offset = ask.at + 8 * (size_t)at, offsets[FEW];
        const void *values[FEW];
        for (int k = 0; k < FEW; ++k) {
            out[k] = 1000 * (ask.next + 1) + at + k;
            offsets[k] = offset + 8 * (size_t)k;
            values[k] = &out[k];
        }
        CHECK_OK(kind == PUT_SMALL ? al_put(ask.segment, ask.server, offset, out, sizeof out)
                 : kind == ACC_SMALL
                     ? al_acc(ask.segment, ask.server, offset, ASHLAR_LLONG, &five, out, sizeof out)
                 : kind == PUT_POINTS
                     ? al_put_vector(ask.segment, ask.server, FEW, offsets, values, 8)
                     : al_acc_vector(ask.segment, ask.server, FEW, offsets, ASHLAR_LLONG, &seven,
                                     values, 8));
        model_row(kind, at, out, FEW);
    }
    ++ask.next;
}

static void ask_any(kind_t kind)
{
    if (kind <= ACC_ROWS)
        ask_large(kind);
    else
        ask_small(kind);
}

/* ---- cases of am ----------------------------------------------------------------------------- */

/* Two large transfers with small ones between and behind them, or without any between, and a get.
 * The data of the large ones comes in reverse. */
static void ask_pair(kind_t first, kind_t second, bool small)
{
    const al_shape_t run = {.count = {8 * LANE}};

    hold_next(INT_MAX, AM_TAG_DATA);
    ask_large(first);
    if (small) {
        ask_small(PUT_SMALL);
        ask_small(ACC_POINTS);
    }
    ask_large(second);
    ask_small(ACC_SMALL);
    if (small)
        ask_small(PUT_POINTS);
    hold_next(0, 0);
    CHECK_OK(al_get_nb(ask.segment, ask.server, ask.at, ask.found, &run, &ask.handle));
    begin();
    MPI_Recv(NULL, 0, MPI_INT, ask.server, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (hold_count() > 0)
        hold_release();
    CHECK_OK(al_wait(&ask.handle));
    check_found();
    CHECK_OK(al_fence(ask.server));
    end();
    hold_forget();
}

/* The server: check that nothing after the first transfer begins before its data is there. Of that
 * all fragments may be under way, where it is a contiguous put; there is room for two of others. */
static void serve_pair(int origin, kind_t first)
{
    const int most = first == PUT_NB ? (8 * LARGE - 1) / AM_FRAGMENT + 1 : 2;
    bool begun = serve_begin(1);
    const am_peer_t *peer = &ali_am.peers[origin];

    for (int round = 0; round < 300; ++round) {
        CHECK_OK(al_poll());
        while (peer->data_open == 0)
            CHECK_OK(al_poll());
        if (!CHECK(peer->data_open <= most))
            break;
    }
    CHECK(peer->first_deferred != NULL);
    MPI_Send(NULL, 0, MPI_INT, origin, TAG_GO, MPI_COMM_WORLD);
    serve_end(1, begun);
}

static void late_data(int server, int origin)
{
    open_lanes();
    ask.server = server;
    for (kind_t first = PUT_NB; first <= ACC_ROWS; ++first) {
        for (kind_t second = PUT_NB; second <= ACC_ROWS; ++second) {
            for (int small = 0; small < 2; ++small) {
                if (al_rank() == server)
                    serve_pair(origin, first);
                else if (al_rank() == origin)
                    ask_pair(first, second, small);
                barrier_of_both();
            }
        }
    }
    close_lanes();
}

TEST_CASE(order_late_data, TEST_AL)
{
    late_data(0, 1);
    late_data(1, 0);
}

/* The factor of an accumulate whose data comes late, after so many other batches that the one it
 * came in is overwritten. */
TEST_CASE(order_late_factor, TEST_AL)
{
    enum { N = 2000 };
    const int64_t counter = 8 * LANE * 2; /* in the lane of rank 2 */
    const int64_t alpha = 3;
    int64_t old;

    if (al_size() < 3) {
        test_skip("needs 3 ranks");
        return;
    }
    open_lanes();
    if (al_rank() == 1) {
        for (int k = 0; k < N; ++k) {
            ask.out[0][k] = k;
            ask.model[k] = alpha * k;
        }
        const al_shape_t run = {.count = {8 * N}};
        hold_next(1, AM_TAG_DATA);
        CHECK_OK(
            al_acc_nb(ask.segment, 0, ask.at, ASHLAR_LLONG, &alpha, ask.out[0], &run, &ask.handle));
        CHECK_INT(1, hold_count());
        begin();
        MPI_Recv(NULL, 0, MPI_INT, 2, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hold_release();
        CHECK_OK(al_fence(0));
        end();
        hold_forget();
    } else if (al_rank() == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 0, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < 2 * AM_RECEIVES; ++k) {
            CHECK_OK(al_fetch_add(ask.segment, 0, (size_t)counter, ASHLAR_LLONG, 1, &old));
            CHECK_INT(k, old);
        }
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD);
    } else if (al_rank() == 0) {
        bool begun = serve_begin(1);
        while (ali_am.peers[1].data_open == 0)
            CHECK_OK(al_poll());
        MPI_Send(NULL, 0, MPI_INT, 2, TAG_GO, MPI_COMM_WORLD);
        serve_end(1, begun);
    }
    close_lanes();
}

/* However much all ranks ask of a silent server, each has few batches that are not acknowledged,
 * when 32 bits no longer count them either. */
TEST_CASE(order_batches_bounded, TEST_AL)
{
    enum { PUTS = 100, EACH = 1000 };

    open_lanes();
    if (al_rank() == 0) {
        uint64_t skipped;
        for (int rank = 1; rank < al_size(); ++rank) {
            MPI_Recv(&skipped, 1, MPI_UINT64_T, rank, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            ali_am.peers[rank].received += skipped; /* it counts them too */
        }
        serve(al_size() - 1);
    } else {
        am_peer_t *peer = &ali_am.peers[0];
        CHECK_OK(al_fence_all());
        CHECK(peer->sent == peer->acked || peer->sent == peer->acked + 1);
        uint64_t skipped = UINT32_MAX - PUTS / 4 - peer->sent;
        peer->sent += skipped;
        peer->acked = peer->ack_requested = peer->written = peer->sent;
        MPI_Send(&skipped, 1, MPI_UINT64_T, 0, TAG_GO, MPI_COMM_WORLD);
        hold_most_open();
        hold_when_idle(begin);
        for (int k = 0; k < PUTS; ++k) {
            int64_t *from = ask.out[0];
            for (int j = 0; j < EACH; ++j)
                from[j] = ask.model[k * EACH + j] = 7 * k + j;
            CHECK_OK(al_put(ask.segment, 0, ask.at + 8 * (size_t)(k * EACH), from, 8 * EACH));
        }
        CHECK_OK(al_fence(0));
        CHECK(peer->sent > UINT32_MAX);
        CHECK_INT(AM_UNACKED + 1, hold_most_open()); /* one was begun when the bound was met */
        end();
    }
    close_lanes();
}

/* A late answer acknowledges less than is known already. */
TEST_CASE(order_late_answer, TEST_AL)
{
    enum { FROM = 1000, N = 20000 }; /* where nothing is put */
    const al_shape_t run = {.count = {8 * N}};

    open_lanes();
    if (al_rank() == 0) {
        hold_next(1, AM_TAG_REPLY);
        bool begun = serve_begin(1);
        int asked = 0;
        while (!asked) {
            CHECK_OK(al_poll());
            MPI_Iprobe(1, TAG_GO, MPI_COMM_WORLD, &asked, MPI_STATUS_IGNORE);
        }
        MPI_Recv(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_INT(1, hold_count());
        hold_release();
        serve_end(1, begun);
        hold_forget();
    } else if (al_rank() == 1) {
        const am_peer_t *peer = &ali_am.peers[0];
        int64_t old;
        begin();
        CHECK_OK(
            al_get_nb(ask.segment, 0, ask.at + 8 * (size_t)FROM, ask.found, &run, &ask.handle));
        ask_small(PUT_SMALL);
        CHECK_OK(al_fetch_add(ask.segment, 0, ask.at, ASHLAR_LLONG, 9, &old));
        ask.model[0] = 9;
        CHECK_INT(0, old);
        uint64_t acked = peer->acked;
        CHECK_INT(1, (int)(peer->sent - acked)); /* all before the question */
        MPI_Send(NULL, 0, MPI_INT, 0, TAG_GO, MPI_COMM_WORLD);
        CHECK_OK(al_wait(&ask.handle));
        CHECK(ask.found[0] == 0 && ask.found[N - 1] == 0);
        CHECK_INT(0, (int)(peer->acked - acked));
        CHECK_OK(al_fence(0));
        end();
    }
    close_lanes();
}

/* What serving has without asking for more: the reserves, and nothing besides. */
static void leave_only_reserves(void)
{
    ali_am_buffers_free();
    CHECK(ali_am_buffers_reserve());
    while (ali_am.requests.unused_count > AM_RESERVED + ali_am.origin.open_batches.count) {
        am_pending_t *pending = ali_am.requests.unused;
        ali_am.requests.unused = pending->next;
        --ali_am.requests.unused_count;
        free(pending);
    }
}

/* Everything at once, in any order, with what it reads in between. */
static void ask_everything(int rounds)
{
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
            CHECK_OK(al_get_strided(ask.segment, ask.server, ask.at, into, &rows));
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

/* After so many batches that 32 bits do not count them, as of a counter that is read and
 * incremented for hours: gets came between, so that what was written last lies far back. */
TEST_CASE(order_many_batches, TEST_AL)
{
    enum { EACH = 1000, TIMES = 4 * AM_UNACKED, JUMPS = 3 };
    const uint64_t far = (UINT64_C(1) << 31) + 10;

    open_lanes();
    if (al_rank() == 0) {
        ali_am.peers[1].received += JUMPS * far; /* it counts them too */
        serve_end(1, serve_begin(1));
    } else if (al_rank() == 1) {
        am_peer_t *peer = &ali_am.peers[0];
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

/* Origins that wait for room in turn: one gets some, another has to wait again. */
TEST_CASE(order_blocked_again, TEST_AL)
{
    enum { PART = AM_HELD / 16 }; /* of the room, half, in numbers */
    const int64_t one = 1;
    const al_shape_t run = {.count = {8 * 2 * PART}};

    if (al_size() < 4) {
        test_skip("needs 4 ranks");
        return;
    }
    open_lanes();
    for (int k = 0; al_rank() > 0 && k < (al_rank() == 1 ? 2 : 1) * PART; ++k)
        ask.out[0][k] = ask.model[k] = k + al_rank();
    if (al_rank() == 1) { /* takes all the room */
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
        const am_peer_t *peers = ali_am.peers;
        bool begun = serve_begin(1);
        while (peers[1].data_open < 2)
            CHECK_OK(al_poll());
        for (int rank = 2; rank < 4; ++rank) { /* one after the other */
            MPI_Send(NULL, 0, MPI_INT, rank, TAG_GO, MPI_COMM_WORLD);
            int serve;
            MPI_Recv(&serve, 1, MPI_INT, rank, TAG_BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            while (ali_am.server.blocked.count < rank - 1)
                CHECK_OK(al_poll());
        }
        CHECK_INT(AM_HELD, (int64_t)ali_am.memory.held);
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD); /* room for one of them */
        while (peers[2].data_open == 0 && peers[3].data_open == 0)
            CHECK_OK(al_poll());
        CHECK_INT(1, peers[2].data_open);
        CHECK_INT(0, peers[3].data_open);
        CHECK_INT(1, ali_am.server.blocked.count);
        CHECK_INT(3, ali_am.server.blocked.rank[0]);
        CHECK_INT(1, peers[3].is_blocked);
        CHECK_INT(0, peers[2].is_blocked);
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD);
        while (peers[3].data_open == 0)
            CHECK_OK(al_poll());
        CHECK_INT(0, ali_am.server.blocked.count);
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

/* A batch that waits for data of its origin, and then, half served, for room that another has. */
TEST_CASE(order_served_in_parts, TEST_AL)
{
    enum { N = 50 };
    const al_shape_t all_room = {.count = {AM_HELD}},
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
        CHECK_OK(al_acc_nb(ask.segment, 0, ask.at, ASHLAR_LLONG, &one, ask.out[0], &all_room,
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
        const am_peer_t *peers = ali_am.peers;
        int serve;
        MPI_Recv(&serve, 1, MPI_INT, 2, TAG_BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        while (peers[2].data_open < 2)
            CHECK_OK(al_poll());
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD);
        bool begun = serve_begin(1);
        while (peers[1].data_open < 2 || !peers[1].first_deferred)
            CHECK_OK(al_poll());
        MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD);
        while (!peers[1].is_blocked)
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

/* So many requests of MPI under way that their tables grow: all ask all, and answer when all have.
 */
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

/* ---- cases of am and am+rma ------------------------------------------------------------------ */

static void ask_then(void (*then)(void))
{
    open_lanes();
    for (kind_t kind = 0; kind < KINDS; ++kind) {
        if (al_rank() == 0) {
            serve(1);
        } else if (al_rank() == 1) {
            hold_when_idle(begin); /* rank 0 serves once I wait for it */
            ask_any(kind);
            then();
            end();
        }
        barrier_of_both();
    }
    close_lanes();
}

static void fence_rank(void)
{
    CHECK_OK(al_fence(0));
}

static void fence_all(void)
{
    CHECK_OK(al_fence_all());
}

static void fence_group(void)
{
    CHECK_OK(al_fence_group(al_group_world()));
}

static void fence_again(void)
{
    CHECK_OK(al_fence(0));
    ask_small(ACC_SMALL);
    CHECK_OK(al_fence_all());
    ask_small(ACC_POINTS);
    CHECK_OK(al_fence(0));
}

/* When a fence has returned, everything is in the memory of rank 0. */
TEST_CASE(order_fences, TEST_AL)
{
    ask_then(fence_rank);
    ask_then(fence_all);
    ask_then(fence_group);
    ask_then(fence_again);
}

static void get_all(void)
{
    CHECK_OK(al_wait(&ask.handle));
    CHECK_OK(al_get(ask.segment, 0, ask.at, ask.found, 8 * LANE));
    check_found();
}

static void get_rows(void)
{
    int64_t *into = ask.out[ask.next % 4];
    int wrong = 0;

    CHECK_OK(al_wait(&ask.handle));
    memset(into, 0, 8 * (LARGE + LARGE / ROW));
    CHECK_OK(al_get_strided(ask.segment, 0, ask.at, into, &rows));
    for (int k = 0; k < LARGE; ++k)
        wrong += into[k + k / ROW] != ask.model[k];
    for (int row = 1; row <= LARGE / ROW; ++row)
        wrong += into[row * (ROW + 1) - 1] != 0; /* the gap */
    CHECK_INT(0, wrong);
}

/* Of what another engine may carry. */
static void put_over(void)
{
    CHECK_OK(al_wait(&ask.handle));
    for (int k = 0; k < LANE; ++k)
        ask.model[k] = k;
    CHECK_OK(al_put(ask.segment, 0, ask.at, ask.model, 8 * LANE));
    ask_small(ACC_SMALL);
    CHECK_OK(al_fence(0));
}

/* A fence of another rank between. */
static void get_after_other_fence(void)
{
    const int64_t one = 1;
    const int other = al_size() - 1;

    CHECK_OK(al_acc(ask.segment, other, 0, ASHLAR_LLONG, &one, &one, 8));
    CHECK_OK(al_fence(other));
    get_all();
}

/* Blocking calls see what was asked before them, and come after it. */
TEST_CASE(order_sees, TEST_AL)
{
    ask_then(get_all);
    ask_then(get_rows);
    ask_then(put_over);
    ask_then(get_after_other_fence);
}
