/* QR factors that are kept. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/steps.h"

#include <math.h>

static double column_norm(const dense_t *x, int64_t j)
{
    double norm = 0;
    for (int64_t i = 0; i < x->m; ++i)
        norm = hypot(norm, cabs(*dense_at(x, i, j)));
    return norm;
}

/* x = y, column by column within `bound` of the columns of x. */
static void check_columns(double bound, const dense_t *x, const dense_t *y)
{
    double worst = 0;
    for (int64_t j = 0; j < x->n; ++j) {
        double norm = column_norm(x, j);
        for (int64_t i = 0; i < x->m; ++i) {
            double distance = cabs(*dense_at(x, i, j) - *dense_at(y, i, j));
            worst = fmax(worst, norm > 0 ? distance / norm : distance > 0 ? INFINITY : 0);
        }
    }
    CHECK_WITHIN(bound, worst);
}

static double bound_of(const step_t *s, const dense_t *a)
{
    return 20 * (double)(a->m + a->n + 4) * type_epsilon(s->type);
}

/* The first n columns of q, which are orthonormal. */
static dense_t form(step_t *s, la_factor_t f, const dense_t *a, int64_t n)
{
    ga_t g = step_create(s, a->m, n);
    CHECK_OK(la_qr_form_q(f, g));
    dense_t q = matrix_read(g), qt = dense_op('c', &q), one = dense_product(&qt, &q);
    CHECK_WITHIN(bound_of(s, a), dense_distance_to_identity(&one));
    return q;
}

/* The columns of a part are the first ones of q. */
static void check_first(double bound, const dense_t *q, const dense_t *part)
{
    const dense_t first = {.m = q->m, .n = part->n, .at = q->at};
    CHECK_WITHIN(bound, dense_distance(&first, part));
}

/* q*b, b*q and the like are those with the q that is formed. */
static void check_products(step_t *s, la_factor_t f, const dense_t *a, const dense_t *q)
{
    static const char sides[] = "lrLR", ops[] = "ncNC";
    dense_t qt = dense_op('c', q);
    for (int k = 0; k < 4; ++k) {
        bool left = k % 2 == 0;
        const dense_t *times = (k + s->round) % 2 ? &qt : q;
        dense_t b =
            left ? step_random(s, a->m, step_extent(s)) : step_random(s, step_extent(s), a->m);
        ga_t g = step_from(s, &b);
        CHECK_OK(la_qr_apply(f, sides[k], ops[(k + s->round) % 2 + k / 2 * 2], g));
        dense_t found = matrix_read(g);
        dense_t wanted = left ? dense_product(times, &b) : dense_product(&b, times);
        CHECK_WITHIN(4 * bound_of(s, a), dense_distance(&wanted, &found));
    }
}

/* Factors of any a have these properties. */
static void check_qr(step_t *s, const dense_t *a)
{
    int64_t least = a->m < a->n ? a->m : a->n;
    la_factor_t f = 0;
    ga_t ga = step_from(s, a);
    REQUIRE_OK(la_factor_qr(ga, &f));
    CHECK(matrix_is(ga, a));
    CHECK_OK(ga_destroy(ga)); /* the factors do without */
    dense_t q = form(s, f, a, a->m), thin = form(s, f, a, least);
    dense_t some = form(s, f, a, rng_range(&s->rng, 1, a->m));
    check_first(bound_of(s, a), &q, &thin);
    check_first(bound_of(s, a), &q, &some);
    s->kind = s->round % GA_KIND_COUNT;
    ga_t gr = step_create(s, least, a->n);
    CHECK_OK(la_qr_form_r(f, gr));
    dense_t r = matrix_read(gr), product = dense_product(&thin, &r);
    for (int64_t j = 0; j < a->n; ++j)
        for (int64_t i = j; i < least; ++i)
            CHECK(i == j ? cimag(*dense_at(&r, i, j)) == 0 : *dense_at(&r, i, j) == 0);
    check_columns(bound_of(s, a), a, &product);
    check_products(s, f, a, &q);
    CHECK_OK(la_factor_free(f));
}

/* The matrix stays as it is, or comes close to the largest numbers or the least, or each column
 * gets another size. */
static void factor_qr(step_t *s)
{
    int top = type_is_single(s->type) ? 110 : 1010, which = s->round % 4;
    dense_t a = step_random(s, step_extent(s), step_extent(s));
    for (int64_t j = 0; j < a.n; ++j)
        for (int64_t i = 0; i < a.m; ++i)
            *dense_at(&a, i, j) *= ldexp(1, which == 1   ? top
                                            : which == 2 ? -top
                                            : which == 3 ? (int)(j * 37 % 121) - 60
                                                         : 0);
    a = dense_kept(s->type, &a);
    check_qr(s, &a);
}

/* One row, one column, and more rows or columns than those. */
static void thin(step_t *s)
{
    int64_t n = step_extent(s), few = rng_range(&s->rng, 1, 2);
    dense_t a = s->round % 2 ? step_random(s, few, n) : step_random(s, n, few);
    check_qr(s, &a);
}

enum { ZERO, ZERO_COLUMNS, ALIKE, HILBERT, KAHAN, ODD };

static dense_value_t odd_at(int which, int64_t i, int64_t j, dense_value_t drawn)
{
    const double sine = 0.875, cosine = sqrt(1 - sine * sine);
    switch (which) {
    case ZERO:
        return 0;
    case ZERO_COLUMNS:
        return j % 3 == 0 ? 0 : drawn;
    case ALIKE:
        return (double)(i % 7 + 1);
    case HILBERT:
        return 1 / (double)(i + j + 1);
    default:
        return i > j ? 0 : pow(sine, (double)i) * (i == j ? 1 : -cosine);
    }
}

/* Singular and nearly so. */
static void odd(step_t *s)
{
    dense_t a = step_random(s, step_extent(s), step_extent(s));
    for (int64_t j = 0; j < a.n; ++j)
        for (int64_t i = 0; i < a.m; ++i)
            *dense_at(&a, i, j) = odd_at(s->round % ODD, i, j, *dense_at(&a, i, j));
    a = dense_kept(s->type, &a);
    check_qr(s, &a);
}

/* Elements of r, and products with q, that are beyond the range. */
static void qr_overflow(step_t *s)
{
    int64_t m = 4 + step_extent(s);
    dense_t a = dense_filled(m, 2, 0.9 * type_most(s->type));
    a = dense_kept(s->type, &a);
    ga_t g = step_from(s, &a), r = step_create(s, 2, 2);
    la_factor_t f = 0;
    REQUIRE_OK(la_factor_qr(g, &f));
    check_refused(la_qr_form_r(f, r), "elements beyond the range of their type");
    check_refused(la_qr_apply(f, 'l', 'c', g), "elements beyond the range of their type");
    CHECK_OK(la_factor_free(f));
}

TEST_CASE(qr_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_factor_qr", factor_qr, 16},
                                      {"la_factor_qr of a row or column", thin, 6},
                                      {"la_factor_qr of odd matrices", odd, 10},
                                      {"la_factor_qr that overflows", qr_overflow, 2}};
    RUN_ROWS(rows);
}

/* Left when the library stops. */
TEST_CASE(qr_terminate, TEST_BARE)
{
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    dense_t a = dense_filled(9, 5, 1);
    ga_t g = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    la_factor_t f = 0;
    REQUIRE_OK(la_factor_qr(g, &f));
    matrices_free();
    CHECK_OK(ga_terminate());
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_STATUS(ASHLAR_EHANDLE, la_factor_free(f));
    CHECK_OK(ga_terminate());
}
