/* Drawing the number of a chunk from the counter of a round, which is on rank 0 of the group.
 *
 * Many ranks would keep that one busy. So ranks of a node that wait at the same time make one
 * request: one of them asks for as many numbers as ranks wait, and they take these. A node has
 * one request under way, and no numbers that nobody waits for: whoever leaves a round early takes
 * nothing from the others. */
#ifndef GA_TASKS_DRAW_H
#define GA_TASKS_DRAW_H

#include <stdatomic.h>
#include <stdint.h>

#include <ashlar/ga.h>

#include "armci-lite/src/al_private.h"

/* The ranks of a node in one round, alone on a cache line; it begins as zeros.
 *
 * Memory ordering. Whoever holds it (an exchange with acquire, until a store with release) may
 * read and write next and end. A rank adds itself to `waiting` before it takes hold, and goes while
 * it holds it. So those who wait are at least as many as there are numbers from next to end, and
 * all of these are taken. */
typedef struct gai_draws {
    _Alignas(64) atomic_int held;
    atomic_int waiting;
    int64_t next, end; /* drawn from the counter, and not taken yet */
} gai_draws_t;

/* Do ranks of a node draw together in this group? */
int gai_draws_are_shared(const al_group_t *group);
void gai_draws_clear(gai_draws_t *draws, int count);

/* The next number of a round; `end` or more: none is left. draws: of that round, where the group
 * shares them, else NULL. */
int gai_tasks_draw(ga_t counters, int64_t round, gai_draws_t *draws, int64_t end, int64_t *number);

/* Groups of so many ranks share draws; tests have less. */
extern int gai_draws_shared_from;

#endif
