/* Records of the ranks that this one has met, in a hash table: memory grows with those, and not
 * with the ranks of the world. A record stays where it is. */
#ifndef AL_RANK_MAP_H
#define AL_RANK_MAP_H

#include <stddef.h>
#include <stdint.h>

/* The place among 2^bits where the search for a rank begins. Partners are often a node apart:
 * multiplied once, ranks with some strides (36, 72, 112) share a few places. */
static inline uint32_t ali_rank_home(int rank, int bits)
{
    uint32_t mixed = (uint32_t)rank * UINT32_C(2654435769);
    mixed ^= mixed >> 15;
    return mixed * UINT32_C(0x85EBCA6B) >> (32 - bits);
}

typedef struct al_rank_map {
    void **record;       /* [room], by hash; NULL: free */
    uint32_t room, used; /* a power of 2, or 0 */
} al_rank_map_t;

/* The record of a rank, a new one of `bytes` zeros if there is none. A record begins with its rank,
 * an int. NULL: no memory for a new one. */
void *ali_rank_record(al_rank_map_t *map, int rank, size_t bytes);
/* Free all. */
void ali_rank_map_free(al_rank_map_t *map);

#endif
