/* Random phases of several bundles over arrays of every kind, against the model. Everything is
 * drawn from a seed, the same on all ranks, so that each can play the others. */
#include <stdlib.h>
#include <string.h>

#include "bundle/random.h"

world_t world;

/* ---- changes by others ----------------------------------------------------------------------- */

/* One rank puts new values; or each stores them into its own block. */
static void change_arrays(rng_t *common)
{
    char all[WORLD_ELEMENTS * WORLD_BYTES];
    for (int k = 0; k < world.arrays; ++k) {
        model_array_t *a = &world.array[k];
        if (rng_range(common, 0, 1))
            continue;
        for (int64_t e = 0; e < a->n; ++e)
            world_store(a, all + (size_t)e * a->element, a->value[e] = rng_range(common, -5, 5));
        const int putter = (int)rng_range(common, 0, world.size - 1);
        if (a->ghosts) {
            int64_t lo, hi, ld;
            void *mine;
            if (a->own_n) {
                CHECK_OK(ga_access_block(a->g, world.rank, &lo, &hi, &mine, &ld));
                memcpy(mine, all + (size_t)lo * a->element, (size_t)a->own_n * a->element);
            }
        } else if (world.rank == putter) {
            world_put(a, all);
        }
    }
    CHECK_OK(ga_group_sync(world.group));
}

/* ---- exchanges ------------------------------------------------------------------------------- */

static void check_under_way(model_bundle_t *b)
{
    bundle_slot_t slot;
    void *base;
    int64_t index[3] = {0};
    CHECK_STATUS(ASHLAR_ESTATE, bundle_request(b->bundle, 0, 1, index, &slot));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_values(b->bundle, 0, &base));
}

static void exchange(model_bundle_t *b, rng_t *common)
{
    const bool fails = is_in_conflict(b);
    const int expected = fails ? ASHLAR_EMISMATCH : ASHLAR_OK;
    if (rng_range(common, 0, 1)) {
        CHECK_STATUS(expected, bundle_exchange(b->bundle));
    } else {
        CHECK_STATUS(expected, bundle_exchange_begin(b->bundle));
        if (!fails) {
            check_under_way(b);
            CHECK_OK(bundle_exchange_end(b->bundle));
        }
    }
    commit(b, fails);
    CHECK_OK(ga_group_sync(world.group));
}

/* Two at once, of different arrays. */
static void exchange_both(void)
{
    model_bundle_t *a = &world.bundle[0], *b = &world.bundle[1];
    CHECK_OK(bundle_exchange_begin(a->bundle));
    CHECK_OK(bundle_exchange_begin(b->bundle));
    check_under_way(a);
    CHECK_OK(bundle_exchange_end(b->bundle));
    CHECK_OK(bundle_exchange_end(a->bundle));
    commit(a, false);
    commit(b, false);
    CHECK_OK(ga_group_sync(world.group));
}

static void exchange_some(rng_t *common)
{
    const int64_t which = rng_range(common, 0, 3);
    model_bundle_t *last = &world.bundle[world.bundles - 1];
    if (which == 0 && world.bundles == 2 && !world.is_shared && !is_in_conflict(&world.bundle[0]) &&
        !is_in_conflict(last)) {
        exchange_both();
        return;
    }
    if (which != 1)
        exchange(&world.bundle[0], common);
    if (which != 2 && world.bundles == 2)
        exchange(last, common);
}

/* This rank's state: its requests, or no more of them. */
static void clear_or_freeze(model_bundle_t *b, rng_t *rng)
{
    const int64_t what = rng_range(rng, 0, 9);
    if (what < 2) {
        CHECK_OK(bundle_clear(b->bundle));
        forget_requests(b);
    } else if (what < 4) {
        CHECK_STATUS(b->once ? ASHLAR_ESTATE : ASHLAR_OK, bundle_freeze(b->bundle));
        b->frozen = !b->once;
    } else if (what == 4) {
        CHECK_OK(bundle_set_mode(b->bundle, (bundle_mode)rng_range(rng, 0, BUNDLE_PAIRWISE)));
    }
}

static rng_t rng_of(uint64_t seed, int phase, int r)
{
    return rng_seed((seed * 1000 + (uint64_t)phase) * 64 + (uint64_t)r + 1);
}

static void run_phase(uint64_t seed, int phase, rng_t *common)
{
    for (int b = 0; b < world.bundles; ++b)
        for (int r = 0; r < world.size; ++r) {
            rng_t rng = rng_of(seed, phase * 2 + b, r);
            name_elements(&world.bundle[b], &rng, r);
            if (r == world.rank)
                clear_or_freeze(&world.bundle[b], &rng);
        }
    check_seen(__LINE__);
    CHECK_OK(ga_group_sync(world.group));
    exchange_some(common);
    check_seen(__LINE__);
    for (int64_t again = rng_range(common, 0, 3); again > 0; --again) {
        CHECK_OK(ga_group_sync(world.group));
        change_arrays(common);
        check_seen(__LINE__);
        CHECK_OK(ga_group_sync(world.group));
        exchange_some(common);
        check_seen(__LINE__);
    }
}

/* ---- worlds ---------------------------------------------------------------------------------- */

/* All ranks, or two groups, the ranks of the larger one in reverse. */
static void make_group(uint64_t seed)
{
    const int me = test_rank(), last = test_size() - 1;
    world.group = GA_GROUP_WORLD;
    if (seed % 3 == 2)
        REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, last > 0 && me == last, -me, &world.group));
    CHECK_OK(ga_group_rank(world.group, &world.rank));
    CHECK_OK(ga_group_size(world.group, &world.size));
}

static void add_array(model_bundle_t *b, model_array_t *a, bool in_place)
{
    model_member_t *m = &b->member[b->count];
    memset(m, 0, sizeof *m);
    m->array = a;
    m->in_place = in_place;
    world_forget(m);
    CHECK_OK(
        bundle_add(b->bundle, a->g, (int)a->rule | (in_place ? BUNDLE_IN_PLACE : 0), &m->number));
    CHECK_INT(b->count, m->number);
    ++b->count;
}

static void run_world(uint64_t seed, int phases)
{
    rng_t common = rng_seed(seed);
    memset(&world, 0, sizeof world);
    make_group(seed);
    world.arrays = (int)rng_range(&common, 0, WORLD_ARRAYS);
    world.bundles = (int)rng_range(&common, 1, WORLD_BUNDLES);
    world.is_shared = (int)rng_range(&common, 0, 1);
    for (int b = 0; b < world.bundles; ++b) {
        bundle_t **bundle = &world.bundle[b].bundle;
        world.bundle[b].once = rng_range(&common, 0, 2) == 0;
        REQUIRE_OK(world.bundle[b].once ? bundle_create_once(world.group, bundle)
                                        : bundle_create(world.group, bundle));
    }
    for (int k = 0; k < world.arrays; ++k) {
        model_array_t *a = &world.array[k];
        world_make_array(&world, a, &common);
        /* Only one bundle may use the ghost cells. */
        const int first = world.is_shared ? 0 : k % world.bundles;
        add_array(&world.bundle[first], a, a->ghosts && k % 3 != 2);
        if (world.is_shared && world.bundles == 2)
            add_array(&world.bundle[1], a, false);
    }
    for (int phase = 0; phase < phases; ++phase)
        run_phase(seed, phase, &common);
    CHECK_OK(ga_group_sync(world.group));
    for (int b = 0; b < world.bundles; ++b)
        CHECK_OK(bundle_free(world.bundle[b].bundle));
    for (int k = 0; k < world.arrays; ++k) {
        CHECK_OK(ga_destroy(world.array[k].g));
        if (world.array[k].made)
            CHECK_OK(ga_type_destroy(world.array[k].made));
    }
    if (world.group != GA_GROUP_WORLD)
        CHECK_OK(ga_group_destroy(world.group));
}

TEST_CASE(random, TEST_GA)
{
    const uint64_t first = 1000 * (uint64_t)test_size() + 100 * (uint64_t)test_nodes();
    for (uint64_t seed = first; seed < first + 12; ++seed)
        run_world(seed, 8);
}

/* Seeds from the environment: BUNDLE_SEED is the first. */
TEST_CASE_IN("nightly", random_long, TEST_GA)
{
    const char *text = getenv("BUNDLE_SEED");
    const uint64_t first = text ? strtoull(text, NULL, 10) : 1;
    for (uint64_t seed = first; seed < first + 300; ++seed)
        run_world(seed, 20);
}
