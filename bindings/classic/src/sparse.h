/* Declarations shared by the calls on sparse arrays: those of C, and what Fortran's need beside
 * them. Handles are the library's own: positive numbers, which no other array has. */
#ifndef CLASSIC_SPARSE_H
#define CLASSIC_SPARSE_H

#include <ashlar/sparse.h>

#include "classic.h"

/* How the dense arrays of a call lie: those of C are transposed in the library, which is
 * column-major as Fortran is. */
typedef enum classic_order { CLASSIC_ROW_MAJOR, CLASSIC_COLUMN_MAJOR } classic_order_t;

ga_sparse_info_t classic_sparse_inquire(const char *call, int s);
/* Numbers as elements of each type. */
enum { CLASSIC_ZERO, CLASSIC_ONE, CLASSIC_MINUS_ONE, CLASSIC_NUMBERS };
extern const void *const classic_numbers[ASHLAR_TYPE_COUNT][CLASSIC_NUMBERS];

/* Create; 0 on all ranks where memory is short. */
int classic_sparse_create(const char *call, int64_t rows, int64_t cols, int type,
                          size_t index_bytes);
int classic_sparse_from_dense(const char *call, int g, size_t index_bytes, classic_order_t order);
int classic_sparse_to_dense(const char *call, int s, classic_order_t order);
/* s g where the sparse factor is the left one, else g s. */
int classic_sparse_product(const char *call, bool is_left, int s, int g, classic_order_t order);
/* Rows of s are added up, with signs, in size_k rows. */
int classic_sparse_sketch(const char *call, int s, int size_k, int *labels, int *weights,
                          classic_order_t order);
/* A dense array of zeros like s, whose rows are cut as those of a sparse array; cols 0: a vector.
 * 0 where memory is short. */
int classic_sparse_new_dense(const char *call, const ga_sparse_info_t *like, ga_type type,
                             int64_t rows, int64_t cols, classic_order_t order);

/* ---- blocks of columns (sparse_blocks.c) ----------------------------------------------------- */

/* The part of my rows in the columns of rank icol, in place as far as the program sees: indices
 * have so many bytes. NULL, NULL, NULL: it has no elements. */
void classic_sparse_access(const char *call, int s, int icol, size_t index_bytes, void *idx,
                           void *jdx, void *val);
/* The ranks whose columns have elements in my rows: the list is malloc'd. */
int *classic_sparse_column_blocks(const char *call, int s, int *n);

/* Blocks that programs have are copies, unless a rank has only one. They are written back before a
 * call that reads the array, and read again after one that changes values. */
typedef struct classic_sparse_blocks classic_sparse_blocks_t;
extern classic_sparse_blocks_t *classic_sparse_handed_out; /* NULL: no program has any */
void classic_sparse_move(int s, bool is_back);             /* 0: of all sparse arrays */
void classic_sparse_drop(int s);                           /* the same */

static inline void classic_sparse_write_back(int s)
{
    if (CLASSIC_UNLIKELY(classic_sparse_handed_out != NULL))
        classic_sparse_move(s, true);
}

#endif
