/* Linear algebra. A row-major matrix of a program is, for the library, the transpose of it.
 * Products exchange their factors; solvers take matrices as they are in memory, as programs know
 * it: eigenvector i is row i, and right-hand sides are the rows of b. */
#include <string.h>

#include "classic.h"

/* ---- products ---- */

static la_patch_t corner(const char *call, int g, int64_t rows, int64_t cols)
{
    const classic_array_t *array = classic_find(call, g);
    if (array->ndim != 2)
        classic_stop(call, "array %d has %d dimensions, not 2", g, array->ndim);
    return (la_patch_t){array->g, 0, cols - 1, 0, rows - 1};
}

static int transposed(const char *call, char trans)
{
    if (!trans || !strchr("nNtTcC", trans))
        classic_stop(call, "'n', 't' or 'c' is wanted, not character %d", trans);
    return !strchr("nN", trans);
}

/* The first m x k of op(a), k x n of op(b), m x n of c. */
static void multiply_corners(const char *call, char ta, char tb, int64_t m, int64_t n, int64_t k,
                             const void *alpha, int a, int b, const void *beta, int c)
{
    int at = transposed(call, ta), bt = transposed(call, tb);
    la_patch_t pa = corner(call, a, at ? k : m, at ? m : k),
               pb = corner(call, b, bt ? n : k, bt ? k : n), pc = corner(call, c, m, n);
    CLASSIC_COLLECTIVE(call, la_gemm_patch(tb, ta, alpha, pb, pa, beta, pc));
}

#define GEMM(letter, ctype)                                                                        \
    void GA_##letter##gemm64(char ta, char tb, int64_t m, int64_t n, int64_t k, ctype alpha,       \
                             int a, int b, ctype beta, int c)                                      \
    {                                                                                              \
        multiply_corners("GA_" #letter "gemm", ta, tb, m, n, k, &alpha, a, b, &beta, c);           \
    }
GEMM(S, float)
GEMM(D, double)
GEMM(C, SingleComplex)
GEMM(Z, DoubleComplex)

/* The stored patch of an operand for which programs give the bounds after it is transposed. */
static la_patch_t operand(const char *call, char trans, int g, int64_t ilo, int64_t ihi,
                          int64_t jlo, int64_t jhi)
{
    ga_t array = classic_find(call, g)->g;
    return transposed(call, trans) ? (la_patch_t){array, jlo, jhi, ilo, ihi}
                                   : (la_patch_t){array, ilo, ihi, jlo, jhi};
}

/* A factor may be on a group that contains that of the product. */
static classic_copy_in_t copy_factor_in(const char *call, la_patch_t *factor, ga_t product)
{
    classic_patch_t p = {factor->g, 2, {factor->ilo, factor->jlo}, {factor->ihi, factor->jhi}};
    const classic_copy_in_t copy = classic_copy_in(call, &p, product);
    *factor = (la_patch_t){p.g, p.lo[0], p.hi[0], p.lo[1], p.hi[1]};
    return copy;
}

/* Indices of this one are those of Fortran less 1. */
void GA_Matmul_patch64(char transa, char transb, void *alpha, void *beta, int a, int64_t ailo,
                       int64_t aihi, int64_t ajlo, int64_t ajhi, int b, int64_t bilo, int64_t bihi,
                       int64_t bjlo, int64_t bjhi, int c, int64_t cilo, int64_t cihi, int64_t cjlo,
                       int64_t cjhi)
{
    const char *call = "GA_Matmul_patch";
    la_patch_t pa = operand(call, transa, a, ailo, aihi, ajlo, ajhi),
               pb = operand(call, transb, b, bilo, bihi, bjlo, bjhi),
               pc = {classic_find(call, c)->g, cilo, cihi, cjlo, cjhi};
    const classic_copy_in_t copies[2] = {copy_factor_in(call, &pa, pc.g),
                                         copy_factor_in(call, &pb, pc.g)};
    CLASSIC_COLLECTIVE(call, la_gemm_patch(transa, transb, alpha, pa, pb, beta, pc));
    classic_copy_out(call, &copies[0]);
    classic_copy_out(call, &copies[1]);
}

/* The same with matrices as Fortran knows them. */
static void gemm_c(const char *call, char ta, char tb, int m, int n, int k, const void *alpha,
                   int a, int b, const void *beta, int c)
{
    int at = transposed(call, ta), bt = transposed(call, tb);
    la_patch_t pa = corner(call, a, at ? m : k, at ? k : m),
               pb = corner(call, b, bt ? k : n, bt ? n : k), pc = corner(call, c, n, m);
    CLASSIC_COLLECTIVE(call, la_gemm_patch(ta, tb, alpha, pa, pb, beta, pc));
}

#define GEMM_C(letter, ctype)                                                                      \
    void GA_##letter##gemm_c(char ta, char tb, int m, int n, int k, ctype alpha, int a, int b,     \
                             ctype beta, int c)                                                    \
    {                                                                                              \
        gemm_c("GA_" #letter "gemm_c", ta, tb, m, n, k, &alpha, a, b, &beta, c);                   \
    }
GEMM_C(S, float)
GEMM_C(D, double)
GEMM_C(C, SingleComplex)
GEMM_C(Z, DoubleComplex)

/* An operand of a product: rows and columns as a program sees them. */
typedef struct factor {
    classic_patch_t patch;
    int64_t rows, cols;
    int is_vector; /* of more than 2 dimensions, one is long: it may be a row or a column */
    ga_t copy;     /* what to destroy; 0: nothing */
} factor_t;

static factor_t factor_of(const char *call, int g, const int64_t *lo, const int64_t *hi)
{
    factor_t f = {.patch = classic_patch(call, g, lo, hi), .rows = 1, .cols = 1};
    int ndim = f.patch.ndim, longs = 0;
    if (ndim < 2)
        classic_stop(call, "array %d has %d dimension, not 2 or more", g, ndim);
    for (int d = 0; d < ndim; ++d) {
        int64_t extent = hi[d] - lo[d] + 1;
        if (ndim > 2 && extent == 1)
            continue;
        if (++longs > 2)
            classic_stop(call, "more than 2 dimensions of the patch of array %d are longer than 1",
                         g);
        *(longs == 1 ? &f.rows : &f.cols) = extent;
    }
    f.is_vector = ndim > 2 && longs == 1;
    return f;
}

/* The patch with two dimensions: itself, or a copy. */
static la_patch_t flat(const char *call, factor_t *f)
{
    if (f->patch.ndim > 2) {
        ga_spec_t spec = {.ndim = 2, .dims = {f->cols, f->rows}, .name = "a patch of a product"};
        CLASSIC_TRY(call, ga_inquire_nd(f->patch.g, &spec.type, NULL, NULL));
        CLASSIC_TRY(call, ga_inquire_group(f->patch.g, &spec.group));
        CLASSIC_COLLECTIVE(call, ga_create_spec(&spec, &f->copy));
        classic_patch_t all = {f->copy, 2, {0, 0}, {f->cols - 1, f->rows - 1}};
        classic_copy(call, &f->patch, &all);
        return (la_patch_t){f->copy, 0, f->cols - 1, 0, f->rows - 1};
    }
    const classic_patch_t *p = &f->patch;
    return (la_patch_t){p->g, p->lo[0], p->hi[0], p->lo[1], p->hi[1]};
}

/* Vectors lie along or across as the others want it; if nothing fits, the product will say so. */
static void orient(factor_t *a, int at, factor_t *b, int bt, factor_t *c)
{
    factor_t *const all[3] = {a, b, c};
    for (unsigned way = 0; way < 8; ++way) {
        factor_t f[3] = {*a, *b, *c};
        unsigned as_rows = 0;
        for (unsigned k = 0; k < 3; ++k)
            if ((way >> k & 1) && f[k].is_vector) {
                f[k].cols = all[k]->rows;
                f[k].rows = 1;
                as_rows |= 1u << k;
            }
        int64_t m = at ? f[0].cols : f[0].rows, k = at ? f[0].rows : f[0].cols;
        int64_t l = bt ? f[1].cols : f[1].rows, n = bt ? f[1].rows : f[1].cols;
        if (as_rows == way && m == f[2].rows && k == l && n == f[2].cols) {
            for (int j = 0; j < 3; ++j)
                *all[j] = f[j];
            return;
        }
    }
}

/* alpha as the first rank of the group of c has it. With Global Arrays that rank alone computes
 * small products, so that programs get by that have alpha nowhere else: NWChem's gradients of
 * excited states. */
static void take_alpha(const char *call, ga_t c, const void *given, DoubleComplex *alpha)
{
    ga_group_t group;
    ga_type type;
    size_t bytes;
    CLASSIC_TRY(call, ga_inquire_nd(c, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_type_bytes(type, &bytes));
    CLASSIC_TRY(call, ga_inquire_group(c, &group));
    if (bytes > sizeof *alpha)
        classic_stop(call, "arrays of records have no product");
    memcpy(alpha, given, bytes);
    CLASSIC_COLLECTIVE(call, ga_broadcast(group, alpha, bytes, 0));
}

/* For arrays with more than 2 dimensions, patches that are long in two at most. Bounds are those of
 * what is stored. */
static void multiply_patches(const char *call, char transa, char transb, const void *alpha,
                             const void *beta, int a, const int64_t *alo, const int64_t *ahi, int b,
                             const int64_t *blo, const int64_t *bhi, int c, const int64_t *clo,
                             const int64_t *chi)
{
    factor_t fa = factor_of(call, a, alo, ahi), fb = factor_of(call, b, blo, bhi),
             fc = factor_of(call, c, clo, chi);
    orient(&fa, transposed(call, transa), &fb, transposed(call, transb), &fc);
    const classic_copy_in_t copies[2] = {classic_copy_in(call, &fa.patch, fc.patch.g),
                                         classic_copy_in(call, &fb.patch, fc.patch.g)};
    la_patch_t pa = flat(call, &fa), pb = flat(call, &fb), pc = flat(call, &fc);
    DoubleComplex factor;
    take_alpha(call, pc.g, alpha, &factor);
    CLASSIC_COLLECTIVE(call, la_gemm_patch(transb, transa, &factor, pb, pa, beta, pc));
    if (fc.copy) {
        classic_patch_t all = {fc.copy, 2, {0, 0}, {fc.cols - 1, fc.rows - 1}};
        classic_copy(call, &all, &fc.patch);
    }
    for (int k = 0; k < 3; ++k) {
        ga_t copy = (ga_t[]){fa.copy, fb.copy, fc.copy}[k];
        if (copy)
            CLASSIC_TRY(call, ga_destroy(copy));
    }
    for (int k = 0; k < 2; ++k)
        classic_copy_out(call, &copies[k]);
}

/* Programs give the bounds after transposing, which swaps the two dimensions of a matrix, or those
 * in which a patch of more dimensions is long. */
static void find_stored(const char *call, char trans, int g, const int64_t *lo, const int64_t *hi,
                        int64_t *stored_lo, int64_t *stored_hi)
{
    const int ndim = classic_ndim(call, g);
    int swapped[GA_MAX_DIM], n = 0;
    for (int d = 0; d < ndim; ++d) {
        stored_lo[d] = lo[d];
        stored_hi[d] = hi[d];
        if (ndim == 2 || hi[d] > lo[d])
            swapped[n++] = d;
    }
    for (int k = 0; n == 2 && k < 2 && transposed(call, trans); ++k) {
        stored_lo[swapped[k]] = lo[swapped[1 - k]];
        stored_hi[swapped[k]] = hi[swapped[1 - k]];
    }
}

void NGA_Matmul_patch64(char transa, char transb, void *alpha, void *beta, int a, int64_t alo[],
                        int64_t ahi[], int b, int64_t blo[], int64_t bhi[], int c, int64_t clo[],
                        int64_t chi[])
{
    const char *call = "NGA_Matmul_patch";
    int64_t a_lo[GA_MAX_DIM], a_hi[GA_MAX_DIM], b_lo[GA_MAX_DIM], b_hi[GA_MAX_DIM];
    find_stored(call, transa, a, alo, ahi, a_lo, a_hi);
    find_stored(call, transb, b, blo, bhi, b_lo, b_hi);
    multiply_patches(call, transa, transb, alpha, beta, a, a_lo, a_hi, b, b_lo, b_hi, c, clo, chi);
}

/* Bounds are those of what is stored. */
void NGA_Matmul_patch_alt64(char transa, char transb, void *alpha, void *beta, int a, int64_t alo[],
                            int64_t ahi[], int b, int64_t blo[], int64_t bhi[], int c,
                            int64_t clo[], int64_t chi[])
{
    multiply_patches("NGA_Matmul_patch_alt", transa, transb, alpha, beta, a, alo, ahi, b, blo, bhi,
                     c, clo, chi);
}

/* ---- linear systems ---- */

/* 1 where the matrix has no solution, else 0. */
static bool is_singular(const char *call, int status)
{
    classic_mask = 0;
    if (status != ASHLAR_ENUMERIC)
        CLASSIC_TRY(call, status);
    return status == ASHLAR_ENUMERIC;
}

int GA_Solve(int a, int b)
{
    const char *call = "GA_Solve";
    return is_singular(call, la_solve(classic_find(call, a)->g, classic_find(call, b)->g));
}

/* Nothing tells the caller of a matrix that is singular. */
void GA_Lu_solve(char tran, int a, int b)
{
    const char *call = "GA_Lu_solve";
    ga_t right = classic_find(call, b)->g;
    la_factor_t f;
    classic_need_one_group(call, classic_find(call, a)->g, right);
    CLASSIC_COLLECTIVE(call, la_factor_lu(classic_find(call, a)->g, &f));
    CLASSIC_TRY(call, la_factor_solve(f, tran, right));
    CLASSIC_TRY(call, la_factor_free(f));
}

int GA_Spd_invert(int g)
{
    const char *call = "GA_Spd_invert";
    ga_t a = classic_find(call, g)->g;
    la_factor_t f;
    if (is_singular(call, la_factor_cholesky(a, &f)))
        return 1;
    int failed = is_singular(call, la_factor_inverse(f, a));
    CLASSIC_TRY(call, la_factor_free(f));
    return failed;
}

int GA_Llt_solve(int a, int b)
{
    const char *call = "GA_Llt_solve";
    return is_singular(call, la_cholesky_solve(classic_find(call, a)->g, classic_find(call, b)->g));
}
