/* ASHLAR_CHECK=1 for the collective calls of coarray.h (al_check.h). */
#ifndef CO_COLLECTIVE_H
#define CO_COLLECTIVE_H

#include "coarray/src/co_private.h"
#include "ga/src/array/ga_collective.h"

#define COLLECTIVE(call, ...) COI_CALL_##call,
enum {
#include "api/coarray_collectives.def"
};
#undef COLLECTIVE
extern const ali_collective_t coi_collectives[];
#define COI_ROW(call) (&coi_collectives[COI_CALL_##call])

/* The ranks know a barrier by these, and by its group; those without one count as of the default
 * group. */
uint64_t coi_barrier_number(const co_barrier_t *barrier);
al_group_t *coi_barrier_group(const co_barrier_t *barrier);

#define COI_COLLECTIVE_BARRIER(call, barrier)                                                      \
    ALI_CHECKED(gai_check_collective(COI_ROW(call), coi_barrier_group(barrier),                    \
                                     (int)coi_barrier_number(barrier)))
#define COI_COLLECTIVE_COMBINE(call, group, type, data, n, image)                                  \
    ALI_CHECKED(gai_check_collective(COI_ROW(call), NULL, group, type, data, n, image))

#endif
