/* How the ranks of a node come to share memory when the first ways are closed. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "al/leftovers.h"
#include "al/slices.h"
#include "al/parts.h"

static size_t kilobytes(int rank)
{
    return 1024 * (size_t)(rank + 1);
}

/* Start with faults, on one rank of each node or on all: rank 0 says which way is used. */
static void expect(struct faults set, int ways_closed, const char *way, int nodes)
{
    static const struct faults none;

    faults = set;
    faults.memfd_create = ways_closed;
    setenv("ASHLAR_INFO", "1", 1);
    test_capture_begin();
    int status = al_init(MPI_COMM_WORLD);
    char *said = test_capture_end();
    unsetenv("ASHLAR_INFO");
    faults = none;
    if (CHECK_OK(status)) {
        if (test_rank() == 0) {
            CHECK_CONTAINS(said, way);
            CHECK(!strstr(said, "every rank is a node of its own") ==
                  !(nodes == test_size() && nodes > 1));
        }
        CHECK_INT(nodes, al_node_count());
        slices_t s = slices_create(al_group_world(), kilobytes, -1, 93);
        CHECK_SLICES(&s);
        slices_free(&s);
        CHECK_OK(al_finalize());
    }
    free(said);
}

/* The object of somebody else is left as it was. */
static void check_theirs(void)
{
    char text[7] = "";
    int fd = shm_open(shm_made, O_RDWR, 0);
    CHECK(fd >= 0 && read(fd, text, sizeof text) == 6 && strcmp(text, "theirs") == 0);
    if (fd >= 0)
        close(fd);
    CHECK(shm_unlink(shm_made) == 0);
}

/* A way that fails on one rank is given up by all: the next is tried, and in the end each rank is a
 * node. */
TEST_CASE(attach_another_way, TEST_BARE)
{
    int nodes = test_nodes(), size = test_size();
    bool shared = test_rank() * nodes / size == 0 && size > nodes; /* whom rank 0 shares with */
    bool last = test_rank() == (size + nodes - 1) / nodes - 1;     /* the last of them */
    const struct faults shm = {.shm_open = last && shared};

    if (getenv("ASHLAR_ATTACH") || size == nodes) {
        test_skip("it takes a node of 2 ranks that choose their way");
        return;
    }
    expect((struct faults){0}, 0, "shared by: proc\n", nodes);
    leftovers_t before = leftovers_now();
    expect((struct faults){0}, shared && test_rank() == 0 ? 1 : 0, "shared by: socket\n", nodes);
    expect((struct faults){0}, shared && test_rank() == 0 ? 2 : 0, "shared by: shm\n", nodes);
    if (test_rank() == 0) /* its name is gone */
        CHECK(shm_open(shm_made, O_RDWR, 0) < 0 && errno == ENOENT);
    expect(shm, shared && test_rank() == 0 ? 2 : 0, "shared by: private\n",
           nodes - 1 + (size + nodes - 1) / nodes);
    if (test_rank() == 0)
        CHECK(shm_open(shm_made, O_RDWR, 0) < 0 && errno == ENOENT);
    const int apart = nodes - 1 + (size + nodes - 1) / nodes, first = shared && test_rank() == 0;
    expect((struct faults){.shm_taken = first}, first ? 2 : 0, "shared by: private\n", apart);
    if (test_rank() == 0)
        check_theirs();
    expect((struct faults){.shm_replaced = last && shared}, first ? 2 : 0, "shared by: private\n",
           apart);
    CHECK_NOTHING_LEFT(&before);
}
