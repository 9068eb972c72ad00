/* The clock by which waits and copies are measured. */
#define _POSIX_C_SOURCE 200809L
#include "armci-lite/src/base/al_clock.h"

#include <time.h>

int64_t ali_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}
