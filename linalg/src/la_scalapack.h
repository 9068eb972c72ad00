/* Prototypes of the BLAS, LAPACK, ScaLAPACK and BLACS routines we call; the last two have no
 * header. Matrices are void *, so that one list serves all four types. A Fortran routine takes the
 * lengths of its character arguments, each a size_t, last. */
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

enum { LA_DESC = 9 }; /* integers of an array descriptor */

/* x is the letter of the type, sy that and "sy" or "he". */
#define LA_DECLARE(x, sy)                                                                          \
    void x##gemm_(const char *transa, const char *transb, const la_int *m, const la_int *n,        \
                  const la_int *k, const void *alpha, const void *a, const la_int *lda,            \
                  const void *b, const la_int *ldb, const void *beta, void *c, const la_int *ldc,  \
                  size_t, size_t);                                                                 \
    void x##trsm_(const char *side, const char *uplo, const char *trans, const char *diag,         \
                  const la_int *m, const la_int *n, const void *alpha, const void *a,              \
                  const la_int *lda, void *b, const la_int *ldb, size_t, size_t, size_t, size_t);  \
    void x##potrf_(const char *uplo, const la_int *n, void *a, const la_int *lda, la_int *info,    \
                   size_t);                                                                        \
    void x##potrs_(const char *uplo, const la_int *n, const la_int *nrhs, const void *a,           \
                   const la_int *lda, void *b, const la_int *ldb, la_int *info, size_t);           \
    void sy##gst_(const la_int *itype, const char *uplo, const la_int *n, void *a,                 \
                  const la_int *lda, const void *b, const la_int *ldb, la_int *info, size_t);      \
    void p##x##trsm_(const char *side, const char *uplo, const char *trans, const char *diag,      \
                     const la_int *m, const la_int *n, const void *alpha, const void *a,           \
                     const la_int *ia, const la_int *ja, const la_int *desca, void *b,             \
                     const la_int *ib, const la_int *jb, const la_int *descb, size_t, size_t,      \
                     size_t, size_t);                                                              \
    void p##x##potrf_(const char *uplo, const la_int *n, void *a, const la_int *ia,                \
                      const la_int *ja, const la_int *desca, la_int *info, size_t);                \
    void p##x##potrs_(const char *uplo, const la_int *n, const la_int *nrhs, const void *a,        \
                      const la_int *ia, const la_int *ja, const la_int *desca, void *b,            \
                      const la_int *ib, const la_int *jb, const la_int *descb, la_int *info,       \
                      size_t);                                                                     \
    void p##sy##gst_(const la_int *itype, const char *uplo, const la_int *n, void *a,              \
                     const la_int *ia, const la_int *ja, const la_int *desca, const void *b,       \
                     const la_int *ib, const la_int *jb, const la_int *descb, void *scale,         \
                     la_int *info, size_t)

#define LA_DECLARE_REAL(sy)                                                                        \
    void sy##evd_(const char *jobz, const char *uplo, const la_int *n, void *a, const la_int *lda, \
                  void *w, void *work, const la_int *lwork, la_int *iwork, const la_int *liwork,   \
                  la_int *info, size_t, size_t);                                                   \
    void p##sy##ev_(const char *jobz, const char *uplo, const la_int *n, void *a,                  \
                    const la_int *ia, const la_int *ja, const la_int *desca, void *w, void *z,     \
                    const la_int *iz, const la_int *jz, const la_int *descz, void *work,           \
                    const la_int *lwork, la_int *info, size_t, size_t);                            \
    void p##sy##evd_(const char *jobz, const char *uplo, const la_int *n, void *a,                 \
                     const la_int *ia, const la_int *ja, const la_int *desca, void *w, void *z,    \
                     const la_int *iz, const la_int *jz, const la_int *descz, void *work,          \
                     const la_int *lwork, la_int *iwork, const la_int *liwork, la_int *info,       \
                     size_t, size_t)

#define LA_DECLARE_COMPLEX(he)                                                                     \
    void he##evd_(const char *jobz, const char *uplo, const la_int *n, void *a, const la_int *lda, \
                  void *w, void *work, const la_int *lwork, void *rwork, const la_int *lrwork,     \
                  la_int *iwork, const la_int *liwork, la_int *info, size_t, size_t);              \
    void p##he##ev_(const char *jobz, const char *uplo, const la_int *n, void *a,                  \
                    const la_int *ia, const la_int *ja, const la_int *desca, void *w, void *z,     \
                    const la_int *iz, const la_int *jz, const la_int *descz, void *work,           \
                    const la_int *lwork, void *rwork, const la_int *lrwork, la_int *info, size_t,  \
                    size_t);                                                                       \
    void p##he##evd_(const char *jobz, const char *uplo, const la_int *n, void *a,                 \
                     const la_int *ia, const la_int *ja, const la_int *desca, void *w, void *z,    \
                     const la_int *iz, const la_int *jz, const la_int *descz, void *work,          \
                     const la_int *lwork, void *rwork, const la_int *lrwork, la_int *iwork,        \
                     const la_int *liwork, la_int *info, size_t, size_t)

LA_DECLARE(s, ssy);
LA_DECLARE(d, dsy);
LA_DECLARE(c, che);
LA_DECLARE(z, zhe);
LA_DECLARE_REAL(ssy);
LA_DECLARE_REAL(dsy);
LA_DECLARE_COMPLEX(che);
LA_DECLARE_COMPLEX(zhe);
#undef LA_DECLARE
#undef LA_DECLARE_REAL
#undef LA_DECLARE_COMPLEX

double ddot_(const la_int *n, const double *x, const la_int *incx, const double *y,
             const la_int *incy);
la_int numroc_(const la_int *n, const la_int *nb, const la_int *iproc, const la_int *isrcproc,
               const la_int *nprocs);

/* BLACS, called from C. */
la_int Csys2blacs_handle(MPI_Comm comm);
void Cfree_blacs_system_handle(la_int handle);
void Cblacs_gridmap(la_int *context, la_int *ranks, la_int ld, la_int rows, la_int cols);
void Cblacs_gridexit(la_int context);

#endif
