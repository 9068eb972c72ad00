/* Numbers and products by element type, and the layout of matrices that all routines take. The
 * modules above call BLAS, LAPACK and ScaLAPACK through tables of routines as this one, and BLACS
 * in la_grid.c. */
#ifndef LA_BLAS_H
#define LA_BLAS_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

#include "linalg/src/blas/la_scalapack.h"

/* Sizes, counts and indices of BLAS, none of which is negative. */
static inline int lai_fits(int64_t value)
{
    return value >= 0 && value <= LA_INT_MAX;
}

/* Convert to an integer of BLAS. @return ASHLAR_ELIMIT  it does not fit */
int lai_narrow(const char *call, const char *what, int64_t value, la_int *narrow);

void lai_too_wide(int64_t value) __attribute__((cold, noreturn));
/* The same for what is known to fit, because lai_cyclic_describe() or lai_narrow() has looked at it
 * or at something larger; ends the program where that is not so. No other cast to la_int. */
static inline la_int lai_int(int64_t value)
{
    if (!lai_fits(value))
        lai_too_wide(value);
    return (la_int)value;
}

/* A process grid for ScaLAPACK. A 1 x 1 grid, called serial, is rank 0 of the group alone: it has
 * no context and uses LAPACK. row and col are -1 on ranks outside the grid. */
typedef struct lai_grid {
    la_int context;
    int rows, cols, row, col;
    int by_rows; /* rank r is at (r / cols, r % cols), otherwise at (r % rows, r / rows) */
} lai_grid_t;

static inline bool lai_grid_is_serial(const lai_grid_t *grid)
{
    return grid->rows == 1 && grid->cols == 1;
}

static inline bool lai_grid_has_me(const lai_grid_t *grid)
{
    return grid->row >= 0;
}

/* A matrix in the 2-D block-cyclic layout: tile (I,J) belongs to the process at (I % grid.rows,
 * J % grid.cols), and the tiles of a process are packed, column-major. */
typedef struct lai_cyclic {
    lai_grid_t grid;
    int64_t m, n;           /* extents of the matrix */
    int64_t tile_m, tile_n; /* extents of a tile */
    int64_t rows, cols, ld; /* extents of my part; none outside the grid */
    la_int desc[LA_DESC];
    void *at;                /* my part */
    al_segment_t *segment;   /* which begins my slice of it, so that others see it; or NULL */
    struct lai_tiled *tiled; /* it is factored by tiles (la_tiled.h); NULL: by ScaLAPACK */
    /* For an LU factor: row i was swapped with row pivots[i], the first is 1, after column j of the
     * matrix, of all n, had been divided by 2^exponents[j]. */
    la_int *pivots;
    double *exponents;
} lai_cyclic_t;

/* Work arrays of a routine, and how many elements, reals and integers they have. */
typedef struct lai_work {
    void *work, *rwork;
    la_int *iwork;
    la_int work_count, rwork_count, iwork_count;
} lai_work_t;

/* In all tables of routines: those on lai_cyclic_t are called by the ranks of the grid only, and
 * give serial grids to LAPACK, others to ScaLAPACK, whose matrices begin at (1,1). An int64_t
 * result is LAPACK's info: 0, positive when the numbers do not allow the operation, negative when
 * an argument is wrong. */

/* Fortran's first row, column, and problem type. */
static const la_int lai_first = 1;

typedef struct lai_blas {
    size_t element, real; /* bytes of an element, and of its real part */
    const void *one, *minus_one;
    int (*is_zero)(const void *alpha);
    /* the first of n elements that is infinite or NaN; n when there is none */
    int64_t (*not_finite)(int64_t n, const void *x);
    /* the largest magnitude of a real or imaginary part of n elements, or any from `enough` on */
    double (*largest)(int64_t n, const void *x, double enough);
    /* y(i,j) = conj(x(j,i)) for the m x n elements of y with i < j + above */
    void (*turn)(int64_t m, int64_t n, int64_t above, const void *x, int64_t ldx, void *y,
                 int64_t ldy);
    int (*is_finite_real)(const void *real);
    /* w[n] *= scale, reals */
    void (*scale_reals)(int64_t n, double scale, void *w);
    /* Add the moduli of x[n] to sums[n]. @return their sum */
    double (*add_moduli)(int64_t n, const void *x, double *sums);
    /* y[n] += x[n] */
    void (*add)(int64_t n, const void *x, void *y);
    /* One element. */
    double _Complex (*load)(const void *x);
    void (*store)(double _Complex value, void *x);

    /* c = alpha*op(a)*op(b) + beta*c */
    void (*gemm)(char transa, char transb, la_int m, la_int n, la_int k, const void *alpha,
                 const void *a, la_int lda, const void *b, la_int ldb, const void *beta, void *c,
                 la_int ldc);
    /* y = alpha*op(a)*x + beta*y, a of m x n, vectors without gaps */
    void (*gemv)(char trans, la_int m, la_int n, const void *alpha, const void *a, la_int lda,
                 const void *x, const void *beta, void *y);
} lai_blas_t;

/* Element k of an array of reals. */
static inline double lai_real_at(const lai_blas_t *blas, const void *reals, int64_t k)
{
    return blas->real == sizeof(float) ? (double)((const float *)reals)[k]
                                       : ((const double *)reals)[k];
}

/* The routines of a type; NULL for integer types. */
const lai_blas_t *lai_blas(ashlar_type type);

/* Check that BLAS and ScaLAPACK, if there is one, have integers as wide as la_int. @return
 * ASHLAR_ELIMIT  they do not */
int lai_blas_prove(const char *call);

#endif
