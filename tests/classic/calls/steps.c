/* Steps within bounds, of whole arrays and of patches whose shapes differ, in both widths. */
#include <math.h>

#include "calls.h"

enum { MOST = 4, N = 12 };

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
    int g[MOST];
    grid_t grid[MOST];
} operands_t;

/* Arrays of numbers from -9 to 9 without 0. */
static operands_t operands_create(void)
{
    operands_t x;
    set_patches();
    for (int k = 0; k < MOST; ++k) {
        x.grid[k] = grid_create(2);
        for (int e = 0; e < 35; ++e) {
            int value = (e * 7 + k * 5 + e * e) % 19 - 9;
            x.grid[k].at[e] = value == 0 ? k + 1 : value;
        }
        x.g[k] = array_of(C_DBL, &x.grid[k]);
    }
    return x;
}

static void operands_check(operands_t *x)
{
    for (int k = 0; k < MOST; ++k) {
        CHECK_ARRAY(x->g[k], C_DBL, &x->grid[k]);
        GA_Destroy(x->g[k]);
        grid_free(&x->grid[k]);
    }
}

#define FORMS(whole, narrow, wide)                                                                 \
    if (form == 0)                                                                                 \
        whole;                                                                                     \
    else if (form == 1)                                                                            \
        narrow;                                                                                    \
    else                                                                                           \
        wide

/* The largest step with a + step*b >= 0; how far x + step*v goes within bounds of its own. */
TEST_CASE(steps, TEST_GA)
{
    for (int form = 0; form < 3; ++form) {
        operands_t x = operands_create();
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
