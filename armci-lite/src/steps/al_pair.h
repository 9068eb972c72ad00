/* A pair of ranks: the state that this one keeps of another for steps (al_steps.h): how many calls
 * both have taken part in, and, where they share memory, the counters between them. */
#ifndef AL_PAIR_H
#define AL_PAIR_H

#include <stdatomic.h>
#include <stdint.h>

/* Each ordered pair of ranks of a node has so many counters. Call number n of the pair uses
 * counter n modulo this, so that as many may be under way without waiting for each other. */
enum { AL_PAIR_COUNTERS = 8 };

/* Memory ordering: only the first rank of the ordered pair stores to a counter, each value one
 * above the last, with release; the other awaits a value with acquire. So what the one did before
 * its n-th signal is visible to the other behind its n-th wait. Threads of the first rank take
 * turns by a copy of the counter in its own memory, likewise: a value is stored by who has found
 * the one before it there. To look at the counter itself would fetch its cache line from the other
 * rank first, and the store would then fetch it once more. */
typedef struct al_way {
    atomic_uint *counter; /* on my node; else NULL */
    atomic_uint stored;   /* of what I signal: its value so far */
    uint32_t steps;       /* that have been made into lists so far */
} al_way_t;

typedef struct al_pair {
    int rank;       /* of the world */
    uint32_t calls; /* that both have begun */
    uint64_t list;  /* number of the list that counted the last one */
    al_way_t to[AL_PAIR_COUNTERS], from[AL_PAIR_COUNTERS];
} al_pair_t;

/* The pair of this rank and another one of the world. NULL: no memory. */
al_pair_t *ali_pair(int rank);

/* Collective over the world. */
int ali_pairs_start(void);
void ali_pairs_stop(void);

#endif
