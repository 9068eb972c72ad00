/* Notices between two ranks of a node: a counter in their shared memory, advanced by one of them
 * and awaited by the other, which counts the notices it has taken. No MPI here.
 *
 * Memory ordering: advanced with release and awaited with acquire, so that what the notifier did
 * before is visible to the waiter. One thread of one rank advances a counter at a time, so a load
 * and a store do; an atomic addition would wait for the cache line before the notifier could go on.
 */
#ifndef AL_NOTICE_H
#define AL_NOTICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "armci-lite/src/wait/al_wait.h"

static inline void ali_notice_post(atomic_uint *posted)
{
    const unsigned before = atomic_load_explicit(posted, memory_order_relaxed);
    atomic_store_explicit(posted, before + 1, memory_order_release);
}

static inline bool ali_notice_is_posted(const atomic_uint *posted, uint32_t taken)
{
    return atomic_load_explicit(posted, memory_order_acquire) != taken;
}

static inline void ali_notice_wait(const atomic_uint *posted, uint32_t *taken)
{
    al_wait_t wait = {0};
    while (!ali_notice_is_posted(posted, *taken))
        ali_wait_step(&wait, 1);
    ++*taken;
}

#endif
