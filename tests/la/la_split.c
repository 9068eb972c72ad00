/* The division of a product among simulated nodes. */
#include <stdlib.h>

#include "harness/harness.h"
#include "linalg/src/calls/la_split.h"

enum { NODES_MOST = 1024 };

/* Regular arrays of all ranks, cut as ga_create() does. */
static void regular(int64_t m, int64_t n, int64_t ranks, gai_dist_t *dist)
{
    const int64_t dims[2] = {m, n};
    int64_t grid[2] = {0, 0};
    gai_dist_choose(2, dims, NULL, ranks, grid);
    gai_dist_widths(dist, 2, dims, (int64_t[]){(m - 1) / grid[0] + 1, (n - 1) / grid[1] + 1});
}

static lai_space_t space_of(const int64_t *extent, int64_t nodes, int64_t ranks, gai_dist_t *dist)
{
    static const int along[3][2] = {{LAI_M, LAI_K}, {LAI_K, LAI_N}, {LAI_M, LAI_N}};
    lai_space_t space = {
        .extent = {extent[0], extent[1], extent[2]}, .nodes = nodes, .ranks = ranks};
    for (int x = 0; x < 3; ++x) {
        regular(extent[along[x][0]], extent[along[x][1]], nodes * ranks, &dist[x]);
        space.factor[x] = (lai_factor_t){&dist[x], {0, 0}, {along[x][0], along[x][1]}};
    }
    return space;
}

/* Words of a node on the average over the bound, at most; one is above 1.2, docs/linalg.md says
 * why. */
typedef struct row {
    const char *name;
    int64_t extent[3], nodes;
    int64_t grid[3];
    double ratio;
} row_t;

static const row_t rows[] = {
    {"square", {4096, 4096, 4096}, 4, {0, 0, 0}, 1.14},
    {"square", {4096, 4096, 4096}, 16, {2, 4, 2}, 1.21},
    {"square", {4096, 4096, 4096}, 64, {4, 4, 4}, 1.13},
    {"tall", {65536, 1024, 1024}, 4, {0, 0, 0}, .24},
    {"tall", {65536, 1024, 1024}, 16, {0, 0, 0}, .58},
    {"tall", {65536, 1024, 1024}, 64, {0, 0, 0}, 1.01},
    {"flat", {8192, 8192, 512}, 4, {0, 0, 0}, 1.15},
    {"flat", {8192, 8192, 512}, 16, {0, 0, 0}, 1.13},
    {"flat", {8192, 8192, 512}, 64, {0, 0, 0}, 1.07},
    {"thin", {1024, 1024, 65536}, 4, {1, 1, 4}, .24},
    {"thin", {1024, 1024, 65536}, 16, {1, 1, 16}, .58},
    {"thin", {1024, 1024, 65536}, 64, {1, 1, 64}, 1.01},
};

TEST_CASE(split_words, TEST_BARE)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        const row_t *row = &rows[k];
        gai_dist_t dist[3];
        lai_space_t space = space_of(row->extent, row->nodes, 1, dist);
        lai_split_t split;
        CHECK_OK(lai_split_choose(&space, 0, &split));
        double ratio = split.words / lai_split_bound(&space);
        if (ratio > row->ratio || ratio < row->ratio - .01)
            test_fail(__FILE__, __LINE__, "%s on %d nodes: %g words, %.3f of the bound, not %g",
                      row->name, (int)row->nodes, split.words, ratio, row->ratio);
        for (int d = 0; d < 3; ++d)
            CHECK_INT(row->grid[d], split.grid[d]);
    }
}

/* All nodes find the same grid, and cells of their own, which have all products once. */
static void deal(const lai_space_t *space)
{
    static char taken[NODES_MOST];
    lai_split_t first, split;
    double products = 0;
    CHECK_OK(lai_split_choose(space, 0, &first));
    for (int64_t node = 0; node < space->nodes; ++node)
        taken[node] = 0;
    for (int64_t node = 0; node < space->nodes; ++node) {
        CHECK_OK(lai_split_choose(space, node, &split));
        for (int d = 0; d < 3; ++d)
            CHECK_INT(first.grid[d], split.grid[d]);
        if (!first.grid[0])
            return;
        lai_band_t list[3][LAI_PIECES];
        lai_bands_t bands[3] = {{.list = list[0]}, {.list = list[1]}, {.list = list[2]}};
        CHECK(split.cell >= 0 && split.cell < space->nodes && !taken[split.cell]);
        taken[split.cell] = 1;
        lai_split_cell(space, &split, bands);
        double volume = 1;
        for (int d = 0; d < 3; ++d) {
            int64_t end = 0, total = 0;
            CHECK_INT(split.pieces[d], bands[d].count);
            for (int64_t k = 0; k < bands[d].count; ++k) {
                CHECK(list[d][k].lo >= end && list[d][k].n > 0);
                CHECK_INT(total, list[d][k].at);
                end = list[d][k].lo + list[d][k].n;
                total += list[d][k].n;
            }
            CHECK(end <= space->extent[d]);
            CHECK_INT(total, bands[d].total);
            volume *= (double)total;
        }
        products += volume;
    }
    CHECK(products ==
          (double)space->extent[0] * (double)space->extent[1] * (double)space->extent[2]);
}

TEST_CASE(split_cells, TEST_BARE)
{
    static const int64_t shapes[][3] = {
        {100, 90, 5000}, {7, 5, 11}, {1, 1, 1}, {1, 1, 999}, {640, 640, 640}};
    static const int64_t nodes[] = {1, 2, 3, 12, 64};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        for (size_t k = 0; k < sizeof nodes / sizeof *nodes; ++k) {
            gai_dist_t dist[3];
            lai_space_t space = space_of(shapes[s], nodes[k], 1 + (int64_t)s % 3, dist);
            deal(&space);
        }
    }
    gai_dist_t dist[3];
    lai_space_t space = space_of((int64_t[]){512, 512, 100000}, NODES_MOST, 4, dist);
    deal(&space);
}
