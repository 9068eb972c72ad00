/* Sums, dot products and norms as their definitions give them, rounded once. */
#include "ga/reduce/expected.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "model/exact.h"

enum { LONGEST = 256 };

double part_of(const data_t *data, int64_t k, int part)
{
    const char *at = data->at + (size_t)k * type_bytes(data->type);

    if (data->is_integer)
        return type_bytes(data->type) == 4 ? (double)*(const int32_t *)(const void *)at
                                           : (double)*(const int64_t *)(const void *)at;
    return data->is_float ? (double)((const float *)(const void *)at)[part]
                          : ((const double *)(const void *)at)[part];
}

/* Sums of terms that may have two parts; integers wrap around. */
typedef struct total {
    exact_t parts[2];
    uint64_t whole;
} total_t;

static void total_store(const data_t *like, const total_t *total, element_t *element)
{
    memset(element, 0, sizeof *element);
    if (like->is_integer) /* the lower bytes */
        memcpy(element, &total->whole, sizeof total->whole);
    for (int part = 0; part < like->parts && !like->is_integer; ++part) {
        const double x =
            exact_round(&total->parts[part], like->is_float ? FLT_MANT_DIG : DBL_MANT_DIG);
        if (like->is_float)
            ((float *)(void *)element)[part] = (float)x;
        else
            ((double *)(void *)element)[part] = x;
    }
}

static uint64_t integer_of(const data_t *data, int64_t k)
{
    return type_bytes(data->type) == 4 ? (uint64_t)((const int32_t *)(const void *)data->at)[k]
                                       : (uint64_t)((const int64_t *)(const void *)data->at)[k];
}

static void add_element(const data_t *x, int64_t k, total_t *total)
{
    if (x->is_integer)
        total->whole += integer_of(x, k);
    for (int part = 0; part < x->parts; ++part)
        exact_add(&total->parts[part], part_of(x, k, part));
}

/* Products are rounded, and so are their sums in a part of a complex one. */
static void add_product(const data_t *x, const data_t *y, int64_t k, total_t *total)
{
    volatile double products[4];

    if (x->is_integer)
        total->whole += integer_of(x, k) * integer_of(y, k);
    for (int p = 0; p < x->parts; ++p)
        for (int q = 0; q < x->parts; ++q)
            products[2 * p + q] = part_of(x, k, p) * part_of(y, k, q);
    exact_add(&total->parts[0], x->parts == 2 ? products[0] - products[3] : products[0]);
    if (x->parts == 2)
        exact_add(&total->parts[1], products[1] + products[2]);
}

static double modulus_of(const data_t *x, int64_t k)
{
    const double re = fabs(part_of(x, k, 0)), im = x->parts == 2 ? fabs(part_of(x, k, 1)) : 0;
    volatile double square = fmin(re, im) / fmax(re, im);

    if (isinf(re) || isinf(im))
        return (double)INFINITY;
    if (isnan(re) || isnan(im))
        return (double)NAN;
    square = square * square;
    return im == 0 ? re : fmax(re, im) * sqrt(1 + square);
}

/* The root of the sum of squares of parts times a power of two. */
static double root_of_squares(const data_t *x, int exponent, bool is_by_element)
{
    exact_t sum = {.odd = 0};

    for (int64_t k = 0; k < x->n; ++k) {
        volatile double squares[2] = {0, 0};
        for (int part = 0; part < x->parts; ++part) {
            const double scaled = ldexp(part_of(x, k, part), exponent);
            squares[part] = scaled * scaled;
        }
        if (is_by_element) {
            exact_add(&sum, squares[0] + squares[1]);
        } else {
            exact_add(&sum, squares[0]);
            exact_add(&sum, squares[1]);
        }
    }
    return sqrt(exact_round(&sum, DBL_MANT_DIG)) * ldexp(1, -exponent);
}

static double norm_2_of(const data_t *x, double max)
{
    const double norm = root_of_squares(x, 0, true), least = 0x1p-459; /* DBL_MIN * 2^104 */

    if (norm >= least && norm <= DBL_MAX)
        return norm;
    if (!(max > 0 && max <= DBL_MAX))
        return max;
    return x->is_integer || x->is_float
               ? norm
               : root_of_squares(x, ilogb(max) < -1000 ? 1000 : -ilogb(max), false);
}

static double larger(double a, double b)
{
    return isnan(a) || isnan(b) ? (double)NAN : a > b ? a : b;
}

static void find_norms(const data_t *x, double *norms)
{
    static exact_t sums[2][LONGEST];
    exact_t all = {.odd = 0};

    memset(sums, 0, sizeof sums);
    memset(norms, 0, NORMS * sizeof *norms);
    for (int64_t k = 0; k < x->n; ++k) {
        const double modulus = modulus_of(x, k);
        exact_add(&all, modulus);
        norms[GA_ENTRY_NORM_INF] = larger(norms[GA_ENTRY_NORM_INF], modulus);
        if (x->ndim == 2) {
            exact_add(&sums[0][k % x->dims[0]], modulus);
            exact_add(&sums[1][k / x->dims[0]], modulus);
        }
    }
    norms[GA_ENTRY_NORM_1] = exact_round(&all, DBL_MANT_DIG);
    norms[GA_ENTRY_NORM_2] = norm_2_of(x, norms[GA_ENTRY_NORM_INF]);
    for (int side = 0; side < 2 && x->ndim == 2; ++side)
        for (int64_t k = 0; k < x->dims[side]; ++k) {
            double *norm = &norms[side ? GA_MATRIX_NORM_1 : GA_MATRIX_NORM_INF];
            *norm = larger(*norm, exact_round(&sums[side][k], DBL_MANT_DIG));
        }
    if (x->ndim == 1) {
        norms[GA_MATRIX_NORM_1] = norms[GA_ENTRY_NORM_1];
        norms[GA_MATRIX_NORM_INF] = norms[GA_ENTRY_NORM_INF];
    }
}

void find_expected(const data_t *x, const data_t *y, rng_t *rng, expected_t *expected)
{
    static total_t sum, part, dot, square;
    patch_t all = patch_whole(x->ndim, x->dims);
    int64_t at[ASHLAR_MAX_DIM];

    memset(&sum, 0, sizeof sum);
    part = dot = square = sum;
    memcpy(at, all.lo, sizeof at);
    expected->patch = patch_random(rng, x->ndim, x->dims);
    for (int64_t k = 0; k < x->n; ++k, patch_next(&all, at)) {
        add_element(x, k, &sum);
        if (patch_contains(&expected->patch, at))
            add_element(x, k, &part);
        add_product(x, y, k, &dot);
        add_product(x, x, k, &square);
    }
    total_store(x, &sum, &expected->sum);
    total_store(x, &part, &expected->part);
    total_store(x, &dot, &expected->dot);
    total_store(x, &square, &expected->square);
    find_norms(x, expected->norms);
}
