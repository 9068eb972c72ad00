/* Ranks without elements. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* A rank without elements has bounds -1 and -2 in each dimension. */
TEST_CASE(places_without_owner, TEST_GA)
{
    int dims[3] = {1, 1, 1}, list[1] = {GA_Nnodes() - 1}, lo[3], hi[3];
    int g = GA_Create_handle();
    GA_Set_data(g, 3, dims, C_DBL);
    GA_Set_restricted(g, list, 1);
    CHECK_INT(1, GA_Allocate(g));
    for (int rank = 0; rank < GA_Nnodes(); ++rank) {
        NGA_Distribution(g, rank, lo, hi);
        for (int d = 0; d < 3; ++d) {
            CHECK_INT(rank == list[0] ? 0 : -1, lo[d]);
            CHECK_INT(rank == list[0] ? 0 : -2, hi[d]);
        }
    }
    GA_Destroy(g);
}

/* Where two cuts are the same, or one is at the end, the block between them has no elements, and
 * the rank at its place owns nothing. */
TEST_CASE(places_between_equal_cuts, TEST_GA)
{
    enum { EACH = 3 };
    const int ranks = GA_Nnodes(), me = GA_Nodeid();
    int dims[2] = {0, 4}, blocks[2] = {ranks, 1}, map[64], lo[2], hi[2], zero[2] = {0, 0};
    for (int rank = 0; rank < ranks; ++rank) { /* one rank in two has rows, the last has none */
        map[rank] = dims[0];
        dims[0] += rank % 2 == ranks % 2 ? EACH : 0;
    }
    map[ranks] = 0;
    if (dims[0] == 0) /* one rank owns all */
        dims[0] = EACH;
    int g = NGA_Create_irreg(C_INT, 2, dims, "g", blocks, map), plan = GA_Create_handle();
    for (int rank = 0, row = 0; rank < ranks; ++rank) {
        const int rows = (rank + 1 < ranks ? map[rank + 1] : dims[0]) - map[rank];
        NGA_Distribution(g, rank, lo, hi);
        CHECK_INT(rows ? row : -1, lo[0]);
        CHECK_INT(rows ? row + rows - 1 : -2, hi[0]);
        row += rows;
        if (rows)
            CHECK_INT(rank, NGA_Locate(g, lo));
    }
    NGA_Distribution(g, me, lo, hi);
    for (int i = lo[0]; i <= hi[0]; ++i)
        for (int j = 0; j < 4; ++j)
            NGA_Put(g, (int[]){i, j}, (int[]){i, j}, &(int){10 * i + j}, (int[]){1});
    GA_Sync();
    int *all = test_alloc((size_t)dims[0] * 4 * sizeof *all);
    NGA_Get(g, zero, (int[]){dims[0] - 1, 3}, all, (int[]){4});
    for (int k = 0; k < dims[0] * 4; ++k)
        CHECK_INT(10 * (k / 4) + k % 4, all[k]);
    free(all);
    GA_Fill(g, &(int){2});
    CHECK_INT(4 * 4 * dims[0], GA_Idot(g, g));

    /* the same on ranks of a list, and once more */
    int list[64];
    for (int rank = 0; rank < ranks; ++rank)
        list[rank] = ranks - 1 - rank;
    GA_Set_data(plan, 2, dims, C_INT);
    GA_Set_restricted(plan, list, ranks);
    GA_Set_irreg_distr(plan, map, blocks);
    CHECK_INT(1, GA_Allocate(plan));
    CHECK_INT(1, GA_Deallocate(plan));
    CHECK_INT(1, GA_Allocate(plan));
    NGA_Distribution(g, me, lo, hi);
    int first = lo[0], last = hi[0];
    NGA_Distribution(plan, ranks - 1 - me, lo, hi);
    CHECK_INT(first, lo[0]);
    CHECK_INT(last, hi[0]);
    GA_Destroy(plan);
    GA_Destroy(g);
}

/* The same along both dimensions of a grid. */
TEST_CASE(places_in_empty_rows, TEST_GA)
{
    int dims[2] = {5, 6}, lo[2], hi[2], from[2][2] = {{0, 0}, {0, 2}};
    if (GA_Nnodes() < 4) {
        test_skip("needs four ranks");
        return;
    }
    int g = NGA_Create_irreg(C_INT, 2, dims, "g", (int[]){2, 2}, (int[]){0, 0, 0, 2});
    for (int k = 0; k < 2; ++k) {
        const int owner = NGA_Locate(g, from[k]);
        CHECK_INT(2 + k, owner);
        NGA_Distribution(g, owner, lo, hi);
        CHECK(lo[0] == 0 && hi[0] == 4 && lo[1] == from[k][1] && hi[1] == (k ? 5 : 1));
        NGA_Distribution(g, k, lo, hi);
        CHECK(lo[0] == -1 && hi[0] == -2);
    }
    GA_Destroy(g);
}

/* Blocks of a regular array differ by one index at most, the larger ones first, and no rank is left
 * without. */
TEST_CASE(places_even, TEST_GA)
{
    int ranks = GA_Nnodes();
    for (int dim = ranks; dim < 5 * ranks; ++dim) {
        int dims[2] = {dim, 3}, chunk[2] = {0, 3}, lo[2], hi[2], next = 0;
        int g = NGA_Create(C_DBL, 2, dims, "even", chunk);
        for (int rank = 0; rank < ranks; ++rank) {
            NGA_Distribution(g, rank, lo, hi);
            CHECK_INT(next, lo[0]);
            CHECK_INT(dim / ranks + (rank < dim % ranks), hi[0] - lo[0] + 1);
            CHECK_INT(0, lo[1]);
            CHECK_INT(2, hi[1]);
            next = hi[0] + 1;
        }
        GA_Destroy(g);
    }
}
