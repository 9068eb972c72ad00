/* Environment variables at the start: malformed, unknown, of the engine; and a start that waits. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ashlar/al.h>

#include "al/leftovers.h"
#include "al/slices.h"
#include "harness/harness.h"

/* Start with one variable set to a value, then restore it. */
static int init_with(const char *name, const char *value)
{
    const char *was = getenv(name);
    char kept[256] = "";

    if (was)
        strncpy(kept, was, sizeof kept - 1);
    setenv(name, value, 1);
    int status = al_init(MPI_COMM_WORLD);
    if (was)
        setenv(name, kept, 1);
    else
        unsetenv(name);
    return status;
}

/* A malformed variable is an error on every rank, which names it; the library can still start. */
TEST_CASE(init_environment, TEST_BARE)
{
    static const char *const malformed[][2] = {
        {"ASHLAR_FAKE_NODES", "two"},   {"ASHLAR_FAKE_NODES", "0"},   {"ASHLAR_FAKE_NODES", "-1"},
        {"ASHLAR_TRANSPORT", "pigeon"}, {"ASHLAR_ARENA", "12Q"},      {"ASHLAR_ARENA", "-5M"},
        {"ASHLAR_ATTACH", "glue"},      {"ASHLAR_PROGRESS", "magic"}, {"ASHLAR_CHECK", "maybe"}};
    const leftovers_t before = leftovers_now();

    for (size_t k = 0; k < sizeof malformed / sizeof malformed[0]; ++k) {
        CHECK_STATUS(ASHLAR_EARG, init_with(malformed[k][0], malformed[k][1]));
        CHECK_CONTAINS(ashlar_error_message(), malformed[k][0]);
        CHECK_CONTAINS(ashlar_error_message(), malformed[k][1]);
        CHECK_INT(0, al_initialized());
    }
    bool mine = test_rank() == test_size() - 1;
    CHECK_STATUS(ASHLAR_EARG, mine ? init_with("ASHLAR_CHECK", "maybe") : al_init(MPI_COMM_WORLD));
    CHECK_CONTAINS(ashlar_error_message(),
                   mine ? "ASHLAR_CHECK" : "al_init: failed on another rank");
    CHECK_STATUS(ASHLAR_EARG, al_init(MPI_COMM_NULL));
    CHECK_NOTHING_LEFT(&before);
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    slices_work_on(MPI_COMM_WORLD);
    CHECK_OK(al_finalize());
}

/* The engines that can be asked for, and what auto means. Between hosts an MPI may have no windows;
 * then a message says so. */
TEST_CASE(init_engines, TEST_BARE)
{
    static const char *const engines[][2] = {
        {"auto", "am"}, {"rma", "rma"}, {"am", "am"}, {"am+rma", "am+rma"}};
    for (int k = 0; k < 4; ++k) {
        int status = init_with("ASHLAR_TRANSPORT", engines[k][0]);
        if (status == ASHLAR_ETRANSPORT && getenv("ASHLAR_TEST_HOSTS")) {
            CHECK(strstr(engines[k][0], "rma") != NULL);
            CHECK_CONTAINS(ashlar_error_message(), "al_init: this MPI makes no window");
            continue;
        }
        REQUIRE_OK(status);
        CHECK_TEXT(al_node_count() > 1 ? engines[k][1] : "none", al_engine_name());
        int level; /* with the highest one a helper thread answers under am */
        MPI_Query_thread(&level);
        int polls = strcmp(engines[k][1], "am+rma") == 0 ||
                    (strcmp(engines[k][1], "am") == 0 && level < MPI_THREAD_MULTIPLE);
        CHECK_INT(al_node_count() > 1 && polls, al_engine_polls());
        slices_work_on(MPI_COMM_WORLD);
        CHECK_OK(al_finalize());
    }
}

/* Start with stderr written to a file, which then shows what al_init() says while it runs. */
static int init_saying(int file)
{
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    dup2(file, STDERR_FILENO);
    int status = al_init(MPI_COMM_WORLD);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    return status;
}

/* Read until the text contains these words, or ends. */
static void read_until(int file, const char *words, char *text, size_t room)
{
    size_t length = 0;
    ssize_t got = 1;

    text[0] = '\0';
    while (got > 0 && length + 1 < room && !strstr(text, words)) {
        got = read(file, text + length, room - 1 - length);
        length += got > 0 ? (size_t)got : 0;
        text[length] = '\0';
    }
}

/* A variable that is nobody's is named by rank 0, once. */
TEST_CASE(init_stranger, TEST_BARE)
{
    int ends[2];
    char text[2000] = "";
    CHECK_INT(0, pipe(ends));
    setenv("ASHLAR_ENGINE", "rma", 1);
    int status = init_saying(ends[1]);
    unsetenv("ASHLAR_ENGINE");
    close(ends[1]);
    REQUIRE_OK(status);
    read_until(ends[0], "in the end", text, sizeof text);
    close(ends[0]);
    const char *found = strstr(text, "ashlar: ASHLAR_ENGINE is set, but no variable has this name");
    CHECK_INT(test_rank() == 0, found != NULL);
    CHECK(!found || !strstr(found + 1, "ashlar: ASHLAR_ENGINE"));
    CHECK_OK(al_finalize());
}

/* Without ASHLAR_WATCHDOG a rank that waits for another in al_init() says so after a while and goes
 * on waiting. The other, the last rank, joins only when it has read that. */
TEST_CASE_IN("slow", init_late, TEST_BARE)
{
    char folder[] = "/tmp/ashlar-test-XXXXXX", pipe[sizeof folder + 8], text[2000] = "";
    int last = test_size() - 1, file = -1, status;

    if (last == 0) {
        test_skip("it takes 2 ranks");
        return;
    }
    if (test_rank() == 0 &&
        (!mkdtemp(folder) || snprintf(pipe, sizeof pipe, "%s/pipe", folder) < 0 ||
         mkfifo(pipe, 0600) != 0)) {
        CHECK(!"a named pipe");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Bcast(pipe, sizeof pipe, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (test_rank() == 0) {
        file = open(pipe, O_WRONLY); /* returns when the reader has opened it, too */
        unlink(pipe);
        rmdir(folder);
        status = init_saying(file);
    } else {
        file = test_rank() == last ? open(pipe, O_RDONLY) : -1;
        if (file >= 0)
            read_until(file, "waiting\n", text, sizeof text);
        status = al_init(MPI_COMM_WORLD);
    }
    REQUIRE_OK(status);
    if (test_rank() == last) {
        CHECK_CONTAINS(text, "ashlar: rank 0 (host ");
        CHECK_CONTAINS(text, "has waited in al_init for more than 10 s, for all ranks to call it");
        CHECK_CONTAINS(text, "; still waiting\n");
        CHECK(!strstr(text, "ASHLAR_WATCHDOG"));
    }
    slices_work_on(MPI_COMM_WORLD);
    CHECK_OK(al_finalize());
    close(file);
}
