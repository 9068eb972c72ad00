/* Barriers of the ranks of a group that are on one node, in their shared memory. No MPI here.
 *
 * Memory ordering. Every rank adds itself to `arrived` with acquire-release order; the additions
 * form one release sequence, so whoever sees the last value has seen what every rank wrote before
 * it arrived. The rank that completes the count empties it and then advances `round` with a
 * release; the others wait for that with an acquire. Thus all writes before the barrier, by
 * anybody, are visible to everybody after it. `arrived` is emptied before `round` moves, so that a
 * fast rank can already be counted for the next barrier. */
#ifndef AL_NODE_BARRIER_H
#define AL_NODE_BARRIER_H

#include <stdatomic.h>
#include <stdint.h>

#include "armci-lite/src/wait/al_wait.h"

/* AL_SLOTS_MOST: beyond it, collectives leave the slots to MPI. */
enum { AL_SLOT_BYTES = 1024, AL_SLOTS_MOST = 16 * AL_SLOT_BYTES };

/* One rank's part of a group's exchange area: written by it, read by the node. */
typedef struct al_slot {
    _Alignas(64) char bytes[AL_SLOT_BYTES];
} al_slot_t;

/* One rank's part of comparisons (below), alone on a cache line; it begins as zeros. */
typedef struct al_hash_slot {
    _Alignas(64) atomic_uint round;
    uint64_t word[2]; /* of even and of odd rounds */
} al_hash_slot_t;

/* The shared part; it begins as zeros. The slots of all ranks follow, one set for even and one
 * for odd exchanges, and the hash slots of all ranks. */
typedef struct al_node_barrier {
    _Alignas(64) atomic_uint arrived;
    _Alignas(64) atomic_uint round;
    al_slot_t slots[];
} al_node_barrier_t;

/* The slots of an exchange among n ranks: a rank writes its own, all pass the barrier, each reads
 * (protocol: al_coll.c). Every rank counts its exchanges. */
static inline al_slot_t *ali_node_barrier_slots(al_node_barrier_t *barrier, unsigned n,
                                                unsigned exchange)
{
    return barrier->slots + (exchange & 1) * n;
}

/* Bytes for n ranks. */
static inline uint64_t ali_node_barrier_bytes(unsigned n)
{
    return sizeof(al_node_barrier_t) + n * (2 * sizeof(al_slot_t) + sizeof(al_hash_slot_t));
}

static inline al_hash_slot_t *ali_node_barrier_hashes(al_node_barrier_t *barrier, unsigned n)
{
    return (al_hash_slot_t *)(void *)(barrier->slots + 2 * n);
}

static inline unsigned ali_node_barrier_round(const al_node_barrier_t *barrier)
{
    return atomic_load_explicit(&barrier->round, memory_order_relaxed);
}

static inline unsigned ali_node_barrier_arrive(al_node_barrier_t *barrier)
{
    return atomic_fetch_add_explicit(&barrier->arrived, 1, memory_order_acq_rel) + 1;
}

/* Release the ranks that wait for the end of a round. */
static inline void ali_node_barrier_release(al_node_barrier_t *barrier, unsigned round)
{
    atomic_store_explicit(&barrier->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&barrier->round, round + 1, memory_order_release);
}

static inline void ali_node_barrier_await(const al_node_barrier_t *barrier, unsigned round)
{
    al_wait_t wait = {0};
    while (atomic_load_explicit(&barrier->round, memory_order_acquire) == round)
        ali_wait_step(&wait, 1);
}

/* Wait for all n ranks. */
static inline void ali_node_barrier_wait(al_node_barrier_t *barrier, unsigned n)
{
    unsigned round = ali_node_barrier_round(barrier);
    if (ali_node_barrier_arrive(barrier) == n)
        ali_node_barrier_release(barrier, round);
    else
        ali_node_barrier_await(barrier, round);
}

/* A barrier in which one rank does something once all have arrived: the others arrive and wait; it
 * waits for all, acts, and releases them with the round that its wait returned. */
static inline void ali_node_barrier_arrive_and_wait(al_node_barrier_t *barrier)
{
    unsigned round = ali_node_barrier_round(barrier);
    ali_node_barrier_arrive(barrier);
    ali_node_barrier_await(barrier, round);
}

static inline unsigned ali_node_barrier_wait_all(al_node_barrier_t *barrier, unsigned n)
{
    unsigned round = ali_node_barrier_round(barrier), arrived = ali_node_barrier_arrive(barrier);
    al_wait_t wait = {0};
    while (arrived != n) {
        ali_wait_step(&wait, 1);
        arrived = atomic_load_explicit(&barrier->arrived, memory_order_acquire);
    }
    return round;
}

/* Do all n ranks have the same word? Each waits for all, but takes one cache line of each, where an
 * exchange takes those of the barrier as well. If not all words are the same, every rank finds one
 * that differs from its own.
 *
 * Memory ordering. A rank writes its word and then its round (release); whoever sees the round
 * (acquire) sees the word. It sees a round or the next one: I go no further than that before it has
 * come there too. It comes there (release) after it has read my word, and I write over that in the
 * round after the next, having seen it there (acquire). */
static inline int ali_node_hashes_agree(al_hash_slot_t *slots, unsigned n, unsigned mine,
                                        uint64_t word)
{
    const unsigned round = atomic_load_explicit(&slots[mine].round, memory_order_relaxed) + 1;
    int same = 1;
    slots[mine].word[round & 1] = word;
    atomic_store_explicit(&slots[mine].round, round, memory_order_release);
    for (unsigned k = 0; k < n; ++k) {
        al_wait_t wait = {0};
        while (atomic_load_explicit(&slots[k].round, memory_order_acquire) - round > 1)
            ali_wait_step(&wait, 1);
        same &= slots[k].word[round & 1] == word;
    }
    return same;
}

#endif
