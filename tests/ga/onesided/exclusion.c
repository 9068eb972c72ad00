/* swap and compare-and-swap, mutexes, notices, and the blocks of other ranks on my node. */
#include <string.h>

#include "ga/cases.h"

/* Everybody puts in numbers of its own; what is in comes out once. */
static void swap_type(ashlar_type type)
{
    enum { ROUNDS = 30 };
    int64_t old = 0, both[2] = {0, 0}; /* put in, come out */
    ga_t g;

    REQUIRE_OK(ga_create(type, 2, 2, "cells", 0, 0, &g));
    CHECK_OK(ga_zero(g));
    for (int round = 0; round < ROUNDS; round++) {
        int64_t number = 1 + round * ga_size() + ga_rank();
        CHECK_OK(round % 2 ? ga_swap(g, 1, 0, number, &old)
                           : ga_swap_nd(g, (int64_t[]){1, 0}, number, &old));
        both[0] += number;
        both[1] += old;
    }
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LLONG, ASHLAR_SUM, both, 2));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_read_inc(g, 1, 0, 0, &old));
    CHECK_INT(both[0], both[1] + old);
    CHECK_OK(ga_swap(g, 0, 0, 5, NULL));
    CHECK_OK(ga_destroy(g));
}

void swap_values(void)
{
    for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; type++) {
        swap_type(type);
    }
}

/* Everybody adds one by compare_swap; elements beside it keep their values. */
static void compare_swap_type(ashlar_type type)
{
    enum { ROUNDS = 30 };
    int64_t old = 0;
    ga_t g;

    REQUIRE_OK(ga_create(type, 2, 2, "cells", 0, 0, &g));
    CHECK_OK(ga_zero(g));
    for (int round = 0; round < ROUNDS; round++) {
        int64_t guess = 0;
        for (bool added = false; !added; guess = old) {
            REQUIRE_OK(round % 2
                           ? ga_compare_swap(g, 0, 1, guess, guess + 1, &old)
                           : ga_compare_swap_nd(g, (int64_t[]){0, 1}, guess, guess + 1, &old));
            added = old == guess;
        }
    }
    CHECK_OK(ga_sync());
    for (int64_t k = 0; k < 4; k++) {
        CHECK_OK(ga_read_inc(g, k % 2, k / 2, 0, &old));
        CHECK_INT(k == 2 ? ROUNDS * ga_size() : 0, old);
    }
    CHECK_OK(ga_sync());
    CHECK_OK(ga_compare_swap(g, 0, 1, 0, 9, NULL)); /* refused: the element is not 0 */
    CHECK_OK(ga_read_inc(g, 0, 1, 0, &old));
    CHECK_INT(ROUNDS * ga_size(), old);
    CHECK_OK(ga_destroy(g));
}

void compare_swap_values(void)
{
    compare_swap_type(ASHLAR_INT);
}

void compare_swap_wide(void)
{
    if (test_has_faulty_windows()) {
        test_skip("this MPI crashes in compare-and-swap of 8 bytes with the own rank");
        return;
    }
    compare_swap_type(ASHLAR_LONG);
    compare_swap_type(ASHLAR_LLONG);
}

/* Read, add, write under a mutex: nothing is lost although no step is atomic. */
void mutex_exclusion(void)
{
    enum { MUTEXES = 3, ROUNDS = 40 };
    double value = 0;
    ga_mutexes_t mutexes;
    ga_t g;
    REQUIRE_OK(ga_mutexes_create(GA_GROUP_WORLD, MUTEXES, &mutexes));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, MUTEXES, 2 * ga_size(), "guarded", 0, 0, &g));
    CHECK_OK(ga_zero(g));
    for (int round = 0; round < ROUNDS; round++) {
        int64_t m = (round + ga_rank()) % MUTEXES, j = (2 * m + 1) % (2 * ga_size());
        CHECK_OK(ga_lock(mutexes, m));
        CHECK_OK(ga_get(g, m, m, j, j, &value, 1));
        value += 1;
        CHECK_OK(ga_put(g, m, m, j, j, &value, 1));
        CHECK_OK(ga_unlock(mutexes, m));
    }
    CHECK_OK(ga_sync());
    double total = 0;
    for (int64_t m = 0; m < MUTEXES; m++) {
        int64_t j = (2 * m + 1) % (2 * ga_size());
        CHECK_OK(ga_get(g, m, m, j, j, &value, 1));
        total += value;
    }
    CHECK(total == ROUNDS * ga_size());
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_mutexes_destroy(mutexes));
}

void mutex_states(void)
{
    ga_mutexes_t mutexes, stale;
    REQUIRE_OK(ga_mutexes_create(GA_GROUP_WORLD, 4, &mutexes));
    CHECK_STATUS(ASHLAR_ESTATE, ga_unlock(mutexes, 0));
    CHECK_STATUS(ASHLAR_ERANGE, ga_lock(mutexes, 4));
    CHECK_STATUS(ASHLAR_ERANGE, ga_lock(mutexes, -1));
    CHECK_STATUS(ASHLAR_ERANGE, ga_unlock(mutexes, 4));
    if (ga_rank() == ga_size() - 1) {
        CHECK_OK(ga_lock(mutexes, 2));
        CHECK_STATUS(ASHLAR_ESTATE, ga_lock(mutexes, 2));
    }
    CHECK_STATUS(ASHLAR_ESTATE, ga_mutexes_destroy(mutexes)); /* on every rank */
    if (ga_rank() == ga_size() - 1) {
        CHECK_OK(ga_unlock(mutexes, 2));
    }
    stale = mutexes;
    CHECK_OK(ga_mutexes_destroy(mutexes));
    CHECK(ga_lock(stale, 0) < 0);
    CHECK(ga_mutexes_destroy(stale) < 0);
    CHECK_STATUS(ASHLAR_EARG, ga_mutexes_create(GA_GROUP_WORLD, 0, &mutexes));
    CHECK_STATUS(ASHLAR_EARG, ga_mutexes_create(GA_GROUP_WORLD, 3, NULL));
    CHECK_STATUS(ASHLAR_EGROUP, ga_mutexes_create(4711, 3, &mutexes));
}

/* As many sets as there can be; one more is refused, and after one is gone there is room. */
void mutex_limit(void)
{
    enum { MOST = 1000 };
    static ga_mutexes_t sets[MOST];
    ga_mutexes_t none = -5;
    int n = 0, me = ga_rank();
    ga_group_t own;

    REQUIRE_OK(ga_group_create(1, &me, &own));
    while (n < MOST && ga_mutexes_create(own, 1, &sets[n]) == ASHLAR_OK) {
        n++;
    }
    CHECK(n > 10 && n < MOST);
    CHECK_STATUS(ASHLAR_ELIMIT, ga_mutexes_create(own, 1, &none));
    CHECK_INT(-5, none);
    if (me != 0) {
        CHECK_OK(ga_mutexes_destroy(sets[3]));
    }
    CHECK_STATUS(ASHLAR_ELIMIT, ga_mutexes_create(GA_GROUP_WORLD, 1, &none)); /* for rank 0 */
    CHECK_INT(-5, none);
    if (me == 0) {
        CHECK_OK(ga_mutexes_destroy(sets[3]));
    }
    CHECK_OK(ga_mutexes_create(own, 1, &sets[3]));
    while (n > 0) {
        CHECK_OK(ga_lock(sets[--n], 0));
        CHECK_OK(ga_unlock(sets[n], 0));
        CHECK_OK(ga_mutexes_destroy(sets[n]));
    }
    CHECK_OK(ga_group_destroy(own));
}

/* Data put before a notice is there when the notice is; notices are counted. */
void notify_ring(void)
{
    enum { N = 50, ROUNDS = 40 };
    int me = ga_rank(), size = ga_size(), next = (me + 1) % size, before = (me + size - 1) % size;
    double out[N], in[N];
    int64_t wrong = 0;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, size, "ring", 0, 1, &g));
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < N; k++) {
            out[k] = 1000 * me + round + k;
        }
        CHECK_OK(ga_put(g, 0, N - 1, next, next, out, N));
        CHECK_OK(ga_notify(next));
        CHECK_OK(ga_notify_wait(before));
        CHECK_OK(ga_get(g, 0, N - 1, me, me, in, N));
        for (int k = 0; k < N; k++) {
            wrong += in[k] != 1000 * before + round + k;
        }
        CHECK_OK(ga_notify(before)); /* read: it may be written again */
        CHECK_OK(ga_notify_wait(next));
    }
    CHECK_INT(0, wrong);
    for (int k = 0; k < 7; k++) {
        CHECK_OK(ga_notify(next));
    }
    for (int k = 0; k < 7; k++) {
        CHECK_OK(ga_notify_wait(before));
    }
    CHECK_STATUS(ASHLAR_ERANGE, ga_notify(-1));
    CHECK_STATUS(ASHLAR_ERANGE, ga_notify(size));
    CHECK_STATUS(ASHLAR_ERANGE, ga_notify_wait(size));
    CHECK_OK(ga_destroy(g));
}

/* The blocks of all ranks of my node, in place. */
void access_blocks(void)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], ld[ASHLAR_MAX_DIM], seen = 0;
    void *ptr;

    for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ndim++) {
        twin_t twin = twin_create(ASHLAR_CDOUBLE, ndim, test_dims(ndim), LAYOUT_IRREGULAR,
                                  GA_GROUP_WORLD, 15);
        for (int rank = 0; rank < ga_size(); rank++) {
            patch_t p = {.ndim = ndim};
            CHECK_OK(ga_distribution_nd(twin.g, rank, p.lo, p.hi));
            int status = ga_access_block(twin.g, rank, lo, hi, &ptr, ld);
            if (patch_count(&p) == 0) {
                CHECK_INT(ASHLAR_ERANGE, status);
                continue;
            }
            CHECK(status == ASHLAR_OK || (rank != ga_rank() && test_nodes() > 1));
            if (status != ASHLAR_OK) {
                CHECK_INT(ASHLAR_EREMOTE, status);
                continue;
            }
            CHECK_INT(0, memcmp(lo, p.lo, (size_t)ndim * sizeof *lo));
            CHECK_INT(0, memcmp(hi, p.hi, (size_t)ndim * sizeof *hi));
            buffer_t view = {.type = ASHLAR_CDOUBLE, .patch = p, .data = ptr};
            memcpy(view.ld, ld, (size_t)(ndim - 1) * sizeof *ld);
            patch_t at = p;
            do {
                scalar_t value = scalar_load(ASHLAR_CDOUBLE, buffer_at(&view, at.lo));
                CHECK(scalar_equal(value, *model_at(&twin.model, at.lo)));
            } while (patch_next(&p, at.lo));
            CHECK_OK(ga_release(twin.g));
            seen++;
        }
        CHECK_STATUS(ASHLAR_ERANGE, ga_access_block(twin.g, ga_size(), lo, hi, &ptr, ld));
        CHECK_STATUS(ASHLAR_ERANGE, ga_access_block(twin.g, -1, lo, hi, &ptr, ld));
        twin_destroy(&twin);
    }
    CHECK(seen > 0 || ga_size() > 1);
}
