/* One array by both interfaces: what one writes the other reads, where it lies, with indices in the
 * other order. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

#include "calls.h"
#include "ga-native.h"

#define OK(call) CHECK_INT(ASHLAR_OK, call)

/* The whole array by the native interface is the grid, whose element [i][j] is (j, i) there. */
static void check_native(ga_t g, const grid_t *grid)
{
    ga_type type;
    int ndim = -1;
    int64_t dims[ASHLAR_MAX_DIM] = {0}, lo[2] = {0, 0}, hi[2];
    OK(ga_inquire_nd(g, &type, &ndim, dims));
    CHECK_INT(ASHLAR_DOUBLE, type);
    CHECK_INT(2, ndim);
    CHECK_INT(grid->dims[1], dims[0]);
    CHECK_INT(grid->dims[0], dims[1]);
    hi[0] = dims[0] - 1;
    hi[1] = dims[1] - 1;
    double *all = test_alloc((size_t)grid->n * sizeof *all);
    OK(ga_get_nd(g, lo, hi, all, dims));
    for (int64_t k = 0; k < grid->n; ++k)
        CHECK(all[k] == grid->at[k]);
    free(all);
    OK(ga_sync());
}

/* A patch of one element. */
static void put_native(ga_t g, int64_t first, int64_t second, double value)
{
    int64_t at[2] = {first, second}, ld[1] = {1};
    if (GA_Nodeid() == 0)
        OK(ga_put_nd(g, at, at, &value, ld));
    OK(ga_sync());
}

TEST_CASE(native_of_classic, TEST_GA)
{
    GA_Initialize();
    grid_t grid = grid_create(2);
    int g = array_create(&grid, 3), lo[2], hi[2], ld[1] = {0};
    const ga_t native = GA_To_native(g);
    check_native(native, &grid);
    put_native(native, 4, 2, -77); /* [2][4] */
    grid.at[2 * grid.dims[1] + 4] = -77;
    CHECK_ARRAY(g, C_DBL, &grid);
    CHECK_INT(g, GA_From_native(native)); /* and no other handle */
    NGA_Distribution(g, GA_Nodeid(), lo, hi);
    if (lo[0] <= hi[0]) {
        double *here = NULL, *there = NULL;
        int64_t from[2] = {lo[1], lo[0]}, to[2] = {hi[1], hi[0]}, native_ld[1] = {0};
        NGA_Access(g, lo, hi, &here, ld);
        NGA_Release(g, lo, hi);
        OK(ga_access_nd(native, from, to, (void **)&there, native_ld));
        OK(ga_release(native));
        CHECK(here == there);
        CHECK_INT(ld[0], native_ld[0]);
    }
    double two = 2;
    OK(ga_scale(native, &two));
    for (int64_t k = 0; k < grid.n; ++k)
        grid.at[k] *= 2;
    CHECK_ARRAY(g, C_DBL, &grid);
    GA_Destroy(g);
    CHECK_INT(ASHLAR_EHANDLE, ga_inquire_nd(native, NULL, NULL, NULL)); /* it went with the other */
    grid_free(&grid);
    GA_Terminate();
}

TEST_CASE(classic_of_native, TEST_GA)
{
    GA_Initialize();
    ga_t native, other;
    int64_t dims[2] = {7, 5}, at[2] = {6, 0};
    double minus = -1, value = 0, nine = 9, four = 4;
    grid_t grid = grid_create(2);
    OK(ga_create_nd(ASHLAR_DOUBLE, 2, dims, "native", NULL, GA_GROUP_DEFAULT, &native));
    OK(ga_fill(native, &minus));
    for (int64_t k = 0; k < grid.n; ++k)
        grid.at[k] = -1;
    const int g = GA_From_native(native);
    int type, ndim, found[2], place[2] = {0, 6}, ld[1] = {1};
    NGA_Inquire(g, &type, &ndim, found);
    CHECK_INT(C_DBL, type);
    CHECK_INT(2, ndim);
    CHECK_INT(5, found[0]);
    CHECK_INT(7, found[1]);
    CHECK(strcmp(NGA_Inquire_name(g), "native") == 0);
    CHECK_INT(g, GA_From_native(native));
    CHECK_INT(native, GA_To_native(g));
    CHECK_ARRAY(g, C_DBL, &grid);
    GA_Sync();
    if (GA_Nodeid() == GA_Nnodes() - 1)
        NGA_Put(g, place, place, &nine, ld);
    GA_Sync();
    OK(ga_get_nd(native, at, at, &value, dims));
    CHECK(value == 9);
    GA_Sync();
    grid.at[6] = 9;
    /* calls that make another array, and those that are about blocks */
    int copy = GA_Duplicate(g, "copy");
    GA_Copy(g, copy);
    CHECK_ARRAY(copy, C_DBL, &grid);
    CHECK_INT(0, GA_Compare_distr(g, copy));
    GA_Destroy(copy);
    GA_Add_constant(g, &four);
    for (int64_t k = 0; k < grid.n; ++k)
        grid.at[k] += 4;
    check_native(native, &grid);
    /* the array stays when the handle goes, and the handle when the array goes */
    GA_Destroy(g);
    check_native(native, &grid);
    const int again = GA_From_native(native);
    CHECK_ARRAY(again, C_DBL, &grid);
    OK(ga_destroy(native));
    dims[0] = 3;
    OK(ga_create_nd(ASHLAR_INT, 1, dims, "other", NULL, GA_GROUP_DEFAULT, &other));
    const int last = GA_From_native(other);
    CHECK_INT(1, GA_Ndim(last));
    CHECK(other != native || last == again);
    if (last != again)
        GA_Destroy(again);
    GA_Destroy(last);
    OK(ga_destroy(other));
    grid_free(&grid);
    GA_Terminate();
}

/* Blocks dealt to a grid of ranks: what the classic calls say of them is reversed. */
TEST_CASE(classic_of_tiles, TEST_GA)
{
    GA_Initialize();
    ga_t native;
    ga_spec_t spec = {.type = ASHLAR_INT,
                      .ndim = 2,
                      .dims = {7, 5},
                      .kind = GA_TILED,
                      .block = {3, 2},
                      .name = "tiles"};
    OK(ga_create_spec(&spec, &native));
    const int g = GA_From_native(native);
    int blocks[2], extents[2], lo[2] = {4, 6}, one = 1, ld[1] = {1};
    GA_Get_block_info(g, blocks, extents);
    CHECK(blocks[0] == 3 && blocks[1] == 3 && extents[0] == 2 && extents[1] == 3);
    CHECK_INT(9, GA_Total_blocks(g));
    GA_Zero(g);
    if (GA_Nodeid() == 0)
        NGA_Put(g, lo, lo, &one, ld);
    GA_Sync();
    int sum = -1;
    OK(ga_sum(native, &sum));
    CHECK_INT(1, sum);
    GA_Destroy(g);
    OK(ga_destroy(native));
    GA_Terminate();
}

TEST_CASE(native_groups_and_types, TEST_GA)
{
    GA_Initialize();
    CHECK_INT(GA_GROUP_WORLD, GA_Pgroup_to_native(GA_Pgroup_get_world()));
    CHECK_INT(GA_Pgroup_get_world(), GA_Pgroup_from_native(GA_GROUP_WORLD));
    CHECK_INT(GA_Pgroup_get_default(), GA_Pgroup_from_native(GA_GROUP_DEFAULT));
    int self = GA_Pgroup_self(), size = -1, me = GA_Nodeid();
    OK(ga_group_size(GA_Pgroup_to_native(self), &size));
    CHECK_INT(1, size);
    CHECK_INT(self, GA_Pgroup_from_native(GA_Pgroup_to_native(self)));
    ga_group_t group;
    ga_t native;
    int64_t dims[1] = {4};
    OK(ga_group_create(1, &me, &group));
    CHECK_INT(1, GA_Pgroup_nnodes(GA_Pgroup_from_native(group)));
    OK(ga_create_nd(ASHLAR_LONG, 1, dims, "mine", NULL, group, &native));
    const int g = GA_From_native(native);
    CHECK_INT(GA_Pgroup_from_native(group), GA_Get_pgroup(g));
    long seven = 7, at_three = 0;
    int three[1] = {3}, ld[1] = {0};
    GA_Fill(g, &seven);
    NGA_Get(g, three, three, &at_three, ld);
    CHECK(at_three == 7);
    GA_Destroy(g);
    OK(ga_destroy(native));
    CHECK_INT(1, GA_Pgroup_destroy(GA_Pgroup_from_native(group)));
    GA_Pgroup_destroy(self);

    CHECK_INT(ASHLAR_DOUBLE, GA_Type_to_native(C_DBL));
    CHECK_INT(ASHLAR_DOUBLE, GA_Type_to_native(MT_F_DBL));
    CHECK_INT(C_SCPL, GA_Type_from_native(ASHLAR_CFLOAT));
    ga_type record;
    OK(ga_type_create(24, &record));
    CHECK_INT(record, GA_Type_to_native(GA_Type_from_native(record)));
    OK(ga_type_destroy(record));
    GA_Terminate();
}
