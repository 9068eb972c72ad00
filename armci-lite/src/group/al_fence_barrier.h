/* Synchronise the ranks of a group: on a node by its barrier (al_node_barrier.h), between nodes by
 * messages (al_tree.h). */
#ifndef AL_FENCE_BARRIER_H
#define AL_FENCE_BARRIER_H

#include "armci-lite/src/group/al_group.h"

/* Wait for the group's ranks on my node. No fence. What each wrote before is visible afterwards. */
void ali_sync_node(al_group_t *group);
/* The same of more than AL_CENTRAL_MOST ranks, after which slot 0 has what all had in theirs,
 * combined. */
void ali_combine_node(al_group_t *group, al_slot_t *slots, al_combine_t *combine,
                      const void *context);
/* The slots of the next exchange, and these when it is counted. Every rank of the group must count
 * equally many. */
static inline al_slot_t *ali_slots(const al_group_t *group)
{
    return ali_node_barrier_slots(group->barrier, (unsigned)group->local_size, group->exchanges);
}
static inline al_slot_t *ali_next_slots(al_group_t *group)
{
    al_slot_t *slots = ali_slots(group);
    ++group->exchanges;
    return slots;
}
/* Wait for all ranks of the group. No fence. */
int ali_sync_group(al_group_t *group);
/* The worst status of the group's ranks: each passes its own. Collective. */
int ali_group_agree(const char *call, al_group_t *group, int status);

#endif
