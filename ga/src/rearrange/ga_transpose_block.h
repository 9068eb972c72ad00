/* Matrices in memory, transposed. */
#ifndef GA_TRANSPOSE_BLOCK_H
#define GA_TRANSPOSE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

/* b (cols x rows, leading dimension ldb) = transpose of a (rows x cols, lda): elements of `size`
 * bytes. a and b have none in common. is_large: b is part of so much that it
 * is not in the caches when it is read next. */
void gai_transpose_block(size_t size, size_t rows, size_t cols, const char *a, size_t lda, char *b,
                         size_t ldb, bool is_large);

#endif
