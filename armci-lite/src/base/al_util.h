/* Small helpers: minimum and maximum, rounding up, and passing read-only memory to what takes a
 * plain pointer. */
#ifndef AL_UTIL_H
#define AL_UTIL_H

#include <stdint.h>

static inline int64_t ali_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t ali_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Of sizes and offsets. */
static inline uint64_t ali_min_bytes(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The next multiple of `to`. */
static inline uint64_t ali_round_up(uint64_t value, uint64_t to)
{
    return (value + to - 1) / to * to;
}

/* For a parameter that serves reads and writes; what is pointed to must not be written. */
static inline void *ali_unconst(const void *pointer)
{
    return (void *)(uintptr_t)pointer;
}

#endif
