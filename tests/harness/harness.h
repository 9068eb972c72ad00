/* The test harness: cases that register themselves, checks that record, one verdict for all ranks.
 *
 * The cases of a program are those in its sources. Its main(), unless it has one of its own, is the
 * harness's: test_main() starts MPI, runs one after the other the cases that the command line
 * names, by their own names or those of groups (without any: the cases that are in no group), and
 * returns the exit code: 0 only when no check failed on any rank, every case that ran checked
 * something, and nothing was alive when the library stopped. Around each case the harness starts
 * and stops the library as the case asks, so that a case begins with nothing alive and whatever it
 * leaves behind is charged to it. With more than two ranks the library runs on between cases that
 * ask for the same.
 *
 * A failing check records file, line, rank and values and lets the case go on; REQUIRE_OK leaves
 * the case, because what follows would make no sense. Should that leave the ranks waiting for each
 * other, the watchdog ends the job with the name of the case: a test fails, it does not hang.
 */
#ifndef TESTS_HARNESS_H
#define TESTS_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include <ashlar/status.h>

/* The start that a case needs: nothing, al_init(), or ga_initialize(). */
typedef enum test_start { TEST_BARE, TEST_AL, TEST_GA } test_start_t;

/* TEST_CASE(name, start) { ... } is a case, and TEST_CASE_IN("group", name, start) { ... } one that
 * runs only when it or its group is named. They run in the order of start, of the sources in CMake
 * and of the lines. */
#define TEST_CASE(name, start) TEST_CASE_IN(NULL, name, start)
#define TEST_CASE_IN(group, name, start)                                                           \
    static void case_##name(void);                                                                 \
    __attribute__((constructor)) static void add_case_##name(void)                                 \
    {                                                                                              \
        test_add(group, #name, case_##name, start);                                                \
    }                                                                                              \
    static void case_##name(void)
void test_add(const char *group, const char *name, void (*run)(void), test_start_t start);

/* Run a case, which needs no more than what is started, as a part of another. */
void test_repeat(const char *name);

/* Run the cases; the return value is main()'s.
 * Options: --list prints the names of the cases; --thread-level single|funneled|serialized|multiple
 * asks MPI_Init_thread() for that level; --seconds N is the watchdog's patience for one case. */
int test_main(int argc, char **argv);
/* A function to call at the end, if set, when all cases have passed. */
extern void (*test_when_passed)(void);

/* Rank and size of the whole job (MPI_COMM_WORLD). */
int test_rank(void);
int test_size(void);
/* How many nodes the library should find: those that ASHLAR_FAKE_NODES asks for on each of
 * ASHLAR_TEST_HOSTS hosts. */
int test_nodes(void);
/* How many hosts the job is on. */
int test_hosts(void);
/* Bytes that a slice takes besides: its guards, if the tests are run with ASHLAR_GUARD=1. */
int test_guards(void);

/* Whether the library runs with several nodes over windows of Open MPI 4, which have two faults:
 * windows made at the same time on communicators without a common rank share a file, because it is
 * named after the communicator's number; and compare-and-swap of 8 bytes with the own rank crashes.
 */
bool test_has_faulty_windows(void);

/* ---- checks ---------------------------------------------------------------------------------- */

/* Each returns whether the check holds; the first few failures of a case are printed. */
bool test_check(const char *file, int line, bool holds, const char *what);
bool test_check_int(const char *file, int line, int64_t expected, int64_t actual, const char *what);
bool test_check_text(const char *file, int line, const char *expected, const char *actual);
bool test_check_contains(const char *file, int line, const char *text, const char *part);
bool test_check_status(const char *file, int line, int expected, int actual, const char *what);
/* Record a failure described as by printf. */
void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Say what part of a case begins, as by printf: its failures and the watchdog name it. */
void test_step(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Say why the rest of a case does not apply to this launch. Must be called by every rank. */
void test_skip(const char *why);

#define CHECK(condition) test_check(__FILE__, __LINE__, (condition), #condition)
#define CHECK_INT(expected, actual)                                                                \
    test_check_int(__FILE__, __LINE__, (expected), (actual), #actual)
#define CHECK_TEXT(expected, actual) test_check_text(__FILE__, __LINE__, (expected), (actual))
#define CHECK_CONTAINS(text, part)   test_check_contains(__FILE__, __LINE__, (text), (part))
#define CHECK_STATUS(expected, call)                                                               \
    test_check_status(__FILE__, __LINE__, (expected), (call), #call)
#define CHECK_OK(call) CHECK_STATUS(ASHLAR_OK, call)
/* Leave the case (or the void helper) when the call fails. */
#define REQUIRE_OK(call)                                                                           \
    do {                                                                                           \
        if (!CHECK_OK(call))                                                                       \
            return;                                                                                \
    } while (0)

/* Run checks in a forked child of this process; it fails where they do, or where the child dies. */
void test_in_child(const char *file, int line, void (*checks)(void));
#define CHECK_IN_CHILD(checks) test_in_child(__FILE__, __LINE__, checks)

/* ---- helpers --------------------------------------------------------------------------------- */

/* malloc that ends the job when there is no memory; release with free(). */
void *test_alloc(size_t bytes);

/* MPI_Sendrecv of one int on MPI_COMM_WORLD, and MPI_Barrier, that answer other nodes while they
 * wait: MPI's own calls do not. */
void test_exchange(int out, int to, int *in, int from);
void test_barrier(void);

/* Everything written to file descriptor 2 between the two calls, on this rank.
 * @return the text, to be freed by the caller */
void test_capture_begin(void);
char *test_capture_end(void);

#endif
