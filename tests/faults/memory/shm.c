/* Shared memory objects where there is little room for them (see the script limits). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ashlar/ga.h>

#include "harness/harness.h"

/* Those of the library are files in the folder ASHLAR_TEST_SHM: MPI must not run out of room. */
static bool ours(const char *name, char *path, size_t room)
{
    const char *folder = getenv("ASHLAR_TEST_SHM");

    return folder && strncmp(name, "/ashlar-", 8) == 0 &&
           snprintf(path, room, "%s%s", folder, name) < (int)room;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    int (*next)(const char *, int, mode_t);
    char path[512];

    *(void **)&next = dlsym(RTLD_NEXT, "shm_open");
    return ours(name, path, sizeof path) ? open(path, flags | O_CLOEXEC, mode)
                                         : next(name, flags, mode);
}

int shm_unlink(const char *name)
{
    int (*next)(const char *);
    char path[512];

    *(void **)&next = dlsym(RTLD_NEXT, "shm_unlink");
    return ours(name, path, sizeof path) ? unlink(path) : next(name);
}

/* An array of one column that holds its length; the status of its creation. */
static int create(int64_t length, ga_t *g)
{
    const double value = (double)length;
    int status = ga_create(ASHLAR_DOUBLE, length, 1, "column", 0, 0, g);

    if (status == ASHLAR_OK)
        CHECK_OK(ga_fill(*g, &value));
    return status;
}

static void check_and_destroy(ga_t g, int64_t length)
{
    double ends[2] = {-1, -1};

    CHECK_OK(ga_get(g, 0, 0, 0, 0, &ends[0], 1));
    CHECK_OK(ga_get(g, length - 1, length - 1, 0, 0, &ends[1], 1));
    CHECK(ends[0] == (double)length && ends[1] == (double)length);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(g));
}

/* Large arrays and ever smaller ones until nothing fits, so that the last pages are wanted for what
 * the library itself keeps; then a hole is freed and filled with the smallest ones. */
TEST_CASE(shm_full, TEST_GA)
{
    enum { MOST = 100, HOLE = 1 << 17, LARGEST = 1 << 20, LEAST = 64, SMALL = 2, MANY = 5000 };
    ga_t large[MOST], *small = test_alloc(MANY * sizeof *small), hole;
    int64_t length[MOST];
    int n = 0, many = 0, status = ASHLAR_OK;

    REQUIRE_OK(create(HOLE, &hole));
    for (int64_t next = LARGEST; next >= LEAST && n < MOST;) {
        length[n] = next;
        status = create(next, &large[n]);
        if (status == ASHLAR_OK)
            ++n;
        else
            next /= 2;
    }
    CHECK_STATUS(ASHLAR_ENOMEM, status);
    CHECK(n > 1 && n < MOST);
    check_and_destroy(hole, HOLE);
    for (status = ASHLAR_OK; many < MANY && status == ASHLAR_OK;) {
        status = create(SMALL, &small[many]);
        many += status == ASHLAR_OK;
    }
    CHECK(many > 1);
    CHECK(status == ASHLAR_OK || status == ASHLAR_ENOMEM);
    printf("rank %d: %d and %d arrays, then: %s\n", ga_rank(), n, many, ashlar_error_message());
    while (many > 0)
        check_and_destroy(small[--many], SMALL);
    while (n-- > 0)
        check_and_destroy(large[n], length[n]);
    REQUIRE_OK(create(LARGEST, &hole));
    check_and_destroy(hole, LARGEST);
    free(small);
}
