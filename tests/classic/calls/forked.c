/* Children of fork() that call the library: the child ends, with words; the job goes on, and its
 * arrays are as they were. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "armci.h"
#include "calls.h"

static int g, next;
static void **addresses;

static void put(void)
{
    int at[2] = {next, 0}, ld = 1;
    double value = -1;
    NGA_Put(g, at, at, &value, &ld);
}

static void add(void)
{
    int at[2] = {next, 0}, ld = 1;
    double one = 1;
    NGA_Acc(g, at, at, &one, &ld, &one);
}

static void destroy(void)
{
    GA_Destroy(g);
}

static void put_bytes(void)
{
    long value = -1;
    _exit(ARMCI_Put(&value, addresses[next], sizeof value, next) != 0);
}

static void report(void)
{
    GA_Error("the child's own words", 256);
}

static void report_bytes(void)
{
    ARMCI_Error("the child's own words", 256);
}

static const struct {
    void (*call)(void);
    const char *words;
} children[] = {{put, "this process was forked from rank "},
                {add, "this process was forked from rank "},
                {GA_Sync, "this process was forked from rank "},
                {destroy, "this process was forked from rank "},
                {put_bytes, "this process was forked from rank "},
                {ARMCI_Barrier, "this process was forked from rank "},
                {report, "the child's own words"},
                {report_bytes, "the child's own words"}};

static void check_child(void (*call)(void), const char *words)
{
    int status = -1;
    fflush(NULL);
    test_capture_begin();
    const pid_t child = fork();
    if (child == 0) {
        call();
        _exit(0);
    }
    if (child > 0)
        waitpid(child, &status, 0);
    char *said = test_capture_end();
    CHECK(WIFEXITED(status));
    CHECK_INT(1, WEXITSTATUS(status));
    CHECK_CONTAINS(said, words);
    free(said);
}

TEST_CASE(forked_children, TEST_GA)
{
    const int me = GA_Nodeid(), size = GA_Nnodes();
    int dims[2] = {size, 1}, chunk[2] = {1, 1}, at[2] = {me, 0}, ld = 1;
    double mine = 10 + me, found = 0;

    next = (me + 1) % size;
    CHECK_INT(0, ARMCI_Init());
    addresses = test_alloc((size_t)size * sizeof *addresses);
    CHECK_INT(0, ARMCI_Malloc(addresses, sizeof(long)));
    *(long *)addresses[me] = 20 + me;
    g = NGA_Create(C_DBL, 2, dims, "kept", chunk);
    NGA_Put(g, at, at, &mine, &ld);
    GA_Sync();
    for (size_t k = 0; k < sizeof children / sizeof *children; ++k)
        check_child(children[k].call, children[k].words);
    GA_Sync();
    NGA_Get(g, at, at, &found, &ld);
    CHECK(found == mine);
    CHECK_INT(20 + me, *(long *)addresses[me]);
    GA_Destroy(g);
    CHECK_INT(0, ARMCI_Free(addresses[me]));
    ARMCI_Finalize();
    free(addresses);
}
