/* Matrices that solvers may get wrong: a formula for their elements, and what is done to them. */
#ifndef TESTS_LA_GALLERY_H
#define TESTS_LA_GALLERY_H

#include "model/dense.h"

/* A formula may depend on these. */
typedef struct frame {
    ashlar_type type;
    int64_t m, n, tile;
    int64_t place; /* of what is odd: an end of a tile, or of the matrix, or in between */
    rng_t rng;
} frame_t;

typedef enum spoil {
    NOTHING,
    ZERO_COLUMN,  /* at the place */
    ZERO_ROW,     /* so the last pivot is zero */
    SAME_COLUMNS, /* that of the place is the one before it, or zero */
    SAME_ROWS,
    CLOSE_COLUMNS /* the last is the first, but for an element by 64 rounding units */
} spoil_t;

typedef enum row_order { IN_ORDER, FROM_THE_END, BY_TILES, DRAWN } row_order_t;

typedef struct exhibit {
    const char *name;
    dense_value_t (*element)(frame_t *f, int64_t i, int64_t j);
    int grade_rows, grade_columns; /* by powers of two */
    row_order_t rows;
    spoil_t spoil;
    int zero;     /* the pivot of the place is zero: the formula knows the place */
    int tame;     /* the inverse is not large */
    int exact;    /* and so is every number of its elimination */
    int grows;    /* elements grow when it is eliminated */
    int may_fail; /* rounding decides whether a pivot is zero or negative */
} exhibit_t;

/* A matrix, as its type holds it. */
typedef struct specimen {
    const exhibit_t *is;
    dense_t a;
    double growth;  /* by elimination with partial pivoting, of the largest elements of columns */
    int64_t failed; /* the first pivot that is exactly zero, or not positive; -1: none is */
} specimen_t;

/* General square matrices, positive definite ones, tall ones for least squares, and lower
 * triangles. */
typedef enum hall { SQUARE, DEFINITE, TALL, TRIANGLE } hall_t;
int gallery_count(hall_t hall);
const exhibit_t *gallery(hall_t hall, int which);

/* m x n of the gallery; place: as a number of steps has it. */
specimen_t specimen_make(hall_t hall, int which, int number, ashlar_type type, int64_t m, int64_t n,
                         int64_t tile);

#endif
