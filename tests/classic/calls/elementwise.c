/* Operations on elements, of whole arrays and of patches whose shapes differ, in both widths. */
#include <math.h>

#include "calls.h"

static const int types[] = {C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL};
enum { TYPES = sizeof types / sizeof types[0], MOST = 4, N = 12 };

/* Patches of N elements of an array of 5 x 7, one of each operand. */
static int los[MOST][2] = {{1, 2}, {1, 1}, {0, 3}, {2, 0}},
           his[MOST][2] = {{3, 5}, {4, 3}, {2, 6}, {3, 5}};
static int64_t wlos[MOST][2], whis[MOST][2];

static void set_patches(void)
{
    for (int k = 0; k < MOST; ++k)
        for (int d = 0; d < 2; ++d) {
            wlos[k][d] = los[k][d];
            whis[k][d] = his[k][d];
        }
}

/* Element k of patch `which` in row-major order. */
static double *element_of(const grid_t *grid, int which, int k)
{
    int columns = his[which][1] - los[which][1] + 1;
    return &grid->at[(los[which][0] + k / columns) * 7 + los[which][1] + k % columns];
}

typedef struct operands {
    int type, n, g[MOST];
    grid_t grid[MOST];
} operands_t;

/* n arrays of numbers from -9 to 9 without 0. */
static operands_t operands_create(int type, int n)
{
    operands_t x = {.type = type, .n = n};
    set_patches();
    for (int k = 0; k < n; ++k) {
        x.grid[k] = grid_create(2);
        for (int e = 0; e < 35; ++e) {
            int value = (e * 7 + k * 5 + e * e) % 19 - 9;
            x.grid[k].at[e] = value == 0 ? k + 1 : value;
        }
        x.g[k] = array_of(type, &x.grid[k]);
    }
    return x;
}

static void operands_check(operands_t *x)
{
    for (int k = 0; k < x->n; ++k) {
        CHECK_ARRAY(x->g[k], x->type, &x->grid[k]);
        GA_Destroy(x->g[k]);
        grid_free(&x->grid[k]);
    }
}

static double as(int type, double value)
{
    return type == C_FLOAT ? (float)value : type == C_DBL ? value : trunc(value);
}

/* ---- one array ---- */

static double absolute(double a)
{
    return fabs(a);
}

static double reciprocal(double a)
{
    return 1 / a;
}

static double three_more(double a)
{
    return a + 3;
}

static double threefold(double a)
{
    return 3 * a;
}

static double nothing(double a)
{
    return 0 * a;
}

/* The number 3 of a type. */
static void *three_of(int type)
{
    static double room[2];
    element_store(type, room, 0, 3);
    return room;
}

static void try_one(operands_t *x, int which, int form)
{
    int g = x->g[0], *lo = los[0], *hi = his[0];
    int64_t *wlo = wlos[0], *whi = whis[0];
    void *three = three_of(x->type);
#define FORMS(whole, narrow, wide)                                                                 \
    if (form == 0)                                                                                 \
        whole;                                                                                     \
    else if (form == 1)                                                                            \
        narrow;                                                                                    \
    else                                                                                           \
        wide
    switch (which) {
    case 0:
        FORMS(GA_Abs_value(g), GA_Abs_value_patch(g, lo, hi), GA_Abs_value_patch64(g, wlo, whi));
        break;
    case 1:
        FORMS(GA_Recip(g), GA_Recip_patch(g, lo, hi), GA_Recip_patch64(g, wlo, whi));
        break;
    case 2:
        FORMS(GA_Add_constant(g, three), GA_Add_constant_patch(g, lo, hi, three),
              GA_Add_constant_patch64(g, wlo, whi, three));
        break;
    case 3:
        FORMS(GA_Scale(g, three), NGA_Scale_patch(g, lo, hi, three),
              NGA_Scale_patch64(g, wlo, whi, three));
        break;
    default:
        FORMS(GA_Zero(g), NGA_Zero_patch(g, lo, hi), NGA_Zero_patch64(g, wlo, whi));
    }
}

TEST_CASE(elementwise_one, TEST_GA)
{
    static double (*const model[])(double) = {absolute, reciprocal, three_more, threefold, nothing};
    for (int t = 0; t < TYPES; ++t)
        for (int which = 0; which < 5; ++which)
            for (int form = 0; form < 3; ++form) {
                operands_t x = operands_create(types[t], 1);
                try_one(&x, which, form);
                for (int k = 0; k < (form ? N : 35); ++k) {
                    double *at = form ? element_of(&x.grid[0], 0, k) : &x.grid[0].at[k];
                    *at = as(x.type, model[which](*at));
                }
                operands_check(&x);
            }
}

/* ---- two and three ---- */

static double product(double a, double b)
{
    return a * b;
}

static double quotient(double a, double b)
{
    return a / b;
}

static double sum(double a, double b)
{
    return 3 * a + 3 * b;
}

static void try_two(operands_t *x, int which, int form)
{
    int a = x->g[0], b = x->g[1], c = x->g[2];
    void *three = three_of(x->type);
#define PATCHES   a, los[0], his[0], b, los[1], his[1], c, los[2], his[2]
#define PATCHES64 a, wlos[0], whis[0], b, wlos[1], whis[1], c, wlos[2], whis[2]
    switch (which) {
    case 0:
        FORMS(GA_Elem_multiply(a, b, c), GA_Elem_multiply_patch(PATCHES),
              GA_Elem_multiply_patch64(PATCHES64));
        break;
    case 1:
        FORMS(GA_Elem_divide(a, b, c), GA_Elem_divide_patch(PATCHES),
              GA_Elem_divide_patch64(PATCHES64));
        break;
    case 2:
        FORMS(GA_Elem_maximum(a, b, c), GA_Elem_maximum_patch(PATCHES),
              GA_Elem_maximum_patch64(PATCHES64));
        break;
    case 3:
        FORMS(GA_Elem_minimum(a, b, c), GA_Elem_minimum_patch(PATCHES),
              GA_Elem_minimum_patch64(PATCHES64));
        break;
    default:
        FORMS(GA_Add(three, a, three, b, c),
              NGA_Add_patch(three, a, los[0], his[0], three, b, los[1], his[1], c, los[2], his[2]),
              NGA_Add_patch64(three, a, wlos[0], whis[0], three, b, wlos[1], whis[1], c, wlos[2],
                              whis[2]));
    }
}

TEST_CASE(elementwise_two, TEST_GA)
{
    static double (*const model[])(double, double) = {product, quotient, fmax, fmin, sum};
    for (int t = 0; t < TYPES; ++t)
        for (int which = 0; which < 5; ++which)
            for (int form = 0; form < 3; ++form) {
                operands_t x = operands_create(types[t], 3);
                try_two(&x, which, form);
                for (int k = 0; k < (form ? N : 35); ++k) {
                    double *at[3];
                    for (int o = 0; o < 3; ++o)
                        at[o] = form ? element_of(&x.grid[o], o, k) : &x.grid[o].at[k];
                    *at[2] = as(x.type, model[which](*at[0], *at[1]));
                }
                operands_check(&x);
            }
}

TEST_CASE(elementwise_median, TEST_GA)
{
    for (int t = 0; t < TYPES; ++t)
        for (int form = 0; form < 3; ++form) {
            operands_t x = operands_create(types[t], 4);
            int *g = x.g;
            FORMS(GA_Median(g[0], g[1], g[2], g[3]),
                  GA_Median_patch(g[0], los[0], his[0], g[1], los[1], his[1], g[2], los[2], his[2],
                                  g[3], los[3], his[3]),
                  GA_Median_patch64(g[0], wlos[0], whis[0], g[1], wlos[1], whis[1], g[2], wlos[2],
                                    whis[2], g[3], wlos[3], whis[3]));
            for (int k = 0; k < (form ? N : 35); ++k) {
                double v[4], *to = form ? element_of(&x.grid[3], 3, k) : &x.grid[3].at[k];
                for (int o = 0; o < 3; ++o)
                    v[o] = form ? *element_of(&x.grid[o], o, k) : x.grid[o].at[k];
                *to = fmax(fmin(v[0], v[1]), fmin(fmax(v[0], v[1]), v[2]));
            }
            operands_check(&x);
        }
}

/* Complex numbers multiply and divide as such: (v - iv)(w - iw) = -2ivw, and v/w. */
TEST_CASE(elementwise_complex, TEST_GA)
{
    operands_t x = operands_create(C_DCPL, 3);
    part_t whole = part_whole(&x.grid[0]);
    double found[70];
    for (int which = 0; which < 2; ++which) {
        int64_t wrong = 0;
        try_two(&x, which, 0);
        GA_Sync();
        NGA_Get(x.g[2], whole.lo, whole.hi, found, whole.ld);
        GA_Sync();
        for (int k = 0; k < 35; ++k) {
            double v = x.grid[0].at[k], w = x.grid[1].at[k];
            double re = which ? v / w : 0, im = which ? 0 : -2 * v * w;
            wrong += fabs(found[2 * k] - re) > 1e-14 || fabs(found[2 * k + 1] - im) > 1e-14;
        }
        CHECK_INT(0, wrong);
    }
    GA_Abs_value(x.g[0]);
    NGA_Get(x.g[0], whole.lo, whole.hi, found, whole.ld);
    for (int k = 0; k < 35; ++k)
        CHECK(fabs(found[2 * k] - sqrt(2) * fabs(x.grid[0].at[k])) < 1e-13 &&
              found[2 * k + 1] == 0);
    GA_Sync();
    x.n = 0;
    for (int k = 0; k < 3; ++k) {
        GA_Destroy(x.g[k]);
        grid_free(&x.grid[k]);
    }
}

/* The largest step with a + step*b >= 0; how far x + step*v goes within bounds of its own. */
TEST_CASE(elementwise_steps, TEST_GA)
{
    for (int form = 0; form < 3; ++form) {
        operands_t x = operands_create(C_DBL, 4);
        double least[2] = {INFINITY, INFINITY}, most = 0, found[3] = {-1, -1, -1};
        int *g = x.g;
        GA_Abs_value(g[0]);
        for (int e = 0; e < 35; ++e)
            x.grid[0].at[e] = fabs(x.grid[0].at[e]);
        for (int k = 0; k < (form ? N : 35); ++k) {
            double *at[4];
            for (int o = 0; o < 4; ++o)
                at[o] = form ? element_of(&x.grid[o], o, k) : &x.grid[o].at[k];
            if (*at[1] < 0)
                least[0] = fmin(least[0], *at[0] / -*at[1]);
        }
        FORMS(GA_Step_max(g[0], g[1], found),
              GA_Step_max_patch(g[0], los[0], his[0], g[1], los[1], his[1], found),
              GA_Step_max_patch64(g[0], wlos[0], whis[0], g[1], wlos[1], whis[1], found));
        CHECK(found[0] == least[0]);
        /* from 1 to 9 within -20..30 */
        GA_Fill(g[2], (double[]){-20});
        GA_Fill(g[3], (double[]){30});
        for (int e = 0; e < 35; ++e) {
            x.grid[2].at[e] = -20;
            x.grid[3].at[e] = 30;
        }
        for (int k = 0; k < (form ? N : 35); ++k) {
            double at = form ? *element_of(&x.grid[0], 0, k) : x.grid[0].at[k];
            double v = form ? *element_of(&x.grid[1], 1, k) : x.grid[1].at[k];
            double step = v > 0 ? (30 - at) / v : (-20 - at) / v;
            least[1] = fmin(least[1], step);
            most = fmax(most, step);
        }
        FORMS(GA_Step_bound_info(g[0], g[1], g[2], g[3], &found[0], &found[1], &found[2]),
              GA_Step_bound_info_patch(g[0], los[0], his[0], g[1], los[1], his[1], g[2], los[2],
                                       his[2], g[3], los[3], his[3], &found[0], &found[1],
                                       &found[2]),
              GA_Step_bound_info_patch64(g[0], wlos[0], whis[0], g[1], wlos[1], whis[1], g[2],
                                         wlos[2], whis[2], g[3], wlos[3], whis[3], &found[0],
                                         &found[1], &found[2]));
        CHECK(found[0] == least[1]);
        CHECK(found[1] == least[1]);
        CHECK(found[2] == most);
        operands_check(&x);
    }
}
