/* Routines of LAPACK and ScaLAPACK report failures after their work: the program overrides those of
 * double precision. */
#include "routines.h"

#include "ga/src/array/ga_group.h"
#include "harness/harness.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"

struct fault fault;

static bool fails(step_t step)
{
    bool now = fault.step == step && (fault.rank < 0 || fault.rank == test_rank());
    fault.met |= now;
    return now;
}

static void report(step_t step, la_int *info)
{
    if (fails(step))
        *info = fault.info;
}

/* After GETRI or another, which was asked for its sizes when work_count is -1. */
static void report_eigen(const la_int *work_count, double *work, la_int *info)
{
    report(*work_count == -1 ? SIZES : EIGEN, info);
    if (*work_count == -1 && fails(ROOM))
        work[0] = 1e17;
}

/* The linker sends calls of f_ to __wrap_f_, and those of __real_f_ to f_. */
#define STAND_BEFORE(name, step, parameters, arguments)                                            \
    void __real_##name parameters;                                                                 \
    void __wrap_##name parameters;                                                                 \
    void __wrap_##name parameters                                                                  \
    {                                                                                              \
        __real_##name arguments;                                                                   \
        report(step, info);                                                                        \
    }
#define STAND_BEFORE_EIGEN(name, parameters, arguments)                                            \
    void __real_##name parameters;                                                                 \
    void __wrap_##name parameters;                                                                 \
    void __wrap_##name parameters                                                                  \
    {                                                                                              \
        __real_##name arguments;                                                                   \
        report_eigen(lwork, work, info);                                                           \
    }

STAND_BEFORE(dpotrf_, FACTOR,
             (const char *uplo, const la_int *n, void *a, const la_int *lda, la_int *info,
              size_t length),
             (uplo, n, a, lda, info, length))
STAND_BEFORE(dpotrs_, SOLVE,
             (const char *uplo, const la_int *n, const la_int *nrhs, const void *a,
              const la_int *lda, void *b, const la_int *ldb, la_int *info, size_t length),
             (uplo, n, nrhs, a, lda, b, ldb, info, length))
STAND_BEFORE(dsygst_, REDUCE,
             (const la_int *type, const char *uplo, const la_int *n, void *a, const la_int *lda,
              const void *b, const la_int *ldb, la_int *info, size_t length),
             (type, uplo, n, a, lda, b, ldb, info, length))
STAND_BEFORE(dsytrd_, TRIDIAGONAL,
             (const char *uplo, const la_int *n, void *a, const la_int *lda, void *d, void *e,
              void *tau, void *work, const la_int *lwork, la_int *info, size_t length),
             (uplo, n, a, lda, d, e, tau, work, lwork, info, length))
STAND_BEFORE(dsterf_, EIGEN, (const la_int *n, void *d, void *e, la_int *info), (n, d, e, info))
STAND_BEFORE(dormtr_, BACK,
             (const char *side, const char *uplo, const char *trans, const la_int *m,
              const la_int *n, const void *a, const la_int *lda, const void *tau, void *c,
              const la_int *ldc, void *work, const la_int *lwork, la_int *info, size_t length,
              size_t length2, size_t length3),
             (side, uplo, trans, m, n, a, lda, tau, c, ldc, work, lwork, info, length, length2,
              length3))
STAND_BEFORE(dstedc_, EIGEN,
             (const char *compz, const la_int *n, void *d, void *e, void *z, const la_int *ldz,
              void *work, const la_int *lwork, la_int *iwork, const la_int *liwork, la_int *info,
              size_t length),
             (compz, n, d, e, z, ldz, work, lwork, iwork, liwork, info, length))
STAND_BEFORE(pdpotrf_, FACTOR,
             (const char *uplo, const la_int *n, void *a, const la_int *ia, const la_int *ja,
              const la_int *desca, la_int *info, size_t length),
             (uplo, n, a, ia, ja, desca, info, length))
STAND_BEFORE(pdpotrs_, SOLVE,
             (const char *uplo, const la_int *n, const la_int *nrhs, const void *a,
              const la_int *ia, const la_int *ja, const la_int *desca, void *b, const la_int *ib,
              const la_int *jb, const la_int *descb, la_int *info, size_t length),
             (uplo, n, nrhs, a, ia, ja, desca, b, ib, jb, descb, info, length))
STAND_BEFORE(pdsytrd_, TRIDIAGONAL,
             (const char *uplo, const la_int *n, void *a, const la_int *ia, const la_int *ja,
              const la_int *desca, void *d, void *e, void *tau, void *work, const la_int *lwork,
              la_int *info, size_t length),
             (uplo, n, a, ia, ja, desca, d, e, tau, work, lwork, info, length))
STAND_BEFORE(pdstedc_, EIGEN,
             (const char *compz, const la_int *n, void *d, void *e, void *q, const la_int *iq,
              const la_int *jq, const la_int *descq, void *work, const la_int *lwork, la_int *iwork,
              const la_int *liwork, la_int *info, size_t length),
             (compz, n, d, e, q, iq, jq, descq, work, lwork, iwork, liwork, info, length))
STAND_BEFORE(pdormtr_, BACK,
             (const char *side, const char *uplo, const char *trans, const la_int *m,
              const la_int *n, const void *a, const la_int *ia, const la_int *ja,
              const la_int *desca, const void *tau, void *c, const la_int *ic, const la_int *jc,
              const la_int *descc, void *work, const la_int *lwork, la_int *info, size_t length,
              size_t length2, size_t length3),
             (side, uplo, trans, m, n, a, ia, ja, desca, tau, c, ic, jc, descc, work, lwork, info,
              length, length2, length3))

int64_t __real_lai_elpa_solve(lai_elpa_t *elpa, ashlar_type type, int stages, lai_cyclic_t *a,
                              lai_cyclic_t *z, int64_t count, void *w);
int64_t __wrap_lai_elpa_solve(lai_elpa_t *elpa, ashlar_type type, int stages, lai_cyclic_t *a,
                              lai_cyclic_t *z, int64_t count, void *w);
int64_t __wrap_lai_elpa_solve(lai_elpa_t *elpa, ashlar_type type, int stages, lai_cyclic_t *a,
                              lai_cyclic_t *z, int64_t count, void *w)
{
    int64_t error = __real_lai_elpa_solve(elpa, type, stages, a, z, count, w);
    return fails(ELPA) ? -1 : error;
}

STAND_BEFORE(dgetrf_, FACTOR,
             (const la_int *m, const la_int *n, void *a, const la_int *lda, la_int *ipiv,
              la_int *info),
             (m, n, a, lda, ipiv, info))
STAND_BEFORE(dgetrs_, SOLVE,
             (const char *trans, const la_int *n, const la_int *nrhs, const void *a,
              const la_int *lda, const la_int *ipiv, void *b, const la_int *ldb, la_int *info,
              size_t length),
             (trans, n, nrhs, a, lda, ipiv, b, ldb, info, length))
STAND_BEFORE_EIGEN(dgetri_,
                   (const la_int *n, void *a, const la_int *lda, const la_int *ipiv, double *work,
                    const la_int *lwork, la_int *info),
                   (n, a, lda, ipiv, work, lwork, info))
STAND_BEFORE(pdgetrf_, FACTOR,
             (const la_int *m, const la_int *n, void *a, const la_int *ia, const la_int *ja,
              const la_int *desca, la_int *ipiv, la_int *info),
             (m, n, a, ia, ja, desca, ipiv, info))
STAND_BEFORE(pdgetrs_, SOLVE,
             (const char *trans, const la_int *n, const la_int *nrhs, const void *a,
              const la_int *ia, const la_int *ja, const la_int *desca, const la_int *ipiv, void *b,
              const la_int *ib, const la_int *jb, const la_int *descb, la_int *info, size_t length),
             (trans, n, nrhs, a, ia, ja, desca, ipiv, b, ib, jb, descb, info, length))
STAND_BEFORE_EIGEN(pdgetri_,
                   (const la_int *n, void *a, const la_int *ia, const la_int *ja,
                    const la_int *desca, const la_int *ipiv, double *work, const la_int *lwork,
                    la_int *iwork, const la_int *liwork, la_int *info),
                   (n, a, ia, ja, desca, ipiv, work, lwork, iwork, liwork, info))

/* Divide and conquer alone fails with DIVIDE, and destroys what it was given. */
typedef void gesdd_fn(const char *job, const la_int *m, const la_int *n, void *a, const la_int *lda,
                      void *s, void *u, const la_int *ldu, void *vt, const la_int *ldvt, void *work,
                      const la_int *lwork, la_int *iwork, la_int *info, size_t length);
gesdd_fn __real_dgesdd_, __wrap_dgesdd_;
void __wrap_dgesdd_(const char *job, const la_int *m, const la_int *n, void *a, const la_int *lda,
                    void *s, void *u, const la_int *ldu, void *vt, const la_int *ldvt, void *work,
                    const la_int *lwork, la_int *iwork, la_int *info, size_t length)
{
    __real_dgesdd_(job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info, length);
    report_eigen(lwork, work, info);
    if (*lwork != -1)
        report(DIVIDE, info);
}

STAND_BEFORE_EIGEN(dgesvd_,
                   (const char *jobu, const char *jobvt, const la_int *m, const la_int *n, void *a,
                    const la_int *lda, void *s, void *u, const la_int *ldu, void *vt,
                    const la_int *ldvt, void *work, const la_int *lwork, la_int *info,
                    size_t length, size_t length2),
                   (jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info, length,
                    length2))

/* With ORDER its values are those that have not converged, and info does not say so. */
typedef void pgesvd_fn(const char *jobu, const char *jobvt, const la_int *m, const la_int *n,
                       void *a, const la_int *ia, const la_int *ja, const la_int *desca, void *s,
                       void *u, const la_int *iu, const la_int *ju, const la_int *descu, void *vt,
                       const la_int *ivt, const la_int *jvt, const la_int *descvt, void *work,
                       const la_int *lwork, la_int *info, size_t length, size_t length2);
pgesvd_fn __real_pdgesvd_, __wrap_pdgesvd_;
void __wrap_pdgesvd_(const char *jobu, const char *jobvt, const la_int *m, const la_int *n, void *a,
                     const la_int *ia, const la_int *ja, const la_int *desca, void *s, void *u,
                     const la_int *iu, const la_int *ju, const la_int *descu, void *vt,
                     const la_int *ivt, const la_int *jvt, const la_int *descvt, void *work,
                     const la_int *lwork, la_int *info, size_t length, size_t length2)
{
    __real_pdgesvd_(jobu, jobvt, m, n, a, ia, ja, desca, s, u, iu, ju, descu, vt, ivt, jvt, descvt,
                    work, lwork, info, length, length2);
    report_eigen(lwork, work, info);
    if (*lwork != -1 && fails(ORDER))
        ((double *)s)[fault.info] *= -1;
}

static void report_factor(const la_int *work_count, double *work, la_int *info)
{
    if (*work_count == -1)
        report_eigen(work_count, work, info);
    else
        report(FACTOR, info);
}

typedef void geqrf_fn(const la_int *m, const la_int *n, void *a, const la_int *lda, void *tau,
                      void *work, const la_int *lwork, la_int *info);
geqrf_fn __real_dgeqrf_, __wrap_dgeqrf_;
void __wrap_dgeqrf_(const la_int *m, const la_int *n, void *a, const la_int *lda, void *tau,
                    void *work, const la_int *lwork, la_int *info)
{
    __real_dgeqrf_(m, n, a, lda, tau, work, lwork, info);
    report_factor(lwork, work, info);
}

typedef void pgeqrf_fn(const la_int *m, const la_int *n, void *a, const la_int *ia,
                       const la_int *ja, const la_int *desca, void *tau, void *work,
                       const la_int *lwork, la_int *info);
pgeqrf_fn __real_pdgeqrf_, __wrap_pdgeqrf_;
void __wrap_pdgeqrf_(const la_int *m, const la_int *n, void *a, const la_int *ia, const la_int *ja,
                     const la_int *desca, void *tau, void *work, const la_int *lwork, la_int *info)
{
    __real_pdgeqrf_(m, n, a, ia, ja, desca, tau, work, lwork, info);
    report_factor(lwork, work, info);
}

/* With SCALE it leaves a quarter of the matrix and says so, as it may. */
typedef void reduce_fn(const la_int *type, const char *uplo, const la_int *n, void *a,
                       const la_int *ia, const la_int *ja, const la_int *desca, const void *b,
                       const la_int *ib, const la_int *jb, const la_int *descb, void *scale,
                       la_int *info, size_t length);
reduce_fn __real_pdsygst_, __wrap_pdsygst_;
void Cblacs_gridinfo(la_int context, la_int *rows, la_int *cols, la_int *row, la_int *col);
void __wrap_pdsygst_(const la_int *type, const char *uplo, const la_int *n, void *a,
                     const la_int *ia, const la_int *ja, const la_int *desca, const void *b,
                     const la_int *ib, const la_int *jb, const la_int *descb, void *scale,
                     la_int *info, size_t length)
{
    __real_pdsygst_(type, uplo, n, a, ia, ja, desca, b, ib, jb, descb, scale, info, length);
    report(REDUCE, info);
    if (fails(SCALE)) {
        la_int rows, cols, row, col;
        lai_cyclic_t x;
        Cblacs_gridinfo(desca[1], &rows, &cols, &row, &col);
        const lai_grid_t grid = {desca[1], (int)rows, (int)cols, (int)row, (int)col, 0};
        CHECK_OK(lai_cyclic_describe("test", &grid, desca[4], *n, *n, &x));
        for (int64_t k = 0; k < x.ld * x.cols; ++k)
            ((double *)a)[k] /= 4;
        *(double *)scale = 4;
    }
}
