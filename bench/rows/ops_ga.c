/* The rows of the benchmark of data-parallel operations over ga. */
#include <math.h>

#include "bench/rows/ops.h"
#include "bench/rows/lib_ga.h"

#define LIB_IS_CHECKED(which) 1

static ga_t lib_create(enum type type, int64_t n)
{
    static const ashlar_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CDOUBLE};
    ga_t g;
    check(ga_create(types[type], n, n, "bench", 0, 0, &g));
    return g;
}

INLINE double lib_run(enum operation operation, int64_t n, ga_t a, ga_t b, ga_t c)
{
    const double two = 2, three = 3, less = -1, five = 5;
    const int64_t lo[2] = {PATCH_ROW, PATCH_COLUMN};
    const int64_t hi[2] = {PATCH_ROW + n - PATCH_LESS - 1, PATCH_COLUMN + n - PATCH_LESS - 1};
    double number = 0;
    switch (operation) {
    case TRANSPOSE:
        check(ga_transpose(a, c));
        break;
    case SYMMETRIZE:
        check(ga_symmetrize(c));
        break;
    case TRANSPOSE_PATCH:
        check(ga_transpose_patch(a, lo, hi, c, lo, hi));
        break;
    case ADD:
        check(ga_add(&two, a, &three, b, c));
        break;
    case DOT:
        check(ga_dot(a, b, &number));
        break;
    case SCALE:
        check(ga_scale(c, &less));
        break;
    case FILL:
        check(ga_fill(c, &five));
        break;
    case COPY:
        check(ga_copy(a, c));
        break;
    case NORM_1:
        check(ga_norm(a, GA_ENTRY_NORM_1, &number));
        break;
    case NORM_INF:
        check(ga_norm(a, GA_ENTRY_NORM_INF, &number));
        break;
    case NORM_2:
        check(ga_norm(a, GA_ENTRY_NORM_2, &number));
        break;
    case MATRIX_NORM_1:
        check(ga_norm(a, GA_MATRIX_NORM_1, &number));
        break;
    case MATRIX_NORM_INF:
        check(ga_norm(a, GA_MATRIX_NORM_INF, &number));
        break;
    case MULTIPLY:
        check(ga_multiply(a, b, c));
        break;
    case DIVIDE:
        check(ga_divide(a, b, c));
        break;
    case MAXIMUM:
        check(ga_maximum(a, b, c));
        break;
    case MULTIPLY_PATCH:
        check(ga_multiply_patch(a, lo, hi, b, lo, hi, c, lo, hi));
        break;
    case DIVIDE_PATCH:
        check(ga_divide_patch(a, lo, hi, b, lo, hi, c, lo, hi));
        break;
    case MAXIMUM_PATCH:
        check(ga_maximum_patch(a, lo, hi, b, lo, hi, c, lo, hi));
        break;
    }
    return number;
}

#include "bench/rows/ops.inc"

const bench_subject_t *ops_ga_start(void)
{
    static const bench_subject_t subject = {LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    return &subject;
}

void ops_ga_stop(void)
{
    lib_forget();
}
