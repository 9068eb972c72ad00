/* Least squares and least norms, of matrices and right-hand sides whose solution is known. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "spectrum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct problem {
    ashlar_type type;
    dense_t a, b, x;
} problem_t;

static void problem_free(problem_t *p)
{
    dense_free(&p->x);
    dense_free(&p->b);
    dense_free(&p->a);
}

/* Add to each column of b a part that no a*x reaches: what is left of a random column when the
 * columns of u, an orthonormal basis of what they reach, are taken out. */
static void add_residual(rng_t *rng, problem_t *p, const dense_t *u)
{
    dense_t r = dense_random(rng, p->type, p->b.m, p->b.n), ut = dense_op('c', u);
    dense_t along = dense_product(&ut, &r), inside = dense_product(u, &along);
    for (int64_t k = 0; k < r.m * r.n; ++k)
        p->b.at[k] += r.at[k] - inside.at[k];
    dense_t *all[] = {&r, &ut, &along, &inside};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        dense_free(all[k]);
}

/* Singular values are between 1 and 2. A solution of a wide matrix is the shortest because it is a
 * combination of its rows. */
static problem_t problem_create(ashlar_type type, int64_t m, int64_t n, int64_t nrhs)
{
    rng_t rng = rng_seed((uint64_t)(m * 1000 + n * 10 + nrhs));
    int64_t count = m < n ? m : n;
    double *values = test_alloc((size_t)count * sizeof *values);
    for (int64_t k = 0; k < count; ++k)
        values[k] = 1;
    problem_t p = {.type = type};
    dense_t basis = dense_of_spectrum(&rng, type, m, n, values);
    p.a = dense_op('n', &basis);
    for (int64_t j = 0; m >= n && j < n; ++j) /* a = basis * a triangle near the identity */
        for (int64_t i = 0; i < m; ++i)
            *dense_at(&p.a, i, j) += j > 0 ? *dense_at(&basis, i, j - 1) / 4 : 0;
    p.x = dense_random(&rng, type, n, nrhs);
    if (m < n) {
        dense_t at = dense_op('c', &p.a), y = dense_random(&rng, type, m, nrhs);
        dense_free(&p.x);
        p.x = dense_product(&at, &y);
        dense_free(&y);
        dense_free(&at);
    }
    p.b = dense_product(&p.a, &p.x);
    if (m > n)
        add_residual(&rng, &p, &basis);
    dense_free(&basis);
    free(values);
    return p;
}

static void multiply(dense_t *x, double factor)
{
    for (int64_t k = 0; k < x->m * x->n; ++k)
        x->at[k] *= factor;
}

/* The solution times factor. */
static void check_solution(const problem_t *p, layout_t layout, double factor)
{
    layout_t second = (layout_t)((layout + 1) % LAYOUT_COUNT);
    layout_t third = (layout_t)((layout + 2) % LAYOUT_COUNT);
    ga_t a = matrix_from(p->type, &p->a, layout, GA_GROUP_WORLD);
    ga_t b = matrix_from(p->type, &p->b, second, GA_GROUP_WORLD);
    ga_t x = matrix_create(p->type, p->x.m, p->x.n, third, GA_GROUP_WORLD);
    dense_t a_before = matrix_read(a), b_before = matrix_read(b);
    CHECK_OK(la_least_squares(a, b, x));
    dense_t a_after = matrix_read(a), b_after = matrix_read(b), found = matrix_read(x);
    CHECK(dense_distance(&a_before, &a_after) == 0 && dense_distance(&b_before, &b_after) == 0);
    multiply(&found, 1 / factor);
    CHECK_WITHIN(40 * (double)(p->a.m + p->a.n) * type_epsilon(p->type),
                 dense_distance(&p->x, &found));
    dense_t *all[] = {&a_before, &b_before, &a_after, &b_after, &found};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        dense_free(all[k]);
    CHECK_OK(ga_destroy(x));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
}

TEST_CASE(least_squares_shapes, TEST_GA)
{
    static const int64_t shapes[][3] = {
        {1, 1, 1},   {1, 2, 1}, {2, 1, 3},   {1, 40, 2},  {37, 1, 1},  {2, 2, 5},    {3, 70, 1},
        {70, 3, 90}, {7, 6, 2}, {30, 50, 7}, {50, 30, 1}, {64, 64, 3}, {33, 90, 66}, {101, 66, 2}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
            problem_t p = problem_create(type, shapes[s][0], shapes[s][1], shapes[s][2]);
            check_solution(&p, (layout_t)(s % LAYOUT_COUNT), 1);
            problem_free(&p);
        }
}

/* Columns, of a wide matrix rows, of sizes from 2^-60 to 2^60: each has its own unit. The solution
 * has the inverse units, or for rows is as before. */
TEST_CASE(least_squares_graded, TEST_GA)
{
    static const int64_t shapes[][2] = {{20, 12}, {12, 20}, {70, 66}, {66, 70}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
            int64_t m = shapes[s][0], n = shapes[s][1];
            problem_t p = problem_create(type, m, n, 3);
            double units[128];
            for (int64_t k = 0; k < (m < n ? m : n); ++k)
                units[k] = ldexp(1, (int)(k * 37 % 121) - 60);
            for (int64_t j = 0; j < n; ++j)
                for (int64_t i = 0; i < m; ++i)
                    *dense_at(&p.a, i, j) *= units[m < n ? i : j];
            for (int64_t j = 0; m < n && j < p.b.n; ++j)
                for (int64_t i = 0; i < m; ++i)
                    *dense_at(&p.b, i, j) *= units[i];
            ga_t a = matrix_from(type, &p.a, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t b = matrix_from(type, &p.b, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
            ga_t x = matrix_create(type, n, 3, LAYOUT_CHUNKED, GA_GROUP_WORLD);
            CHECK_OK(la_least_squares(a, b, x));
            dense_t found = matrix_read(x);
            for (int64_t j = 0; j < found.n; ++j)
                for (int64_t i = 0; m >= n && i < n; ++i)
                    *dense_at(&found, i, j) *= units[i];
            CHECK_WITHIN(40 * (double)(m + n) * type_epsilon(type), dense_distance(&p.x, &found));
            dense_free(&found);
            CHECK_OK(ga_destroy(x));
            CHECK_OK(ga_destroy(b));
            CHECK_OK(ga_destroy(a));
            problem_free(&p);
        }
}

/* Matrix and right-hand side close to the largest numbers of the type, or to the least. */
TEST_CASE(least_squares_extremes, TEST_GA)
{
    static const int64_t shapes[][2] = {{30, 20}, {66, 90}};
    static const int signs[][2] = {{1, 1}, {-1, -1}, {1, 0}, {0, -1}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s)
            for (size_t k = 0; k < sizeof signs / sizeof signs[0]; ++k) {
                int top = type_epsilon(type) > 1e-10 ? 110 : 1010;
                problem_t p = problem_create(type, shapes[s][0], shapes[s][1], 2);
                double a_factor = ldexp(1, signs[k][0] * top),
                       b_factor = ldexp(1, signs[k][1] * top);
                multiply(&p.a, a_factor);
                multiply(&p.b, b_factor);
                check_solution(&p, LAYOUT_REGULAR, b_factor / a_factor);
                problem_free(&p);
            }
}

/* A solution beyond the range of its type. */
TEST_CASE(least_squares_overflow, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int wide = 0; wide <= 1; ++wide) {
            int top = type_epsilon(type) > 1e-10 ? 110 : 1010;
            problem_t p = problem_create(type, wide ? 20 : 30, wide ? 30 : 20, 2);
            multiply(&p.a, ldexp(1, -top));
            multiply(&p.b, ldexp(1, top));
            ga_t a = matrix_from(type, &p.a, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t b = matrix_from(type, &p.b, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t x = matrix_create(type, p.x.m, p.x.n, LAYOUT_REGULAR, GA_GROUP_WORLD);
            CHECK_OK(ga_zero(x));
            CHECK_STATUS(ASHLAR_ENUMERIC, la_least_squares(a, b, x));
            CHECK_CONTAINS(ashlar_error_message(), "elements beyond the range of their type");
            dense_t after = matrix_read(x), zero = dense_create(p.x.m, p.x.n);
            CHECK(dense_distance(&zero, &after) == 0);
            dense_free(&zero);
            dense_free(&after);
            CHECK_OK(ga_destroy(x));
            CHECK_OK(ga_destroy(b));
            CHECK_OK(ga_destroy(a));
            problem_free(&p);
        }
}

/* The combination k = 0: none, zero; 1: one other column; 2: the sum of two. */
static void make_dependent(dense_t *a, int64_t j, int k)
{
    for (int64_t i = 0; i < a->m; ++i)
        *dense_at(a, i, j) = (k > 0 ? *dense_at(a, i, 0) : 0) + (k > 1 ? *dense_at(a, i, 1) : 0);
}

/* Column j, of a wide matrix row j, is said to depend on others; nothing is written. */
static void check_refused(ashlar_type type, const dense_t *tall, bool wide, int64_t j)
{
    char words[128];
    dense_t x = dense_op(wide ? 'c' : 'n', tall);
    rng_t rng = rng_seed(17);
    dense_t right = dense_random(&rng, type, x.m, 2), before = dense_random(&rng, type, x.n, 2);
    ga_t a = matrix_from(type, &x, wide ? LAYOUT_CHUNKED : LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t b = matrix_from(type, &right, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t solution = matrix_from(type, &before, LAYOUT_CHUNKED, GA_GROUP_WORLD);
    CHECK_STATUS(ASHLAR_ENUMERIC, la_least_squares(a, b, solution));
    snprintf(words, sizeof words,
             "la_least_squares: array 'matrix' of %d x %d elements does not have full rank: %s %d "
             "depends on those before it",
             (int)x.m, (int)x.n, wide ? "row" : "column", (int)j);
    CHECK_CONTAINS(ashlar_error_message(), words);
    dense_t after = matrix_read(solution);
    CHECK(dense_distance(&before, &after) == 0);
    dense_free(&after);
    CHECK_OK(ga_destroy(solution));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
    dense_t *all[] = {&x, &right, &before};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        dense_free(all[k]);
}

TEST_CASE(least_squares_deficient, TEST_GA)
{
    static const int64_t shapes[][2] = {{9, 8}, {90, 70}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s)
            for (int k = 0; k <= 2; ++k) {
                int64_t n = shapes[s][1], places[] = {k, n / 2, n - 1};
                for (int place = 0; place < 3; ++place) {
                    rng_t rng = rng_seed((uint64_t)(n + k));
                    dense_t a = dense_random(&rng, type, shapes[s][0], n);
                    make_dependent(&a, places[place], k);
                    if (place == 1)
                        make_dependent(&a, n - 1, 1); /* the first is reported */
                    check_refused(type, &a, (k + place) % 2, places[place]);
                    dense_free(&a);
                }
            }
}

/* All elements zero; and one column that is nearly, but not quite, another: full rank. */
TEST_CASE(least_squares_nearly_deficient, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        dense_t zero = dense_create(5, 3);
        check_refused(type, &zero, false, 0);
        check_refused(type, &zero, true, 0);
        dense_free(&zero);
        for (int wide = 0; wide <= 1; ++wide) {
            rng_t rng = rng_seed(3);
            dense_t a = dense_random(&rng, type, 70, 66);
            for (int64_t i = 0; i < a.m; ++i)
                *dense_at(&a, i, 65) = *dense_at(&a, i, 2);
            *dense_at(&a, 40, 65) += 4096 * type_epsilon(type);
            problem_t p = {.type = type, .a = dense_op(wide ? 'c' : 'n', &a)};
            p.b = dense_random(&rng, type, p.a.m, 1);
            ga_t ga = matrix_from(type, &p.a, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t gb = matrix_from(type, &p.b, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t gx = matrix_create(type, p.a.n, 1, LAYOUT_REGULAR, GA_GROUP_WORLD);
            CHECK_OK(la_least_squares(ga, gb, gx));
            p.x = matrix_read(gx);
            double size = 0;
            for (int64_t k = 0; k < p.x.m; ++k)
                size = fmax(size, cabs(p.x.at[k]));
            dense_t ax = dense_product(&p.a, &p.x);
            if (wide) /* that is solved */
                CHECK_WITHIN(200 * size * type_epsilon(type), dense_distance(&p.b, &ax));
            dense_free(&ax);
            CHECK_OK(ga_destroy(gx));
            CHECK_OK(ga_destroy(gb));
            CHECK_OK(ga_destroy(ga));
            problem_free(&p);
            dense_free(&a);
        }
    }
}

/* On grids of all ranks, and with a rank left out, in tiles that do not divide the extents. */
TEST_CASE(least_squares_tiles, TEST_GA)
{
    static const int64_t shapes[][3] = {{23, 17, 4}, {17, 23, 7}, {2, 3, 1}, {3, 2, 5}};
    int ranks = grid_ranks(), grids[][2] = {{1, ranks}, {ranks, 1}, {2, ranks / 2}, {1, ranks - 1}};
    for (size_t k = 0; k < sizeof grids / sizeof grids[0]; ++k) {
        if (grids[k][1] < 1 || grids[k][0] * grids[k][1] > ranks)
            continue;
        CHECK_OK(la_set_grid(grids[k][0], grids[k][1], 3));
        for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
            for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
                problem_t p = problem_create(type, shapes[s][0], shapes[s][1], shapes[s][2]);
                check_solution(&p, (layout_t)(s % LAYOUT_COUNT), 1);
                problem_free(&p);
            }
        CHECK_OK(la_set_grid(0, 0, 0));
    }
}
