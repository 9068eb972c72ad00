/* Order and completion as the active-message engine promises them, with a server, rank 0 unless a
 * case says otherwise, that is silent until it is told to serve, and with messages that come late.
 */
#include <limits.h>
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "al/engine/hold.h"
#include "al/engine/lanes.h"
#include "harness/harness.h"

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
        ask_small(ACC_ELEMENTS);
    }
    ask_large(second);
    ask_small(ACC_SMALL);
    if (small)
        ask_small(PUT_ELEMENTS);
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
    const am_peer_t *peer = ali_am_peer(origin);

    for (int round = 0; round < 300; ++round) {
        CHECK_OK(al_poll());
        while (peer->data_expected == 0)
            CHECK_OK(al_poll());
        if (!CHECK(peer->data_expected <= most))
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
        while (ali_am_peer(1)->data_expected == 0)
            CHECK_OK(al_poll());
        MPI_Send(NULL, 0, MPI_INT, 2, TAG_GO, MPI_COMM_WORLD);
        serve_end(1, begun);
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
        const am_peer_t *peer = ali_am_peer(0);
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
    ask_small(ACC_ELEMENTS);
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
    CHECK_OK(al_get_strided(ask.segment, 0, ask.at, into, &lane_rows));
    for (int k = 0; k < LARGE; ++k)
        wrong += into[k + k / ROW] != ask.model[k];
    for (int row = 1; row <= LARGE / ROW; ++row)
        wrong += into[row * (ROW + 1) - 1] != 0; /* the gap */
    CHECK_INT(0, wrong);
}

/* The operations that another engine may carry. */
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
