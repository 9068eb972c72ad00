/* A forked child that calls the library: whatever it holds is refused, and the parent's is as it
 * was. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al_memory.h>
#include <ashlar/ga.h>

#include "misuse.h"

static const char *words(void)
{
    static char text[64];
    snprintf(text, sizeof text, "this process was forked from rank %d, and only that may",
             test_rank());
    return text;
}

/* ---- al -------------------------------------------------------------------------------------- */

enum { BYTES = 64 };

static al_segment_t *segment, *part_segment;
static al_mutexes_t *mutexes;
static al_group_t *part;
static al_handle_t handle;
static void *block;

static void al_in_child(void)
{
    const al_shape_t run = {.count = {8}};
    const size_t offset = 0;
    long long value = 5;
    int64_t old = 5;
    int done = 5;
    size_t place = 5;
    void *address = &value;

    CHECK_INT(1, al_forked());
    CHECK_INT(0, al_initialized());
    CHECK_INT(-1, al_rank());
    CHECK_INT(0, al_engine_polls());
    CHECK(al_group_world() == NULL && al_memory() == NULL);
    al_refuses();
    for (int rank = 0; rank < test_size(); ++rank) {
        MISUSE(ASHLAR_ESTATE, al_put(segment, rank, 0, &value, 8), words());
        MISUSE(ASHLAR_ESTATE, al_put(segment, rank, 0, &value, 0), words());
        MISUSE(ASHLAR_ESTATE, al_get(segment, rank, 0, &value, 8), words());
        MISUSE(ASHLAR_ESTATE, al_put_strided(segment, rank, 0, &value, &run), words());
        MISUSE(ASHLAR_ESTATE, al_get_strided(segment, rank, 0, &value, &run), words());
        MISUSE(ASHLAR_ESTATE, al_acc(segment, rank, 0, ASHLAR_LLONG, &value, &value, 8), words());
        MISUSE(ASHLAR_ESTATE, al_acc_strided(segment, rank, 0, ASHLAR_LLONG, &value, &value, &run));
        MISUSE(ASHLAR_ESTATE, al_acc_op(segment, rank, 0, ASHLAR_LLONG, ASHLAR_MAX, &value, 8));
        MISUSE(ASHLAR_ESTATE,
               al_acc_op_strided(segment, rank, 0, ASHLAR_LLONG, ASHLAR_MAX, &value, &run));
        MISUSE(ASHLAR_ESTATE,
               al_put_vector(segment, rank, 1, &offset, (const void *[]){&value}, 8));
        MISUSE(ASHLAR_ESTATE, al_get_vector(segment, rank, 1, &offset, (void *[]){&value}, 8));
        MISUSE(ASHLAR_ESTATE, al_acc_vector(segment, rank, 1, &offset, ASHLAR_LLONG, &value,
                                            (const void *[]){&value}, 8));
        MISUSE(ASHLAR_ESTATE, al_put_nb(segment, rank, 0, &value, &run, &handle));
        MISUSE(ASHLAR_ESTATE, al_get_nb(segment, rank, 0, &value, &run, &handle));
        MISUSE(ASHLAR_ESTATE,
               al_acc_nb(segment, rank, 0, ASHLAR_LLONG, &value, &value, &run, &handle));
        MISUSE(ASHLAR_ESTATE, al_fetch_add(segment, rank, 0, ASHLAR_LLONG, 1, &old), words());
        MISUSE(ASHLAR_ESTATE, al_swap(segment, rank, 0, ASHLAR_LLONG, 1, &old));
        MISUSE(ASHLAR_ESTATE, al_compare_swap(segment, rank, 0, ASHLAR_LLONG, 0, 1, &old));
        MISUSE(ASHLAR_ESTATE, al_put_signal(segment, rank, 8, &value, &run, 0, 1));
        MISUSE(ASHLAR_ESTATE, al_put_signal(segment, rank, 0, NULL, NULL, 0, 1));
        MISUSE(ASHLAR_ESTATE, al_segment_address(segment, rank, &address));
        MISUSE(ASHLAR_ESTATE, al_notify(rank));
        CHECK_INT(-1, al_node_of(rank));
    }
    MISUSE(ASHLAR_ESTATE, al_put(part_segment, 0, 0, &value, 8), words());
    MISUSE(ASHLAR_ESTATE, al_signal_wait(segment, 0, 0, NULL));
    MISUSE(ASHLAR_ESTATE, al_wait(&handle), words());
    MISUSE(ASHLAR_ESTATE, al_test(&handle, &done));
    MISUSE(ASHLAR_ESTATE, al_wait_all());
    MISUSE(ASHLAR_ESTATE, al_mutex_lock(mutexes, 0), words());
    MISUSE(ASHLAR_ESTATE, al_mutex_try_lock(mutexes, 0, &done));
    MISUSE(ASHLAR_ESTATE, al_mutex_unlock(mutexes, 0));
    MISUSE(ASHLAR_ESTATE, al_mutexes_free(mutexes));
    MISUSE(ASHLAR_ESTATE, al_free(block));
    MISUSE(ASHLAR_ESTATE, al_locate(test_rank(), block, &place));
    MISUSE(ASHLAR_ESTATE, al_barrier(part), words());
    MISUSE(ASHLAR_ESTATE, al_fence_group(part));
    MISUSE(ASHLAR_ESTATE, al_broadcast(part, &value, sizeof value, 0));
    MISUSE(ASHLAR_ESTATE, al_allreduce(part, ASHLAR_LLONG, ASHLAR_SUM, &value, 1));
    MISUSE(ASHLAR_ESTATE, al_segment_create(part, 8, &segment));
    MISUSE(ASHLAR_ESTATE, al_mutexes_create(part, 1, &mutexes));
    CHECK(al_group_comm(part) == MPI_COMM_NULL);
    MISUSE(ASHLAR_ESTATE, al_segment_free(segment), words());
    MISUSE(ASHLAR_ESTATE, al_group_free(part));
    MISUSE(ASHLAR_ESTATE, al_finalize(), words());
    MISUSE(ASHLAR_ESTATE, al_init(MPI_COMM_WORLD), words());
    CHECK(value == 5 && old == 5 && done == 5 && place == 5 && address == &value);
    CHECK_IN_CHILD(al_refuses); /* a child's child */
}

TEST_CASE(forked_bytes, TEST_AL)
{
    const int me = test_rank(), next = (me + 1) % test_size();
    int64_t found = 0;
    const al_shape_t run = {.count = {8}};

    CHECK_INT(0, al_forked());
    REQUIRE_OK(al_group_create(1, &me, &part));
    REQUIRE_OK(al_segment_create(al_group_world(), BYTES, &segment));
    REQUIRE_OK(al_segment_create(part, BYTES, &part_segment));
    REQUIRE_OK(al_mutexes_create(al_group_world(), 2, &mutexes));
    REQUIRE_OK(al_alloc(BYTES, &block));
    memset(block, 7, BYTES);
    CHECK_OK(al_put(segment, next, 0, &(long long){1000 + me}, 8));
    CHECK_OK(al_barrier(al_group_world()));
    if (me == 0)
        CHECK_OK(al_mutex_lock(mutexes, 0));
    CHECK_OK(al_get_nb(segment, next, 0, &found, &run, &handle));
    CHECK_IN_CHILD(al_in_child);
    CHECK_OK(al_wait(&handle));
    CHECK_INT(1000 + me, found);
    if (me == 0)
        CHECK_OK(al_mutex_unlock(mutexes, 0));
    CHECK_INT(7, ((char *)block)[BYTES - 1]);
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_fetch_add(segment, next, 0, ASHLAR_LLONG, 1, &found));
    CHECK_INT(1000 + me, found);
    CHECK_OK(al_free(block));
    CHECK_OK(al_mutexes_free(mutexes));
    CHECK_OK(al_segment_free(part_segment));
    CHECK_OK(al_segment_free(segment));
    CHECK_OK(al_group_free(part));
}

/* ---- ga -------------------------------------------------------------------------------------- */

static ga_t g;
static ga_group_t group;
static ga_mutexes_t set;
static ga_tasks_t tasks;
static ga_handle_t pending;

static void ga_in_child(void)
{
    double value = 5;
    int64_t old = 5;

    CHECK_INT(0, ga_initialized());
    CHECK_INT(-1, ga_rank());
    ga_refuses(g);
    test_repeat("ga_onesided_stopped");
    test_repeat("coarray_stopped");
    test_repeat("bundle_stopped");
    MISUSE(ASHLAR_ESTATE, ga_put(g, 0, 0, 0, 0, &value, 1), words());
    MISUSE(ASHLAR_ESTATE, ga_acc(g, 0, 0, 0, 0, &value, 1, &value), words());
    MISUSE(ASHLAR_ESTATE, ga_read_inc(g, 0, 0, 1, &old), words());
    MISUSE(ASHLAR_ESTATE, ga_zero(g), words());
    MISUSE(ASHLAR_ESTATE, ga_destroy(g), words());
    MISUSE(ASHLAR_ESTATE, ga_wait(&pending), words());
    MISUSE(ASHLAR_ESTATE, ga_lock(set, 0), words());
    MISUSE(ASHLAR_ESTATE, ga_mutexes_destroy(set), words());
    MISUSE(ASHLAR_ESTATE, ga_tasks_next(tasks, &(ga_tasks_chunk_t){0}), words());
    MISUSE(ASHLAR_ESTATE, ga_group_sync(group), words());
    MISUSE(ASHLAR_ESTATE, ga_group_destroy(group), words());
    CHECK_STATUS(ASHLAR_ESTATE, ga_initialize(MPI_COMM_WORLD));
    CHECK_CONTAINS(ashlar_error_message(), words());
    CHECK(value == 5 && old == 5);
}

TEST_CASE(forked_arrays, TEST_GA)
{
    const int me = test_rank(), size = test_size();
    const double mine = 10 + me;
    double found = 0;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, size, 3, "kept", 0, 0, &g));
    REQUIRE_OK(ga_group_create(1, &me, &group));
    REQUIRE_OK(ga_mutexes_create(GA_GROUP_WORLD, 1, &set));
    REQUIRE_OK(ga_tasks_create(GA_GROUP_WORLD, 1, NULL, GA_TASKS_AS_GIVEN, 0, 1, &tasks));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_put(g, me, me, 1, 1, &mine, 1));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_get_nb(g, me, me, 1, 1, &found, 1, &pending));
    CHECK_IN_CHILD(ga_in_child);
    CHECK_OK(ga_wait(&pending));
    CHECK(found == mine);
    CHECK_OK(ga_sync());
    for (int r = 0; r < size; ++r) {
        CHECK_OK(ga_get(g, r, r, 1, 1, &found, 1));
        CHECK(found == 10 + r);
    }
    CHECK_OK(ga_tasks_destroy(tasks));
    CHECK_OK(ga_mutexes_destroy(set));
    CHECK_OK(ga_group_destroy(group));
    CHECK_OK(ga_destroy(g));
}
