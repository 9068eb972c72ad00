/* Triangular solves of many steps, from all places where the triangle and the right-hand sides may
 * lie: read and solved there, or copied. */
#include <math.h>

#include <ashlar/la.h>
#include "harness/harness.h"
#include "la/support/triangles.h"
#include "model/dense.h"

static triangle_form_t form_of(int k)
{
    return (triangle_form_t){"lr"[k % 2], "lu"[k / 2 % 2], "ntc"[k / 4 % 3], "nu"[k / 12 % 2]};
}

enum { WAYS = 10 };

/* An array of x, in one of several ways: in a few large pieces, in the layout of ScaLAPACK on lines
 * of ranks and on grids, in tiles, with room for ghost cells. */
static ga_t place(step_t *s, const dense_t *x, int way)
{
    int size;
    CHECK_OK(ga_group_size(s->group, &size));
    const int other = size > 1 ? 2 : 1;
    const struct {
        ga_kind kind;
        int64_t block;
        int grid[2];
        int64_t ghosts;
    } ways[WAYS] = {{GA_REGULAR, 0, {0, 0}, 0},        {GA_REGULAR, 0, {size, 1}, 0},
                    {GA_REGULAR, 0, {1, size}, 0},     {GA_REGULAR, 0, {1, size}, 2},
                    {GA_SCALAPACK, 64, {1, size}, 0},  {GA_SCALAPACK, 49, {size, 1}, 0},
                    {GA_SCALAPACK, 200, {1, size}, 0}, {GA_SCALAPACK, 50, {other, size / other}, 0},
                    {GA_TILED, 64, {0, 0}, 0},         {GA_BLOCK_CYCLIC, 130, {0, 0}, 0}};
    ga_spec_t spec = {.type = s->type,
                      .ndim = 2,
                      .dims = {x->m, x->n},
                      .name = "placed",
                      .group = s->group,
                      .kind = ways[way].kind,
                      .block = {ways[way].block, ways[way].block},
                      .grid = {ways[way].grid[0], ways[way].grid[1]},
                      .ghosts = {ways[way].ghosts, ways[way].ghosts}};
    ga_t g = matrix_spec(&spec);
    matrix_write(g, x);
    return g;
}

/* Twice, which gives the same bits. */
static void solve_placed(step_t *s, triangle_form_t f, int64_t n, int64_t count, int way)
{
    dense_t stored, a = triangle_create(s, n, f, &stored), op = dense_op(f.trans, &a);
    dense_t b = f.side == 'l' ? step_random(s, n, count) : step_random(s, count, n);
    dense_value_t alpha = step_number(s, false);
    dense_t alpha_b = dense_times(alpha, &b), given = alpha == 0 ? dense_filled(b.m, b.n, NAN) : b;
    element_t factor = element_from(s->type, alpha);
    ga_t ga = place(s, &stored, way % WAYS), gx = place(s, &given, way / WAYS);
    CHECK_OK(la_trsm(f.side, f.uplo, f.trans, f.diag, &factor, ga, gx));
    dense_t x = matrix_read(gx), ax = triangle_product(f.side, &op, &x);
    triangle_check(s, f.side, &op, &x, &alpha_b, &ax);
    CHECK(matrix_is(ga, &stored));
    CHECK_OK(ga_group_sync(s->group));
    matrix_write(gx, &given);
    CHECK_OK(la_trsm(f.side, f.uplo, f.trans, f.diag, &factor, ga, gx));
    CHECK(matrix_is(gx, &x));
}

/* All letters, with few right-hand sides and more; all ways come about. */
static void placed(step_t *s)
{
    static const int64_t orders[] = {300, 257, 64, 129, 3, 280}, counts[] = {1, 3, 8, 2, 17, 40, 5};
    const int k = s->round;
    const int way = (int)rng_range(&s->rng, 0, WAYS * WAYS - 1);
    solve_placed(s, form_of(k), orders[k % 6], counts[(k + k / 6) % 7], way);
}

/* Each way of the triangle with each of the right-hand sides, of an order that may be a tile's. */
static void each_way(step_t *s)
{
    const int way = s->round * 4 + (int)(s->type - ASHLAR_FLOAT);
    solve_placed(s, form_of((int)rng_range(&s->rng, 0, 23)), step_once_in(s, 2) ? 200 : 270, 9,
                 way);
}

/* Each rank gets so many right-hand sides that a triangle in narrow tiles is copied for wider
 * steps. */
static void many(step_t *s)
{
    int size;
    CHECK_OK(ga_group_size(s->group, &size));
    const triangle_form_t forms[] = {{'l', 'l', 't', 'n'}, {'r', 'u', 'n', 'n'}};
    solve_placed(s, forms[s->round % 2], 290, 140 * size, 4 + 10 * s->round);
}

/* The order is a tile's, and the right-hand sides of a rank are not. */
static void one_tile(step_t *s)
{
    solve_placed(s, form_of(2 * s->round), 64, 70, 4 * WAYS + s->round);
}

/* One row, which is a vector unless its triangle is conjugated. */
static void one_row(step_t *s)
{
    const triangle_form_t forms[] = {
        {'r', 'l', 'c', 'n'}, {'r', 'u', 'c', 'u'}, {'r', 'l', 't', 'n'}, {'r', 'u', 'n', 'n'}};
    solve_placed(s, forms[s->round], 129, 1, s->round);
}

TEST_CASE(triangle_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_trsm of a placed triangle", placed, 24},
                                      {"la_trsm from each place", each_way, WAYS * WAYS / 4},
                                      {"la_trsm with many right-hand sides", many, 2},
                                      {"la_trsm of one tile", one_tile, 3},
                                      {"la_trsm of one row", one_row, 4}};
    RUN_ROWS(rows);
}
