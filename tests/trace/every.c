/* Every public call that is an event is in the trace as often as it is made, and no other. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al_memory.h>
#include <ashlar/coarray.h>
#include <ashlar/ga.h>
#include <ashlar/la.h>

#include "every_call.h"
#include "harness/harness.h"
#include "trace/folder.h"

/* Calls that start or stop the library or a trace are made elsewhere, and those that free what
 * others work on, by every_call_free(). */
static const char *const elsewhere[] = {
    "al_init(",         "al_finalize(",       "ga_initialize(",     "ga_terminate(",
    "ga_trace_begin(",  "ga_trace_end(",      "ga_destroy(",        "ga_mutexes_destroy(",
    "al_mutexes_free(", "al_segment_free(",   "bundle_free(",       "co_free(",
    "co_locks_free(",   "co_barrier_free(",   "la_factor_free(",    "ga_tasks_destroy(",
    "ga_grid_destroy(", "ga_group_destroy(",  "al_group_free(",     "co_wait_until(",
    "co_barrier_wait(", "ga_sparse_destroy(", "la_eigen_operator(", NULL};

enum { MOST = 512 };
static struct {
    const char *name;
    int times;
} made[MOST];
static int names;

/* A call is made. */
static void note(const char *name, int times)
{
    int k = 0;
    while (k < names && strcmp(made[k].name, name) != 0)
        ++k;
    if (k == names)
        made[names++].name = name;
    made[k].times += times;
}

/* Make each call that is a row, whatever it returns: those that fail are events, too. */
static void make_rows(void)
{
    static char name[MOST][48];
    for (int t = 0; t < TABLES; ++t)
        FOR_EACH_ROW (row, t) {
            if (every_call_begins(row->text, elsewhere))
                continue;
            snprintf(name[names], sizeof name[0], "%.*s", (int)strcspn(row->text, "("), row->text);
            note(name[names], 1);
            row->run();
        }
}

static int refuse_to_apply(void *context, ga_t x, ga_t y)
{
    (void)context;
    (void)x;
    (void)y;
    return ASHLAR_EARG;
}

/* A call that takes a function fails as that does. */
static void call_operator(void)
{
    const la_operator_t a = {refuse_to_apply, NULL};
    double value;
    ga_t z;
    CHECK_OK(ga_create(ASHLAR_DOUBLE, 8, 1, "z", 8, 1, &z));
    CHECK_STATUS(ASHLAR_EARG, la_eigen_operator(&a, NULL, z, &value, NULL, NULL));
    CHECK_OK(ga_destroy(z));
    note("ga_create", 1);
    note("la_eigen_operator", 1);
    note("ga_destroy", 1);
}

/* Make the calls that every_call_free() makes, and those without a status or without a row. */
static void make_others(void)
{
    static const char *const freed[] = {
        "co_locks_free",    "co_barrier_wait",    "co_barrier_free", "co_free",
        "bundle_free",      "al_mutexes_free",    "al_segment_free", "ga_grid_destroy",
        "ga_tasks_destroy", "ga_mutexes_destroy", "la_factor_free",  "ga_sparse_destroy"};
    al_group_t *part = NULL;
    ga_group_t group = 0;
    co_array_t *flag = NULL;
    CHECK_OK(al_group_create(1, &(int){0}, &part));
    CHECK(al_group_comm(part) != MPI_COMM_NULL);
    CHECK_OK(al_group_free(part));
    CHECK_OK(ga_group_create(1, &(int){0}, &group));
    CHECK_OK(ga_group_destroy(group));
    note("al_group_create", 1);
    note("al_group_comm", 1);
    note("al_group_free", 1);
    note("ga_group_create", 1);
    note("ga_group_destroy", 1);
    CHECK_OK(co_create(&(co_spec_t){.type = ASHLAR_LLONG, .ndim = 1, .extents = {1}, .clear = 1},
                       &flag));
    CHECK_OK(co_wait_until(flag, &(int64_t){0}, CO_EQ, 0));
    CHECK_OK(co_free(flag));
    note("co_create", 1);
    note("co_wait_until", 1);
    note("co_free", 1);
    call_operator();
    every_call_free();
    for (size_t k = 0; k < sizeof freed / sizeof *freed; ++k)
        note(freed[k], 1);
    note("ga_destroy", 4);
}

static int times_made(const char *name)
{
    for (int k = 0; k < names; ++k)
        if (strcmp(made[k].name, name) == 0)
            return made[k].times;
    return 0;
}

static void check_counts(trace_t *trace)
{
    int times[MOST] = {0}, found = 0;
    for (const trace_event_t *event; (event = trace_next(trace));)
        if (CHECK(event->call >= 0))
            ++times[event->call];
    for (int k = 0; k < trace->calls; ++k) {
        const char *name = trace->call[k].name;
        if (times_made(name) != times[k])
            test_fail(__FILE__, __LINE__, "%s: made %d times, in the trace %d times", name,
                      times_made(name), times[k]);
        found += times[k] > 0;
        if (times[k] == 0)
            test_fail(__FILE__, __LINE__, "%s is an event, and this test never calls it", name);
    }
    CHECK(found >= 240);
}

TEST_CASE(every_call, TEST_GA)
{
    if (test_size() > 1) {
        test_skip("on one rank only: some calls would wait for others");
        return;
    }
    every_call_make();
    REQUIRE_OK(ga_trace_begin(new_folder()));
    make_rows();
    make_others();
    CHECK_OK(ga_trace_end());
    ga_set_leak_report(0); /* what the calls have made stays */
    trace_t *trace = read_folder(in_folder(""));
    check_counts(trace);
    drop_folder();
}
