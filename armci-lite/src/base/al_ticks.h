/* The clock of counts and traces: the time counter of the processor where all cores read the same
 * steady one, else the clock of the system. */
#ifndef AL_TICKS_H
#define AL_TICKS_H

#include <stdint.h>

#include "armci-lite/src/base/al_clock.h"
#include "armci-lite/src/base/al_compiler.h"

extern __attribute__((visibility(
    "hidden"))) int ali_ticks_are_steady; /* of the processor; found out by ali_ticks_start() */

static inline uint64_t ali_ticks(void)
{
#if defined(__x86_64__)
    if (AL_LIKELY(ali_ticks_are_steady))
        return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    if (AL_LIKELY(ali_ticks_are_steady)) {
        uint64_t ticks;
        __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
    }
#endif
    return (uint64_t)ali_nanoseconds();
}

/* A moment by both clocks. */
typedef struct al_moment {
    uint64_t ticks;
    int64_t nanoseconds; /* of ali_nanoseconds() */
} al_moment_t;

al_moment_t ali_moment(void);

/* Find out what to read, and how long a tick is; needed once, and takes a millisecond. */
void ali_ticks_start(void);
/* Nanoseconds in some ticks. */
int64_t ali_ticks_to_nanoseconds(uint64_t ticks);

#endif
