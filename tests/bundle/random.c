/* Random phases of several bundles over arrays of every kind, against the model. Everything is
 * drawn from a seed, the same on all ranks, so that each can play the others. */
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "bundle/world.h"

enum { LIST = 60 };

static world_t world;

static bool is_own(const model_member_t *m, int64_t e)
{
    return m->in_place && e >= m->array->own_lo && e < m->array->own_lo + m->array->own_n;
}

/* ---- naming elements ------------------------------------------------------------------------- */

/* Of an array: anywhere, in one place, or side by side. */
static int64_t draw_list(const model_array_t *a, rng_t *rng, int64_t *list)
{
    const int64_t n = rng_range(rng, 0, rng_range(rng, 0, 3) ? 4 : LIST);
    const int64_t pattern = rng_range(rng, 0, 3), first = rng_range(rng, 0, a->n - 1);
    for (int64_t k = 0; k < n; ++k)
        list[k] = pattern == 0   ? first
                  : pattern == 1 ? (first + k) % a->n
                                 : rng_range(rng, 0, a->n - 1);
    return n;
}

static void indices_of(const model_array_t *a, int64_t n, const int64_t *list, int64_t *index)
{
    for (int64_t k = 0; k < n; ++k)
        world_index(a, list[k], index + k * a->ndim);
}

/* The elements of a random patch of no more than LIST. */
static int64_t draw_patch(const model_array_t *a, rng_t *rng, int64_t *lo, int64_t *hi,
                          int64_t *list)
{
    int64_t n = 1, at[3] = {0};
    for (int d = 0; d < a->ndim; ++d) {
        lo[d] = rng_range(rng, 0, a->dims[d] - 1);
        hi[d] = rng_range(rng, lo[d], a->dims[d] - 1);
        hi[d] = n * (hi[d] - lo[d] + 1) > LIST ? lo[d] : hi[d];
        n *= hi[d] - lo[d] + 1;
    }
    for (int64_t k = 0; k < n; ++k) {
        int64_t rest = k, stride = 1;
        list[k] = 0;
        for (int d = 0; d < a->ndim; ++d) {
            at[d] = lo[d] + rest % (hi[d] - lo[d] + 1);
            rest /= hi[d] - lo[d] + 1;
            list[k] += at[d] * stride;
            stride *= a->dims[d];
        }
    }
    return n;
}

/* What a request must return. */
static int expected_of_request(const model_bundle_t *b, const model_member_t *m, int64_t n,
                               const int64_t *list)
{
    char is_new[WORLD_ELEMENTS] = {0};
    int64_t others = m->others;
    if (b->frozen)
        return ASHLAR_ESTATE;
    for (int64_t k = 0; k < n; ++k) {
        if (m->state[world.rank][list[k]] >= 0)
            return ASHLAR_ESTATE;
        others += !m->requested[list[k]] && !is_own(m, list[k]) && !is_new[list[k]];
        is_new[list[k]] = 1;
    }
    const int64_t room = m->array->own_n ? m->array->ghosts : 0;
    return m->in_place && others > room ? ASHLAR_ELIMIT : ASHLAR_OK;
}

static void note_slot(model_member_t *m, int64_t e, bundle_slot_t slot)
{
    const int me = world.rank;
    if (m->requested[e]) {
        CHECK_INT(m->slot[e], slot);
        return;
    }
    m->requested[e] = 1;
    m->slot[e] = slot;
    m->others += !is_own(m, e);
    if (is_own(m, e))
        CHECK_INT(e - m->array->own_lo, slot);
    else if (m->state[me][e] == WRITTEN)
        m->seen[e] = m->change[me][e];
    for (int64_t other = 0; other < m->array->n; ++other)
        if (other != e && m->requested[other] && m->slot[other] == slot)
            test_fail(__FILE__, __LINE__, "elements %d and %d have slot %u", (int)e, (int)other,
                      slot);
}

static void request(model_bundle_t *b, model_member_t *m, rng_t *rng, bool is_mine)
{
    int64_t list[LIST], index[3 * LIST], lo[3], hi[3], n;
    bundle_slot_t slots[LIST];
    const bool is_patch = rng_range(rng, 0, 3) == 0;
    n = is_patch ? draw_patch(m->array, rng, lo, hi, list) : draw_list(m->array, rng, list);
    if (!is_mine)
        return;
    memset(slots, 0xee, sizeof slots);
    const int expected = expected_of_request(b, m, n, list);
    indices_of(m->array, n, list, index);
    if (is_patch)
        CHECK_STATUS(expected, bundle_request_patch(b->bundle, m->number, lo, hi, slots));
    else
        CHECK_STATUS(expected, bundle_request(b->bundle, m->number, n, index, slots));
    for (int64_t k = 0; k < n && expected == ASHLAR_OK; ++k)
        note_slot(m, list[k], slots[k]);
}

static void write_some(model_bundle_t *b, model_member_t *m, rng_t *rng, int r)
{
    int64_t list[LIST], index[3 * LIST], value[LIST];
    char values[LIST * WORLD_BYTES];
    int expected = ASHLAR_OK;
    const int64_t n = draw_list(m->array, rng, list);
    for (int64_t k = 0; k < n; ++k) {
        world_store(m->array, values + (size_t)k * m->array->element,
                    value[k] = rng_range(rng, 1, 5));
        if (m->state[r][list[k]] >= 0)
            expected = ASHLAR_ESTATE;
    }
    indices_of(m->array, n, list, index);
    if (r == world.rank)
        CHECK_STATUS(expected, bundle_write(b->bundle, m->number, n, index, values));
    for (int64_t k = 0; k < n && expected == ASHLAR_OK; ++k) {
        m->state[r][list[k]] = WRITTEN;
        m->change[r][list[k]] = value[k];
        if (r == world.rank && !is_own(m, list[k]))
            m->seen[list[k]] = value[k];
    }
}

static void accumulate(model_bundle_t *b, model_member_t *m, rng_t *rng, int r)
{
    int64_t list[LIST], index[3 * LIST], value[LIST];
    char values[LIST * WORLD_BYTES];
    const ashlar_op op = (ashlar_op)rng_range(rng, 0, ASHLAR_XOR);
    const int64_t n = draw_list(m->array, rng, list);
    int expected = ASHLAR_OK;
    for (int64_t k = 0; k < n; ++k) {
        value[k] = op == ASHLAR_PROD ? 2 * rng_range(rng, 0, 1) - 1 : rng_range(rng, -4, 9);
        world_store(m->array, values + (size_t)k * m->array->element, value[k]);
        const int state = m->state[r][list[k]];
        if (state != NOTHING && state != (int)op)
            expected = ASHLAR_ESTATE;
    }
    if (!world_is_defined(m->array, op))
        expected = ASHLAR_ETYPE;
    indices_of(m->array, n, list, index);
    if (r == world.rank)
        CHECK_STATUS(expected, bundle_accumulate(b->bundle, m->number, n, index, values, op));
    for (int64_t k = 0; k < n && expected == ASHLAR_OK; ++k) {
        int64_t *change = &m->change[r][list[k]];
        *change = m->state[r][list[k]] == (int)op ? world_combine(op, *change, value[k]) : value[k];
        m->state[r][list[k]] = (signed char)op;
    }
}

/* What one rank does in a phase: often nothing, at times a lot. */
static void name_elements(model_bundle_t *b, rng_t *rng, int r)
{
    const int64_t amount = rng_range(rng, 0, 3);
    const int64_t calls = amount == 0 ? 0 : rng_range(rng, 1, amount == 1 ? 3 : 20);
    for (int64_t k = 0; k < calls && b->count > 0; ++k) {
        model_member_t *m = &b->member[rng_range(rng, 0, b->count - 1)];
        const int64_t what = rng_range(rng, 0, 7);
        if (what < 3)
            request(b, m, rng, r == world.rank);
        else if (what < 5)
            write_some(b, m, rng, r);
        else
            accumulate(b, m, rng, r);
    }
}

/* ---- the model's exchange -------------------------------------------------------------------- */

static bool is_in_conflict(const model_bundle_t *b)
{
    for (int k = 0; k < b->count; ++k)
        for (int64_t e = 0; e < b->member[k].array->n; ++e) {
            int writers = 0;
            for (int r = 0; r < world.size; ++r)
                writers += b->member[k].state[r][e] == WRITTEN;
            if (writers > 1 && b->member[k].array->rule == BUNDLE_ERROR)
                return true;
        }
    return false;
}

static int64_t accumulated(const model_member_t *m, int64_t e, int64_t value)
{
    for (int r = 0; r < world.size; ++r)
        if (m->state[r][e] >= 0)
            value = world_combine((ashlar_op)m->state[r][e], value, m->change[r][e]);
    return value;
}

/* The new value of an element; of several that are right, the one that is there. */
static int64_t committed(const model_member_t *m, int64_t e, const char *there)
{
    const bundle_rule rule = m->array->rule;
    int64_t value = m->array->value[e];
    int writers = 0;
    for (int r = 0; r < world.size; ++r) {
        if (m->state[r][e] != WRITTEN)
            continue;
        if (writers++ == 0)
            value = m->change[r][e];
        else if (rule >= BUNDLE_SUM)
            value = world_combine((ashlar_op)(rule - BUNDLE_SUM), value, m->change[r][e]);
        if (rule == BUNDLE_ANY && world_holds(m->array, there, accumulated(m, e, m->change[r][e])))
            value = m->change[r][e];
    }
    return accumulated(m, e, value);
}

static void check_array(const model_array_t *a, const char *all, int line)
{
    for (int64_t e = 0; e < a->n; ++e)
        if (!world_holds(a, all + (size_t)e * a->element, a->value[e]))
            test_fail(__FILE__, line, "element %d of %d is not %d", (int)e, (int)a->n,
                      (int)a->value[e]);
}

static void forget(model_member_t *m)
{
    for (int r = 0; r < world.size; ++r)
        memset(m->state[r], NOTHING, sizeof m->state[r]);
}

/* After an exchange: what is in the arrays, and what each rank sees of it. */
static void commit(model_bundle_t *b, bool has_failed)
{
    char all[WORLD_ELEMENTS * WORLD_BYTES];
    for (int k = 0; k < b->count; ++k) {
        model_member_t *m = &b->member[k];
        model_array_t *a = m->array;
        world_get(a, all);
        for (int64_t e = 0; e < a->n; ++e) {
            if (!has_failed)
                a->value[e] = committed(m, e, all + (size_t)e * a->element);
            if (m->requested[e]) {
                m->known[e] = 1;
                m->seen[e] = a->value[e];
            }
        }
        check_array(a, all, __LINE__);
        forget(m);
    }
}

/* ---- what is seen ---------------------------------------------------------------------------- */

static void check_element(const model_bundle_t *b, const model_member_t *m, int64_t e,
                          const char *base, int line)
{
    const model_array_t *a = m->array;
    const int state = m->state[world.rank][e];
    const bool own = is_own(m, e);
    char value[WORLD_BYTES];
    int64_t index[3];
    world_index(a, e, index);
    const int expected = state >= 0                               ? ASHLAR_ESTATE
                         : state == WRITTEN || own || m->known[e] ? ASHLAR_OK
                                                                  : ASHLAR_ESTATE;
    const int64_t seen = state == WRITTEN ? m->change[world.rank][e]
                         : own            ? a->value[e]
                                          : m->seen[e];
    const int status = bundle_lookup(b->bundle, m->number, index, value);
    if (status != expected)
        test_fail(__FILE__, line, "lookup of element %d, state %d: %d, not %d", (int)e, state,
                  status, expected);
    else if (status == ASHLAR_OK && !world_holds(a, value, seen))
        test_fail(__FILE__, line, "lookup of element %d, state %d: not %d", (int)e, state,
                  (int)seen);
    if (!m->requested[e] || !(own || m->known[e] || state == WRITTEN))
        return;
    if (!world_holds(a, base + (size_t)m->slot[e] * a->element, own ? a->value[e] : m->seen[e]))
        test_fail(__FILE__, line, "slot %u of element %d, state %d: not %d", m->slot[e], (int)e,
                  state, (int)(own ? a->value[e] : m->seen[e]));
}

/* Nobody changes the arrays meanwhile. */
static void check_seen(int line)
{
    for (int b = 0; b < world.bundles; ++b)
        for (int k = 0; k < world.bundle[b].count; ++k) {
            const model_member_t *m = &world.bundle[b].member[k];
            void *base = NULL;
            CHECK_OK(bundle_values(world.bundle[b].bundle, m->number, &base));
            for (int64_t e = 0; e < m->array->n; ++e)
                check_element(&world.bundle[b], m, e, base, line);
        }
}

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

/* Of this rank: its requests, or no more of them. */
static void clear_or_freeze(model_bundle_t *b, rng_t *rng)
{
    const int64_t what = rng_range(rng, 0, 9);
    if (what < 2) {
        CHECK_OK(bundle_clear(b->bundle));
        for (int k = 0; k < b->count; ++k) {
            model_member_t *m = &b->member[k];
            memset(m->requested, 0, sizeof m->requested);
            memset(m->known, 0, sizeof m->known);
            m->others = 0;
        }
        b->frozen = 0;
    } else if (what < 4) {
        CHECK_OK(bundle_freeze(b->bundle));
        b->frozen = 1;
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
    forget(m);
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
    for (int b = 0; b < world.bundles; ++b)
        REQUIRE_OK(bundle_create(world.group, &world.bundle[b].bundle));
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
