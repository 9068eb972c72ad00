/* Triangular solves and products, and updates of rank k, against loops. Errors are bounded element
 * by element: by the same sums of moduli. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/triangles.h"

#include <math.h>

/* The letter, or the upper case of it, which means the same. */
static char either(step_t *s, char letter)
{
    return (char)(step_once_in(s, 2) ? letter : letter & ~0x20);
}

/* ---- triangular matrices ----------------------------------------------------------------------
 */

/* Both calls: a*x is compared with alpha*b, and with what a product of them is. With alpha = 0
 * neither a nor b is read. */
static void triangular(step_t *s)
{
    int k = s->round;
    triangle_form_t f = {"lr"[k % 2], "lu"[k / 2 % 2], "ntc"[k / 4 % 3], "nu"[k / 12 % 2]};
    int64_t m = step_extent(s), n = step_once_in(s, 4) ? m : step_extent(s);
    int64_t order = f.side == 'l' ? m : n;
    dense_t stored, a = triangle_create(s, order, f, &stored), b = step_random(s, m, n);
    dense_value_t alpha = step_number(s, false);
    dense_t op = dense_op(f.trans, &a), alpha_b = dense_times(alpha, &b), given = b;
    element_t alpha_element = element_from(s->type, alpha);
    if (alpha == 0) {
        stored = dense_filled(order, order, NAN);
        given = dense_filled(m, n, NAN);
    }
    ga_t ga = step_from(s, &stored), gx = step_from(s, &given), gy = step_from(s, &given);
    CHECK_OK(la_trsm(either(s, f.side), either(s, f.uplo), either(s, f.trans), either(s, f.diag),
                     &alpha_element, ga, gx));
    CHECK_OK(la_trmm(either(s, f.side), either(s, f.uplo), either(s, f.trans), either(s, f.diag),
                     &alpha_element, ga, gy));
    dense_t x = matrix_read(gx), y = matrix_read(gy);
    dense_t ax = triangle_product(f.side, &op, &x), ab = triangle_product(f.side, &op, &alpha_b);
    triangle_check(s, f.side, &op, &x, &alpha_b, &ax);
    triangle_check(s, f.side, &op, &b, &ab, &y);
    CHECK(matrix_is(ga, &stored));
}

/* A 0 on the diagonal makes a solution that is not finite; what is not a number stays in its
 * column. */
static void odd_numbers(step_t *s)
{
    int64_t n = s->round ? 40 : 3;
    element_t one = element_from(s->type, 1);
    dense_t a = dense_identity(n), b = dense_filled(n, 4, 1);
    *dense_at(&a, 0, 0) = 0;
    ga_t ga = step_from(s, &a), gb = step_from(s, &b);
    CHECK_OK(la_trsm('l', 'l', 'n', 'n', &one, ga, gb));
    dense_t x = matrix_read(gb);
    for (int64_t j = 0; j < 4; ++j)
        CHECK(!isfinite(creal(*dense_at(&x, 0, j))));

    *dense_at(&a, 0, 0) = 1;
    *dense_at(&b, n - 1, 2) = NAN;
    CHECK_OK(ga_group_sync(s->group));
    matrix_write(ga, &a);
    matrix_write(gb, &b);
    CHECK_OK(la_trsm('l', 'u', 'n', 'n', &one, ga, gb));
    x = matrix_read(gb);
    CHECK(isnan(creal(*dense_at(&x, n - 1, 2))));
    for (int64_t i = 0; i < n; ++i)
        CHECK(*dense_at(&x, i, 1) == 1);
}

/* ---- updates ----------------------------------------------------------------------------------
 */

typedef struct update {
    bool hermitian, two;
    char uplo, trans;
    dense_value_t alpha, beta;
} update_t;

static int call_update(step_t *s, const update_t *u, ga_t a, ga_t b, ga_t c)
{
    ashlar_type real = type_is_single(s->type) ? ASHLAR_FLOAT : ASHLAR_DOUBLE;
    element_t alpha = element_from(u->hermitian && !u->two ? real : s->type, u->alpha);
    element_t beta = element_from(u->hermitian ? real : s->type, u->beta);
    char uplo = either(s, u->uplo), trans = either(s, u->trans);
    if (u->two)
        return (u->hermitian ? la_her2k : la_syr2k)(uplo, trans, &alpha, a, b, &beta, c);
    return (u->hermitian ? la_herk : la_syrk)(uplo, trans, &alpha, a, &beta, c);
}

/* alpha*op(x)*op(y)', where ' conjugates for Hermitian matrices */
static dense_t outer(const update_t *u, dense_value_t alpha, const dense_t *x, const dense_t *y)
{
    dense_t left = dense_op(u->trans, x), op = dense_op(u->trans, y);
    dense_t right = dense_op(u->hermitian ? 'c' : 't', &op), z = dense_product(&left, &right);
    return dense_times(alpha, &z);
}

/* The triangle of the result; the other is zero. */
static dense_t expected(const update_t *u, const dense_t *a, const dense_t *b, const dense_t *c)
{
    dense_t z = outer(u, u->alpha, a, u->two ? b : a), old = dense_times(u->beta, c);
    if (u->two) {
        dense_t y = outer(u, u->hermitian ? conj(u->alpha) : u->alpha, b, a);
        z = dense_sum(&z, &y);
    }
    z = dense_sum(&z, &old);
    return dense_triangle(u->uplo, &z);
}

static dense_t bounds(const update_t *u, const dense_t *a, const dense_t *b, const dense_t *c)
{
    update_t moduli = *u;
    dense_t x = moduli_of(a), y = moduli_of(b), z = moduli_of(c);
    moduli.alpha = cabs(u->alpha);
    moduli.beta = cabs(u->beta);
    return expected(&moduli, &x, &y, &z);
}

/* The array before the call: c, but NaN where it must not be read, and imaginary parts on the
 * diagonal of a Hermitian matrix, which are none. With alpha = 0 and beta = 1 BLAS does nothing,
 * and would leave them there. */
static dense_t stored_form(step_t *s, const update_t *u, const dense_t *c)
{
    dense_t stored = dense_op('n', c);
    bool imaginary = u->hermitian && type_is_complex(s->type) && !(u->alpha == 0 && u->beta == 1);
    for (int64_t j = 0; j < c->n; ++j)
        for (int64_t i = 0; i < c->m; ++i) {
            bool in = triangle_has(u->uplo, i, j);
            if (in ? u->beta == 0 : (i + j) % 5 == 0)
                *dense_at(&stored, i, j) = NAN;
            else if (i == j && imaginary)
                *dense_at(&stored, i, j) += CMPLX(0, 3);
        }
    return stored;
}

/* 'c' is not for symmetric complex matrices, nor 't' for Hermitian ones. */
static bool is_allowed(const step_t *s, const update_t *u)
{
    return !type_is_complex(s->type) || u->trans == 'n' || u->trans == (u->hermitian ? 'c' : 't');
}

/* The triangle is as expected, and real on the diagonal of a Hermitian matrix; the other still has
 * what was there. */
static void check_update(step_t *s, const update_t *u, const dense_t *want, const dense_t *bound,
                         double terms, const dense_t *before, ga_t gc)
{
    dense_t after = matrix_read(gc), part = dense_triangle(u->uplo, &after);
    CHECK_WITHIN(8 * terms * type_epsilon(s->type), worst_quotient(want, &part, bound));
    for (int64_t j = 0; j < after.n; ++j) {
        for (int64_t i = 0; i < after.m; ++i)
            if (triangle_has(u->uplo, i, j))
                *dense_at(&after, i, j) = *dense_at(before, i, j);
        CHECK(!u->hermitian || cimag(*dense_at(&part, j, j)) == 0);
    }
    CHECK(dense_is(before, &after));
}

static void update(step_t *s)
{
    int64_t n = step_extent(s), k = step_extent(s);
    update_t u = {
        .hermitian = s->round % 2, .two = s->round / 2 % 2, .uplo = "lu"[s->round / 4 % 2]};
    u.trans = "ntc"[s->round / 8 % 3];
    u.alpha = step_number(s, u.hermitian && !u.two);
    u.beta = step_number(s, u.hermitian);
    dense_t a = u.trans == 'n' ? step_random(s, n, k) : step_random(s, k, n);
    bool alike = u.two && step_once_in(s, 4); /* b may be a */
    dense_t b = alike ? a : step_random(s, a.m, a.n), c = step_random(s, n, n);
    for (int64_t i = 0; u.hermitian && i < n; ++i)
        *dense_at(&c, i, i) = creal(*dense_at(&c, i, i));
    dense_t want = expected(&u, &a, &b, &c), bound = bounds(&u, &a, &b, &c);
    dense_t stored = stored_form(s, &u, &c);
    if (u.alpha == 0) /* they are not read */
        a = b = dense_filled(a.m, a.n, NAN);
    ga_t ga = step_from(s, &a), gb = alike ? ga : step_from(s, &b), gc = step_from(s, &stored);
    if (!is_allowed(s, &u)) {
        CHECK_STATUS(ASHLAR_EARG, call_update(s, &u, ga, gb, gc));
        CHECK(matrix_is(gc, &stored));
        return;
    }
    CHECK_OK(call_update(s, &u, ga, gb, gc));
    check_update(s, &u, &want, &bound, (double)(k + 2), &stored, gc);
    CHECK(matrix_is(ga, &a) && matrix_is(gb, &b));
}

TEST_CASE(level3_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_trsm and la_trmm", triangular, 24},
                                      {"la_trsm with odd numbers", odd_numbers, 2},
                                      {"an update of rank k or 2k", update, 48}};
    RUN_ROWS(rows);
}
