/* Nonblocking transfers never wait for the server, however many there are: they queue at the
 * origin, and small gets share messages. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "al/engine/hold.h"
#include "al/engine/lanes.h"
#include "harness/harness.h"

/* ---- writes ---------------------------------------------------------------------------------- */

/* In numbers: the first half of the lane in small parts, which travel in records, then a run that
 * travels as it is, then rows that are packed, as several fragments. */
enum { PART = 40, PARTS = LANE / 2 / PART, RUN = LANE / 6, REST = LANE - PARTS * PART - RUN };

/* A part is put or, by rows, added; nothing that the call was given but the data is there later. */
static void write_part(int part)
{
    const size_t first = (size_t)part * PART;
    const int64_t *from = ask.out[0] + first;
    if (part % 2) {
        int64_t three = 3;
        al_shape_t rows = {
            .levels = 1, .count = {80, PART / 10}, .seg_stride = {80}, .buf_stride = {80}};
        CHECK_OK(al_acc_nb(ask.segment, 0, ask.at + 8 * first, ASHLAR_LLONG, &three, from, &rows,
                           &ask.handle));
        three = 99;
        memset(&rows, 0x77, sizeof rows);
    } else {
        al_shape_t run = {.count = {8 * PART}};
        CHECK_OK(al_put_nb(ask.segment, 0, ask.at + 8 * first, from, &run, &ask.handle));
        memset(&run, 0x77, sizeof run);
    }
}

static void write_run(void)
{
    const size_t first = (size_t)PARTS * PART;
    al_shape_t run = {.count = {8 * RUN}};
    CHECK_OK(al_put_nb(ask.segment, 0, ask.at + 8 * first, ask.out[0] + first, &run, &ask.handle));
    memset(&run, 0x77, sizeof run);
}

static void write_rows(void)
{
    const size_t first = (size_t)PARTS * PART + RUN;
    static al_shape_t rows;
    rows = (al_shape_t){.levels = 1,
                        .count = {8 * ROW, REST / ROW},
                        .seg_stride = {8 * ROW},
                        .buf_stride = {8 * ROW + 8}};
    CHECK_OK(al_put_nb(ask.segment, 0, ask.at + 8 * first, ask.out[1], &rows, &ask.handle));
    memset(&rows, 0, sizeof rows);
}

/* All of the lane, each number once. */
static void write_lane(int round)
{
    for (int k = 0; k < LANE; ++k) {
        ask.out[0][k] = 5 * k + round + al_rank();
        int part = k / PART, adds = part < PARTS && part % 2;
        ask.model[k] = adds ? ask.model[k] + 3 * ask.out[0][k] : ask.out[0][k];
    }
    for (int k = 0; k < REST; ++k)
        ask.out[1][k + k / ROW] = ask.out[0][LANE - REST + k];
    for (int part = 0; part < PARTS; ++part) {
        if (part == PARTS / 2)
            write_run();
        write_part(part);
    }
    write_rows();
}

/* More than the send credit for a silent server allows. */
TEST_CASE(queue_writes, TEST_AL)
{
    open_lanes();
    if (al_rank() == 0) {
        serve(al_size() - 1);
    } else {
        int done;
        hold_most_unacked();
        write_lane(0);
        CHECK(ali_am_peer(0)->first_queued != NULL);
        CHECK_INT(1, ali_am_count(AM_QUEUED));
        CHECK(hold_most_unacked() <= AM_UNACKED + 1);
        CHECK_OK(al_test(&ask.handle, &done));
        CHECK_INT(0, done);
        begin();
        CHECK_OK(al_rank() % 2 ? al_fence(0) : al_fence_all()); /* of what is queued too */
        CHECK_INT(0, ali_am_count(AM_QUEUED));
        CHECK_OK(al_test(&ask.handle, &done));
        CHECK_INT(1, done);
        end();
    }
    close_lanes();
}

/* ---- reads ----------------------------------------------------------------------------------- */

/* The server fills the lanes. */
static void fill_lanes(void)
{
    if (al_rank() == 0) {
        void *slice;
        CHECK_OK(al_segment_address(ask.segment, 0, &slice));
        for (int k = 0; k < LANE * al_size(); ++k)
            ((int64_t *)slice)[k] = 3 * (k % LANE) + k / LANE;
    }
    for (int k = 0; k < LANE; ++k)
        ask.model[k] = 3 * k + al_rank();
    barrier_of_both();
}

/* Two of the small gets from a silent server go at once, and the others share a batch and an
 * answer; each may have a handle of its own. */
TEST_CASE(queue_shares_messages, TEST_AL)
{
    enum { GETS = 900 };
    al_handle_t handle[GETS] = {0};

    open_lanes();
    fill_lanes();
    if (al_rank() == 0) {
        serve(al_size() - 1);
    } else {
        const al_shape_t number = {.count = {8}};
        const am_peer_t *peer = ali_am_peer(0);
        const uint64_t sent = peer->sent;
        for (int k = 0; k < GETS; ++k)
            CHECK_OK(al_get_nb(ask.segment, 0, ask.at + 8 * (size_t)(100 * k), &ask.found[k],
                               &number, &handle[k]));
        CHECK(peer->sent - sent == 2);
        begin();
        for (int k = 0; k < GETS; ++k) {
            CHECK_OK(al_wait(&handle[k]));
            CHECK_INT(ask.model[100 * k], ask.found[k]);
        }
        CHECK(peer->sent - sent <= 4); /* at most one for an acknowledgement */
        end();
    }
    close_lanes();
}

/* Gets of all kinds, each into a place of its own: a number, a few runs, more bytes or more runs
 * than share messages, and fragments. */
static void read_lane(void)
{
    const al_shape_t shapes[] = {
        {.count = {8}},
        {.levels = 1, .count = {16, 4}, .seg_stride = {40}, .buf_stride = {24}},
        {.levels = 2, .count = {8, 2, 3}, .seg_stride = {16, 80}, .buf_stride = {16, 40}},
        {.count = {1024}},
        {.count = {1032}},
        {.levels = 1, .count = {8, 20}, .seg_stride = {16}, .buf_stride = {8}},
        {.levels = 1, .count = {800, 10}, .seg_stride = {808}, .buf_stride = {816}}};
    enum { SHAPES = sizeof shapes / sizeof *shapes, STEP = 1100, TIMES = 18 * SHAPES };

    memset(ask.found, 0x55, 8 * LANE);
    memset(ask.out[0], 0x55, 8 * LANE); /* what must be found */
    for (int k = 0; k < TIMES; ++k) {
        al_shape_t shape = shapes[k % SHAPES];
        size_t from = (size_t)(k * 97), to = (size_t)(k * STEP), index[3];
        for (index[2] = 0; index[2] < (shape.levels > 1 ? shape.count[2] : 1); ++index[2])
            for (index[1] = 0; index[1] < (shape.levels > 0 ? shape.count[1] : 1); ++index[1])
                memcpy((char *)(ask.out[0] + to) + index[1] * shape.buf_stride[0] +
                           index[2] * shape.buf_stride[1],
                       (const char *)(ask.model + from) + index[1] * shape.seg_stride[0] +
                           index[2] * shape.seg_stride[1],
                       shape.count[0]);
        CHECK_OK(al_get_nb(ask.segment, 0, ask.at + 8 * from, &ask.found[to], &shape, &ask.handle));
        memset(&shape, 0x77, sizeof shape);
    }
}

static void check_read(void)
{
    CHECK_OK(al_wait(&ask.handle));
    CHECK_INT(0, memcmp(ask.out[0], ask.found, 8 * LANE));
}

TEST_CASE(queue_reads, TEST_AL)
{
    const int64_t unread = 12345; /* what is written behind all that is read */

    open_lanes();
    fill_lanes();
    if (al_rank() == 0) {
        serve(al_size() - 1);
    } else {
        const am_peer_t *peer = ali_am_peer(0);
        const al_shape_t number = {.count = {8}};
        read_lane();
        CHECK(peer->first_queued != NULL);
        CHECK_OK(al_put_nb(ask.segment, 0, ask.at + 8 * (LANE - 1), &unread, &number, &ask.handle));
        ask.model[LANE - 1] = unread;
        CHECK(!peer->is_in[AM_UNFENCED]);
        begin();
        CHECK_OK(al_fence_all()); /* of the first write too */
        CHECK(peer->acked >= peer->written && peer->written > 0);
        check_read();
        for (int round = 0; round < 5; ++round) {
            read_lane();             /* while it serves */
            CHECK_OK(al_wait_all()); /* for what is queued until it has arrived */
            CHECK_INT(0, memcmp(ask.out[0], ask.found, 8 * LANE));
            check_read();
        }
        end();
    }
    close_lanes();
}

/* With the least credit that an origin has among very many. */
TEST_CASE(queue_little_credit, TEST_AL)
{
    for (int credit = AM_LEAST_UNACKED; credit <= AM_LEAST_UNACKED + 2; ++credit) {
        open_lanes();
        fill_lanes();
        ali_am.origin.credit = credit;
        if (al_rank() == 0) {
            serve(al_size() - 1);
        } else {
            hold_most_unacked();
            write_lane(0);
            CHECK_INT(credit, hold_most_unacked()); /* the rest waits */
            begin();
            CHECK_OK(al_fence(0));
            for (int round = 1; round < 4; ++round) {
                read_lane();
                check_read();
                write_lane(round);
                CHECK_OK(al_fence_all());
            }
            CHECK(hold_most_unacked() <= credit + 2); /* a fence asks without credit */
            end();
        }
        ali_am.origin.credit = AM_UNACKED;
        close_lanes();
    }
}

/* Without memory to queue, to share or to pack more than there is already, calls wait. */
TEST_CASE(queue_no_memory, TEST_AL)
{
    open_lanes();
    fill_lanes();
    if (al_rank() == 0) {
        serve(al_size() - 1);
    } else {
        begin();
        for (int round = 0; round < 3; ++round) {
            if (round > 0) {
                ali_am_queues_free();
                hold_memory(true);
            }
            read_lane();
            check_read();
            write_lane(round);
            CHECK_OK(al_fence(0));
            hold_memory(false);
        }
        end();
    }
    close_lanes();
}
