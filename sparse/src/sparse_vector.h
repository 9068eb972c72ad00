/* Operands of sparse products: vectors, parts of them, and what they have to be. */
#ifndef SPARSE_VECTOR_H
#define SPARSE_VECTOR_H

#include "sparse/src/sparse_private.h"

/* Elements lo to end-1 of a vector: where they are, or a copy. */
typedef struct spi_part {
    const gai_array_t *array;
    int64_t lo, end;
    char *data, *buffer; /* buffer: NULL, if they are where they are */
    bool is_written;     /* a copy goes back */
} spi_part_t;

int spi_open_part(const char *call, const gai_array_t *array, int rank, int64_t lo, int64_t end,
                  bool reads, spi_part_t *part);
/* @return status, or why the copy cannot be written back */
int spi_close_part(spi_part_t *part, int status);

/* An array of the type and group of a matrix; a vector with so many elements.
 * @return ASHLAR_EHANDLE, ASHLAR_ESHAPE, ASHLAR_ETYPE, ASHLAR_EGROUP */
int spi_check_array(const char *call, const spi_matrix_t *matrix, const gai_array_t *array);
int spi_get_vector(const char *call, const spi_matrix_t *matrix, ga_t g, int64_t extent,
                   gai_array_t **array);
/* ASHLAR_EARG unless op is 'N', 'T' or 'C', of which the upper case is returned. */
int spi_check_op(const char *call, char op, char *upper);
/* The number 1. */
const void *spi_one(ashlar_type type);

#endif
