/* Arrays whose ranks own many blocks, by the numbers of blocks. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

enum { ROWS = 9, COLUMNS = 8 };

/* How they are dealt out, and what the test knows of it. */
typedef enum deal { CYCLIC, SCALAPACK, TILED, TILED_IRREGULAR, DEALS } deal_t;

static const int grids[9][2] = {{0, 0}, {1, 1}, {2, 1}, {1, 3}, {2, 2}};
static const int cuts[2][4] = {{0, 2, 5, 6}, {0, 3, 7, 8}};

static int blocks_along(deal_t deal, int d)
{
    return deal == TILED_IRREGULAR ? (d == 0 ? 4 : 3) : (d == 0 ? 5 : 3);
}

/* The first element of block b along dimension d, and of the one behind the last the extent. */
static int first_of(deal_t deal, int d, int b)
{
    int extent = d == 0 ? ROWS : COLUMNS, each = d == 0 ? 2 : 3;
    if (b == blocks_along(deal, d))
        return extent;
    return deal == TILED_IRREGULAR ? cuts[d][b] : b * each;
}

static int deal_out(deal_t deal, const grid_t *values)
{
    int dims[2] = {ROWS, COLUMNS}, block[2] = {2, 3}, grid[2], map[7], counts[2] = {4, 3};
    part_t whole = {.ndim = 2};
    int g = GA_Create_handle();
    memcpy(grid, grids[GA_Nnodes()], sizeof grid);
    memcpy(map, cuts[0], 4 * sizeof *map);
    memcpy(map + 4, cuts[1], 3 * sizeof *map);
    GA_Set_data(g, 2, dims, C_DBL);
    if (deal == CYCLIC)
        GA_Set_block_cyclic(g, block);
    else if (deal == SCALAPACK)
        GA_Set_block_cyclic_proc_grid(g, block, grid);
    else if (deal == TILED)
        GA_Set_tiled_proc_grid(g, block, grid);
    else
        GA_Set_tiled_irreg_proc_grid(g, map, counts, grid);
    CHECK_INT(1, GA_Allocate(g));
    whole = part_whole(values);
    if (GA_Nodeid() == 0)
        NGA_Put(g, whole.lo, whole.hi, values->at, whole.ld);
    GA_Sync();
    return g;
}

/* The numbers of blocks go row by row; neighbours along the last dimension have neighbouring ones.
 */
static void check_numbers(deal_t deal, int g)
{
    int rows = blocks_along(deal, 0), columns = blocks_along(deal, 1), lo[2], hi[2], counts[2];
    int map[64 * 4], procs[64], in_lo[2] = {3, 4}, in_hi[2] = {7, 7}, crossed = 0;
    int64_t wide[2];
    CHECK_INT(rows * columns, GA_Total_blocks(g));
    CHECK_INT(deal != CYCLIC, GA_Uses_proc_grid(g));
    GA_Nblock(g, counts);
    CHECK(counts[0] == rows && counts[1] == columns);
    for (int b = 0; b < rows * columns; ++b) {
        int first[2] = {first_of(deal, 0, b / columns), first_of(deal, 1, b % columns)};
        int end[2] = {first_of(deal, 0, b / columns + 1), first_of(deal, 1, b % columns + 1)};
        NGA_Distribution(g, b, lo, hi);
        CHECK(lo[0] == first[0] && lo[1] == first[1] && hi[0] == end[0] - 1 && hi[1] == end[1] - 1);
        CHECK_INT(b, NGA_Locate(g, lo));
        CHECK_INT(b, NGA_Locate(g, hi));
        wide[0] = lo[0];
        wide[1] = hi[1];
        CHECK_INT(b, NGA_Locate64(g, wide));
        crossed += hi[0] >= in_lo[0] && lo[0] <= in_hi[0] && hi[1] >= in_lo[1] && lo[1] <= in_hi[1];
    }
    CHECK_INT(crossed, NGA_Locate_num_blocks(g, in_lo, in_hi));
    CHECK_INT(crossed, NGA_Locate_region(g, in_lo, in_hi, map, procs));
    for (int k = 0; k < crossed; ++k) { /* the part of each block that is in the region */
        NGA_Distribution(g, procs[k], lo, hi);
        for (int d = 0; d < 2; ++d) {
            CHECK_INT(lo[d] > in_lo[d] ? lo[d] : in_lo[d], map[4 * k + d]);
            CHECK_INT(hi[d] < in_hi[d] ? hi[d] : in_hi[d], map[4 * k + 2 + d]);
        }
    }
    lo[0] = ROWS;
    CHECK_INT(-1, NGA_Locate(g, lo));
}

/* Blocks in place, each by its owner; where ranks make a grid, by their coordinates in it. */
static void check_blocks(deal_t deal, int g, grid_t *values)
{
    int columns = blocks_along(deal, 1), at[2], ld[1], grid[2], len = 0;
    double *ptr;
    if (deal != CYCLIC) {
        GA_Get_proc_index(g, GA_Nodeid(), at);
        GA_Get_proc_grid(g, grid); /* in Fortran's order */
        CHECK(grid[0] == grids[GA_Nnodes()][1] && grid[1] == grids[GA_Nnodes()][0]);
    }
    for (int b = 0; b < GA_Total_blocks(g); ++b) {
        int index[2] = {b / columns, b % columns}, lo[2], hi[2];
        int mine = deal == CYCLIC ? b % GA_Nnodes() == GA_Nodeid()
                                  : index[0] % grid[1] == at[0] && index[1] % grid[0] == at[1];
        if (!mine)
            continue;
        NGA_Distribution(g, b, lo, hi);
        if (b % 2)
            NGA_Access_block(g, b, &ptr, ld);
        else
            NGA_Access_block_grid(g, index, &ptr, ld);
        for (int i = lo[0]; i <= hi[0]; ++i)
            for (int j = lo[1]; j <= hi[1]; ++j) {
                double *element = &ptr[(i - lo[0]) * ld[0] + j - lo[1]];
                CHECK(*element == values->at[i * COLUMNS + j]);
                *element *= 2;
            }
        if (b % 2) {
            NGA_Release_update_block(g, b);
            NGA_Release_block(g, b);
        } else {
            NGA_Release_update_block_grid(g, index);
            NGA_Release_block_grid(g, index);
        }
    }
    NGA_Access_block_segment(g, GA_Nodeid(), &ptr, &len);
    GA_Igop(&len, 1, "+");
    CHECK(len >= ROWS * COLUMNS);
    NGA_Release_block_segment(g, GA_Nodeid());
    NGA_Release_update_block_segment(g, GA_Nodeid());
    for (int k = 0; k < ROWS * COLUMNS; ++k)
        values->at[k] *= 2;
}

TEST_CASE(blocks_dealt, TEST_GA)
{
    if (GA_Nnodes() > 4) {
        test_skip("the grids of the test have up to 4 ranks");
        return;
    }
    for (deal_t deal = CYCLIC; deal < DEALS; ++deal) {
        grid_t values = grid_create(2);
        free(values.at);
        values.wide[0] = values.dims[0] = ROWS;
        values.wide[1] = values.dims[1] = COLUMNS;
        values.n = ROWS * COLUMNS;
        values.at = test_alloc(sizeof *values.at * ROWS * COLUMNS);
        for (int k = 0; k < ROWS * COLUMNS; ++k)
            values.at[k] = k * k % 31;
        int g = deal_out(deal, &values), counts[2], sizes[2];
        check_numbers(deal, g);
        if (deal != TILED_IRREGULAR) {
            GA_Get_block_info(g, counts, sizes);
            CHECK(counts[0] == 5 && counts[1] == 3 && sizes[0] == 2 && sizes[1] == 3);
        }
        check_blocks(deal, g, &values);
        CHECK_ARRAY(g, C_DBL, &values);
        GA_Destroy(g);
        grid_free(&values);
    }
}

/* An array whose ranks own one block has no numbers; its grid is that of the blocks, in
 * Fortran's order, as are the coordinates of ranks. */
TEST_CASE(blocks_of_one, TEST_GA)
{
    int dims[2] = {8, 12}, chunk[2] = {8, -1}, grid[2], at[2], lo[2] = {0, 0}, hi[2] = {7, 11};
    int g = NGA_Create(C_DBL, 2, dims, "one each", chunk);
    CHECK_INT(-1, GA_Total_blocks(g));
    CHECK_INT(0, GA_Uses_proc_grid(g));
    CHECK_INT(-1, NGA_Locate_num_blocks(g, lo, hi));
    GA_Get_proc_grid(g, grid);
    CHECK(grid[0] == GA_Nnodes() && grid[1] == 1);
    NGA_Proc_topology(g, GA_Nodeid(), at);
    CHECK(at[0] == GA_Nodeid() && at[1] == 0);
    GA_Destroy(g);
}
