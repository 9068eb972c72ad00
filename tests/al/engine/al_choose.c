/* Which engine is chosen, what is said about it, and what a faulty MPI changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "armci-lite/src/engine/al_choose.h"
#include "faults.h"
#include "harness/harness.h"

/* The words of a start and the engine that runs. */
typedef struct outcome {
    int status;
    char engine[16];
    char *said;
} outcome_t;

static outcome_t start_with(const char *transport)
{
    outcome_t outcome;

    setenv("ASHLAR_TRANSPORT", transport, 1);
    test_capture_begin();
    outcome.status = ga_initialize(MPI_COMM_WORLD);
    outcome.said = test_capture_end();
    unsetenv("ASHLAR_TRANSPORT");
    snprintf(outcome.engine, sizeof outcome.engine, "%s", al_engine_name());
    return outcome;
}

/* Put to the next rank and add to it, in rows that suit either side of am+rma. */
static void work(void)
{
    int64_t n = 300, size = ga_size(), next = (ga_rank() + 1) % size;
    double *mine = test_alloc((size_t)n * sizeof *mine), two = 2;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, n, size, "rows", n, 1, &g));
    for (int64_t k = 0; k < n; ++k)
        mine[k] = (double)(k + next);
    CHECK_OK(ga_put(g, 0, n - 1, next, next, mine, n));
    CHECK_OK(ga_acc(g, 0, n - 1, next, next, mine, n, &two));
    memset(mine, 0, (size_t)n * sizeof *mine);
    CHECK_OK(ga_get(g, 0, n - 1, next, next, mine, n));
    for (int64_t k = 0; k < n; ++k)
        CHECK(mine[k] == 3 * (double)(k + next));
    CHECK_OK(ga_destroy(g));
    free(mine);
}

/* Start with a fault and a transport: this engine runs, and rank 0 says these words. */
static void expect(fault_t fault, const char *transport, const char *engine, const char *words)
{
    faults_set(fault);
    outcome_t outcome = start_with(transport);
    faults_set(FAULT_NONE);
    if (CHECK_OK(outcome.status)) {
        CHECK_TEXT(al_node_count() > 1 ? engine : "none", outcome.engine);
        if (test_rank() == 0)
            CHECK_CONTAINS(outcome.said, al_node_count() > 1 ? words : "nothing to test");
        else
            CHECK_TEXT("", outcome.said);
        work();
        CHECK_OK(ga_terminate());
    }
    free(outcome.said);
}

TEST_CASE(probe_right, TEST_BARE)
{
    expect(FAULT_NONE, "probe", "am+rma", "are right between neighbours of");
    expect(FAULT_NONE, "probe", "am+rma", "using am+rma");
}

TEST_CASE(probe_no_window, TEST_BARE)
{
    expect(FAULT_NO_WINDOW, "probe", "am", "no window can be made");
    expect(FAULT_NO_WINDOW, "probe", "am", "using am\n");
    expect(FAULT_NO_SECOND_WINDOW, "probe", "am", "no window over the arena; using am\n");
}

TEST_CASE(probe_no_window_on_one, TEST_BARE)
{
    expect(FAULT_NO_WINDOW_LAST, "probe", "am", "no window can be made");
    if (test_nodes() > 1)
        faults_free_unclaimed();
}

/* Where MPI has no windows for these ranks, like Open MPI over TCP. */
TEST_CASE_IN("no windows", probe_finds_none, TEST_BARE)
{
    setenv("ASHLAR_INFO", "1", 1);
    expect(FAULT_NONE, "probe", "am",
           "ashlar: engine between nodes: am (probe: no window can be made (MPI_Win_create(");
    unsetenv("ASHLAR_INFO");
}

TEST_CASE(probe_wrong_values, TEST_BARE)
{
    expect(FAULT_GET, "probe", "am", "wrong values: MPI_Put and MPI_Get between rank 0");
    expect(FAULT_PUT_ELSEWHERE, "probe", "am", "wrong values: MPI_Put, seen by its target");
    expect(FAULT_ACCUMULATE, "probe", "am", "wrong values: MPI_Accumulate");
    expect(FAULT_FETCH, "probe", "am", "wrong values: MPI_Fetch_and_op");
}

static void check_refused(const char *transport)
{
    faults_set(FAULT_NO_WINDOW);
    outcome_t outcome = start_with(transport);
    faults_set(FAULT_NONE);
    if (test_nodes() == 1) {
        CHECK_OK(outcome.status);
        CHECK_OK(ga_terminate());
    } else {
        CHECK_INT(ASHLAR_ETRANSPORT, outcome.status);
        CHECK_CONTAINS(ashlar_error_message(), "ASHLAR_TRANSPORT=am");
        CHECK_CONTAINS(ashlar_error_message(), "--mca osc pt2pt");
        CHECK_INT(0, ga_initialized());
    }
    free(outcome.said);
}

/* RMA was asked for and there is none: an error that says what to do, and the next start works. */
TEST_CASE(forced_no_window, TEST_BARE)
{
    check_refused("rma");
    check_refused("am+rma");
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    work();
    CHECK_OK(ga_terminate());
}

/* ASHLAR_INFO=1 says which engine runs, and why, in one line. */
TEST_CASE(info_says_why, TEST_BARE)
{
    static const char *const lines[][2] = {
        {"auto",
         "ashlar: engine between nodes: am (auto: no MPI RMA that is known to be good here)"},
        {"am", "ashlar: engine between nodes: am (ASHLAR_TRANSPORT)"},
        {"rma", "ashlar: engine between nodes: rma (ASHLAR_TRANSPORT)"},
        {"am+rma", "ashlar: engine between nodes: am+rma (ASHLAR_TRANSPORT)"},
        {"probe", "ashlar: engine between nodes: am+rma (probe: put, get, "}};

    setenv("ASHLAR_INFO", "1", 1);
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; ++k) {
        outcome_t outcome = start_with(lines[k][0]);
        CHECK_OK(outcome.status);
        if (test_rank() == 0) {
            CHECK_CONTAINS(outcome.said,
                           al_node_count() > 1
                               ? lines[k][1]
                               : "ashlar: engine between nodes: none (one node: none needed)\n");
        }
        free(outcome.said);
        CHECK_OK(ga_terminate());
    }
    unsetenv("ASHLAR_INFO");
}

/* The helper thread serves active messages only. */
TEST_CASE(thread_refused, TEST_BARE)
{
    static const char *const transports[] = {"rma", "am+rma", "probe"};

    setenv("ASHLAR_PROGRESS", "thread", 1);
    for (size_t k = 0; k < sizeof transports / sizeof transports[0]; ++k) {
        outcome_t outcome = start_with(transports[k]);
        if (test_nodes() == 1) {
            CHECK_OK(outcome.status);
            CHECK_OK(ga_terminate());
        } else {
            CHECK_INT(ASHLAR_ETRANSPORT, outcome.status);
            CHECK_CONTAINS(ashlar_error_message(), "ASHLAR_TRANSPORT=am");
        }
        free(outcome.said);
    }
    unsetenv("ASHLAR_PROGRESS");
}

TEST_CASE(known_good, TEST_BARE)
{
    static const al_known_good_t list[] = {
        {"Lib v2.1", AL_ANYWHERE, "a"}, {"Lib v2", AL_ONE_MACHINE, "b"}, {NULL, AL_ANYWHERE, NULL}};

    CHECK(ali_known_good(list, "Lib v2.1.9", 0) == &list[0]);
    CHECK(ali_known_good(list, "Lib v2.0.1", 1) == &list[1]);
    CHECK(ali_known_good(list, "Lib v2.0.1", 0) == NULL);
    CHECK(ali_known_good(list, "Lib v3.0.1", 1) == NULL);
    CHECK(ali_known_good(list, "Lib", 1) == NULL);
    CHECK(ali_known_good(list + 2, "Lib v2.1", 1) == NULL);
}

/* These three never end by themselves. */
TEST_CASE_IN("no windows", hang_Win_create, TEST_BARE)
{
    faults_set(FAULT_HANG_CREATE);
    setenv("ASHLAR_TRANSPORT", "probe", 1);
    ga_initialize(MPI_COMM_WORLD);
}

TEST_CASE_IN("no windows", hang_Win_flush, TEST_BARE)
{
    faults_set(FAULT_HANG_FLUSH);
    setenv("ASHLAR_TRANSPORT", "probe", 1);
    ga_initialize(MPI_COMM_WORLD);
}

/* Rank 0 waits for what never comes, and rank 1 keeps it busy. */
TEST_CASE_IN("no windows", hang_busy, TEST_BARE)
{
    int64_t old;
    ga_t g;

    setenv("ASHLAR_TRANSPORT", "am", 1);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    REQUIRE_OK(ga_create(ASHLAR_LLONG, ga_size(), 1, "counters", 1, 1, &g));
    if (ga_rank() == 0)
        CHECK_OK(ga_notify_wait(1));
    for (;;)
        CHECK_OK(ga_read_inc(g, 0, 0, 1, &old));
}
