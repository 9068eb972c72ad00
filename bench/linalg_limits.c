/* What bare libraries can do: the rows of the benchmark of linear algebra by OpenBLAS, LAPACK,
 * ScaLAPACK and ELPA, each on matrices as it likes them. Of several routines, grids of ranks and
 * sizes of tiles the fastest is found first. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "linalg.h"

#if BENCH_HAS_ELPA
#include <elpa/elpa.h>
#endif

#if ASHLAR_BLAS_INT64
typedef int64_t la_int;
#else
typedef int32_t la_int;
#endif

/* ---- prototypes; a Fortran routine takes the lengths of its character arguments last ----------
 */

la_int Csys2blacs_handle(MPI_Comm comm);
void Cblacs_gridmap(la_int *context, la_int *ranks, la_int ld, la_int rows, la_int cols);

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

/* Another BLAS has no such function. */
void openblas_set_num_threads(int threads) __attribute__((weak));

/* ---- matrices -------------------------------------------------------------------------------- */

enum { GRIDS = 32, SIZES = 4, WHOLE = 1 << 20 };

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
    la_int first, last, row, column; /* its columns of c; its patches begin here, from 1 */
    void *library;                   /* ELPA's handle */
} bare_t;

/* Who works. */
enum workers {
    EACH_HALF,  /* each rank on its columns of a product, with copies of a and b */
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

static struct {
    int subject;
    grid_t grids[GRIDS]; /* the first is rank 0 alone */
    int grid_count;
    grid_t alone; /* each rank on its own */
    bare_t state[LINALG_LIMITS];
    candidate_t chosen[LINALG_LIMITS];
    problem_t chosen_for[LINALG_LIMITS];
    int has_threads; /* rank 0 has two */
    cpu_set_t cpus;  /* that it has otherwise */
} bare;

static int64_t count_of(int64_t extent, int64_t block, int mine, int count)
{
    int64_t blocks = extent / block, rest = extent % block;
    if (mine < 0)
        return 0;
    return (blocks / count + (mine < blocks % count)) * block + (mine == blocks % count ? rest : 0);
}

static int64_t global_of(int64_t local, int64_t block, int mine, int count)
{
    return (local / block * count + mine) * block + local % block;
}

/* The patch of a matrix that is looked at. */
static int64_t row_of(const problem_t *p)
{
    return p->layout == PATCH ? PATCH_ROW : 0;
}

static int64_t column_of(const problem_t *p)
{
    return p->layout == PATCH ? PATCH_COLUMN : 0;
}

static void *element_at(const bare_t *b, const matrix_t *x, int64_t i, int64_t j)
{
    return (char *)x->at + (size_t)(i + j * x->ld) * bytes_of(b->p->type);
}

static void make_matrix(bare_t *b, int which)
{
    matrix_t *x = &b->matrix[which];
    const grid_t *g = b->grid;
    extents_t extents = extents_of(b->p, which);
    if (b->p->operation == EIGEN && which == C) /* ScaLAPACK asks for a square */
        extents.n = extents.m;
    *x = (matrix_t){0};
    if (extents.m == 0)
        return;
    int64_t less = b->p->layout == PATCH ? PATCH_LESS : 0;
    x->m = extents.m + less;
    x->n = extents.n + less;
    x->rows = count_of(x->m, b->block, g->row, g->rows);
    x->cols = count_of(x->n, b->block, g->col, g->cols);
    x->ld = (la_int)(x->rows > 0 ? x->rows : 1);
    const int64_t desc[9] = {1, g->context, x->m, x->n, b->block, b->block, 0, 0, x->ld};
    for (int k = 0; k < 9; ++k)
        x->desc[k] = (la_int)desc[k];
    size_t bytes = (size_t)(x->ld * x->cols) * bytes_of(b->p->type);
    x->at = allocate(bytes);
    memset(x->at, 0, bytes);
    if (!is_input(b->p, which))
        return;
    int64_t row = row_of(b->p), column = column_of(b->p);
    for (int64_t j = 0; j < x->cols; ++j)
        for (int64_t i = 0; i < x->rows; ++i) {
            int64_t gi = global_of(i, b->block, g->row, g->rows) - row;
            int64_t gj = global_of(j, b->block, g->col, g->cols) - column;
            if (gi >= 0 && gi < extents.m && gj >= 0 && gj < extents.n)
                store_element(b->p, which, gi, gj, x->at, i + j * x->ld);
        }
    if (b->p->operation == GEMM)
        return;
    x->fresh = allocate(bytes);
    memcpy(x->fresh, x->at, bytes);
}

static void refresh(bare_t *b)
{
    for (int which = 0; which < MATRICES; ++which) {
        matrix_t *x = &b->matrix[which];
        if (x->fresh)
            memcpy(x->at, x->fresh, (size_t)(x->ld * x->cols) * bytes_of(b->p->type));
    }
}

static int has_part(const bare_t *b)
{
    return b->grid->row >= 0;
}

/* ---- routines -------------------------------------------------------------------------------- */

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
                      element_at(b, x, row, column), &x->ld,
                      element_at(b, y, row + bi, column + bj), &y->ld, zero[b->p->type],
                      element_at(b, z, row, column + b->first - 1), &z->ld, 1, 1);
}

static void call_pgemm(bare_t *b)
{
    static pgemm_t *const gemms[] = {psgemm_, pdgemm_, pcgemm_, pzgemm_};
    ARGUMENTS;
    gemms[b->p->type](&b->p->transa, &b->p->transb, &m, &n, &k, unit[b->p->type], x->at, &b->row,
                      &b->column, x->desc, y->at, &b->row, &b->column, y->desc, zero[b->p->type],
                      z->at, &b->row, &b->column, z->desc, 1, 1);
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

enum { LIMIT, PBLAS, THREADS };

static const routine_t routines[] = {
    {"gemm of each rank's columns", LIMIT, GEMM, EACH_HALF, call_gemm, 0, NULL, NULL},
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
    {"gemm", THREADS, GEMM, TWO_THREADS, call_gemm, 0, NULL, NULL},
    {"dsyevd", THREADS, EIGEN, TWO_THREADS, call_dsyevd, 1, NULL, NULL},
    {"dsyevr", THREADS, EIGEN, TWO_THREADS, call_dsyevr, 1, NULL, NULL},
    {"dgesv", THREADS, LU, TWO_THREADS, call_dgesv, 0, NULL, NULL},
    {"dposv", THREADS, CHOLESKY, TWO_THREADS, call_dposv, 0, NULL, NULL},
    {"dgesdd", THREADS, SVD, TWO_THREADS, call_dgesdd, 1, NULL, NULL},
    {"dgels", THREADS, LEAST_SQUARES, TWO_THREADS, call_dgels, 1, NULL, NULL}};
enum { ROUTINES = sizeof routines / sizeof *routines };

/* ---- running one ----------------------------------------------------------------------------- */

static void start_bare(bare_t *b, const problem_t *p, const candidate_t *how)
{
    enum workers workers = how->routine->workers;
    *b = (bare_t){.p = p, .how = how, .grid = how->grid, .block = how->block};
    int64_t first = workers == EACH_HALF ? p->n * bench_rank() / bench_size() : 0;
    int64_t end = workers == EACH_HALF ? p->n * (bench_rank() + 1) / bench_size() : p->n;
    b->first = (la_int)first + 1;
    b->last = (la_int)end;
    b->row = (la_int)row_of(p) + 1;
    b->column = (la_int)column_of(p) + 1;
    for (int which = 0; which < MATRICES; ++which)
        make_matrix(b, which);
    if (!has_part(b))
        return;
    int64_t order = p->m + (b->block == WHOLE ? 0 : 2 * b->block);
    b->values = allocate((size_t)order * sizeof *b->values);
    b->pivots = allocate((size_t)(8 * order) * sizeof *b->pivots);
    if (how->routine->start)
        how->routine->start(b);
    if (!how->routine->has_work)
        return;
    double size = 0;
    la_int isize = 0;
    b->work = &size;
    b->iwork = &isize;
    b->lwork = b->liwork = -1;
    how->routine->call(b);
    /* p?syevd asks for less than it uses when a rank has few rows or columns. */
    const matrix_t *a = &b->matrix[A];
    int64_t tiles = b->block * (a->rows + a->cols + 4 * b->block);
    int64_t count = (int64_t)size + (workers == ALL ? tiles : 0);
    b->lwork = (la_int)count;
    b->liwork = isize;
    b->work = allocate((size_t)count * sizeof *b->work);
    b->iwork = allocate((size_t)(isize + 1) * sizeof *b->iwork);
}

static void stop_bare(bare_t *b)
{
    if (b->library)
        b->how->routine->stop(b);
    for (int which = 0; which < MATRICES; ++which) {
        free(b->matrix[which].at);
        free(b->matrix[which].fresh);
    }
    free(b->values);
    free(b->pivots);
    if (b->how->routine->has_work && has_part(b)) {
        free(b->work);
        free(b->iwork);
    }
}

static void sleep_seconds(double seconds)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)(seconds * 1e9)}, NULL);
}

/* Wait for rank 0 without taking a core from it. */
static void sleep_until_done(void)
{
    MPI_Request done;
    int is_done = 0;
    MPI_Irecv(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &done);
    while (!is_done) {
        MPI_Test(&done, &is_done, MPI_STATUS_IGNORE);
        if (!is_done)
            sleep_seconds(0.001);
    }
}

static void run_bare(bare_t *b)
{
    if (has_part(b))
        b->how->routine->call(b);
    if (b->how->routine->workers != TWO_THREADS)
        bench_barrier();
    else if (bench_rank() != 0)
        sleep_until_done();
    else
        for (int rank = 1; rank < bench_size(); ++rank)
            MPI_Send(NULL, 0, MPI_BYTE, rank, 0, MPI_COMM_WORLD);
}

/* Two threads for rank 0, wherever they like; or one on its core, as others have it. Threads of
 * OpenBLAS without work turn round for some 30 ms before they sleep. */
static void begin_threads(void)
{
    cpu_set_t all;
    if (bench_rank() != 0 || bare.has_threads)
        return;
    bare.has_threads = 1;
    sched_getaffinity(0, sizeof bare.cpus, &bare.cpus);
    CPU_ZERO(&all);
    for (long cpu = 0; cpu < sysconf(_SC_NPROCESSORS_ONLN); ++cpu)
        CPU_SET((size_t)cpu, &all);
    sched_setaffinity(0, sizeof all, &all);
    openblas_set_num_threads(2);
}

static void end_threads(void)
{
    if (!bare.has_threads)
        return;
    bare.has_threads = 0;
    openblas_set_num_threads(1);
    sched_setaffinity(0, sizeof bare.cpus, &bare.cpus);
    sleep_seconds(0.1);
}

/* ---- which is fastest ------------------------------------------------------------------------ */

/* The slowest rank's seconds, the least of three runs if they are short; infinity when it failed.
 */
static double time_candidate(const problem_t *p, const candidate_t *how)
{
    bare_t b;
    double least = HUGE_VAL, total = 0;
    start_bare(&b, p, how);
    for (int k = 0; k < 3 && total < 0.3; ++k) {
        refresh(&b);
        bench_barrier();
        double start = bench_now(), seconds, slowest;
        run_bare(&b);
        seconds = b.info ? HUGE_VAL : bench_now() - start;
        MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        least = fmin(least, slowest);
        total += slowest;
    }
    stop_bare(&b);
    return least;
}

static int by_seconds(const void *a, const void *b)
{
    const candidate_t *x = a, *y = b;
    return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

/* Whether all ranks of the grid get tiles. */
static int fills(const problem_t *p, const grid_t *grid, int64_t block)
{
    int64_t columns = p->operation == GEMM ? p->n : p->m;
    return grid->rows * grid->cols == 1 ||
           (p->m > (grid->rows - 1) * block && columns > (grid->cols - 1) * block &&
            p->k > (p->operation == GEMM ? block : 0));
}

static int list_candidates(const problem_t *p, int subject, candidate_t *list)
{
    static const int64_t sizes[SIZES] = {32, 64, 96, 128};
    int count = 0;
    for (const routine_t *r = routines; r < routines + ROUTINES; ++r) {
        if (r->subject != subject || r->operation != p->operation)
            continue;
        if (r->workers != ALL && !(bench_between_hosts() && r->workers != EACH_HALF))
            list[count++] =
                (candidate_t){r, r->workers == EACH_HALF ? &bare.alone : &bare.grids[0], WHOLE, 0};
        for (int g = bench_between_hosts(); g < bare.grid_count && r->workers == ALL; ++g)
            for (int s = 0; s < SIZES; ++s)
                if (fills(p, &bare.grids[g], sizes[s]))
                    list[count++] = (candidate_t){r, &bare.grids[g], sizes[s], 0};
    }
    return count;
}

static void time_candidates(const problem_t *p, candidate_t *list, int count)
{
    for (int k = 0; k < count; ++k)
        list[k].seconds = time_candidate(p, &list[k]);
    qsort(list, (size_t)count, sizeof *list, by_seconds);
}

/* The fastest of the five that are best at half the size. */
static candidate_t choose(const problem_t *p, int subject, const char *name)
{
    enum { FINALISTS = 5 };
    candidate_t list[ROUTINES * GRIDS * SIZES];
    problem_t half = *p;
    half.m = (p->m + 1) / 2;
    half.n = (p->n + 1) / 2;
    half.k = (p->k + 1) / 2;
    int count = list_candidates(&half, subject, list);
    if (count > 1) {
        time_candidates(&half, list, count);
        count = count < FINALISTS ? count : FINALISTS;
        time_candidates(p, list, count);
    }
    for (int k = 0; k < count && count > 1 && bench_rank() == 0; ++k)
        fprintf(stderr, "bench: %s: %s: %s, %d x %d ranks, tiles of %lld: %.4f s\n", name, p->id,
                list[k].routine->name, list[k].grid->rows, list[k].grid->cols,
                (long long)list[k].block, list[k].seconds);
    return list[0];
}

static int is_same_size(const problem_t *p, const problem_t *q)
{
    return p->operation == q->operation && p->type == q->type && p->m == q->m && p->n == q->n &&
           p->k == q->k && (p->layout == PATCH) == (q->layout == PATCH);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const char *const names[LINALG_LIMITS] = {"limit", "limit+pblas", "limit+threads"};

/* Solvers of matrices that are not where ScaLAPACK wants them: copies there and back count. */
static int is_copied(const problem_t *p)
{
    return p->layout == REGULAR && p->operation != GEMM && p->operation != EIGEN;
}

static int lib_can(const problem_t *p)
{
    if (bare.subject == LIMIT)
        return p->operation != COPIES;
    if (bench_between_hosts())
        return 0;
    return bare.subject == PBLAS
               ? p->operation == GEMM
               : p->operation != COPIES && !is_copied(p) && openblas_set_num_threads;
}

static void lib_start(const problem_t *p)
{
    int s = bare.subject;
    if (s == THREADS)
        begin_threads();
    if (!is_same_size(&bare.chosen_for[s], p)) {
        bare.chosen[s] = choose(p, s, names[s]);
        bare.chosen_for[s] = *p;
    }
    start_bare(&bare.state[s], p, &bare.chosen[s]);
    if (is_copied(p))
        linalg_ga_have(p);
}

static void lib_stop(const problem_t *p)
{
    (void)p;
    stop_bare(&bare.state[bare.subject]);
}

static void lib_prepare(const problem_t *p)
{
    (void)p;
    if (bare.subject == THREADS)
        begin_threads();
    refresh(&bare.state[bare.subject]);
}

static void lib_run(const problem_t *p)
{
    bare_t *b = &bare.state[bare.subject];
    if (is_copied(p))
        linalg_ga_copy_there();
    run_bare(b);
    if (b->info)
        bench_fail("%s: %s gave info = %lld", p->id, b->how->routine->name, (long long)b->info);
    if (is_copied(p))
        linalg_ga_copy_back();
}

static void lib_read(const problem_t *p, int which, int64_t i, int64_t j, int64_t m, int64_t n,
                     void *buf)
{
    const bare_t *b = &bare.state[bare.subject];
    const grid_t *g = b->grid;
    if (p->operation == LEAST_SQUARES) /* the solution overwrites the right-hand side */
        which = B;
    if (p->operation == EIGEN && b->how->routine->call == call_dsyevd)
        which = A;
    const matrix_t *x = &b->matrix[which];
    size_t element = bytes_of(p->type), bytes = (size_t)(m * n) * element;
    memset(buf, 0, bytes);
    for (int64_t lj = 0; lj < x->cols; ++lj)
        for (int64_t li = 0; li < x->rows; ++li) {
            int64_t gi = global_of(li, b->block, g->row, g->rows) - row_of(p) - i;
            int64_t gj = global_of(lj, b->block, g->col, g->cols) - column_of(p) - j;
            int64_t column = gj + j + 1;
            if (gi >= 0 && gi < m && gj >= 0 && gj < n &&
                (g != &bare.alone || (column >= b->first && column <= b->last)))
                memcpy((char *)buf + (size_t)(gi + gj * m) * element, element_at(b, x, li, lj),
                       element);
        }
    MPI_Allreduce(MPI_IN_PLACE, buf, (int)bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
}

static const double *lib_values(const problem_t *p)
{
    (void)p;
    return bare.state[bare.subject].values;
}

#define LIB_SUBJECTS LINALG_LIMITS
#define LIB_SUBJECT  bare.subject
#include "linalg.inc"

static void make_grid(int rows, int cols)
{
    la_int ranks[rows * cols];
    for (int k = 0; k < rows * cols; ++k)
        ranks[k] = (la_int)k;
    la_int context = Csys2blacs_handle(MPI_COMM_WORLD);
    Cblacs_gridmap(&context, ranks, (la_int)rows, (la_int)rows, (la_int)cols);
    int is_inside = bench_rank() < rows * cols;
    bare.grids[bare.grid_count++] =
        (grid_t){context, rows, cols, is_inside ? bench_rank() % rows : -1,
                 is_inside ? bench_rank() / rows : -1};
}

static void use_limit(void)
{
    bare.subject = LIMIT;
}

static void use_pblas(void)
{
    bare.subject = PBLAS;
}

static void use_threads(void)
{
    bare.subject = THREADS;
}

const bench_subject_t *linalg_limits_start(void)
{
    static const bench_subject_t subjects[] = {
        {"limit", lib_rows, LIB_ROW_COUNT, NULL, use_limit, NULL},
        {"limit+pblas", lib_rows, LIB_ROW_COUNT, NULL, use_pblas, NULL},
        {"limit+threads", lib_rows, LIB_ROW_COUNT, NULL, use_threads, end_threads}};
    bare.alone = (grid_t){-1, 1, 1, 0, 0};
    make_grid(1, 1);
    for (int rows = 1; rows <= bench_size() && bare.grid_count < GRIDS; ++rows)
        if (bench_size() > 1 && bench_size() % rows == 0)
            make_grid(rows, bench_size() / rows);
    return subjects;
}
