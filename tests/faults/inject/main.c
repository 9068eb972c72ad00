/* Allocations and calls of MPI that fail, one at a time: the cases NAME_allocations let number
 * FAILURE_FIRST, then every FAILURE_STRIDE-th, fail on each rank in turn, all in one job;
 * NAME_calls lets call FAILURE_NUMBER of MPI fail on rank FAILURE_RANK, once. */
#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "control.h"
#include "harness/harness.h"
#include "steps.h"

enum { PATIENCE = 30 }; /* seconds for all steps */

static MPI_Comm comm;
static char at[256]; /* what is running, for the watchdog */

static int64_t number_in(const char *variable, int64_t otherwise)
{
    const char *text = getenv(variable);
    return text ? atoll(text) : otherwise;
}

static void on_alarm(int signal)
{
    (void)signal;
    ssize_t ignored = write(STDERR_FILENO, at, strlen(at));
    ignored = write(STDERR_FILENO, ": hangs after ", 14);
    ignored = write(STDERR_FILENO, inject_where(), strlen(inject_where()));
    ignored = write(STDERR_FILENO, "\n", 1);
    (void)ignored;
    _exit(3);
}

/* The least and the greatest of the ranks' statuses. */
static void share(int status, int *least, int *greatest)
{
    int mine[2] = {status, -status}, all[2], done = 0;
    MPI_Request request;

    MPI_Iallreduce(mine, all, 2, MPI_INT, MPI_MIN, comm, &request);
    while (!done) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        al_poll();
        sched_yield();
    }
    *least = all[0];
    *greatest = -all[1];
}

static void fail(const step_t *step, int status, const char *what)
{
    test_fail(__FILE__, __LINE__, "%s (%s %s): %s: %s: %s", at,
              inject_has_failed() ? "failed:" : "not here; last", inject_where(), step->name, what,
              status ? ashlar_error_message() : "no error");
}

/* One step, and once more when it fails. */
static void run_step(const step_t *step)
{
    int least, greatest, status = step->run();

    if (status != ASHLAR_OK) {
        if (!ashlar_error_message()[0])
            fail(step, status, "an error without words");
        if (!step->together && !inject_has_failed())
            fail(step, status, "an error for what failed elsewhere");
    }
    if (step->together) {
        share(status, &least, &greatest);
        if (least != ASHLAR_OK && greatest == ASHLAR_OK)
            fail(step, status, "an error on some ranks only");
        if (least == ASHLAR_OK)
            return;
    } else if (status == ASHLAR_OK) {
        return;
    }
    inject_disarm();
    if (step->together && status == ASHLAR_OK)
        return; /* done here, not everywhere: said above */
    status = step->run();
    if (status != ASHLAR_OK)
        fail(step, status, "the call after the failed one");
}

static int open_files(void)
{
    int n = 0;
    DIR *folder = opendir("/proc/self/fd");

    while (folder && readdir(folder))
        ++n;
    closedir(folder);
    return n;
}

/* All steps with failure number n on one rank; whether there was one. */
static bool run_with(const steps_t *steps, int rank, int64_t n)
{
    int least, greatest, files = open_files();
    int64_t blocks = inject_alive();

    snprintf(at, sizeof at, "allocation %lld of rank %d", (long long)n, rank);
    alarm(PATIENCE);
    inject_arm(KIND_ALLOCATION, test_rank() == rank ? n : 0);
    for (size_t k = 0; k < steps->n; ++k)
        run_step(&steps->step[k]);
    inject_disarm();
    if (getenv("FAILURE_VERBOSE") && test_rank() == rank)
        fprintf(stderr, "%s: %s\n", at, inject_where());
    if (inject_alive() != blocks || open_files() > files) {
        test_fail(__FILE__, __LINE__, "%s (failed: %s): %lld blocks and %d files are left", at,
                  inject_where(), (long long)(inject_alive() - blocks), open_files() - files);
    }
    bool reached = rank == test_rank() && inject_counted(KIND_ALLOCATION) >= n;
    share(reached ? -1 : 0, &least, &greatest);
    return least < 0;
}

static void begin(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    signal(SIGALRM, on_alarm);
}

static void run_allocations(const steps_t *steps)
{
    int64_t first = number_in("FAILURE_FIRST", 1), stride = number_in("FAILURE_STRIDE", 1);

    begin();
    CHECK(!run_with(steps, 0, INT64_MAX)); /* nothing fails; MPI opens files of its own */
    for (int rank = 0; rank < test_size(); ++rank)
        for (int64_t n = first; run_with(steps, rank, n); n += stride)
            continue;
    MPI_Comm_free(&comm);
}

/* The rank that gets the error says so and leaves. */
static void run_calls(const steps_t *steps)
{
    int rank = (int)number_in("FAILURE_RANK", 0);
    int64_t n = number_in("FAILURE_NUMBER", 0);
    const char *said = getenv("FAILURE_SAID");

    if (said) {
        CHECK(freopen(said, "a", stderr) != NULL);
        setvbuf(stderr, NULL, _IONBF, 0);
    }
    begin();
    snprintf(at, sizeof at, "call %lld of rank %d", (long long)n, rank);
    inject_arm(KIND_CALL, test_rank() == rank ? n : 0);
    for (size_t k = 0; k < steps->n; ++k) {
        int status = steps->step[k].run();
        if (status != ASHLAR_OK) {
            fprintf(stderr, "rank %d: %s: %s: error %s: %s\n", test_rank(), steps->step[k].name,
                    inject_where(), ashlar_status_name(status), ashlar_error_message());
            fflush(stderr);
            MPI_Abort(MPI_COMM_WORLD, 1); /* the library would, half a second after exit() */
        }
    }
    if (test_rank() == rank) {
        printf("%s: %s, of %lld\n", inject_has_failed() ? "survived" : "not failed", inject_where(),
               (long long)inject_counted(KIND_CALL));
    }
    MPI_Comm_free(&comm);
}

/* Cases such as al_allocations and al_calls. */
#define LAYER(layer)                                                                               \
    TEST_CASE(layer##_allocations, TEST_BARE)                                                      \
    {                                                                                              \
        run_allocations(&layer##_steps);                                                           \
    }                                                                                              \
    TEST_CASE(layer##_calls, TEST_BARE)                                                            \
    {                                                                                              \
        run_calls(&layer##_steps);                                                                 \
    }

LAYER(al)
LAYER(ga)
LAYER(la)
LAYER(bundle)
LAYER(coarray)
