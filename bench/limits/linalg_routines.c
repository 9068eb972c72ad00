/* Routines of OpenBLAS, LAPACK, ScaLAPACK and ELPA for the problems of the benchmark of linear
 * algebra. */
#include "bench/limits/linalg_bare.h"

#if BENCH_HAS_ELPA
#include <elpa/elpa.h>
#endif

/* ---- prototypes; a Fortran routine takes the lengths of its character arguments last ----------
 */

typedef void gemm_t(const char *transa, const char *transb, const la_int *m, const la_int *n,
                    const la_int *k, const void *alpha, const void *a, const la_int *lda,
                    const void *b, const la_int *ldb, const void *beta, void *c, const la_int *ldc,
                    size_t, size_t);
gemm_t sgemm_, dgemm_, cgemm_, zgemm_;
typedef void pgemm_t(const char *transa, const char *transb, const la_int *m, const la_int *n,
                     const la_int *k, const void *alpha, const void *a, const la_int *ia,
                     const la_int *ja, const la_int *desca, const void *b, const la_int *ib,
                     const la_int *jb, const la_int *descb, const void *beta, void *c,
                     const la_int *ic, const la_int *jc, const la_int *descc, size_t, size_t);
pgemm_t psgemm_, pdgemm_, pcgemm_, pzgemm_;

typedef void trsm_t(const char *side, const char *uplo, const char *trans, const char *diag,
                    const la_int *m, const la_int *n, const void *alpha, const void *a,
                    const la_int *lda, void *b, const la_int *ldb, size_t, size_t, size_t, size_t);
trsm_t strsm_, dtrsm_, ctrsm_, ztrsm_;
typedef void ptrsm_t(const char *side, const char *uplo, const char *trans, const char *diag,
                     const la_int *m, const la_int *n, const void *alpha, const void *a,
                     const la_int *ia, const la_int *ja, const la_int *desca, void *b,
                     const la_int *ib, const la_int *jb, const la_int *descb, size_t, size_t,
                     size_t, size_t);
ptrsm_t pstrsm_, pdtrsm_, pctrsm_, pztrsm_;

void dsyevd_(const char *jobz, const char *uplo, const la_int *n, void *a, const la_int *lda,
             void *w, void *work, const la_int *lwork, la_int *iwork, const la_int *liwork,
             la_int *info, size_t, size_t);
void dsyevr_(const char *jobz, const char *range, const char *uplo, const la_int *n, void *a,
             const la_int *lda, const double *vl, const double *vu, const la_int *il,
             const la_int *iu, const double *abstol, la_int *m, void *w, void *z, const la_int *ldz,
             la_int *isuppz, void *work, const la_int *lwork, la_int *iwork, const la_int *liwork,
             la_int *info, size_t, size_t, size_t);
void dgesv_(const la_int *n, const la_int *nrhs, void *a, const la_int *lda, la_int *ipiv, void *b,
            const la_int *ldb, la_int *info);
void dposv_(const char *uplo, const la_int *n, const la_int *nrhs, void *a, const la_int *lda,
            void *b, const la_int *ldb, la_int *info, size_t);
void dgesdd_(const char *jobz, const la_int *m, const la_int *n, void *a, const la_int *lda,
             void *s, void *u, const la_int *ldu, void *vt, const la_int *ldvt, void *work,
             const la_int *lwork, la_int *iwork, la_int *info, size_t);
void dgels_(const char *trans, const la_int *m, const la_int *n, const la_int *nrhs, void *a,
            const la_int *lda, void *b, const la_int *ldb, void *work, const la_int *lwork,
            la_int *info, size_t);

void pdsyevd_(const char *jobz, const char *uplo, const la_int *n, void *a, const la_int *ia,
              const la_int *ja, const la_int *desca, void *w, void *z, const la_int *iz,
              const la_int *jz, const la_int *descz, void *work, const la_int *lwork, la_int *iwork,
              const la_int *liwork, la_int *info, size_t, size_t);
void pdsyevr_(const char *jobz, const char *range, const char *uplo, const la_int *n, void *a,
              const la_int *ia, const la_int *ja, const la_int *desca, const double *vl,
              const double *vu, const la_int *il, const la_int *iu, la_int *m, la_int *nz, void *w,
              void *z, const la_int *iz, const la_int *jz, const la_int *descz, void *work,
              const la_int *lwork, la_int *iwork, const la_int *liwork, la_int *info, size_t,
              size_t, size_t);
void pdgesv_(const la_int *n, const la_int *nrhs, void *a, const la_int *ia, const la_int *ja,
             const la_int *desca, la_int *ipiv, void *b, const la_int *ib, const la_int *jb,
             const la_int *descb, la_int *info);
void pdposv_(const char *uplo, const la_int *n, const la_int *nrhs, void *a, const la_int *ia,
             const la_int *ja, const la_int *desca, void *b, const la_int *ib, const la_int *jb,
             const la_int *descb, la_int *info, size_t);
void pdgesvd_(const char *jobu, const char *jobvt, const la_int *m, const la_int *n, void *a,
              const la_int *ia, const la_int *ja, const la_int *desca, void *s, void *u,
              const la_int *iu, const la_int *ju, const la_int *descu, void *vt, const la_int *ivt,
              const la_int *jvt, const la_int *descvt, void *work, const la_int *lwork,
              la_int *info, size_t, size_t);
void pdgels_(const char *trans, const la_int *m, const la_int *n, const la_int *nrhs, void *a,
             const la_int *ia, const la_int *ja, const la_int *desca, void *b, const la_int *ib,
             const la_int *jb, const la_int *descb, void *work, const la_int *lwork, la_int *info,
             size_t);

/* ---- calls ---- */

static const la_int one = 1;

static const struct {
    float f;
    double d;
    float _Complex c;
    double _Complex z;
} ones = {1, 1, 1, 1}, zeros;
static const void *const unit[] = {&ones.f, &ones.d, &ones.c, &ones.z};
static const void *const zero[] = {&zeros.f, &zeros.d, &zeros.c, &zeros.z};

/* The extents and matrices of a problem, as the routines take them. */
#define ARGUMENTS                                                                                  \
    const la_int m = (la_int)b->p->m, n = (la_int)b->p->n, k = (la_int)b->p->k;                    \
    matrix_t *x = &b->matrix[A], *y = &b->matrix[B], *z = &b->matrix[C];                           \
    (void)m, (void)n, (void)k, (void)y, (void)z

/* My columns of c. */
static void call_gemm(bare_t *b)
{
    static gemm_t *const gemms[] = {sgemm_, dgemm_, cgemm_, zgemm_};
    ARGUMENTS;
    const la_int columns = b->last - b->first + 1;
    int64_t row = b->row - 1, column = b->column - 1;
    int64_t bi = b->p->transb == 'n' ? 0 : b->first - 1,
            bj = b->p->transb == 'n' ? b->first - 1 : 0;
    gemms[b->p->type](&b->p->transa, &b->p->transb, &m, &columns, &k, unit[b->p->type],
                      bare_at(b, x, row, column), &x->ld, bare_at(b, y, row + bi, column + bj),
                      &y->ld, zero[b->p->type], bare_at(b, z, row, column + b->first - 1), &z->ld,
                      1, 1);
}

static void call_pgemm(bare_t *b)
{
    static pgemm_t *const gemms[] = {psgemm_, pdgemm_, pcgemm_, pzgemm_};
    ARGUMENTS;
    gemms[b->p->type](&b->p->transa, &b->p->transb, &m, &n, &k, unit[b->p->type], x->at, &b->row,
                      &b->column, x->desc, y->at, &b->row, &b->column, y->desc, zero[b->p->type],
                      z->at, &b->row, &b->column, z->desc, 1, 1);
}

/* My right-hand sides. */
static void call_trsm(bare_t *b)
{
    static trsm_t *const solves[] = {strsm_, dtrsm_, ctrsm_, ztrsm_};
    ARGUMENTS;
    const la_int count = b->last - b->first + 1;
    const int rows = bare_divides_rows(b->p);
    if (count > 0)
        solves[b->p->type](&b->p->transb, "L", &b->p->transa, "N", rows ? &count : &m,
                           rows ? &m : &count, unit[b->p->type], x->at, &x->ld,
                           bare_at(b, y, rows ? b->first - 1 : 0, rows ? 0 : b->first - 1), &y->ld,
                           1, 1, 1, 1);
}

static void call_ptrsm(bare_t *b)
{
    static ptrsm_t *const solves[] = {pstrsm_, pdtrsm_, pctrsm_, pztrsm_};
    ARGUMENTS;
    const int rows = bare_divides_rows(b->p);
    solves[b->p->type](&b->p->transb, "L", &b->p->transa, "N", rows ? &k : &m, rows ? &m : &k,
                       unit[b->p->type], x->at, &one, &one, x->desc, y->at, &one, &one, y->desc, 1,
                       1, 1, 1);
}

/* It leaves the eigenvectors in a. */
static void call_dsyevd(bare_t *b)
{
    ARGUMENTS;
    dsyevd_("V", "L", &n, x->at, &x->ld, b->values, b->work, &b->lwork, b->iwork, &b->liwork,
            &b->info, 1, 1);
}

static void call_dsyevr(bare_t *b)
{
    ARGUMENTS;
    const double none = 0;
    la_int found;
    dsyevr_("V", k == n ? "A" : "I", "L", &n, x->at, &x->ld, &none, &none, &one, &k, &none, &found,
            b->values, z->at, &z->ld, b->pivots, b->work, &b->lwork, b->iwork, &b->liwork, &b->info,
            1, 1, 1);
}

static void call_dgesv(bare_t *b)
{
    ARGUMENTS;
    dgesv_(&n, &k, x->at, &x->ld, b->pivots, y->at, &y->ld, &b->info);
}

static void call_dposv(bare_t *b)
{
    ARGUMENTS;
    dposv_("L", &n, &k, x->at, &x->ld, y->at, &y->ld, &b->info, 1);
}

static void call_dgesdd(bare_t *b)
{
    ARGUMENTS;
    dgesdd_("S", &m, &n, x->at, &x->ld, b->values, y->at, &y->ld, z->at, &z->ld, b->work, &b->lwork,
            b->pivots, &b->info, 1);
}

static void call_dgels(bare_t *b)
{
    ARGUMENTS;
    dgels_("N", &m, &n, &k, x->at, &x->ld, y->at, &y->ld, b->work, &b->lwork, &b->info, 1);
}

static void call_pdsyevd(bare_t *b)
{
    ARGUMENTS;
    pdsyevd_("V", "L", &n, x->at, &one, &one, x->desc, b->values, z->at, &one, &one, z->desc,
             b->work, &b->lwork, b->iwork, &b->liwork, &b->info, 1, 1);
}

/* All of them: with a range it gives p?ormtr a work array that is too small. */
static void call_pdsyevr(bare_t *b)
{
    ARGUMENTS;
    const double none = 0;
    la_int values, vectors;
    pdsyevr_("V", "A", "L", &n, x->at, &one, &one, x->desc, &none, &none, &one, &k, &values,
             &vectors, b->values, z->at, &one, &one, z->desc, b->work, &b->lwork, b->iwork,
             &b->liwork, &b->info, 1, 1, 1);
}

static void call_pdgesv(bare_t *b)
{
    ARGUMENTS;
    pdgesv_(&n, &k, x->at, &one, &one, x->desc, b->pivots, y->at, &one, &one, y->desc, &b->info);
}

static void call_pdposv(bare_t *b)
{
    ARGUMENTS;
    pdposv_("L", &n, &k, x->at, &one, &one, x->desc, y->at, &one, &one, y->desc, &b->info, 1);
}

static void call_pdgesvd(bare_t *b)
{
    ARGUMENTS;
    pdgesvd_("V", "V", &m, &n, x->at, &one, &one, x->desc, b->values, y->at, &one, &one, y->desc,
             z->at, &one, &one, z->desc, b->work, &b->lwork, &b->info, 1, 1);
}

static void call_pdgels(bare_t *b)
{
    ARGUMENTS;
    pdgels_("N", &m, &n, &k, x->at, &one, &one, x->desc, y->at, &one, &one, y->desc, b->work,
            &b->lwork, &b->info, 1);
}

#if BENCH_HAS_ELPA
static void start_elpa(bare_t *b, int solver)
{
    static int is_ready;
    int error = is_ready ? ELPA_OK : elpa_init(20211125);
    is_ready = 1;
    elpa_t elpa = error == ELPA_OK ? elpa_allocate(&error) : NULL;
    const matrix_t *x = &b->matrix[A];
    MPI_Comm comm = b->grid->rows * b->grid->cols == 1 ? MPI_COMM_SELF : MPI_COMM_WORLD;
    const struct {
        const char *name;
        int64_t value;
    } settings[] = {{"na", b->p->m},
                    {"nev", b->p->k},
                    {"nblk", b->block},
                    {"local_nrows", x->rows},
                    {"local_ncols", x->cols},
                    {"mpi_comm_parent", MPI_Comm_c2f(comm)},
                    {"process_row", b->grid->row},
                    {"process_col", b->grid->col}};
    for (size_t s = 0; s < sizeof settings / sizeof *settings && error == ELPA_OK; ++s)
        elpa_set_integer(elpa, settings[s].name, (int)settings[s].value, &error);
    if (error == ELPA_OK)
        error = elpa_setup(elpa);
    if (error == ELPA_OK)
        elpa_set_integer(elpa, "solver", solver, &error);
    if (error != ELPA_OK)
        bench_fail("ELPA: %s", elpa_strerr(error));
    b->library = elpa;
}

static void start_elpa1(bare_t *b)
{
    start_elpa(b, ELPA_SOLVER_1STAGE);
}

static void start_elpa2(bare_t *b)
{
    start_elpa(b, ELPA_SOLVER_2STAGE);
}

static void call_elpa(bare_t *b)
{
    int error;
    elpa_eigenvectors(b->library, (double *)b->matrix[A].at, b->values, (double *)b->matrix[C].at,
                      &error);
    b->info = error != ELPA_OK;
}

static void stop_elpa(bare_t *b)
{
    int error;
    elpa_deallocate(b->library, &error);
}
#endif

const routine_t linalg_routines[] = {
    {"gemm of each rank's columns", LIMIT, GEMM, EACH_HALF, call_gemm, 0, NULL, NULL},
    {"trsm of each rank's right-hand sides", LIMIT, TRSM, EACH_HALF, call_trsm, 0, NULL, NULL},
    {"pdsyevd", LIMIT, EIGEN, ALL, call_pdsyevd, 1, NULL, NULL},
    {"pdsyevr", LIMIT, EIGEN, ALL, call_pdsyevr, 1, NULL, NULL},
#if BENCH_HAS_ELPA
    {"ELPA in one stage", LIMIT, EIGEN, ALL, call_elpa, 0, start_elpa1, stop_elpa},
    {"ELPA in two stages", LIMIT, EIGEN, ALL, call_elpa, 0, start_elpa2, stop_elpa},
#endif
    {"dsyevd", LIMIT, EIGEN, ONE, call_dsyevd, 1, NULL, NULL},
    {"dsyevr", LIMIT, EIGEN, ONE, call_dsyevr, 1, NULL, NULL},
    {"pdgesv", LIMIT, LU, ALL, call_pdgesv, 0, NULL, NULL},
    {"pdposv", LIMIT, CHOLESKY, ALL, call_pdposv, 0, NULL, NULL},
    {"pdgesvd", LIMIT, SVD, ALL, call_pdgesvd, 1, NULL, NULL},
    {"pdgels", LIMIT, LEAST_SQUARES, ALL, call_pdgels, 1, NULL, NULL},
    {"pgemm", PBLAS, GEMM, ALL, call_pgemm, 0, NULL, NULL},
    {"ptrsm", PBLAS, TRSM, ALL, call_ptrsm, 0, NULL, NULL},
    {"gemm", THREADS, GEMM, TWO_THREADS, call_gemm, 0, NULL, NULL},
    {"dsyevd", THREADS, EIGEN, TWO_THREADS, call_dsyevd, 1, NULL, NULL},
    {"dsyevr", THREADS, EIGEN, TWO_THREADS, call_dsyevr, 1, NULL, NULL},
    {"dgesv", THREADS, LU, TWO_THREADS, call_dgesv, 0, NULL, NULL},
    {"dposv", THREADS, CHOLESKY, TWO_THREADS, call_dposv, 0, NULL, NULL},
    {"dgesdd", THREADS, SVD, TWO_THREADS, call_dgesdd, 1, NULL, NULL},
    {"dgels", THREADS, LEAST_SQUARES, TWO_THREADS, call_dgels, 1, NULL, NULL}};
const int linalg_routine_count = sizeof linalg_routines / sizeof *linalg_routines;

int linalg_leaves_vectors_in_a(const routine_t *routine)
{
    return routine->call == call_dsyevd;
}
