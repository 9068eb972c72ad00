/* A hash table from element numbers to small numbers, given out in order of insertion. */
#ifndef BUNDLE_HASH_H
#define BUNDLE_HASH_H

#include <stdint.h>

#include "armci-lite/src/al_private.h"

/* Occupied if the stamp is the table's: so a table is emptied without touching it. */
typedef struct bui_entry {
    int64_t key;
    uint32_t number, stamp;
} bui_entry_t;

/* Open addressing: the search for a key begins at key * multiplier >> shift. As long as there are
 * more elements than entries these are the upper bits of a product by the golden ratio, and at most
 * half of the entries are occupied. From then on it is the key itself. */
typedef struct bui_hash {
    bui_entry_t *entries; /* [1 << bits], NULL: none yet */
    int bits, shift;
    uint64_t mask; /* of the numbers of entries */
    uint64_t multiplier;
    uint32_t count, stamp;
} bui_hash_t;

enum { BUI_NONE = UINT32_MAX };

void bui_hash_free(bui_hash_t *table);
void bui_hash_clear(bui_hash_t *table);
/* Room for so many, with keys below `keys`. @return 0; -1: no memory, the table is as it was */
int bui_hash_reserve(bui_hash_t *table, uint64_t count, uint64_t keys);

static inline uint64_t bui_hash_home(const bui_hash_t *table, int64_t key)
{
    return (uint64_t)key * table->multiplier >> table->shift;
}

static inline void bui_hash_prefetch(const bui_hash_t *table, int64_t key)
{
    __builtin_prefetch(&table->entries[bui_hash_home(table, key)]);
}

/* The entry of a key, or the free one where it would go. */
static inline bui_entry_t *bui_hash_probe(const bui_hash_t *table, int64_t key)
{
    for (uint64_t k = bui_hash_home(table, key);; k = (k + 1) & table->mask) {
        bui_entry_t *entry = &table->entries[k];
        if (entry->stamp != table->stamp || entry->key == key)
            return entry;
    }
}

/* The number of entries it can take. */
static inline uint64_t bui_hash_room(const bui_hash_t *table)
{
    return table->entries ? (uint64_t)1 << (table->bits - (table->shift > 0)) : 0;
}

static inline uint32_t bui_hash_find(const bui_hash_t *table, int64_t key)
{
    if (table->count == 0)
        return BUI_NONE;
    const bui_entry_t *entry = bui_hash_probe(table, key);
    return entry->stamp == table->stamp ? entry->number : BUI_NONE;
}

/* The free entry receives the next number. */
static inline uint32_t bui_hash_insert(bui_hash_t *table, bui_entry_t *entry, int64_t key)
{
    *entry = (bui_entry_t){key, table->count, table->stamp};
    return table->count++;
}

#endif
