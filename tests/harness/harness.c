/* Running the cases of a test program. */
#include "state.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

enum { PATIENCE_SECONDS = 250, MOST_CASES = 500 };

typedef struct test_case {
    const char *group, *name;
    void (*run)(void);
    test_start_t start;
} test_case_t;
static test_case_t cases[MOST_CASES];
static int case_count;

test_state_t test_self = {.saved_stderr = -1, .patience = PATIENCE_SECONDS};

void (*test_when_passed)(void);

/* The watchdog: only async-signal-safe calls, then the launcher sees a rank die and ends the job.
 */
static void on_alarm(int signal)
{
    static const char text[] = "test: case timed out: ";
    int out = test_self.saved_stderr >= 0 ? test_self.saved_stderr : STDERR_FILENO;

    (void)signal;
    ssize_t ignored = write(out, text, sizeof text - 1);
    ignored = write(out, test_self.case_name, strlen(test_self.case_name));
    ignored = write(out, test_self.step, strlen(test_self.step));
    ignored = write(out, "\n", 1);
    (void)ignored;
    _exit(3);
}

static int library_start(test_start_t start)
{
    return start == TEST_GA   ? ga_initialize(MPI_COMM_WORLD)
           : start == TEST_AL ? al_init(MPI_COMM_WORLD)
                              : ASHLAR_OK;
}

/* Stop the library; what was left alive counts as a failure of the case: it is named on stderr. */
static void library_stop(void)
{
    if (test_self.running != TEST_BARE) {
        test_capture_begin();
        int status = test_self.running == TEST_GA ? ga_terminate() : al_finalize();
        char *report = test_capture_end();
        CHECK_OK(status);
        if (report[0])
            test_fail(__FILE__, __LINE__, "left alive or said at the end: %s", report);
        free(report);
    }
    test_self.running = TEST_BARE;
    CHECK_INT(0, ga_initialized());
    CHECK_INT(0, al_initialized());
}

/* With more than two ranks, which may be more than there are cores, starting takes longer than
 * most cases: there the library keeps running for cases that need the same. */
static bool is_kept(test_start_t start)
{
    return test_self.running == start && start != TEST_BARE && test_self.size > 2;
}

static bool library_need(test_start_t start)
{
    if (is_kept(start))
        return true;
    if (test_self.running != TEST_BARE)
        library_stop();
    int status = library_start(start);
    if (status == ASHLAR_OK)
        test_self.running = start;
    return CHECK_OK(status);
}

static void case_run(const test_case_t *test)
{
    test_self.case_name = test->name;
    test_self.checks = test_self.failures = 0;
    test_self.skipped = NULL;
    test_step("%s", "");
    alarm(test_self.patience);
    if (library_need(test->start)) {
        test_self.checks = 0; /* those of starting the library do not count */
        test->run();
        if (test_self.saved_stderr >= 0)
            free(test_capture_end());
        if (test_self.checks == 0 && !test_self.skipped)
            test_fail(__FILE__, __LINE__, "the case checked nothing");
        if (!is_kept(test_self.running))
            library_stop();
    }
    fflush(stdout);
}

void test_in_child(const char *file, int line, void (*checks)(void))
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const int64_t before = test_self.failures;
        checks();
        fflush(stdout);
        _exit(test_self.failures != before);
    }
    int status = -1;
    if (child > 0)
        waitpid(child, &status, 0);
    test_check_int(file, line, 0, status, "status of the child");
}

/* Add up a case over the ranks; every rank learns whether it failed. */
static bool case_verdict(void)
{
    const int64_t mine[4] = {test_self.checks, test_self.failures, test_self.failures > 0,
                             test_self.skipped != NULL};
    int64_t sum[4];

    test_add_up(mine, sum, 4);
    if (sum[3] > 0 && sum[3] < test_self.size) {
        test_fail(__FILE__, __LINE__, "skipped by %lld of the ranks only", (long long)sum[3]);
        ++sum[1];
        sum[2] = test_self.size;
    }
    if (test_self.rank == 0) {
        if (sum[1] > 0) {
            printf("FAIL %s: %lld failures on %lld ranks\n", test_self.case_name, (long long)sum[1],
                   (long long)sum[2]);
        } else if (test_self.skipped) {
            printf("skip %s: %s\n", test_self.case_name, test_self.skipped);
        } else {
            printf("ok   %s: %lld checks\n", test_self.case_name, (long long)sum[0]);
        }
        fflush(stdout);
    }
    alarm(0);
    return sum[1] > 0;
}

/* After those that start before it, or at the same. */
void test_add(const char *group, const char *name, void (*run)(void), test_start_t start)
{
    int at = case_count++;

    if (case_count > MOST_CASES) {
        fprintf(stderr, "test: more than %d cases: raise MOST_CASES\n", MOST_CASES);
        abort();
    }
    for (; at > 0 && cases[at - 1].start > start; --at)
        cases[at] = cases[at - 1];
    cases[at] = (test_case_t){group, name, run, start};
}

void test_repeat(const char *name)
{
    for (int i = 0; i < case_count; ++i) {
        if (strcmp(cases[i].name, name) == 0) {
            cases[i].run();
            return;
        }
    }
    test_fail(__FILE__, __LINE__, "no case is called %s", name);
}

static bool is_called(const test_case_t *test, const char *word)
{
    return strcmp(word, test->name) == 0 || (test->group && strcmp(word, test->group) == 0);
}

static bool is_known(const char *word)
{
    for (int k = 0; k < case_count; ++k)
        if (is_called(&cases[k], word))
            return true;
    return false;
}

static bool is_wanted(const test_case_t *test, int argc, char **argv, int first)
{
    for (int i = first; i < argc; ++i)
        if (is_called(test, argv[i]))
            return true;
    return first == argc && !test->group;
}

static int thread_level(const char *name)
{
    return strcmp(name, "funneled") == 0     ? MPI_THREAD_FUNNELED
           : strcmp(name, "serialized") == 0 ? MPI_THREAD_SERIALIZED
           : strcmp(name, "multiple") == 0   ? MPI_THREAD_MULTIPLE
                                             : MPI_THREAD_SINGLE;
}

/* Options in, index of the first case name out; -1 when an option is unknown. */
static int parse_options(int argc, char **argv, bool *list, const char **level)
{
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; ++i)
        if (strcmp(argv[i], "--list") == 0)
            *list = true;
        else if (strcmp(argv[i], "--thread-level") == 0 && i + 1 < argc)
            *level = argv[++i];
        else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            test_self.patience = (unsigned)atoi(argv[++i]);
        else
            return -1;
    return i;
}

static bool names_unknown(int argc, char **argv, int first)
{
    bool unknown = false;

    for (int i = first; i < argc; ++i) {
        if (!is_known(argv[i])) {
            unknown = true;
            if (test_self.rank == 0)
                printf("test: no case and no group is called %s; --list names them\n", argv[i]);
        }
    }
    return unknown;
}

static int run_wanted(int argc, char **argv, int first)
{
    int run = 0, failed = 0, skipped = 0;

    for (int i = 0; i < case_count; ++i) {
        if (is_wanted(&cases[i], argc, argv, first)) {
            case_run(&cases[i]);
            failed += case_verdict();
            skipped += test_self.skipped != NULL;
            ++run;
        }
    }
    if (test_self.running != TEST_BARE) {
        test_self.case_name = "(stopping)";
        test_self.checks = test_self.failures = 0;
        test_self.skipped = NULL;
        library_stop();
        failed += case_verdict();
    }
    bool none = names_unknown(argc, argv, first) || run == 0;
    if (test_self.rank == 0) {
        printf("%s: %s: %d cases, %d failed, %d skipped (ranks %d, nodes %d)\n",
               failed || none ? "FAILED" : "PASSED", test_self.suite, run, failed, skipped,
               test_self.size, test_nodes());
        fflush(stdout);
    }
    return failed || none;
}

int test_main(int argc, char **argv)
{
    bool list = false;
    const char *level = NULL;
    int provided = MPI_THREAD_SINGLE;
    int first = parse_options(argc, argv, &list, &level);

    if (first < 0 || list) {
        for (int i = 0; list && i < case_count; ++i)
            printf("%s%s%s\n", cases[i].group ? cases[i].group : "", cases[i].group ? ": " : "",
                   cases[i].name);
        if (first < 0) {
            fprintf(stderr, "usage: %s [--list] [--thread-level LEVEL] [--seconds N] [case...]\n",
                    argv[0]);
        }
        return first < 0;
    }
    if (level)
        MPI_Init_thread(&argc, &argv, thread_level(level), &provided);
    else
        MPI_Init(&argc, &argv);
    test_self.suite = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    MPI_Comm_dup(MPI_COMM_WORLD, &test_self.comm);
    MPI_Comm_rank(test_self.comm, &test_self.rank);
    MPI_Comm_size(test_self.comm, &test_self.size);
    signal(SIGALRM, on_alarm);

    int verdict = run_wanted(argc, argv, first);
    if (!verdict && test_when_passed)
        test_when_passed();
    MPI_Comm_free(&test_self.comm);
    MPI_Finalize();
    return verdict;
}
