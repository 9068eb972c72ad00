/* The serial model of sparse matrices: a dense matrix, and which of its elements are stored. */
#ifndef TESTS_SPARSE_SERIAL_H
#define TESTS_SPARSE_SERIAL_H

#include <stdbool.h>

#include <ashlar/sparse.h>

#include "harness/rng.h"
#include "model/scalar.h"

typedef struct serial {
    ga_type type;
    int64_t rows, cols;
    bool *stored; /* [rows * cols], rows one after the other */
    scalar_t *value;
} serial_t;

serial_t serial_make(ga_type type, int64_t rows, int64_t cols);
void serial_free(serial_t *serial);
static inline int64_t serial_at(const serial_t *serial, int64_t i, int64_t j)
{
    return i * serial->cols + j;
}

/* op of a matrix: 'N' itself, 'T' transposed, 'C' conjugated too. */
serial_t serial_op(const serial_t *a, char op);
/* C = A B; what is stored is what has a product. */
serial_t serial_multiply(const serial_t *a, const serial_t *b);

/* A value that a product of three of them keeps exact. */
scalar_t serial_draw(ga_type type, rng_t *rng);
scalar_t serial_conjugate(scalar_t value);

/* A dense array with drawn elements, in any distribution, and its model (all of it stored). A
 * vector has one column. The caller frees both. */
ga_t serial_array(ga_type type, int64_t rows, int64_t cols, bool is_vector, rng_t *rng,
                  serial_t *model);
/* Whether an array holds what the model has. */
bool serial_check_array(ga_t g, bool is_vector, const serial_t *model, const char *what);
/* Whether a matrix has the elements of the model, as each rank reads them and as their owners have
 * them. */
bool serial_check(ga_sparse_t s, const serial_t *model, const char *what);

#endif
