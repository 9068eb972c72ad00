/* Records of calls are compared with what the program knows of them. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/coarray.h>
#include <ashlar/la.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "trace/folder.h"

/* The events of a rank of a call, one after the other; NULL: no more. */
static const trace_event_t *next_of(trace_t *trace, int rank, const char *name)
{
    const int call = call_number(trace, name);
    for (const trace_event_t *event; (event = trace_next(trace));)
        if (event->call == call && trace->lane[event->lane].rank == rank)
            return event;
    return NULL;
}

/* A patch that each rank accesses: all of it, but for its first row. */
static void access_patch(const twin_t *t, double *buffer)
{
    const int64_t lo[2] = {1, ga_rank()}, hi[2] = {8, 13}, ld = 8;
    const double one = 1;
    ga_handle_t handle = 0;
    CHECK_OK(ga_get(t->g, lo[0], hi[0], lo[1], hi[1], buffer, ld));
    CHECK_OK(ga_put_nd(t->g, lo, hi, buffer, &ld));
    CHECK_OK(ga_acc_nb(t->g, lo[0], hi[0], lo[1], hi[1], buffer, ld, &one, &handle));
    CHECK_OK(ga_wait(&handle));
    CHECK_STATUS(ASHLAR_ERANGE, ga_get(t->g, 0, 9, 0, 0, buffer, 10));
}

/* The owners of a patch, and how much is whose. */
static void check_owners(const trace_event_t *event, int rank, const twin_t *t, const int64_t *lo,
                         const int64_t *hi)
{
    int64_t own = 0, node = 0, remote = 0;
    char is_owner[64] = {0};
    for (int64_t i = lo[0]; i <= hi[0]; ++i)
        for (int64_t j = lo[1]; j <= hi[1]; ++j) {
            int owner = -1;
            CHECK_OK(ga_locate(t->g, i, j, &owner));
            is_owner[owner] = 1;
            *(owner == rank ? &own : al_node_of(owner) == al_node_of(rank) ? &node : &remote) += 8;
        }
    CHECK_INT(own, event->own);
    CHECK_INT(node, event->node);
    CHECK_INT(remote, event->remote);
    for (int k = 0; k < event->targets; ++k)
        is_owner[event->target[k]] -= 1;
    for (int k = 0; k < 64; ++k)
        CHECK_INT(0, is_owner[k]);
}

static void check_patch_events(trace_t *trace, const twin_t *t, int rank)
{
    static const char *const calls[] = {"ga_get", "ga_put_nd", "ga_acc_nb"};
    const int64_t lo[2] = {1, rank}, hi[2] = {8, 13};
    for (int k = 0; k < 3; ++k) {
        trace_rewind(trace);
        const trace_event_t *event = next_of(trace, rank, calls[k]);
        if (!CHECK(event != NULL))
            return;
        CHECK_INT(1, event->operands);
        CHECK_INT(object_number(trace, "twin"), event->operand[0].object);
        CHECK_INT(2, event->operand[0].ndim);
        for (int d = 0; d < 2; ++d) {
            CHECK_INT(lo[d], event->operand[0].lo[d]);
            CHECK_INT(hi[d], event->operand[0].hi[d]);
        }
        CHECK_INT(ASHLAR_OK, event->status);
        CHECK(event->waited <= event->duration);
        check_owners(event, rank, t, lo, hi);
    }
    trace_rewind(trace);
    CHECK(next_of(trace, rank, "ga_get") != NULL);
    const trace_event_t *failed = next_of(trace, rank, "ga_get");
    if (CHECK(failed != NULL)) {
        CHECK_INT(ASHLAR_ERANGE, failed->status);
        CHECK_INT(0, failed->targets);
    }
}

TEST_CASE(patches, TEST_GA)
{
    double buffer[9 * 14] = {0};
    twin_t t = twin_create(ASHLAR_DOUBLE, 2, (int64_t[]){9, 14}, LAYOUT_REGULAR, GA_GROUP_WORLD, 3);
    REQUIRE_OK(ga_trace_begin(new_folder()));
    access_patch(&t, buffer);
    CHECK_OK(ga_sync()); /* others may still ask this rank for elements */
    CHECK_OK(ga_trace_end());
    trace_t *trace = read_folder(in_folder(""));
    if (trace) {
        CHECK_INT(test_size(), trace->ranks);
        CHECK_INT(test_size(), trace->files);
        CHECK_INT(0, trace->notes);
        CHECK_INT(6 * test_size(), trace->events);
        const int twin = object_number(trace, "twin");
        if (CHECK(twin >= 0)) {
            CHECK_TEXT("double", trace->object[twin].type);
            CHECK_INT(9, trace->object[twin].dims[0]);
            CHECK_INT(14, trace->object[twin].dims[1]);
            CHECK_INT(8, trace->object[twin].element);
        }
        for (int rank = 0; rank < trace->ranks; ++rank)
            check_patch_events(trace, &t, rank);
    } else {
        CHECK(test_rank() > 0);
    }
    drop_folder();
    twin_destroy(&t);
}

/* Lists, marks, tasks, locks, products; and calls inside calls are none. */
static void make_several(ga_t g, ga_t c)
{
    const int64_t i[3] = {4, 0, 2}, j[3] = {1, 5, 3};
    const double one = 1, zero = 0;
    double values[3];
    ga_tasks_t tasks;
    ga_tasks_chunk_t chunk;
    ga_mutexes_t mutexes;
    CHECK_OK(ga_trace_mark("begin"));
    CHECK_OK(ga_gather(g, 3, i, j, values));
    CHECK_OK(ga_tasks_create(GA_GROUP_WORLD, 1, NULL, GA_TASKS_AS_GIVEN, 0, 1, &tasks));
    CHECK_OK(ga_tasks_next(tasks, &chunk));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_tasks_destroy(tasks));
    CHECK_OK(ga_mutexes_create(GA_GROUP_WORLD, 3, &mutexes));
    CHECK_OK(ga_lock(mutexes, 2));
    CHECK_OK(ga_unlock(mutexes, 2));
    CHECK_OK(ga_mutexes_destroy(mutexes));
    CHECK_OK(la_gemm('n', 'n', &one, g, g, &zero, c));
    CHECK_OK(ga_sync());
}

TEST_CASE(several, TEST_GA)
{
    ga_t g, c;
    int64_t taken = 0;
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 6, 6, "factors", 0, 0, &g));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 6, 6, "product", 0, 0, &c));
    CHECK_OK(ga_zero(g));
    REQUIRE_OK(ga_trace_begin(new_folder()));
    make_several(g, c);
    CHECK_OK(ga_trace_end());
    trace_t *trace = read_folder(in_folder(""));
    for (int rank = 0; trace && rank < trace->ranks; ++rank) {
        trace_rewind(trace);
        const trace_event_t *event = next_of(trace, rank, "ga_gather");
        if (CHECK(event != NULL)) {
            CHECK_INT(3, event->listed);
            CHECK_INT(3, event->shown);
            CHECK_INT(2, event->list_ndim);
            CHECK_INT(0, event->element[1][0]);
            CHECK_INT(5, event->element[1][1]);
            CHECK_INT(24, trace_bytes(event));
        }
        event = next_of(trace, rank, "ga_tasks_next");
        if (CHECK(event != NULL))
            taken += event->tasks;
        event = next_of(trace, rank, "ga_lock");
        if (CHECK(event != NULL))
            CHECK_INT(2, event->number);
        event = next_of(trace, rank, "la_gemm");
        if (CHECK(event != NULL)) {
            CHECK_INT(3, event->operands);
            CHECK_INT(object_number(trace, "factors"), event->operand[1].object);
            CHECK_INT(object_number(trace, "product"), event->operand[2].object);
        }
        CHECK(next_of(trace, rank, "al_barrier") == NULL);
    }
    if (trace) {
        CHECK_INT(1, taken);
        CHECK_INT(11 * test_size(), trace->events);
        trace_rewind(trace);
        int marks = 0;
        for (const trace_event_t *event; (event = trace_next(trace));)
            marks += event->call < 0 && strcmp(event->mark, "begin") == 0;
        CHECK_INT(test_size(), marks);
    }
    drop_folder();
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_destroy(c));
}

/* A rank that comes late is waited for: as long as it is late, at least half of that. */
TEST_CASE(waiting, TEST_GA)
{
    enum { LATE = 20000000 }; /* ns */
    if (test_size() == 1) {
        test_skip("there is nobody to wait for");
        return;
    }
    REQUIRE_OK(ga_trace_begin(new_folder()));
    CHECK_OK(ga_sync());
    const double begin = MPI_Wtime();
    while (test_rank() == 0 && MPI_Wtime() - begin < 1e-9 * LATE)
        ;
    CHECK_OK(ga_sync());
    CHECK_OK(ga_trace_end());
    trace_t *trace = read_folder(in_folder(""));
    for (int rank = 1; trace && rank < trace->ranks; ++rank) {
        trace_rewind(trace);
        CHECK(next_of(trace, rank, "ga_sync") != NULL);
        const trace_event_t *event = next_of(trace, rank, "ga_sync");
        if (CHECK(event != NULL)) {
            CHECK(event->waited > LATE / 2);
            CHECK(event->waited <= event->duration);
        }
    }
    CHECK_INT(test_rank() == 0, trace != NULL);
    drop_folder();
}

/* A wait for a transfer that goes on knows which it was. */
TEST_CASE(waits_of_transfers, TEST_GA)
{
    const int64_t n = 100000, last = test_size() - 1;
    double *buffer = calloc((size_t)n, sizeof *buffer);
    const int is_far = al_node_of((int)last) != al_node_of(0);
    ga_handle_t handle = 0;
    ga_t g;
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, n, test_size(), "columns", n, 1, &g));
    CHECK_OK(ga_zero(g));
    REQUIRE_OK(ga_trace_begin(new_folder()));
    if (test_rank() == 0)
        CHECK_OK(ga_get_nb(g, 0, n - 1, last, last, buffer, n, &handle));
    const int goes_on = handle != 0;
    if (test_rank() == 0)
        CHECK_OK(ga_wait(&handle));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_trace_end());
    trace_t *trace = read_folder(in_folder(""));
    if (trace) {
        const trace_event_t *event = next_of(trace, 0, "ga_wait");
        if (CHECK(event != NULL) && goes_on) {
            CHECK(is_far);
            CHECK_INT(call_number(trace, "ga_get_nb"), event->of_call);
            CHECK_INT(object_number(trace, "columns"), event->of.object);
            CHECK_INT(last, event->of.lo[1]);
            CHECK_INT(n - 1, event->of.hi[0]);
        }
    }
    CHECK_INT(test_rank() == 0, trace != NULL);
    drop_folder();
    CHECK_OK(ga_destroy(g));
    free(buffer);
}

/* Coarrays and segments are objects, too. */
TEST_CASE(coarrays, TEST_GA)
{
    const co_spec_t spec = {.type = ASHLAR_LONG, .ndim = 2, .extents = {4, 3}, .clear = 1};
    const int next = (test_rank() + 1) % test_size();
    al_segment_t *segment;
    co_array_t *x;
    long buffer[12] = {0};
    REQUIRE_OK(co_create(&spec, &x));
    REQUIRE_OK(al_segment_create(al_group_world(), 64, &segment));
    REQUIRE_OK(ga_trace_begin(new_folder()));
    CHECK_OK(co_get(x, next, (ashlar_interval_t[]){{1, 3, 2}, {0, 2, 1}}, buffer, NULL));
    CHECK_OK(co_put_element(x, next, (int64_t[]){2, 1}, buffer));
    CHECK_OK(al_put(segment, next, 16, buffer, 8));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_trace_end());
    trace_t *trace = read_folder(in_folder(""));
    for (int rank = 0; trace && rank < trace->ranks; ++rank) {
        trace_rewind(trace);
        const trace_event_t *event = next_of(trace, rank, "co_get");
        if (CHECK(event != NULL)) {
            CHECK_INT(1, trace->object[event->operand[0].object].kind);
            CHECK_INT(1, event->operand[0].lo[0]);
            CHECK_INT(3, event->operand[0].hi[0]);
            CHECK_INT(2, event->operand[0].hi[1]);
            CHECK_INT(6 * 8, trace_bytes(event));
            CHECK_INT((rank + 1) % trace->ranks, event->target[0]);
        }
        event = next_of(trace, rank, "co_put_element");
        if (CHECK(event != NULL)) {
            CHECK_INT(2, event->operand[0].lo[0]);
            CHECK_INT(1, event->operand[0].hi[1]);
            CHECK_INT(8, trace_bytes(event));
        }
        event = next_of(trace, rank, "al_put");
        if (CHECK(event != NULL)) {
            CHECK_INT(2, trace->object[event->operand[0].object].kind);
            CHECK_INT(16, event->operand[0].lo[0]);
            CHECK_INT(23, event->operand[0].hi[0]);
        }
    }
    CHECK_INT(test_rank() == 0, trace != NULL);
    drop_folder();
    CHECK_OK(al_segment_free(segment));
    CHECK_OK(co_free(x));
}
