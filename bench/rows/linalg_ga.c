/* The rows of the benchmark of linear algebra over la_* calls. */
#include <ashlar/la.h>

#include "bench/rows/linalg.h"
#include "bench/rows/lib_ga.h"

static struct {
    ga_t matrix[MATRICES];
    double *values;
} ours;

/* Matrices in the two layouts between which a row's data go. */
static struct {
    const char *id; /* of the row that has them; NULL: none */
    int is_input[MATRICES], is_result[MATRICES];
    ga_t regular[MATRICES], tiled[MATRICES];
} copies;

static int lib_can(const problem_t *p)
{
    (void)p;
    return 1;
}

static ga_t make(const problem_t *p, int which, enum layout layout)
{
    static const ga_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CFLOAT, ASHLAR_CDOUBLE};
    extents_t extents = extents_of(p, which);
    int64_t less = layout == PATCH ? PATCH_LESS : 0;
    ga_spec_t spec = {.type = types[p->type],
                      .ndim = 2,
                      .dims = {extents.m + less, extents.n + less},
                      .name = "bench"};
    ga_t g;
    if (layout == SCALAPACK) {
        /* Two or three ranks form a row; or a column, for a tall matrix. Else the library chooses.
         */
        int tall = p->m > p->n;
        spec.kind = GA_SCALAPACK;
        spec.block[0] = spec.block[1] = p->operation == CHOLESKY || p->operation == TRSM ? 64 : 32;
        spec.grid[tall] = bench_size() < 4;
    }
    check(ga_create_spec(&spec, &g));
    return g;
}

static int64_t first_row(const problem_t *p)
{
    return p->layout == PATCH ? PATCH_ROW : 0;
}

static int64_t first_column(const problem_t *p)
{
    return p->layout == PATCH ? PATCH_COLUMN : 0;
}

static void write_input(const problem_t *p, int which, ga_t g)
{
    extents_t extents = extents_of(p, which);
    int64_t row = first_row(p), column = first_column(p);
    void *buf = allocate((size_t)extents.m * bytes_of(p->type));
    for (int64_t j = bench_rank(); j < extents.n; j += bench_size()) {
        for (int64_t i = 0; i < extents.m; ++i)
            store_element(p, which, i, j, buf, i);
        check(ga_put(g, row, row + extents.m - 1, column + j, column + j, buf, extents.m));
    }
    free(buf);
    check(ga_sync());
}

static void lib_start(const problem_t *p)
{
    ours.values = allocate((size_t)p->m * sizeof *ours.values);
    for (int which = 0; which < MATRICES && p->operation != COPIES; ++which)
        if (extents_of(p, which).m > 0)
            ours.matrix[which] = make(p, which, p->layout);
    for (int which = 0; which < MATRICES; ++which)
        if (ours.matrix[which] && is_input(p, which))
            write_input(p, which, ours.matrix[which]);
    if (p->operation == COPIES)
        linalg_ga_have(p);
}

static void lib_stop(const problem_t *p)
{
    (void)p;
    for (int which = 0; which < MATRICES; ++which) {
        if (ours.matrix[which])
            check(ga_destroy(ours.matrix[which]));
        ours.matrix[which] = 0;
    }
    free(ours.values);
}

static void lib_prepare(const problem_t *p)
{
    if (p->operation == LU || p->operation == MIXED || p->operation == CHOLESKY ||
        p->operation == TRSM)
        write_input(p, B, ours.matrix[B]);
}

static la_patch_t patch_of(const problem_t *p, int which)
{
    extents_t extents = extents_of(p, which);
    int64_t row = first_row(p), column = first_column(p);
    return (la_patch_t){ours.matrix[which], row, row + extents.m - 1, column,
                        column + extents.n - 1};
}

static const struct {
    float f;
    double d;
    float _Complex c;
    double _Complex z;
} ones = {1, 1, 1, 1}, zeros;
static const void *const one[] = {&ones.f, &ones.d, &ones.c, &ones.z};
static const void *const zero[] = {&zeros.f, &zeros.d, &zeros.c, &zeros.z};

static void multiply(const problem_t *p)
{
    if (p->layout == PATCH)
        check(la_gemm_patch(p->transa, p->transb, one[p->type], patch_of(p, A), patch_of(p, B),
                            zero[p->type], patch_of(p, C)));
    else
        check(la_gemm(p->transa, p->transb, one[p->type], ours.matrix[A], ours.matrix[B],
                      zero[p->type], ours.matrix[C]));
}

static void find_eigenpairs(const problem_t *p)
{
    const la_range_t lowest = {.by = LA_BY_PLACE, .last = p->k - 1};
    int64_t found;
    if (p->k == p->m)
        check(la_eigen(ours.matrix[A], ours.values, ours.matrix[C]));
    else
        check(la_eigen_range(ours.matrix[A], lowest, ours.values, ours.matrix[C], &found));
}

static void lib_run(const problem_t *p)
{
    int steps;
    switch (p->operation) {
    case GEMM:
        multiply(p);
        break;
    case EIGEN:
        find_eigenpairs(p);
        break;
    case LU:
        check(la_solve(ours.matrix[A], ours.matrix[B]));
        break;
    case MIXED:
        check(la_solve_mixed(ours.matrix[A], ours.matrix[B], &steps));
        if (steps < 0)
            bench_fail("%s: single precision does not do: %d", p->id, steps);
        break;
    case CHOLESKY:
        check(la_cholesky_solve(ours.matrix[A], ours.matrix[B]));
        break;
    case SVD:
        check(la_svd(ours.matrix[A], ours.values, ours.matrix[B], ours.matrix[C]));
        break;
    case LEAST_SQUARES:
        check(la_least_squares(ours.matrix[A], ours.matrix[B], ours.matrix[C]));
        break;
    case TRSM:
        check(
            la_trsm(p->transb, 'l', p->transa, 'n', one[p->type], ours.matrix[A], ours.matrix[B]));
        break;
    case COPIES:
        linalg_ga_copy_there();
        linalg_ga_copy_back();
        break;
    }
}

static void lib_read(const problem_t *p, int which, int64_t i, int64_t j, int64_t m, int64_t n,
                     void *buf)
{
    i += first_row(p);
    j += first_column(p);
    check(ga_get(ours.matrix[which], i, i + m - 1, j, j + n - 1, buf, m));
    check(ga_sync()); /* others may need my answers */
}

static const double *lib_values(const problem_t *p)
{
    (void)p;
    return ours.values;
}

#include "bench/rows/linalg.inc"

/* ---- copies between layouts ------------------------------------------------------------------ */

static void forget_copies(void)
{
    for (int which = 0; which < MATRICES && copies.id; ++which)
        if (copies.tiled[which]) {
            check(ga_destroy(copies.tiled[which]));
            check(ga_destroy(copies.regular[which]));
            copies.tiled[which] = 0;
        }
    copies.id = NULL;
}

void linalg_ga_have(const problem_t *p)
{
    if (copies.id == p->id)
        return;
    forget_copies();
    copies.id = p->id;
    for (int which = 0; which < MATRICES; ++which) {
        int exists = extents_of(p, which).m > 0;
        copies.is_input[which] = exists && is_input(p, which);
        copies.is_result[which] = exists && is_result(p, which);
        if (exists) {
            copies.regular[which] = make(p, which, REGULAR);
            copies.tiled[which] = make(p, which, SCALAPACK);
        }
    }
}

void linalg_ga_copy_there(void)
{
    for (int which = 0; which < MATRICES; ++which)
        if (copies.is_input[which])
            check(ga_copy(copies.regular[which], copies.tiled[which]));
}

void linalg_ga_copy_back(void)
{
    for (int which = 0; which < MATRICES; ++which)
        if (copies.is_result[which])
            check(ga_copy(copies.tiled[which], copies.regular[which]));
}

const bench_subject_t *linalg_ga_start(void)
{
    static const bench_subject_t subject = {LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    return &subject;
}

void linalg_ga_stop(void)
{
    lib_forget();
    forget_copies();
}
