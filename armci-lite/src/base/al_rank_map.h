/* Records of the ranks that this one has met, in a hash table: memory grows with those, and not
 * with the ranks of the world. A record stays where it is. */
#ifndef AL_RANK_MAP_H
#define AL_RANK_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct al_rank_map {
    void **record;       /* [room], by hash; NULL: free */
    uint32_t room, used; /* a power of 2, or 0 */
} al_rank_map_t;

/* The record of a rank, new ones of `bytes` zeros. A record begins with its rank, an int. NULL: no
 * memory. */
void *ali_rank_record(al_rank_map_t *map, int rank, size_t bytes);
/* Free all. */
void ali_rank_map_free(al_rank_map_t *map);

#endif
