/* A problem of the benchmark of linear algebra, ready for a routine of a bare library. */
#ifndef LINALG_BARE_H
#define LINALG_BARE_H

#include "bench/rows/linalg.h"

#if ASHLAR_BLAS_INT64
typedef int64_t la_int;
#else
typedef int32_t la_int;
#endif

enum { WHOLE = 1 << 20 }; /* one tile */

/* Ranks in a rectangle; row is -1 outside. */
typedef struct grid {
    la_int context;
    int rows, cols, row, col;
} grid_t;

/* A block-cyclic matrix, or one of which a rank has all. */
typedef struct matrix {
    int64_t m, n;       /* 0 x 0: none */
    int64_t rows, cols; /* of my part */
    la_int ld, desc[9];
    void *at, *fresh; /* the elements at first, where the routine overwrites them */
} matrix_t;

typedef struct candidate candidate_t;

/* A problem that a routine is about to solve. */
typedef struct bare {
    const problem_t *p;
    const candidate_t *how;
    const grid_t *grid;
    int64_t block;
    matrix_t matrix[MATRICES];
    double *values, *work;
    la_int *iwork, *pivots;
    la_int lwork, liwork, info;
    la_int first, last, row, column; /* what it has of the result; its patches begin here, from 1 */
    void *library;                   /* ELPA's handle */
} bare_t;

/* The ranks that work. */
enum workers {
    EACH_HALF,  /* each rank on its columns of a product, or its right-hand sides, with copies of
                   all matrices */
    ALL,        /* the ranks of a grid */
    ONE,        /* rank 0 */
    TWO_THREADS /* rank 0, while the others sleep */
};

typedef struct routine {
    const char *name;
    int subject;
    enum operation operation;
    enum workers workers;
    /* With lwork or liwork -1 only work[0] and iwork[0] are set, to the sizes it needs. */
    void (*call)(bare_t *b);
    int has_work;
    void (*start)(bare_t *b);
    void (*stop)(bare_t *b);
} routine_t;

struct candidate {
    const routine_t *routine;
    const grid_t *grid;
    int64_t block;
    double seconds;
};

/* The routines are limits of these, the subjects of linalg_limits_start(). */
enum { LIMIT, PBLAS, THREADS };

/* All routines, and how many (linalg_routines.c). */
extern const routine_t linalg_routines[];
extern const int linalg_routine_count;
int linalg_leaves_vectors_in_a(const routine_t *routine);

/* EACH_HALF divides rows of b if a triangle is on its right, else columns. */
static inline int bare_divides_rows(const problem_t *p)
{
    return p->operation == TRSM && p->transb == 'r';
}

/* Make the matrices and work arrays of a problem, run its routine on all ranks, and free them. */
void bare_start(bare_t *b, const problem_t *p, const candidate_t *how);
void bare_run(bare_t *b);
void bare_stop(bare_t *b);
/* The elements as they were at first, where a routine overwrites them. */
void bare_refresh(bare_t *b);

/* How many indices of an extent are mine, and which a local one is. */
int64_t bare_count_of(int64_t extent, int64_t block, int mine, int count);
int64_t bare_global_of(int64_t local, int64_t block, int mine, int count);
/* Where the patch of a matrix that is looked at begins. */
int64_t bare_row_of(const problem_t *p);
int64_t bare_column_of(const problem_t *p);
/* Element (i,j) of my part. */
void *bare_at(const bare_t *b, const matrix_t *x, int64_t i, int64_t j);
int bare_has_part(const bare_t *b);
void bare_sleep(double seconds);

#endif
