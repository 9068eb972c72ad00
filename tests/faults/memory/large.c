/* One call that moves more than MPI can count: patches of more than 2^30 and of more than 2^31
 * bytes, contiguous at both ends. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "harness/harness.h"

enum { ROWS = 1 << 20, LOWER = 154, MOST = 257 }; /* a column has 8 MiB; 1.2 GiB, just over 2 GiB */

/* Elements of the columns are numbered consecutively; those before and after the patch are -1. */
static void check_columns(const int64_t *found, int64_t columns, int64_t factor)
{
    int64_t wrong = 0, first = -1;

    for (int64_t k = 0; k < ROWS * columns; ++k)
        if (found[k] != factor * k)
            first = wrong++ == 0 ? k : first;
    if (!CHECK_INT(0, wrong))
        CHECK_INT(-1, first);
}

static void check_border(const int64_t *column)
{
    int64_t wrong = 0;

    for (int64_t k = 0; k < ROWS; ++k)
        wrong += column[k] != -1;
    CHECK_INT(0, wrong);
}

/* Put, add 3 times as much, get: by the last rank, on the block of rank 0, in one call each. */
static void move(ga_t g, int64_t *buffer, int64_t columns)
{
    const int64_t three = 3;

    for (int64_t k = 0; k < ROWS * columns; ++k)
        buffer[k] = k;
    CHECK_OK(ga_put(g, 0, ROWS - 1, 1, columns, buffer, ROWS));
    CHECK_OK(ga_acc(g, 0, ROWS - 1, 1, columns, buffer, ROWS, &three));
    memset(buffer, 0xff, sizeof *buffer * (size_t)(ROWS * columns));
    CHECK_OK(ga_get(g, 0, ROWS - 1, 1, columns, buffer, ROWS));
    check_columns(buffer, columns, 4);
}

TEST_CASE(large_transfer, TEST_GA)
{
    static const int64_t columns[] = {LOWER, MOST};
    const int64_t border = -1;
    int64_t *buffer = NULL, ld;
    void *block;
    ga_t g;

    if (ga_rank() == ga_size() - 1)
        buffer = test_alloc(sizeof *buffer * (size_t)ROWS * MOST);
    REQUIRE_OK(ga_create(ASHLAR_LLONG, ROWS, MOST + 2, "large", ROWS, MOST + 2, &g));
    for (int round = 0; round < 2; ++round) {
        CHECK_OK(ga_fill(g, &border));
        if (buffer)
            move(g, buffer, columns[round]);
        CHECK_OK(ga_sync());
        if (ga_rank() == 0 && CHECK_OK(ga_access(g, 0, ROWS - 1, 0, MOST + 1, &block, &ld))) {
            const int64_t *first = block;
            CHECK_INT(ROWS, ld);
            check_border(first);
            check_columns(first + ROWS, columns[round], 4);
            check_border(first + ROWS * (columns[round] + 1));
            CHECK_OK(ga_release(g));
        }
    }
    CHECK_OK(ga_destroy(g));
    free(buffer);
}

/* A broadcast in more than one part. */
TEST_CASE(large_broadcast, TEST_GA)
{
    const size_t bytes = ((size_t)1 << 30) + 4099;
    unsigned char *buffer = test_alloc(bytes + 1);
    int root = ga_size() - 1;
    int64_t wrong = 0;

    for (size_t k = 0; k <= bytes; ++k)
        buffer[k] = (unsigned char)(ga_rank() == root ? k * 7 + k / 999983 : 0xee);
    CHECK_OK(al_broadcast(al_group_world(), buffer, bytes, root));
    for (size_t k = 0; k < bytes; ++k)
        wrong += buffer[k] != (unsigned char)(k * 7 + k / 999983);
    CHECK_INT(0, wrong);
    CHECK(ga_rank() == root || buffer[bytes] == 0xee);
    free(buffer);
}
