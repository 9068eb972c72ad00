/* Data-parallel operations against the row-major model. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* The elements of patches match in row-major order, also where their shapes differ. */
TEST_CASE(ops_patches, TEST_GA)
{
    for (int wide = 0; wide < 2; ++wide) {
        grid_t a = grid_create(2), b = grid_create(2), c = grid_create(2); /* 5 x 7 */
        int ga = array_create(&a, 1), gb = array_create(&b, 2), gc = array_create(&c, 3);
        int alo[2] = {1, 2}, ahi[2] = {3, 5}, blo[2] = {1, 1}, bhi[2] = {4, 3}; /* 3x4, 4x3 */
        int64_t walo[2] = {1, 2}, wahi[2] = {3, 5}, wblo[2] = {1, 1}, wbhi[2] = {4, 3};
        double two = 2, three = 3, nine = 9, dot;
        if (wide) {
            NGA_Copy_patch64('n', ga, walo, wahi, gb, wblo, wbhi);
            NGA_Scale_patch64(gc, walo, wahi, &two);
            NGA_Add_patch64(&two, ga, walo, wahi, &three, gc, walo, wahi, gc, walo, wahi);
            NGA_Fill_patch64(ga, wblo, wbhi, &nine);
        } else {
            NGA_Copy_patch('n', ga, alo, ahi, gb, blo, bhi);
            NGA_Scale_patch(gc, alo, ahi, &two);
            NGA_Add_patch(&two, ga, alo, ahi, &three, gc, alo, ahi, gc, alo, ahi);
            NGA_Fill_patch(ga, blo, bhi, &nine);
        }
        for (int k = 0; k < 12; ++k) {
            int from = (1 + k / 4) * 7 + 2 + k % 4, to = (1 + k / 3) * 7 + 1 + k % 3;
            b.at[to] = a.at[from];
            c.at[from] = 2 * a.at[from] + 3 * 2 * c.at[from];
        }
        for (int k = 0; k < 12; ++k)
            a.at[(1 + k / 3) * 7 + 1 + k % 3] = 9;
        CHECK_ARRAY(ga, C_DBL, &a);
        CHECK_ARRAY(gb, C_DBL, &b);
        CHECK_ARRAY(gc, C_DBL, &c);
        dot = 0;
        for (int k = 0; k < 12; ++k)
            dot += a.at[(1 + k % 3) * 7 + 2 + k / 3] * b.at[(1 + k / 3) * 7 + 1 + k % 3];
        double found = wide ? NGA_Ddot_patch64(ga, 't', walo, wahi, gb, 'n', wblo, wbhi)
                            : NGA_Ddot_patch(ga, 't', alo, ahi, gb, 'n', blo, bhi);
        CHECK(found == dot);
        GA_Destroy(ga);
        GA_Destroy(gb);
        GA_Destroy(gc);
        grid_free(&a);
        grid_free(&b);
        grid_free(&c);
    }
}

/* A patch of 3 or 4 dimensions, transposed: its elements, the first dimension fastest, are those of
 * the other patch in row-major order. And patches that are whole arrays of other shapes. */
TEST_CASE(ops_turned, TEST_GA)
{
    for (int ndim = 3; ndim < 5; ++ndim) {
        static const int lo[4] = {1, 2, 0, 0}, hi[4] = {3, 5, 2, 1}, to_lo[1] = {2};
        grid_t a = grid_create(ndim), b = grid_create(2), v = grid_create(1);
        int n = ndim == 3 ? 36 : 72, k = 0, index[4], dims[1] = {n + 4};
        int ga = array_create(&a, 1), gv = NGA_Create(C_DBL, 1, dims, "v", NULL), last[1] = {n + 1};
        double *found = test_alloc((size_t)n * sizeof *found);
        GA_Zero(gv);
        NGA_Copy_patch('t', ga, (int *)(uintptr_t)lo, (int *)(uintptr_t)hi, gv,
                       (int *)(uintptr_t)to_lo, last);
        NGA_Get(gv, (int *)(uintptr_t)to_lo, last, found, dims);
        for (index[3] = lo[3]; index[3] <= (ndim == 3 ? 0 : hi[3]); ++index[3])
            for (index[2] = lo[2]; index[2] <= hi[2]; ++index[2])
                for (index[1] = lo[1]; index[1] <= hi[1]; ++index[1])
                    for (index[0] = lo[0]; index[0] <= hi[0]; ++index[0])
                        CHECK(a.at[grid_place(&a, index)] == found[k++]);
        CHECK_INT(n, k);
        GA_Destroy(gv);
        free(found);

        int three[3] = {1, 5, 7}, first[3] = {0}, end2[2] = {4, 6}, end3[3] = {0, 4, 6};
        int gb = array_create(&b, 2), gc = NGA_Create(C_DBL, 3, three, "c", NULL),
            gd = NGA_Create(C_DBL, 2, b.dims, "d", NULL);
        NGA_Copy_patch('n', gb, first, end2, gc, first, end3);
        NGA_Copy_patch('n', gc, first, end3, gd, first, end2);
        CHECK_ARRAY(gd, C_DBL, &b);
        GA_Destroy(ga);
        GA_Destroy(gb);
        GA_Destroy(gc);
        GA_Destroy(gd);
        grid_free(&a);
        grid_free(&b);
        grid_free(&v);
    }
}

/* Both norms are of all elements, not of rows or columns, also where blocks are dealt out. */
TEST_CASE(ops_norms, TEST_GA)
{
    for (int cyclic = 0; cyclic < 2; ++cyclic) {
        int dims[2] = {6, 9}, block[2] = {2, 2}, lo[2] = {0, 0}, hi[2] = {5, 8}, ld[1] = {9};
        double values[54], sum = 0, most = 0, one = -1, other = -1;
        int g = GA_Create_handle();
        GA_Set_data(g, 2, dims, C_DBL);
        if (cyclic)
            GA_Set_block_cyclic(g, block);
        CHECK_INT(1, GA_Allocate(g));
        for (int k = 0; k < 54; ++k) {
            values[k] = (k * 17 % 23) - 15;
            sum += fabs(values[k]);
            most = fmax(most, fabs(values[k]));
        }
        if (GA_Nodeid() == 0)
            NGA_Put(g, lo, hi, values, ld);
        GA_Sync();
        GA_Norm1(g, &one);
        GA_Norm_infinity(g, &other);
        CHECK(one == sum);
        CHECK(other == most);
        GA_Destroy(g);
    }
}

/* Rows are the first index. */
TEST_CASE(ops_lines, TEST_GA)
{
    grid_t a = grid_create(2);
    int g = array_create(&a, 1), rows = NGA_Create(C_DBL, 1, &a.dims[0], "rows", NULL),
        columns = NGA_Create(C_DBL, 1, &a.dims[1], "columns", NULL), lo = 0;
    double factors[7] = {2, 3, 4, 5, 6, 7, 8};
    int last[2] = {a.dims[0] - 1, a.dims[1] - 1};
    if (GA_Nodeid() == 0) {
        NGA_Put(rows, &lo, &last[0], factors, NULL);
        NGA_Put(columns, &lo, &last[1], factors, NULL);
    }
    GA_Sync();
    GA_Scale_rows(g, rows);
    for (int k = 0; k < 35; ++k)
        a.at[k] *= factors[k / 7];
    CHECK_ARRAY(g, C_DBL, &a);
    GA_Scale_cols(g, columns);
    for (int k = 0; k < 35; ++k)
        a.at[k] *= factors[k % 7];
    CHECK_ARRAY(g, C_DBL, &a);
    int dims[2] = {7, 5}, other = NGA_Create(C_DBL, 2, dims, "turned", NULL);
    grid_t turned = grid_create(2);
    turned.dims[0] = 7;
    turned.dims[1] = 5;
    for (int k = 0; k < 35; ++k)
        turned.at[k % 7 * 5 + k / 7] = a.at[k];
    GA_Transpose(g, other);
    CHECK_ARRAY(other, C_DBL, &turned);
    GA_Destroy(other);
    GA_Destroy(rows);
    GA_Destroy(columns);
    GA_Destroy(g);
    grid_free(&turned);
    grid_free(&a);
}

/* The least and the greatest, where they are; a complex number by its modulus. */
TEST_CASE(ops_select, TEST_GA)
{
    grid_t a = grid_create(3);
    int g = array_create(&a, 0), at[3] = {4, 5, 1}, end[3] = {0, 6, 2}, found[3];
    int64_t wide[3];
    double value = 1000, z[2] = {0, -2000}, zero[2] = {0, 0};
    int h = NGA_Create(C_DCPL, 3, a.dims, "complex", NULL);
    GA_Fill(h, zero);
    if (GA_Nodeid() == 0) {
        NGA_Put(g, at, at, &value, (int[]){1, 1});
        NGA_Put(h, end, end, z, (int[]){1, 1});
    }
    GA_Sync();
    NGA_Select_elem(g, "max", &value, found);
    CHECK(value == 1000 && memcmp(found, at, sizeof at) == 0);
    NGA_Select_elem64(g, "min", &value, wide);
    CHECK(value == 0 && wide[0] == 0 && wide[1] == 0 && wide[2] == 0);
    NGA_Select_elem(h, "max", z, found);
    CHECK(z[0] == 0 && z[1] == -2000 && memcmp(found, end, sizeof end) == 0);
    GA_Destroy(g);
    GA_Destroy(h);
    grid_free(&a);
}
