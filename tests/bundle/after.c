/* Other calls before an exchange, which see nothing of it, and right after it, without a sync: they
 * come after all of it, on all ranks. */
#include <stdlib.h>

#include <ashlar/bundle.h>

#include "harness/harness.h"

enum { N = 240, ROUNDS = 60 };

static int64_t put_value(int round, int64_t k)
{
    return round * 1000 + k;
}

/* Elements that lie on other ranks, too: every rank puts every size-th. */
static void put_mine(ga_t g, int round)
{
    for (int64_t k = test_rank(); k < N; k += test_size()) {
        const long long value = put_value(round, k);
        CHECK_OK(ga_put_nd(g, &k, &k, &value, NULL));
    }
}

TEST_CASE(after, TEST_GA)
{
    const int64_t n = N, first = 0, last = N - 1;
    const int size = test_size();
    int64_t index[N], wrong = 0;
    long long ones[N], all[N], *base;
    bundle_slot_t slots[N];
    bundle_t *bundle;
    ga_t g;
    int member;
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g));
    REQUIRE_OK(bundle_create(0, &bundle));
    CHECK_OK(bundle_add(bundle, g, BUNDLE_SUM, &member));
    for (int64_t k = 0; k < n; ++k) {
        index[k] = (k * 7 + test_rank()) % n;
        ones[k] = 1;
    }
    put_mine(g, 0);
    for (int round = 1; round <= ROUNDS; ++round) {
        /* Some ranks read in some rounds, and in some nobody does. */
        const int reads = round % 3 != 2 && (round + test_rank()) % 4 != 0;
        CHECK_OK(bundle_clear(bundle));
        if (reads)
            CHECK_OK(bundle_request(bundle, member, n, index, slots));
        if (round % 5)
            CHECK_OK(bundle_accumulate(bundle, member, n, index, ones, ASHLAR_SUM));
        CHECK_OK(ga_sync());
        CHECK_OK(bundle_exchange(bundle));
        put_mine(g, round);
        CHECK_OK(bundle_values(bundle, member, (void **)&base));
        for (int64_t k = 0; k < n && reads; ++k)
            wrong += base[slots[k]] != put_value(round - 1, index[k]) + (round % 5 ? size : 0);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_get_nd(g, &first, &last, all, NULL));
        for (int64_t k = 0; k < n; ++k)
            wrong += all[k] != put_value(round, k);
        CHECK_INT(0, wrong);
        CHECK_OK(ga_sync());
    }
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

/* Until the exchange arrays are as they were, also the blocks that are read in place. */
TEST_CASE(before, TEST_GA)
{
    enum { GHOSTS = 30 };
    const ga_spec_t spec = {
        .type = ASHLAR_LLONG, .ndim = 1, .dims = {60}, .name = "line", .ghosts = {GHOSTS}};
    for (int in_place = 0; in_place <= BUNDLE_IN_PLACE; in_place += BUNDLE_IN_PLACE) {
        const int64_t first = 0, last = 59, size = test_size();
        long long all[60];
        bundle_t *bundle;
        ga_t g;
        int member;
        REQUIRE_OK(ga_create_spec(&spec, &g));
        CHECK_OK(ga_enumerate(g, &(long long){0}, &(long long){1}));
        REQUIRE_OK(bundle_create(0, &bundle));
        CHECK_OK(bundle_add(bundle, g, BUNDLE_SUM | in_place, &member));
        for (int64_t k = 0; k < 60; ++k) {
            const long long value = 1000;
            bundle_slot_t slot;
            if (k % 5 == 0)
                CHECK_OK(bundle_request(bundle, member, 1, &k, &slot));
            CHECK_OK(k % 2 ? bundle_write(bundle, member, 1, &k, &value)
                           : bundle_accumulate(bundle, member, 1, &k, &value, ASHLAR_SUM));
        }
        CHECK_OK(ga_sync());
        CHECK_OK(ga_get_nd(g, &first, &last, all, NULL));
        for (int64_t k = 0; k < 60; ++k)
            CHECK_INT(k, all[k]);
        CHECK_OK(ga_sync());
        CHECK_OK(bundle_exchange(bundle));
        CHECK_OK(ga_get_nd(g, &first, &last, all, NULL));
        for (int64_t k = 0; k < 60; ++k)
            CHECK_INT((k % 2 ? 0 : k) + 1000 * size, all[k]);
        CHECK_OK(bundle_free(bundle));
        CHECK_OK(ga_destroy(g));
    }
}

/* An array destroyed between the halves: the end says so, and writes nothing where another may be.
 */
TEST_CASE(destroyed, TEST_GA)
{
    enum { GHOSTS = 30, ROOM = 200 };
    ga_spec_t spec = {
        .type = ASHLAR_LLONG, .ndim = 1, .dims = {60}, .name = "old", .ghosts = {GHOSTS}};
    const int64_t first = 0, last = ROOM - 1;
    const long long five = 5;
    int64_t lo, hi, index[GHOSTS], n = 0;
    long long all[ROOM];
    bundle_slot_t slots[GHOSTS];
    bundle_t *bundle;
    ga_t g;
    void *mine;
    int member;
    REQUIRE_OK(ga_create_spec(&spec, &g));
    CHECK_OK(ga_fill(g, &five));
    CHECK_OK(ga_access_block(g, test_rank(), &lo, &hi, &mine, NULL));
    REQUIRE_OK(bundle_create(0, &bundle));
    CHECK_OK(bundle_add(bundle, g, BUNDLE_ANY | BUNDLE_IN_PLACE, &member));
    for (int64_t k = 0; k < 60 && n < GHOSTS; ++k)
        if (k < lo || k > hi)
            index[n++] = k;
    CHECK_OK(bundle_request(bundle, member, n, index, slots));
    CHECK_OK(bundle_exchange_begin(bundle));
    CHECK_OK(ga_destroy(g));
    spec.ghosts[0] = 0;
    spec.dims[0] = ROOM;
    REQUIRE_OK(ga_create_spec(&spec, &g));
    CHECK_OK(ga_zero(g));
    CHECK_STATUS(ASHLAR_EHANDLE, bundle_exchange_end(bundle));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_get_nd(g, &first, &last, all, NULL));
    for (int k = 0; k < ROOM; ++k)
        CHECK_INT(0, all[k]);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

/* Boxes that find no room in an arena of 1 MiB, and at once an exchange that fits. */
TEST_CASE_IN("small", no_room, TEST_GA)
{
    enum { N = 100000, ROUNDS = 100 };
    const int64_t n = N;
    int64_t *index = test_alloc(N * sizeof *index);
    bundle_slot_t *slots = test_alloc(N * sizeof *slots);
    bundle_t *bundle;
    ga_t g;
    int member;
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g));
    CHECK_OK(ga_zero(g));
    REQUIRE_OK(bundle_create(0, &bundle));
    CHECK_OK(bundle_add(bundle, g, BUNDLE_ANY, &member));
    for (int64_t k = 0; k < n; ++k)
        index[k] = n - 1 - k;
    for (int round = 0; round < ROUNDS; ++round) {
        const int64_t many = round % test_size() == test_rank() ? n : 3, own = test_rank();
        const long long value = round;
        CHECK_OK(bundle_request(bundle, member, many, index, slots));
        CHECK_OK(bundle_write(bundle, member, 1, &own, &value));
        CHECK_STATUS(ASHLAR_ENOMEM, bundle_exchange(bundle));
        CHECK_OK(bundle_clear(bundle));
        CHECK_OK(bundle_request(bundle, member, 3, index, slots));
        CHECK_OK(bundle_exchange(bundle));
        CHECK_OK(bundle_clear(bundle));
    }
    free(slots);
    free(index);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}
