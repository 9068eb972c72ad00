/* Random numbers of a call depend on the seed and its number only. */
#include "differential.h"

static uint64_t common, own;

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void random_begin(uint64_t seed, int64_t what)
{
    common = seed * 0x2545f4914f6cdd1du + (uint64_t)what * 0x9e3779b97f4a7c15u;
    common = next(&common);
    own = common ^ ((uint64_t)me + 1) * 0xd6e8feb86659fd93u;
    next(&own);
}

uint64_t random_swap(uint64_t state)
{
    uint64_t was = common;
    common = state;
    return was;
}

int draw(int below)
{
    return (int)(next(&common) % (uint64_t)below);
}

int draw_own(int below)
{
    return (int)(next(&own) % (uint64_t)below);
}

int between(int low, int high)
{
    return low + draw(high - low + 1);
}

bool chance(int percent)
{
    return draw(100) < percent;
}
