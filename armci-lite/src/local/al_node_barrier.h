/* Barriers of the ranks of a group that are on one node, in their shared memory. No MPI here.
 *
 * Up to AL_CENTRAL_MOST ranks arrive at one counter, `arrived`. More would wait long for each other
 * at its cache line: neighbours then form groups, each with a counter of its own, and the last rank
 * of a group arrives at `arrived` for all of it. All wait for the same word, `round`, which they
 * can read at once (Mellor-Crummey and Scott 1991). It has a cache line of its own, so that those
 * who wait do not take that of the arrivals from those who come. Of two ranks only one waits: they
 * have both words on one line, which the last to arrive then has already.
 *
 * Memory ordering. Every rank adds itself to a counter with acquire-release order; the additions
 * form one release sequence, so whoever sees the last value has seen what every rank wrote before
 * it arrived, and hands that on if it arrives for a group. The rank that completes `arrived`
 * empties it and then advances `round` with a release; the others wait for that with an acquire.
 * Thus all writes before the barrier, by anybody, are visible to everybody after it. `arrived` is
 * emptied before `round` moves, so that a fast rank can already be counted for the next barrier,
 * and a group's counter before its last rank arrives at `arrived`, without which `round` stays. */
#ifndef AL_NODE_BARRIER_H
#define AL_NODE_BARRIER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/wait/al_wait.h"

#ifndef ASHLAR_CENTRAL_MOST /* tests have less */
#define ASHLAR_CENTRAL_MOST 64
#define ASHLAR_NODE_GROUPS  16
#endif

/* AL_CENTRAL_MOST: ranks that meet at one counter. AL_NODE_GROUPS: groups of more ranks, at most;
 * there is room for AL_NODE_GROUPS_ROOM. */
enum {
    AL_CENTRAL_MOST = ASHLAR_CENTRAL_MOST,
    AL_NODE_GROUPS = ASHLAR_NODE_GROUPS,
    AL_NODE_GROUPS_ROOM = 16
};

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

/* The arrivals of a group, alone on a cache line. */
typedef struct al_node_arrivals {
    _Alignas(64) atomic_uint arrived;
} al_node_arrivals_t;

/* The shared part; it begins as zeros. The slots of all ranks follow, one set for even and one
 * for odd exchanges, and the hash slots of all ranks. */
typedef struct al_node_barrier {
    _Alignas(64) atomic_uint arrived;
    atomic_uint round_of_two;
    _Alignas(64) atomic_uint round; /* of more */
    al_node_arrivals_t groups[AL_NODE_GROUPS_ROOM];
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

/* `round` of n ranks. */
static inline atomic_uint *ali_node_barrier_rounds(al_node_barrier_t *barrier, unsigned n)
{
    return n == 2 ? &barrier->round_of_two : &barrier->round;
}

static inline unsigned ali_node_barrier_round(al_node_barrier_t *barrier, unsigned n)
{
    return atomic_load_explicit(ali_node_barrier_rounds(barrier, n), memory_order_relaxed);
}

/* Group g of n ranks are those whose number is g when shifted by this: groups are as small as
 * AL_NODE_GROUPS allows. */
static inline unsigned ali_node_group_shift(unsigned n)
{
    unsigned shift = 0;
    while ((n - 1) >> shift >= AL_NODE_GROUPS)
        ++shift;
    return shift;
}

/* How many arrivals complete `arrived`. */
static inline unsigned ali_node_barrier_arrivals(unsigned n)
{
    return n <= AL_CENTRAL_MOST ? n : ((n - 1) >> ali_node_group_shift(n)) + 1;
}

static inline unsigned ali_node_barrier_add(atomic_uint *arrived)
{
    return atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel) + 1;
}

/* Rank `mine` of n > AL_CENTRAL_MOST arrives in its group: am I the last? */
static inline bool ali_node_barrier_arrive_in_group(al_node_barrier_t *barrier, unsigned n,
                                                    unsigned mine)
{
    const unsigned shift = ali_node_group_shift(n), g = mine >> shift;
    const unsigned others = n - (g << shift), full = 1U << shift;
    atomic_uint *arrived = &barrier->groups[g].arrived;
    if (ali_node_barrier_add(arrived) != (others < full ? others : full))
        return false;
    atomic_store_explicit(arrived, 0, memory_order_relaxed);
    return true;
}

/* Rank `mine` of n arrives: am I the last of all? */
static inline bool ali_node_barrier_arrive(al_node_barrier_t *barrier, unsigned n, unsigned mine)
{
    if (AL_LIKELY(n <= AL_CENTRAL_MOST))
        return ali_node_barrier_add(&barrier->arrived) == n;
    return ali_node_barrier_arrive_in_group(barrier, n, mine) &&
           ali_node_barrier_add(&barrier->arrived) == ali_node_barrier_arrivals(n);
}

/* Release those of n ranks that wait for the end of a round. */
static inline void ali_node_barrier_release(al_node_barrier_t *barrier, unsigned n, unsigned round)
{
    atomic_uint *rounds = ali_node_barrier_rounds(barrier, n);
    atomic_store_explicit(&barrier->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(rounds, round + 1, memory_order_release);
}

static inline void ali_node_barrier_await(al_node_barrier_t *barrier, unsigned n, unsigned round)
{
    const atomic_uint *rounds = ali_node_barrier_rounds(barrier, n);
    al_wait_t wait = {0};
    while (atomic_load_explicit(rounds, memory_order_acquire) == round)
        ali_wait_step(&wait, 1);
}

/* Wait for all n ranks, of which I am number `mine`. */
static inline void ali_node_barrier_wait(al_node_barrier_t *barrier, unsigned n, unsigned mine)
{
    unsigned round = ali_node_barrier_round(barrier, n);
    if (ali_node_barrier_arrive(barrier, n, mine))
        ali_node_barrier_release(barrier, n, round);
    else
        ali_node_barrier_await(barrier, n, round);
}

/* A barrier in which one rank does something once all have arrived: the others arrive and wait; it
 * waits for all, acts, and releases them with the round that its wait returned. */
static inline void ali_node_barrier_arrive_and_wait(al_node_barrier_t *barrier, unsigned n,
                                                    unsigned mine)
{
    unsigned round = ali_node_barrier_round(barrier, n);
    ali_node_barrier_arrive(barrier, n, mine);
    ali_node_barrier_await(barrier, n, round);
}

static inline unsigned ali_node_barrier_wait_all(al_node_barrier_t *barrier, unsigned n,
                                                 unsigned mine)
{
    unsigned round = ali_node_barrier_round(barrier, n);
    al_wait_t wait = {0};
    if (ali_node_barrier_arrive(barrier, n, mine))
        return round;
    const unsigned arrivals = ali_node_barrier_arrivals(n);
    while (atomic_load_explicit(&barrier->arrived, memory_order_acquire) != arrivals)
        ali_wait_step(&wait, 1);
    return round;
}

/* Combine what is in each `step`-th slot, from the first on and before the last, in the first. */
static inline void ali_node_combine_slots(al_slot_t *slots, unsigned first, unsigned last,
                                          unsigned step, al_combine_t *combine, const void *context)
{
    for (unsigned k = first + step; k < last; k += step)
        combine(slots[first].bytes, slots[k].bytes, context);
}

/* A barrier of n > AL_CENTRAL_MOST ranks that combines what they have in their slots, in slot 0:
 * the last of a group does so for its group, the last of all for the groups. The order depends on n
 * alone.
 *
 * Memory ordering. A rank writes its slot before it arrives, and the last of its group is the only
 * one to touch the slots of the group until it arrives in turn. The last of all does the same with
 * the first slots of the groups, and then advances `round`. */
static inline void ali_node_barrier_combine(al_node_barrier_t *barrier, al_slot_t *slots,
                                            unsigned n, unsigned mine, al_combine_t *combine,
                                            const void *context)
{
    const unsigned round = ali_node_barrier_round(barrier, n), shift = ali_node_group_shift(n);
    const unsigned first = mine >> shift << shift, end = first + (1U << shift);
    if (ali_node_barrier_arrive_in_group(barrier, n, mine)) {
        ali_node_combine_slots(slots, first, end < n ? end : n, 1, combine, context);
        if (ali_node_barrier_add(&barrier->arrived) == ali_node_barrier_arrivals(n)) {
            ali_node_combine_slots(slots, 0, n, 1U << shift, combine, context);
            ali_node_barrier_release(barrier, n, round);
            return;
        }
    }
    ali_node_barrier_await(barrier, n, round);
}

/* Do all n ranks have the same word? Each waits for all, but takes one cache line of each, where an
 * exchange takes those of the barrier as well: less for up to AL_CENTRAL_MOST ranks. If not all
 * words are the same, every rank finds one that differs from its own.
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
