/* Lists of elements, and counters. */
#include <stdlib.h>

#include "calls.h"

enum { N = 40 };

/* Lists by pointers and flat, in both widths; the model in row-major order. */
TEST_CASE(elements_lists, TEST_GA)
{
    for (int way = 0; way < 4; ++way) {
        int wide = way % 2, flat = way / 2, list[N][3], *rows[N];
        int64_t wlist[N][3], *wrows[N];
        double values[N], back[N], two = 2;
        grid_t grid = grid_create(3);
        int g = array_create(&grid, 9);
        for (int k = 0; k < N; ++k) {
            const int at[3] = {k % 5, k * 3 % 7, k * 2 % 3};
            rows[k] = list[k];
            wrows[k] = wlist[k];
            for (int d = 0; d < 3; ++d)
                wlist[k][d] = list[k][d] = at[d];
        }
        if (flat && wide)
            NGA_Gather_flat64(g, back, &wlist[0][0], N);
        else if (flat)
            NGA_Gather_flat(g, back, &list[0][0], N);
        else if (wide)
            NGA_Gather64(g, back, wrows, N);
        else
            NGA_Gather(g, back, rows, N);
        GA_Sync();
        for (int k = 0; k < N; ++k) {
            double *at = &grid.at[grid_place(&grid, list[k])];
            CHECK(back[k] == *at);
        }
        for (int k = 0; k < N; ++k) /* the same value wherever an element is named twice */
            grid.at[grid_place(&grid, list[k])] = values[k] = (double)grid_place(&grid, list[k]);
        if (GA_Nodeid() == 0) {
            if (flat && wide)
                NGA_Scatter_flat64(g, values, &wlist[0][0], N);
            else if (flat)
                NGA_Scatter_flat(g, values, &list[0][0], N);
            else if (wide)
                NGA_Scatter64(g, values, wrows, N);
            else
                NGA_Scatter(g, values, rows, N);
        }
        CHECK_ARRAY(g, C_DBL, &grid);
        for (int k = 0; k < N; ++k)
            grid.at[grid_place(&grid, list[k])] += two * values[k] * GA_Nnodes();
        if (flat && wide)
            NGA_Scatter_acc_flat64(g, values, &wlist[0][0], N, &two);
        else if (flat)
            NGA_Scatter_acc_flat(g, values, &list[0][0], N, &two);
        else if (wide)
            NGA_Scatter_acc64(g, values, wrows, N, &two);
        else
            NGA_Scatter_acc(g, values, rows, N, &two);
        CHECK_ARRAY(g, C_DBL, &grid);
        GA_Destroy(g);
        grid_free(&grid);
    }
}

/* Element (1,4) of 3 x 5 and no other is counted up, by what it was before. */
TEST_CASE(elements_counted, TEST_GA)
{
    static const int types[] = {C_INT, C_LONG, C_LONGLONG, MT_F_INT};
    for (int t = 0; t < 4; ++t) {
        int dims[2] = {3, 5}, at[2] = {1, 4}, lo[2] = {0, 0}, hi[2] = {2, 4}, ld[1] = {5};
        int64_t wat[2] = {1, 4};
        long long all[15];
        int g = NGA_Create(types[t], 2, dims, "counter", NULL);
        long sum = 0;
        GA_Zero(g);
        for (int k = 0; k < 10; ++k)
            sum += k % 2 ? NGA_Read_inc(g, at, 2) : NGA_Read_inc64(g, wat, 2);
        GA_Lgop(&sum, 1, "+");
        int n = 10 * GA_Nnodes();
        CHECK_INT(n * (n - 1), sum);
        NGA_Get(g, lo, hi, all, ld);
        for (int k = 0; k < 15; ++k)
            CHECK(element_load(types[t], all, k) == (k == 9 ? 2 * n : 0));
        GA_Sync();
        GA_Destroy(g);
    }
}
