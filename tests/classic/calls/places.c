/* Where elements are: blocks, owners, descriptions. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* Each element is of one rank only, and that one NGA_Locate names; the map of NGA_Locate_region has
 * each once. Neighbouring ranks are neighbours along the last dimension first. */
TEST_CASE(places_cover, TEST_GA)
{
    for (int ndim = 1; ndim <= GA_MAX_DIM; ++ndim) {
        grid_t grid = grid_create(ndim);
        int g = NGA_Create(C_INT, ndim, grid.dims, "cover", NULL), at[GA_MAX_DIM], n, total = 0;
        int *owner = test_alloc((size_t)grid.n * sizeof *owner);
        memset(owner, 0xff, (size_t)grid.n * sizeof *owner);
        for (int rank = 0; rank < GA_Nnodes(); ++rank) {
            int lo[GA_MAX_DIM], hi[GA_MAX_DIM];
            int64_t wlo[GA_MAX_DIM], whi[GA_MAX_DIM], wat[GA_MAX_DIM];
            NGA_Distribution(g, rank, lo, hi);
            NGA_Distribution64(g, rank, wlo, whi);
            for (int d = 0; d < ndim; ++d)
                CHECK(wlo[d] == lo[d] && whi[d] == hi[d]);
            if (hi[0] < lo[0])
                continue;
            memcpy(at, lo, sizeof at);
            do {
                int *one = &owner[grid_place(&grid, at)];
                for (int d = 0; d < ndim; ++d)
                    wat[d] = at[d];
                CHECK(*one == -1 && NGA_Locate(g, at) == rank && NGA_Locate64(g, wat) == rank);
                *one = rank;
                ++total;
            } while (grid_next(ndim, lo, hi, at));
        }
        CHECK_INT(grid.n, total);
        part_t whole = part_whole(&grid);
        int *map = test_alloc((size_t)(2 * ndim * GA_Nnodes()) * sizeof *map), procs[64];
        n = NGA_Locate_region(g, whole.lo, whole.hi, map, procs);
        CHECK_INT(n, NGA_Locate_nnodes(g, whole.lo, whole.hi));
        for (int k = 0; k < n; ++k) {
            int lo[GA_MAX_DIM], hi[GA_MAX_DIM];
            NGA_Distribution(g, procs[k], lo, hi);
            CHECK(memcmp(lo, map + 2 * k * ndim, (size_t)ndim * sizeof *lo) == 0);
            CHECK(memcmp(hi, map + (2 * k + 1) * ndim, (size_t)ndim * sizeof *hi) == 0);
        }
        whole.hi[0] = grid.dims[0]; /* outside */
        CHECK_INT(-1, NGA_Locate(g, whole.hi));
        free(map);
        free(owner);
        GA_Destroy(g);
        grid_free(&grid);
    }
}

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

TEST_CASE(places_described, TEST_GA)
{
    int dims[3] = {4, 12, 8}, chunk[3] = {4, -1, 8}, type, ndim, found[3], block[3], other;
    int64_t wide[3];
    int g = NGA_Create(MT_F_DBL, 3, dims, "described", chunk);
    char name[32];
    NGA_Inquire(g, &type, &ndim, found);
    CHECK_INT(C_DBL, type);
    CHECK_INT(3, ndim);
    CHECK(memcmp(dims, found, sizeof dims) == 0);
    NGA_Inquire64(g, &type, &ndim, wide);
    CHECK(wide[0] == 4 && wide[1] == 12 && wide[2] == 8);
    CHECK_TEXT("described", GA_Inquire_name(g));
    GA_Get_array_name(g, name);
    CHECK_TEXT("described", name);
    CHECK_INT(3, GA_Ndim(g));
    GA_Nblock(g, block); /* the chunks leave only the second dimension to be cut */
    CHECK(block[0] == 1 && block[2] == 1 && 12 % GA_Nnodes() == 0 && block[1] == GA_Nnodes());
    other = GA_Duplicate(g, "other");
    CHECK_INT(0, GA_Compare_distr(g, other));
    GA_Destroy(other);
    dims[1] = 7;
    other = NGA_Create(C_DBL, 3, dims, "other", chunk);
    CHECK_INT(1, GA_Compare_distr(g, other));
    GA_Destroy(other);
    CHECK_INT(0, GA_Valid_handle(other));
    GA_Destroy(g);
}

/* Cuts are those of the first dimension, then of the second; the last one varies fastest. */
TEST_CASE(places_irregular, TEST_GA)
{
    int dims[2] = {10, 12}, map[4] = {0, 3, 0, 0}, block[2] = {2, 1}, lo[2], hi[2], g, h;
    int64_t wmap[4] = {0, 3, 0, 5}, wblock[2] = {2, 2};
    if (GA_Nnodes() < 2) {
        test_skip("two blocks have two owners");
        return;
    }
    g = NGA_Create_irreg(C_INT, 2, dims, "irregular", block, map);
    NGA_Distribution(g, 1, lo, hi);
    CHECK(lo[0] == 3 && hi[0] == 9 && lo[1] == 0 && hi[1] == 11);
    GA_Destroy(g);
    if (GA_Nnodes() < 4)
        return;
    h = GA_Create_handle(); /* the other order of arguments */
    GA_Set_data(h, 2, dims, C_INT);
    GA_Set_irreg_distr64(h, wmap, wblock);
    CHECK_INT(1, GA_Allocate(h));
    NGA_Distribution(h, 1, lo, hi);
    CHECK(lo[0] == 0 && hi[0] == 2 && lo[1] == 5 && hi[1] == 11);
    NGA_Distribution(h, 2, lo, hi);
    CHECK(lo[0] == 3 && hi[0] == 9 && lo[1] == 0 && hi[1] == 4);
    GA_Destroy(h);
}
