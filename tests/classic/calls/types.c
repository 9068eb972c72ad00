/* Bytes, logicals, long doubles and registered types move as elements of other types do. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

static const int opaque[] = {C_CHAR, C_LDBL, C_LDCPL, MT_F_BYTE, MT_F_LOG};
enum { OPAQUE = sizeof opaque / sizeof opaque[0] };

static double number_at(int64_t k)
{
    return (double)(k * 7 % 100 - 50);
}

static void check_code(int g, int type)
{
    int told = -1, ndim = -1, dims[GA_MAX_DIM];
    NGA_Inquire(g, &told, &ndim, dims);
    CHECK_INT(type, told);
}

/* Every call that moves elements, but plain puts and gets (patches_of_types). */
static void move_all(int type)
{
    grid_t a = grid_create(2); /* 5 x 7 */
    const size_t bytes = element_bytes(type);
    int lo[2] = {0, 1}, hi[2] = {4, 5}, step[2] = {2, 4}, ld[1] = {2}, around[2] = {-1, 6};
    int beyond[2] = {1, 7}, list[6] = {0, 0, 4, 6, 2, 3}, lists_ld[1] = {7};
    int to_lo[2] = {1, 0}, to_hi[2] = {3, 2}, flat_lo[2] = {0, 1}, flat_hi[2] = {1, 1};
    char buffer[64 * 32], one[32], *rows;
    ga_nbhdl_t handle;
    int64_t k = 0;

    for (k = 0; k < a.n; ++k)
        a.at[k] = number_at(k);
    int g = array_of(type, &a), h = GA_Duplicate(g, "twin");
    check_code(g, type);
    check_code(h, type);
    GA_Copy(g, h);
    CHECK_ARRAY(h, type, &a);
    NGA_Strided_get(g, lo, hi, step, buffer, ld);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 2; ++j)
            CHECK(element_load(type, buffer, i * 2 + j) == a.at[2 * i * 7 + 1 + 4 * j]);
    NGA_Periodic_get(g, around, beyond, buffer, ld);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 2; ++j)
            CHECK(element_load(type, buffer, i * 2 + j) == a.at[(i + 4) % 5 * 7 + (6 + j) % 7]);
    NGA_Gather_flat(g, buffer, list, 3);
    CHECK(element_load(type, buffer, 0) == a.at[0]);
    CHECK(element_load(type, buffer, 1) == a.at[34]);
    CHECK(element_load(type, buffer, 2) == a.at[17]);
    GA_Sync();
    memset(buffer, 0, sizeof buffer);
    for (k = 0; k < 3; ++k) {
        element_store(type, buffer, k, (double)k + 60);
        a.at[list[2 * k] * 7 + list[2 * k + 1]] = (double)k + 60;
    }
    if (GA_Nodeid() == GA_Nnodes() - 1)
        NGA_Scatter_flat(g, buffer, list, 3);
    CHECK_ARRAY(g, type, &a);
    for (k = 0; k < 6; ++k) {
        element_store(type, buffer, k, (double)k - 9);
        a.at[2 * (k / 2) * 7 + 1 + 4 * (k % 2)] = (double)k - 9;
    }
    if (GA_Nodeid() == 0)
        NGA_Strided_put(g, lo, hi, step, buffer, ld);
    GA_Sync();
    for (k = 0; k < 6; ++k) {
        element_store(type, buffer, k, (double)k + 70);
        a.at[(k / 2 + 4) % 5 * 7 + (6 + k % 2) % 7] = (double)k + 70;
    }
    if (GA_Nodeid() == 0)
        NGA_Periodic_put(g, around, beyond, buffer, ld);
    CHECK_ARRAY(g, type, &a);
    if (GA_Nodeid() == 0) {
        for (k = 0; k < 35; ++k)
            element_store(type, buffer, k, a.at[k] = number_at(k + 3));
        NGA_NbPut(g, (int[]){0, 0}, (int[]){4, 6}, buffer, lists_ld, &handle);
        NGA_NbWait(&handle);
        GA_Fence();
        memset(buffer, 0, sizeof buffer);
        NGA_NbGet(g, (int[]){0, 0}, (int[]){4, 6}, buffer, lists_ld, &handle);
        NGA_NbWait(&handle);
        for (k = 0; k < 35; ++k)
            CHECK(element_load(type, buffer, k) == a.at[k]);
    }
    for (k = 0; k < 35; ++k)
        a.at[k] = number_at(k + 3);
    CHECK_ARRAY(g, type, &a);

    /* 3 x 3 as it is, then turned round; 2 x 3 elements as 3 x 2 */
    grid_t b = grid_create(2);
    GA_Zero(h);
    CHECK_ARRAY(h, type, &b);
    NGA_Copy_patch('n', g, to_lo, to_hi, h, (int[]){0, 4}, (int[]){2, 6});
    NGA_Copy_patch('t', g, to_lo, to_hi, h, to_lo, to_hi);
    NGA_Copy_patch('n', g, (int[]){0, 0}, (int[]){2, 1}, h, (int[]){3, 4}, (int[]){4, 6});
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            b.at[i * 7 + 4 + j] = a.at[(1 + i) * 7 + j];
            b.at[(1 + j) * 7 + i] = a.at[(1 + i) * 7 + j];
        }
    for (int i = 0; i < 6; ++i)
        b.at[(3 + i / 3) * 7 + 4 + i % 3] = a.at[i / 2 * 7 + i % 2];
    CHECK_ARRAY(h, type, &b);
    memset(one, 0, sizeof one);
    element_store(type, one, 0, 33);
    NGA_Fill_patch(h, flat_lo, flat_hi, one);
    b.at[1] = b.at[8] = 33;
    NGA_Zero_patch(h, to_lo, to_lo);
    b.at[7] = 0;
    CHECK_ARRAY(h, type, &b);
    GA_Fill(h, one);
    for (k = 0; k < 35; ++k)
        b.at[k] = 33;
    CHECK_ARRAY(h, type, &b);
    GA_Print(h);
    GA_Summarize(1);
    rows = GA_Getmem(type, 5, -1);
    memset(rows, 1, 5 * bytes);
    GA_Freemem(rows);
    GA_Destroy(h);
    GA_Destroy(g);
    grid_free(&b);
    grid_free(&a);
}

TEST_CASE(types_move, TEST_GA)
{
    GA_Initialize();
    for (int t = 0; t < OPAQUE; ++t)
        move_all(opaque[t]);
    GA_Terminate();
}

/* Access in place, and ghost cells. */
TEST_CASE(types_in_place, TEST_GA)
{
    GA_Initialize();
    for (int t = 0; t < OPAQUE; ++t) {
        const int type = opaque[t];
        grid_t a = grid_create(2);
        int width[2] = {1, 1}, lo[2], hi[2], ld[1], dims[2];
        char *at;
        for (int64_t k = 0; k < a.n; ++k)
            a.at[k] = number_at(k);
        int g = NGA_Create_ghosts(type, 2, a.dims, width, "ghosts", NULL);
        NGA_Distribution(g, GA_Nodeid(), lo, hi);
        if (hi[0] >= lo[0]) {
            NGA_Access(g, lo, hi, &at, ld);
            for (int i = lo[0]; i <= hi[0]; ++i)
                for (int j = lo[1]; j <= hi[1]; ++j)
                    element_store(type, at, (i - lo[0]) * ld[0] + j - lo[1], a.at[i * 7 + j]);
            NGA_Release_update(g, lo, hi);
        }
        CHECK_ARRAY(g, type, &a);
        GA_Update_ghosts(g);
        if (hi[0] >= lo[0]) {
            NGA_Access_ghosts(g, dims, &at, ld);
            for (int i = 0; i < dims[0]; ++i)
                for (int j = 0; j < dims[1]; ++j)
                    CHECK(element_load(type, at, i * ld[0] + j) ==
                          a.at[(lo[0] - 1 + i + 5) % 5 * 7 + (lo[1] - 1 + j + 7) % 7]);
            NGA_Release_ghosts(g);
        }
        check_code(g, type);
        GA_Destroy(g);
        grid_free(&a);
    }
    GA_Terminate();
}

/* Made by some ranks only, before others have made any. */
TEST_CASE(types_in_groups, TEST_GA)
{
    int first = 0, dims[1] = {9}, zero = 0, lo[1] = {2}, hi[1] = {4}, type = -1, ndim;
    char letters[3] = {'a', 'b', 'c'}, found[3] = "";
    GA_Initialize();
    if (GA_Nodeid() == 0) {
        int alone = GA_Pgroup_create(&first, 1);
        int g = NGA_Create_config(C_CHAR, 1, dims, "letters", NULL, alone);
        NGA_Put(g, lo, hi, letters, &zero);
        NGA_Get(g, lo, hi, found, &zero);
        CHECK_INT(0, memcmp(letters, found, 3));
        CHECK_INT(alone, GA_Get_pgroup(g));
        GA_Destroy(g);
        GA_Pgroup_destroy(alone);
    }
    GA_Sync();
    int all = NGA_Create(F_BYTE, 1, dims, "bytes", NULL);
    NGA_Inquire(all, &type, &ndim, dims);
    CHECK_INT(F_BYTE, type);
    GA_Destroy(all);
    GA_Terminate();
}

/* An array goes on when its type is deregistered, as does a duplicate; types that are registered
 * meanwhile are others. */
TEST_CASE(types_deregistered, TEST_GA)
{
    int type = NGA_Register_type(24), dims[1] = {8}, zero = 0, lo[1] = {3}, hi[1] = {3},
        last[1] = {7};
    char record[24] = "first", found[24] = "";
    int g = NGA_Create(type, 1, dims, "records", NULL);
    GA_Zero(g);
    CHECK_INT(0, NGA_Deregister_type(type));
    CHECK_INT(-2, NGA_Deregister_type(type));
    int other = NGA_Register_type(40);
    CHECK(other != type);
    if (GA_Nodeid() == 0)
        NGA_Put(g, lo, hi, record, &zero);
    GA_Sync();
    check_code(g, type);
    int h = GA_Duplicate(g, "twin");
    GA_Copy(g, h);
    GA_Destroy(g);
    NGA_Get(h, lo, hi, found, &zero);
    CHECK_INT(0, memcmp(record, found, sizeof found));
    NGA_Gather_flat(h, found, last, 1);
    CHECK_INT(0, found[0]);
    GA_Sync();
    GA_Destroy(h);
    CHECK_INT(0, NGA_Deregister_type(other));
    for (int k = 0; k < 1000; ++k) /* more than there may be at a time */
        CHECK_INT(0, NGA_Deregister_type(NGA_Register_type(8)));
}
