/* ASHLAR_CHECK=1 for the collective calls of ga and of the layer above (al_check.h). */
#ifndef GA_COLLECTIVE_H
#define GA_COLLECTIVE_H

#include "armci-lite/src/al_private.h"

#define COLLECTIVE(call, ...) GAI_CALL_##call,
enum {
#include "api/ga_collectives.def"
};
#undef COLLECTIVE
extern const ali_collective_t gai_collectives[];
#define GAI_ROW(call) (&gai_collectives[GAI_CALL_##call])

/* Compare what the ranks of the group pass, which is the given one where the row says so. Ranks
 * whose arguments name none compare with those of the default group: most likely these are the ones
 * that wait. Nothing before ga_initialize(). */
int gai_check_collective(const ali_collective_t *row, al_group_t *given, ...);

#define GAI_COLLECTIVE(call, ...)                                                                  \
    ALI_CHECKED(gai_check_collective(GAI_ROW(call), NULL, __VA_ARGS__))

#endif
