/* Products of a square matrix with vectors on a process grid, for residuals. The matrix stays where
 * it is: each process multiplies its part. Vectors move, up to LAI_PANEL at a time: the elements
 * that a process needs come along its row and its column of the grid, and sums go back. A process
 * gets about 2*n/rows + n/cols elements of a vector. */
#ifndef LA_RESIDUAL_H
#define LA_RESIDUAL_H

#include "linalg/src/frame/la_room.h"

enum { LAI_PANEL = 32 };

typedef struct lai_residual {
    const lai_blas_t *blas;
    const lai_cyclic_t *a;
    /* Vectors, their elements that stand for my rows of a, and those for my columns. */
    char *by_row, *by_column;
    double *moduli; /* of my part of a column */
} lai_residual_t;

/* a is square, in square tiles. */
void lai_residual_prepare(lai_residual_t *p, const lai_blas_t *blas, const lai_cyclic_t *a,
                          lai_room_t *room);
/* r -= op(a)*x, op one of 'N', 'T', 'C'; x and r are in rows of tiles as a is. Called by all
 * processes of the grid. */
void lai_residual_subtract(const lai_residual_t *p, char op, const lai_cyclic_t *x,
                           const lai_cyclic_t *r);
/* w += |op(a)|*x, of doubles: x and w describe such parts. */
void lai_residual_add_moduli(const lai_residual_t *p, char op, const lai_cyclic_t *x,
                             const lai_cyclic_t *w);

#endif
