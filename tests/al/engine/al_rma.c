/* Windows of the rma engine: transfers from one rank's part of the arena into the next one's, and
 * what goes through MPI though it is local. The ranks share one core, where the engine waits by
 * marks (al_rma.h), while the MPI of the test does nothing before a flush. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al_memory.h>
#include <ashlar/ga.h>

#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/engine/rma/al_rma.h"
#include "armci-lite/src/local/al_handle.h"
#include "al/engine/lazy.h"
#include "armci-lite/src/node/al_arena.h"
#include "harness/harness.h"
#include "harness/rng.h"

enum { SIDE = 65536, LONGS = 2 * SIDE / 8 };

/* A slice of rank 0 that continues beyond its part of the arena. */
typedef struct across {
    al_segment_t *segment;
    size_t begin;         /* SIDE bytes before the edge */
    int64_t model[LONGS]; /* what is there, from begin on */
    int64_t found[LONGS];
} across_t;

static across_t *across_create(void)
{
    across_t *a = test_alloc(sizeof *a);
    uint64_t exposed = ali_arena.rank_bytes; /* other nodes may have others */
    MPI_Bcast(&exposed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    rng_t rng = rng_seed(5);

    for (int k = 0; k < LONGS; ++k)
        a->model[k] = rng_range(&rng, -9, 9);
    if (!CHECK_OK(al_segment_create(al_group_world(), al_rank() == 0 ? exposed + SIDE : 0,
                                    &a->segment))) {
        free(a);
        return NULL;
    }
    a->begin = exposed - SIDE - ali_slice_begin(&a->segment->slices[0]);
    if (al_rank() == al_size() - 1)
        CHECK_OK(al_put(a->segment, 0, a->begin, a->model, sizeof a->model));
    CHECK_OK(al_barrier(al_group_world()));
    return a;
}

/* All ranks find what the model has: through the library, and rank 0 in its memory. */
static bool across_check(const char *file, int line, across_t *a)
{
    bool same = CHECK_OK(al_barrier(al_group_world()));

    memset(a->found, 0, sizeof a->found);
    CHECK_OK(al_get(a->segment, 0, a->begin, a->found, sizeof a->found));
    same = test_check(file, line, memcmp(a->found, a->model, sizeof a->found) == 0,
                      "what was got equals the model") &&
           same;
    if (al_rank() == 0) {
        void *slice;
        CHECK_OK(al_segment_address(a->segment, 0, &slice));
        same =
            test_check(file, line, memcmp((char *)slice + a->begin, a->model, sizeof a->model) == 0,
                       "memory equals the model") &&
            same;
    }
    CHECK_OK(al_barrier(al_group_world()));
    return same;
}
#define CHECK_ACROSS(across) across_check(__FILE__, __LINE__, across)

static void across_free(across_t *a)
{
    CHECK_OK(al_segment_free(a->segment));
    free(a);
}

/* Rows of 6 numbers every 10 of the segment and every 7 of memory: row 50 of 100 lies on the edge,
 * with 2 of its numbers before it. */
enum { ROWS = 100, ROW = 6, FIRST = LONGS / 2 - 2 - 500 };
static const al_shape_t rows = {
    .levels = 1, .count = {8 * ROW, ROWS}, .seg_stride = {80}, .buf_stride = {56}};

static void fill(int64_t *numbers, int n, int rank)
{
    rng_t rng = rng_seed(6 + (uint64_t)rank);

    for (int k = 0; k < n; ++k)
        numbers[k] = rng_range(&rng, -99, 99);
}

/* The engine keeps records of those others that it has accessed, however they were
 * completed. */
TEST_CASE(targets_met, TEST_AL)
{
    al_segment_t *segment;
    const int me = al_rank(), last = al_size() - 1;
    const int64_t number = 5 + me;
    const al_shape_t shape = {.count = {sizeof number}};
    CHECK_OK(al_segment_create(al_group_world(), sizeof number * (size_t)al_size(), &segment));
    const uint32_t before = ali_rma.targets.used;
    CHECK(before <= 2); /* the choice of calls at start, and collective calls */
    for (int turn = 0; turn < 3; ++turn) {
        al_handle_t handle = 0;
        CHECK_OK(al_put_nb(segment, last, sizeof number * (size_t)me, &number, &shape, &handle));
        if (turn == 1) /* completes it by the way */
            CHECK_OK(al_put(segment, last, sizeof number * (size_t)me, &number, sizeof number));
        CHECK_OK(turn == 2 ? al_fence_all() : al_wait(&handle));
        CHECK_OK(al_wait(&handle));
        CHECK(!ali_rma.touched && !ali_rma.unflushed && !ali_rma.any_unflushed);
    }
    CHECK(ali_rma.targets.used <= before + 1);
    CHECK(al_node_of(me) == al_node_of(last) || ali_rma.targets.used > 0);
    CHECK_OK(al_barrier(al_group_world()));
    int64_t found = 0;
    CHECK_OK(al_get(segment, last, sizeof number * (size_t)(last - me), &found, sizeof found));
    CHECK_INT(5 + last - me, found);
    CHECK_OK(al_segment_free(segment));
}

/* The ranks take turns: long runs that end just behind the edge, in the middle and at it. */
TEST_CASE(across_contiguous, TEST_AL)
{
    across_t *a = across_create();
    static int64_t out[LONGS];
    int64_t wrong = 0;

    for (int rank = 0; a && rank < al_size(); ++rank) {
        for (int to = LONGS / 2; to <= LONGS / 2 + 2000; to += to == LONGS / 2 ? 1 : 1999) {
            int from = LONGS / 2 - 3000, n = to - from;
            al_shape_t whole = {.count = {8 * (size_t)n}};
            al_handle_t handle = 0;
            size_t at = a->begin + 8 * (size_t)from;
            fill(out, n, rank + to);
            if (rank == al_rank()) {
                const int64_t three = 3;
                CHECK_OK(al_put(a->segment, 0, at, out, 8 * (size_t)n));
                CHECK_OK(al_acc(a->segment, 0, at, ASHLAR_LLONG, &three, out, 8 * (size_t)n));
                CHECK_OK(
                    al_acc_op(a->segment, 0, at, ASHLAR_LLONG, ASHLAR_SUM, out, 8 * (size_t)n));
                CHECK_OK(al_get_nb(a->segment, 0, at, a->found, &whole, &handle));
                CHECK_OK(al_wait(&handle));
                for (int k = 0; k < n; ++k)
                    wrong += a->found[k] != 5 * out[k];
                CHECK_INT(0, wrong);
            }
            for (int k = 0; k < n; ++k)
                a->model[from + k] = 5 * out[k];
            CHECK_ACROSS(a);
            if (rank == al_rank()) {
                CHECK_OK(al_put_nb(a->segment, 0, at, out, &whole, &handle));
                CHECK_OK(al_wait(&handle));
            }
            memcpy(a->model + from, out, 8 * (size_t)n);
            CHECK_ACROSS(a);
        }
    }
    if (a)
        across_free(a);
}

TEST_CASE(across_strided, TEST_AL)
{
    across_t *a = across_create();
    static int64_t out[ROWS * 7], in[ROWS * 7];

    for (int rank = 0; a && rank < al_size(); ++rank) {
        const int64_t two = 2;
        size_t at = a->begin + 8 * (size_t)FIRST;
        const al_shape_t number = {.count = {8}};
        al_handle_t handle = 0, other = 0, both[2];
        int64_t first;
        fill(out, ROWS * 7, rank);
        if (rank == al_rank()) {
            memset(in, 0, sizeof in);
            CHECK_OK(al_put_strided(a->segment, 0, at, out, &rows));
            CHECK_OK(al_acc_strided(a->segment, 0, at, ASHLAR_LLONG, &two, out, &rows));
            CHECK_OK(al_get_nb(a->segment, 0, at, in, &rows, &handle));
            CHECK_OK(al_get_nb(a->segment, 0, at, &first, &number, &other));
            both[0] = handle;
            both[1] = other;
            CHECK_OK(al_wait(&handle));
            CHECK_OK(al_wait(&other));
            CHECK_INT(in[0], first);
            CHECK(ali_handle_is_complete(both[0]) && ali_handle_is_complete(both[1]));
        }
        for (int k = 0; k < ROWS * ROW; ++k) {
            int row = k / ROW, column = k % ROW;
            a->model[FIRST + 10 * row + column] = 3 * out[7 * row + column];
            CHECK(rank != al_rank() || in[7 * row + column] == 3 * out[7 * row + column]);
        }
        CHECK_ACROSS(a);
    }
    if (a)
        across_free(a);
}

/* Single numbers on both sides of the edge, by all ranks at once. */
TEST_CASE(across_elements, TEST_AL)
{
    enum { N = 40 };
    across_t *a = across_create();
    size_t offsets[N];
    int64_t numbers[N], old;
    void *values[N];
    const int64_t one = 1;

    for (int k = 0; a && k < N; ++k) {
        int64_t number = LONGS / 2 - N / 2 + k;
        offsets[k] = a->begin + 8 * (size_t)number;
        numbers[k] = k + al_rank();
        values[k] = &numbers[k];
        for (int rank = 0; rank < al_size(); ++rank)
            a->model[number] += k + rank;
    }
    if (!a)
        return;
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_acc_vector(a->segment, 0, N, offsets, ASHLAR_LLONG, &one,
                           (const void *const *)values, 8));
    CHECK_ACROSS(a);
    for (int k = N / 2 - 1; k <= N / 2; ++k) {
        CHECK_OK(
            al_fetch_add(a->segment, 0, offsets[k], ASHLAR_LLONG, 1000 * (al_rank() + 1), &old));
        a->model[LONGS / 2 - N / 2 + k] += 500 * al_size() * (al_size() + 1);
    }
    CHECK_ACROSS(a);
    for (int rank = 0; rank < al_size(); ++rank) {
        if (rank == al_rank()) {
            for (int k = 0; k < N; ++k)
                numbers[k] = 100 * rank + k;
            CHECK_OK(al_put_vector(a->segment, 0, N, offsets, (const void *const *)values, 8));
            memset(numbers, 0, sizeof numbers);
            CHECK_OK(al_get_vector(a->segment, 0, N, offsets, values, 8));
            for (int k = 0; k < N; ++k)
                CHECK_INT(100 * rank + k, numbers[k]);
        }
        for (int k = 0; k < N; ++k)
            a->model[LONGS / 2 - N / 2 + k] = 100 * rank + k;
        CHECK_ACROSS(a);
    }
    across_free(a);
}

/* MPI guarantees atomicity among its own calls only: where the engine is rma, what a rank adds to
 * its own block goes through MPI too. */
TEST_CASE(local_atomics, TEST_GA)
{
    enum { N = 5 };
    const double one = 1, values[N] = {1, 2, 3, 4, 5};
    const int64_t me = ga_rank();
    int64_t index[2 * N];
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, ga_size(), "mine", N, 1, &g));
    CHECK_OK(ga_zero(g));
    for (int k = 0; k < N; ++k) {
        index[2 * k] = k;
        index[2 * k + 1] = me;
    }
    int before = lazy_atomics();
    CHECK_OK(ga_scatter_acc_nd(g, N, index, values, &one));
    CHECK_INT(N, lazy_atomics() - before);
    CHECK_OK(ga_acc(g, 0, N - 1, me, me, values, N, &one));
    CHECK_INT(2 * N, lazy_atomics() - before);
    CHECK_OK(ga_destroy(g));
    REQUIRE_OK(ga_create(ASHLAR_LLONG, 1, ga_size(), "counters", 1, 1, &g));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_read_inc(g, 0, me, 1, NULL));
    CHECK_INT(2 * N + 1, lazy_atomics() - before);
    CHECK_OK(ga_destroy(g));
}

/* The same for sums into memory of its own, which others may know. */
TEST_CASE(local_memory, TEST_AL)
{
    const int64_t numbers[2] = {10, 20}, one = 1;
    int64_t *mine = NULL;
    size_t offset = 0;

    REQUIRE_OK(al_alloc(sizeof numbers, (void **)&mine));
    memset(mine, 0, sizeof numbers);
    CHECK_OK(al_locate(al_rank(), mine, &offset));
    int before = lazy_atomics();
    CHECK_OK(al_acc(al_memory(), al_rank(), offset, ASHLAR_LLONG, &one, numbers, sizeof numbers));
    CHECK_INT(2, lazy_atomics() - before);
    CHECK_OK(al_fetch_add(al_memory(), al_rank(), offset + 8, ASHLAR_LLONG, 3, NULL));
    CHECK_INT(3, lazy_atomics() - before);
    CHECK_OK(al_fence(al_rank()));
    CHECK_INT(10, mine[0]);
    CHECK_INT(23, mine[1]);
    CHECK_OK(al_free(mine));
}

static void share_a_core(void)
{
    cpu_set_t cores, one;
    size_t core = 0;

    CHECK_INT(0, sched_getaffinity(0, sizeof cores, &cores));
    while (!CPU_ISSET(core, &cores))
        ++core;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    CHECK_INT(0, sched_setaffinity(0, sizeof one, &one));
}

int main(int argc, char **argv)
{
    share_a_core();
    return test_main(argc, argv);
}
