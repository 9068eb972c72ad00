/* Small helpers: minimum and maximum, rounding up, hashing, and passing read-only memory to what
 * takes a plain pointer. */
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

/* For sizes and offsets. */
static inline uint64_t ali_min_bytes(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The next multiple of `to`. */
static inline uint64_t ali_round_up(uint64_t value, uint64_t to)
{
    return (value + to - 1) / to * to;
}

/* FNV-1a of one text or of several, each passed the hash of those before. */
#define AL_HASH UINT64_C(1469598103934665603)
static inline uint64_t ali_hash(uint64_t before, const char *text)
{
    for (const char *c = text; *c; ++c)
        before = (before ^ (unsigned char)*c) * UINT64_C(1099511628211);
    return before;
}

/* For a parameter that serves reads and writes; what is pointed to must not be written. */
static inline void *ali_unconst(const void *pointer)
{
    return (void *)(uintptr_t)pointer;
}

#endif
