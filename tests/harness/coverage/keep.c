/* Part of every module that counts its lines (coverage builds only). A process that leaves by
 * _exit, abort or a signal would lose its counts, which are written when it exits normally; this
 * writes them then too. Each process has a file in $ASHLAR_TEST_RUNNING, with the name of its test,
 * until its counts are written: the files that stay are of processes that nothing could save. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void __gcov_dump(void); /* libgcov's, of this module */

/* One per process: the first of its modules' definitions serves all. */
#define SHARED __attribute__((weak, visibility("default")))

typedef struct coverage {
    void (*dump[16])(void);
    int modules;
    volatile sig_atomic_t ended; /* the counts are being written */
    pid_t process;               /* that has the file; children have none */
    char running[4096];
} coverage_t;

SHARED coverage_t ashlar_coverage = {.modules = 0};

static void forget(void)
{
    ashlar_coverage.ended = 1;
    if (ashlar_coverage.process == getpid())
        unlink(ashlar_coverage.running);
}

static void end(void)
{
    if (!ashlar_coverage.ended) {
        ashlar_coverage.ended = 1;
        for (int k = 0; k < ashlar_coverage.modules; ++k)
            ashlar_coverage.dump[k]();
        forget();
    }
}

SHARED _Noreturn void _exit(int status)
{
    end();
    for (;;)
        syscall(SYS_exit_group, status);
}

SHARED _Noreturn void _Exit(int status)
{
    _exit(status);
}

SHARED _Noreturn void abort(void)
{
    end();
    raise(SIGABRT);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    _exit(127);
}

/* During a normal exit it does nothing. */
static void on_signal(int number)
{
    if (!ashlar_coverage.ended) {
        end();
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void note_process(void)
{
    const char *directory = getenv("ASHLAR_TEST_RUNNING"), *test = getenv("ASHLAR_TEST_NAME");

    if (directory) {
        snprintf(ashlar_coverage.running, sizeof ashlar_coverage.running, "%s/XXXXXX", directory);
        int file = mkstemp(ashlar_coverage.running);
        if (file >= 0) {
            dprintf(file, "%s\n", test ? test : program_invocation_short_name);
            close(file);
            ashlar_coverage.process = getpid();
        }
    }
}

__attribute__((constructor)) static void begin(void)
{
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGALRM, SIGABRT};

    if (ashlar_coverage.modules == 0) {
        note_process();
        for (size_t k = 0; k < sizeof signals / sizeof signals[0]; ++k) {
            void (*before)(int) = signal(signals[k], on_signal);
            if (before != SIG_DFL)
                signal(signals[k], before);
        }
    }
    for (int k = 0; k < ashlar_coverage.modules; ++k)
        if (ashlar_coverage.dump[k] == __gcov_dump)
            return; /* of another object of this module */
    ashlar_coverage.dump[ashlar_coverage.modules++] = __gcov_dump;
}

/* At a normal exit: libgcov writes the counts after this. */
__attribute__((destructor)) static void finish(void)
{
    forget();
}
