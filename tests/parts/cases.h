/** The cases of the tests of parts, by file. */
#ifndef TESTS_PARTS_CASES_H
#define TESTS_PARTS_CASES_H

#include "harness/harness.h"
#include "harness/rng.h"

/** X(function): the name of a case is the name of its function. */
#define PARTS_CASES(X)                                                                             \
    X(env_values)                                                                                  \
    X(env_malformed)                                                                               \
    X(heap_random)                                                                                 \
    X(heap_last_resort)                                                                            \
    X(heap_descriptors)                                                                            \
    X(shape_fragments)                                                                             \
    X(memory_machine)                                                                              \
    X(memory_cgroup_v1)                                                                            \
    X(memory_cgroup_v2)                                                                            \
    X(memory_cgroup_names)                                                                         \
    X(arena_pages)                                                                                 \
    X(arena_budget)                                                                                \
    X(attach_another_way)                                                                          \
    X(short_cgroups)                                                                               \
    X(short_machine)                                                                               \
    X(short_system)

#define PARTS_DECLARE(function) void function(void);
PARTS_CASES(PARTS_DECLARE)
#undef PARTS_DECLARE

/** Calls of the system that fail in this process: every fallocate that commits, that many times
 * memfd_create, every shm_open of ours. */
extern struct faults {
    int fallocate, memfd_create, shm_open;
} faults;
/** The name that shm_open made last. */
extern char shm_made[64];

#endif
