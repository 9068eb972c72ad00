/* Roots of symmetric and Hermitian matrices, and the canonical orthogonalisation: a last stage of
 * the eigenvalue solver makes them of the eigenvectors, in its memory. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "linalg/src/blas/la_level3_routines.h"
#include "linalg/src/calls/la_eig.h"
#include "linalg/src/calls/la_function.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_elpa_choice.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_scale.h"

typedef struct root {
    eigen_t eigen; /* first: the data of the other stages */
    double power;  /* of the eigenvalues */
    const void *given;
    double threshold; /* they are above it, where power is negative */
    int columns;      /* of x are what the caller wants, and */
    void *w;          /* the eigenvalues */
} root_t;

/* Rounding of eigenvalues near zero. */
static double rounding_of(const lai_solver_t *s)
{
    const double largest = lai_real_at(s->blas, s->w, s->value_count - 1);
    return (double)s->value_count * lai_epsilon(s->blas) * fmax(largest, 0);
}

/* Eigenvalues must be above it; those of a root, not below. */
static double limit_of(const lai_solver_t *s)
{
    const root_t *p = s->data;
    return p->power > 0 ? -rounding_of(s) : p->threshold < 0 ? rounding_of(s) : p->threshold;
}

/* z = z * diag(w)^power, with 0 for all w that are not above 0 */
static void scale_vectors(const lai_solver_t *s, double power)
{
    const int64_t parts = (int64_t)(s->blas->element / s->blas->real);
    const lai_cyclic_t *z = &s->operand[Z].x;
    for (int64_t j = 0; j < z->cols; ++j) {
        int64_t k = lai_cyclic_index(j, z->tile_n, z->grid.col, z->grid.cols);
        double value = lai_real_at(s->blas, s->w, k);
        s->blas->scale_reals(z->rows * parts, value > 0 ? pow(value, power) : 0,
                             (char *)z->at + s->blas->element * (size_t)(j * z->ld));
    }
}

/* A product with its own conjugate transpose: half the work of another, and Hermitian. Where the
 * eigenvalues are refused this is of no use, and select_none() says so. */
static int64_t form_root(lai_solver_t *s)
{
    static const double zero = 0;
    const root_t *p = s->data;
    lai_cyclic_t *a = &s->operand[A].x, *z = &s->operand[Z].x;
    scale_vectors(s, p->power / 2);
    lai_rank_k(s->type, LAI_HERK, 'L', 'N', (lai_factors_t){s->blas->one, &zero}, z, a);
    lai_eigen_mirror(s, a, z);
    void *root = a->at;
    a->at = z->at;
    z->at = root;
    return 0;
}

static int64_t form_columns(lai_solver_t *s)
{
    scale_vectors(s, ((const root_t *)s->data)->power);
    return 0;
}

static int check_eigenvalues(const lai_solver_t *s)
{
    for (int64_t k = 0; k < s->value_count; ++k)
        if (!isfinite(lai_real_at(s->blas, s->w, k)))
            return AL_FAIL(ASHLAR_ENUMERIC,
                           "%s: eigenvalue %" PRId64
                           " of array '%s' is beyond the range of its type",
                           s->call, k, s->operand[A].from->name);
    return ASHLAR_OK;
}

/* The caller gets no eigenvalues, but the root of what has them. */
static int select_none(lai_solver_t *s)
{
    const root_t *p = s->data;
    const double least = lai_real_at(s->blas, s->w, 0), limit = limit_of(s);
    s->chosen_count = 0;
    AL_TRY(check_eigenvalues(s));
    if (p->power > 0 ? least >= limit : least > limit && least > 0)
        return ASHLAR_OK;
    if (p->power > 0)
        return AL_FAIL(ASHLAR_ENUMERIC,
                       "%s: array '%s' is not positive semidefinite: its least eigenvalue is %g",
                       s->call, s->operand[A].from->name, least);
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: the least eigenvalue of array '%s', %g, is not above %g; "
                   "la_orthogonalize() leaves such eigenvectors out",
                   s->call, s->operand[A].from->name, least, fmax(limit, 0));
}

/* Columns of the eigenvalues above the threshold. The caller gets all eigenvalues. */
static int select_above(lai_solver_t *s)
{
    root_t *p = s->data;
    const double limit = fmax(limit_of(s), 0);
    AL_TRY(check_eigenvalues(s));
    int64_t first = 0;
    while (first < s->value_count && !(lai_real_at(s->blas, s->w, first) > limit))
        ++first;
    s->chosen_first = first;
    s->chosen_count = s->value_count - first;
    memcpy(p->w, s->w, (size_t)s->value_count * s->blas->real);
    s->values = (char *)p->w + (size_t)first * s->blas->real;
    return ASHLAR_OK;
}

/* x becomes the function of a; where the caller wants eigenvalues, columns for some of them. */
static int solve_root(const char *call, root_t *p, ga_t a, ga_t x, int64_t *kept)
{
    gai_array_t *matrix, *result;
    double none;
    AL_TRY(lai_function_find(call, a, x, &matrix, &result));
    AL_TRY(lai_function_threshold(call, matrix, p->given, &p->threshold));
    if (p->columns && !(p->w && kept))
        return gai_bad_argument(call, p->w ? "kept" : "w");
    p->eigen.range = (la_range_t){.by = LA_BY_PLACE, .last = lai_rows(matrix) - 1};
    p->eigen.finish = p->columns ? form_columns : form_root;
    lai_solver_t s = {.call = call,
                      .kind = lai_eigen_kind(matrix, 1, 0),
                      .stages = lai_eigen_stages + LAI_EIGEN_STANDARD,
                      .query_workspace = lai_eigen_query_workspace,
                      .values = &none,
                      .value_count = lai_rows(matrix),
                      .select_columns = p->columns ? select_above : select_none,
                      .scale = 1,
                      .data = p};
    s.operand[A] = (lai_operand_t){.from = matrix, .lower = 1};
    s.operand[Z] = (lai_operand_t){.to = result, .write_on_success = 1, .is_selected = p->columns};
    AL_TRY(lai_solve(&s));
    if (kept)
        *kept = s.chosen_count;
    return ASHLAR_OK;
}

int la_sqrt(ga_t a, ga_t root)
{
    LAI_COLLECTIVE(la_sqrt, a, root);
    root_t p = {.power = 0.5};
    return solve_root(__func__, &p, a, root, NULL);
}

int la_inverse_sqrt(ga_t a, const void *threshold, ga_t x)
{
    LAI_COLLECTIVE(la_inverse_sqrt, a, threshold, x);
    root_t p = {.power = -0.5, .given = threshold};
    return solve_root(__func__, &p, a, x, NULL);
}

int la_orthogonalize(ga_t a, const void *threshold, void *w, ga_t x, int64_t *kept)
{
    LAI_COLLECTIVE(la_orthogonalize, a, threshold, w, x, kept);
    root_t p = {.power = -0.5, .given = threshold, .columns = 1, .w = w};
    return solve_root(__func__, &p, a, x, kept);
}
