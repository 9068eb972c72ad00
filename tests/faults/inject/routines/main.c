/* Failures of LAPACK, ScaLAPACK and of memory: one status on all ranks, nothing written, and the
 * next call succeeds. The program overrides the routines of double precision, and linalg is built
 * to allocate through test_malloc and the like. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ga/src/array/ga_group.h"
#include "linalg/src/frame/la_context.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"

/* ---- routines that report failures after their work -------------------------------------------
 */

typedef enum step {
    NONE,
    FACTOR,
    SOLVE,
    REDUCE,
    TRIDIAGONAL,
    EIGEN,
    BACK,
    ELPA,
    SIZES,
    ROOM,
    SCALE,
    DIVIDE,
    ORDER
} step_t;

static struct {
    step_t step;
    int rank; /* that fails; -1: all */
    la_int info;
    bool met; /* here */
} fault;

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

/* ---- process grids that are made and left ------------------------------------------------------
 */

static int grids_made, grids_left;

void __real_Cblacs_gridmap(la_int *, la_int *, la_int, la_int, la_int);
void __wrap_Cblacs_gridmap(la_int *, la_int *, la_int, la_int, la_int);
void __wrap_Cblacs_gridmap(la_int *context, la_int *ranks, la_int ld, la_int rows, la_int cols)
{
    __real_Cblacs_gridmap(context, ranks, ld, rows, cols);
    ++grids_made;
}

void __real_Cblacs_gridexit(la_int);
void __wrap_Cblacs_gridexit(la_int);
void __wrap_Cblacs_gridexit(la_int context)
{
    __real_Cblacs_gridexit(context);
    ++grids_left;
}

/* ---- memory -----------------------------------------------------------------------------------
 */

static struct {
    int left; /* allocations until one fails; -1: none does */
    bool failed;
} memory = {-1, false};

static bool runs_out(void)
{
    bool now = memory.left == 0;
    memory.failed |= now;
    memory.left -= memory.left >= 0;
    return now;
}

void *test_malloc(size_t bytes);
void *test_malloc(size_t bytes)
{
    return runs_out() ? NULL : malloc(bytes);
}

void *test_calloc(size_t n, size_t bytes);
void *test_calloc(size_t n, size_t bytes)
{
    return runs_out() ? NULL : calloc(n, bytes);
}

int test_posix_memalign(void **at, size_t alignment, size_t bytes);
int test_posix_memalign(void **at, size_t alignment, size_t bytes)
{
    return runs_out() ? ENOMEM : posix_memalign(at, alignment, bytes);
}

/* ---- cases ------------------------------------------------------------------------------------
 */

enum { N = 40 };

typedef struct scene {
    ga_group_t group;
    ga_t a, b, z;
    dense_t x;
    double w[N];
    la_factor_t f; /* of a, for the calls that need one, else 0 */
} scene_t;

/* One rank alone solves problems of order N, or a grid does. */
static void set_grids(bool on)
{
    for (int k = 0; k < LAI_KINDS; ++k) {
        lai_context.serial_order[k] = on ? 1 : 1000;
        lai_context.serial_ranks[k] = 0;
    }
    lai_context.serial_order_oversubscribed = 0;
    lai_context.rank_extent = 16;
    lai_context.elpa = 0;
}

static scene_t scene_create(ga_group_t group)
{
    rng_t rng = rng_seed(5);
    scene_t s = {.group = group, .x = dense_hermitian(&rng, ASHLAR_DOUBLE, N, true), .w = {77}};
    s.a = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_REGULAR, group);
    s.b = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_CHUNKED, group);
    s.z = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_IRREGULAR, group);
    return s;
}

static void scene_check_unchanged(const scene_t *s)
{
    const ga_t all[] = {s->a, s->b, s->z};
    for (int k = 0; k < 3; ++k) {
        dense_t now = matrix_read(all[k]);
        CHECK(dense_distance(&s->x, &now) == 0);
        dense_free(&now);
    }
    CHECK(s->w[0] == 77);
}

static void scene_free(scene_t *s)
{
    const ga_t all[] = {s->a, s->b, s->z};
    for (int k = 0; k < 3; ++k)
        CHECK_OK(ga_destroy(all[k]));
    dense_free(&s->x);
    if (s->f)
        CHECK_OK(la_factor_free(s->f));
}

typedef enum call {
    VALUES,
    VECTORS,
    SOME,
    GENERAL,
    CHOLESKY,
    CHOLESKY_SOLVE,
    SOLVE_LU,
    INVERSE,
    FACTOR_LU,
    FACTOR_SOLVE,
    FACTOR_INVERSE,
    FACTOR_CONDITION,
    CHOLESKY_INVERSE,
    SINGULAR_VALUES,
    SINGULAR_LEFT,
    SINGULAR,
    LEAST_SQUARES,
    GEMM,
    TRSM,
    SYR2K,
    NORM,
    CALL_COUNT
} call_t;

static void prepare(call_t call, scene_t *s)
{
    if (call >= FACTOR_SOLVE && call <= FACTOR_CONDITION)
        CHECK_OK(la_factor_lu(s->a, &s->f));
    if (call == CHOLESKY_INVERSE)
        CHECK_OK(la_factor_cholesky(s->a, &s->f));
}

static int factor_and_free(ga_t a)
{
    la_factor_t f = 0;
    int status = la_factor_lu(a, &f);
    return status == ASHLAR_OK ? la_factor_free(f) : status;
}

static int call_one(call_t call, scene_t *s)
{
    const double one = 1, zero = 0;
    int64_t found;
    switch (call) {
    case VALUES:
        return la_eigen(s->a, s->w, 0);
    case VECTORS:
        return la_eigen(s->a, s->w, s->z);
    case SOME:
        return la_eigen_range(s->a, (la_range_t){.by = LA_BY_PLACE, .first = 3, .last = 5}, s->w,
                              s->z, &found);
    case GENERAL:
        return la_eigen_general(s->a, s->b, s->w, s->z);
    case CHOLESKY:
        return la_cholesky(s->a);
    case CHOLESKY_SOLVE:
        return la_cholesky_solve(s->a, s->z);
    case SOLVE_LU:
        return la_solve(s->a, s->z);
    case INVERSE:
        return la_inverse(s->a, s->z);
    case FACTOR_LU:
        return factor_and_free(s->a);
    case FACTOR_SOLVE:
        return la_factor_solve(s->f, 'n', s->z);
    case FACTOR_INVERSE:
    case CHOLESKY_INVERSE:
        return la_factor_inverse(s->f, s->z);
    case FACTOR_CONDITION:
        return la_factor_condition(s->f, s->w + 1);
    case TRSM:
        return la_trsm('l', 'u', 't', 'n', &one, s->a, s->z);
    case SYR2K:
        return la_syr2k('l', 'n', &one, s->a, s->b, &zero, s->z);
    case NORM:
        return la_norm('1', 's', 'l', 'n', s->a, &s->w[0]);
    case SINGULAR_VALUES:
        return la_svd(s->a, s->w, 0, 0);
    case SINGULAR_LEFT:
        return la_svd(s->a, s->w, s->b, 0);
    case SINGULAR:
        return la_svd(s->a, s->w, s->b, s->z);
    case LEAST_SQUARES:
        return la_least_squares(s->a, s->b, s->z);
    default:
        return la_gemm('n', 'n', &one, s->a, s->b, &zero, s->z);
    }
}

/* The call fails in a step with info, on all ranks with the status and the words, and changes
 * nothing. Of the last steps one rank alone may report; the others are followed by collective ones.
 */
static void refused(call_t call, step_t step, la_int info, int status, const char *words)
{
    bool shared = step != SIZES && step != ROOM; /* everybody learns what was wrong */
    for (int grids = 0; grids <= 1; ++grids) {
        for (int alone = 0;
             alone <= (step != FACTOR && step != REDUCE && step != TRIDIAGONAL && step != BACK);
             ++alone) {
            set_grids(grids);
            scene_t s = scene_create(GA_GROUP_WORLD);
            prepare(call, &s);
            fault.step = step;
            fault.info = info;
            fault.rank = !alone ? -1 : grids && test_size() > 1 ? 1 : 0;
            fault.met = false;
            CHECK_STATUS(status, call_one(call, &s));
            CHECK_CONTAINS(ashlar_error_message(),
                           shared || fault.met ? words : "failed on another rank");
            fault.step = NONE;
            bool begun = (call >= SINGULAR_LEFT && call <= SINGULAR) ||
                         (call <= GENERAL && (step == EIGEN || step == BACK));
            if (test_size() > 1 || !begun) /* in place */
                scene_check_unchanged(&s);
            CHECK_OK(call_one(call, &s));
            scene_free(&s);
        }
    }
    set_grids(false);
}

TEST_CASE(faults_no_convergence, TEST_GA)
{
    static const char values[] = "no convergence for array 'matrix' of order 40: 3 elements beside "
                                 "the diagonal of its tridiagonal form are left";
    static const char words[] = "no convergence for array 'matrix' of order 40 in rows 7 to 12 of "
                                "its tridiagonal form";
    const la_int rows = 7 * (N + 1) + 12;
    refused(VALUES, EIGEN, 3, ASHLAR_ENUMERIC, values);
    refused(VECTORS, EIGEN, rows, ASHLAR_ENUMERIC, words);
    refused(SOME, EIGEN, rows, ASHLAR_ENUMERIC, words);
    refused(GENERAL, EIGEN, rows, ASHLAR_ENUMERIC, words);
    refused(GENERAL, FACTOR, 3, ASHLAR_ENUMERIC, "leading minor of order 3");
    refused(CHOLESKY, FACTOR, 3, ASHLAR_ENUMERIC, "leading minor of order 3");
    refused(CHOLESKY_SOLVE, FACTOR, 3, ASHLAR_ENUMERIC, "leading minor of order 3");
    refused(SOLVE_LU, FACTOR, 3, ASHLAR_ENUMERIC, "element (2,2) of U is exactly zero");
    refused(INVERSE, FACTOR, 3, ASHLAR_ENUMERIC, "element (2,2) of U is exactly zero");
    for (call_t call = SINGULAR_VALUES; call <= SINGULAR; ++call)
        refused(call, EIGEN, 3, ASHLAR_ENUMERIC,
                "la_svd: no convergence for array 'matrix' of 40 x 40 elements (info = 3)");
}

TEST_CASE(faults_refused_arguments, TEST_GA)
{
    refused(VALUES, TRIDIAGONAL, -5, ASHLAR_EINTERNAL, "SYTRD or HETRD gave info = -5");
    refused(VECTORS, TRIDIAGONAL, -5, ASHLAR_EINTERNAL, "la_eigen: SYTRD or HETRD gave info = -5");
    refused(SOME, BACK, -9, ASHLAR_EINTERNAL, "la_eigen_range: ORMTR or UNMTR gave info = -9");
    refused(GENERAL, FACTOR, -2, ASHLAR_EINTERNAL, "POTRF gave info = -2");
    refused(GENERAL, REDUCE, -7, ASHLAR_EINTERNAL, "SYGST or HEGST gave info = -7");
    refused(CHOLESKY, FACTOR, -2, ASHLAR_EINTERNAL, "la_cholesky: POTRF gave info = -2");
    refused(CHOLESKY_SOLVE, FACTOR, -2, ASHLAR_EINTERNAL, "POTRF gave info = -2");
    refused(SOLVE_LU, FACTOR, -2, ASHLAR_EINTERNAL, "la_solve: GETRF gave info = -2");
    refused(FACTOR_LU, FACTOR, -2, ASHLAR_EINTERNAL, "la_factor_lu: GETRF gave info = -2");
    refused(INVERSE, EIGEN, -3, ASHLAR_EINTERNAL, "la_inverse: GETRI gave info = -3");
    refused(FACTOR_CONDITION, SOLVE, -3, ASHLAR_EINTERNAL, "the estimate gave info = -3");
    refused(SINGULAR, EIGEN, -5, ASHLAR_EINTERNAL,
            "la_svd: the singular value decomposition gave info = -5");
    refused(LEAST_SQUARES, FACTOR, -5, ASHLAR_EINTERNAL,
            "la_least_squares: GEQRF or GELQF gave info = -5");
    if (test_size() > 1) { /* one rank solves in place */
        refused(CHOLESKY_SOLVE, SOLVE, -6, ASHLAR_EINTERNAL, "POTRS gave info = -6");
        refused(SOLVE_LU, SOLVE, -6, ASHLAR_EINTERNAL, "GETRS gave info = -6");
        refused(FACTOR_SOLVE, SOLVE, -6, ASHLAR_EINTERNAL, "GETRS or POTRS gave info = -6");
        refused(FACTOR_INVERSE, EIGEN, -3, ASHLAR_EINTERNAL, "GETRI or POTRI gave info = -3");
    }
}

TEST_CASE(faults_sizes, TEST_GA)
{
    const call_t others[] = {SINGULAR_VALUES, SINGULAR_LEFT, SINGULAR, LEAST_SQUARES};
    for (int k = 0; k < 4; ++k) {
        refused(others[k], SIZES, -8, ASHLAR_EINTERNAL, "for its sizes gave info = -8");
#if !ASHLAR_BLAS_INT64
        refused(others[k], ROOM, 0, ASHLAR_ELIMIT, "the work array of the ");
#endif
    }
    const call_t calls[] = {INVERSE, FACTOR_INVERSE};
    for (int k = 0; k < 2; ++k) {
        refused(calls[k], SIZES, -8, ASHLAR_EINTERNAL, "for its sizes gave info = -8");
#if !ASHLAR_BLAS_INT64
        refused(calls[k], ROOM, 0, ASHLAR_ELIMIT, "the work array of GETRI is 1");
#endif
    }
}

/* An error of ELPA. */
TEST_CASE(faults_elpa, TEST_GA)
{
#if ASHLAR_ELPA
    if (test_size() == 1) {
        test_skip("one rank");
        return;
    }
    const call_t calls[] = {VECTORS, SOME, GENERAL};
    set_grids(true);
    lai_context.elpa = 1;
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; ++k) {
        scene_t s = scene_create(GA_GROUP_WORLD);
        fault.step = ELPA;
        fault.rank = (int)(k % 2);
        CHECK_STATUS(ASHLAR_EINTERNAL, call_one(calls[k], &s));
        CHECK_CONTAINS(ashlar_error_message(), ": ELPA gave info = -1");
        fault.step = NONE;
        scene_check_unchanged(&s);
        CHECK_OK(call_one(calls[k], &s));
        scene_free(&s);
    }
    set_grids(false);
#else
    test_skip("built without ELPA");
#endif
}

/* The eigenvalues of a reduced problem that was scaled are those of the problem. */
TEST_CASE(faults_scale, TEST_GA)
{
    set_grids(true);
    double w[N];
    scene_t s = scene_create(GA_GROUP_WORLD);
    CHECK_OK(call_one(GENERAL, &s));
    memcpy(w, s.w, sizeof w);
    fault.step = SCALE;
    fault.rank = -1;
    CHECK_OK(call_one(GENERAL, &s));
    fault.step = NONE;
    for (int k = 0; k < N; ++k) {
        CHECK_WITHIN(1e-13, fabs(w[k] - 1)); /* of a and a itself */
        CHECK_WITHIN(1e-13, fabs(s.w[k] - 1));
    }
    scene_free(&s);
    set_grids(false);
}

/* QR iterations follow where divide and conquer fails. */
TEST_CASE(faults_divide, TEST_GA)
{
    const call_t calls[] = {SINGULAR_VALUES, SINGULAR};
    for (int k = 0; k < 2; ++k) {
        scene_t s = scene_create(GA_GROUP_WORLD);
        double w[N];
        CHECK_OK(call_one(calls[k], &s));
        memcpy(w, s.w, sizeof w);
        matrix_write(s.a, &s.x);
        fault.step = DIVIDE;
        fault.info = 2;
        fault.rank = -1;
        fault.met = false;
        CHECK_OK(call_one(calls[k], &s));
        fault.step = NONE;
        CHECK(fault.met == (test_rank() == 0));
        for (int i = 0; i < N; ++i)
            CHECK_WITHIN(1e-12, fabs(w[i] - s.w[i]));
        if (calls[k] == SINGULAR) {
            dense_t u = matrix_read(s.b), vt = matrix_read(s.z);
            for (int j = 0; j < N; ++j)
                for (int i = 0; i < N; ++i)
                    *dense_at(&u, i, j) *= s.w[j];
            dense_t again = dense_product(&u, &vt);
            CHECK_WITHIN(1e-11, dense_distance(&s.x, &again));
            dense_free(&again);
            dense_free(&vt);
            dense_free(&u);
        }
        scene_free(&s);
    }
}

/* ScaLAPACK does not say that its values have not converged, when vectors are wanted; and says that
 * processes differ. */
TEST_CASE(faults_values, TEST_GA)
{
    if (test_size() == 1) {
        test_skip("one rank has no grids");
        return;
    }
    set_grids(true);
    for (int k = 0; k < 3; ++k) {
        const int at[] = {0, 20, N - 1};
        scene_t s = scene_create(GA_GROUP_WORLD);
        fault.step = ORDER;
        fault.info = at[k];
        fault.rank = -1;
        CHECK_STATUS(ASHLAR_ENUMERIC, call_one(SINGULAR, &s));
        CHECK_CONTAINS(ashlar_error_message(), "no convergence for array 'matrix' of 40 x 40");
        fault.step = NONE;
        CHECK(s.w[0] == 77);
        scene_free(&s);
    }
    set_grids(false);
}

TEST_CASE(faults_differ, TEST_GA)
{
    if (test_size() == 1) {
        test_skip("one rank has no grids");
        return;
    }
    set_grids(true);
    scene_t s = scene_create(GA_GROUP_WORLD);
    fault.step = EIGEN;
    fault.info = N + 1;
    fault.rank = -1;
    CHECK_STATUS(ASHLAR_ENUMERIC, call_one(SINGULAR, &s));
    CHECK_CONTAINS(ashlar_error_message(),
                   "la_svd: the ranks found different singular values of array 'matrix'");
    fault.step = NONE;
    scene_check_unchanged(&s);
    scene_free(&s);
    set_grids(false);
}

/* The grids of a group, one for each shape, are left with it, by those that are in them. */
TEST_CASE(faults_grids, TEST_GA)
{
    ga_group_t group;
    int shapes = test_size() > 1, inside = test_rank() < 2; /* the grid of N is 1 x 2 */
    set_grids(true);
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &group));
    grids_made = grids_left = 0;
    for (int k = 0; k < 3; ++k) {
        scene_t s = scene_create(group);
        CHECK_OK(call_one(VECTORS, &s));
        CHECK_OK(call_one(CHOLESKY, &s));
        scene_free(&s);
    }
    CHECK_INT(shapes, grids_made);
    CHECK_INT(0, grids_left);
    CHECK_OK(ga_group_destroy(group));
    CHECK_INT(shapes && inside, grids_left);
    set_grids(false);
}

/* Every allocation of a call fails once, on one rank, from a group's first grid on. */
static void run_out(call_t call, int rank)
{
    ga_group_t group;
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &group));
    for (int k = 0, failed = 1; failed; ++k) {
        scene_t s = scene_create(group);
        prepare(call, &s);
        memory.failed = false;
        memory.left = test_rank() == rank ? k : -1;
        int status = call_one(call, &s);
        memory.left = -1;
        failed = memory.failed;
        CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, &failed, 1));
        CHECK_STATUS(failed ? ASHLAR_ENOMEM : ASHLAR_OK, status);
        if (failed) {
            CHECK_CONTAINS(ashlar_error_message(),
                           test_rank() == rank ? "no memory" : "failed on another rank");
            scene_check_unchanged(&s);
        } else {
            CHECK(k > 0 || call == GEMM);
        }
        scene_free(&s);
    }
    CHECK_OK(ga_group_destroy(group));
}

TEST_CASE(faults_memory, TEST_GA)
{
    for (int grids = 0; grids <= 1; ++grids) {
        set_grids(grids);
        for (call_t call = 0; call < CALL_COUNT; ++call) {
            run_out(call, 0);
            run_out(call, grids && test_size() > 1 ? 1 : 0);
        }
    }
    set_grids(false);
}
