#include "armci-lite/src/node/al_limits.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "armci-lite/src/base/al_util.h"

#ifndef ASHLAR_PROC /* tests have their own */
#define ASHLAR_PROC "/proc"
#endif

/* A cgroup that limits memory: its files. */
typedef struct cgroup {
    char root[256]; /* mount point */
    char path[1024];
    const char *limit, *usage, *reclaimable;
} cgroup_t;

/* A key of a file of "key value" lines, in the file's unit; -1 when there is none. */
static int64_t read_key(const char *file, const char *key)
{
    FILE *in = fopen(file, "re");
    if (!in)
        return -1;
    char name[64];
    long long value, found = -1;
    while (found < 0 && fscanf(in, "%63s %lld%*[^\n]", name, &value) == 2)
        if (strcmp(name, key) == 0)
            found = value;
    fclose(in);
    return found;
}

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

/* A file that holds one number; INT64_MAX for "max" or when it cannot be read. */
static int64_t read_number(const char *file)
{
    FILE *in = fopen(file, "re");
    if (!in)
        return INT64_MAX;
    unsigned long long value = 0;
    int found = fscanf(in, "%llu", &value);
    fclose(in);
    return found == 1 && value < (unsigned long long)INT64_MAX ? (int64_t)value : INT64_MAX;
}

/* Is word one of the words of a comma-separated list? */
static int has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ',') && (at[length] == '\0' || at[length] == ','))
            return 1;
    return 0;
}

/* Where the memory controller (v1) or the unified hierarchy (v2) is mounted. */
static int find_mount(int version, char *root, size_t size)
{
    FILE *in = fopen(ASHLAR_PROC "/self/mounts", "re");
    if (!in)
        return 0;
    char where[256], type[64], options[512];
    int found = 0;
    while (!found && fscanf(in, "%*s %255s %63s %511s %*d %*d", where, type, options) == 3)
        found = version == 2 ? strcmp(type, "cgroup2") == 0
                             : strcmp(type, "cgroup") == 0 && has_word(options, "memory");
    fclose(in);
    if (found)
        snprintf(root, size, "%s", where);
    return found;
}

/* The cgroup of this process that limits memory; version says which hierarchy was found. */
static int find_cgroup(cgroup_t *group, int version)
{
    FILE *in = fopen(ASHLAR_PROC "/self/cgroup", "re");
    if (!in)
        return 0;
    char line[1400];
    int found = 0;
    while (!found && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = '\0';
        ++controllers;
        found = version == 2 ? !*controllers : has_word(controllers, "memory");
        if (found)
            snprintf(group->path, sizeof group->path, "%s", path);
    }
    fclose(in);
    if (!found || !find_mount(version, group->root, sizeof group->root))
        return 0;
    group->limit = version == 2 ? "memory.max" : "memory.limit_in_bytes";
    group->usage = version == 2 ? "memory.current" : "memory.usage_in_bytes";
    group->reclaimable = version == 2 ? "inactive_file" : "total_inactive_file";
    return 1;
}

/* What one level of the hierarchy leaves; INT64_MAX without a limit. limit_out: the limit. */
static int64_t level_leaves(const cgroup_t *group, const char *path, int64_t *limit_out)
{
    char file[1600];
    snprintf(file, sizeof file, "%s%s/%s", group->root, path, group->limit);
    int64_t limit = read_number(file);
    *limit_out = limit;
    if (limit > (INT64_MAX >> 1)) /* v1 says "no limit" with a huge number */
        return INT64_MAX;
    snprintf(file, sizeof file, "%s%s/%s", group->root, path, group->usage);
    int64_t usage = read_number(file);
    if (usage == INT64_MAX)
        return INT64_MAX;
    snprintf(file, sizeof file, "%s%s/memory.stat", group->root, path);
    int64_t reclaimable = read_key(file, group->reclaimable);
    return limit - usage + ali_max(reclaimable, 0);
}

/* The part of a limit that is kept for everything but arrays. */
static int64_t reserve_of(int64_t limit)
{
    const int64_t least = (int64_t)8 << 20, most = (int64_t)256 << 20;
    return ali_max(least, ali_min(limit / 16, most));
}

/* Lower *available to what the hierarchy of a cgroup leaves, from the process's own level up. */
static void apply_cgroup(const cgroup_t *group, int64_t *available, char *source, int source_size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", strcmp(group->path, "/") == 0 ? "" : group->path);
    for (;;) {
        int64_t limit;
        int64_t leaves = level_leaves(group, path, &limit);
        if (leaves < INT64_MAX && leaves - reserve_of(limit) < *available) {
            *available = leaves - reserve_of(limit);
            snprintf(source, (size_t)source_size, "cgroup %.100s with a limit of %lld bytes",
                     *path ? path : "/", (long long)limit);
        }
        char *slash = strrchr(path, '/');
        if (!slash)
            return;
        *slash = '\0';
    }
}

int64_t ali_memory_available(char *source, int source_size)
{
    int64_t available = meminfo("MemAvailable");
    if (available < 0)
        available = (int64_t)sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE);
    available -= reserve_of(ali_memory_total());
    snprintf(source, (size_t)source_size, "free memory of the machine");
    for (int version = 1; version <= 2; ++version) {
        cgroup_t group;
        if (find_cgroup(&group, version))
            apply_cgroup(&group, &available, source, source_size);
    }
    return ali_max(available, 0);
}

uint64_t ali_memory_cgroup_id(void)
{
    uint64_t hash = 1469598103934665603u; /* FNV-1a */
    for (int version = 1; version <= 2; ++version) {
        cgroup_t group;
        if (!find_cgroup(&group, version))
            continue;
        for (const char *c = group.path; *c; ++c)
            hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    }
    return hash;
}
