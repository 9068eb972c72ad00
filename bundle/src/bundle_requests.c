/* Requests: an element requested again gets the slot that it has (de-duplicated by the hash table).
 * This is the inspector of inspector and executor. */
#include <stdlib.h>
#include <string.h>

#include "bundle/src/bundle_phase.h"
#include "ga/src/array/ga_check.h"

static __attribute__((noinline)) int make_room(const char *call, bui_member_t *member,
                                               uint32_t count)
{
    member->read_index.count = member->slots.count = count;
    AL_TRY(bui_reserve_index(call, member, &member->read_index, (uint64_t)count + 1));
    if (count == member->slots.room && member->in_place)
        return AL_FAIL(ASHLAR_ELIMIT,
                       "%s: array '%s' has ghost cells for %u elements of other ranks", call,
                       member->array->name, member->slots.room);
    return bui_elements_reserve(call, &member->slots, member->element, (uint64_t)count + 1);
}

/* Roll back to the first `count` requests, and rebuild the hash table. */
static void truncate_requests(bui_member_t *member, uint32_t count)
{
    bui_hash_t *table = &member->read_index;
    bui_hash_clear(table);
    for (uint32_t slot = 0; slot < count; ++slot)
        bui_hash_insert(table, bui_hash_probe(table, member->slots.key[slot]),
                        member->slots.key[slot]);
    member->slots.count = count;
}

/* Read your own writes: pending writes go into the values of the slots from one on. */
static void apply_writes_to_new_slots(bui_member_t *member, uint32_t slot)
{
    for (; slot < member->slots.count && member->write_index.count > 0; ++slot) {
        const uint32_t change = bui_hash_find(&member->write_index, member->slots.key[slot]);
        if (change != BUI_NONE)
            memcpy(member->slots.values + (size_t)slot * member->element,
                   member->changes.values + (size_t)change * member->element, member->element);
    }
}

/* Fast path: resolve the leading elements that are registered already. @return their number */
AL_INLINE int64_t find_known(const bui_member_t *member, int ndim, int in_place, int64_t n,
                             const int64_t *index, bundle_slot_t *slots)
{
    const uint64_t own_lo = (uint64_t)member->own_lo, own_n = (uint64_t)member->own_n;
    const uint32_t shift = in_place ? (uint32_t)own_n : 0;
    const bui_hash_t table = member->read_index;
    const int64_t ahead = bui_ahead_of(&table);
    int64_t k = 0;
    for (; table.count > 0 && k < n; ++k, index += ndim) {
        const int64_t key = bui_element_key(member, ndim, index);
        if (in_place && (uint64_t)key - own_lo < own_n) {
            slots[k] = (bundle_slot_t)((uint64_t)key - own_lo);
            continue;
        }
        bui_prefetch_ahead(&table, member, ndim, ahead, n - k, index);
        const bui_entry_t *entry = bui_hash_probe(&table, key);
        if (entry->stamp != table.stamp)
            break;
        slots[k] = entry->number + shift;
    }
    return k;
}

/* The loop uses local variables, which stores to slots cannot change. Lists of elements
 * that are all known are frequent, and need less of them. */
AL_INLINE int request_list(const char *call, bui_member_t *member, int ndim, int in_place,
                           int64_t n, const int64_t *index, bundle_slot_t *slots)
{
    const uint64_t own_lo = (uint64_t)member->own_lo, own_n = (uint64_t)member->own_n;
    const uint32_t first = member->slots.count, shift = in_place ? (uint32_t)own_n : 0;
    const int64_t known = find_known(member, ndim, in_place, n, index, slots);
    if (known == n)
        return ASHLAR_OK;
    AL_TRY(bui_reserve_index(call, member, &member->read_index, 1));
    bui_hash_t table = member->read_index; /* but for its count */
    int64_t *keys = member->slots.key, ahead = bui_ahead_of(&table);
    uint32_t count = first;
    uint32_t room = (uint32_t)ali_min((int64_t)bui_hash_room(&table), member->slots.room);
    index += known * ndim;
    for (int64_t k = known; k < n; ++k, index += ndim) {
        const int64_t key = bui_element_key(member, ndim, index);
        if (in_place && (uint64_t)key - own_lo < own_n) {
            slots[k] = (bundle_slot_t)((uint64_t)key - own_lo);
            continue;
        }
        bui_prefetch_ahead(&table, member, ndim, ahead, n - k, index);
        bui_entry_t *entry = bui_hash_probe(&table, key);
        if (entry->stamp == table.stamp) {
            slots[k] = entry->number + shift;
            continue;
        }
        if (AL_UNLIKELY(count == room)) {
            int status = make_room(call, member, count);
            if (status != ASHLAR_OK) {
                truncate_requests(member, first);
                return status;
            }
            table = member->read_index;
            keys = member->slots.key;
            ahead = bui_ahead_of(&table);
            room = (uint32_t)ali_min((int64_t)bui_hash_room(&table), member->slots.room);
            entry = bui_hash_probe(&table, key);
        }
        *entry = (bui_entry_t){key, count, table.stamp};
        keys[count] = key;
        slots[k] = count++ + shift;
    }
    member->read_index.count = member->slots.count = count;
    apply_writes_to_new_slots(member, first);
    return ASHLAR_OK;
}

static int request(const char *call, bundle_t *bundle, bui_member_t *member, int64_t n,
                   const int64_t *index, bundle_slot_t *slots)
{
    AL_TRY(bui_check_elements(call, member, n, index, slots, "the list of slots"));
    if (bundle->frozen)
        return AL_FAIL(ASHLAR_ESTATE, "%s: the bundle is frozen; bundle_clear() ends that", call);
    AL_TRY(bui_check_changes(call, member, n, index, 1u << BUI_WRITE));
    AL_TRY(bui_merge_changes(call, member));
    if (AL_UNLIKELY(bundle->is_spent) && n > 0)
        bui_forget_requests(bundle);
    if (member->in_place)
        return request_list(call, member, 1, 1, n, index, slots);
    return member->ndim == 1 ? request_list(call, member, 1, 0, n, index, slots)
                             : request_list(call, member, member->ndim, 0, n, index, slots);
}

int bundle_request(bundle_t *bundle, int number, int64_t n, const int64_t *index,
                   bundle_slot_t *slots)
{
    bui_member_t *member = NULL;
    AL_TRY(bui_get_member(__func__, bundle, number, &member));
    return request(__func__, bundle, member, n, index, slots);
}

int bundle_request_patch(bundle_t *bundle, int number, const int64_t *lo, const int64_t *hi,
                         bundle_slot_t *slots)
{
    bui_member_t *member = NULL;
    AL_TRY(bui_get_member(__func__, bundle, number, &member));
    if (!lo || !hi)
        return gai_bad_argument(__func__, "a bound of the patch");
    int inside = gai_check_patch(__func__, member->array, member->ndim, lo, hi);
    if (inside != 0)
        return inside < 0 ? inside : ASHLAR_OK;
    int64_t n = 1, at[ASHLAR_MAX_DIM];
    for (int d = 0; d < member->ndim; ++d)
        n *= hi[d] - lo[d] + 1;
    int64_t *index = malloc((size_t)n * (size_t)member->ndim * sizeof *index);
    if (!index)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %lld indices", __func__, (long long)n);
    memcpy(at, lo, (size_t)member->ndim * sizeof *at);
    int64_t k = 0;
    do
        memcpy(index + k++ * member->ndim, at, (size_t)member->ndim * sizeof *at);
    while (gai_next_position(member->ndim, lo, hi, at));
    int status = request(__func__, bundle, member, n, index, slots);
    free(index);
    return status;
}
