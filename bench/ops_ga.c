/* The rows of the benchmark of data-parallel operations over ga. */
#include <math.h>

#include <ashlar/ga.h>

#include "ops.h"

#define LIB_NAME              "ga"
#define LIB_IS_CHECKED(which) 1

typedef ga_t lib_array_t;

INLINE void check_status(int status)
{
    if (__builtin_expect(status != ASHLAR_OK, 0))
        bench_fail("%s", ashlar_error_message());
}

static ga_t lib_create(enum type type, int64_t n)
{
    static const ashlar_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CDOUBLE};
    ga_t g;
    check_status(ga_create(types[type], n, n, "bench", 0, 0, &g));
    return g;
}

static void lib_destroy(ga_t g)
{
    check_status(ga_destroy(g));
}

static void lib_put(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf)
{
    check_status(ga_put_nd(g, lo, hi, buf, NULL));
}

static void lib_get(ga_t g, const int64_t *lo, const int64_t *hi, void *buf)
{
    check_status(ga_get_nd(g, lo, hi, buf, NULL));
}

static void lib_sync(void)
{
    check_status(ga_sync());
}

INLINE double lib_run(enum operation operation, int64_t n, ga_t a, ga_t b, ga_t c)
{
    const double two = 2, three = 3, less = -1, five = 5;
    const int64_t lo[2] = {PATCH_ROW, PATCH_COLUMN};
    const int64_t hi[2] = {PATCH_ROW + n - PATCH_LESS - 1, PATCH_COLUMN + n - PATCH_LESS - 1};
    double number = 0;
    switch (operation) {
    case TRANSPOSE:
        check_status(ga_transpose(a, c));
        break;
    case SYMMETRIZE:
        check_status(ga_symmetrize(c));
        break;
    case TRANSPOSE_PATCH:
        check_status(ga_transpose_patch(a, lo, hi, c, lo, hi));
        break;
    case ADD:
        check_status(ga_add(&two, a, &three, b, c));
        break;
    case DOT:
        check_status(ga_dot(a, b, &number));
        break;
    case SCALE:
        check_status(ga_scale(c, &less));
        break;
    case FILL:
        check_status(ga_fill(c, &five));
        break;
    case COPY:
        check_status(ga_copy(a, c));
        break;
    case NORM_1:
        check_status(ga_norm(a, GA_ENTRY_NORM_1, &number));
        break;
    case NORM_INF:
        check_status(ga_norm(a, GA_ENTRY_NORM_INF, &number));
        break;
    case NORM_2:
        check_status(ga_norm(a, GA_ENTRY_NORM_2, &number));
        break;
    case MATRIX_NORM_1:
        check_status(ga_norm(a, GA_MATRIX_NORM_1, &number));
        break;
    case MATRIX_NORM_INF:
        check_status(ga_norm(a, GA_MATRIX_NORM_INF, &number));
        break;
    case MULTIPLY:
        check_status(ga_multiply(a, b, c));
        break;
    case DIVIDE:
        check_status(ga_divide(a, b, c));
        break;
    case MAXIMUM:
        check_status(ga_maximum(a, b, c));
        break;
    case MULTIPLY_PATCH:
        check_status(ga_multiply_patch(a, lo, hi, b, lo, hi, c, lo, hi));
        break;
    case DIVIDE_PATCH:
        check_status(ga_divide_patch(a, lo, hi, b, lo, hi, c, lo, hi));
        break;
    case MAXIMUM_PATCH:
        check_status(ga_maximum_patch(a, lo, hi, b, lo, hi, c, lo, hi));
        break;
    }
    return number;
}

#include "ops.inc"

const bench_subject_t *ops_ga_start(void)
{
    static const bench_subject_t subject = {LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    return &subject;
}

void ops_ga_stop(void)
{
    lib_forget();
}
