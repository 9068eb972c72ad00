#include "la/support/gallery.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* ---- formulas -------------------------------------------------------------------------------- */

/* From 1/4 to 1 in modulus. */
static dense_value_t any(frame_t *f, int64_t i, int64_t j)
{
    double x = (double)rng_range(&f->rng, 16, 64) / 64;
    (void)i, (void)j;
    return rng_range(&f->rng, 0, 1) ? x : -x;
}

static dense_value_t dominant(frame_t *f, int64_t i, int64_t j)
{
    return any(f, i, j) + (i == j ? (double)f->n + 1 : 0);
}

static dense_value_t hilbert(frame_t *f, int64_t i, int64_t j)
{
    (void)f;
    return 1 / (double)(i + j + 1);
}

static dense_value_t kahan(frame_t *f, int64_t i, int64_t j)
{
    const double angle = 1.2;
    (void)f;
    return i > j ? 0 : pow(sin(angle), (double)i) * (i == j ? 1 : -cos(angle));
}

/* The factor by which pivots grow: 2, or less, so that all grow by less than the digits of the
 * type. */
static double growth_each(const frame_t *f)
{
    double most = type_is_single(f->type) ? 16 : 40;
    return (double)f->n - 1 <= most ? 2 : exp2(most / ((double)f->n - 1));
}

/* Wilkinson's: the last column doubles at each step. */
static dense_value_t wilkinson(frame_t *f, int64_t i, int64_t j)
{
    return i == j || j == f->n - 1 ? 1 : i > j ? 1 - growth_each(f) : 0;
}

/* Foster's, of a Volterra integral equation by the trapezoidal rule. */
static dense_value_t foster(frame_t *f, int64_t i, int64_t j)
{
    double times = growth_each(f) - 1, step = times / (1 + times / 2), last = 0.9;
    double x = i == 0 ? j == 0 : j == 0 ? -step / 2 : i == j ? 1 - step / 2 : i > j ? -step : 0;
    return j == f->n - 1 ? (i == j && j > 0 ? x + 1 - last : i == 0 && j == 0 ? 1 : -last) : x;
}

/* Wright's, of a boundary value problem by multiple shooting: blocks of 2 x 2. */
static dense_value_t wright(frame_t *f, int64_t i, int64_t j)
{
    const double decay = exp(-0.05), c = cosh(0.3), s = sinh(0.3);
    int64_t last = (f->n - 1) / 2;
    if (i == j)
        return 1;
    if (i / 2 == j / 2 + 1)
        return i % 2 == j % 2 ? -decay * c : -decay * s;
    return i / 2 == 0 && j / 2 == last && i % 2 == j % 2 ? 1 : 0;
}

/* Blocks on the diagonal begin with a tiny number, below them is nothing. */
static dense_value_t tiny_leads(frame_t *f, int64_t i, int64_t j)
{
    int64_t t = f->tile;
    dense_value_t x = any(f, i, j);
    if (i / t > j / t)
        return 0;
    return i == j && i % t == 0 && t > 1 && i + 1 < f->n ? x * type_epsilon(f->type) / 1024 : x;
}

static dense_value_t identity(frame_t *f, int64_t i, int64_t j)
{
    (void)f;
    return i == j;
}

/* All of the same modulus: twice an interval of ones is left of each row. */
static dense_value_t ties(frame_t *f, int64_t i, int64_t j)
{
    (void)f;
    return i <= j ? 1 : -1;
}

static dense_value_t sines(frame_t *f, int64_t i, int64_t j)
{
    double n = (double)f->m + 1;
    return sqrt(2 / n) * sin(pi * (double)((i + 1) * (j + 1)) / n);
}

static dense_value_t vandermonde(frame_t *f, int64_t i, int64_t j)
{
    return pow(cos(pi * ((double)i + 0.5) / (double)f->m), (double)j);
}

/* Factors whose product is exact, as is all of its elimination: pivots are larger than what is
 * below them by 2 or more, so there is no other choice. */
static double lower_factor(int64_t i, int64_t j)
{
    static const double of[] = {0.5, 0, -0.5, 0, 0, 0.5, 0, -0.5, 0, 0, 0};
    return i == j ? 1 : i > j ? of[(i * 7 + j * 3 + i * j) % 11] : 0;
}

static double upper_factor(const frame_t *f, int zero, int64_t i, int64_t j)
{
    static const double of[] = {1, 0, -1, 0, 2, 0, -2};
    if (i == j)
        return zero && i == f->place ? 0 : i % 3 == 1 ? -2 : 1;
    return i < j ? of[(i * 5 + j * 2) % 7] : 0;
}

static double sum_of_factors(const frame_t *f, int zero, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t p = 0; p <= i && p <= j; ++p)
        sum += lower_factor(i, p) * upper_factor(f, zero, p, j);
    return sum;
}

static dense_value_t exact(frame_t *f, int64_t i, int64_t j)
{
    return sum_of_factors(f, 0, i, j);
}

static dense_value_t exact_zero(frame_t *f, int64_t i, int64_t j)
{
    return sum_of_factors(f, 1, i, j);
}

/* l*d*l' is exact, too, and so is its Cholesky factor. */
static double square_of_factor(const frame_t *f, double odd, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t p = 0; p <= i && p <= j; ++p)
        sum += lower_factor(i, p) * lower_factor(j, p) * (p == f->place ? odd : 1);
    return sum;
}

static dense_value_t definite(frame_t *f, int64_t i, int64_t j)
{
    return square_of_factor(f, 1, i, j);
}

static dense_value_t semidefinite(frame_t *f, int64_t i, int64_t j)
{
    return square_of_factor(f, 0, i, j);
}

static dense_value_t indefinite(frame_t *f, int64_t i, int64_t j)
{
    return square_of_factor(f, -1, i, j);
}

static dense_value_t nearly_indefinite(frame_t *f, int64_t i, int64_t j)
{
    return square_of_factor(f, (double)f->n * 64 * type_epsilon(f->type), i, j);
}

static dense_value_t least_index(frame_t *f, int64_t i, int64_t j)
{
    (void)f;
    return (double)(i < j ? i : j) + 1;
}

/* One for all columns together, and hardly one for each. */
static dense_value_t lauchli(frame_t *f, int64_t i, int64_t j)
{
    return i == 0 ? 1 : i == j + 1 ? sqrt(type_epsilon(f->type)) * 64 : 0;
}

static dense_value_t tame_triangle(frame_t *f, int64_t i, int64_t j)
{
    dense_value_t x = any(f, i, j);
    return i == j ? 1.5 : i > j ? x / (double)f->n : 0;
}

/* Solutions grow as pivots do elsewhere. */
static dense_value_t growing_triangle(frame_t *f, int64_t i, int64_t j)
{
    return i == j ? 1 : i > j ? 1 - growth_each(f) : 0;
}

/* Diagonals that are small beside the rest of their tile, but one of a few. */
static dense_value_t steep_triangle(frame_t *f, int64_t i, int64_t j)
{
    dense_value_t x = any(f, i, j);
    return i == j ? (i % 16 == 5 ? 0x1p-10 : 1) : i > j ? x / (double)f->n : 0;
}

static dense_value_t kahan_triangle(frame_t *f, int64_t i, int64_t j)
{
    return kahan(f, j, i);
}

/* ---- the halls -------------------------------------------------------------------- */

static const exhibit_t squares[] = {
    {.name = "dominant", .element = dominant, .tame = 1},
    {.name = "any", .element = any},
    {.name = "graded rows", .element = any, .grade_rows = 1},
    {.name = "graded columns", .element = any, .grade_columns = 1},
    {.name = "graded rows and columns", .element = any, .grade_rows = 1, .grade_columns = -1},
    {.name = "Hilbert", .element = hilbert, .may_fail = 1},
    {.name = "Kahan from the end", .element = kahan, .rows = FROM_THE_END},
    {.name = "Wilkinson", .element = wilkinson, .grows = 1},
    {.name = "Foster", .element = foster, .grows = 1},
    {.name = "Wright", .element = wright, .grows = 1},
    {.name = "tiny leads", .element = tiny_leads},
    {.name = "tiny leads by tiles", .element = tiny_leads, .rows = BY_TILES},
    {.name = "identity drawn", .element = identity, .rows = DRAWN, .tame = 1},
    {.name = "identity from the end", .element = identity, .rows = FROM_THE_END, .tame = 1},
    {.name = "identity by tiles", .element = identity, .rows = BY_TILES, .tame = 1},
    {.name = "exact drawn", .element = exact, .exact = 1, .rows = DRAWN},
    {.name = "exact by tiles", .element = exact, .exact = 1, .rows = BY_TILES},
    {.name = "exact from the end", .element = exact, .exact = 1, .rows = FROM_THE_END},
    {.name = "sines", .element = sines, .tame = 1},
    {.name = "Vandermonde", .element = vandermonde, .may_fail = 1},
    {.name = "ties", .element = ties, .tame = 1},
    {.name = "close columns", .element = any, .spoil = CLOSE_COLUMNS, .may_fail = 1},
    {.name = "zero column", .element = dominant, .spoil = ZERO_COLUMN},
    {.name = "zero row", .element = dominant, .spoil = ZERO_ROW},
    {.name = "zero pivot drawn", .element = exact_zero, .rows = DRAWN, .zero = 1},
    {.name = "zero pivot by tiles", .element = exact_zero, .rows = BY_TILES, .zero = 1},
    {.name = "same rows", .element = ties, .spoil = SAME_ROWS},
    {.name = "same columns", .element = ties, .spoil = SAME_COLUMNS},
};

static const exhibit_t definites[] = {
    {.name = "dominant", .element = dominant, .tame = 1},
    {.name = "graded", .element = dominant, .grade_rows = 1, .grade_columns = 1},
    {.name = "Hilbert", .element = hilbert, .may_fail = 1},
    {.name = "least index", .element = least_index, .tame = 1},
    {.name = "exact", .element = definite, .exact = 1},
    {.name = "exact graded", .element = definite, .exact = 1, .grade_rows = 1, .grade_columns = 1},
    {.name = "nearly indefinite", .element = nearly_indefinite, .may_fail = 1},
    {.name = "zero pivot", .element = semidefinite, .zero = 1},
    {.name = "negative pivot", .element = indefinite, .zero = 1},
};

static const exhibit_t talls[] = {
    {.name = "any", .element = any},
    {.name = "graded columns", .element = any, .grade_columns = 1},
    {.name = "Hilbert", .element = hilbert, .may_fail = 1},
    {.name = "Kahan", .element = kahan, .may_fail = 1},
    {.name = "Vandermonde", .element = vandermonde, .may_fail = 1},
    {.name = "Lauchli", .element = lauchli, .may_fail = 1},
    {.name = "sines", .element = sines, .tame = 1},
    {.name = "ties", .element = ties, .tame = 1},
    {.name = "Wilkinson", .element = wilkinson},
    {.name = "exact from the end", .element = exact, .exact = 1, .rows = FROM_THE_END},
    {.name = "zero column", .element = dominant, .spoil = ZERO_COLUMN},
    {.name = "same columns", .element = dominant, .spoil = SAME_COLUMNS},
};

static const exhibit_t triangles[] = {
    {.name = "tame", .element = tame_triangle, .tame = 1},
    {.name = "graded rows", .element = tame_triangle, .grade_rows = 1},
    {.name = "graded columns", .element = tame_triangle, .grade_columns = 1},
    {.name = "Kahan", .element = kahan_triangle},
    {.name = "growing", .element = growing_triangle},
    {.name = "steep", .element = steep_triangle},
    {.name = "identity", .element = identity},
};

#define ROOM(exhibits)                                                                             \
    {                                                                                              \
        exhibits, sizeof exhibits / sizeof exhibits[0]                                             \
    }
static const struct {
    const exhibit_t *exhibits;
    int count;
} halls[] = {[SQUARE] = ROOM(squares),
             [DEFINITE] = ROOM(definites),
             [TALL] = ROOM(talls),
             [TRIANGLE] = ROOM(triangles)};

int gallery_count(hall_t hall)
{
    return halls[hall].count;
}

const exhibit_t *gallery(hall_t hall, int which)
{
    return &halls[hall].exhibits[which];
}
