/* The world barrier over active messages. */
#ifndef AL_AM_BARRIER_H
#define AL_AM_BARRIER_H

#include <stdbool.h>
#include <stdint.h>

/* Collective over the world. */
int ali_am_barrier_start(void);
void ali_am_barrier_stop(void);
/* al_engine_t.barrier */
int ali_am_barrier(void);
/* This many batches of an origin, of even and of odd epochs, are done here; the numbers are
 * emptied.
 */
void ali_am_count_served(int origin, uint64_t served[2]);
/* Whether a batch has to wait until my node has completed that many barriers. */
bool ali_am_is_from_later_epoch(uint64_t epoch);
/* The first rank of a node announces how many batches each of its ranks has sent to mine. */
void ali_am_barrier_receive(int origin, const void *counts);

/* The steps in which the two kinds of barrier differ. */
typedef struct am_barrier_kind {
    bool announces; /* the last batches go out with announcements, which the first rank sends */
    bool counts_end_epochs; /* what a rank sends after it has counted is of the next epoch */
    uint64_t (*shared_bytes)(void); /* in the memory of the node, which begins as zeros */
    void (*place)(char *shared);
    bool (*start)(void); /* false: there is no memory */
    void (*stop)(void);
    /* My rank has sent so many batches to a node, `more` of them since its last barrier. */
    void (*count_sent)(int node, uint64_t sent, uint64_t more);
    void (*count_served)(int origin, const uint64_t served[2]);
    /* On the first rank, when all ranks of the node have counted: wait until all that was sent to
     * the node is served, and, if announces is not set, until it is so on all nodes. */
    int (*meet_nodes)(void);
} am_barrier_kind_t;

extern const am_barrier_kind_t ali_am_barrier_pairs, ali_am_barrier_sums;
/* Whether there are few enough nodes, and ranks on each, for announcements. */
bool ali_am_barrier_pairs_suit(void);

#endif
