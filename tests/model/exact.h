/* Sums of doubles as they are by definition: one counter for each power of two. */
#ifndef TESTS_EXACT_H
#define TESTS_EXACT_H

#include <stdint.h>

enum { EXACT_POWERS = 1074 + 1024 + 64 };

typedef struct exact {
    int64_t count[EXACT_POWERS]; /* of 2^(k-1074) */
    double odd;                  /* the sum of the terms that are no finite numbers */
} exact_t;

void exact_add(exact_t *sum, double term);
/* The nearest number of DBL_MANT_DIG or FLT_MANT_DIG bits, of two the even one. */
double exact_round(const exact_t *sum, int bits);

#endif
