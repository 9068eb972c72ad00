/* Least squares. */
#include <float.h>
#include <inttypes.h>
#include <math.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_scale.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_least_squares_routines.h"

enum { A, X }; /* x begins as b */

/* Doubles of the work array: the exponents of the columns of a, or of the rows of a wide matrix,
 * with zeros for further rows of x; those of the columns of x; and the largest number of each
 * column of r or row of l that I have. */
static double *exponents_of_a(const lai_solver_t *s)
{
    return s->work.rwork;
}

static double *exponents_of_x(const lai_solver_t *s)
{
    return exponents_of_a(s) + s->operand[X].x.m;
}

static double *tops_of_a(const lai_solver_t *s)
{
    return exponents_of_x(s) + s->operand[X].x.n;
}

static int least_room(lai_solver_t *s)
{
    lai_cyclic_t *a = &s->operand[A].x, *x = &s->operand[X].x;
    int64_t doubles = x->m + x->n + (a->m >= a->n ? a->cols : a->rows);
    AL_TRY(lai_narrow(s->call, "the work array of exponents", LAI_DOUBLES(doubles),
                      &s->work.rwork_count));
    return lai_least(s->type)->query_workspace(s->call, a, x, &s->work);
}

/* Each column of a tall matrix, and each row of a wide one, has a size of its own. */
static int64_t factor(lai_solver_t *s)
{
    lai_cyclic_t *a = &s->operand[A].x;
    double *exponents = exponents_of_a(s);
    for (int64_t k = 0; k < s->operand[X].x.m; ++k)
        exponents[k] = 0;
    if (a->m >= a->n)
        lai_scale_columns(s->blas, a, NULL, lai_band_of_squares, exponents);
    else
        lai_scale_rows(s->blas, a, lai_band_of_squares, exponents);
    return a->tiled ? a->tiled->algorithm->factor(a->tiled)
                    : lai_least(s->type)->factor(a, &s->work);
}

static double size_at(const lai_solver_t *s, const lai_cyclic_t *a, int64_t count, int64_t i,
                      int64_t j)
{
    return s->blas->largest(count, (const char *)a->at + s->blas->element * (size_t)(i + j * a->ld),
                            INFINITY);
}

/* The largest element of each of my columns of r, or of my rows of l. */
static void find_tops(const lai_solver_t *s, const lai_cyclic_t *a, double *top)
{
    const lai_grid_t *grid = &a->grid;
    int by_columns = a->m >= a->n;
    int64_t count = by_columns ? a->cols : a->rows;
    for (int64_t k = 0; k < count; ++k)
        top[k] = 0;
    for (int64_t j = 0; j < a->cols; ++j) {
        int64_t column = lai_cyclic_index(j, a->tile_n, grid->col, grid->cols);
        if (by_columns)
            top[j] =
                size_at(s, a, lai_cyclic_count(column + 1, a->tile_m, grid->row, grid->rows), 0, j);
        for (int64_t i = lai_cyclic_above(a, j); !by_columns && i < a->rows; ++i) {
            double size = size_at(s, a, 1, i, j);
            top[i] = size > top[i] ? size : top[i];
        }
    }
    lai_grid_max(grid, by_columns ? 'C' : 'R', count, top);
}

/* The columns of a that depend on those before them, for a wide matrix the rows, leave a diagonal
 * element that is nothing but rounding beside the rest of its column of r, or row of l. That does
 * not change when a column is scaled. The info is larger for earlier ones, so that the first is
 * reported. */
static int64_t check_full_rank(lai_solver_t *s)
{
    const lai_cyclic_t *a = &s->operand[A].x;
    double *top = tops_of_a(s), info = 0;
    double epsilon = s->blas->real == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    double tolerance = 10 * sqrt((double)ali_max(a->m, a->n)) * epsilon;
    int64_t count = ali_min(a->m, a->n);
    find_tops(s, a, top);
    for (int64_t j = 0; j < a->cols; ++j) {
        int64_t k = lai_cyclic_index(j, a->tile_n, a->grid.col, a->grid.cols);
        int64_t i = lai_cyclic_above(a, j);
        if (k >= count || i == a->rows ||
            lai_cyclic_index(i, a->tile_m, a->grid.row, a->grid.rows) != k)
            continue;
        if (size_at(s, a, 1, i, j) <= tolerance * top[a->m >= a->n ? j : i] &&
            (double)(count - k) > info)
            info = (double)(count - k);
    }
    lai_grid_max(&a->grid, 'A', 1, &info);
    return (int64_t)info;
}

static int not_full_rank(const char *call, const gai_array_t *array, int64_t info)
{
    int64_t rows = lai_rows(array), cols = lai_cols(array);
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: array '%s' of %" PRId64 " x %" PRId64
                   " elements does not have full rank: %s %" PRId64 " depends on those before it",
                   call, array->name, rows, cols, rows >= cols ? "column" : "row",
                   ali_min(rows, cols) - info);
}

static int64_t solve_by_lapack(lai_solver_t *s, lai_cyclic_t *a, lai_cyclic_t *x)
{
    const lai_least_t *least = lai_least(s->type);
    if (a->m < a->n)
        least->divide(a, x);
    int64_t info = least->rotate(a, x, &s->work);
    if (a->m >= a->n)
        least->divide(a, x);
    return info;
}

static int64_t solve_least(lai_solver_t *s)
{
    lai_cyclic_t *a = &s->operand[A].x, *x = &s->operand[X].x;
    const double *before = a->m < a->n ? exponents_of_a(s) : NULL;
    const double *after = a->m < a->n ? NULL : exponents_of_a(s);
    lai_scale_columns(s->blas, x, before, lai_band_of_products(s->blas), exponents_of_x(s));
    int64_t info = 0;
    if (a->tiled)
        a->tiled->algorithm->solve(a->tiled, 'N', x);
    else
        info = solve_by_lapack(s, a, x);
    lai_scale_back(s->blas, x, after, exponents_of_x(s));
    return info;
}

/* For the rows of x that are the solution, without the rest of b. */
static int64_t overflow(lai_solver_t *s)
{
    const lai_operand_t *o = &s->operand[X];
    lai_cyclic_t x = o->x;
    x.rows = lai_cyclic_count(lai_rows(o->to), x.tile_m, x.grid.row, x.grid.rows);
    return lai_first_overflow(s->blas, &x);
}

/* Requirements of the right-hand side or the solution: rows x cols. */
static int check_least_shape(const char *call, const gai_array_t *a, const gai_array_t *x,
                             int64_t rows, int64_t cols)
{
    AL_TRY(lai_check_alike(call, a, x));
    if (lai_rows(x) != rows || lai_cols(x) != cols)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is %" PRId64 " x %" PRId64 ", not %" PRId64 " x %" PRId64
                       " as '%s', of %" PRId64 " x %" PRId64 ", needs it",
                       call, x->name, lai_rows(x), lai_cols(x), rows, cols, a->name, lai_rows(a),
                       lai_cols(a));
    return ASHLAR_OK;
}

static int check_least_operands(const char *call, const gai_array_t *a, const gai_array_t *b,
                                const gai_array_t *x)
{
    if (x == a || x == b)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both the solution and what is solved", call,
                       x->name);
    AL_TRY(check_least_shape(call, a, b, lai_rows(a), lai_cols(b)));
    return check_least_shape(call, a, x, lai_cols(a), lai_cols(b));
}

int la_least_squares(ga_t a, ga_t b, ga_t x)
{
    LAI_COLLECTIVE(la_least_squares, a, b, x);
    static const lai_stage_t stages[] = {{"GEQRF or GELQF", factor, NULL, A},
                                         {"the rank", check_full_rank, not_full_rank, A},
                                         {"the orthogonal factor", solve_least, NULL, X},
                                         {"the solution", overflow, lai_explain_overflow, X},
                                         {0}};
    gai_array_t *matrix, *rhs, *solution;
    AL_TRY(lai_check_started(__func__));
    AL_TRY(lai_find(__func__, a, &matrix));
    AL_TRY(lai_find(__func__, b, &rhs));
    AL_TRY(lai_find(__func__, x, &solution));
    AL_TRY(check_least_operands(__func__, matrix, rhs, solution));
    const bool is_tall = lai_rows(matrix) >= lai_cols(matrix);
    lai_solver_t s = {.call = __func__,
                      .kind = is_tall ? LAI_QR : LAI_LEAST_SQUARES,
                      .stages = stages,
                      .query_workspace = least_room};
    s.operand[A] = (lai_operand_t){.from = matrix, .by_tiles = is_tall ? &lai_tiled_qr : NULL};
    s.operand[X] = (lai_operand_t){
        .from = rhs, .to = solution, .m = ali_max(lai_rows(matrix), lai_cols(matrix))};
    return lai_solve(&s);
}
