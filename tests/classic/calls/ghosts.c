/* Ghost cells: one side at a time, all, with and without corners, waiting later. */
#include <string.h>

#include "calls.h"

enum { ROWS = 8, COLUMNS = 9 };

static const int width[2] = {1, 2};

/* The block with its ghost cells. */
typedef struct block {
    int lo[2], hi[2], dims[2], ld[1];
    double *at;
} block_t;

static double value_of(int i, int j)
{
    return 1 + (i + ROWS) % ROWS * COLUMNS + (j + COLUMNS) % COLUMNS;
}

/* Where (i,j) of the block with ghost cells is: 0 inside, else -1 or 1 in that dimension. */
static void side_of(const block_t *b, int i, int j, int *side)
{
    side[0] = i < width[0] ? -1 : i >= b->dims[0] - width[0];
    side[1] = j < width[1] ? -1 : j >= b->dims[1] - width[1];
}

/* An array whose elements are set and whose ghost cells are -1. */
static int ghosts_create(block_t *b, int no_corners)
{
    int dims[2] = {ROWS, COLUMNS}, lo[2] = {0, 0}, hi[2] = {ROWS - 1, COLUMNS - 1},
        ld[1] = {COLUMNS}, chunk[2] = {-1, -1};
    double values[ROWS * COLUMNS];
    int g;
    if (no_corners) {
        g = GA_Create_handle();
        GA_Set_data(g, 2, dims, C_DBL);
        GA_Set_ghosts(g, (int *)(uintptr_t)width);
        GA_Set_ghost_corner_flag(g, 0);
        CHECK_INT(1, GA_Allocate(g));
    } else {
        g = NGA_Create_ghosts_config(C_DBL, 2, dims, (int *)(uintptr_t)width, "ghosts", chunk,
                                     GA_Pgroup_get_world());
    }
    for (int k = 0; k < ROWS * COLUMNS; ++k)
        values[k] = value_of(k / COLUMNS, k % COLUMNS);
    if (GA_Nodeid() == 0)
        NGA_Put(g, lo, hi, values, ld);
    GA_Sync();
    NGA_Distribution(g, GA_Nodeid(), b->lo, b->hi);
    NGA_Access_ghosts(g, b->dims, &b->at, b->ld);
    for (int i = 0; i < b->dims[0]; ++i)
        for (int j = 0; j < b->dims[1]; ++j) {
            int side[2];
            side_of(b, i, j, side);
            if (side[0] || side[1])
                b->at[i * b->ld[0] + j] = -1;
        }
    NGA_Release_update_ghosts(g);
    GA_Sync();
    return g;
}

/* Ghost cells of the sides that are filled have the elements there, around the edges; those of
 * others are still -1. wanted[1+s][1+t]: 1, of corners 2 where both may be. */
static void check_ghosts(int g, const block_t *b, int wanted[3][3])
{
    int64_t wrong = 0;
    GA_Sync();
    for (int i = 0; i < b->dims[0]; ++i)
        for (int j = 0; j < b->dims[1]; ++j) {
            int side[2];
            side_of(b, i, j, side);
            double there = b->at[i * b->ld[0] + j];
            double value = value_of(b->lo[0] - width[0] + i, b->lo[1] - width[1] + j);
            int want = wanted[1 + side[0]][1 + side[1]];
            wrong += want == 2 ? there != value && there != -1 : there != (want ? value : -1);
        }
    CHECK_INT(0, wrong);
    GA_Sync();
    (void)g;
}

TEST_CASE(ghosts_sides, TEST_GA)
{
    for (int way = 0; way < 8; ++way) {
        int wanted[3][3] = {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}};
        block_t b;
        int g = ghosts_create(&b, way == 1);
        ga_nbhdl_t handle;
        if (b.hi[0] < b.lo[0])
            b.dims[0] = 0;
        if (way < 2) { /* all, without corners the second time */
            GA_Update_ghosts(g);
            for (int k = 0; k < 9; ++k)
                wanted[k / 3][k % 3] = way == 1 && k % 2 == 0 && k != 4 ? 2 : 1;
        } else if (way == 2) {
            NGA_Update_ghosts_nb(g, &handle);
            NGA_NbWait(&handle);
            for (int k = 0; k < 9; ++k)
                wanted[k / 3][k % 3] = 1;
        } else if (way < 7) { /* one side; dimensions count as Fortran's less 1: 0 is the last */
            int dimension = way / 5, side = way % 2 ? -1 : 1;
            CHECK_INT(1, NGA_Update_ghost_dir(g, dimension, side, 0));
            wanted[dimension == 1 ? 1 + side : 1][dimension == 1 ? 1 : 1 + side] = 1;
        } else {
            int mask[2] = {-1, 1}; /* a corner, in a program's order */
            NGA_NbGet_ghost_dir(g, mask, &handle);
            NGA_NbWait(&handle);
            wanted[0][2] = 1;
        }
        check_ghosts(g, &b, wanted);
        GA_Destroy(g);
    }
}

/* One element of the block with its ghost cells, in place. */
TEST_CASE(ghosts_elements, TEST_GA)
{
    block_t b;
    int g = ghosts_create(&b, 0), ld[1], at[2] = {width[0] + 1, width[1]};
    int64_t wide[2] = {width[0], width[1]}, wld[1];
    double *element;
    if (b.hi[0] > b.lo[0]) {
        NGA_Access_ghost_element(g, &element, at, ld);
        CHECK(*element == value_of(b.lo[0] + 1, b.lo[1]) && ld[0] == b.ld[0]);
        *element = 1000;
        NGA_Release_update_ghost_element(g, at);
        NGA_Access_ghost_element64(g, &element, wide, wld);
        CHECK(*element == value_of(b.lo[0], b.lo[1]) && wld[0] == b.ld[0]);
        NGA_Release_ghost_element64(g, wide);
        NGA_Release_ghost_element(g, at);
        NGA_Release_ghosts(g);
        double found;
        int place[2] = {b.lo[0] + 1, b.lo[1]}, one[1] = {1};
        NGA_Get(g, place, place, &found, one);
        CHECK(found == 1000);
    }
    GA_Sync();
    GA_Destroy(g);
}
