/* Handles of nonblocking operations. */
#include "armci-lite/src/local/al_handle.h"

#include <stdlib.h>

#include "armci-lite/src/local/al_lock.h"

enum { SLOT_BITS = 20, SLOTS = 1 << SLOT_BITS, GENERATIONS = 1 << (31 - SLOT_BITS) };

typedef struct slot {
    int32_t generation; /* of its current or next handle; never 0 */
    int32_t parts;      /* pending; 0: free */
    int32_t next_free;
} slot_t;

static struct {
    slot_t *slots;
    int32_t size, used;            /* slot 0 is not used */
    int32_t first_free, last_free; /* 0: none; the one that was free longest comes first */
    al_lock_t lock;
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
    enum { LEAST = 4096 }; /* so that a generation comes again after 8 million handles */
    int32_t size = pool.size ? 2 * pool.size : LEAST;
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
    if (pool.used + 1 < pool.size || (!index && grow()))
        return ++pool.used;
    if (!index)
        return 0;
    pool.first_free = pool.slots[index].next_free;
    if (!pool.first_free)
        pool.last_free = 0;
    return index;
}

static int add_part(al_handle_t *handle)
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

int ali_handle_add_part(al_handle_t *handle)
{
    ali_lock(&pool.lock);
    int joined = add_part(handle);
    ali_unlock(&pool.lock);
    return joined;
}

static void retire_slot(slot_t *slot)
{
    slot->generation = slot->generation + 1 < GENERATIONS ? slot->generation + 1 : 1;
    slot->next_free = 0;
    int32_t index = (int32_t)(slot - pool.slots);
    if (pool.last_free)
        pool.slots[pool.last_free].next_free = index;
    else
        pool.first_free = index;
    pool.last_free = index;
}

void ali_handle_part_done(al_handle_t handle)
{
    ali_lock(&pool.lock);
    slot_t *slot = find_slot(handle);
    if (slot && --slot->parts == 0)
        retire_slot(slot);
    ali_unlock(&pool.lock);
}

bool ali_handle_is_complete(al_handle_t handle)
{
    ali_lock(&pool.lock);
    int complete = find_slot(handle) == NULL;
    ali_unlock(&pool.lock);
    return complete;
}

void ali_handles_free(void)
{
    free(pool.slots);
    pool.slots = NULL;
    pool.size = pool.used = pool.first_free = pool.last_free = 0;
}
