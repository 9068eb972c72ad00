/* A hash table with open addressing, at most half full, of pointers to records. */
#include "armci-lite/src/base/al_rank_map.h"

#include <stdbool.h>
#include <stdlib.h>

static int rank_of_record(const void *record)
{
    return *(const int *)record;
}

/* The place of a rank in a table that has free places. */
static void **find_record(void **table, uint32_t room, int rank)
{
    uint32_t at = ali_rank_home(rank, __builtin_ctz(room));
    while (table[at] && rank_of_record(table[at]) != rank)
        at = (at + 1) & (room - 1);
    return &table[at];
}

static bool grow_map(al_rank_map_t *map)
{
    const uint32_t room = map->room ? 2 * map->room : 16;
    void **table = calloc(room, sizeof *table);
    if (!table)
        return false;
    for (uint32_t k = 0; k < map->room; ++k)
        if (map->record[k])
            *find_record(table, room, rank_of_record(map->record[k])) = map->record[k];
    free(map->record);
    map->record = table;
    map->room = room;
    return true;
}

void *ali_rank_record(al_rank_map_t *map, int rank, size_t bytes)
{
    void **place = map->room ? find_record(map->record, map->room, rank) : NULL;
    if (place && *place)
        return *place;
    if (2 * map->used >= map->room) {
        if (!grow_map(map))
            return NULL;
        place = find_record(map->record, map->room, rank);
    }
    *place = calloc(1, bytes);
    if (*place) {
        *(int *)*place = rank;
        ++map->used;
    }
    return *place;
}

void ali_rank_map_free(al_rank_map_t *map)
{
    for (uint32_t k = 0; k < map->room; ++k)
        free(map->record[k]);
    free(map->record);
    *map = (al_rank_map_t){0};
}
