/* Phases of a bundle of two arrays, which is gone afterwards. */
#include <string.h>

#include <ashlar/bundle.h>

#include "stress.h"

enum { MEMBERS = 2, NAMED = 12 };

/* A rank writes and accumulates in a phase: each element once, in one of these ways. */
typedef struct changes {
    int64_t written, n, index[NAMED * ASHLAR_MAX_DIM], at[NAMED];
    ashlar_op op; /* of those behind the written ones */
    scalar_t value[NAMED];
    _Alignas(16) char values[NAMED * ELEMENT_BYTES];
} changes_t;

static bundle_rule draw_rule(const model_t *m)
{
    for (;;) {
        const bundle_rule rule = (bundle_rule)draw(0, BUNDLE_RULE_COUNT - 1);
        if (rule < BUNDLE_SUM ||
            (!type_is_record(m->type) && op_is_defined((ashlar_op)(rule - BUNDLE_SUM), m->type)))
            return rule;
    }
}

static ashlar_op draw_op(const model_t *m)
{
    for (;;) {
        const ashlar_op op = (ashlar_op)draw(0, ASHLAR_REPLACE - 1);
        if (type_is_record(m->type) || op_is_defined(op, m->type))
            return op;
    }
}

/* Factors are 1, -1, i or -i: products do not grow. */
static scalar_t draw_value(const model_t *m, bool is_factor)
{
    const double one = 2 * (double)draw(0, 1) - 1;
    if (is_factor)
        return type_is_complex(m->type) && draw(0, 1) ? scalar_as(m->type, 0, one)
                                                      : scalar_as(m->type, one, 0);
    return scalar_as(m->type, (double)draw(-VALUES, VALUES), (double)draw(-VALUES, VALUES));
}

/* Elements, all different: the first are written, the others accumulated to. apart: no other of so
 * many ranks writes or accumulates to them. */
static void draw_changes(const array_t *array, bundle_rule rule, int rank, int64_t apart,
                         changes_t *c)
{
    const model_t *m = &array->model;
    const int ndim = m->whole.ndim;
    const int64_t wanted = draw(0, NAMED);
    c->n = 0;
    for (int64_t k = 0; k < wanted; ++k) {
        int64_t *index = c->index + c->n * ndim, twice = 0;
        for (int d = 0; d < ndim; ++d)
            index[d] = draw(0, m->dims[d] - 1);
        c->at[c->n] = model_at(m, index) - m->at;
        for (int64_t e = 0; e < c->n; ++e)
            twice |= c->at[e] == c->at[c->n];
        c->n += !twice && (apart == 0 || c->at[c->n] % apart == rank);
    }
    c->written = type_is_record(m->type) ? c->n : draw(0, c->n);
    c->op = draw_op(m);
    for (int64_t k = 0; k < c->n; ++k) {
        c->value[k] = draw_value(m, k < c->written ? rule == BUNDLE_PROD : c->op == ASHLAR_PROD);
        scalar_store(m->type, c->values + (size_t)k * type_bytes(m->type), c->value[k]);
    }
}

/* How many ranks write an element. */
static int count_writers(const changes_t *of, int ranks, int64_t at)
{
    int writers = 0;
    for (int r = 0; r < ranks; ++r)
        for (int64_t k = 0; k < of[r].written; ++k)
            writers += of[r].at[k] == at;
    return writers;
}

static bool is_in_conflict(bundle_rule rule, const changes_t *of, int ranks)
{
    for (int r = 0; r < ranks && rule == BUNDLE_ERROR; ++r)
        for (int64_t k = 0; k < of[r].written; ++k)
            if (count_writers(of, ranks, of[r].at[k]) > 1)
                return true;
    return false;
}

static scalar_t accumulated(const changes_t *of, int ranks, int64_t at, scalar_t value)
{
    for (int r = 0; r < ranks; ++r)
        for (int64_t k = of[r].written; k < of[r].n; ++k)
            if (of[r].at[k] == at)
                value = scalar_combine(of[r].op, value, of[r].value[k]);
    return value;
}

/* The values that ranks write to an element, by the rule. */
static scalar_t written(bundle_rule rule, const changes_t *of, int ranks, int64_t at)
{
    scalar_t value = {0, 0};
    int writers = 0;
    for (int r = 0; r < ranks; ++r)
        for (int64_t k = 0; k < of[r].written; ++k)
            if (of[r].at[k] == at && writers++ == 0)
                value = of[r].value[k];
            else if (of[r].at[k] == at && rule >= BUNDLE_SUM)
                value = scalar_combine((ashlar_op)(rule - BUNDLE_SUM), value, of[r].value[k]);
    return value;
}

/* The one of several values that is there, after the accumulates: nobody changes it before the next
 * exchange, or before the bundle is gone. */
static scalar_t any_of(const array_t *array, const changes_t *of, int ranks, int64_t at,
                       const int64_t *index)
{
    element_t there;
    stress_ok(ga_get_nd(array->g, index, index, &there, NULL));
    const scalar_t found = scalar_load(array->model.type, there.bytes);
    for (int r = 0; r < ranks; ++r)
        for (int64_t k = 0; k < of[r].written; ++k)
            if (of[r].at[k] == at &&
                scalar_equal(accumulated(of, ranks, at, of[r].value[k]), found))
                return of[r].value[k];
    stress_fail("element %lld of array %s is of none of its writers", (long long)at, array->name);
}

static void commit(array_t *array, bundle_rule rule, const changes_t *of, int ranks)
{
    model_t *m = &array->model;
    for (int r = 0; r < ranks; ++r)
        for (int64_t k = 0; k < of[r].written; ++k) {
            const int64_t at = of[r].at[k];
            m->at[at] = rule == BUNDLE_ANY && count_writers(of, ranks, at) > 1
                            ? any_of(array, of, ranks, at, of[r].index + k * m->whole.ndim)
                            : written(rule, of, ranks, at);
        }
    for (int r = 0; r < ranks; ++r)
        for (int64_t k = of[r].written; k < of[r].n; ++k)
            m->at[of[r].at[k]] = scalar_combine(of[r].op, m->at[of[r].at[k]], of[r].value[k]);
}

/* This rank's requests from an array. */
typedef struct wanted {
    int64_t n, index[LIST * ASHLAR_MAX_DIM];
    bundle_slot_t slots[LIST];
} wanted_t;

static void request(bundle_t *bundle, int member, const array_t *array, wanted_t *w)
{
    const model_t *m = &array->model;
    const int ndim = m->whole.ndim;
    const int64_t more = draw_own(0, LIST - w->n);
    int64_t *index = w->index + w->n * ndim;
    for (int64_t k = 0; k < more; ++k)
        for (int d = 0; d < ndim; ++d)
            index[k * ndim + d] = draw_own(0, m->dims[d] - 1);
    stress_ok(bundle_request(bundle, member, more, index, w->slots + w->n));
    w->n += more;
}

static void check(bundle_t *bundle, int member, const array_t *array, const wanted_t *w)
{
    const model_t *m = &array->model;
    element_t found;
    void *base;
    stress_ok(bundle_values(bundle, member, &base));
    for (int64_t k = 0; k < w->n; ++k) {
        const int64_t *index = w->index + k * m->whole.ndim;
        check_element(array, index,
                      scalar_load(m->type, (char *)base + w->slots[k] * type_bytes(m->type)));
        stress_ok(bundle_lookup(bundle, member, index, &found));
        check_element(array, index, scalar_load(m->type, found.bytes));
    }
}

static void name_changes(bundle_t *bundle, int member, const array_t *array, changes_t *mine)
{
    const model_t *m = &array->model;
    stress_ok(bundle_write(bundle, member, mine->written, mine->index, mine->values));
    if (mine->n > mine->written)
        stress_ok(bundle_accumulate(
            bundle, member, mine->n - mine->written, mine->index + mine->written * m->whole.ndim,
            mine->values + (size_t)mine->written * type_bytes(m->type), mine->op));
}

static void one_phase(bundle_t *bundle, array_t *const *arrays, int count, const bundle_rule *rule,
                      wanted_t *wanted)
{
    static changes_t of[MEMBERS][MOST_RANKS];
    const group_t *group = arrays[0]->group;
    bool fails = false;
    for (int a = 0; a < count; ++a) {
        const int64_t apart = rule[a] == BUNDLE_ERROR && draw(0, 3) ? group->n : 0;
        request(bundle, a, arrays[a], &wanted[a]);
        for (int r = 0; r < group->n; ++r)
            draw_changes(arrays[a], rule[a], r, apart, &of[a][r]);
        name_changes(bundle, a, arrays[a], &of[a][group->me]);
        fails |= is_in_conflict(rule[a], of[a], group->n);
    }
    const int expected = fails ? ASHLAR_EMISMATCH : ASHLAR_OK;
    if (draw(0, 1)) {
        stress_status(expected, bundle_exchange(bundle));
    } else {
        stress_status(expected, bundle_exchange_begin(bundle));
        if (!fails)
            stress_ok(bundle_exchange_end(bundle));
    }
    for (int a = 0; a < count && !fails; ++a)
        commit(arrays[a], rule[a], of[a], group->n);
    for (int a = 0; a < count; ++a)
        check(bundle, a, arrays[a], &wanted[a]);
    if (draw_own(0, 3) == 0) {
        stress_ok(bundle_clear(bundle));
        for (int a = 0; a < count; ++a)
            wanted[a].n = 0;
    }
}

/* A mirrored array takes part only where all of its ranks are on one node. */
void do_bundle(array_t *array)
{
    static wanted_t wanted[MEMBERS];
    array_t *arrays[MEMBERS] = {array, draw_alike(array, array)};
    const int count = arrays[1] && !arrays[1]->is_mirrored ? 2 : 1;
    const int64_t phases = draw(1, 4);
    bundle_rule rule[MEMBERS];
    bundle_t *bundle;
    if (array->is_mirrored) {
        do_sync(array);
        return;
    }
    for (int a = 0; a < count; ++a) {
        rule[a] = draw_rule(&arrays[a]->model);
        /* Bitwise operations by numbers below 16 change no other than the last four bits, or all
         * others together. */
        grow(arrays[a], 1, (double)(phases * 2 * 16 * array->group->n));
        wanted[a].n = 0;
    }
    sync_group(array->group); /* an exchange does not complete what others have begun */
    stress_ok(bundle_create(array->group->g, &bundle));
    for (int a = 0; a < count; ++a) {
        int member;
        stress_ok(bundle_add(bundle, arrays[a]->g, rule[a], &member));
        if (member != a)
            stress_fail("member %d, expected %d", member, a);
    }
    for (int64_t phase = 0; phase < phases; ++phase)
        one_phase(bundle, arrays, count, rule, wanted);
    stress_ok(bundle_free(bundle));
    all_idle(array->group);
    for (int a = 0; a < count && draw(0, 3) == 0; ++a)
        check_array(arrays[a]);
}
