/* How many cores there are for the ranks, in cgroups that the test makes up and on cores that it
 * binds itself to. */
#define _GNU_SOURCE
#include <sched.h>

#include <ashlar/al.h>

#include "armci-lite/src/node/al_cores.h"
#include "al/node/tree.h"
#include "al/parts.h"

TEST_CASE(cores_granted, TEST_BARE)
{
    tree_begin();
    CHECK_INT(INT64_MAX, ali_cores_quota());
    tree_write("proc/self/mounts",
               "a %s/cpu cgroup rw,nosuid,cpuacct,cpu 0 0\nb %s/v2 cgroup2 rw 0 0\n", tree_root(),
               tree_root());
    tree_write("proc/self/cgroup", "4:cpu,cpuacct:/a\n3:memory:/wrong\n0::/x/y\n");
    CHECK_INT(INT64_MAX, ali_cores_quota()); /* files that are not there grant all */
    tree_write("v2/x/y/cpu.max", "max 100000\n");
    CHECK_INT(INT64_MAX, ali_cores_quota());
    tree_write("v2/x/y/cpu.max", "450000 100000\n");
    CHECK_INT(5, ali_cores_quota());
    tree_write("v2/x/cpu.max", "300000 100000\n"); /* the parent's is tighter */
    CHECK_INT(3, ali_cores_quota());
    tree_write("cpu/a/cpu.cfs_quota_us", "-1\n");
    tree_write("cpu/a/cpu.cfs_period_us", "50000\n");
    CHECK_INT(3, ali_cores_quota());
    tree_write("cpu/a/cpu.cfs_quota_us", "60000\n");
    CHECK_INT(2, ali_cores_quota());
    tree_write("cpu/cpu.cfs_quota_us", "1000\n");
    tree_write("cpu/cpu.cfs_period_us", "50000\n");
    CHECK_INT(1, ali_cores_quota());
    tree_end();
}

/* Bind this process to the n-th of some cores. */
static void bind_to(const cpu_set_t *cores, int n)
{
    cpu_set_t one;
    size_t core = 0;

    for (; !CPU_ISSET(core, cores) || n-- > 0; ++core)
        continue;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    CHECK_INT(0, sched_setaffinity(0, sizeof one, &one));
}

/* On one core each there is room for all; on the same core there is not. */
TEST_CASE(cores_crowded, TEST_AL)
{
    const al_tree_t self = {.count = 1}, world = ali_tree_world();
    cpu_set_t before;
    int oversubscribed = -1;

    CHECK_INT(0, sched_getaffinity(0, sizeof before, &before));
    bind_to(&before, 0);
    CHECK_OK(ali_cores_oversubscribed(&self, &oversubscribed));
    CHECK_INT(0, oversubscribed);
    CHECK_OK(ali_cores_oversubscribed(&world, &oversubscribed));
    CHECK_INT(al_size() > 1, oversubscribed);
    if (CPU_COUNT(&before) >= al_size()) {
        bind_to(&before, al_rank());
        CHECK_OK(ali_cores_oversubscribed(&world, &oversubscribed));
        CHECK_INT(0, oversubscribed);
    }
    CHECK_INT(0, sched_setaffinity(0, sizeof before, &before));
}
