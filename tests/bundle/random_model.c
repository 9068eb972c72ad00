/* The model of the random test: what an exchange must make of arrays, and what a rank must see. */
#include <string.h>

#include "bundle/random.h"

bool is_own(const model_member_t *m, int64_t e)
{
    return m->in_place && e >= m->array->own_lo && e < m->array->own_lo + m->array->own_n;
}

bool is_in_conflict(const model_bundle_t *b)
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

void forget_requests(model_bundle_t *b)
{
    for (int k = 0; k < b->count; ++k) {
        model_member_t *m = &b->member[k];
        memset(m->requested, 0, sizeof m->requested);
        memset(m->known, 0, sizeof m->known);
        m->others = 0;
    }
    b->frozen = 0;
    b->is_spent = false;
}

void commit(model_bundle_t *b, bool has_failed)
{
    char all[WORLD_ELEMENTS * WORLD_BYTES];
    if (b->is_spent)
        forget_requests(b);
    b->is_spent = b->once;
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
        world_forget(m);
    }
}

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

void check_seen(int line)
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
