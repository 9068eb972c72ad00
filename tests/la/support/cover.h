/* Covering tables: steps in which each value of a factor meets each value of every other one. */
#ifndef TESTS_LA_COVER_H
#define TESTS_LA_COVER_H

#include "harness/rng.h"

enum { COVER_FACTORS = 8, COVER_VALUES = 32 };

/* How many values each factor has, at most COVER_VALUES, and which pairs have come up. */
typedef struct cover {
    int factors, values[COVER_FACTORS];
    rng_t rng;
    char met[COVER_FACTORS][COVER_FACTORS][COVER_VALUES][COVER_VALUES];
} cover_t;

/* A table for factors of so many values each; what is open it draws. */
void cover_start(cover_t *c, int factors, const int *values, uint64_t seed);
/* The next step: a value of each factor.
 * @return 0 when all pairs have come up */
int cover_next(cover_t *c, int *value);

#endif
