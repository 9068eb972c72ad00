/* The integers of BLAS, LAPACK and ScaLAPACK, and the routines without a type; those with one are
 * declared where they are called (la_each_type.h). */
#ifndef LA_SCALAPACK_H
#define LA_SCALAPACK_H

#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#if ASHLAR_BLAS_INT64
typedef int64_t la_int;
#define LA_INT_MAX INT64_MAX
#else
typedef int32_t la_int;
#define LA_INT_MAX INT32_MAX
#endif

/* Stands before each prototype of ScaLAPACK and BLACS. A library built without them solves
 * everything on one rank and never calls them: they need not exist. */
#if ASHLAR_SCALAPACK
#define LA_SCALAPACK
#else
#define LA_SCALAPACK __attribute__((weak))
#endif

enum { LA_DESC = 9 }; /* integers of an array descriptor */

double ddot_(const la_int *n, const double *x, const la_int *incx, const double *y,
             const la_int *incy);
void dlacpy_(const char *part, const la_int *m, const la_int *n, const double *a, const la_int *lda,
             double *b, const la_int *ldb, size_t part_length);
LA_SCALAPACK la_int numroc_(const la_int *n, const la_int *nb, const la_int *iproc,
                            const la_int *isrcproc, const la_int *nprocs);

/* BLACS, called from C. */
LA_SCALAPACK la_int Csys2blacs_handle(MPI_Comm comm);
LA_SCALAPACK void Cfree_blacs_system_handle(la_int handle);
LA_SCALAPACK void Cblacs_gridmap(la_int *context, la_int *ranks, la_int ld, la_int rows,
                                 la_int cols);
LA_SCALAPACK void Cblacs_gridexit(la_int context);
LA_SCALAPACK void Csgsum2d(la_int context, const char *scope, const char *topology, la_int m,
                           la_int n, void *x, la_int ld, la_int to_row, la_int to_col);
LA_SCALAPACK void Cdgsum2d(la_int context, const char *scope, const char *topology, la_int m,
                           la_int n, void *x, la_int ld, la_int to_row, la_int to_col);
/* Send an m x n matrix to a process, which receives it from this one; broadcast it from one process
 * of a scope, which the others receive. */
LA_SCALAPACK void Csgesd2d(la_int context, la_int m, la_int n, const void *x, la_int ld,
                           la_int to_row, la_int to_col);
LA_SCALAPACK void Cdgesd2d(la_int context, la_int m, la_int n, const void *x, la_int ld,
                           la_int to_row, la_int to_col);
LA_SCALAPACK void Csgerv2d(la_int context, la_int m, la_int n, void *x, la_int ld, la_int from_row,
                           la_int from_col);
LA_SCALAPACK void Cdgerv2d(la_int context, la_int m, la_int n, void *x, la_int ld, la_int from_row,
                           la_int from_col);
LA_SCALAPACK void Csgebs2d(la_int context, const char *scope, const char *topology, la_int m,
                           la_int n, const void *x, la_int ld);
LA_SCALAPACK void Cdgebs2d(la_int context, const char *scope, const char *topology, la_int m,
                           la_int n, const void *x, la_int ld);
LA_SCALAPACK void Csgebr2d(la_int context, const char *scope, const char *topology, la_int m,
                           la_int n, void *x, la_int ld, la_int from_row, la_int from_col);
LA_SCALAPACK void Cdgebr2d(la_int context, const char *scope, const char *topology, la_int m,
                           la_int n, void *x, la_int ld, la_int from_row, la_int from_col);
LA_SCALAPACK void Cblacs_barrier(la_int context, const char *scope);
/* a = the largest of the magnitudes over all processes (scope "A"), those of a process row ("R") or
 * column ("C"), on all of them when to_row is -1. */
LA_SCALAPACK void Cdgamx2d(la_int context, const char *scope, const char *topology, la_int m,
                           la_int n, double *a, la_int lda, la_int *row_of, la_int *col_of,
                           la_int ld_of, la_int to_row, la_int to_col);

#endif
