/* Functions of matrices: what the calls share. */
#ifndef LA_FUNCTION_H
#define LA_FUNCTION_H

#include <float.h>

#include <ashlar/la.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/blas/la_blas.h"

/* From 1 to the next number of the type; the largest number. */
static inline double lai_epsilon(const lai_blas_t *blas)
{
    return blas->real == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
}

static inline double lai_most(const lai_blas_t *blas)
{
    return blas->real == sizeof(float) ? FLT_MAX : DBL_MAX;
}

/* A square matrix and the array for what is made of it: alike, of one order, writable. */
int lai_function_find(const char *call, ga_t a, ga_t result, gai_array_t **matrix,
                      gai_array_t **array);
/* ASHLAR_ENUMERIC on all ranks where an element is not finite. Collective. */
int lai_function_check_finite(const char *call, const gai_array_t *array);
/* The threshold of a caller; negative where there is none. @return ASHLAR_EARG  it is not a number
 */
int lai_function_threshold(const char *call, const gai_array_t *array, const void *threshold,
                           double *value);

/* Matrices to work in, of the type and on the group of an array, in equal blocks whatever its own
 * are: products read panels in such blocks in place. Collective, as is destroying them. */
int lai_function_create(const char *call, const gai_array_t *like, int64_t m, int64_t n, ga_t *g);
/* Destroy those that there are. @return the status, or that of the first that fails */
int lai_function_destroy(int status, const ga_t *matrices, int count);

/* My block of such a matrix: rows and columns in it, where it begins in the matrix. */
typedef struct lai_block {
    int64_t i, j, rows, cols, ld;
    char *at;
} lai_block_t;
/* None: no rows and columns. Ends with ga_release(). */
int lai_function_block(ga_t g, lai_block_t *block);

#endif
