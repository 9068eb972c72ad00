#include "la/support/gallery.h"

#include <math.h>

#include "la/support/spectrum.h"

/* ---- what is done to a formula ----------------------------------------------------------------
 */

/* From 2^-20 to 2^20, or back. */
static double grade(int which, int64_t k)
{
    return which ? ldexp(1, which * ((int)(k * 7 % 41) - 20)) : 1;
}

static dense_value_t phase(int64_t turns)
{
    static const double re[] = {1, 0, -1, 0}, im[] = {0, 1, 0, -1};
    return CMPLX(re[turns % 4], im[turns % 4]);
}

/* Rows and columns of complex matrices are turned by quarters, which is exact; Hermitian matrices
 * stay so. */
static dense_t make_elements(const exhibit_t *is, frame_t *f, int hermitian)
{
    dense_t a = dense_create(f->m, f->n);
    for (int64_t j = 0; j < f->n; ++j)
        for (int64_t i = hermitian ? j : 0; i < f->m; ++i) {
            dense_value_t x =
                is->element(f, i, j) * grade(is->grade_rows, i) * grade(is->grade_columns, j);
            if (type_is_complex(f->type))
                x *= hermitian ? phase(i + 3 * j) : phase(i * 3 + j);
            *dense_at(&a, i, j) = x;
        }
    return hermitian ? dense_hermitian_from(f->type, &a) : a;
}

static int64_t row_from(const exhibit_t *is, frame_t *f, const int64_t *drawn, int64_t i)
{
    return is->rows == FROM_THE_END ? f->m - 1 - i
           : is->rows == BY_TILES   ? (i + f->tile) % f->m
           : is->rows == DRAWN      ? drawn[i]
                                    : i;
}

static dense_t order_rows(const exhibit_t *is, frame_t *f, const dense_t *a)
{
    enum { MOST = 512 };
    int64_t drawn[MOST];
    dense_t b = dense_create(a->m, a->n);
    for (int64_t k = 0; k < a->m; ++k) {
        int64_t at = rng_range(&f->rng, 0, k);
        drawn[k] = drawn[at];
        drawn[at] = k;
    }
    for (int64_t j = 0; j < a->n; ++j)
        for (int64_t i = 0; i < a->m; ++i)
            *dense_at(&b, i, j) = *dense_at(a, row_from(is, f, drawn, i), j);
    return b;
}

static void spoil(const exhibit_t *is, const frame_t *f, dense_t *a)
{
    int64_t k = f->place, before = k > 0 ? k - 1 : k;
    dense_value_t times = k > 0;
    for (int64_t i = 0; i < a->m; ++i)
        if (is->spoil == ZERO_COLUMN || is->spoil == SAME_COLUMNS)
            *dense_at(a, i, k) = is->spoil == ZERO_COLUMN ? 0 : times * *dense_at(a, i, before);
        else if (is->spoil == CLOSE_COLUMNS && a->n > 1)
            *dense_at(a, i, a->n - 1) =
                *dense_at(a, i, 0) + (i == k ? 64 * type_epsilon(f->type) : 0);
    for (int64_t j = 0; j < a->n; ++j)
        if (is->spoil == ZERO_ROW || is->spoil == SAME_ROWS)
            *dense_at(a, k, j) = is->spoil == ZERO_ROW ? 0 : times * *dense_at(a, before, j);
}

/* ---- what is known of them ------------------------------------------------------------------- */

static int64_t failed_pivot(const exhibit_t *is, const frame_t *f)
{
    if (is->spoil == ZERO_ROW || (is->spoil == SAME_ROWS && f->place == 0))
        return f->n - 1;
    return is->zero || is->spoil == ZERO_COLUMN || is->spoil == SAME_COLUMNS ||
                   is->spoil == SAME_ROWS
               ? f->place
               : -1;
}

static double column_size(const dense_t *a, int64_t j, int64_t first)
{
    double size = 0;
    for (int64_t i = first; i < a->m; ++i)
        size = fmax(size, cabs(*dense_at(a, i, j)));
    return size;
}

static void eliminate(dense_t *a, int64_t k)
{
    int64_t p = k;
    for (int64_t i = k; i < a->m; ++i)
        if (cabs(*dense_at(a, i, k)) > cabs(*dense_at(a, p, k)))
            p = i;
    for (int64_t j = 0; j < a->n; ++j) {
        dense_value_t kept = *dense_at(a, k, j);
        *dense_at(a, k, j) = *dense_at(a, p, j);
        *dense_at(a, p, j) = kept;
    }
    for (int64_t i = k + 1; i < a->m && *dense_at(a, k, k) != 0; ++i) {
        dense_value_t times = *dense_at(a, i, k) / *dense_at(a, k, k);
        for (int64_t j = k; j < a->n; ++j)
            *dense_at(a, i, j) -= times * *dense_at(a, k, j);
    }
}

/* The most that a column's largest element becomes, as many times. */
static double growth_of(const dense_t *a)
{
    double growth = 1;
    dense_t u = dense_op('n', a);
    for (int64_t k = 0; k + 1 < a->n; ++k) {
        eliminate(&u, k);
        for (int64_t j = k + 1; j < a->n; ++j)
            growth = fmax(growth, column_size(&u, j, 0) / column_size(a, j, 0));
    }
    return growth;
}

static int64_t odd_place(int number, int64_t n, int64_t tile)
{
    const int64_t places[] = {0, tile - 1, tile, n - 1, 2 * tile, n / 2};
    int64_t k = places[number % 6];
    return k < n ? k : n - 1;
}

specimen_t specimen_make(hall_t hall, int which, int number, ashlar_type type, int64_t m, int64_t n,
                         int64_t tile)
{
    const exhibit_t *is = gallery(hall, which);
    frame_t f = {.type = type, .m = m, .n = n, .tile = tile, .place = odd_place(number, n, tile)};
    specimen_t s = {.is = is, .growth = 1, .failed = failed_pivot(is, &f)};
    f.rng = rng_seed((uint64_t)number);
    dense_t elements = make_elements(is, &f, hall == DEFINITE);
    dense_t ordered = order_rows(is, &f, &elements);
    spoil(is, &f, &ordered);
    s.a = dense_kept(type, &ordered);
    if (is->grows)
        s.growth = growth_of(&s.a);
    return s;
}
