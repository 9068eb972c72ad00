#define _GNU_SOURCE
#include "armci-lite/src/node/al_cores.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "armci-lite/src/base/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/node/al_cgroup.h"

/* Version 2 has "QUOTA PERIOD", or "max PERIOD", in one file; version 1 has two files, and a quota
 * of -1 for none. */
static int64_t level_grants(const al_cgroup_t *group)
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

int64_t ali_cores_granted(void)
{
    int64_t granted = INT64_MAX;
    for (int version = 1; version <= 2; ++version) {
        al_cgroup_t group;
        if (!ali_cgroup_find(&group, version, "cpu"))
            continue;
        do
            granted = ali_min(granted, level_grants(&group));
        while (ali_cgroup_up(&group));
    }
    return granted;
}

/* The cores that any rank may run on. */
static int count_cores(MPI_Comm comm, int64_t *cores)
{
    cpu_set_t mask;
    uint64_t words[sizeof mask / sizeof(uint64_t)];
    if (sched_getaffinity(0, sizeof mask, &mask) != 0) /* more than 1024: far from crowded */
        memset(&mask, 0xff, sizeof mask);
    memcpy(words, &mask, sizeof mask);
    AL_TRY(AL_MPI(MPI_Allreduce(MPI_IN_PLACE, words, sizeof words / sizeof *words, MPI_UINT64_T,
                                MPI_BOR, comm)));
    memcpy(&mask, words, sizeof mask);
    *cores = CPU_COUNT(&mask);
    return ASHLAR_OK;
}

int ali_cores_crowded(MPI_Comm comm, int *crowded)
{
    int ranks;
    int64_t cores;
    AL_TRY(AL_MPI(MPI_Comm_size(comm, &ranks)));
    AL_TRY(count_cores(comm, &cores));
    uint64_t group = ali_cgroup_id("cpu"), ends[2] = {group, ~group};
    AL_TRY(AL_MPI(MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_UINT64_T, MPI_MAX, comm)));
    int is_shared = ends[0] == ~ends[1]; /* the greatest and the least are the same */
    if (is_shared)
        cores = ali_min(cores, ali_cores_granted());
    *crowded = ranks > cores;
    return ASHLAR_OK;
}
