/* Sums, dot products and norms of elements that a test keeps, to the bit. */
#ifndef TESTS_GA_EXPECTED_H
#define TESTS_GA_EXPECTED_H

#include "model/twin.h"

enum { NORMS = GA_MATRIX_NORM_INF + 1 };

/* Elements of one type, and how to see them. */
typedef struct data {
    ashlar_type type;
    int ndim, parts;
    int64_t dims[ASHLAR_MAX_DIM], n;
    bool is_integer, is_float;
    char *at;
} data_t;

/* A part of an element; an integer has one. */
double part_of(const data_t *data, int64_t k, int part);

/* Results as elements of the type, and norms. */
typedef struct expected {
    patch_t patch; /* of the second sum */
    element_t sum, part, dot, square;
    double norms[NORMS];
} expected_t;

/* The definitions' values for x, also beside y of the same shape. */
void find_expected(const data_t *x, const data_t *y, rng_t *rng, expected_t *expected);

#endif
