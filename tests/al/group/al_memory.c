/* Memory that single ranks allocate, reached by address from everywhere. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/al_memory.h>

#include "al/slices.h"
#include "harness/harness.h"

/* The word that every rank announces: an address, as a number; 0: none. */
static uint64_t *tell(const void *mine)
{
    uint64_t *all = test_alloc((size_t)al_size() * sizeof *all), number = (uint64_t)(uintptr_t)mine;

    MPI_Allgather(&number, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    return all;
}

static size_t locate(int rank, uint64_t address)
{
    size_t offset = 0;

    CHECK_OK(al_locate(rank, (const void *)(uintptr_t)address, &offset));
    return offset;
}

/* ---- one rank's memory, every kind of call --------------------------------------------------- */

/* The memory: a counter, a sum, the last visitor; then a lane for each rank, in which it has a run,
 * a sum, rows, runs of a list, and what came by nonblocking calls. */
enum { COUNTER = 0, TOTAL = 8, VISITOR = 16, FRONT = 64, LANE = 4096, TURNS = 5 };
enum { SUM = 1024, ROWS = 1536, LIST = 2048, LATER = 2560 };
enum { RUN = 1001, NUMBERS = 50, ROW = 24, STRIDE = 40 };

static const al_shape_t rows = {
    .levels = 1, .count = {ROW, 6}, .seg_stride = {STRIDE}, .buf_stride = {ROW}};
static const al_shape_t run = {.count = {RUN}}, sums = {.count = {8 * NUMBERS}};

/* Not a multiple of anything. */
static size_t lanes_bytes(void)
{
    return FRONT + LANE * (size_t)al_size() + 3;
}

static char byte_of(int writer, size_t k)
{
    return (char)(7 * k + 31 * (size_t)writer + k / 256);
}

/* The value that a rank leaves in its lane. */
static void model_lane(char *lane, int writer)
{
    for (size_t k = 0; k < RUN; ++k)
        lane[k] = lane[LATER + k] = byte_of(writer, k);
    for (size_t k = 0; k < NUMBERS; ++k) {
        const double sum = 3.0 * ((double)k + writer);
        memcpy(lane + SUM + 8 * k, &sum, sizeof sum);
    }
    for (size_t k = 0; k < 6 * ROW; ++k)
        lane[ROWS + k / ROW * STRIDE + k % ROW] = byte_of(writer, k);
    for (size_t k = 0; k < 6 * ROW; ++k)
        lane[LIST + (5 - k / ROW) * STRIDE + k % ROW] = byte_of(writer, k);
}

static char *model_memory(void)
{
    char *model = test_alloc(lanes_bytes());
    const int64_t size = al_size(), front[2] = {size * TURNS * 3, size * (size + 1) / 2};

    memset(model, 0, lanes_bytes());
    memcpy(model, front, sizeof front);
    for (int writer = 0; writer < al_size(); ++writer)
        model_lane(model + FRONT + LANE * (size_t)writer, writer);
    return model;
}

/* Write my lane, and read it back in the same way. */
static void use_lane(int rank, size_t at)
{
    char out[RUN], in[RUN] = {0};
    double numbers[NUMBERS];
    const double half = 0.5;
    size_t offsets[6];
    void *from[6], *into[6];
    al_handle_t handle = 0;
    int done = 0;

    for (size_t k = 0; k < RUN; ++k)
        out[k] = byte_of(al_rank(), k);
    for (size_t k = 0; k < NUMBERS; ++k)
        numbers[k] = 2 * ((double)k + al_rank());
    for (size_t k = 0; k < 6; ++k) {
        offsets[k] = at + LIST + (5 - k) * STRIDE;
        from[k] = out + k * ROW;
        into[k] = in + k * ROW;
    }
    CHECK_OK(al_put(al_memory(), rank, at, out, RUN));
    CHECK_OK(al_get(al_memory(), rank, at, in, RUN));
    CHECK_INT(0, memcmp(in, out, RUN));
    CHECK_OK(al_acc_nb(al_memory(), rank, at + SUM, ASHLAR_DOUBLE, &half, numbers, &sums, &handle));
    CHECK_OK(al_wait(&handle));
    CHECK_OK(
        al_acc_op(al_memory(), rank, at + SUM, ASHLAR_DOUBLE, ASHLAR_SUM, numbers, sizeof numbers));
    CHECK_OK(al_put_strided(al_memory(), rank, at + ROWS, out, &rows));
    memset(in, 0, sizeof in);
    CHECK_OK(al_get_strided(al_memory(), rank, at + ROWS, in, &rows));
    CHECK_INT(0, memcmp(in, out, 6 * ROW));
    CHECK_OK(al_put_vector(al_memory(), rank, 6, offsets, (const void *const *)from, ROW));
    memset(in, 0, sizeof in);
    CHECK_OK(al_get_vector(al_memory(), rank, 6, offsets, into, ROW));
    CHECK_INT(0, memcmp(in, out, 6 * ROW));
    CHECK_OK(al_put_nb(al_memory(), rank, at + LATER, out, &run, &handle));
    CHECK_OK(al_wait(&handle));
    memset(in, 0, sizeof in);
    CHECK_OK(al_get_nb(al_memory(), rank, at + LATER, in, &run, &handle));
    while (!done)
        CHECK_OK(al_test(&handle, &done));
    CHECK_INT(0, memcmp(in, out, RUN));
}

/* Take numbers from the counter, all different, and add mine to the sum. */
static void use_front(int rank, size_t at)
{
    const int64_t one = 1, me = al_rank() + 1;
    int64_t old = -1, last = -1, visitor = -1;

    for (int turn = 0; turn < TURNS; ++turn) {
        CHECK_OK(al_fetch_add(al_memory(), rank, at + COUNTER, ASHLAR_LLONG, 3, &old));
        CHECK(old > last && old % 3 == 0 && old < 3 * TURNS * al_size());
        last = old;
    }
    CHECK_OK(al_acc(al_memory(), rank, at + TOTAL, ASHLAR_LLONG, &one, &me, sizeof me));
    CHECK_OK(al_swap(al_memory(), rank, at + VISITOR, ASHLAR_LLONG, me, &visitor));
    CHECK(visitor >= 0 && visitor <= al_size() && visitor != me);
}

/* Everybody but rank 1 allocates, and tells; all write and update all, at once. The owner finds it
 * with loads, the others by reading. */
TEST_CASE(memory_by_address, TEST_AL)
{
    const bool owner = al_rank() != 1;
    const int64_t nobody = 0;
    void *mine = NULL;

    if (owner) {
        REQUIRE_OK(al_alloc(lanes_bytes(), &mine));
        CHECK_INT(0, (int64_t)((uintptr_t)mine % 64));
        memset(mine, 0, lanes_bytes());
    }
    uint64_t *addresses = tell(mine);
    char *model = model_memory(), *found = test_alloc(lanes_bytes());
    CHECK_OK(al_barrier(al_group_world()));
    for (int rank = 0; rank < al_size(); ++rank) {
        if (addresses[rank]) {
            use_front(rank, locate(rank, addresses[rank]));
            use_lane(rank, locate(rank, addresses[rank] + FRONT + LANE * (uint64_t)al_rank()));
        }
    }
    CHECK_OK(al_barrier(al_group_world()));
    if (owner) {
        int64_t visitor = -1;
        memcpy(&visitor, (char *)mine + VISITOR, sizeof visitor);
        CHECK(visitor >= 1 && visitor <= al_size());
        memcpy((char *)mine + VISITOR, &nobody, sizeof nobody);
        CHECK_INT(0, memcmp(mine, model, lanes_bytes()));
    }
    CHECK_OK(al_barrier(al_group_world()));
    for (int rank = 0; rank < al_size(); ++rank) {
        if (addresses[rank]) {
            CHECK_OK(
                al_get(al_memory(), rank, locate(rank, addresses[rank]), found, lanes_bytes()));
            CHECK_INT(0, memcmp(found, model, lanes_bytes()));
        }
    }
    CHECK_OK(al_barrier(al_group_world()));
    if (owner)
        CHECK_OK(al_free(mine));
    free(found);
    free(model);
    free(addresses);
}

/* More ways from store to load: my fence and a message of the program, and a notice. */
TEST_CASE(memory_messages, TEST_AL)
{
    int next = (al_rank() + 1) % al_size(), before = (al_rank() + al_size() - 1) % al_size();
    int64_t *mine = NULL, seen = 0, wrong = 0;

    REQUIRE_OK(al_alloc(2 * sizeof *mine, (void **)&mine));
    mine[0] = mine[1] = 0;
    uint64_t *addresses = tell(mine);
    CHECK_OK(al_barrier(al_group_world()));
    for (int turn = 1; turn <= 50; ++turn) {
        const int64_t number = 1000 * turn + al_rank();
        int heard = -1;
        mine[0] = number; /* the next one reads it; and I write into its second number */
        CHECK_OK(al_put(al_memory(), next, locate(next, addresses[next] + 8), &number, 8));
        CHECK_OK(al_fence(al_rank()));
        CHECK_OK(al_fence(next));
        if (turn % 2) {
            test_exchange(turn, next, &heard, before);
            CHECK_INT(turn, heard);
            CHECK_OK(al_fence(al_rank()));
        } else {
            CHECK_OK(al_notify(next));
            CHECK_OK(al_notify_wait(before));
        }
        wrong += mine[1] != 1000 * turn + before;
        CHECK_OK(al_get(al_memory(), before, locate(before, addresses[before]), &seen, 8));
        wrong += seen != 1000 * turn + before;
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_free(mine));
    free(addresses);
}

/* ---- segments -------------------------------------------------------------------------------- */

static size_t some_bytes(int rank)
{
    return 500 + 64 * (size_t)rank;
}

/* An address inside a slice is a place of both: of its segment, on a group in another order, and of
 * all memory. */
TEST_CASE(memory_of_segments, TEST_AL)
{
    int ranks[64], size = al_size(), me = al_rank();
    al_segment_t *all = al_memory();
    al_group_t *group;
    void *mine = NULL, *slice = NULL, *near = NULL;

    for (int k = 0; k < size; ++k)
        ranks[k] = size - 1 - k;
    REQUIRE_OK(al_group_create(size, ranks, &group));
    slices_t s = slices_create(group, some_bytes, -1, 21);
    CHECK(al_segment_group(all) == al_group_world());
    CHECK_OK(al_segment_address(s.segment, al_group_rank(group), &mine));
    uint64_t *addresses = tell(mine);
    for (int rank = 0; rank < size; ++rank) {
        int there = al_group_rank_of(group, rank);
        size_t offset = locate(rank, addresses[rank]);
        CHECK_INT(123, (int64_t)(locate(rank, addresses[rank] + 123) - offset));
        CHECK(offset + some_bytes(there) <= al_segment_bytes(all, rank));
        memset(s.model[there] + 10 * me, 40 + me, 10);
        CHECK_OK(al_put(all, rank, offset + 10 * (size_t)me, s.model[there] + 10 * me, 10));
        for (int writer = 0; writer < size; ++writer)
            memset(s.model[there] + 10 * writer, 40 + writer, 10);
        if (al_node_of(rank) == al_node_of(me)) {
            CHECK_OK(al_segment_address(s.segment, there, &slice));
            CHECK_OK(al_segment_address(all, rank, &near));
            CHECK((char *)near + offset == (char *)slice);
            CHECK_INT((int64_t)addresses[rank], (int64_t)(uintptr_t)slice);
            CHECK_INT((int64_t)al_segment_bytes(all, me), (int64_t)al_segment_bytes(all, rank));
        } else {
            CHECK_STATUS(ASHLAR_EREMOTE, al_segment_address(all, rank, &near));
        }
    }
    CHECK_SLICES(&s);
    slices_free(&s);
    CHECK_OK(al_group_free(group));
    free(addresses);
}

/* Updates of a place are atomic with each other by whichever way they come. */
TEST_CASE(memory_updates_collide, TEST_AL)
{
    enum { ROUNDS = 100 };
    const int64_t one = 1;
    al_segment_t *segment = zeroes();
    int64_t sum = 0, count = 0;
    void *mine = NULL;

    CHECK_OK(al_segment_address(segment, al_rank(), &mine));
    uint64_t *addresses = tell(mine);
    for (int round = 0; round < ROUNDS; ++round) {
        for (int rank = 0; rank < al_size(); ++rank) {
            size_t at = locate(rank, addresses[rank]);
            CHECK_OK(al_acc(segment, rank, 0, ASHLAR_LLONG, &one, &one, 8));
            CHECK_OK(al_acc(al_memory(), rank, at, ASHLAR_LLONG, &one, &one, 8));
            CHECK_OK(al_fetch_add(segment, rank, 8, ASHLAR_LLONG, 1, NULL));
            CHECK_OK(al_fetch_add(al_memory(), rank, at + 8, ASHLAR_LLONG, 1, NULL));
        }
    }
    CHECK_OK(al_barrier(al_group_world()));
    for (int rank = 0; rank < al_size(); ++rank) {
        CHECK_OK(al_get(segment, rank, 0, &sum, 8));
        CHECK_OK(al_get(segment, rank, 8, &count, 8));
        CHECK_INT(2 * ROUNDS * al_size(), sum);
        CHECK_INT(2 * ROUNDS * al_size(), count);
    }
    CHECK_OK(al_segment_free(segment));
    free(addresses);
}
