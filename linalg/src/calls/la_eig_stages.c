/* The stages of the eigenvalue solvers: reduce, tridiagonalise, solve, transform back; or ELPA. */
#include "linalg/src/calls/la_eig.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_elpa_choice.h"
#include "linalg/src/frame/la_factoring.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_scale.h"
#include "linalg/src/lapack/la_chol_routines.h"
#include "linalg/src/lapack/la_eigen_routines.h"

static eigen_t *eigen_of(const lai_solver_t *s)
{
    return s->data;
}

static lai_cyclic_t *vectors_of(lai_solver_t *s)
{
    return s->operand[Z].to ? &s->operand[Z].x : NULL;
}

/* ELPA finds the first eigenvectors, up to the last that is wanted. */
static int64_t columns_up_to(lai_solver_t *s)
{
    const la_range_t *range = &eigen_of(s)->range;
    return range->by == LA_BY_PLACE ? range->last + 1 : s->value_count;
}

/* ---- work arrays: reals d[n], e[n], complex matrices have their reals[] next; elements tau[] - */

static void *real_at(const lai_solver_t *s, int64_t k)
{
    return (char *)s->work.rwork + (size_t)k * s->blas->real;
}

static lai_room_t free_reals(lai_solver_t *s)
{
    int64_t at = eigen_of(s)->at_reals;
    return (lai_room_t){real_at(s, at), s->work.rwork_count - lai_int(at)};
}

static lai_room_t free_elements(lai_solver_t *s)
{
    int64_t at = eigen_of(s)->at_elements;
    return (lai_room_t){(char *)s->work.work + (size_t)at * s->blas->element,
                        s->work.work_count - lai_int(at)};
}

/* The size that the routines ask for, and more: on a grid STEDC calls LASRT, which wants a row of
 * tiles beside the matrix and does not say so. LAPACK works in blocks of at most 64. */
int lai_eigen_query_workspace(lai_solver_t *s)
{
    enum { BLOCK = 64, ONE_MORE = 65 * 64 };
    eigen_t *p = eigen_of(s);
    lai_cyclic_t *a = &s->operand[A].x;
    const lai_grid_t *grid = &a->grid;
    int serial = lai_grid_is_serial(grid), vectors = vectors_of(s) != NULL;
    int64_t n = a->n, mine = a->ld * a->cols, tile = serial ? BLOCK : a->tile_m;
    int64_t border = tile * (a->rows + a->cols + 4 * tile);
    int64_t reals = !vectors ? 2 * n : serial ? 1 + 4 * n + n * n : 6 * n + 2 * mine + border;
    int64_t integers = !vectors ? 0 : serial ? 3 + 5 * n : 2 + 8 * n + 8 * grid->cols + border;
    static const char what[] = "a work array of the eigensolver";

    if (vectors && !serial)
        p->elpa_stages = lai_elpa_stages(s->type, a, (double)columns_up_to(s) / (double)n);
    p->elpa_may_choose = p->elpa_stages > 1;
    AL_TRY(lai_elpa_choose_stages(s->group, s->type, n, &p->elpa_stages));
    if (p->elpa_stages)
        AL_TRY(lai_grid_elpa(s->group, grid, &p->elpa));
    s->operand[A].mirror_lower = p->elpa && !s->operand[B].from;
    p->at_elements = n;
    p->at_reals = 2 * n + (vectors && lai_eigen(s->type)->widen ? mine : 0);
    AL_TRY(lai_narrow(s->call, what, p->at_reals + (p->elpa ? 0 : reals), &s->work.rwork_count));
    AL_TRY(lai_narrow(s->call, what, n + (serial ? BLOCK * n + ONE_MORE : border),
                      &s->work.work_count));
    return lai_narrow(s->call, what, p->elpa ? 0 : integers, &s->work.iwork_count);
}

/* ---- stages ---------------------------------------------------------------------------------- */

static int64_t factor_b(lai_solver_t *s)
{
    eigen_t *p = eigen_of(s);
    int64_t info = lai_factor_apart(s->blas, lai_chol(s->type), &s->operand[B].x, &p->b_exponent);
    p->exponent -= p->b_exponent;
    return info;
}

static int64_t reduce(lai_solver_t *s)
{
    return lai_eigen(s->type)->reduce(&s->operand[A].x, &s->operand[B].x, &s->scale);
}

/* The largest part of an element of a. Imaginary parts on the diagonal count only for ELPA. */
static double largest_part(lai_solver_t *s)
{
    const lai_eigen_t *eigen = lai_eigen(s->type);
    lai_cyclic_t *a = &s->operand[A].x;
    double largest = 0;
    for (int64_t j = 0; j < a->cols; ++j) {
        int64_t i = lai_cyclic_above(a, j);
        char *column = (char *)a->at + s->blas->element * (size_t)(i + j * a->ld);
        if (i < a->rows && lai_cyclic_index(i, a->tile_m, a->grid.row, a->grid.rows) ==
                               lai_cyclic_index(j, a->tile_n, a->grid.col, a->grid.cols))
            eigen->make_real(column);
        largest = fmax(largest, s->blas->not_finite(a->rows - i, column) < a->rows - i
                                    ? INFINITY
                                    : s->blas->largest(a->rows - i, column, INFINITY));
    }
    lai_grid_max(&a->grid, 'A', 1, &largest);
    return largest;
}

static void divide_by(lai_solver_t *s, int exponent)
{
    lai_cyclic_t *a = &s->operand[A].x;
    int64_t parts = (int64_t)(s->blas->element / s->blas->real);
    for (int64_t j = 0; j < a->cols; ++j) {
        int64_t i = s->operand[A].mirror_lower ? 0 : lai_cyclic_above(a, j);
        char *column = (char *)a->at + s->blas->element * (size_t)(i + j * a->ld);
        lai_scale_reals(s->blas, (a->rows - i) * parts, column, -exponent);
    }
    eigen_of(s)->exponent += exponent;
}

/* Subnormal numbers lose digits when they are reduced, and sums of the largest ones overflow. */
static int64_t scale_first(lai_solver_t *s)
{
    const int most = lai_band_of_products(s->blas).most;
    int exponent;
    frexp(largest_part(s), &exponent);
    if (exponent < lai_least_of_digits(s->blas))
        divide_by(s, exponent);
    else if (exponent > most)
        divide_by(s, exponent - most);
    return 0;
}

/* ELPA fails where squares are too large or too small for numbers; a power of two leaves all
 * digits. The reduced problem may itself be too large. */
static int64_t scale(lai_solver_t *s)
{
    enum { SAFE = 30 };
    double largest = largest_part(s);
    int exponent;
    if (largest == INFINITY)
        return 1;
    frexp(largest, &exponent);
    if (exponent < -SAFE || exponent > SAFE)
        divide_by(s, exponent);
    return 0;
}

/* My part of the diagonals, which ScaLAPACK leaves with the columns, goes to all processes. */
static void share_diagonals(lai_solver_t *s, const char *mine)
{
    const lai_cyclic_t *a = &s->operand[A].x;
    size_t real = s->blas->real;
    memset(s->work.rwork, 0, 2 * (size_t)a->n * real);
    for (int64_t j = 0; j < a->cols && a->grid.row == 0; ++j) {
        int64_t k = lai_cyclic_index(j, a->tile_n, a->grid.col, a->grid.cols);
        memcpy(real_at(s, k), mine + (size_t)j * real, real);
        if (k < a->n - 1)
            memcpy(real_at(s, a->n + k), mine + (size_t)(a->cols + j) * real, real);
    }
    lai_grid_sum_reals(&a->grid, 'A', real, 2 * a->n, s->work.rwork);
}

static int64_t tridiagonalise(lai_solver_t *s)
{
    const lai_eigen_t *eigen = lai_eigen(s->type);
    lai_cyclic_t *a = &s->operand[A].x;
    if (eigen_of(s)->elpa)
        return 0;
    if (lai_grid_is_serial(&a->grid))
        return eigen->tridiagonalise(a, real_at(s, 0), real_at(s, a->n), s->work.work,
                                     free_elements(s));
    char *mine = free_reals(s).at;
    int64_t info = eigen->tridiagonalise(a, mine, mine + (size_t)a->cols * s->blas->real,
                                         s->work.work, free_elements(s));
    share_diagonals(s, mine);
    return info;
}

/* If one process fails, the others hear of it: what follows is collective. */
static int64_t shared(const lai_solver_t *s, int64_t info)
{
    double worst = (double)info;
    lai_grid_max(&s->operand[A].x.grid, 'A', 1, &worst);
    return (int64_t)worst;
}

/* Eigenvalues alone, which every process computes. */
static int64_t find_values(lai_solver_t *s)
{
    int64_t n = s->operand[A].x.n;
    return vectors_of(s) ? 0
                         : shared(s, lai_eigen(s->type)->values(n, real_at(s, 0), real_at(s, n)));
}

static int64_t divide_and_conquer(lai_solver_t *s)
{
    const lai_eigen_t *eigen = lai_eigen(s->type);
    lai_cyclic_t *z = vectors_of(s);
    if (!z || eigen_of(s)->elpa)
        return 0;
    lai_cyclic_t q = *z;
    if (eigen->widen) { /* without the gaps that z may have */
        q.at = real_at(s, 2 * z->n);
        q.ld = s->operand[A].x.ld;
    }
    int64_t info = eigen->divide(&q, real_at(s, 0), real_at(s, z->n), free_reals(s),
                                 (lai_room_t){s->work.iwork, s->work.iwork_count});
    if (eigen->widen)
        eigen->widen(&q, z);
    return shared(s, info);
}

/* The eigenvalues of a, those of the first process on all. */
static int64_t give_values(lai_solver_t *s)
{
    const lai_cyclic_t *a = &s->operand[A].x;
    size_t bytes = (size_t)a->n * s->blas->real;
    if (a->grid.row == 0 && a->grid.col == 0)
        memcpy(s->w, s->work.rwork, bytes);
    else
        memset(s->w, 0, bytes);
    lai_grid_sum_reals(&a->grid, 'A', s->blas->real, a->n, s->w);
    lai_scale_reals(s->blas, a->n, s->w, eigen_of(s)->exponent);
    if (s->scale != 1)
        s->blas->scale_reals(a->n, s->scale, s->w);
    return 0;
}

/* The places of the range among the eigenvalues. */
void lai_eigen_find_range(const lai_solver_t *s, int64_t *first, int64_t *count)
{
    const la_range_t *range = &eigen_of(s)->range;
    *first = range->first;
    *count = range->last - range->first + 1;
    if (range->by == LA_BY_PLACE)
        return;
    *first = *count = 0;
    for (int64_t k = 0; k < s->value_count; ++k) {
        double value = lai_real_at(s->blas, s->w, k);
        *first += value <= range->low;
        *count += value > range->low && value <= range->high;
    }
}

static int64_t transform(lai_solver_t *s)
{
    lai_cyclic_t *z = vectors_of(s);
    int64_t first, count;
    if (!z || eigen_of(s)->elpa)
        return 0;
    lai_eigen_find_range(s, &first, &count);
    if (count == 0 || z->n == 1)
        return 0;
    return lai_eigen(s->type)->transform(&s->operand[A].x, z, first, count, s->work.work,
                                         free_elements(s));
}

void lai_eigen_mirror(const lai_solver_t *s, lai_cyclic_t *a, lai_cyclic_t *z)
{
    size_t element = s->blas->element;
    if (lai_grid_is_serial(&a->grid)) {
        s->blas->turn(a->rows, a->cols, 0, a->at, a->ld, a->at, a->ld);
        return;
    }
    for (int64_t j = 0; j < a->cols; ++j) {
        char *column = (char *)a->at + element * (size_t)(j * a->ld);
        memset(column, 0, element * (size_t)lai_cyclic_above(a, j));
    }
    for (int64_t j = 0; j < a->cols; ++j)
        memcpy((char *)z->at + element * (size_t)(j * z->ld),
               (char *)a->at + element * (size_t)(j * a->ld), element * (size_t)a->rows);
    lai_eigen(s->type)->mirror(a, z);
}

/* ELPA wants both triangles. */
static int64_t use_elpa(lai_solver_t *s)
{
    const eigen_t *p = eigen_of(s);
    lai_cyclic_t *a = &s->operand[A].x, *z = vectors_of(s);
    if (!p->elpa)
        return 0;
    if (!s->operand[A].mirror_lower) /* a was reduced */
        lai_eigen_mirror(s, a, z);
    const double start = MPI_Wtime();
    int64_t error =
        lai_elpa_solve(p->elpa, s->type, p->elpa_stages, a, z, columns_up_to(s), s->work.rwork);
    error = shared(s, error);
    if (p->elpa_may_choose) /* the times of many eigenvectors say nothing about few */
        lai_elpa_note_seconds(s->type, a->n, p->elpa_stages, MPI_Wtime() - start);
    return error;
}

static int64_t back_transform(lai_solver_t *s)
{
    int64_t first, count;
    lai_eigen_find_range(s, &first, &count);
    if (s->operand[B].from && vectors_of(s) && count > 0)
        lai_eigen(s->type)->back(&s->operand[B].x, vectors_of(s), first, count);
    lai_cyclic_t *z = vectors_of(s);
    for (int64_t j = 0; z && eigen_of(s)->b_exponent && j < z->cols; ++j)
        lai_scale_reals(s->blas, z->rows * (int64_t)(s->blas->element / s->blas->real),
                        (char *)z->at + s->blas->element * (size_t)(j * z->ld),
                        -eigen_of(s)->b_exponent / 2);
    return 0;
}

static int64_t finish(lai_solver_t *s)
{
    return eigen_of(s)->finish ? eigen_of(s)->finish(s) : 0;
}

static int fail_too_large(const char *call, const gai_array_t *array, int64_t info)
{
    (void)info;
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: array '%s', reduced with the factor of the other matrix, is not finite",
                   call, array->name);
}

static int values_failed(const char *call, const gai_array_t *array, int64_t info)
{
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: no convergence for array '%s' of order %" PRId64 ": %" PRId64
                   " elements beside the diagonal of its tridiagonal form are left",
                   call, array->name, lai_rows(array), info);
}

/* LAPACK and ScaLAPACK give the first row times n+1, plus the last. */
static int divide_failed(const char *call, const gai_array_t *array, int64_t info)
{
    int64_t n = lai_rows(array);
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: no convergence for array '%s' of order %" PRId64 " in rows %" PRId64
                   " to %" PRId64 " of its tridiagonal form",
                   call, array->name, n, info / (n + 1), info % (n + 1));
}

const lai_stage_t lai_eigen_stages[] = {
    {"POTRF", factor_b, lai_explain_indefinite, B},
    {"the largest number", scale_first, NULL, A},
    {"SYGST or HEGST", reduce, NULL, A},
    {"the largest number", scale, fail_too_large, A},
    {"ELPA", use_elpa, NULL, A},
    {"SYTRD or HETRD", tridiagonalise, NULL, A},
    {"STERF", find_values, values_failed, A},
    {"STEDC", divide_and_conquer, divide_failed, A},
    {"the eigenvalues", give_values, NULL, A},
    {"ORMTR or UNMTR", transform, NULL, A},
    {"TRSM", back_transform, NULL, B},
    {"what is made of the eigenvectors", finish, NULL, A},
    {0},
};
