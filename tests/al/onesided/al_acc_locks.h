/* Before al_stripe.c: its locks are watched. */
#ifndef TESTS_AL_ACC_LOCKS_H
#define TESTS_AL_ACC_LOCKS_H

#include "armci-lite/src/local/al_lock.h"

/* Lock or unlock; the watcher is told before an unlock. */
void watched_lock(al_lock_t *lock);
void watched_unlock(al_lock_t *lock);

#define ali_lock   watched_lock
#define ali_unlock watched_unlock

#endif
