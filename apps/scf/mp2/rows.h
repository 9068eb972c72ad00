/* Numbers for the pairs of basis functions that matter: the rows of the half-transformed integrals.
 */
#ifndef SCF_ROWS_H
#define SCF_ROWS_H

#include <stdint.h>

#include "molecule/basis.h"
#include "quartets/pairs.h"

/* The rows of a shell pair are its functions (m,n), n fastest, both orders where the two shells are
 * one; pairs of shells follow each other as in pairs_t. */
typedef struct rows {
    int64_t count;
    int64_t *of_pair; /**< int64_t[npair+1], the first row of a shell pair, owned */
    /* The rows that a function n is in, and the other function of each. */
    int64_t *first; /**< int64_t[functions+1], where those of a function begin, owned */
    int64_t *row;   /**< owned */
    int *other;     /**< owned */
    int most;       /**< rows of one function */
} rows_t;

/* @return -1  not enough memory */
int rows_create(const basis_t *basis, const pairs_t *pairs, rows_t *rows);
void rows_free(rows_t *rows);

/* The first function of a shell, counted from the first of its block, and all of the basis. */
static inline int rows_function(const basis_t *basis, int block, int shell)
{
    const block_t *b = &basis->block[block];
    return b->first + shell * shell_size(b->l, b->pure);
}

#endif
