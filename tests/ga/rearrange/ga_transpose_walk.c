/* The walk over pairs of elements opposite each other: what ga_symmetrize cannot show, as to
 * average twice is to average once. */
#include <stdlib.h>
#include <string.h>

#include "ga/src/array/ga_handle.h"
#include "ga/src/rearrange/ga_transpose_walk.h"

#include "harness/harness.h"
#include "model/twin.h"

/* Element (i,j) of the matrix is i + n*j. */
typedef struct is_symmetric {
    int64_t n, wrong;
    int *seen; /* how often a part with the element came */
} pairs_t;

static void see(pairs_t *is_symmetric, int i, int j)
{
    if (i >= 0 && i < is_symmetric->n && j >= 0 && j < is_symmetric->n)
        ++is_symmetric->seen[i + is_symmetric->n * j];
    else
        ++is_symmetric->wrong;
}

/* One that begins on the diagonal is its own opposite. */
static void see_part(void *context, const gai_transpose_part_t *part)
{
    pairs_t *is_symmetric = context;
    const int *home = (const int *)(const void *)part->home, n = (int)is_symmetric->n;
    const int *other = (const int *)(const void *)part->other, lone = home[0] / n == home[0] % n;

    for (size_t k = 0; k < part->n[1]; ++k)
        for (size_t l = 0; l < part->n[0]; ++l) {
            int at = home[l + k * part->home_step[1]], i = at % n, j = at / n;
            is_symmetric->wrong += other[k + l * part->other_step[0]] != j + n * i;
            see(is_symmetric, i, j);
            if (!lone)
                see(is_symmetric, j, i);
        }
}

static void walk_pairs(int64_t n, layout_t layout)
{
    pairs_t is_symmetric = {.n = n, .seen = test_alloc((size_t)(n * n) * sizeof(int))};
    twin_t twin =
        twin_create(ASHLAR_INT, 2, (int64_t[]){n, n}, layout, GA_GROUP_WORLD, (uint64_t)n);
    const gai_array_t *array = gai_find(twin.g);
    const gai_transpose_walk_t all = {.call = __func__,
                                      .home = array,
                                      .other = array,
                                      .hi = {n - 1, n - 1},
                                      .is_symmetric = 1,
                                      .work = see_part,
                                      .context = &is_symmetric};

    memset(is_symmetric.seen, 0, (size_t)(n * n) * sizeof(int));
    for (int64_t k = 0; k < n * n; ++k)
        twin.model.at[k] = (scalar_t){(double)k, 0};
    twin_upload(&twin);
    CHECK_OK(gai_walk_transposed(&all));
    CHECK_INT(0, is_symmetric.wrong);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_SUM, is_symmetric.seen, n * n));
    for (int64_t k = 0; k < n * n; ++k)
        is_symmetric.wrong += is_symmetric.seen[k] != 1;
    CHECK_INT(0, is_symmetric.wrong);
    CHECK_TWIN(&twin); /* what was written back is what was read */
    twin_destroy(&twin);
    free(is_symmetric.seen);
}

/* Every element comes once, with its opposite beside it. */
TEST_CASE(pairs_once, TEST_GA)
{
    static const int64_t extents[] = {1, 2, 9, 33, 130, 289};

    for (size_t k = 0; k < sizeof extents / sizeof *extents; ++k)
        for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout)
            walk_pairs(extents[k], layout);
}
