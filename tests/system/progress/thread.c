/* The helper thread, and when there is none. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "harness/harness.h"

enum { DRAWS = 50 };

/* Slice of the target: a counter, what was put and added up, and a flag for each rank. */
enum { COUNTER = 0, SUM = 8, VALUE = 16, FLAGS = 24 };

static void ask(al_segment_t *segment, int target)
{
    const int64_t one = 1, me = al_rank();
    int64_t old, last = -1, disorder = 0;

    for (int k = 0; k < DRAWS; ++k) {
        CHECK_OK(al_fetch_add(segment, target, COUNTER, ASHLAR_LLONG, 1, &old));
        disorder += old <= last;
        last = old;
        CHECK_OK(al_acc(segment, target, SUM, ASHLAR_LLONG, &one, &me, sizeof me));
    }
    CHECK_INT(0, disorder);
    CHECK_OK(al_fence(target));
    CHECK_OK(al_get(segment, target, VALUE, &old, sizeof old));
    CHECK_INT(4711, old);
    CHECK_OK(al_put(segment, target, FLAGS + 8 * (size_t)me, &one, sizeof one));
    CHECK_OK(al_fence(target));
}

/* The last rank looks at its own memory only, calling neither the library nor MPI, until all others
 * have had their answers. */
TEST_CASE(computing_target, TEST_AL)
{
    al_segment_t *segment;
    void *slice;
    int target = al_size() - 1;
    int64_t sum = 0;

    REQUIRE_OK(al_segment_create(al_group_world(), FLAGS + 8 * (size_t)al_size(), &segment));
    REQUIRE_OK(al_segment_address(segment, al_rank(), &slice));
    memset(slice, 0, FLAGS + 8 * (size_t)al_size());
    _Atomic int64_t *words = slice;
    words[VALUE / 8] = 4711;
    CHECK_OK(al_barrier(al_group_world()));
    if (al_rank() != target)
        ask(segment, target);
    for (int r = 0; r < target; ++r) {
        while (al_rank() == target && atomic_load(&words[FLAGS / 8 + r]) == 0)
            ;
        sum += (int64_t)DRAWS * r;
    }
    if (al_rank() == target) {
        CHECK_INT(DRAWS * target, atomic_load(&words[COUNTER / 8]));
        CHECK_INT(sum, atomic_load(&words[SUM / 8]));
    }
    CHECK_INT(0, al_engine_polls());
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_segment_free(segment));
}

/* Below MULTIPLE several nodes refuse the thread, and say how to get it. */
TEST_CASE(refused_below_multiple, TEST_BARE)
{
    CHECK_STATUS(ASHLAR_ETRANSPORT, al_init(MPI_COMM_WORLD));
    CHECK_CONTAINS(ashlar_error_message(), "OMPI_MPI_THREAD_LEVEL=3");
    CHECK_CONTAINS(ashlar_error_message(), "MPIR_CVAR_DEFAULT_THREAD_LEVEL=MPI_THREAD_MULTIPLE");
    CHECK_INT(0, al_initialized());
}

/* One node has nobody to answer: no thread, no level, no word. */
TEST_CASE(one_node_any_level, TEST_BARE)
{
    test_capture_begin();
    int status = al_init(MPI_COMM_WORLD);
    char *printed = test_capture_end();

    REQUIRE_OK(status);
    CHECK_TEXT("", printed);
    CHECK_TEXT("none", al_engine_name());
    free(printed);
    CHECK_OK(al_finalize());
}

/* No helper thread: ranks answer in calls into the library. */
TEST_CASE(polls_by_itself, TEST_AL)
{
    CHECK_INT(al_node_count() > 1, al_engine_polls());
}
