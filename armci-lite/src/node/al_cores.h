/* How many cores the ranks of this machine may use. */
#ifndef AL_CORES_H
#define AL_CORES_H

#include <stdint.h>

#include "armci-lite/src/wait/al_tree.h"

/* Are there more ranks than cores? Cores are those that any of the ranks may run on and, where all
 * ranks are in one cgroup, no more than its quota grants. Collective over the ranks of the machine.
 */
int ali_cores_oversubscribed(const al_tree_t *machine, int *oversubscribed);

/* Cores' worth of time that the cgroups of this process grant, rounded up; INT64_MAX: no limit. */
int64_t ali_cores_quota(void);

#endif
