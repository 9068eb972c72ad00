#include "armci-lite/src/local/al_handle.h"

#include <stdlib.h>

enum { SLOT_BITS = 20, SLOTS = 1 << SLOT_BITS, GENERATIONS = 1 << (31 - SLOT_BITS) };

typedef struct slot {
    int32_t generation; /* of its current or next handle; never 0 */
    int32_t parts;      /* pending; 0: free */
    int32_t next_free;
} slot_t;

static struct {
    slot_t *slots;
    int32_t size, used, first_free; /* first_free 0: none; slot 0 is not used */
} pool;

static slot_t *find_slot(al_handle_t handle)
{
    int32_t index = handle & (SLOTS - 1);
    if (handle <= 0 || index >= pool.size)
        return NULL;
    slot_t *slot = &pool.slots[index];
    return slot->parts && slot->generation == handle >> SLOT_BITS ? slot : NULL;
}

static int grow(void)
{
    int32_t size = pool.size ? 2 * pool.size : 256;
    if (size > SLOTS)
        return 0;
    slot_t *slots = realloc(pool.slots, (size_t)size * sizeof *slots);
    if (!slots)
        return 0;
    for (int32_t k = pool.size; k < size; ++k)
        slots[k] = (slot_t){.generation = 1};
    pool.slots = slots;
    pool.size = size;
    return 1;
}

static int32_t take_slot(void)
{
    int32_t index = pool.first_free;
    if (index) {
        pool.first_free = pool.slots[index].next_free;
        return index;
    }
    if (pool.used + 1 >= pool.size && !grow())
        return 0;
    return ++pool.used;
}

int ali_handle_join(al_handle_t *handle)
{
    slot_t *slot = find_slot(*handle);
    if (!slot) {
        int32_t index = take_slot();
        if (!index)
            return 0;
        slot = &pool.slots[index];
        *handle = (al_handle_t)(slot->generation << SLOT_BITS | index);
    }
    ++slot->parts;
    return 1;
}

void ali_handle_part_done(al_handle_t handle)
{
    slot_t *slot = find_slot(handle);
    if (!slot || --slot->parts > 0)
        return;
    slot->generation = slot->generation + 1 < GENERATIONS ? slot->generation + 1 : 1;
    slot->next_free = pool.first_free;
    pool.first_free = (int32_t)(slot - pool.slots);
}

int ali_handle_is_complete(al_handle_t handle)
{
    return find_slot(handle) == NULL;
}

void ali_handles_free(void)
{
    free(pool.slots);
    pool.slots = NULL;
    pool.size = pool.used = pool.first_free = 0;
}
