/* Folders that can and cannot hold a trace, and when there can be one. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ashlar/ga.h>

#include "harness/harness.h"
#include "trace/folder.h"

/* Messages of ranks on stderr, which goes to a file meanwhile. */
static int kept_stderr;
static FILE *messages;

static void catch_messages(void)
{
    fflush(stderr);
    kept_stderr = dup(2);
    messages = tmpfile();
    dup2(fileno(messages), 2);
}

static void release_messages(char *text, size_t room)
{
    fflush(stderr);
    dup2(kept_stderr, 2);
    close(kept_stderr);
    rewind(messages);
    text[fread(text, 1, room - 1, messages)] = '\0';
    fclose(messages);
}

TEST_CASE(states, TEST_GA)
{
    CHECK_STATUS(ASHLAR_ESTATE, ga_trace_end());
    REQUIRE_OK(ga_trace_begin(new_folder()));
    CHECK_STATUS(ASHLAR_ESTATE, ga_trace_begin(in_folder("other")));
    CHECK_CONTAINS(ashlar_error_message(), "there is a trace already");
    CHECK_OK(ga_trace_end());
    CHECK_STATUS(ASHLAR_ESTATE, ga_trace_end());
    CHECK_OK(ga_trace_mark("outside"));
    CHECK_STATUS(ASHLAR_EARG, ga_trace_mark(NULL));
    CHECK_STATUS(ASHLAR_EARG, ga_trace_begin(NULL));
    CHECK_STATUS(ASHLAR_EARG, ga_trace_begin(""));
    drop_folder();
}

/* A second trace takes the place of the first; folders above are made; later ranks pass what they
 * like. */
TEST_CASE(replaced, TEST_GA)
{
    new_folder();
    for (int round = 1; round <= 2; ++round) {
        REQUIRE_OK(ga_trace_begin(test_rank() == 0 ? in_folder("a/b") : "elsewhere"));
        for (int k = 0; k < round; ++k)
            CHECK_OK(ga_sync());
        CHECK_OK(ga_trace_end());
        trace_t *trace = read_folder(in_folder("a/b"));
        if (trace)
            CHECK_INT(round * test_size(), trace->events);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    drop_folder();
}

static void try_folder(const char *folder, const char *reason)
{
    char text[4096];
    catch_messages();
    const int status = ga_trace_begin(folder);
    release_messages(text, sizeof text);
    CHECK_STATUS(ASHLAR_ESYS, status);
    if (test_rank() == 0)
        CHECK_CONTAINS(text, reason);
    if (*text) {
        CHECK_CONTAINS(text, "; the program goes on\n");
        CHECK(strchr(text, '\n') == text + strlen(text) - 1); /* one line */
    }
}

TEST_CASE(refused, TEST_GA)
{
    new_folder();
    if (test_rank() == 0) {
        FILE *mine = fopen(in_folder("thesis.tex"), "w");
        if (CHECK(mine != NULL))
            fclose(mine);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    try_folder(in_folder(""), "holds something that is no trace");
    CHECK_INT(0, access(in_folder("thesis.tex"), R_OK));
    try_folder(in_folder("thesis.tex"), "Not a directory");
    try_folder("/proc/no/such", "");
    CHECK_OK(ga_sync()); /* the program goes on */
    drop_folder();
}
