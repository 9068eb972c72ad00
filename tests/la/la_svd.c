/* Singular value decompositions of matrices of known singular values. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/spectrum.h"
#include "la/support/steps.h"

#include <math.h>
#include <stdlib.h>

enum { LEFT = 1, RIGHT = 2, VALUES_MOST = 160 };

/* Spread evenly; graded over more orders than any type has digits; all alike; few that are not
 * zero; nearly singular; zero. */
enum { SPECTRA = 6 };

static double singular_value(ashlar_type type, int spectrum, int64_t k, int64_t count)
{
    switch (spectrum) {
    case 0:
        return 1.5 - (double)k / (double)count;
    case 1:
        return pow(10, -40.0 * (double)k / (double)count);
    case 2:
        return 1;
    case 3:
        return k < 3 ? (double)(5 - k) / 4 : 0;
    case 4:
        return k < count - 1 || count == 1 ? 1.25 : type_epsilon(type) / 4;
    default:
        return 0;
    }
}

/* Close to the largest number of the type, where sums of columns are infinite, or to the least. */
static int draw_exponent(step_t *s)
{
    int top = type_is_single(s->type) ? 127 : 1023;
    return !step_once_in(s, 4) ? 0 : step_once_in(s, 2) ? top : 5 - top;
}

static dense_t times_power(const dense_t *x, int exponent)
{
    dense_t y = dense_create(x->m, x->n);
    for (int64_t k = 0; k < x->m * x->n; ++k)
        y.at[k] = CMPLX(ldexp(creal(x->at[k]), exponent), ldexp(cimag(x->at[k]), exponent));
    return y;
}

static void scale_reals(ashlar_type type, void *reals, int64_t n, int exponent)
{
    for (int64_t k = 0; k < n; ++k)
        if (type_is_single(type))
            ((float *)reals)[k] = ldexpf(((float *)reals)[k], exponent);
        else
            ((double *)reals)[k] = ldexp(((double *)reals)[k], exponent);
}

static void decompose(step_t *s)
{
    int64_t m = step_extent(s), n = step_extent(s), count = m < n ? m : n;
    int wanted = s->round % 4, exponent = draw_exponent(s);
    double values[VALUES_MOST], bound = 20 * (double)(m + n) * type_epsilon(s->type);
    for (int64_t k = 0; k < count; ++k)
        values[k] = singular_value(s->type, s->round / 4 % SPECTRA, k, count);
    dense_t given = dense_of_spectrum(&s->rng, s->type, m, n, values);
    given = times_power(&given, exponent);
    given = dense_kept(s->type, &given);
    ga_t a = step_from(s, &given), u = wanted & LEFT ? step_create(s, m, count) : 0;
    ga_t vt = wanted & RIGHT ? step_create(s, count, n) : 0;
    void *w = test_alloc((size_t)count * sizeof(double));
    CHECK_OK(la_svd(a, w, u, vt));
    CHECK(matrix_is(a, &given));
    check_shared(s->type, s->group, w, count);
    scale_reals(s->type, w, count, -exponent);
    for (int64_t k = 0; k < count; ++k) {
        CHECK_WITHIN(bound * values[0], fabs(real_at(s->type, w, k) - values[k]));
        CHECK(real_at(s->type, w, k) >= (k + 1 < count ? real_at(s->type, w, k + 1) : 0));
    }
    dense_t left = u ? matrix_read(u) : (dense_t){0}, right = vt ? matrix_read(vt) : (dense_t){0};
    given = times_power(&given, -exponent);
    check_singular(s->type, &given, &left, w, &right);
    free(w);
}

TEST_CASE(svd_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_svd", decompose, 2 * 4 * SPECTRA}};
    RUN_ROWS(rows);
}
