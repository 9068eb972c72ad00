/* Process groups by their handles. */
#ifndef GA_GROUP_H
#define GA_GROUP_H

#include <ashlar/al.h>
#include <ashlar/ga.h>

int gai_groups_start(void);
int gai_groups_started(void);
void gai_groups_stop(void);
/* The group of a handle, NULL when there is none. */
al_group_t *gai_find_group(ga_group_t handle);
/* The group of a handle (0: the default), or ASHLAR_EGROUP. resolved may be NULL. */
int gai_group(const char *call, ga_group_t handle, al_group_t **group, ga_group_t *resolved);
/* The group of a group's ranks on my node, in its order: itself when it has no others; else one
 * that is made when it is first wanted, and goes with it. Collective over the group.
 * @return ASHLAR_ENOMEM, ASHLAR_ELIMIT */
int gai_group_here(const char *call, ga_group_t handle, al_group_t **here, ga_group_t *here_handle);
/* An array of a group comes to life, or is gone. */
void gai_group_ref(ga_group_t handle);
void gai_group_unref(ga_group_t handle);

#endif
