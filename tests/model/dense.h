/* Serial dense matrices, complex double whatever the type of the array, and arrays made from them.
 * Every operation is a plain loop: nothing here calls BLAS or the library under test. All that is
 * made here lives until it is freed or destroyed one by one, or all of it by matrices_free(). */
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

/* Free all serial matrices and destroy all arrays that were made here and are left. Collective over
 * the groups of the arrays. */
void matrices_free(void);
/* The serial ones alone. */
void dense_free_all(void);

/* All zero. */
dense_t dense_create(int64_t m, int64_t n);
void dense_free(dense_t *x);
/* All alike. */
dense_t dense_filled(int64_t m, int64_t n, dense_value_t value);
dense_t dense_identity(int64_t n);
/* Multiples of 1/64 in -1..1, which every type holds exactly; real for real types. */
dense_t dense_random(rng_t *rng, ashlar_type type, int64_t m, int64_t n);
/* The same, symmetric or Hermitian; with n + 1/2 added to the diagonal when definite. */
dense_t dense_hermitian(rng_t *rng, ashlar_type type, int64_t n, bool definite);
/* op(x), op one of 'n', 't', 'c'. */
dense_t dense_op(char trans, const dense_t *x);
/* factor*x */
dense_t dense_times(dense_value_t factor, const dense_t *x);
/* a + b */
dense_t dense_sum(const dense_t *a, const dense_t *b);
/* Zero in the triangle that is not the one of uplo, 'l' or 'u'. */
dense_t dense_triangle(char uplo, const dense_t *x);
/* x with its elements as an array of the type holds them. */
dense_t dense_kept(ashlar_type type, const dense_t *x);
/* a*b */
dense_t dense_product(const dense_t *a, const dense_t *b);
/* The inverse, by elimination, and the determinant, phase*exp(log_abs). */
dense_t dense_inverse(const dense_t *a, dense_value_t *phase, double *log_abs);
/* The largest sum of moduli in a column. */
double dense_norm_1(const dense_t *x);
/* Largest difference of two elements; infinite when an element is not a number. */
double dense_distance(const dense_t *a, const dense_t *b);
/* Whether all elements are the same, or both not a number. */
bool dense_is(const dense_t *a, const dense_t *b);
/* Largest difference from the identity. */
double dense_distance_to_identity(const dense_t *a);

/* The rounding unit of a type, its largest number, and whether it is of single precision. */
double type_epsilon(ashlar_type type);
double type_most(ashlar_type type);
bool type_is_single(ashlar_type type);
/* Element k of an array of the reals of a type. */
double real_at(ashlar_type type, const void *reals, int64_t k);
/* One element as the calls take alpha and beta. */
element_t element_from(ashlar_type type, dense_value_t value);

/* An m x n array, cut as the layout says, on a group. Collective over the group. */
ga_t matrix_create(ashlar_type type, int64_t m, int64_t n, layout_t layout, ga_group_t group);
/* The same, of a kind from first to last that is drawn, with what the kind leaves open. */
ga_t matrix_draw(rng_t *rng, ga_kind first, ga_kind last, ashlar_type type, int64_t m, int64_t n,
                 ga_group_t group);
/* The same, as described. */
ga_t matrix_spec(const ga_spec_t *spec);
/* An array that holds x. */
ga_t matrix_from(ashlar_type type, const dense_t *x, layout_t layout, ga_group_t group);
/* Write x into an array. Collective over its group. */
void matrix_write(ga_t g, const dense_t *x);
/* The same, with not-a-number in the strict upper triangle. */
void matrix_write_lower(ga_t g, const dense_t *x);
/* The whole array, on every rank. */
dense_t matrix_read(ga_t g);
/* Whether the array, or its lower triangle, is x exactly, with NaN where x has NaN. */
bool matrix_is(ga_t g, const dense_t *x);
bool matrix_lower_is(ga_t g, const dense_t *x);

/* Check on every rank that the distance is at most bound; rank by rank the same. */
#define CHECK_WITHIN(bound, distance)                                                              \
    check_within(__FILE__, __LINE__, (bound), (distance), #distance)
void check_within(const char *file, int line, double bound, double distance, const char *what);

#endif
