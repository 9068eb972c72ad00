/* Threads that make calls at once have lanes of their own. */
#include <pthread.h>

#include <ashlar/ga.h>

#include "harness/harness.h"
#include "trace/folder.h"

enum { THREADS = 3, CALLS = 20000 };
static ga_t g;

/* Get elements of a row, as many as its number says. */
static void *get_row(void *number)
{
    const int64_t row = *(const int *)number;
    double value;
    int failed = 0;
    for (int64_t k = 0; k < CALLS + row; ++k)
        failed |= ga_get(g, row, row, k % 100, k % 100, &value, 1);
    return failed ? number : NULL;
}

TEST_CASE_IN("threads", threads, TEST_GA)
{
    pthread_t thread[THREADS];
    int number[THREADS], level = 0;
    int64_t calls[THREADS] = {0};
    MPI_Query_thread(&level);
    if (level != MPI_THREAD_MULTIPLE) {
        test_skip("MPI takes no calls from several threads");
        return;
    }
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, THREADS, 100, "rows", 0, 0, &g));
    CHECK_OK(ga_zero(g));
    REQUIRE_OK(ga_trace_begin(new_folder()));
    for (int k = 0; k < THREADS; ++k) {
        number[k] = k;
        CHECK_INT(0, pthread_create(&thread[k], NULL, get_row, &number[k]));
    }
    for (int k = 0; k < THREADS; ++k) {
        void *failed = NULL;
        CHECK_INT(0, pthread_join(thread[k], &failed));
        CHECK(failed == NULL);
    }
    CHECK_OK(ga_trace_end());
    trace_t *trace = read_folder(in_folder(""));
    if (trace) {
        int row_of_lane[64];
        for (int k = 0; k < 64; ++k)
            row_of_lane[k] = -1;
        CHECK_INT(0, trace->notes);
        for (const trace_event_t *event; (event = trace_next(trace));) {
            const int row = (int)event->operand[0].lo[0];
            ++calls[row];
            if (row_of_lane[event->lane] < 0)
                row_of_lane[event->lane] = row;
            /* A thread may take over the lane of one that has ended. */
            CHECK(row_of_lane[event->lane] <= row || trace->lanes < THREADS * test_size());
        }
        CHECK(trace->lanes >= test_size());
        for (int k = 0; k < THREADS; ++k)
            CHECK_INT((CALLS + k) * test_size(), calls[k]);
    }
    CHECK_INT(test_rank() == 0, trace != NULL);
    drop_folder();
    CHECK_OK(ga_destroy(g));
}
