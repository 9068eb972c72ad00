/* Matrices in memory, transposed. */
#ifndef GA_TRANSPOSE_BLOCK_H
#define GA_TRANSPOSE_BLOCK_H

#include <stddef.h>

/* b (cols x rows, leading dimension ldb) = transpose of a (rows x cols, lda): elements of `size`
 * bytes. a and b have none in common. */
void gai_transpose_block(size_t size, size_t rows, size_t cols, const char *a, size_t lda, char *b,
                         size_t ldb);

#endif
