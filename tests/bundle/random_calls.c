/* Random requests, writes and accumulates of one rank, and what they must return. */
#include <string.h>

#include "bundle/random.h"

enum { LIST = 60 };

/* Indices of an array: anywhere, in one place, or side by side. */
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

/* The status that a request must return. */
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
    int expected = expected_of_request(b, m, n, list);
    if (b->is_spent && expected != ASHLAR_ESTATE && n > 0) {
        forget_requests(b);
        expected = expected_of_request(b, m, n, list);
    }
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

void name_elements(model_bundle_t *b, rng_t *rng, int r)
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
