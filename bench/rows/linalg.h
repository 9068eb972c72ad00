/* The libraries that the benchmark of linear algebra measures, each a subject (bench.h). */
#ifndef BENCH_LINALG_H
#define BENCH_LINALG_H

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/bench.h"

enum type { FLOAT, DOUBLE, CFLOAT, CDOUBLE };

enum operation {
    GEMM,          /* c = op(a) op(b) */
    EIGEN,         /* a c = c diag(values), a symmetric; the k lowest */
    LU,            /* a x = b, k columns; b becomes x */
    MIXED,         /* the same, by factors in single precision and refinement */
    CHOLESKY,      /* the same, a positive definite */
    SVD,           /* a = b diag(values) c */
    LEAST_SQUARES, /* a c = b as well as can be */
    TRSM,          /* op(a) x = b, or x op(a) = b, a lower triangular; b becomes x, k vectors */
    COPIES         /* a to the layout of ScaLAPACK, and b, as large, back */
};

enum layout {
    REGULAR,   /* a contiguous block for each rank */
    SCALAPACK, /* tiles, block-cyclic */
    PATCH      /* regular, and a patch that lacks some rows and columns on each side */
};

/* Rows 3..m+2, columns 5..n+4. */
enum { PATCH_ROW = 3, PATCH_COLUMN = 5, PATCH_LESS = 8 };

enum { A, B, C, MATRICES };

typedef struct problem {
    const char *id;
    enum operation operation;
    enum type type;
    enum layout layout;
    int64_t m, n, k;     /* a is m x n; products: op(a) is m x k, op(b) is k x n */
    char transa, transb; /* triangles: which side of x they are on, 'l' or 'r' */
} problem_t;

/* m x n of a matrix of the problem, 0 x 0 when it has no such. */
typedef struct extents {
    int64_t m, n;
} extents_t;

static inline extents_t extents_of(const problem_t *p, int which)
{
    int64_t m = p->m, n = p->n, k = p->k;
    if (p->operation == GEMM) {
        const extents_t all[] = {{p->transa == 'n' ? m : k, p->transa == 'n' ? k : m},
                                 {p->transb == 'n' ? k : n, p->transb == 'n' ? n : k},
                                 {m, n}};
        return all[which];
    }
    if (which == A)
        return (extents_t){m, n};
    switch (p->operation) {
    case EIGEN:
        return which == C ? (extents_t){m, k} : (extents_t){0, 0};
    case SVD:
        return which == B ? (extents_t){m, n} : (extents_t){n, n};
    case LEAST_SQUARES:
        return which == B ? (extents_t){m, k} : (extents_t){n, k};
    case TRSM:
        return which == C         ? (extents_t){0, 0}
               : p->transb == 'l' ? (extents_t){m, k}
                                  : (extents_t){k, m};
    default:
        return which == B ? (extents_t){m, k} : (extents_t){0, 0};
    }
}

static inline int is_input(const problem_t *p, int which)
{
    return which == A || (which == B && p->operation != SVD && p->operation != COPIES);
}

static inline int is_result(const problem_t *p, int which)
{
    int beside = p->operation == LU || p->operation == MIXED || p->operation == CHOLESKY ||
                 p->operation == COPIES || p->operation == TRSM;
    return which == (beside ? B : C) || (which == B && p->operation == SVD);
}

static inline size_t bytes_of(enum type type)
{
    static const size_t bytes[] = {4, 8, 8, 16};
    return bytes[type];
}

/* The elements of inputs: evenly between -1/2 and 1/2, in no order; a is symmetric, or triangular,
 * where it must be. */
static inline double part_of(int part, int64_t i, int64_t j)
{
    uint64_t x = (uint64_t)i * 0x9e3779b97f4a7c15u + (uint64_t)j * 0xc2b2ae3d27d4eb4fu +
                 (uint64_t)part * 0x165667b19e3779f9u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 32;
    return (double)(x >> 11) * 0x1p-53 - 0.5;
}

static inline double real_of(const problem_t *p, int which, int64_t i, int64_t j)
{
    if (which == A && (p->operation == EIGEN || p->operation == CHOLESKY)) {
        double shift = i == j && p->operation == CHOLESKY ? (double)p->m : 0;
        return part_of(A, i < j ? i : j, i < j ? j : i) + shift;
    }
    if (which == A && p->operation == TRSM)
        return i < j ? 0 : part_of(A, i, j) + (i == j ? (double)p->m : 0);
    return part_of(which, i, j);
}

static inline double imaginary_of(const problem_t *p, int which, int64_t i, int64_t j)
{
    int is_zero = which == A && p->operation == TRSM && i < j;
    return p->type >= CFLOAT && !is_zero ? part_of(MATRICES + which, i, j) : 0;
}

/* Write element (i,j) of an input to buf[at]. */
static inline void store_element(const problem_t *p, int which, int64_t i, int64_t j, void *buf,
                                 int64_t at)
{
    double re = real_of(p, which, i, j), im = imaginary_of(p, which, i, j);
    switch (p->type) {
    case FLOAT:
        ((float *)buf)[at] = (float)re;
        break;
    case DOUBLE:
        ((double *)buf)[at] = re;
        break;
    case CFLOAT:
        ((float *)buf)[2 * at] = (float)re;
        ((float *)buf)[2 * at + 1] = (float)im;
        break;
    case CDOUBLE:
        ((double *)buf)[2 * at] = re;
        ((double *)buf)[2 * at + 1] = im;
    }
}

static inline void *allocate(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes + 64) != 0)
        bench_fail("out of memory");
    return memory;
}

/* --smaller N: divide all extents by it. */
int64_t linalg_smaller(void);

/* limit: for products and triangles, two OpenBLAS at once, each with half of the result; else the
 * best of ScaLAPACK's routines, of ELPA and, for eigenvectors, of LAPACK on one rank.
 * limit+pblas: products and triangles by PBLAS. limit+threads: OpenBLAS and LAPACK with two
 * threads. */
enum { LINALG_LIMITS = 3 };
const bench_subject_t *linalg_limits_start(void);

const bench_subject_t *linalg_ga_start(void);
void linalg_ga_stop(void);
/* Have the arrays for the copies of a problem; copy its inputs from regular arrays to the layout of
 * ScaLAPACK, or its results back. Collective. */
void linalg_ga_have(const problem_t *p);
void linalg_ga_copy_there(void);
void linalg_ga_copy_back(void);

#endif
