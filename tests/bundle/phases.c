/* Random phases over several arrays, against a model that plays all ranks. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/bundle.h>

#include "harness/harness.h"

enum { ARRAYS = 4, LARGEST = 60, RANKS = 8, OPERATIONS = 40, RECORD = 24 };

/* What a rank has pending for an element: nothing, BUNDLE writes, or an operation. */
enum { NOTHING = -2, WRITTEN = -1 };

typedef struct shadow {
    ga_t g;
    ga_type made;
    int member, ndim, type, is_record;
    bundle_rule rule;
    int64_t dims[2], n;
    size_t element;
    int64_t value[LARGEST];
    struct {
        int state;
        int64_t value;
    } pending[RANKS][LARGEST];
    int is_requested[LARGEST]; /* by me */
    bundle_slot_t slot[LARGEST];
} shadow_t;

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

static void store(const shadow_t *a, void *to, int64_t value)
{
    memset(to, 0, a->element);
    if (a->is_record) {
        for (int k = 0; k < RECORD / 8; ++k)
            ((int64_t *)to)[k] = value + 1000 * k;
        return;
    }
    switch (a->type) {
#define STORE(id, ctype, mpitype, kind)                                                            \
    case ASHLAR_##id:                                                                              \
        *(ctype *)to = (ctype)value;                                                               \
        break;
        ASHLAR_TYPE_TABLE(STORE)
#undef STORE
    }
}

/* Is it this value, in all bytes? */
static int holds(const shadow_t *a, const void *at, int64_t value)
{
    _Alignas(16) char expected[RECORD];
    store(a, expected, value);
    if (a->is_record)
        return memcmp(at, expected, RECORD) == 0;
    switch (a->type) {
#define EQUAL(id, ctype, mpitype, kind)                                                            \
    case ASHLAR_##id:                                                                              \
        return *(const ctype *)at == *(ctype *)expected;
        ASHLAR_TYPE_TABLE(EQUAL)
#undef EQUAL
    }
    return 0;
}

static int64_t combine(ashlar_op op, int64_t a, int64_t b)
{
    switch (op) {
    case ASHLAR_SUM:
        return a + b;
    case ASHLAR_PROD:
        return a * b;
    case ASHLAR_MIN:
        return a < b ? a : b;
    case ASHLAR_MAX:
        return a > b ? a : b;
    case ASHLAR_AND:
        return a & b;
    case ASHLAR_OR:
        return a | b;
    case ASHLAR_XOR:
        return a ^ b;
    default:
        return b;
    }
}

static int is_defined(const shadow_t *a, ashlar_op op)
{
    int integer = a->type == ASHLAR_INT || a->type == ASHLAR_LONG || a->type == ASHLAR_LLONG;
    int complex = a->type == ASHLAR_CFLOAT || a->type == ASHLAR_CDOUBLE;
    return !a->is_record && (op == ASHLAR_SUM || op == ASHLAR_PROD ||
                             ((op == ASHLAR_MIN || op == ASHLAR_MAX) ? !complex : integer));
}

static void index_of(const shadow_t *a, int64_t e, int64_t *index)
{
    index[0] = e % a->dims[0];
    index[1] = e / a->dims[0];
}

static void make(shadow_t *a, int type, int is_record, int ndim, const int64_t *dims, ga_kind kind)
{
    a->type = type;
    a->is_record = is_record;
    a->ndim = ndim;
    a->dims[0] = dims[0];
    a->dims[1] = ndim == 2 ? dims[1] : 1;
    a->n = a->dims[0] * a->dims[1];
    a->made = (ga_type)type;
    if (is_record)
        REQUIRE_OK(ga_type_create(RECORD, &a->made));
    ga_spec_t spec = {.type = a->made, .ndim = ndim, .kind = kind, .name = "shadow"};
    for (int d = 0; d < ndim; ++d) {
        spec.dims[d] = dims[d];
        spec.block[d] = kind == GA_REGULAR ? 0 : 3;
    }
    REQUIRE_OK(ga_create_spec(&spec, &a->g));
    static const size_t bytes[] = {sizeof(int), sizeof(long), sizeof(long long), 4, 8, 8, 16};
    a->element = is_record ? RECORD : bytes[type];
    _Alignas(16) char values[LARGEST * RECORD];
    const int64_t lo[2] = {0, 0}, hi[2] = {a->dims[0] - 1, a->dims[1] - 1}, ld = a->dims[0];
    for (int64_t e = 0; e < a->n; ++e)
        store(a, values + (size_t)e * a->element, a->value[e] = e % 5 + 1);
    if (test_rank() == 0)
        CHECK_OK(ga_put_nd(a->g, lo, hi, values, &ld));
    CHECK_OK(ga_sync());
}

static void forget_pending(shadow_t *a)
{
    for (int r = 0; r < test_size(); ++r)
        for (int64_t e = 0; e < a->n; ++e)
            a->pending[r][e].state = NOTHING;
}

/* One operation of rank r; only r itself makes the call. */
static void operate(bundle_t *bundle, shadow_t *a, int r, uint64_t *random)
{
    int64_t e = (int64_t)(draw(random) % (uint64_t)a->n), value = (int64_t)(draw(random) % 2) + 1,
            index[2];
    unsigned what = (unsigned)(draw(random) % 8);
    const ashlar_op op = (ashlar_op)(draw(random) % ASHLAR_REPLACE);
    int *state = &a->pending[r][e].state, mine = r == test_rank(), expected = ASHLAR_OK;
    _Alignas(16) char buffer[RECORD];
    index_of(a, e, index);
    store(a, buffer, value);
    if (what < 3) {
        bundle_slot_t slot = 77;
        if (!mine)
            return;
        if (*state >= 0)
            expected = ASHLAR_ESTATE;
        CHECK_STATUS(expected, bundle_request(bundle, a->member, 1, index, &slot));
        if (expected != ASHLAR_OK) {
            CHECK_INT(77, slot);
            return;
        }
        if (a->is_requested[e])
            CHECK_INT(a->slot[e], slot);
        a->is_requested[e] = 1;
        a->slot[e] = slot;
    } else if (what < 6) {
        if (*state >= 0)
            expected = ASHLAR_ESTATE;
        if (mine)
            CHECK_STATUS(expected, bundle_write(bundle, a->member, 1, index, buffer));
        if (expected == ASHLAR_OK) {
            *state = WRITTEN;
            a->pending[r][e].value = value;
        }
    } else {
        if (!is_defined(a, op))
            expected = ASHLAR_ETYPE;
        else if (*state == WRITTEN || (*state >= 0 && *state != (int)op))
            expected = ASHLAR_ESTATE;
        if (mine)
            CHECK_STATUS(expected, bundle_accumulate(bundle, a->member, 1, index, buffer, op));
        if (expected != ASHLAR_OK)
            return;
        a->pending[r][e].value =
            *state == (int)op ? combine(op, a->pending[r][e].value, value) : value;
        *state = (int)op;
    }
}

static void commit(shadow_t *a)
{
    for (int64_t e = 0; e < a->n; ++e) {
        int first = 1;
        for (int r = 0; r < test_size(); ++r) {
            if (a->pending[r][e].state != WRITTEN)
                continue;
            int64_t value = a->pending[r][e].value;
            if (first || a->rule == BUNDLE_ANY)
                a->value[e] = value;
            else if (a->rule >= BUNDLE_SUM)
                a->value[e] = combine((ashlar_op)(a->rule - BUNDLE_SUM), a->value[e], value);
            first = 0;
        }
        for (int r = 0; r < test_size(); ++r)
            if (a->pending[r][e].state >= 0)
                a->value[e] =
                    combine((ashlar_op)a->pending[r][e].state, a->value[e], a->pending[r][e].value);
    }
}

/* What I see of an array: all of it by ga_get, and what I have requested by slot and by lookup. */
static void compare(bundle_t *bundle, shadow_t *a)
{
    _Alignas(16) char all[LARGEST * RECORD], value[RECORD];
    const int64_t lo[2] = {0, 0}, hi[2] = {a->dims[0] - 1, a->dims[1] - 1}, ld = a->dims[0];
    void *base = NULL;
    CHECK_OK(ga_get_nd(a->g, lo, hi, all, &ld));
    CHECK_OK(bundle_values(bundle, a->member, &base));
    for (int64_t e = 0; e < a->n; ++e) {
        int64_t index[2];
        index_of(a, e, index);
        if (!holds(a, all + (size_t)e * a->element, a->value[e]))
            test_fail(__FILE__, __LINE__, "element %d of member %d is not %d", (int)e, a->member,
                      (int)a->value[e]);
        if (!a->is_requested[e]) {
            CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, a->member, index, value));
            continue;
        }
        CHECK(holds(a, (char *)base + a->slot[e] * a->element, a->value[e]));
        CHECK_OK(bundle_lookup(bundle, a->member, index, value));
        CHECK(holds(a, value, a->value[e]));
    }
}

/* Before the exchange: my own writes are seen, other requested elements are as they were. */
static void compare_before(bundle_t *bundle, shadow_t *a, uint32_t known[LARGEST])
{
    _Alignas(16) char value[RECORD];
    for (int64_t e = 0; e < a->n; ++e) {
        int state = a->pending[test_rank()][e].state;
        int64_t index[2];
        index_of(a, e, index);
        int status = bundle_lookup(bundle, a->member, index, value);
        if (state == WRITTEN)
            CHECK(status == ASHLAR_OK && holds(a, value, a->pending[test_rank()][e].value));
        else if (state >= 0 || !known[e])
            CHECK_INT(ASHLAR_ESTATE, status);
        else
            CHECK(status == ASHLAR_OK && holds(a, value, a->value[e]));
    }
}

/* Values stay small, so that they are exact in all types. */
static void bound(shadow_t *a)
{
    _Alignas(16) char all[LARGEST * RECORD];
    const int64_t lo[2] = {0, 0}, hi[2] = {a->dims[0] - 1, a->dims[1] - 1}, ld = a->dims[0];
    for (int64_t e = 0; e < a->n; ++e)
        store(a, all + (size_t)e * a->element, a->value[e] = e % 5 + 1);
    if (test_rank() == 0)
        CHECK_OK(ga_put_nd(a->g, lo, hi, all, &ld));
    CHECK_OK(ga_sync());
}

static void run(shadow_t *arrays, int count, int phases, uint64_t seed)
{
    bundle_t *bundle = NULL;
    static uint32_t known[ARRAYS][LARGEST];
    memset(known, 0, sizeof known);
    REQUIRE_OK(bundle_create(0, &bundle));
    for (int k = 0; k < count; ++k) {
        REQUIRE_OK(bundle_add(bundle, arrays[k].g, arrays[k].rule, &arrays[k].member));
        CHECK_INT(k, arrays[k].member);
        forget_pending(&arrays[k]);
        memset(arrays[k].is_requested, 0, sizeof arrays[k].is_requested);
    }
    for (int phase = 0; phase < phases; ++phase) {
        for (int r = 0; r < test_size(); ++r) {
            uint64_t random = seed * 1000003 + (uint64_t)(phase * 64 + r + 1) * 0x9E3779B97F4A7C15u;
            int operations = (int)(draw(&random) % OPERATIONS); /* sometimes none */
            for (int k = 0; k < operations; ++k)
                operate(bundle, &arrays[draw(&random) % (uint64_t)count], r, &random);
        }
        for (int k = 0; k < count; ++k) {
            compare_before(bundle, &arrays[k], known[k]);
            commit(&arrays[k]);
        }
        if (phase % 2) {
            CHECK_OK(bundle_exchange_begin(bundle));
            CHECK_OK(bundle_exchange_end(bundle));
        } else {
            CHECK_OK(bundle_exchange(bundle));
        }
        for (int k = 0; k < count; ++k) {
            compare(bundle, &arrays[k]);
            forget_pending(&arrays[k]);
        }
        CHECK_OK(ga_sync());
        for (int k = 0; k < count; ++k) {
            bound(&arrays[k]);
            for (int64_t e = 0; e < arrays[k].n; ++e)
                known[k][e] = (uint32_t)arrays[k].is_requested[e];
        }
        CHECK_OK(bundle_exchange(bundle)); /* nothing is pending: snapshots are taken anew */
        for (int k = 0; k < count; ++k)
            compare(bundle, &arrays[k]);
        if (phase % 4 == 3) {
            CHECK_OK(bundle_clear(bundle));
            memset(known, 0, sizeof known);
            for (int k = 0; k < count; ++k)
                memset(arrays[k].is_requested, 0, sizeof arrays[k].is_requested);
        }
    }
    CHECK_OK(bundle_free(bundle));
}

TEST_CASE(phases, TEST_GA)
{
    static shadow_t arrays[ARRAYS];
    const int64_t line[1] = {37}, few[1] = {2}, plane[2] = {7, 8};
    make(&arrays[0], ASHLAR_LLONG, 0, 1, line, GA_REGULAR);
    make(&arrays[1], ASHLAR_DOUBLE, 0, 2, plane, GA_REGULAR);
    make(&arrays[2], 0, 1, 2, plane, GA_BLOCK_CYCLIC);
    make(&arrays[3], ASHLAR_INT, 0, 1, few, GA_REGULAR);
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
    static shadow_t array;
    const int64_t plane[2] = {5, 6};
    for (int type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        for (int rule = 0; rule < BUNDLE_RULE_COUNT; ++rule) {
            make(&array, type, 0, 2, plane, type % 2 ? GA_REGULAR : GA_TILED);
            array.rule = (bundle_rule)rule;
            if (rule != BUNDLE_ERROR &&
                (rule < BUNDLE_SUM || is_defined(&array, (ashlar_op)(rule - BUNDLE_SUM)))) {
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
