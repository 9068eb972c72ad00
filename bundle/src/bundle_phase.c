/* A phase of a bundle: writes, accumulates and lookups of elements, up to the next exchange. */
#include <stdlib.h>
#include <string.h>

#include "bundle/src/bundle_phase.h"
#include "ga/src/array/ga_check.h"

int bui_check_alive(const char *call, const bundle_t *bundle)
{
    if (!bundle)
        return gai_bad_argument(call, "the bundle");
    return AL_LIKELY(bundle->group != NULL) ? ASHLAR_OK : gai_bad_stale(call, "the bundle");
}

int bui_check_idle(const char *call, const bundle_t *bundle)
{
    AL_TRY(bui_check_alive(call, bundle));
    return bundle->under_way
               ? AL_FAIL(ASHLAR_ESTATE, "%s: the bundle is between exchange_begin and exchange_end",
                         call)
               : ASHLAR_OK;
}

int bui_get_member(const char *call, bundle_t *bundle, int number, bui_member_t **member)
{
    gai_array_t *array;
    AL_TRY(bui_check_idle(call, bundle));
    if ((unsigned)number >= (unsigned)bundle->member_count)
        return AL_FAIL(ASHLAR_ERANGE, "%s: member %d of a bundle that has %d", call, number,
                       bundle->member_count);
    *member = bundle->member[number];
    return gai_get(call, (*member)->g, &array);
}

int bui_check_elements(const char *call, const bui_member_t *member, int64_t n,
                       const int64_t *index, const void *other, const char *name)
{
    if (n < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: %lld elements", call, (long long)n);
    if (n > 0 && (!index || !other))
        return gai_bad_argument(call, index ? name : "the list of indices");
    const gai_axis_t *axis = member->array->dist.axis;
    uint64_t is_outside = 0; /* bit 63: some index is below 0 or beyond the last */
    const uint64_t last = (uint64_t)axis[0].extent - 1;
    for (int64_t k = 0; member->ndim == 1 && k < n; ++k) /* a loop that can be vectorized */
        is_outside |= (uint64_t)index[k] | (last - (uint64_t)index[k]);
    for (int64_t k = 0; member->ndim > 1 && k < n; ++k)
        for (int d = 0; d < member->ndim; ++d) {
            uint64_t at = (uint64_t)index[k * member->ndim + d];
            is_outside |= at | ((uint64_t)axis[d].extent - 1 - at);
        }
    for (int64_t k = 0; is_outside >> 63 && k < n; ++k)
        AL_TRY(gai_check_index(call, member->array, member->ndim, index + k * member->ndim));
    return ASHLAR_OK;
}

int bui_reserve_index(const char *call, const bui_member_t *member, bui_hash_t *table,
                      uint64_t count)
{
    return bui_hash_reserve(table, count, member->keys) == 0
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %llu elements", call,
                         (unsigned long long)count);
}

static void merge_change(const bui_member_t *member, unsigned op, char *value, const char *later)
{
    if (op == BUI_WRITE)
        memcpy(value, later, member->element);
    else
        ali_kernels[member->array->type].reduce[op](1, value, later);
}

int bui_merge_changes(const char *call, bui_member_t *member)
{
    bui_elements_t *changes = &member->changes;
    bui_hash_t *table = &member->write_index;
    const size_t element = member->element;
    if (table->count == changes->count)
        return ASHLAR_OK;
    AL_TRY(bui_reserve_index(call, member, table, changes->count));
    const int64_t ahead = bui_ahead_of(table);
    changes->located = (uint32_t)ali_min(changes->located, table->count);
    for (uint32_t c = table->count; c < changes->count; ++c) {
        char *value = changes->values + c * element;
        if (ahead < changes->count - c)
            bui_hash_prefetch(table, changes->key[c + ahead]);
        bui_entry_t *entry = bui_hash_probe(table, changes->key[c]);
        if (entry->stamp == table->stamp) {
            /* By the same operation: bui_check_changes() saw to that. */
            merge_change(member, changes->op[c], changes->values + entry->number * element, value);
            continue;
        }
        uint32_t to = bui_hash_insert(table, entry, changes->key[c]);
        changes->key[to] = changes->key[c];
        changes->op[to] = changes->op[c];
        memmove(changes->values + to * element, value, element);
    }
    changes->count = table->count;
    return ASHLAR_OK;
}

int bui_check_changes(const char *call, bui_member_t *member, int64_t n, const int64_t *index,
                      unsigned allowed)
{
    if (!(member->ops & ~allowed))
        return ASHLAR_OK;
    AL_TRY(bui_merge_changes(call, member));
    for (int64_t k = 0; k < n; ++k) {
        const int64_t *at = index + k * member->ndim;
        uint32_t change =
            bui_hash_find(&member->write_index, bui_element_key(member, member->ndim, at));
        if (change == BUI_NONE || allowed >> member->changes.op[change] & 1)
            continue;
        const unsigned op = member->changes.op[change];
        return AL_FAIL(ASHLAR_ESTATE,
                       "%s: element %lld of the list, in array '%s', is already %s%s in this phase",
                       call, (long long)k, member->array->name,
                       op == BUI_WRITE ? "written" : "accumulated to by ",
                       op == BUI_WRITE ? "" : ali_op_names[op]);
    }
    return ASHLAR_OK;
}

/* ---- changes --------------------------------------------------------------------------------- */

AL_INLINE void append_changes(bui_member_t *member, int ndim, size_t element, int64_t n,
                              const int64_t *index, const char *values, unsigned op)
{
    const bui_elements_t list = member->changes; /* a copy: its char* values may alias the struct */
    uint32_t c = list.count;
    for (int64_t k = 0; k < n; ++k, ++c, index += ndim, values += element) {
        list.key[c] = bui_element_key(member, ndim, index);
        list.op[c] = (uint8_t)op;
        memcpy(list.values + c * element, values, element);
    }
    member->changes.count = c;
}

/* Read your own writes: those from number `change` on go into the values of slots. */
static void apply_writes_to_slots(bui_member_t *member, uint32_t change)
{
    const bui_elements_t *changes = &member->changes;
    for (; change < changes->count && member->read_index.count > 0; ++change) {
        const uint32_t slot = bui_hash_find(&member->read_index, changes->key[change]);
        if (slot != BUI_NONE)
            memcpy(member->slots.values + slot * member->element,
                   changes->values + change * member->element, member->element);
    }
}

/* Memory is reserved before anything changes. */
static int change_elements(const char *call, bui_member_t *member, int64_t n, const int64_t *index,
                           const void *values, unsigned op)
{
    AL_TRY(bui_check_elements(call, member, n, index, values, "the list of values"));
    AL_TRY(gai_check_writable(call, member->array));
    AL_TRY(bui_check_changes(call, member, n, index, 1u << op));
    const uint32_t first = member->changes.count;
    AL_TRY(bui_elements_reserve(call, &member->changes, member->element, first + (uint64_t)n));
    if (n > 0)
        member->ops |= 1u << op;
    if (member->ndim == 1 && member->element == 8)
        append_changes(member, 1, 8, n, index, values, op);
    else
        append_changes(member, member->ndim, member->element, n, index, values, op);
    if (op == BUI_WRITE)
        apply_writes_to_slots(member, first);
    return ASHLAR_OK;
}

int bundle_write(bundle_t *bundle, int number, int64_t n, const int64_t *index, const void *values)
{
    bui_member_t *member = NULL;
    AL_TRY(bui_get_member(__func__, bundle, number, &member));
    return change_elements(__func__, member, n, index, values, BUI_WRITE);
}

int bundle_accumulate(bundle_t *bundle, int number, int64_t n, const int64_t *index,
                      const void *values, ashlar_op op)
{
    bui_member_t *member = NULL;
    AL_TRY(bui_get_member(__func__, bundle, number, &member));
    if ((unsigned)op >= ASHLAR_REPLACE)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an operation that accumulates", __func__,
                       (int)op);
    if (!gai_is_arithmetic(member->array) || !ali_kernels[member->array->type].reduce[op])
        return AL_FAIL(ASHLAR_ETYPE, "%s: %s is not defined for the elements of array '%s'",
                       __func__, ali_op_names[op], member->array->name);
    return change_elements(__func__, member, n, index, values, (unsigned)op);
}

/* ---- values ---------------------------------------------------------------------------------- */

int bundle_values(bundle_t *bundle, int number, void **base)
{
    bui_member_t *member = NULL;
    AL_TRY(bui_get_member(__func__, bundle, number, &member));
    if (!base)
        return gai_bad_argument(__func__, "the base pointer");
    *base = member->in_place ? member->own : member->slots.values;
    return ASHLAR_OK;
}

int bundle_lookup(bundle_t *bundle, int number, const int64_t *index, void *value)
{
    bui_member_t *member = NULL;
    AL_TRY(bui_get_member(__func__, bundle, number, &member));
    AL_TRY(bui_check_elements(__func__, member, 1, index, value, "the value pointer"));
    AL_TRY(bui_check_changes(__func__, member, 1, index, 1u << BUI_WRITE));
    AL_TRY(bui_merge_changes(__func__, member));
    int64_t key = bui_element_key(member, member->ndim, index);
    const bui_elements_t *elements = &member->changes;
    uint32_t at = bui_hash_find(&member->write_index, key);
    if (at == BUI_NONE) {
        if (member->in_place && (uint64_t)(key - member->own_lo) < (uint64_t)member->own_n) {
            memcpy(value, member->own + (size_t)(key - member->own_lo) * member->element,
                   member->element);
            return ASHLAR_OK;
        }
        elements = &member->slots;
        at = bui_hash_find(&member->read_index, key);
        if (at == BUI_NONE || at >= member->exchanged)
            return AL_FAIL(ASHLAR_ESTATE, "%s: the element of array '%s' %s", __func__,
                           member->array->name,
                           at == BUI_NONE ? "is not requested"
                                          : "has not been exchanged since it was requested");
    }
    memcpy(value, elements->values + (size_t)at * member->element, member->element);
    return ASHLAR_OK;
}

void bui_forget_requests(bundle_t *bundle)
{
    for (int k = 0; k < bundle->member_count; ++k) {
        bui_member_t *member = bundle->member[k];
        bui_hash_clear(&member->read_index);
        member->slots.count = member->slots.located = 0;
        member->exchanged = 0;
    }
    bui_reads_clear(bundle);
    bundle->frozen = 0;
    bundle->is_spent = false;
}

int bundle_clear(bundle_t *bundle)
{
    AL_TRY(bui_check_idle(__func__, bundle));
    bui_forget_requests(bundle);
    return ASHLAR_OK;
}

int bundle_freeze(bundle_t *bundle)
{
    AL_TRY(bui_check_idle(__func__, bundle));
    if (bundle->once)
        return AL_FAIL(ASHLAR_ESTATE,
                       "%s: the bundle's requests hold for one exchange only; those of a bundle "
                       "made by bundle_create() can be frozen",
                       __func__);
    bundle->frozen = 1;
    return ASHLAR_OK;
}
