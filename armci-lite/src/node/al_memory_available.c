/* Memory that the machine and the cgroup can still give. */
#include "armci-lite/src/node/al_memory_available.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/node/al_cgroup.h"

static int64_t meminfo(const char *key)
{
    FILE *in = fopen(ASHLAR_PROC "/meminfo", "re");
    if (!in)
        return -1;
    char line[128];
    size_t length = strlen(key);
    int64_t bytes = -1;
    while (bytes < 0 && fgets(line, sizeof line, in))
        if (strncmp(line, key, length) == 0 && line[length] == ':')
            bytes = strtoll(line + length + 1, NULL, 10) * 1024;
    fclose(in);
    return bytes;
}

int64_t ali_memory_total(void)
{
    int64_t total = meminfo("MemTotal");
    return total > 0 ? total : (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
}

int64_t ali_memory_mapped(int pid)
{
    char name[64];
    snprintf(name, sizeof name, ASHLAR_PROC "/%d/statm", pid);
    FILE *in = pid > 0 ? fopen(name, "re") : NULL;
    if (!in)
        return 0;
    long long pages;
    int found = fscanf(in, "%*d %*d %lld", &pages); /* all, resident, of these shared */
    fclose(in);
    return found == 1 ? pages * sysconf(_SC_PAGESIZE) : 0;
}

/* The limit of one level of the hierarchy; INT64_MAX: none. Beyond memory.high a process is not
 * killed, but slowed down until it stands still. */
static int64_t level_limit(const al_cgroup_t *group)
{
    int v2 = group->version == 2;
    int64_t limit = ali_cgroup_number(group, v2 ? "memory.max" : "memory.limit_in_bytes");
    if (v2)
        limit = ali_min(limit, ali_cgroup_number(group, "memory.high"));
    return limit > (INT64_MAX >> 1) ? INT64_MAX : limit; /* v1 says "none" with a huge number */
}

int64_t ali_memory_limit(void)
{
    int64_t least = ali_memory_total();
    for (int version = 1; version <= 2; ++version) {
        al_cgroup_t group;
        if (!ali_cgroup_find(&group, version, "memory"))
            continue;
        do
            least = ali_min(least, level_limit(&group));
        while (ali_cgroup_up(&group));
    }
    return least;
}

/* The bytes left by one level; INT64_MAX without a limit. */
static int64_t level_headroom(const al_cgroup_t *group, int64_t limit)
{
    if (limit == INT64_MAX)
        return INT64_MAX;
    int v2 = group->version == 2;
    int64_t usage = ali_cgroup_number(group, v2 ? "memory.current" : "memory.usage_in_bytes");
    if (usage == INT64_MAX)
        return INT64_MAX;
    int64_t reclaimable =
        ali_cgroup_key(group, "memory.stat", v2 ? "inactive_file" : "total_inactive_file");
    return limit - usage + ali_max(reclaimable, 0);
}

/* The part of a limit that is kept for everything but arrays. */
static int64_t reserve_of(int64_t limit)
{
    const int64_t least = (int64_t)8 << 20, most = (int64_t)256 << 20;
    return ali_max(least, ali_min(limit / 16, most));
}

/* Lower *available to what the hierarchy of a cgroup leaves, from the process's own level up. */
static void apply_cgroup(al_cgroup_t *group, int64_t *available, char *source, int source_size)
{
    do {
        int64_t limit = level_limit(group), leaves = level_headroom(group, limit);
        if (leaves < INT64_MAX && leaves - reserve_of(limit) < *available) {
            *available = leaves - reserve_of(limit);
            snprintf(source, (size_t)source_size, "cgroup %.100s with a limit of %lld bytes",
                     *group->path ? group->path : "/", (long long)limit);
        }
    } while (ali_cgroup_up(group));
}

int64_t ali_memory_available(char *source, int source_size)
{
    int64_t available = meminfo("MemAvailable");
    if (available < 0)
        available = (int64_t)sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE);
    available -= reserve_of(ali_memory_total());
    snprintf(source, (size_t)source_size, "free memory of the machine");
    for (int version = 1; version <= 2; ++version) {
        al_cgroup_t group;
        if (ali_cgroup_find(&group, version, "memory"))
            apply_cgroup(&group, &available, source, source_size);
    }
    return ali_max(available, 0);
}
