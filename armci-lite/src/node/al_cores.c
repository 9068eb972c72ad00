/* The cores that the ranks of a node may use, and whether there are enough. */
#define _GNU_SOURCE
#include "armci-lite/src/node/al_cores.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/node/al_cgroup.h"

/* Version 2 has "QUOTA PERIOD", or "max PERIOD", in one file; version 1 has two files, and a quota
 * of -1 for none. */
static int64_t level_cores(const al_cgroup_t *group)
{
    int64_t quota, period;
    if (group->version == 2) {
        ali_cgroup_pair(group, "cpu.max", &quota, &period);
    } else {
        quota = ali_cgroup_number(group, "cpu.cfs_quota_us");
        period = ali_cgroup_number(group, "cpu.cfs_period_us");
    }
    if (quota == INT64_MAX || period == INT64_MAX || period == 0)
        return INT64_MAX;
    return quota / period + (quota % period != 0);
}

int64_t ali_cores_quota(void)
{
    int64_t quota = INT64_MAX;
    for (int version = 1; version <= 2; ++version) {
        al_cgroup_t group;
        if (!ali_cgroup_find(&group, version, "cpu"))
            continue;
        do
            quota = ali_min(quota, level_cores(&group));
        while (ali_cgroup_up(&group));
    }
    return quota;
}

/* Facts about all ranks of the node: the cores that any may run on, and whether all are in one
 * cgroup. */
typedef struct core_set {
    uint64_t cores[sizeof(cpu_set_t) / sizeof(uint64_t)];
    uint64_t cgroup;
    int is_one;
} core_set_t;

static void combine_core_sets(void *into, const void *from, const void *context)
{
    core_set_t *sum = into;
    const core_set_t *other = from;
    (void)context;
    for (size_t k = 0; k < sizeof sum->cores / sizeof *sum->cores; ++k)
        sum->cores[k] |= other->cores[k];
    sum->is_one = sum->is_one && other->is_one && sum->cgroup == other->cgroup;
}

int ali_cores_oversubscribed(const al_tree_t *machine, int *oversubscribed)
{
    cpu_set_t mask;
    core_set_t all = {.cgroup = ali_cgroup_id("cpu"), .is_one = 1}, scratch;
    if (sched_getaffinity(0, sizeof mask, &mask) != 0) /* more than 1024: far from crowded */
        memset(&mask, 0xff, sizeof mask);
    memcpy(all.cores, &mask, sizeof mask);
    AL_TRY(ali_tree_reduce(machine, &all, &scratch, sizeof all, combine_core_sets, NULL));
    memcpy(&mask, all.cores, sizeof mask);
    int64_t cores = CPU_COUNT(&mask);
    if (all.is_one)
        cores = ali_min(cores, ali_cores_quota());
    *oversubscribed = machine->count > cores;
    return ASHLAR_OK;
}
