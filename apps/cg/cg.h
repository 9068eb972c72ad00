/* Conjugate gradients on the 27-point problem of a box, nx x ny x nz points on each rank, the boxes
 * of the ranks stacked along z: 27 on the diagonal, -1 for each neighbour, solution 1 (as in
 * HPCCG). The ways differ in how values of other ranks' points come here; one leaves the matrix to
 * the library. */
#ifndef CG_H
#define CG_H

#include <stdint.h>
#include <stdlib.h>

enum { CG_WIDEST = 27 }; /* elements of a row */

/* Every rank has as many rows. */
typedef struct matrix {
    int64_t rows, first; /* of this rank */
    int64_t count;       /* of its elements */
    int64_t *begin;      /* [rows + 1] where the elements of a row begin */
    double *value;
    int64_t *column; /* in the whole matrix */
    uint32_t *at;    /* the same in the vector of a way: set by its prepare */
} matrix_t;

/* A way: prepare sets matrix->at and returns the vector p that it refers to, whose first `rows`
 * elements are this rank's; exchange brings the others up to date. One that has its own matrix sets
 * no matrix->at, and has multiply instead: @return this rank's elements of A p. */
typedef struct cg_way {
    const char *name;
    double *(*prepare)(matrix_t *matrix);
    void (*exchange)(void);
    const double *(*multiply)(void); /* NULL: exchange, then the loop of main.c */
    void (*finish)(void);
} cg_way_t;

extern const cg_way_t cg_bundle, cg_onesided, cg_messages, cg_sparse;

void cg_check(int status); /* ends the program unless ASHLAR_OK */
void cg_fail(const char *what);
void *cg_take(size_t bytes);
int cg_size(void);

/* The elements of the vector that rows of this rank refer to and others own: sorted, each once. The
 * k-th is to lie at rows+k; matrix->at is set accordingly. The caller frees the list. */
int64_t *cg_lacking(matrix_t *matrix, int64_t *count);

#endif
