/* A rank that is asked answers, whatever call of the library it is in. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

/* ---- local transfers --------------------------------------------------------------------------
 */

enum local_kind {
    LOCAL_PUT,
    LOCAL_GET,
    LOCAL_ACC,
    LOCAL_PUT_STRIDED,
    LOCAL_GET_STRIDED,
    LOCAL_ACC_STRIDED,
    LOCAL_RMW,
    LOCAL_PUT_VECTOR,
    LOCAL_GET_VECTOR,
    LOCAL_GET_NB,
    LOCAL_KINDS
};

/* One local call of a kind. */
static void call_locally(enum local_kind kind, al_segment_t *segment, int me)
{
    enum { SPARE = 64 }; /* where the calls may write */
    static const al_shape_t runs = {
        .levels = 1, .count = {8, 2}, .seg_stride = {16}, .buf_stride = {8}};
    const size_t places[2] = {SPARE, SPARE + 16};
    int64_t buf[4] = {1, 2, 3, 4}, one = 1, old;
    void *bufs[2] = {buf, buf + 2};
    const void *const *from = (const void *const *)bufs;
    al_handle_t handle = 0;

    switch (kind) {
    case LOCAL_PUT:
        CHECK_OK(al_put(segment, me, SPARE, buf, 32));
        break;
    case LOCAL_GET:
        CHECK_OK(al_get(segment, me, SPARE, buf, 32));
        break;
    case LOCAL_ACC:
        CHECK_OK(al_acc(segment, me, SPARE, ASHLAR_LLONG, &one, buf, 32));
        break;
    case LOCAL_PUT_STRIDED:
        CHECK_OK(al_put_strided(segment, me, SPARE, buf, &runs));
        break;
    case LOCAL_GET_STRIDED:
        CHECK_OK(al_get_strided(segment, me, SPARE, buf, &runs));
        break;
    case LOCAL_ACC_STRIDED:
        CHECK_OK(al_acc_strided(segment, me, SPARE, ASHLAR_LLONG, &one, buf, &runs));
        break;
    case LOCAL_RMW:
        CHECK_OK(al_fetch_add(segment, me, SPARE, ASHLAR_LLONG, 1, &old));
        break;
    case LOCAL_PUT_VECTOR:
        CHECK_OK(al_put_vector(segment, me, 2, places, from, 8));
        break;
    case LOCAL_GET_VECTOR:
        CHECK_OK(al_get_vector(segment, me, 2, places, bufs, 8));
        break;
    case LOCAL_GET_NB:
        CHECK_OK(al_get_nb(segment, me, SPARE, buf, &runs, &handle));
        break;
    default:
        break;
    }
}

/* A rank that calls nothing but local transfers, of whatever kind, answers the others: each of them
 * adds one to its counter. */
TEST_CASE(local_transfers_answer, TEST_AL)
{
    const char zeros[128] = {0};
    al_segment_t *segment;
    void *slice;

    if (al_node_count() > 1 && !al_engine_polls()) {
        test_skip("nobody has to answer");
        return;
    }
    REQUIRE_OK(al_segment_create(al_group_world(), sizeof zeros, &segment));
    CHECK_OK(al_put(segment, al_rank(), 0, zeros, sizeof zeros));
    REQUIRE_OK(al_segment_address(segment, al_rank(), &slice));
    CHECK_OK(al_barrier(al_group_world()));
    _Atomic int64_t *asked = slice;
    int64_t before[LOCAL_KINDS] = {0};
    for (int kind = 0; kind < LOCAL_KINDS; ++kind) {
        int busy = kind % al_size();
        before[busy] += al_size() - 1;
        if (al_rank() != busy)
            CHECK_OK(al_fetch_add(segment, busy, 0, ASHLAR_LLONG, 1, NULL));
        while (al_rank() == busy && atomic_load(asked) != before[busy])
            call_locally(kind, segment, busy);
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_OK(al_segment_free(segment));
}

/* Compute for some tens of microseconds. */
static void compute_a_little(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t begin = now.tv_sec * INT64_C(1000000000) + now.tv_nsec, at = begin;
    for (; at - begin < 50000; at = now.tv_sec * INT64_C(1000000000) + now.tv_nsec)
        clock_gettime(CLOCK_MONOTONIC, &now);
}

/* A program that mostly computes makes few calls, and answers in each of them: what has come before
 * a message of the program's is served in the first hundred after it. */
TEST_CASE(rare_local_transfers_answer, TEST_AL)
{
    enum { CALLS = 100 };
    const int64_t one = 1;
    al_segment_t *segment;
    void *slice;
    int me = al_rank(), size = al_size(), arrived = 0;

    if (al_node_count() > 1 && !al_engine_polls()) {
        test_skip("nobody has to answer");
        return;
    }
    REQUIRE_OK(al_segment_create(al_group_world(), 128, &segment));
    REQUIRE_OK(al_segment_address(segment, me, &slice));
    memset(slice, 0, 128);
    _Atomic int64_t *sum = slice;
    CHECK_OK(al_barrier(al_group_world()));
    if (me == 0) {
        for (int r = 1; r < size; ++r)
            MPI_Recv(NULL, 0, MPI_INT, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < CALLS && arrived < size - 1; ++k) {
            compute_a_little();
            call_locally(LOCAL_PUT, segment, me);
            arrived = (int)atomic_load(sum);
        }
        CHECK_INT(size - 1, arrived);
    } else {
        CHECK_OK(al_acc(segment, 0, 0, ASHLAR_LLONG, &one, &one, sizeof one));
        CHECK_OK(al_poll()); /* sends it */
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_segment_free(segment));
}

/* ---- calls that wait for others ---------------------------------------------------------------
 */

enum waiting_kind {
    WAIT_BARRIER,
    WAIT_ALLREDUCE,
    WAIT_ALLREDUCE_LARGE,
    WAIT_BROADCAST,
    WAIT_BROADCAST_LARGE,
    WAIT_SEGMENT_CREATE,
    WAIT_SEGMENT_FREE,
    WAIT_GROUP_CREATE,
    WAIT_GROUP_FREE,
    WAIT_MUTEXES_CREATE,
    WAIT_MUTEXES_FREE,
    WAIT_MUTEX,
    WAIT_NOTICE,
    WAIT_KINDS
};

enum { LARGE = 20000 };

/* Buffers and places that the calls use. */
typedef struct things {
    al_segment_t *counters, *segment;
    al_group_t *group;
    al_mutexes_t *mutexes, *locked;
    int everybody[64];
} things_t;

/* The call: `first` is the rank that comes first and waits for the others. */
static void call_waiting(enum waiting_kind kind, things_t *t, int first)
{
    static double buf[LARGE];
    al_group_t *world = al_group_world();
    int root = (first + 1) % al_size(), me = al_rank();

    switch (kind) {
    case WAIT_BARRIER:
        CHECK_OK(al_barrier(world));
        break;
    case WAIT_ALLREDUCE:
        CHECK_OK(al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_SUM, buf, 1));
        break;
    case WAIT_ALLREDUCE_LARGE:
        CHECK_OK(al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_SUM, buf, LARGE));
        break;
    case WAIT_BROADCAST:
        CHECK_OK(al_broadcast(world, buf, 8, root));
        break;
    case WAIT_BROADCAST_LARGE:
        CHECK_OK(al_broadcast(world, buf, sizeof buf, root));
        break;
    case WAIT_SEGMENT_CREATE:
        CHECK_OK(al_segment_create(world, 100, &t->segment));
        break;
    case WAIT_SEGMENT_FREE:
        CHECK_OK(al_segment_free(t->segment));
        break;
    case WAIT_GROUP_CREATE:
        CHECK_OK(al_group_create(al_size(), t->everybody, &t->group));
        break;
    case WAIT_GROUP_FREE:
        CHECK_OK(al_group_free(t->group));
        break;
    case WAIT_MUTEXES_CREATE:
        CHECK_OK(al_mutexes_create(world, 2, &t->mutexes));
        break;
    case WAIT_MUTEXES_FREE:
        CHECK_OK(al_mutexes_free(t->mutexes));
        break;
    case WAIT_MUTEX: /* the root holds it */
        CHECK_OK(me == root || me == first ? ASHLAR_OK : al_barrier(world));
        if (me == first && me != root)
            CHECK_OK(al_mutex_lock(t->locked, 0));
        if (me == root || me == first) {
            CHECK_OK(al_mutex_unlock(t->locked, 0));
            CHECK_OK(al_barrier(world));
        }
        break;
    case WAIT_NOTICE:
        if (me != first)
            CHECK_OK(al_notify(first));
        for (int rank = 0; me == first && rank < al_size(); ++rank)
            CHECK_OK(rank == first ? ASHLAR_OK : al_notify_wait(rank));
        break;
    default:
        break;
    }
}

/* One rank calls first; the others get an answer from it before they call, too. It announces its
 * call by an MPI message, so that it cannot answer anywhere else. */
TEST_CASE(waiting_calls_answer, TEST_AL)
{
    things_t t = {0};
    const int64_t zero = 0;
    int me = al_rank(), size = al_size(), token = 1;

    for (int r = 0; r < size; ++r)
        t.everybody[r] = r;
    REQUIRE_OK(al_segment_create(al_group_world(), sizeof zero, &t.counters));
    REQUIRE_OK(al_mutexes_create(al_group_world(), 1, &t.locked));
    CHECK_OK(al_put(t.counters, me, 0, &zero, sizeof zero));
    for (enum waiting_kind kind = 0; kind < WAIT_KINDS; ++kind) {
        bool frees =
            kind == WAIT_SEGMENT_FREE || kind == WAIT_GROUP_FREE || kind == WAIT_MUTEXES_FREE;
        for (int first = 0; first < (frees ? 1 : size); ++first) {
            int from = frees ? size - 1 : first;
            if (kind == WAIT_MUTEX && me == (from + 1) % size)
                CHECK_OK(al_mutex_lock(t.locked, 0));
            CHECK_OK(al_barrier(al_group_world()));
            if (me == from) {
                for (int r = 0; r < size; ++r)
                    if (r != me)
                        MPI_Send(&token, 1, MPI_INT, r, kind, MPI_COMM_WORLD);
            } else {
                MPI_Recv(&token, 1, MPI_INT, from, kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                CHECK_OK(al_fetch_add(t.counters, from, 0, ASHLAR_LLONG, 1, NULL));
            }
            call_waiting(kind, &t, from);
            if (!frees && first + 1 < size) { /* the last ones are freed by the next kind */
                if (kind == WAIT_SEGMENT_CREATE)
                    CHECK_OK(al_segment_free(t.segment));
                else if (kind == WAIT_GROUP_CREATE)
                    CHECK_OK(al_group_free(t.group));
                else if (kind == WAIT_MUTEXES_CREATE)
                    CHECK_OK(al_mutexes_free(t.mutexes));
            }
        }
    }
    CHECK_OK(al_mutexes_free(t.locked));
    CHECK_OK(al_segment_free(t.counters));
}
