/* The cases of the tests of parts, by file. */
#ifndef TESTS_AL_PARTS_H
#define TESTS_AL_PARTS_H

#include "harness/harness.h"
#include "harness/rng.h"

/* X(function, start): the name of a case is the name of its function. */
#define PARTS_CASES(X)                                                                             \
    X(env_values, TEST_BARE)                                                                       \
    X(env_malformed, TEST_BARE)                                                                    \
    X(env_strangers, TEST_BARE)                                                                    \
    X(heap_random, TEST_BARE)                                                                      \
    X(heap_last_resort, TEST_BARE)                                                                 \
    X(heap_descriptors, TEST_BARE)                                                                 \
    X(handle_parts, TEST_BARE)                                                                     \
    X(handle_generations, TEST_BARE)                                                               \
    X(copy_ways, TEST_BARE)                                                                        \
    X(shape_fragments, TEST_BARE)                                                                  \
    X(cores_granted, TEST_BARE)                                                                    \
    X(cores_crowded, TEST_AL)                                                                      \
    X(memory_machine, TEST_BARE)                                                                   \
    X(memory_cgroup_v1, TEST_BARE)                                                                 \
    X(memory_cgroup_v2, TEST_BARE)                                                                 \
    X(memory_cgroup_names, TEST_BARE)                                                              \
    X(memory_limit, TEST_BARE)                                                                     \
    X(memory_mapped, TEST_BARE)                                                                    \
    X(arena_pages, TEST_BARE)                                                                      \
    X(arena_budget, TEST_BARE)                                                                     \
    X(arena_tables, TEST_BARE)                                                                     \
    X(arena_signals, TEST_BARE)                                                                    \
    X(memory_range, TEST_AL)                                                                       \
    X(memory_refused, TEST_AL)                                                                     \
    X(memory_cgroups, TEST_BARE)                                                                   \
    X(memory_machine_shared, TEST_BARE)                                                            \
    X(stripe_locks, TEST_AL)                                                                       \
    X(mutexes_undone, TEST_AL)                                                                     \
    X(attach_another_way, TEST_BARE)                                                               \
    X(choose_known_good, TEST_BARE)                                                                \
    X(short_limits, TEST_BARE)                                                                     \
    X(short_cgroups, TEST_BARE)                                                                    \
    X(short_machine, TEST_BARE)                                                                    \
    X(short_tables, TEST_BARE)                                                                     \
    X(short_system, TEST_BARE)

#define PARTS_DECLARE(function, start) void function(void);
PARTS_CASES(PARTS_DECLARE)
#undef PARTS_DECLARE

/* System calls that fail in this process: every fallocate that commits, that many times
 * memfd_create, every shm_open of ours. shm_taken: somebody else has the name that is to be made;
 * shm_replaced: or puts an object of his own in the place of the one that is to be opened. */
extern struct faults {
    int fallocate, memfd_create, shm_open, shm_taken, shm_replaced;
    long signal_after; /* bytes of a commit; 0: no signal */
} faults;
/* The name that shm_open made last. */
extern char shm_made[64];

#endif
