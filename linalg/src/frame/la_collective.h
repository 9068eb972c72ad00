/* ASHLAR_CHECK=1 for the collective calls of la (al_check.h). */
#ifndef LA_COLLECTIVE_H
#define LA_COLLECTIVE_H

#include "ga/src/array/ga_collective.h"

#define COLLECTIVE(call, ...) LAI_CALL_##call,
enum {
#include "api/la_collectives.def"
};
#undef COLLECTIVE
extern const ali_collective_t lai_collectives[];
#define LAI_ROW(call) (&lai_collectives[LAI_CALL_##call])

#define LAI_COLLECTIVE(call, ...)                                                                  \
    ALI_CHECKED(gai_check_collective(LAI_ROW(call), NULL, __VA_ARGS__))

/* Arguments that are structures, as numbers. */
typedef struct lai_numbers {
    int64_t at[5];
} lai_numbers_t;

#endif
