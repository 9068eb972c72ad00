/* Memory that a group has once on each of its nodes: tables that all its ranks read. */
#ifndef AL_SHARE_H
#define AL_SHARE_H

#include "armci-lite/src/group/al_group.h"

typedef struct al_share {
    void *memory;   /* NULL: none */
    uint32_t block; /* of the arena, on the first rank of a node */
} al_share_t;

/* Have `bytes` of memory, more than 0, on each node. Collective over the group. call: for the
 * message of a failure.
 * @return ASHLAR_ENOMEM  on all, if some node has no room */
int ali_share_make(const char *call, al_group_t *group, uint64_t bytes, al_share_t *share);
/* Give it back, when all ranks of my node are done with it, or do nothing without any. Collective
 * over the group's ranks on a node. */
void ali_share_free(al_group_t *group, al_share_t *share);

/* Give all nodes what that of rank 0 has in a part of its memory. Collective over the group; what
 * rank 0 wrote is to be seen by the first rank of its node already. Ranks may read after
 * ali_sync_node(). */
int ali_share_spread(const al_group_t *group, void *memory, uint64_t bytes);

/* Have `each` bytes of every rank, in the order of ranks. Collective over the group.
 * @return as ali_share_make() */
int ali_share_gather(const char *call, al_group_t *group, const void *mine, size_t each,
                     al_share_t *share);

#endif
