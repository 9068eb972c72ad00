/* Phases of a bundle of two arrays, which is gone afterwards. */
#include <string.h>

#include <ashlar/bundle.h>

#include "stress.h"

enum { MEMBERS = 2, NAMED = 12 };

/* What a rank writes and adds in a phase: each element once in a phase, in one of these ways. */
typedef struct changes {
    int64_t written, n, index[NAMED * ASHLAR_MAX_DIM], at[NAMED];
    scalar_t value[NAMED];
    _Alignas(16) char values[NAMED * ELEMENT_BYTES];
} changes_t;

static int64_t place_of(const model_t *m, const int64_t *index)
{
    return model_at(m, index) - m->at;
}

/* Elements, all different: the first are written, the others added to. */
static void draw_changes(const array_t *array, changes_t *c)
{
    const model_t *m = &array->model;
    const int ndim = m->whole.ndim;
    const int64_t wanted = draw(0, NAMED);
    c->n = 0;
    for (int64_t k = 0; k < wanted; ++k) {
        int64_t *index = c->index + c->n * ndim, twice = 0;
        for (int d = 0; d < ndim; ++d)
            index[d] = draw(0, m->dims[d] - 1);
        c->at[c->n] = place_of(m, index);
        for (int64_t e = 0; e < c->n; ++e)
            twice |= c->at[e] == c->at[c->n];
        c->value[c->n] =
            scalar_as(m->type, (double)draw(-VALUES, VALUES), (double)draw(-VALUES, VALUES));
        c->n += !twice;
    }
    c->written = type_is_record(m->type) ? c->n : draw(0, c->n);
    for (int64_t k = 0; k < c->n; ++k)
        scalar_store(m->type, c->values + (size_t)k * type_bytes(m->type), c->value[k]);
}

/* Writes, by their rule, and then what is added. */
static void commit(model_t *m, bundle_rule rule, const changes_t *of, int ranks)
{
    for (int r = 0; r < ranks; ++r)
        for (int64_t k = 0; k < of[r].written; ++k) {
            scalar_t sum = {0, 0}, lowest = {0, 0};
            int writers = 0;
            for (int other = 0; other < ranks; ++other)
                for (int64_t e = 0; e < of[other].written; ++e)
                    if (of[other].at[e] == of[r].at[k]) {
                        lowest = writers++ ? lowest : of[other].value[e];
                        sum = scalar_add(sum, of[other].value[e]);
                    }
            m->at[of[r].at[k]] = rule == BUNDLE_SUM ? sum : lowest;
        }
    for (int r = 0; r < ranks; ++r)
        for (int64_t k = of[r].written; k < of[r].n; ++k)
            m->at[of[r].at[k]] = scalar_add(m->at[of[r].at[k]], of[r].value[k]);
}

/* What this rank has asked for, of an array. */
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
            mine->values + (size_t)mine->written * type_bytes(m->type), ASHLAR_SUM));
}

static void one_phase(bundle_t *bundle, array_t *const *arrays, int count, const bundle_rule *rule,
                      wanted_t *wanted)
{
    static changes_t of[MOST_RANKS];
    const group_t *group = arrays[0]->group;
    for (int a = 0; a < count; ++a) {
        request(bundle, a, arrays[a], &wanted[a]);
        for (int r = 0; r < group->n; ++r)
            draw_changes(arrays[a], &of[r]);
        name_changes(bundle, a, arrays[a], &of[group->me]);
        commit(&arrays[a]->model, rule[a], of, group->n);
    }
    if (draw(0, 1)) {
        stress_ok(bundle_exchange(bundle));
    } else {
        stress_ok(bundle_exchange_begin(bundle));
        stress_ok(bundle_exchange_end(bundle));
    }
    for (int a = 0; a < count; ++a)
        check(bundle, a, arrays[a], &wanted[a]);
    if (draw_own(0, 3) == 0) {
        stress_ok(bundle_clear(bundle));
        for (int a = 0; a < count; ++a)
            wanted[a].n = 0;
    }
}

/* Of a mirrored array only where all of its ranks are on one node. */
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
        const bool numbers = !type_is_record(array->model.type);
        rule[a] = numbers && draw(0, 1) ? BUNDLE_SUM : BUNDLE_LOWEST;
        grow(arrays[a], 1, (double)(phases * 2 * VALUES * array->group->n));
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
