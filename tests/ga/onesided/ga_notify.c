/* Notices: what was done before one is seen after it. */
#include <stdlib.h>

#include "ga/each.h"

enum { N = 300 };

/* An array whose plane r is the block of rank r. */
static ga_t planes(void)
{
    const int64_t dims[3] = {N, 2, ga_size()}, chunk[3] = {N, 2, 1};
    ga_t g = 0;

    CHECK_OK(ga_create_nd(ASHLAR_DOUBLE, 3, dims, "planes", chunk, GA_GROUP_WORLD, &g));
    CHECK_OK(ga_zero(g));
    return g;
}

/* Write value into plane `to`, column by column, without blocking: a notice follows all of them.
 */
static void fill_plane(ga_t g, int to, double value, double *buf, ga_handle_t *handle)
{
    for (int64_t j = 0; j < 2; ++j) {
        const int64_t lo[3] = {0, j, to}, hi[3] = {N - 1, j, to};
        for (int k = 0; k < N; ++k)
            buf[j * N + k] = value + k;
        CHECK_OK(ga_put_nb_nd(g, lo, hi, buf + j * N, NULL, handle));
    }
}

/* Whether my own plane holds value, read in place. */
static void check_plane(ga_t g, double value)
{
    void *block;
    int64_t ld[2], wrong = 0;

    if (CHECK_OK(ga_access_block(g, ga_rank(), NULL, NULL, &block, ld))) {
        for (int k = 0; k < 2 * N; ++k)
            wrong += ((const double *)block)[k] != value + k % N;
        CHECK_INT(0, wrong);
        CHECK_OK(ga_release(g));
    }
}

/* Even ranks write to the next odd one, which answers; a lone rank notifies itself. */
TEST_CASE_IN("engines", notify_pairs, TEST_GA)
{
    const int even = ga_rank() / 2 * 2, odd = even + 1 < ga_size() ? even + 1 : even;
    const int rounds = 50 / thinned(5);
    double *buf = test_alloc(2 * N * sizeof *buf);
    ga_t g = planes();

    for (int round = 1; round <= rounds; ++round) {
        if (ga_rank() == even) {
            ga_handle_t handle = 0;
            fill_plane(g, odd, round, buf, &handle);
            CHECK_OK(ga_notify(odd));
            CHECK_OK(ga_wait(&handle));
        }
        if (ga_rank() == odd) {
            CHECK_OK(ga_notify_wait(even));
            check_plane(g, round);
            CHECK_OK(ga_notify(even));
        }
        if (ga_rank() == even)
            CHECK_OK(ga_notify_wait(odd));
    }
    CHECK_OK(ga_destroy(g));
    free(buf);
}

/* A value goes round: each adds one to what its predecessor wrote into its plane. */
TEST_CASE_IN("engines", notify_ring, TEST_GA)
{
    const int next = (ga_rank() + 1) % ga_size(), before = (ga_rank() + ga_size() - 1) % ga_size();
    const int turns = 12;
    double *buf = test_alloc(2 * N * sizeof *buf);
    ga_t g = planes();

    for (int turn = 0; turn < turns; ++turn) {
        double value = 1 + turn * ga_size() + ga_rank();
        if (turn > 0 || ga_rank() > 0) {
            CHECK_OK(ga_notify_wait(before));
            check_plane(g, value - 1);
        }
        ga_handle_t handle = 0;
        fill_plane(g, next, value, buf, &handle);
        CHECK_OK(ga_notify(next));
        CHECK_OK(ga_wait(&handle));
    }
    if (ga_rank() == 0) {
        CHECK_OK(ga_notify_wait(before));
        check_plane(g, turns * ga_size());
    }
    CHECK_OK(ga_destroy(g));
    free(buf);
}

/* Each notice is one, none is mixed up with another rank's; notices may run ahead of waits. */
TEST_CASE_IN("engines", notify_counts, TEST_GA)
{
    enum { NOTICES = 40 };
    int64_t last = -1;
    ga_t g;

    /* Element (from, to) counts what `from` has announced to `to`. */
    REQUIRE_OK(ga_create(ASHLAR_LLONG, ga_size(), ga_size(), "announced", ga_size(), 1, &g));
    CHECK_OK(ga_zero(g));
    for (int k = 0; k < NOTICES; ++k) {
        for (int to = 0; to < ga_size(); ++to) {
            CHECK_OK(ga_read_inc(g, ga_rank(), to, 1, NULL));
            CHECK_OK(ga_notify(to));
        }
    }
    for (int k = 0; k < NOTICES; ++k) {
        for (int from = ga_size() - 1; from >= 0; --from) {
            CHECK_OK(ga_notify_wait(from));
            CHECK_OK(ga_read_inc(g, from, ga_rank(), 0, &last));
            CHECK(last > k && last <= NOTICES);
        }
    }
    CHECK_OK(ga_destroy(g));
}
