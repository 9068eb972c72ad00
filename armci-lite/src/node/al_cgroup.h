/* The control groups of this process: where a controller of version 1 or the unified hierarchy of
 * version 2 has its files. */
#ifndef AL_CGROUP_H
#define AL_CGROUP_H

#include <stdint.h>

#ifndef ASHLAR_PROC /* tests have their own */
#define ASHLAR_PROC "/proc"
#endif

typedef struct al_cgroup {
    int version;    /* 1 or 2 */
    char root[256]; /* mount point */
    char path[1024];
} al_cgroup_t;

/* The cgroup of this process under a controller, such as "memory"; 0: there is none of the version.
 */
int ali_cgroup_find(al_cgroup_t *group, int version, const char *controller);
/* Go to the parent; 0: there is none. */
int ali_cgroup_up(al_cgroup_t *group);
/* A file of the group that holds one number; INT64_MAX for "max" or when it cannot be read. */
int64_t ali_cgroup_number(const al_cgroup_t *group, const char *file);
/* The same for a file of two numbers. */
void ali_cgroup_pair(const al_cgroup_t *group, const char *file, int64_t *first, int64_t *second);
/* A key of a file of "key value" lines; -1 when there is none. */
int64_t ali_cgroup_key(const al_cgroup_t *group, const char *file, const char *key);
/* Identifies the cgroups of this process under a controller, of both versions: the same number in
 * all processes that share them. */
uint64_t ali_cgroup_id(const char *controller);

#endif
