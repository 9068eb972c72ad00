/* Sparse matrices as the benchmarks make them, the same for all libraries: the 7-point Laplacian of
 * a cube, whose ranks add elements of their own rows, and elements at random places. */
#ifndef BENCH_SPARSE_H
#define BENCH_SPARSE_H

#include "bench/lib/bench.h"

typedef struct sparse_problem {
    int64_t order;   /* rows, and columns */
    int64_t plane;   /* elements of a row are no farther from its diagonal; 0: anywhere */
    int64_t lo, end; /* rows of this rank, and elements of vectors */
    int64_t n; /* elements that this rank adds, of rows lo to end-1 in order if there is a plane */
    int64_t *i, *j;
    double *value;
    double expected; /* sum of w(i) (A w)(i) over all rows */
} sparse_problem_t;

enum { SPARSE_CALL = 1000 }; /* elements are added by one call, where a call takes several */

/* The vector w that matrices are multiplied with: sums of its products are exact. */
static inline double sparse_weight(int64_t k)
{
    return (double)(k % 5 + 1);
}

typedef struct sparse_library {
    const char *name, *lacks; /* as of a bench_subject_t */
    /* Collective, all of them: an empty matrix and two vectors, one of them w; */
    void *(*create)(const sparse_problem_t *problem);
    /* add the elements of this rank, and bring them to their owners; */
    void (*assemble)(void *matrix, const sparse_problem_t *problem);
    void (*multiply)(void *matrix);         /* the other vector = the matrix times w; */
    const double *(*product)(void *matrix); /* its elements lo to end-1. */
    void (*destroy)(void *matrix);
} sparse_library_t;

#endif
