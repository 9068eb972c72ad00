/* Faults of the system that the tests of parts of armci-lite make. */
#ifndef TESTS_AL_PARTS_H
#define TESTS_AL_PARTS_H

#include "harness/harness.h"
#include "harness/rng.h"

/* System calls that fail in this process: every fallocate that commits, that many times
 * memfd_create, every shm_open of ours. shm_taken: somebody else has the name that is to be made;
 * shm_replaced: or puts an object of his own in the place of the one that is to be opened. */
extern struct faults {
    int fallocate, memfd_create, shm_open, shm_taken, shm_replaced;
    bool comes_large;   /* a commit takes all of the large pages that it reaches into */
    long signal_after;  /* bytes of a commit; 0: no signal */
    unsigned numa_node; /* where this process runs */
} faults;
/* The name that shm_open made last. */
extern char shm_made[64];

#endif
