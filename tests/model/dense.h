/* Serial dense matrices, complex double whatever the type of the array, and arrays made from them.
 * Every operation is a plain loop: nothing here calls BLAS or the library under test. */
#ifndef TESTS_MODEL_DENSE_H
#define TESTS_MODEL_DENSE_H

#include <complex.h>

#include <ashlar/la.h>

#include "harness/rng.h"
#include "model/twin.h"

#ifndef CMPLX /* which glibc leaves out for clang */
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

typedef double _Complex dense_value_t;

typedef struct dense {
    int64_t m, n;
    dense_value_t *at; /* column-major */
} dense_t;

static inline dense_value_t *dense_at(const dense_t *x, int64_t i, int64_t j)
{
    return &x->at[i + j * x->m];
}

/* All zero. */
dense_t dense_create(int64_t m, int64_t n);
void dense_free(dense_t *x);
/* Multiples of 1/64 in -1..1, which every type holds exactly; real for real types. */
dense_t dense_random(rng_t *rng, ashlar_type type, int64_t m, int64_t n);
/* The same, symmetric or Hermitian; with n added to the diagonal when definite. */
dense_t dense_hermitian(rng_t *rng, ashlar_type type, int64_t n, bool definite);
/* op(x), op one of 'n', 't', 'c'. */
dense_t dense_op(char trans, const dense_t *x);
/* a*b */
dense_t dense_product(const dense_t *a, const dense_t *b);
/* Largest difference of two elements; infinite when an element is not a number. */
double dense_distance(const dense_t *a, const dense_t *b);
/* Largest difference from the identity. */
double dense_distance_to_identity(const dense_t *a);

/* The rounding unit of a type. */
double type_epsilon(ashlar_type type);
/* Element k of an array of the reals of a type. */
double real_at(ashlar_type type, const void *reals, int64_t k);
/* One element as the calls take alpha and beta. */
element_t element_from(ashlar_type type, dense_value_t value);

/* An m x n array, cut as the layout says, on a group. Collective over the group. */
ga_t matrix_create(ashlar_type type, int64_t m, int64_t n, layout_t layout, ga_group_t group);
/* An array that holds x. */
ga_t matrix_from(ashlar_type type, const dense_t *x, layout_t layout, ga_group_t group);
/* Write x into an array. Collective over its group. */
void matrix_write(ga_t g, const dense_t *x);
/* The same, with not-a-number in the strict upper triangle. */
void matrix_write_lower(ga_t g, const dense_t *x);
/* The whole array, on every rank. */
dense_t matrix_read(ga_t g);
/* Whether the lower triangle of the array is that of x, exactly. */
bool matrix_lower_is(ga_t g, const dense_t *x);

/* Check on every rank that the distance is at most bound; rank by rank the same. */
#define CHECK_WITHIN(bound, distance)                                                              \
    check_within(__FILE__, __LINE__, (bound), (distance), #distance)
void check_within(const char *file, int line, double bound, double distance, const char *what);

#endif
