/* la_gemm and la_gemm_patch against triple loops. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/steps.h"

#include <math.h>

/* alpha*op(a)*op(b) + beta*c; what a factor of 0 stands before does not count */
static dense_t expected(const char *trans, dense_value_t alpha, dense_value_t beta,
                        const dense_t *part)
{
    dense_t x = dense_op(trans[0], &part[0]), y = dense_op(trans[1], &part[1]);
    dense_t z = alpha == 0 ? dense_create(part[2].m, part[2].n) : dense_product(&x, &y);
    for (int64_t k = 0; k < z.m * z.n; ++k)
        z.at[k] = alpha * z.at[k] + (beta == 0 ? 0 : beta * part[2].at[k]);
    return z;
}

static void paste(dense_t *x, const la_patch_t *p, const dense_t *y)
{
    for (int64_t j = 0; j < y->n; ++j)
        for (int64_t i = 0; i < y->m; ++i)
            *dense_at(x, p->ilo + i, p->jlo + j) = *dense_at(y, i, j);
}

typedef enum way { WHOLE, PATCHES, ONE_ARRAY } way_t;

/* Arrays that hold the parts: as a whole, in a patch, or all in one, below each other. */
static void embed(step_t *s, way_t way, const dense_t *part, dense_t *whole, la_patch_t *p)
{
    int64_t below = 0, height = part[0].m + part[1].m + part[2].m;
    int64_t width = part[0].n + part[1].n + part[2].n, room = way == PATCHES ? 9 : 0;
    for (int x = 0; x < 3; ++x) {
        int64_t i = way == ONE_ARRAY ? below : rng_range(&s->rng, 0, room);
        int64_t j = rng_range(&s->rng, 0, room), m = i + part[x].m, n = j + part[x].n;
        p[x] = (la_patch_t){0, i, m - 1, j, n - 1};
        m = way == ONE_ARRAY ? height + !height : m + rng_range(&s->rng, m == 0, room);
        n = way == ONE_ARRAY ? width + !width : n + rng_range(&s->rng, n == 0, room);
        whole[x] = way == ONE_ARRAY && x > 0 ? whole[0] : step_random(s, m, n);
        paste(&whole[x], &p[x], &part[x]);
        below += part[x].m;
    }
    for (int x = 0; x < 3; ++x)
        p[x].g = way == ONE_ARRAY && x > 0 ? p[0].g : step_from(s, &whole[x]);
}

/* Nothing that a factor of 0 stands before is read: it is not a number. */
static void multiply_once(step_t *s, way_t way, const char *trans, const int64_t *mnk)
{
    const bool plain[] = {(trans[0] | 0x20) == 'n', (trans[1] | 0x20) == 'n'};
    int64_t m = mnk[0], n = mnk[1], k = mnk[2];
    dense_value_t alpha = step_number(s, false), beta = step_number(s, false);
    element_t alpha_element = element_from(s->type, alpha),
              beta_element = element_from(s->type, beta);
    dense_t part[3] = {step_random(s, plain[0] ? m : k, plain[0] ? k : m),
                       step_random(s, plain[1] ? k : n, plain[1] ? n : k), step_random(s, m, n)};
    dense_t whole[3], want = expected(trans, alpha, beta, part);
    la_patch_t p[3];
    for (int x = 0; x < 3; ++x)
        if (x == 2 ? beta == 0 : alpha == 0 && way != ONE_ARRAY)
            part[x] = dense_filled(part[x].m, part[x].n, NAN);
    embed(s, way, part, whole, p);
    if (way == WHOLE)
        CHECK_OK(
            la_gemm(trans[0], trans[1], &alpha_element, p[0].g, p[1].g, &beta_element, p[2].g));
    else
        CHECK_OK(
            la_gemm_patch(trans[0], trans[1], &alpha_element, p[0], p[1], &beta_element, p[2]));
    paste(&whole[2], &p[2], &want);
    dense_t have = matrix_read(p[2].g);
    CHECK_WITHIN(16 * (double)(k + 2) * type_epsilon(s->type), dense_distance(&whole[2], &have));
    for (int x = 0; x < 2 && way != ONE_ARRAY; ++x)
        CHECK(matrix_is(p[x].g, &whole[x]));
}

static void multiply(step_t *s)
{
    static const char letters[] = "ntcNTC";
    way_t way = s->round % 3;
    int upper = step_once_in(s, 3) ? 3 : 0;
    const char trans[] = {letters[s->round / 3 % 3 + upper], letters[s->round / 9 % 3 + upper]};
    int64_t mnk[3];
    for (int d = 0; d < 3; ++d)
        mnk[d] = way != WHOLE && step_once_in(s, 10) ? 0 : step_extent(s);
    multiply_once(s, way, trans, mnk);
}

/* Longer than one panel, than all panels under way, and than one tile; strips that end where blocks
 * do, with panels that do and do not; several strips of a node. */
static void multiply_long(step_t *s)
{
    static const int64_t shapes[][3] = {
        {9, 11, 1500}, {2100, 3, 40},  {5, 1200, 30},   {60, 4200, 3},  {590, 7, 610},
        {7, 590, 610}, {530, 520, 20}, {1100, 4, 1100}, {30, 28, 4100}, {40000, 2, 5}};
    const char trans[] = {"ntc"[s->round % 3], "ntc"[(size_t)s->type % 3]};
    s->tile = 64;
    multiply_once(s, WHOLE, trans, shapes[s->round]);
}

TEST_CASE(gemm_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_gemm or la_gemm_patch", multiply, 27},
                                      {"la_gemm", multiply_long, 10}};
    RUN_ROWS(rows);
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
    matrices_free();
}
