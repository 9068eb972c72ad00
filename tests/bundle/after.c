/* Other calls right after an exchange, without a sync: they come after all of it, on all ranks. */
#include <ashlar/bundle.h>

#include "bundle/cases.h"
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

void case_after(void)
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
