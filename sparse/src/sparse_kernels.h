/* Arithmetic on the rows of a matrix, for each type and width of indices. */
#ifndef SPARSE_KERNELS_H
#define SPARSE_KERNELS_H

#include "sparse/src/sparse_halo.h"

/* A product of my rows with a vector: y = alpha A x + beta y. */
typedef struct spi_product {
    const spi_matrix_t *matrix;
    const spi_halo_t *halo;
    bool conjugates; /* A instead of its conjugate */
    const void *alpha, *beta;
    const char *x; /* own elements; those of others are halo->values */
    char *y;       /* elements for my rows */
    char *outside; /* of a transposed one: sums for columns of others */
} spi_product_t;

/* The same with several vectors: line k of x and y holds element k of all of them. */
typedef struct spi_panel {
    const spi_matrix_t *matrix;
    const spi_halo_t *halo;
    bool conjugates;
    const void *alpha, *beta;
    const char *x; /* own lines, then those of halo->column */
    char *y;
    int64_t width; /* elements of a line */
} spi_panel_t;

typedef struct spi_kernels {
    /* Rows that lack nothing, and those that do. */
    void (*inner)(const spi_product_t *product);
    void (*boundary)(const spi_product_t *product);
    /* y = beta y; y += alpha A^T x for my columns, and `outside` += the rest. */
    void (*transposed)(const spi_product_t *product);
    void (*panel)(const spi_panel_t *panel);
    /* Multiply my rows by numbers, my columns, row by row; all elements. */
    void (*scale_rows)(const spi_matrix_t *matrix, const char *number);
    void (*scale_columns)(const spi_matrix_t *matrix, const spi_halo_t *halo, const char *number);
    /* Sums of moduli of each row; of each column, own ones first, then halo->column; the sum of
     * their squares; the largest. NaN stays NaN. */
    void (*row_sums)(const spi_matrix_t *matrix, double *sums);
    void (*column_sums)(const spi_matrix_t *matrix, const spi_halo_t *halo, double *sums);
    double (*modulus)(const char *value);
    /* c += a * b; is it zero? */
    void (*add_product)(char *c, const char *a, const char *b);
    bool (*is_zero)(const char *value);
} spi_kernels_t;

extern const spi_kernels_t spi_kernels[ASHLAR_TYPE_COUNT][2];

static inline const spi_kernels_t *spi_kernels_of(const spi_matrix_t *matrix)
{
    return &spi_kernels[matrix->type][matrix->index == 8];
}

#endif
