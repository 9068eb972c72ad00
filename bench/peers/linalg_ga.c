/* The rows of the benchmark of linear algebra over another Global Arrays library. Its matrices are
 * the transposes of ours, as its first subscript is our second. */
#include "bench/rows/linalg.h"
#include "bench/peers/lib_ga.h"

static struct {
    int matrix[MATRICES]; /* 0: none */
    double *values;
} theirs;

int64_t linalg_smaller(void)
{
    const char *text = bench_option("--smaller");
    return text ? atoll(text) : 1;
}

static int lib_can(const problem_t *p)
{
    return p->layout != SCALAPACK &&
           (p->operation == GEMM || p->operation == LU || p->operation == CHOLESKY ||
            (p->operation == EIGEN && p->k == p->m));
}

static int first_row(const problem_t *p)
{
    return p->layout == PATCH ? PATCH_ROW : 0;
}

static int first_column(const problem_t *p)
{
    return p->layout == PATCH ? PATCH_COLUMN : 0;
}

static patch_t shifted(const problem_t *p, int64_t i, int64_t j, int64_t m, int64_t n)
{
    int64_t row = first_row(p) + i, column = first_column(p) + j;
    return (patch_t){row, row + m - 1, column, column + n - 1};
}

static void write_input(const problem_t *p, int which)
{
    extents_t extents = extents_of(p, which);
    void *buf = allocate((size_t)extents.m * bytes_of(p->type));
    for (int64_t j = bench_rank(); j < extents.n; j += bench_size()) {
        for (int64_t i = 0; i < extents.m; ++i)
            store_element(p, which, i, j, buf, i);
        lib_put(theirs.matrix[which], shifted(p, 0, j, extents.m, 1), buf, extents.m);
    }
    free(buf);
    GA_Sync();
}

static void lib_start(const problem_t *p)
{
    static const int types[] = {C_FLOAT, C_DBL, C_SCPL, C_DCPL};
    theirs.values = allocate((size_t)p->m * sizeof *theirs.values);
    for (int which = 0; which < MATRICES; ++which) {
        extents_t extents = extents_of(p, which);
        int less = p->layout == PATCH ? PATCH_LESS : 0;
        int dims[2] = {(int)extents.n + less, (int)extents.m + less};
        char name[] = "bench";
        if (extents.m == 0)
            continue;
        theirs.matrix[which] = NGA_Create(types[p->type], 2, dims, name, NULL);
        if (!theirs.matrix[which])
            bench_fail("an array cannot be created");
        if (is_input(p, which))
            write_input(p, which);
    }
}

static void lib_stop(const problem_t *p)
{
    (void)p;
    for (int which = 0; which < MATRICES; ++which) {
        if (theirs.matrix[which])
            GA_Destroy(theirs.matrix[which]);
        theirs.matrix[which] = 0;
    }
    free(theirs.values);
}

/* Its solvers may overwrite the matrix. */
static void lib_prepare(const problem_t *p)
{
    for (int which = 0; which < MATRICES && p->operation != GEMM; ++which)
        if (theirs.matrix[which] && is_input(p, which))
            write_input(p, which);
}

/* The transpose of c = op(a) op(b). */
static void multiply(const problem_t *p)
{
    int m = (int)p->m, n = (int)p->n, k = (int)p->k;
    int *g = theirs.matrix;
    const SingleComplex c1 = {1, 0}, c0 = {0, 0};
    const DoubleComplex z1 = {1, 0}, z0 = {0, 0};
    switch (p->type) {
    case FLOAT:
        GA_Sgemm(p->transb, p->transa, n, m, k, 1, g[B], g[A], 0, g[C]);
        break;
    case DOUBLE:
        GA_Dgemm(p->transb, p->transa, n, m, k, 1, g[B], g[A], 0, g[C]);
        break;
    case CFLOAT:
        GA_Cgemm(p->transb, p->transa, n, m, k, c1, g[B], g[A], c0, g[C]);
        break;
    case CDOUBLE:
        GA_Zgemm(p->transb, p->transa, n, m, k, z1, g[B], g[A], z0, g[C]);
    }
}

static void multiply_patch(const problem_t *p)
{
    double one = 1, zero = 0;
    int lo[2] = {first_column(p), first_row(p)};
    int hi[2] = {lo[0] + (int)p->n - 1, lo[1] + (int)p->m - 1}; /* all are squares */
    NGA_Matmul_patch(p->transb, p->transa, &one, &zero, theirs.matrix[B], lo, hi, theirs.matrix[A],
                     lo, hi, theirs.matrix[C], lo, hi);
}

static void lib_run(const problem_t *p)
{
    switch (p->operation) {
    case GEMM:
        if (p->layout == PATCH)
            multiply_patch(p);
        else
            multiply(p);
        break;
    case EIGEN:
        GA_Diag_std_seq(theirs.matrix[A], theirs.matrix[C], theirs.values);
        break;
    case LU:
        GA_Lu_solve('n', theirs.matrix[A], theirs.matrix[B]);
        break;
    default:
        GA_Llt_solve(theirs.matrix[A], theirs.matrix[B]);
    }
}

static void lib_read(const problem_t *p, int which, int64_t i, int64_t j, int64_t m, int64_t n,
                     void *buf)
{
    lib_get(theirs.matrix[which], shifted(p, i, j, m, n), buf, m);
    GA_Sync();
}

static const double *lib_values(const problem_t *p)
{
    (void)p;
    return theirs.values;
}

#include "bench/rows/linalg.inc"

int main(int argc, char **argv)
{
    peer_start(argc, argv, 100000000);
    const bench_subject_t subject = peer_subject(lib_rows, LIB_ROW_COUNT);
    bench_run_rows(&subject, 1);
    lib_forget();
    return peer_stop();
}
