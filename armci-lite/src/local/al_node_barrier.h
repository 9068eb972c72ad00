/* Meetings of the ranks of a group that are on one node, in their shared memory. No MPI here.
 *
 * Memory ordering. Every rank adds itself to `arrived` with acquire-release order; the additions
 * form one release sequence, so whoever sees the last value has seen what every rank wrote before
 * it came. The rank that completes the count empties it and then advances `round` with a release;
 * the others wait for that with an acquire. Thus all writes before the meeting, by anybody, are
 * visible to everybody after it. `arrived` is emptied before `round` moves, so that a fast rank can
 * already be counted for the next meeting. */
#ifndef AL_MEETING_H
#define AL_MEETING_H

#include <stdatomic.h>

#include "armci-lite/src/base/al_wait.h"

/* AL_SLOTS_MOST: beyond it, collectives leave the slots to MPI. */
enum { AL_SLOT_BYTES = 1024, AL_SLOTS_MOST = 16 * AL_SLOT_BYTES };

/* One rank's part of a group's exchange area: written by it, read by the node. */
typedef struct al_slot {
    _Alignas(64) char bytes[AL_SLOT_BYTES];
} al_slot_t;

/* What the ranks share; it begins as zeros. The slots of all ranks follow, one set for even and one
 * for odd exchanges. */
typedef struct al_meeting {
    _Alignas(64) atomic_uint arrived;
    _Alignas(64) atomic_uint round;
    al_slot_t slots[];
} al_meeting_t;

/* The slots of an exchange among n ranks: a rank writes its own, all meet, each reads (protocol:
 * al_coll.c). Every rank counts its exchanges. */
static inline al_slot_t *ali_meeting_slots(al_meeting_t *meeting, unsigned n, unsigned exchange)
{
    return meeting->slots + (exchange & 1) * n;
}

static inline unsigned ali_meeting_round(const al_meeting_t *meeting)
{
    return atomic_load_explicit(&meeting->round, memory_order_relaxed);
}

static inline unsigned ali_meeting_arrive(al_meeting_t *meeting)
{
    return atomic_fetch_add_explicit(&meeting->arrived, 1, memory_order_acq_rel) + 1;
}

/* Let the ranks go that wait for the end of a round. */
static inline void ali_meeting_open(al_meeting_t *meeting, unsigned round)
{
    atomic_store_explicit(&meeting->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&meeting->round, round + 1, memory_order_release);
}

static inline void ali_meeting_await(const al_meeting_t *meeting, unsigned round)
{
    unsigned steps = 0;
    while (atomic_load_explicit(&meeting->round, memory_order_acquire) == round)
        ali_wait_step(&steps, 1);
}

/* Wait for all n ranks. */
static inline void ali_meeting_meet(al_meeting_t *meeting, unsigned n)
{
    unsigned round = ali_meeting_round(meeting);
    if (ali_meeting_arrive(meeting) == n)
        ali_meeting_open(meeting, round);
    else
        ali_meeting_await(meeting, round);
}

/* The same where one rank has something to do once all are there: the others call
 * ali_meeting_follow; it calls ali_meeting_gather and, when it is done, ali_meeting_open with what
 * that returned. */
static inline void ali_meeting_follow(al_meeting_t *meeting)
{
    unsigned round = ali_meeting_round(meeting);
    ali_meeting_arrive(meeting);
    ali_meeting_await(meeting, round);
}

static inline unsigned ali_meeting_gather(al_meeting_t *meeting, unsigned n)
{
    unsigned round = ali_meeting_round(meeting), steps = 0, arrived = ali_meeting_arrive(meeting);
    while (arrived != n) {
        ali_wait_step(&steps, 1);
        arrived = atomic_load_explicit(&meeting->arrived, memory_order_acquire);
    }
    return round;
}

#endif
