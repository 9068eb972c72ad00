/* Parts of the library by themselves: the tables, and how a mode is chosen. */
#include "bundle/src/bundle_private.h"
#include "harness/harness.h"

static void insert(bui_hash_t *table, int64_t first, int64_t n, uint64_t keys)
{
    REQUIRE_OK(bui_hash_reserve(table, table->count + (uint64_t)n, keys));
    for (int64_t k = 0; k < n; ++k)
        CHECK_INT(k, bui_hash_insert(table, bui_hash_probe(table, first + k), first + k));
}

/* Entries of long ago, whose stamps are in use again, do not count. */
static void check_stamps(uint64_t keys)
{
    enum { N = 20 };
    bui_hash_t table = {0};
    bui_hash_clear(&table);
    CHECK_INT(1, table.stamp);
    insert(&table, 100, N, keys);
    for (int64_t k = 0; k < N; ++k)
        CHECK_INT(k, bui_hash_find(&table, 100 + k));
    table.stamp = UINT32_MAX - 1;
    table.count = 0;
    for (int round = 0; round < 3; ++round) {
        const int64_t first = 200 + 50 * round;
        insert(&table, first, N, keys);
        for (int64_t k = 0; k < N; ++k) {
            CHECK_INT(k, bui_hash_find(&table, first + k));
            CHECK_INT(BUI_NONE, bui_hash_find(&table, 100 + k));
            CHECK_INT(BUI_NONE, bui_hash_find(&table, first - 50 + k));
        }
        bui_hash_clear(&table);
        CHECK_INT(0, table.count);
        CHECK(table.stamp != 0); /* which stands for entries that have never been used */
    }
    bui_hash_free(&table);
}

TEST_CASE(stamps, TEST_BARE)
{
    check_stamps(UINT64_MAX); /* hashed */
    check_stamps(400);        /* the keys themselves */
}

/* Exchanges that take so long: all at once, and one by one. */
static bundle_mode kept(const int64_t *at_once, const int64_t *pairwise, int n)
{
    bundle_t bundle = {.mode = BUNDLE_AUTO, .nodes.count = 3};
    int at[BUNDLE_PAIRWISE + 1] = {0};
    for (int k = 0; k < 2 * n; ++k) {
        const bundle_mode mode = bui_next_mode(&bundle);
        bui_count_trial(&bundle.trial, mode, 0); /* of the first nothing is known yet */
        bui_count_trial(&bundle.trial, mode,
                        (mode == BUNDLE_PAIRWISE ? pairwise : at_once)[at[mode]++ % n]);
    }
    CHECK_INT(n, at[BUNDLE_AT_ONCE]);
    CHECK_INT(n, at[BUNDLE_PAIRWISE]);
    return bui_next_mode(&bundle);
}

/* The least time of each mode counts; later ones change nothing. */
TEST_CASE(modes, TEST_BARE)
{
    enum { N = 4 };
    static const int64_t low[N] = {900, 500, 800, 700}, high[N] = {600, 600, 600, 600};
    CHECK_INT(BUNDLE_AT_ONCE, kept(low, high, N));
    CHECK_INT(BUNDLE_PAIRWISE, kept(high, low, N));
    CHECK_INT(BUNDLE_AT_ONCE, kept(high, high, N));
    bundle_t bundle = {.mode = BUNDLE_AUTO, .nodes.count = 3};
    for (int k = 0; k < 2 * N; ++k)
        bui_count_trial(&bundle.trial, k < N ? BUNDLE_AT_ONCE : BUNDLE_PAIRWISE, 100 + k);
    CHECK_INT(BUNDLE_AT_ONCE, bui_next_mode(&bundle));
    bui_count_trial(&bundle.trial, BUNDLE_PAIRWISE, 1);
    CHECK_INT(BUNDLE_AT_ONCE, bui_next_mode(&bundle));
    bundle.mode = BUNDLE_PAIRWISE; /* as the caller says */
    CHECK_INT(BUNDLE_PAIRWISE, bui_next_mode(&bundle));
    bundle = (bundle_t){.mode = BUNDLE_AUTO, .nodes.count = 2, .trial.spent = {0, 9, 1}};
    bundle.trial.count[BUNDLE_AT_ONCE] = bundle.trial.count[BUNDLE_PAIRWISE] = N;
    CHECK_INT(BUNDLE_AT_ONCE, bui_next_mode(&bundle)); /* of two nodes it makes no difference */
}
