/* Triangular solves and products, and updates of rank k, against loops. Errors are bounded element
 * by element: by the same sums of moduli. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ga_group_t world = GA_GROUP_WORLD;

static layout_t draw_layout(rng_t *rng)
{
    return (layout_t)rng_range(rng, 0, LAYOUT_COUNT - 1);
}

static dense_value_t factor(ashlar_type type, double re, double im)
{
    return type_is_complex(type) ? CMPLX(re, im) : re;
}

static bool in_triangle(char uplo, int64_t i, int64_t j)
{
    return uplo == 'l' ? i >= j : i <= j;
}

static dense_t moduli_of(const dense_t *x)
{
    dense_t y = dense_create(x->m, x->n);
    for (int64_t k = 0; k < x->m * x->n; ++k)
        y.at[k] = cabs(x->at[k]);
    return y;
}

static dense_t copy_of(const dense_t *x)
{
    dense_t y = dense_create(x->m, x->n);
    memcpy(y.at, x->at, (size_t)(x->m * x->n) * sizeof *y.at);
    return y;
}

/* The largest quotient of a difference and its bound; infinite when a difference has none. */
static double worst_quotient(const dense_t *a, const dense_t *b, const dense_t *bound)
{
    double worst = 0;
    for (int64_t k = 0; k < a->m * a->n; ++k) {
        double distance = cabs(a->at[k] - b->at[k]), most = creal(bound->at[k]);
        double quotient = distance == 0 ? 0 : distance / most;
        worst = isnan(quotient) ? INFINITY : fmax(worst, quotient);
    }
    return worst;
}

/* a*b, or b*a on the right */
static dense_t product_on(char side, const dense_t *a, const dense_t *b)
{
    return side == 'l' ? dense_product(a, b) : dense_product(b, a);
}

/* ---- triangular matrices ----------------------------------------------------------------------
 */

/* What the matrix is, and what the array holds: NaN wherever it must not be read. */
typedef struct triangle {
    dense_t is, stored;
} triangle_t;

/* Solutions stay small, unless the rows are graded: then elements are 2^-20 to 2^20. */
static triangle_t triangle_create(rng_t *rng, ashlar_type type, int64_t n, char uplo, char diag,
                                  bool graded)
{
    triangle_t t = {dense_random(rng, type, n, n), dense_create(n, n)};
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i) {
            dense_value_t *is = dense_at(&t.is, i, j);
            double scale = graded ? ldexp(1, (int)(i * 7 % 41) - 20) : 1;
            bool read = in_triangle(uplo, i, j) && (i != j || diag == 'n');
            if (i == j)
                *is = diag == 'u' ? 1 : factor(type, 1.5, 0.5) * scale;
            else if (in_triangle(uplo, i, j)) /* a power of 2: every type holds it */
                *is *= ldexp(diag == 'u' ? 1 : scale, -(int)ceil(log2((double)n)));
            else
                *is = 0;
            *dense_at(&t.stored, i, j) = read ? *is : NAN;
        }
    return t;
}

static void triangle_free(triangle_t *t)
{
    dense_free(&t->is);
    dense_free(&t->stored);
}

typedef struct form {
    char side, uplo, trans, diag;
} form_t;

static form_t form_of(int k)
{
    return (form_t){"lr"[k % 2], "lu"[k / 2 % 2], "ntc"[k / 4 % 3], "nu"[k / 12 % 2]};
}

enum { FORMS = 24 };

static char upper(char letter)
{
    return (char)(letter & ~0x20);
}

/* Both calls on an m x n matrix: a*x is compared with alpha*b, and with what a product of them is.
 */
static void triangular_once(ashlar_type type, form_t f, int64_t m, int64_t n, bool graded,
                            rng_t *rng)
{
    int64_t order = f.side == 'l' ? m : n;
    triangle_t t = triangle_create(rng, type, order, f.uplo, f.diag, graded);
    dense_t b = dense_random(rng, type, m, n), op = dense_op(f.trans, &t.is);
    dense_value_t alpha = factor(type, -1.25, 0.5);
    element_t alpha_element = element_from(type, alpha);
    ga_t ga = matrix_from(type, &t.stored, draw_layout(rng), world);
    ga_t gx = matrix_from(type, &b, draw_layout(rng), world);
    ga_t gy = matrix_from(type, &b, draw_layout(rng), world);

    CHECK_OK(la_trsm(f.side, f.uplo, f.trans, f.diag, &alpha_element, ga, gx));
    CHECK_OK(la_trmm(upper(f.side), upper(f.uplo), upper(f.trans), upper(f.diag), &alpha_element,
                     ga, gy));
    dense_t x = matrix_read(gx), y = matrix_read(gy);
    dense_t ax = product_on(f.side, &op, &x), ab = product_on(f.side, &op, &b);
    for (int64_t k = 0; k < m * n; ++k) {
        ab.at[k] *= alpha;
        b.at[k] *= alpha;
    }
    dense_t op_moduli = moduli_of(&op), x_moduli = moduli_of(&x), b_moduli = moduli_of(&b);
    dense_t x_bound = product_on(f.side, &op_moduli, &x_moduli);
    dense_t y_bound = product_on(f.side, &op_moduli, &b_moduli);
    double most = 8 * (double)(order + 2) * type_epsilon(type);
    CHECK_WITHIN(most, worst_quotient(&b, &ax, &x_bound));
    CHECK_WITHIN(most, worst_quotient(&ab, &y, &y_bound));

    dense_t *all[] = {&b,         &op,       &x,        &y,       &ax,     &ab,
                      &op_moduli, &x_moduli, &b_moduli, &x_bound, &y_bound};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        dense_free(all[k]);
    triangle_free(&t);
    CHECK_OK(ga_destroy(gy));
    CHECK_OK(ga_destroy(gx));
    CHECK_OK(ga_destroy(ga));
}

TEST_CASE(level3_triangular, TEST_GA)
{
    static const int64_t shapes[][2] = {{1, 1}, {40, 23}, {5, 70}, {130, 17}, {2, 1}};
    rng_t rng = rng_seed(31);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int k = 0; k < FORMS; ++k) {
            const int64_t *shape = shapes[(k + (int)type) % 5];
            CHECK_OK(la_set_grid(0, 0, k % 3 ? 0 : 13));
            triangular_once(type, form_of(k), shape[0], shape[1], k % 4 == 1, &rng);
        }
    CHECK_OK(la_set_grid(0, 0, 0));
}

/* Write x into an array that all have read. */
static void rewrite(ga_t g, const dense_t *x)
{
    CHECK_OK(ga_sync());
    matrix_write(g, x);
}

static void fill(dense_t *x, double value)
{
    for (int64_t k = 0; k < x->m * x->n; ++k)
        x->at[k] = value;
}

/* With alpha = 0 nothing is read; a 0 on the diagonal makes a solution that is not finite; what is
 * not a number stays in its column. */
static void numbers_once(ashlar_type type, int64_t n)
{
    element_t zero = element_from(type, 0), one = element_from(type, 1);
    dense_t a = dense_create(n, n), b = dense_create(n, 4), none = dense_create(n, 4), x[4];
    fill(&a, NAN);
    fill(&b, NAN);
    ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, world);
    ga_t gb = matrix_from(type, &b, LAYOUT_CHUNKED, world);
    CHECK_OK(la_trsm('l', 'l', 'n', 'n', &zero, ga, gb));
    x[0] = matrix_read(gb);
    rewrite(gb, &b);
    CHECK_OK(la_trmm('l', 'u', 'c', 'n', &zero, ga, gb));
    x[1] = matrix_read(gb);
    CHECK(dense_distance(&none, &x[0]) == 0 && dense_distance(&none, &x[1]) == 0);

    fill(&a, 0);
    fill(&b, 1);
    for (int64_t k = 1; k < n; ++k)
        *dense_at(&a, k, k) = 2;
    rewrite(ga, &a);
    rewrite(gb, &b);
    CHECK_OK(la_trsm('l', 'l', 'n', 'n', &one, ga, gb));
    x[2] = matrix_read(gb);
    for (int64_t j = 0; j < 4; ++j)
        CHECK(!isfinite(creal(*dense_at(&x[2], 0, j))));

    *dense_at(&a, 0, 0) = 2;
    *dense_at(&b, n - 1, 2) = NAN;
    rewrite(ga, &a);
    rewrite(gb, &b);
    CHECK_OK(la_trsm('l', 'u', 'n', 'n', &one, ga, gb));
    x[3] = matrix_read(gb);
    for (int64_t i = 0; i < n; ++i)
        CHECK(*dense_at(&x[3], i, 1) == 0.5);
    CHECK(isnan(creal(*dense_at(&x[3], n - 1, 2))));
    dense_t *all[] = {&a, &b, &none, &x[0], &x[1], &x[2], &x[3]};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        dense_free(all[k]);
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(ga));
}

TEST_CASE(level3_triangular_numbers, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int64_t n = 3; n <= 40; n += 37)
            numbers_once(type, n);
}

/* ---- updates ----------------------------------------------------------------------------------
 */

typedef struct kind {
    bool hermitian, two;
} kind_t;

/* Numbers as a call takes them: reals where it does. */
typedef struct factors {
    dense_value_t alpha, beta;
    element_t alpha_element, beta_element;
} factors_t;

static element_t real_from(ashlar_type type, double value)
{
    bool single = type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT;
    return element_from(single ? ASHLAR_FLOAT : ASHLAR_DOUBLE, value);
}

static factors_t factors_of(ashlar_type type, kind_t kind, dense_value_t alpha, dense_value_t beta)
{
    factors_t f = {alpha, beta, element_from(type, alpha), element_from(type, beta)};
    if (kind.hermitian) {
        f.beta = creal(beta);
        f.beta_element = real_from(type, creal(beta));
    }
    if (kind.hermitian && !kind.two) {
        f.alpha = creal(alpha);
        f.alpha_element = real_from(type, creal(alpha));
    }
    return f;
}

static int call_update(kind_t kind, char uplo, char trans, const factors_t *f, ga_t a, ga_t b,
                       ga_t c)
{
    const void *alpha = &f->alpha_element, *beta = &f->beta_element;
    if (kind.two)
        return kind.hermitian ? la_her2k(uplo, trans, alpha, a, b, beta, c)
                              : la_syr2k(uplo, trans, alpha, a, b, beta, c);
    return kind.hermitian ? la_herk(uplo, trans, alpha, a, beta, c)
                          : la_syrk(uplo, trans, alpha, a, beta, c);
}

/* alpha*op(x)*op(y)', where ' conjugates for Hermitian matrices */
static dense_t outer(kind_t kind, char trans, dense_value_t alpha, const dense_t *x,
                     const dense_t *y)
{
    dense_t left = dense_op(trans, x), op = dense_op(trans, y);
    dense_t right = dense_op(kind.hermitian ? 'c' : 't', &op), z = dense_product(&left, &right);
    for (int64_t k = 0; k < z.m * z.n; ++k)
        z.at[k] *= alpha;
    dense_free(&right);
    dense_free(&op);
    dense_free(&left);
    return z;
}

/* All of the result, and bounds of its terms. */
static dense_t expected(kind_t kind, char trans, const factors_t *f, const dense_t *a,
                        const dense_t *b, const dense_t *c)
{
    dense_t z = outer(kind, trans, f->alpha, a, kind.two ? b : a);
    if (kind.two) {
        dense_t y = outer(kind, trans, kind.hermitian ? conj(f->alpha) : f->alpha, b, a);
        for (int64_t k = 0; k < z.m * z.n; ++k)
            z.at[k] += y.at[k];
        dense_free(&y);
    }
    for (int64_t k = 0; k < z.m * z.n && f->beta != 0; ++k)
        z.at[k] += f->beta * c->at[k];
    return z;
}

static dense_t bounds(kind_t kind, char trans, const factors_t *f, const dense_t *a,
                      const dense_t *b, const dense_t *c)
{
    factors_t moduli = {.alpha = cabs(f->alpha), .beta = cabs(f->beta)};
    dense_t x = moduli_of(a), y = moduli_of(b), z = moduli_of(c);
    dense_t bound = expected(kind, trans, &moduli, &x, &y, &z);
    dense_free(&z);
    dense_free(&y);
    dense_free(&x);
    return bound;
}

/* The other triangle still has what was there; *c and the bound become equal to z there. */
static void check_other_triangle(char uplo, const dense_t *before, dense_t *after, dense_t *want)
{
    for (int64_t j = 0; j < after->n; ++j)
        for (int64_t i = 0; i < after->m; ++i)
            if (!in_triangle(uplo, i, j)) {
                dense_value_t was = *dense_at(before, i, j), is = *dense_at(after, i, j);
                CHECK(was == is || (isnan(creal(was)) && isnan(creal(is))));
                *dense_at(after, i, j) = *dense_at(want, i, j) = 0;
            }
}

/* The diagonal of c in the array has an imaginary part where it should have none. */
static void update_once(ashlar_type type, kind_t kind, char uplo, char trans, int64_t n, int64_t k,
                        const factors_t *f, rng_t *rng)
{
    bool plain = trans == 'n' || trans == 'N';
    dense_t a = dense_random(rng, type, plain ? n : k, plain ? k : n);
    dense_t b = dense_random(rng, type, a.m, a.n), c = dense_random(rng, type, n, n);
    if (kind.hermitian)
        for (int64_t i = 0; i < n; ++i)
            *dense_at(&c, i, i) = creal(*dense_at(&c, i, i));
    dense_t want = expected(kind, trans, f, &a, &b, &c);
    dense_t bound = bounds(kind, trans, f, &a, &b, &c), stored = copy_of(&c);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i)
            if (f->beta == 0 || (i + j) % 5 == 0)
                if (f->beta == 0 || !in_triangle(uplo, i, j))
                    *dense_at(&stored, i, j) = NAN;
    ga_t ga = matrix_from(type, &a, draw_layout(rng), world);
    ga_t gb = matrix_from(type, &b, draw_layout(rng), world);
    ga_t gc = matrix_from(type, &stored, draw_layout(rng), world);
    CHECK_OK(call_update(kind, uplo, trans, f, ga, gb, gc));
    dense_t have = matrix_read(gc), a_after = matrix_read(ga), b_after = matrix_read(gb);
    check_other_triangle(uplo, &stored, &have, &want);
    CHECK_WITHIN(8 * (double)(k + 2) * type_epsilon(type), worst_quotient(&want, &have, &bound));
    if (kind.hermitian)
        for (int64_t i = 0; i < n; ++i)
            CHECK(cimag(*dense_at(&have, i, i)) == 0);
    CHECK(dense_distance(&a, &a_after) == 0);
    CHECK(dense_distance(&b, &b_after) == 0);

    dense_t *all[] = {&a, &b, &c, &want, &bound, &stored, &have, &a_after, &b_after};
    for (size_t x = 0; x < sizeof all / sizeof all[0]; ++x)
        dense_free(all[x]);
    CHECK_OK(ga_destroy(gc));
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(ga));
}

/* 'c' is not for symmetric complex matrices, nor 't' for Hermitian ones. */
static bool is_allowed(ashlar_type type, kind_t kind, char trans)
{
    return !type_is_complex(type) || trans == 'n' || trans == (kind.hermitian ? 'c' : 't');
}

TEST_CASE(level3_updates, TEST_GA)
{
    static const int64_t shapes[][2] = {{1, 1}, {40, 23}, {7, 140}, {130, 9}, {2, 3}};
    static const char trans[] = {'n', 't', 'c'};
    rng_t rng = rng_seed(32);
    int count = 0;
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int which = 0; which < 4 * 2 * 3; ++which) {
            kind_t kind = {which % 2, which / 2 % 2};
            char op = trans[which / 8];
            if (!is_allowed(type, kind, op))
                continue;
            const int64_t *shape = shapes[count++ % 5];
            double beta = count % 3 ? -0.75 : 0; /* 0: c is not read, and holds NaN */
            factors_t f = factors_of(type, kind, factor(type, 1.5, -0.5),
                                     beta != 0 ? factor(type, beta, 0.25) : 0);
            CHECK_OK(la_set_grid(0, 0, count % 2 ? 0 : 13));
            update_once(type, kind, "lu"[which / 4 % 2], count % 2 ? op : upper(op), shape[0],
                        shape[1], &f, &rng);
        }
    CHECK_OK(la_set_grid(0, 0, 0));
}

/* With alpha = 0 the matrices are not read, and the triangle is scaled. */
TEST_CASE(level3_updates_alpha_zero, TEST_GA)
{
    rng_t rng = rng_seed(33);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int which = 0; which < 8; ++which) {
            kind_t kind = {which % 2, which / 2 % 2};
            int64_t n = which / 4 ? 40 : 6;
            factors_t f = factors_of(type, kind, 0, 0.5);
            dense_t a = dense_create(n, 9), c = dense_hermitian(&rng, type, n, true);
            for (int64_t k = 0; k < n * 9; ++k)
                a.at[k] = NAN;
            ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, world);
            ga_t gc = matrix_from(type, &c, LAYOUT_CHUNKED, world);
            CHECK_OK(call_update(kind, 'l', 'n', &f, ga, ga, gc));
            dense_t have = matrix_read(gc);
            for (int64_t j = 0; j < n; ++j)
                for (int64_t i = 0; i < n; ++i)
                    CHECK(*dense_at(&have, i, j) == (i >= j ? 0.5 : 1) * *dense_at(&c, i, j));
            dense_free(&have);
            dense_free(&c);
            dense_free(&a);
            CHECK_OK(ga_destroy(gc));
            CHECK_OK(ga_destroy(ga));
        }
}

/* An imaginary part on the diagonal of a Hermitian matrix is none. */
TEST_CASE(level3_updates_diagonal, TEST_GA)
{
    rng_t rng = rng_seed(34);
    for (ashlar_type type = ASHLAR_CFLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int two = 0; two < 2; ++two)
            for (int64_t n = 4; n <= 40; n += 36) {
                kind_t kind = {true, two};
                factors_t f = factors_of(type, kind, 0.5, 2);
                dense_t a = dense_random(&rng, type, 3, n), c = dense_random(&rng, type, n, n);
                dense_t real = copy_of(&c);
                for (int64_t i = 0; i < n; ++i) {
                    *dense_at(&real, i, i) = creal(*dense_at(&c, i, i));
                    *dense_at(&c, i, i) = CMPLX(creal(*dense_at(&c, i, i)), 3);
                }
                dense_t want = expected(kind, 'c', &f, &a, &a, &real);
                ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, world);
                ga_t gc = matrix_from(type, &c, LAYOUT_IRREGULAR, world);
                CHECK_OK(call_update(kind, 'u', 'c', &f, ga, ga, gc));
                dense_t have = matrix_read(gc);
                check_other_triangle('u', &c, &have, &want);
                CHECK_WITHIN(100 * type_epsilon(type), dense_distance(&want, &have));
                dense_t *all[] = {&a, &c, &real, &want, &have};
                for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
                    dense_free(all[k]);
                CHECK_OK(ga_destroy(gc));
                CHECK_OK(ga_destroy(ga));
            }
}

/* ---- arrays that lie as ScaLAPACK wants them ----------------------------------------------------
 */

static ga_t cyclic_from(const dense_t *x, int64_t tile, ga_order order)
{
    ga_t g = 0;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 2,
                            .dims = {x->m, x->n},
                            .kind = GA_SCALAPACK,
                            .order = order,
                            .block = {tile, tile}};
    CHECK_OK(ga_create_spec(&spec, &g));
    matrix_write(g, x);
    return g;
}

/* All in place, some, and with tiles of two extents. */
TEST_CASE(level3_in_place, TEST_GA)
{
    enum { M = 67, N = 45 };
    rng_t rng = rng_seed(35);
    for (int k = 0; k < 8; ++k) {
        ga_order order = k % 2 ? GA_LAST_FASTEST : GA_FIRST_FASTEST;
        int64_t tile = k / 2 % 2 ? 7 : 16, other = k / 4 ? tile : 9;
        triangle_t t = triangle_create(&rng, ASHLAR_DOUBLE, M, 'u', 'n', false);
        dense_t x = dense_random(&rng, ASHLAR_DOUBLE, M, N), ax = dense_product(&t.is, &x);
        dense_t c = dense_create(M, M), want = dense_create(M, M);
        double one = 1, two = 2;
        for (int64_t l = 0; l < M * M; ++l)
            c.at[l] = 1;
        ga_t ga = cyclic_from(&t.stored, tile, order), gb = cyclic_from(&ax, other, order);
        ga_t gc = cyclic_from(&c, tile, order);
        CHECK_OK(la_trsm('l', 'u', 'n', 'n', &one, ga, gb));
        dense_t have = matrix_read(gb);
        CHECK_WITHIN(1e-13, dense_distance(&x, &have));
        CHECK_OK(la_syrk('l', 'n', &one, gb, &two, gc));
        dense_t xt = dense_op('t', &x), square = dense_product(&x, &xt), after = matrix_read(gc);
        for (int64_t j = 0; j < M; ++j)
            for (int64_t i = 0; i < M; ++i)
                *dense_at(&want, i, j) = i >= j ? 2 + *dense_at(&square, i, j) : 1;
        CHECK_WITHIN(1e-12, dense_distance(&want, &after));
        dense_t *all[] = {&x, &ax, &c, &want, &have, &xt, &square, &after};
        for (size_t l = 0; l < sizeof all / sizeof all[0]; ++l)
            dense_free(all[l]);
        triangle_free(&t);
        CHECK_OK(ga_destroy(gc));
        CHECK_OK(ga_destroy(gb));
        CHECK_OK(ga_destroy(ga));
    }
}
