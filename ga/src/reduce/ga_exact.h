/* Sums of doubles without rounding errors: fixed-point numbers as wide as the range of double, so
 * that neither the order of the terms nor who adds them matters. R. M. Neal, "Fast Exact Summation
 * Using Small and Large Superaccumulators", 2015, has the idea. */
#ifndef GA_EXACT_H
#define GA_EXACT_H

#include <stddef.h>

#include <ashlar/al.h>

enum { GAI_DIGITS = 67 }; /* of 32 bits: all doubles, and room for 2^64 of the largest */

/* A sum; all zero: of no terms. It has no other members than long long, so that the sums of ranks
 * are added up by an allreduce. */
typedef struct gai_exact {
    long long digits[GAI_DIGITS];  /* digit k counts 2^(32 k - 1074); the carries are late */
    long long infinities[2], nans; /* terms: positive and negative infinities, and NaN */
    long long uncarried;           /* terms since the last carries */
} gai_exact_t;

/* Add n terms, step apart. */
void gai_exact_add(gai_exact_t *sum, const double *terms, size_t n, size_t step);

/* Add a term to each of n sums. */
void gai_exact_add_each(gai_exact_t *sums, const double *terms, size_t n);

/* The sums of all ranks on each of them. Collective over the group. */
int gai_exact_allreduce(al_group_t *group, gai_exact_t *sums, size_t n);

/* The sum rounded to `bits` bits, DBL_MANT_DIG or FLT_MANT_DIG, to nearest even; infinity where it
 * overflows. A sum is -0 only if it is negative and rounds to zero. */
double gai_exact_round(const gai_exact_t *sum, int bits);

#endif
