#include "harness.h"

#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

enum { FAILURES_SHOWN = 8, PATIENCE_SECONDS = 250, MOST_CASES = 500 };

typedef struct test_case {
    const char *group, *name;
    void (*run)(void);
    test_start_t start;
} test_case_t;
static test_case_t cases[MOST_CASES];
static int case_count;

/* The one state of the harness. */
static struct {
    const char *suite;
    const char *case_name;
    char step[120]; /* "", or " (WORDS)" */
    int rank, size;
    MPI_Comm comm; /* the harness's own: its messages meet nobody else's */
    int64_t checks, failures;
    const char *skipped;
    unsigned patience;
    test_start_t running; /* what is started */
    int saved_stderr;
    FILE *captured;
} self = {.saved_stderr = -1, .patience = PATIENCE_SECONDS};

void (*test_when_passed)(void);

/* ---- checks ---------------------------------------------------------------------------------- */

/* From tests/ on: most files there are called like the file of the library that they test. */
static const char *place_in_tree(const char *file)
{
    const char *found = strstr(file, "/tests/");

    return found ? found + 1 : file;
}

void test_fail(const char *file, int line, const char *format, ...)
{
    char text[1024];
    va_list args;

    ++self.failures;
    if (self.failures > FAILURES_SHOWN)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    printf("%s:%d: rank %d: %s%s: %s\n", place_in_tree(file), line, self.rank, self.case_name,
           self.step, text);
    if (self.failures == FAILURES_SHOWN)
        printf("rank %d: %s: further failures are only counted\n", self.rank, self.case_name);
    fflush(stdout);
}

bool test_check(const char *file, int line, bool holds, const char *what)
{
    ++self.checks;
    if (!holds)
        test_fail(file, line, "not so: %s", what);
    return holds;
}

bool test_check_int(const char *file, int line, int64_t expected, int64_t actual, const char *what)
{
    ++self.checks;
    if (expected != actual) {
        test_fail(file, line, "%s is %lld, expected %lld", what, (long long)actual,
                  (long long)expected);
    }
    return expected == actual;
}

bool test_check_text(const char *file, int line, const char *expected, const char *actual)
{
    ++self.checks;
    bool same = actual && strcmp(expected, actual) == 0;
    if (!same) {
        test_fail(file, line, "text is \"%s\", expected \"%s\"", actual ? actual : "(null)",
                  expected);
    }
    return same;
}

bool test_check_contains(const char *file, int line, const char *text, const char *part)
{
    ++self.checks;
    bool found = text && strstr(text, part) != NULL;
    if (!found)
        test_fail(file, line, "\"%s\" lacks \"%s\"", text ? text : "(null)", part);
    return found;
}

bool test_check_status(const char *file, int line, int expected, int actual, const char *what)
{
    ++self.checks;
    if (expected != actual) {
        test_fail(file, line, "%s returned %s (%s), expected %s", what, ashlar_status_name(actual),
                  actual ? ashlar_error_message() : "", ashlar_status_name(expected));
    }
    return expected == actual;
}

void test_step(const char *format, ...)
{
    char words[sizeof self.step - 4];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    snprintf(self.step, sizeof self.step, words[0] ? " (%s)" : "%s", words);
}

void test_skip(const char *why)
{
    self.skipped = why;
}

/* ---- helpers --------------------------------------------------------------------------------- */

int test_rank(void)
{
    return self.rank;
}

int test_size(void)
{
    return self.size;
}

static int number_in(const char *variable)
{
    const char *text = getenv(variable);
    int number = text ? atoi(text) : 1;
    return number < 1 ? 1 : number;
}

int test_hosts(void)
{
    return number_in("ASHLAR_TEST_HOSTS");
}

int test_guards(void)
{
    const char *guard = getenv("ASHLAR_GUARD");
    return guard && atoi(guard) ? 512 : 0;
}

int test_nodes(void)
{
    int nodes = number_in("ASHLAR_FAKE_NODES") * test_hosts();

    return nodes < self.size ? nodes : self.size;
}

bool test_has_faulty_windows(void)
{
    const char *transport = getenv("ASHLAR_TRANSPORT");
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(version, &length);
    return test_nodes() > 1 && strncmp(version, "Open MPI v4", 11) == 0 && transport &&
           strcmp(transport, "auto") != 0 && strcmp(transport, "am") != 0;
}

void *test_alloc(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);

    if (!memory) {
        fprintf(stderr, "test: no memory for %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

void test_capture_begin(void)
{
    fflush(stderr);
    self.captured = tmpfile();
    self.saved_stderr = dup(STDERR_FILENO);
    if (!self.captured || self.saved_stderr < 0) {
        fprintf(stderr, "test: cannot capture stderr\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    dup2(fileno(self.captured), STDERR_FILENO);
}

char *test_capture_end(void)
{
    fflush(stderr);
    dup2(self.saved_stderr, STDERR_FILENO);
    close(self.saved_stderr);
    self.saved_stderr = -1;

    /* The descriptor shares its position with the duplicate, which has moved it to the end. */
    off_t length = lseek(fileno(self.captured), 0, SEEK_END);
    char *text = test_alloc((size_t)length + 1);
    ssize_t got = pread(fileno(self.captured), text, (size_t)length, 0);
    text[got > 0 ? got : 0] = '\0';
    fclose(self.captured);
    self.captured = NULL;
    return text;
}

/* ---- running --------------------------------------------------------------------------------- */

/* The watchdog: only async-signal-safe calls, then the launcher sees a rank die and ends the job.
 */
static void on_alarm(int signal)
{
    static const char text[] = "test: case timed out: ";
    int out = self.saved_stderr >= 0 ? self.saved_stderr : STDERR_FILENO;

    (void)signal;
    ssize_t ignored = write(out, text, sizeof text - 1);
    ignored = write(out, self.case_name, strlen(self.case_name));
    ignored = write(out, self.step, strlen(self.step));
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
    if (self.running != TEST_BARE) {
        test_capture_begin();
        int status = self.running == TEST_GA ? ga_terminate() : al_finalize();
        char *report = test_capture_end();
        CHECK_OK(status);
        if (report[0])
            test_fail(__FILE__, __LINE__, "left alive or said at the end: %s", report);
        free(report);
    }
    self.running = TEST_BARE;
    CHECK_INT(0, ga_initialized());
    CHECK_INT(0, al_initialized());
}

/* With more than two ranks, which may be more than there are cores, starting takes longer than
 * most cases: there the library keeps running for cases that need the same. */
static bool is_kept(test_start_t start)
{
    return self.running == start && start != TEST_BARE && self.size > 2;
}

static bool library_need(test_start_t start)
{
    if (is_kept(start))
        return true;
    if (self.running != TEST_BARE)
        library_stop();
    int status = library_start(start);
    if (status == ASHLAR_OK)
        self.running = start;
    return CHECK_OK(status);
}

static void case_run(const test_case_t *test)
{
    self.case_name = test->name;
    self.checks = self.failures = 0;
    self.skipped = NULL;
    test_step("%s", "");
    alarm(self.patience);
    if (library_need(test->start)) {
        self.checks = 0; /* those of starting the library do not count */
        test->run();
        if (self.saved_stderr >= 0)
            free(test_capture_end());
        if (self.checks == 0 && !self.skipped)
            test_fail(__FILE__, __LINE__, "the case checked nothing");
        if (!is_kept(self.running))
            library_stop();
    }
    fflush(stdout);
}

void test_in_child(const char *file, int line, void (*checks)(void))
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const int64_t before = self.failures;
        checks();
        fflush(stdout);
        _exit(self.failures != before);
    }
    int status = -1;
    if (child > 0)
        waitpid(child, &status, 0);
    test_check_int(file, line, 0, status, "status of the child");
}

/* Wait while other nodes are answered, and leave the core to ranks still at work. */
static void wait_polling(MPI_Request *request)
{
    for (int done = 0; !done;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        al_poll();
        sched_yield();
    }
}

static void add_up(const int64_t *mine, int64_t *sum, int n)
{
    MPI_Request request;

    MPI_Iallreduce(mine, sum, n, MPI_INT64_T, MPI_SUM, self.comm, &request);
    wait_polling(&request);
}

/* Add up a case over the ranks; every rank learns whether it failed. */
static bool case_verdict(void)
{
    const int64_t mine[4] = {self.checks, self.failures, self.failures > 0, self.skipped != NULL};
    int64_t sum[4];

    add_up(mine, sum, 4);
    if (sum[3] > 0 && sum[3] < self.size) {
        test_fail(__FILE__, __LINE__, "skipped by %lld of the ranks only", (long long)sum[3]);
        ++sum[1];
        sum[2] = self.size;
    }
    if (self.rank == 0) {
        if (sum[1] > 0) {
            printf("FAIL %s: %lld failures on %lld ranks\n", self.case_name, (long long)sum[1],
                   (long long)sum[2]);
        } else if (self.skipped) {
            printf("skip %s: %s\n", self.case_name, self.skipped);
        } else {
            printf("ok   %s: %lld checks\n", self.case_name, (long long)sum[0]);
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
            self.patience = (unsigned)atoi(argv[++i]);
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
            if (self.rank == 0)
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
            skipped += self.skipped != NULL;
            ++run;
        }
    }
    if (self.running != TEST_BARE) {
        self.case_name = "(stopping)";
        self.checks = self.failures = 0;
        self.skipped = NULL;
        library_stop();
        failed += case_verdict();
    }
    bool none = names_unknown(argc, argv, first) || run == 0;
    if (self.rank == 0) {
        printf("%s: %s: %d cases, %d failed, %d skipped (ranks %d, nodes %d)\n",
               failed || none ? "FAILED" : "PASSED", self.suite, run, failed, skipped, self.size,
               test_nodes());
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
    self.suite = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    MPI_Comm_dup(MPI_COMM_WORLD, &self.comm);
    MPI_Comm_rank(self.comm, &self.rank);
    MPI_Comm_size(self.comm, &self.size);
    signal(SIGALRM, on_alarm);

    int verdict = run_wanted(argc, argv, first);
    if (!verdict && test_when_passed)
        test_when_passed();
    MPI_Comm_free(&self.comm);
    MPI_Finalize();
    return verdict;
}

void test_exchange(int out, int to, int *in, int from)
{
    MPI_Request receive, send;
    MPI_Irecv(in, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &receive);
    MPI_Isend(&out, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &send);
    wait_polling(&receive);
    wait_polling(&send);
}

void test_barrier(void)
{
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    wait_polling(&request);
}
