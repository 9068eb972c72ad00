/* The hash table of elements: growing and emptying it. */
#include "bundle/src/bundle_hash.h"

#include <stdlib.h>

enum { LEAST_BITS = 6 };

void bui_hash_free(bui_hash_t *table)
{
    free(table->entries);
    *table = (bui_hash_t){0};
}

void bui_hash_clear(bui_hash_t *table)
{
    table->count = 0;
    if (++table->stamp != 0 || !table->entries)
        return;
    for (uint64_t k = 0; k < (uint64_t)1 << table->bits; ++k) /* the stamps have come round */
        table->entries[k].stamp = 0;
    table->stamp = 1;
}

int bui_hash_reserve(bui_hash_t *table, uint64_t count, uint64_t keys)
{
    if (count <= bui_hash_room(table))
        return 0;
    bui_hash_t larger = {.bits = LEAST_BITS, .count = table->count, .stamp = 1};
    while ((uint64_t)1 << (larger.bits - 1) < count)
        ++larger.bits;
    const int is_direct = (uint64_t)1 << larger.bits >= keys;
    larger.mask = ((uint64_t)1 << larger.bits) - 1;
    larger.shift = is_direct ? 0 : 64 - larger.bits;
    larger.multiplier = is_direct ? 1 : 0x9E3779B97F4A7C15u;
    larger.entries = calloc((size_t)1 << larger.bits, sizeof *larger.entries);
    if (!larger.entries)
        return -1;
    for (uint64_t k = 0; table->entries && k < (uint64_t)1 << table->bits; ++k) {
        bui_entry_t entry = table->entries[k];
        if (entry.stamp != table->stamp)
            continue;
        entry.stamp = larger.stamp;
        *bui_hash_probe(&larger, entry.key) = entry;
    }
    free(table->entries);
    *table = larger;
    return 0;
}
