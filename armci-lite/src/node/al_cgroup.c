/* Limits and use of memory of this process's cgroup. */
#include "armci-lite/src/node/al_cgroup.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "armci-lite/src/base/al_util.h"

/* Is word one of the words of a comma-separated list? */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ',') && (at[length] == '\0' || at[length] == ','))
            return true;
    return false;
}

static int find_mount(al_cgroup_t *group, const char *controller)
{
    FILE *in = fopen(ASHLAR_PROC "/self/mounts", "re");
    if (!in)
        return 0;
    char where[256], type[64], options[512];
    int found = 0;
    while (!found && fscanf(in, "%*s %255s %63s %511s %*d %*d", where, type, options) == 3)
        found = group->version == 2 ? strcmp(type, "cgroup2") == 0
                                    : strcmp(type, "cgroup") == 0 && has_word(options, controller);
    fclose(in);
    if (found)
        snprintf(group->root, sizeof group->root, "%s", where);
    return found;
}

int ali_cgroup_find(al_cgroup_t *group, int version, const char *controller)
{
    FILE *in = fopen(ASHLAR_PROC "/self/cgroup", "re");
    if (!in)
        return 0;
    group->version = version;
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
        found = version == 2 ? !*controllers : has_word(controllers, controller);
        if (found)
            snprintf(group->path, sizeof group->path, "%s", strcmp(path, "/") == 0 ? "" : path);
    }
    fclose(in);
    return found && find_mount(group, controller);
}

int ali_cgroup_up(al_cgroup_t *group)
{
    char *slash = strrchr(group->path, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

static FILE *open_file(const al_cgroup_t *group, const char *name)
{
    char file[1600];
    snprintf(file, sizeof file, "%s%s/%s", group->root, group->path, name);
    return fopen(file, "re");
}

static int64_t read_number(FILE *in)
{
    unsigned long long value;
    return fscanf(in, "%llu", &value) == 1 && value < (unsigned long long)INT64_MAX ? (int64_t)value
                                                                                    : INT64_MAX;
}

int64_t ali_cgroup_number(const al_cgroup_t *group, const char *file)
{
    FILE *in = open_file(group, file);
    if (!in)
        return INT64_MAX;
    int64_t value = read_number(in);
    fclose(in);
    return value;
}

void ali_cgroup_pair(const al_cgroup_t *group, const char *file, int64_t *first, int64_t *second)
{
    FILE *in = open_file(group, file);
    *first = *second = INT64_MAX;
    if (!in)
        return;
    *first = read_number(in); /* after a word there is nothing to divide by */
    *second = read_number(in);
    fclose(in);
}

int64_t ali_cgroup_key(const al_cgroup_t *group, const char *file, const char *key)
{
    FILE *in = open_file(group, file);
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

uint64_t ali_cgroup_id(const char *controller)
{
    uint64_t hash = AL_HASH;
    for (int version = 1; version <= 2; ++version) {
        al_cgroup_t group;
        if (ali_cgroup_find(&group, version, controller))
            hash = ali_hash(hash, *group.path ? group.path : "/");
    }
    return hash;
}
