/* Descriptions of blocks, their handles and their guards. */
#include <stdlib.h>
#include <string.h>

#include "ma.h"

/* A handle is a slot and, above it, how often the slot was used. Programs keep handles in an int
 * (NWChem does, where Integer has 8 bytes), so a handle is at most INT32_MAX and uses begin again
 * after 2047 of a slot. They count from 1: no handle is a small number. */
enum { SLOT_BITS = 20, SLOTS = 1 << SLOT_BITS, CHUNK = 1024 };
#define FIRST_USE ((Integer)SLOTS)

static struct {
    mai_block_t *chunks[SLOTS / CHUNK];
    Integer used; /* slots up to this have been used; 0 never is */
    mai_block_t *unused;
} table;

static mai_block_t *block_in(Integer slot)
{
    return &table.chunks[slot / CHUNK][slot % CHUNK];
}

static bool is_slot(Integer slot)
{
    return slot > 0 && slot <= table.used;
}

int mai_reserve(void)
{
    if (table.unused)
        return 1;
    Integer slot = table.used + 1;
    if (slot == SLOTS)
        return 0;
    mai_block_t **chunk = &table.chunks[slot / CHUNK];
    if (!*chunk)
        *chunk = calloc(CHUNK, sizeof **chunk);
    if (!*chunk)
        return 0;
    table.used = slot;
    table.unused = block_in(slot);
    table.unused->slot = slot;
    table.unused->next_handle = FIRST_USE + slot;
    return 1;
}

mai_block_t *mai_describe(char *start, size_t bytes)
{
    mai_block_t *block = table.unused;
    table.unused = block->after;
    block->start = start;
    block->bytes = bytes;
    block->before = block->after = NULL;
    return block;
}

void mai_forget(mai_block_t *block)
{
    block->handle = block->is_free = 0;
    block->after = table.unused;
    table.unused = block;
}

void mai_end_handle(mai_block_t *block)
{
    if (block->handle > INT32_MAX - SLOTS)
        block->next_handle = FIRST_USE + block->slot;
    else
        block->next_handle = block->handle + SLOTS;
    block->handle = 0;
}

mai_block_t *mai_find(Integer handle)
{
    Integer slot = handle & (SLOTS - 1);
    if (MAI_UNLIKELY(!is_slot(slot) || block_in(slot)->handle != handle))
        return NULL;
    return block_in(slot);
}

int mai_was_handle(Integer handle)
{
    Integer slot = handle & (SLOTS - 1);
    return handle >= FIRST_USE && is_slot(slot) && handle < block_in(slot)->next_handle;
}

mai_block_t *mai_next(Integer *slot)
{
    while (*slot <= table.used) {
        mai_block_t *block = block_in((*slot)++);
        if (block->handle)
            return block;
    }
    return NULL;
}

/* Read as doubles they are next to nothing, 1e-252 and 1e-258, and as pairs of floats below 1e-20:
 * there are programs that read an element beyond a block, and get the results they should as long
 * as that element is small. */
static const uint64_t guard_before = UINT64_C(0x0bb10c5a17e0d1f3),
                      guard_behind = UINT64_C(0x0a5e1fd00d2c8649);

void mai_set_guards(const mai_block_t *block)
{
    memcpy(block->data - MAI_GUARD, &guard_before, MAI_GUARD);
    memcpy(block->data + mai_data_bytes(block), &guard_behind, MAI_GUARD);
}

int mai_broken_guards(const mai_block_t *block)
{
    uint64_t before, behind;
    memcpy(&before, block->data - MAI_GUARD, MAI_GUARD);
    memcpy(&behind, block->data + mai_data_bytes(block), MAI_GUARD);
    return (before != guard_before ? MAI_BEFORE : 0) | (behind != guard_behind ? MAI_BEHIND : 0);
}
