/* Random phases over several arrays, against a model that plays all ranks. */
#include <stdlib.h>
#include <string.h>

#include "bundle/world.h"
#include "harness/harness.h"

enum { ARRAYS = 4, OPERATIONS = 40, RECORD = 24 };

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

/* Values stay small, so that they are exact in all types. */
static void set_values(model_array_t *a)
{
    char all[WORLD_ELEMENTS * WORLD_BYTES];
    for (int64_t e = 0; e < a->n; ++e)
        world_store(a, all + (size_t)e * a->element, a->value[e] = e % 5 + 1);
    if (test_rank() == 0)
        world_put(a, all);
    CHECK_OK(ga_sync());
}

static void make(model_array_t *a, int type, int ndim, const int64_t *dims, ga_kind kind)
{
    static const size_t bytes[] = {sizeof(int), sizeof(long), sizeof(long long), 4, 8, 8,
                                   16,          RECORD};
    a->type = type;
    a->element = bytes[type];
    a->ndim = ndim;
    a->n = 1;
    a->made = (ga_type)type;
    if (type == ASHLAR_TYPE_COUNT)
        REQUIRE_OK(ga_type_create(RECORD, &a->made));
    ga_spec_t spec = {.type = a->made, .ndim = ndim, .kind = kind, .name = "shadow"};
    for (int d = 0; d < ndim; ++d) {
        a->n *= a->dims[d] = spec.dims[d] = dims[d];
        spec.block[d] = kind == GA_REGULAR ? 0 : 3;
    }
    REQUIRE_OK(ga_create_spec(&spec, &a->g));
    set_values(a);
}

/* One operation of rank r; only r itself makes the call. */
static void operate(bundle_t *bundle, model_member_t *m, int r, uint64_t *random)
{
    const model_array_t *a = m->array;
    int64_t e = (int64_t)(draw(random) % (uint64_t)a->n), value = (int64_t)(draw(random) % 2) + 1,
            index[2];
    unsigned what = (unsigned)(draw(random) % 8);
    const ashlar_op op = (ashlar_op)(draw(random) % ASHLAR_REPLACE);
    signed char *state = &m->state[r][e];
    int mine = r == test_rank(), expected = ASHLAR_OK;
    char buffer[WORLD_BYTES];
    world_index(a, e, index);
    world_store(a, buffer, value);
    if (what < 3) {
        bundle_slot_t slot = 77;
        if (!mine)
            return;
        if (*state >= 0)
            expected = ASHLAR_ESTATE;
        CHECK_STATUS(expected, bundle_request(bundle, m->number, 1, index, &slot));
        if (expected != ASHLAR_OK) {
            CHECK_INT(77, slot);
            return;
        }
        if (m->requested[e])
            CHECK_INT(m->slot[e], slot);
        m->requested[e] = 1;
        m->slot[e] = slot;
    } else if (what < 6) {
        if (*state >= 0)
            expected = ASHLAR_ESTATE;
        if (mine)
            CHECK_STATUS(expected, bundle_write(bundle, m->number, 1, index, buffer));
        if (expected == ASHLAR_OK) {
            *state = WRITTEN;
            m->change[r][e] = value;
        }
    } else {
        if (!world_is_defined(a, op))
            expected = ASHLAR_ETYPE;
        else if (*state == WRITTEN || (*state >= 0 && *state != (int)op))
            expected = ASHLAR_ESTATE;
        if (mine)
            CHECK_STATUS(expected, bundle_accumulate(bundle, m->number, 1, index, buffer, op));
        if (expected != ASHLAR_OK)
            return;
        m->change[r][e] = *state == (int)op ? world_combine(op, m->change[r][e], value) : value;
        *state = (signed char)op;
    }
}

/* An exchange, in the model. */
static void commit(const model_member_t *m)
{
    model_array_t *a = m->array;
    for (int64_t e = 0; e < a->n; ++e) {
        int first = 1;
        for (int r = 0; r < test_size(); ++r) {
            if (m->state[r][e] != WRITTEN)
                continue;
            int64_t value = m->change[r][e];
            if (first || a->rule == BUNDLE_ANY)
                a->value[e] = value;
            else if (a->rule >= BUNDLE_SUM)
                a->value[e] = world_combine((ashlar_op)(a->rule - BUNDLE_SUM), a->value[e], value);
            first = 0;
        }
        for (int r = 0; r < test_size(); ++r)
            if (m->state[r][e] >= 0)
                a->value[e] =
                    world_combine((ashlar_op)m->state[r][e], a->value[e], m->change[r][e]);
    }
}

/* My view of an array: all of it by ga_get, and my requests by slot and by lookup. */
static void compare(bundle_t *bundle, const model_member_t *m)
{
    const model_array_t *a = m->array;
    char all[WORLD_ELEMENTS * WORLD_BYTES], value[WORLD_BYTES];
    void *base = NULL;
    world_get(a, all);
    CHECK_OK(bundle_values(bundle, m->number, &base));
    for (int64_t e = 0; e < a->n; ++e) {
        int64_t index[2];
        world_index(a, e, index);
        if (!world_holds(a, all + (size_t)e * a->element, a->value[e]))
            test_fail(__FILE__, __LINE__, "element %d of member %d is not %d", (int)e, m->number,
                      (int)a->value[e]);
        if (!m->requested[e]) {
            CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, m->number, index, value));
            continue;
        }
        CHECK(world_holds(a, (char *)base + m->slot[e] * a->element, a->value[e]));
        CHECK_OK(bundle_lookup(bundle, m->number, index, value));
        CHECK(world_holds(a, value, a->value[e]));
    }
}

/* Before the exchange: my own writes are seen, other requested elements are as they were. */
static void compare_before(bundle_t *bundle, const model_member_t *m)
{
    const model_array_t *a = m->array;
    char value[WORLD_BYTES];
    for (int64_t e = 0; e < a->n; ++e) {
        int state = m->state[test_rank()][e];
        int64_t index[2];
        world_index(a, e, index);
        int status = bundle_lookup(bundle, m->number, index, value);
        if (state == WRITTEN)
            CHECK(status == ASHLAR_OK && world_holds(a, value, m->change[test_rank()][e]));
        else if (state >= 0 || !m->known[e])
            CHECK_INT(ASHLAR_ESTATE, status);
        else
            CHECK(status == ASHLAR_OK && world_holds(a, value, a->value[e]));
    }
}

/* One exchange in one of two ways, after which I see what the model says. */
static void exchange(model_bundle_t *b, int in_halves)
{
    for (int k = 0; k < b->count; ++k) {
        compare_before(b->bundle, &b->member[k]);
        commit(&b->member[k]);
    }
    if (in_halves) {
        CHECK_OK(bundle_exchange_begin(b->bundle));
        CHECK_OK(bundle_exchange_end(b->bundle));
    } else {
        CHECK_OK(bundle_exchange(b->bundle));
    }
    for (int k = 0; k < b->count; ++k) {
        compare(b->bundle, &b->member[k]);
        world_forget(&b->member[k]);
    }
    CHECK_OK(ga_sync());
}

static void run(model_array_t *arrays, int count, int phases, uint64_t seed)
{
    static model_bundle_t b;
    memset(&b, 0, sizeof b);
    REQUIRE_OK(bundle_create(0, &b.bundle));
    for (; b.count < count; ++b.count) {
        model_member_t *m = &b.member[b.count];
        m->array = &arrays[b.count];
        REQUIRE_OK(bundle_add(b.bundle, m->array->g, m->array->rule, &m->number));
        CHECK_INT(b.count, m->number);
        world_forget(m);
    }
    for (int phase = 0; phase < phases; ++phase) {
        for (int r = 0; r < test_size(); ++r) {
            uint64_t random = seed * 1000003 + (uint64_t)(phase * 64 + r + 1) * 0x9E3779B97F4A7C15u;
            int operations = (int)(draw(&random) % OPERATIONS); /* sometimes none */
            for (int k = 0; k < operations; ++k)
                operate(b.bundle, &b.member[draw(&random) % (uint64_t)count], r, &random);
        }
        exchange(&b, phase % 2);
        for (int k = 0; k < count; ++k) {
            set_values(&arrays[k]);
            memcpy(b.member[k].known, b.member[k].requested, sizeof b.member[k].known);
        }
        CHECK_OK(bundle_exchange(b.bundle)); /* nothing is pending: snapshots are taken anew */
        for (int k = 0; k < count; ++k)
            compare(b.bundle, &b.member[k]);
        if (phase % 4 == 3) {
            CHECK_OK(bundle_clear(b.bundle));
            for (int k = 0; k < count; ++k) {
                memset(b.member[k].known, 0, sizeof b.member[k].known);
                memset(b.member[k].requested, 0, sizeof b.member[k].requested);
            }
        }
    }
    CHECK_OK(bundle_free(b.bundle));
}

TEST_CASE(phases, TEST_GA)
{
    static model_array_t arrays[ARRAYS];
    const int64_t line[1] = {37}, few[1] = {2}, plane[2] = {7, 8};
    make(&arrays[0], ASHLAR_LLONG, 1, line, GA_REGULAR);
    make(&arrays[1], ASHLAR_DOUBLE, 2, plane, GA_REGULAR);
    make(&arrays[2], ASHLAR_TYPE_COUNT, 2, plane, GA_BLOCK_CYCLIC);
    make(&arrays[3], ASHLAR_INT, 1, few, GA_REGULAR);
    arrays[0].rule = BUNDLE_SUM;
    arrays[1].rule = BUNDLE_MAX;
    arrays[2].rule = BUNDLE_LOWEST;
    arrays[3].rule = BUNDLE_ANY;
    for (uint64_t seed = 1; seed <= 4; ++seed)
        run(arrays, ARRAYS, 8, seed);
    for (int k = 0; k < ARRAYS; ++k)
        CHECK_OK(ga_destroy(arrays[k].g));
    CHECK_OK(ga_type_destroy(arrays[2].made));
}

TEST_CASE(rules, TEST_GA)
{
    static model_array_t array;
    const int64_t plane[2] = {5, 6};
    for (int type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        for (int rule = 0; rule < BUNDLE_RULE_COUNT; ++rule) {
            make(&array, type, 2, plane, type % 2 ? GA_REGULAR : GA_TILED);
            array.rule = (bundle_rule)rule;
            if (rule != BUNDLE_ERROR &&
                (rule < BUNDLE_SUM || world_is_defined(&array, (ashlar_op)(rule - BUNDLE_SUM)))) {
                run(&array, 1, 3, (uint64_t)(type * 10 + rule + 1));
            } else if (rule != BUNDLE_ERROR) {
                bundle_t *bundle = NULL;
                int member = -5;
                REQUIRE_OK(bundle_create(0, &bundle));
                CHECK_STATUS(ASHLAR_ETYPE, bundle_add(bundle, array.g, array.rule, &member));
                CHECK_INT(-5, member);
                CHECK_OK(bundle_free(bundle));
            }
            CHECK_OK(ga_destroy(array.g));
        }
}
