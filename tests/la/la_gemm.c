/* la_gemm and la_gemm_patch against triple loops. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include <math.h>

static const char ops[] = {'n', 't', 'c', 'N', 'T', 'C'};

/* alpha*op(a)*op(b) + beta*c */
static dense_t expected(char ta, char tb, dense_value_t alpha, const dense_t *a, const dense_t *b,
                        dense_value_t beta, const dense_t *c)
{
    dense_t x = dense_op(ta, a), y = dense_op(tb, b), z = dense_product(&x, &y);
    for (int64_t k = 0; k < z.m * z.n; ++k)
        z.at[k] = alpha * z.at[k] + beta * c->at[k];
    dense_free(&y);
    dense_free(&x);
    return z;
}

static dense_value_t factor(ashlar_type type, double re, double im)
{
    return type_is_complex(type) ? CMPLX(re, im) : re;
}

static void gemm_once(ashlar_type type, char ta, char tb, const int64_t *mnk, rng_t *rng)
{
    int64_t m = mnk[0], n = mnk[1], k = mnk[2];
    bool na = ta == 'n' || ta == 'N', nb = tb == 'n' || tb == 'N';
    dense_t a = dense_random(rng, type, na ? m : k, na ? k : m);
    dense_t b = dense_random(rng, type, nb ? k : n, nb ? n : k);
    dense_t c = dense_random(rng, type, m, n);
    dense_value_t alpha = factor(type, 1.5, -0.5), beta = factor(type, -0.75, 0.25);
    element_t alpha_element = element_from(type, alpha), beta_element = element_from(type, beta);
    ga_t ga = matrix_from(type, &a, (layout_t)rng_range(rng, 0, 2), GA_GROUP_WORLD);
    ga_t gb = matrix_from(type, &b, (layout_t)rng_range(rng, 0, 2), GA_GROUP_WORLD);
    ga_t gc = matrix_from(type, &c, (layout_t)rng_range(rng, 0, 2), GA_GROUP_WORLD);

    CHECK_OK(la_gemm(ta, tb, &alpha_element, ga, gb, &beta_element, gc));
    dense_t want = expected(ta, tb, alpha, &a, &b, beta, &c);
    dense_t have = matrix_read(gc), a_after = matrix_read(ga), b_after = matrix_read(gb);
    CHECK_WITHIN(8 * (double)(k + 2) * type_epsilon(type), dense_distance(&want, &have));
    CHECK(dense_distance(&a, &a_after) == 0);
    CHECK(dense_distance(&b, &b_after) == 0);

    dense_t *all[] = {&a, &b, &c, &want, &have, &a_after, &b_after};
    for (size_t x = 0; x < sizeof all / sizeof all[0]; ++x)
        dense_free(all[x]);
    CHECK_OK(ga_destroy(gc));
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(ga));
}

TEST_CASE(gemm_shapes, TEST_GA)
{
    static const int64_t shapes[][3] = {{1, 1, 1},  {7, 5, 3},   {64, 64, 64}, {130, 70, 90},
                                        {2, 97, 1}, {97, 2, 33}, {3, 4, 211},  {1, 60, 60}};
    rng_t rng = rng_seed(1);

    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s)
            for (size_t t = 0; t < 9; ++t)
                gemm_once(type, ops[t % 3 + 3 * (s % 2)], ops[t / 3], shapes[s], &rng);
    }
}

/* Longer than one panel, and than one tile; strips that end where blocks do, with panels that do
 * and do not. */
TEST_CASE(gemm_panels, TEST_GA)
{
    static const int64_t shapes[][3] = {{9, 11, 1500},  {2100, 3, 40},  {5, 1200, 30},
                                        {60, 4200, 3},  {590, 7, 610},  {7, 590, 610},
                                        {530, 520, 20}, {1100, 4, 1100}};
    rng_t rng = rng_seed(2);

    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s)
            gemm_once(type, ops[s % 3], ops[(size_t)type % 3], shapes[s], &rng);
}

/* c, whose old contents are not numbers, after a product with these factors. */
static dense_t product_over_nan(ashlar_type type, double alpha, const dense_t *a, const dense_t *b)
{
    dense_t c = dense_create(a->m, b->n);
    for (int64_t k = 0; k < c.m * c.n; ++k)
        c.at[k] = NAN;
    element_t alpha_element = element_from(type, alpha), zero = element_from(type, 0);
    ga_t ga = matrix_from(type, a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t gb = matrix_from(type, b, LAYOUT_CHUNKED, GA_GROUP_WORLD);
    ga_t gc = matrix_from(type, &c, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
    CHECK_OK(la_gemm('n', 'n', &alpha_element, ga, gb, &zero, gc));
    dense_free(&c);
    c = matrix_read(gc);
    CHECK_OK(ga_destroy(gc));
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(ga));
    return c;
}

TEST_CASE(gemm_beta_zero, TEST_GA)
{
    rng_t rng = rng_seed(3);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        dense_t a = dense_random(&rng, type, 37, 50), b = dense_random(&rng, type, 50, 41);
        dense_t c = product_over_nan(type, 1, &a, &b), want = dense_product(&a, &b);
        CHECK_WITHIN(500 * type_epsilon(type), dense_distance(&want, &c));
        dense_free(&want);
        dense_free(&c);
        dense_free(&b);
        dense_free(&a);
    }
}

/* a and b are not read either. */
TEST_CASE(gemm_alpha_zero, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        dense_t a = dense_create(20, 9), b = dense_create(9, 30), zero = dense_create(20, 30);
        *dense_at(&a, 3, 3) = NAN;
        *dense_at(&b, 3, 3) = INFINITY;
        dense_t c = product_over_nan(type, 0, &a, &b);
        CHECK(dense_distance(&zero, &c) == 0);
        dense_free(&c);
        dense_free(&zero);
        dense_free(&b);
        dense_free(&a);
    }
}

/* An empty sum: c is scaled. */
TEST_CASE(gemm_k_zero, TEST_GA)
{
    rng_t rng = rng_seed(4);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        dense_t c = dense_random(&rng, type, 12, 17);
        ga_t g = matrix_from(type, &c, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t other = matrix_from(type, &c, LAYOUT_REGULAR, GA_GROUP_WORLD);
        element_t one = element_from(type, 1), half = element_from(type, 0.5);
        la_patch_t a = {other, 0, 11, 5, 4}, b = {other, 0, -1, 0, 16}, all = {g, 0, 11, 0, 16};
        CHECK_OK(la_gemm_patch('n', 'n', &one, a, b, &half, all));
        dense_t have = matrix_read(g);
        for (int64_t k = 0; k < c.m * c.n; ++k)
            c.at[k] *= 0.5;
        CHECK(dense_distance(&c, &have) == 0);
        dense_free(&have);
        dense_free(&c);
        CHECK_OK(ga_destroy(other));
        CHECK_OK(ga_destroy(g));
    }
}

TEST_CASE(gemm_empty_c, TEST_GA)
{
    rng_t rng = rng_seed(5);
    dense_t c = dense_random(&rng, ASHLAR_DOUBLE, 6, 6);
    ga_t g = matrix_from(ASHLAR_DOUBLE, &c, LAYOUT_REGULAR, GA_GROUP_WORLD);
    double one = 1, zero = 0;
    la_patch_t a = {g, 0, -1, 0, 2}, b = {g, 0, 2, 0, 5}, none = {g, 0, -1, 0, 5};

    CHECK_OK(la_gemm_patch('n', 'n', &one, a, b, &zero, none));
    dense_t have = matrix_read(g);
    CHECK(dense_distance(&c, &have) == 0);
    dense_free(&have);
    dense_free(&c);
    CHECK_OK(ga_destroy(g));
}

static dense_t cut_out(const dense_t *x, const la_patch_t *p)
{
    dense_t y = dense_create(p->ihi - p->ilo + 1, p->jhi - p->jlo + 1);
    for (int64_t j = 0; j < y.n; ++j)
        for (int64_t i = 0; i < y.m; ++i)
            *dense_at(&y, i, j) = *dense_at(x, p->ilo + i, p->jlo + j);
    return y;
}

static void paste(dense_t *x, const la_patch_t *p, const dense_t *y)
{
    for (int64_t j = 0; j < y->n; ++j)
        for (int64_t i = 0; i < y->m; ++i)
            *dense_at(x, p->ilo + i, p->jlo + j) = *dense_at(y, i, j);
}

/* A rows x cols patch anywhere in a 40 x 50 array. */
static la_patch_t place(rng_t *rng, ga_t g, int64_t rows, int64_t cols)
{
    int64_t i = rng_range(rng, 0, 40 - rows), j = rng_range(rng, 0, 50 - cols);
    return (la_patch_t){g, i, i + rows - 1, j, j + cols - 1};
}

static void patches_once(ashlar_type type, char ta, char tb, rng_t *rng)
{
    int64_t m = rng_range(rng, 1, 40), n = rng_range(rng, 1, 40), k = rng_range(rng, 1, 40);
    dense_t whole[3], part[3];
    ga_t g[3];
    for (int x = 0; x < 3; ++x) {
        whole[x] = dense_random(rng, type, 40, 50);
        g[x] = matrix_from(type, &whole[x], (layout_t)rng_range(rng, 0, 2), GA_GROUP_WORLD);
    }
    la_patch_t p[3] = {ta == 'n' ? place(rng, g[0], m, k) : place(rng, g[0], k, m),
                       tb == 'n' ? place(rng, g[1], k, n) : place(rng, g[1], n, k),
                       place(rng, g[2], m, n)};
    for (int x = 0; x < 3; ++x)
        part[x] = cut_out(&whole[x], &p[x]);
    dense_value_t alpha = factor(type, 2, 1), beta = factor(type, 0.5, -1);
    element_t alpha_element = element_from(type, alpha), beta_element = element_from(type, beta);

    CHECK_OK(la_gemm_patch(ta, tb, &alpha_element, p[0], p[1], &beta_element, p[2]));
    dense_t want = expected(ta, tb, alpha, &part[0], &part[1], beta, &part[2]);
    paste(&whole[2], &p[2], &want);
    for (int x = 0; x < 3; ++x) {
        dense_t have = matrix_read(g[x]);
        CHECK_WITHIN(x < 2 ? 0 : 500 * type_epsilon(type), dense_distance(&whole[x], &have));
        dense_free(&have);
        dense_free(&part[x]);
        dense_free(&whole[x]);
        CHECK_OK(ga_destroy(g[x]));
    }
    dense_free(&want);
}

TEST_CASE(gemm_patches, TEST_GA)
{
    rng_t rng = rng_seed(6);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t t = 0; t < 18; ++t)
            patches_once(type, ops[t % 3], ops[t / 3 % 3], &rng);
}

/* Patches of one array that do not overlap. */
TEST_CASE(gemm_within_one_array, TEST_GA)
{
    rng_t rng = rng_seed(7);
    double one = 1, zero = 0;
    dense_t x = dense_random(&rng, ASHLAR_DOUBLE, 40, 50);
    ga_t g = matrix_from(ASHLAR_DOUBLE, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    la_patch_t a = {g, 0, 19, 0, 24}, b = {g, 0, 24, 25, 49}, c = {g, 20, 39, 0, 24};
    dense_t left = cut_out(&x, &a), right = cut_out(&x, &b), product = dense_product(&left, &right);

    CHECK_OK(la_gemm_patch('n', 'n', &one, a, b, &zero, c));
    paste(&x, &c, &product);
    dense_t have = matrix_read(g);
    CHECK_WITHIN(1e-13, dense_distance(&x, &have));
    dense_free(&have);
    dense_free(&product);
    dense_free(&right);
    dense_free(&left);
    dense_free(&x);
    CHECK_OK(ga_destroy(g));
}

/* Puts before the call are seen by it, and its result by gets after it, without a sync. */
TEST_CASE(gemm_implied_sync, TEST_GA)
{
    enum { N = 24 };
    double one = 1, zero = 0;
    ga_t a = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t b = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_CHUNKED, GA_GROUP_WORLD);
    ga_t c = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_REGULAR, GA_GROUP_WORLD);
    for (int round = 1; round <= 20; ++round) {
        double column[N], value = round;
        for (int i = 0; i < N; ++i)
            column[i] = value;
        for (int j = test_rank(); j < N; j += test_size()) {
            CHECK_OK(ga_put(a, 0, N - 1, N - 1 - j, N - 1 - j, column, N));
            CHECK_OK(ga_put(b, 0, N - 1, j, j, column, N));
        }
        CHECK_OK(la_gemm('n', 't', &one, a, b, &zero, c));
        double whole[N * N], sum = 0;
        CHECK_OK(ga_get(c, 0, N - 1, 0, N - 1, whole, N));
        for (int k = 0; k < N * N; ++k)
            sum += whole[k];
        CHECK(sum == N * N * N * value * value);
        CHECK_OK(ga_sync());
    }
    CHECK_OK(ga_destroy(c));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
}
