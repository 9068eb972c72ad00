/* A spin lock for memory shared by the ranks of a node.
 *
 * Memory ordering: the exchange that takes the lock is an acquire, the store that releases it a
 * release; what one holder wrote is therefore seen by the next. Test-and-test-and-set: waiters read
 * their own copy of the line until the holder writes it. The lock does not survive the death of its
 * holder: a killed rank ends the job (the launcher sees to that). */
#ifndef AL_LOCK_H
#define AL_LOCK_H

#include <stdatomic.h>

#include "armci-lite/src/wait/al_wait.h"

typedef struct al_lock {
    _Alignas(64) atomic_int held;
} al_lock_t;

static inline void ali_lock(al_lock_t *lock)
{
    al_wait_t wait = {0};
    while (atomic_exchange_explicit(&lock->held, 1, memory_order_acquire))
        while (atomic_load_explicit(&lock->held, memory_order_relaxed))
            ali_wait_step(&wait, 0);
}

static inline void ali_unlock(al_lock_t *lock)
{
    atomic_store_explicit(&lock->held, 0, memory_order_release);
}

#endif
