/* Seeded data: splitmix64, the same numbers on every machine. */
#ifndef TESTS_RNG_H
#define TESTS_RNG_H

#include <stdint.h>

typedef struct rng {
    uint64_t state;
} rng_t;

static inline rng_t rng_seed(uint64_t seed)
{
    return (rng_t){seed * UINT64_C(0x2545f4914f6cdd1d) + 1};
}

static inline uint64_t rng_next(rng_t *rng)
{
    uint64_t z = (rng->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A number of first..last, both included. */
static inline int64_t rng_range(rng_t *rng, int64_t first, int64_t last)
{
    return first + (int64_t)(rng_next(rng) % (uint64_t)(last - first + 1));
}

#endif
