/* Damage that guards tell of, without the end of the job: the test's MPI_Abort() returns, so that
 * one job can do this many times. */
#include "guard.h"

#include <stdio.h>
#include <unistd.h>

#include <ashlar/al.h>

struct guard_test test;

int MPI_Abort(MPI_Comm comm, int code)
{
    ++test.aborts;
    return test.ends ? PMPI_Abort(comm, code) : MPI_SUCCESS;
}

/* The library gives its launcher time to pass the words on. */
int usleep(useconds_t time)
{
    (void)time;
    return 0;
}

extern __typeof__(al_barrier) __real_ali_inner_al_barrier, __wrap_ali_inner_al_barrier;
int __wrap_ali_inner_al_barrier(al_group_t *group)
{
    void (*inside)(void) = test.inside;
    test.inside = NULL;
    if (inside)
        inside();
    return __real_ali_inner_al_barrier(group);
}

void start(void)
{
    if (test_rank() == 0)
        setenv("ASHLAR_GUARD", "1", 1);
    else
        unsetenv("ASHLAR_GUARD");
    test.aborts = 0;
    CHECK_OK(ga_initialize(MPI_COMM_WORLD));
}

void expect(int line, bool mine, const char *said, const char *words, const char *offset)
{
    if (!test_check_int(__FILE__, line, mine, test.aborts, "aborts"))
        test_fail(__FILE__, line, "%s", ashlar_error_message());
    if (mine && test.aborts) {
        test_check_contains(__FILE__, line, ashlar_error_message(), words);
        test_check_contains(__FILE__, line, ashlar_error_message(), offset);
        test_check_contains(__FILE__, line, said, ashlar_error_message());
        test_check_contains(__FILE__, line, said, "ending the job (ASHLAR_GUARD)");
    }
    test.aborts = 0;
}

void change(char *at)
{
    *at = (char)~*at;
}

const char *slice(const char *call, const char *name, int rank)
{
    static char text[160];
    snprintf(text, sizeof text, "%s: array '%s', the slice of rank %d", call, name, rank);
    return text;
}

const char *byte(int64_t offset)
{
    static char text[80];
    snprintf(text, sizeof text, "somebody has written to byte %lld, %s it", (long long)offset,
             offset < 0 ? "before" : "behind");
    return text;
}
