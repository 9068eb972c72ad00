/* Ghost cells, records, limits of memory. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* Leading dimensions have the ghost cells in them. A patch within my block and its ghost cells is
 * read from my memory, others by way of the array, around its edges. */
TEST_CASE(ghosts_in_memory, TEST_GA)
{
    grid_t a = grid_create(2); /* 5 x 7 */
    int width[2] = {1, 2}, whole[2] = {5, 7}, dims[2], ld[1], lo[2], hi[2], top[2], end[2];
    int g = NGA_Create_ghosts(C_DBL, 2, a.dims, width, "ghosts", NULL);
    part_t all = part_whole(&a);
    double *at, buffer[9 * 11];
    for (int k = 0; k < 35; ++k)
        a.at[k] = k + 1;
    if (GA_Nodeid() == 0)
        NGA_Put(g, all.lo, all.hi, a.at, all.ld);
    GA_Update_ghosts(g);
    CHECK_INT(1, GA_Has_ghosts(g));
    NGA_Distribution(g, GA_Nodeid(), lo, hi);
    if (hi[0] >= lo[0]) {
        NGA_Access_ghosts(g, dims, &at, ld);
        CHECK(dims[0] == hi[0] - lo[0] + 3 && dims[1] == hi[1] - lo[1] + 5 && ld[0] == dims[1]);
        for (int d = 0; d < 2; ++d) {
            top[d] = lo[d] - width[d];
            end[d] = hi[d] + width[d];
        }
        at[0] = -1; /* my copy of another's element, and mine only */
        int gap[1] = {dims[1] + 1};
        NGA_Get_ghost_block(g, top, end, buffer, gap);
        for (int i = 0; i < dims[0]; ++i)
            for (int j = 0; j < dims[1]; ++j) {
                int row = (top[0] + i + whole[0]) % whole[0],
                    column = (top[1] + j + whole[1]) % whole[1];
                CHECK(buffer[i * gap[0] + j] == (i + j == 0 ? -1 : a.at[row * 7 + column]));
            }
        --top[0]; /* beyond the ghost cells */
        gap[0] = dims[1];
        if (end[0] - top[0] < 9) {
            NGA_Get_ghost_block(g, top, end, buffer, gap);
            CHECK(buffer[gap[0]] == a.at[(top[0] + 1 + 5) % 5 * 7 + (top[1] + 7) % 7]); /* not -1 */
        }
    }
    CHECK_ARRAY(g, C_DBL, &a);
    GA_Destroy(g);
    grid_free(&a);
}

typedef struct record {
    double energy;
    int spin[2];
    char letter;
} record_t;

/* Fields by blocking and nonblocking calls, in row-major patches of a buffer of their own. */
TEST_CASE(records_fields, TEST_GA)
{
    int type = NGA_Register_type(sizeof(record_t)), dims[2] = {6, 8}, at[2], lo[2] = {0, 0};
    int hi[2] = {5, 7}, some_lo[2] = {1, 2}, some_hi[2] = {4, 6}, ld[1] = {8}, some_ld[1] = {6};
    record_t all[48];
    int spins[48];
    ga_nbhdl_t handle;
    CHECK(type > 0);
    int g = NGA_Create(type, 2, dims, "records", NULL);
    memset(all, 0, sizeof all);
    for (int k = 0; k < 48; ++k)
        all[k] = (record_t){k, {2 * k, 3 * k}, (char)k};
    if (GA_Nodeid() == 0)
        NGA_Put(g, lo, hi, all, ld);
    GA_Sync();
    for (int k = 0; k < 24; ++k)
        spins[k] = 100 + k;
    int offset = (int)offsetof(record_t, spin) + (int)sizeof(int);
    if (GA_Nodeid() == 0)
        NGA_Put_field(g, some_lo, some_hi, offset, sizeof(int), spins, some_ld);
    for (at[0] = 1; at[0] <= 4; ++at[0])
        for (at[1] = 2; at[1] <= 6; ++at[1])
            all[at[0] * 8 + at[1]].spin[1] = 100 + (at[0] - 1) * 6 + at[1] - 2;
    GA_Sync();
    memset(spins, 0, sizeof spins);
    NGA_Nbget_field(g, lo, hi, offset, sizeof(int), spins, ld, &handle);
    NGA_NbWait(&handle);
    for (int k = 0; k < 48; ++k)
        CHECK_INT(all[k].spin[1], spins[k]);
    GA_Sync();
    if (GA_Nodeid() == 0) {
        for (int k = 0; k < 48; ++k)
            spins[k] = all[k].spin[0] = -k;
        NGA_Nbput_field(g, lo, hi, offsetof(record_t, spin), sizeof(int), spins, ld, &handle);
        NGA_NbWait(&handle);
    }
    for (int k = 0; k < 48; ++k)
        all[k].spin[0] = -k;
    GA_Sync();
    record_t found[48];
    memset(found, 0, sizeof found);
    NGA_Get(g, lo, hi, found, ld);
    for (int k = 0; k < 48; ++k)
        CHECK(found[k].energy == all[k].energy && found[k].spin[0] == all[k].spin[0] &&
              found[k].spin[1] == all[k].spin[1] && found[k].letter == all[k].letter);
    NGA_Get_field(g, hi, hi, 0, sizeof(double), &found[0].energy, ld);
    CHECK(found[0].energy == 47);
    GA_Sync();
    GA_Destroy(g);
    CHECK_INT(0, NGA_Deregister_type(type));
    CHECK_INT(-2, NGA_Deregister_type(type));
    CHECK_INT(-1, NGA_Deregister_type(C_DBL));
}

/* Fields of three dimensions go from a buffer with gaps, and come to one without. */
TEST_CASE(records_fields_of_cubes, TEST_GA)
{
    int type = NGA_Register_type(sizeof(record_t)), dims[3] = {4, 5, 6}, lo[3] = {1, 0, 2};
    int hi[3] = {3, 3, 4}, at[3], gaps[2] = {5, 4}, none[2] = {4, 3}, spins[3 * 5 * 4], all[36];
    int g = NGA_Create(type, 3, dims, "cubes", NULL), offset = (int)offsetof(record_t, spin), one;
    for (int k = 0; k < 60; ++k)
        spins[k] = k;
    if (GA_Nodeid() == 0)
        NGA_Put_field(g, lo, hi, offset, sizeof(int), spins, gaps);
    GA_Sync();
    NGA_Get_field(g, lo, hi, offset, sizeof(int), all, none);
    for (int k = 0; k < 36; ++k) {
        const int place[3] = {k / 12, k / 3 % 4, k % 3};
        for (int d = 0; d < 3; ++d)
            at[d] = lo[d] + place[d];
        NGA_Get_field(g, at, at, offset, sizeof(int), &one, none);
        CHECK_INT((place[0] * 5 + place[1]) * 4 + place[2], one);
        CHECK_INT(one, all[k]);
    }
    GA_Sync();
    GA_Destroy(g);
    CHECK_INT(0, NGA_Deregister_type(type));
}

/* Bytes of each rank; beyond the limit there is no array, on any rank. */
TEST_CASE(memory_limit, TEST_GA)
{
    int dims[1] = {100 * GA_Nnodes()}, chunk[1] = {100}, more[1] = {101 * GA_Nnodes()}, g, h;
    int64_t before = (int64_t)GA_Inquire_memory();
    CHECK_INT(0, GA_Memory_limited());
    g = NGA_Create(C_DBL, 1, dims, "first", chunk);
    CHECK_INT(800, (int64_t)GA_Inquire_memory() - before);
    GA_Set_memory_limit(GA_Inquire_memory() + 805);
    CHECK_INT(1, GA_Memory_limited());
    CHECK_INT(805, (int64_t)GA_Memory_avail());
    chunk[0] = 101;
    CHECK_INT(0, NGA_Create(C_DBL, 1, more, "too large", chunk));
    CHECK_INT(805, (int64_t)GA_Memory_avail());
    h = GA_Duplicate(g, "second");
    CHECK(h != 0);
    CHECK_INT(5, (int64_t)GA_Memory_avail());
    CHECK_INT(0, GA_Duplicate(g, "third"));
    CHECK(GA_Getmem(C_DBL, 1, GA_Pgroup_get_world()) == NULL);
    GA_Destroy(h);
    CHECK_INT(805, (int64_t)GA_Memory_avail());
    GA_Set_memory_limit(GA_Inquire_memory() + 800); /* just enough for another one */
    h = GA_Duplicate(g, "second");
    CHECK(h != 0);
    CHECK_INT(0, (int64_t)GA_Memory_avail());
    GA_Destroy(h);
    GA_Set_memory_limit((size_t)-1);
    CHECK_INT(0, GA_Memory_limited());
    h = NGA_Create(C_DBL, 1, more, "large", chunk);
    CHECK(h != 0);
    GA_Destroy(h);
    GA_Destroy(g);
    CHECK_INT(before, (int64_t)GA_Inquire_memory());
}

/* Data written to the memory is the array's. */
TEST_CASE(memory_assembled, TEST_GA)
{
    grid_t a = grid_create(2);
    int g = array_create(&a, 1), lo[2], hi[2], copy, n;
    int64_t before = (int64_t)GA_Inquire_memory();
    NGA_Distribution(g, GA_Nodeid(), lo, hi);
    n = (hi[0] - lo[0] + 1) * (hi[1] - lo[1] + 1);
    double *mine = GA_Getmem(C_DBL, n, GA_Pgroup_get_world());
    int ld[1] = {hi[1] - lo[1] + 1};
    CHECK(mine != NULL);
    if (n > 0)
        NGA_Get(g, lo, hi, mine, ld);
    for (int k = 0; k < n; ++k)
        mine[k] *= 2;
    copy = GA_Assemble_duplicate(g, "copy", mine);
    CHECK_INT(0, GA_Compare_distr(g, copy));
    for (int64_t k = 0; k < a.n; ++k)
        a.at[k] *= 2;
    CHECK_ARRAY(copy, C_DBL, &a);
    GA_Destroy(copy);
    CHECK_INT(before, (int64_t)GA_Inquire_memory());
    mine = GA_Getmem(C_INT, 10 + GA_Nodeid(), GA_Pgroup_get_world());
    memset(mine, 1, sizeof(int) * (size_t)(10 + GA_Nodeid()));
    GA_Freemem(mine);
    CHECK_INT(before, (int64_t)GA_Inquire_memory());
    GA_Destroy(g);
    grid_free(&a);
}

/* New arrays are zero where others have been, in all ways of making them; ghost cells too. */
TEST_CASE(arrays_begin_as_zero, TEST_GA)
{
    enum { N = 40 };
    int dims[2] = {N, N}, width[2] = {1, 1}, lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, ld[1] = {N};
    int extent[2], row[1];
    double *values = test_alloc(N * N * sizeof *values), seven = 7, *block;
    for (int way = 0; way < 4; ++way) {
        int old[3], g = 0;
        for (int k = 0; k < 3; ++k) {
            old[k] = NGA_Create(C_DBL, 2, dims, "old", NULL);
            GA_Fill(old[k], &seven);
        }
        for (int k = 0; k < 2; ++k)
            GA_Destroy(old[k]);
        if (way == 0) {
            g = NGA_Create(C_DBL, 2, dims, "new", NULL);
        } else if (way == 1) {
            g = GA_Duplicate(old[2], "new");
        } else if (way == 2) {
            g = NGA_Create_ghosts(C_DBL, 2, dims, width, "new", NULL);
            NGA_Access_ghosts(g, extent, &block, row);
            for (int i = 0; i < extent[0]; ++i)
                for (int j = 0; j < extent[1]; ++j)
                    CHECK(block[i * row[0] + j] == 0);
            NGA_Release_ghosts(g);
        } else {
            g = NGA_Create_config(C_DBL, 2, dims, "new", NULL, GA_Pgroup_get_mirror());
        }
        NGA_Get(g, lo, hi, values, ld);
        for (int k = 0; k < N * N; ++k)
            CHECK(values[k] == 0);
        GA_Sync();
        GA_Destroy(g);
        GA_Destroy(old[2]);
    }
    double *memory = GA_Getmem(C_DBL, N, GA_Pgroup_get_world());
    for (int k = 0; k < N; ++k)
        CHECK(memory[k] == 0);
    GA_Freemem(memory);
    free(values);
}
