/* Sparse arrays beside dense models of them. */
#ifndef TESTS_CLASSIC_SPARSE_H
#define TESTS_CLASSIC_SPARSE_H

#include "calls.h"

enum { SPARSE_MOST = 16 }; /* rows and columns of a sample */

/* A sparse array, and what it has: elements that are not stored are 0. */
typedef struct sample {
    int s, type, wide, rows, cols; /* wide: made by the calls whose names end in 64 */
    int is_stored[SPARSE_MOST][SPARSE_MOST];
    double at[SPARSE_MOST][SPARSE_MOST];
} sample_t;

/* Types with arithmetic. */
extern const int sparse_types[7];

/* Any elements, added by all ranks, some in two parts. */
sample_t sample_create(int type, int wide, int rows, int cols);
/* The same without the array. */
sample_t sample_model(int type, int wide, int rows, int cols);
/* Check all blocks of columns of my rows, and the blocks of all ranks. */
void check_blocks(const char *file, int line, const sample_t *sample);
#define CHECK_BLOCKS(sample) check_blocks(__FILE__, __LINE__, sample)
/* A block in place: idx, jdx as numbers of 64 bits. */
typedef struct sparse_block {
    int is_there;
    int64_t idx[SPARSE_MOST + 1], jdx[SPARSE_MOST * SPARSE_MOST];
    void *val;
} sparse_block_t;
sparse_block_t block_access(const sample_t *sample, int icol);
/* Add 10 to each element, through the blocks of its owner. */
void blocks_write(sample_t *sample);

/* Check a dense array against the model, and destroy it. Products of two elements, whose imaginary
 * parts are the opposite of the real ones, are imaginary: twice the product of the real parts. */
void check_dense(const char *file, int line, int g, const sample_t *model, int is_product);
#define CHECK_DENSE(g, model, is_product) check_dense(__FILE__, __LINE__, g, model, is_product)
/* A dense array with all elements of a sample; a vector with those of its first row or column. */
int dense_of(const sample_t *sample);
int vector_of(int type, int n, const double *at);
/* model = a b, of all their elements. */
sample_t sample_product(const sample_t *a, const sample_t *b);

#endif
