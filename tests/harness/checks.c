/* Functions for the cases of tests: checks, ranks and nodes, memory, captured output. */
#include "state.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

enum { FAILURES_SHOWN = 8 };

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

    ++test_self.failures;
    if (test_self.failures > FAILURES_SHOWN)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    printf("%s:%d: rank %d: %s%s: %s\n", place_in_tree(file), line, test_self.rank,
           test_self.case_name, test_self.step, text);
    if (test_self.failures == FAILURES_SHOWN)
        printf("rank %d: %s: further failures are only counted\n", test_self.rank,
               test_self.case_name);
    fflush(stdout);
}

bool test_check(const char *file, int line, bool holds, const char *what)
{
    ++test_self.checks;
    if (!holds)
        test_fail(file, line, "not so: %s", what);
    return holds;
}

bool test_check_int(const char *file, int line, int64_t expected, int64_t actual, const char *what)
{
    ++test_self.checks;
    if (expected != actual) {
        test_fail(file, line, "%s is %lld, expected %lld", what, (long long)actual,
                  (long long)expected);
    }
    return expected == actual;
}

bool test_check_text(const char *file, int line, const char *expected, const char *actual)
{
    ++test_self.checks;
    bool same = actual && strcmp(expected, actual) == 0;
    if (!same) {
        test_fail(file, line, "text is \"%s\", expected \"%s\"", actual ? actual : "(null)",
                  expected);
    }
    return same;
}

bool test_check_contains(const char *file, int line, const char *text, const char *part)
{
    ++test_self.checks;
    bool found = text && strstr(text, part) != NULL;
    if (!found)
        test_fail(file, line, "\"%s\" lacks \"%s\"", text ? text : "(null)", part);
    return found;
}

bool test_check_status(const char *file, int line, int expected, int actual, const char *what)
{
    ++test_self.checks;
    if (expected != actual) {
        test_fail(file, line, "%s returned %s (%s), expected %s", what, ashlar_status_name(actual),
                  actual ? ashlar_error_message() : "", ashlar_status_name(expected));
    }
    return expected == actual;
}

void test_step(const char *format, ...)
{
    char words[sizeof test_self.step - 4];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    snprintf(test_self.step, sizeof test_self.step, words[0] ? " (%s)" : "%s", words);
}

void test_skip(const char *why)
{
    test_self.skipped = why;
}

/* ---- helpers --------------------------------------------------------------------------------- */

int test_rank(void)
{
    return test_self.rank;
}

int test_size(void)
{
    return test_self.size;
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

    return nodes < test_self.size ? nodes : test_self.size;
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
    test_self.captured = tmpfile();
    test_self.saved_stderr = dup(STDERR_FILENO);
    if (!test_self.captured || test_self.saved_stderr < 0) {
        fprintf(stderr, "test: cannot capture stderr\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    dup2(fileno(test_self.captured), STDERR_FILENO);
}

char *test_capture_end(void)
{
    fflush(stderr);
    dup2(test_self.saved_stderr, STDERR_FILENO);
    close(test_self.saved_stderr);
    test_self.saved_stderr = -1;

    /* The descriptor shares its position with the duplicate, which has moved it to the end. */
    off_t length = lseek(fileno(test_self.captured), 0, SEEK_END);
    char *text = test_alloc((size_t)length + 1);
    ssize_t got = pread(fileno(test_self.captured), text, (size_t)length, 0);
    text[got > 0 ? got : 0] = '\0';
    fclose(test_self.captured);
    test_self.captured = NULL;
    return text;
}
