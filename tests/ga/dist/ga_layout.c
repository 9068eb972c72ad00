/* Layouts among any number of simulated ranks, against their definitions. */
#include <string.h>

#include "ga/inside.h"

/* gai_divide() against division, near multiples and at the largest numbers. */
TEST_CASE(layout_division, TEST_BARE)
{
    rng_t rng = rng_seed(331);

    for (int round = 0; round < 20000; ++round) {
        int64_t by = rng_range(&rng, 1, INT64_C(1) << rng_range(&rng, 0, 31));
        int64_t end = rng_range(&rng, 1, INT64_C(1) << rng_range(&rng, 0, 62));
        uint64_t magic = gai_magic(by, end);
        int64_t multiple = rng_range(&rng, 0, (end - 1) / by) * by;
        const int64_t numbers[] = {0, end - 1, multiple, multiple ? multiple - 1 : 0,
                                   rng_range(&rng, 0, end - 1)};
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; ++k)
            CHECK_INT(numbers[k] / by, gai_divide(numbers[k], by, magic));
    }
}

/* Indices of an axis before block `end` whose blocks belong to process `mine`. */
static int64_t indices_of(const gai_axis_t *axis, int64_t mine, int64_t procs, int64_t end)
{
    int64_t sum = 0;

    for (int64_t block = mine; block < end; block += procs)
        sum += gai_axis_end(axis, block) - gai_axis_lo(axis, block);
    return sum;
}

/* Owner, offset and leading dimensions of a block by what a grid is defined to be. */
static void define_block(const gai_dist_t *dist, const int *procs, bool last_fastest, bool tiles,
                         const int64_t *at, gai_block_t *block)
{
    int64_t owner = 0, below = 1, behind = 1;

    memset(block, 0, sizeof *block);
    for (int d = 0; d < dist->ndim; ++d)
        behind *= gai_axis_end(&dist->axis[d], at[d]) - gai_axis_lo(&dist->axis[d], at[d]);
    for (int d = 0; d < dist->ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        int64_t mine = at[d] % procs[d];
        int64_t width = gai_axis_end(axis, at[d]) - gai_axis_lo(axis, at[d]);
        int64_t before = indices_of(axis, mine, procs[d], at[d]);
        int64_t extent = indices_of(axis, mine, procs[d], axis->blocks);
        behind /= width;
        block->offset += before * below * (tiles ? behind : 1);
        block->ld[d] = tiles ? width : extent;
        below *= extent;
    }
    for (int e = dist->ndim - 1; e >= 0; --e) {
        int d = last_fastest ? dist->ndim - 1 - e : e;
        owner = owner * procs[d] + at[d] % procs[d];
    }
    block->rank = (int)owner;
}

/* Blocks at random positions: what they are, and what their owner has to say of them. */
static void check_positions(rng_t *rng, const gai_dist_t *dist, const int *procs, bool last_fastest,
                            bool tiles)
{
    for (int round = 0; round < 30; ++round) {
        int64_t at[ASHLAR_MAX_DIM], again[ASHLAR_MAX_DIM], room, k;
        gai_block_t found, expected;
        for (int d = 0; d < dist->ndim; ++d)
            at[d] = rng_range(rng, 0, 2) ? rng_range(rng, 0, dist->axis[d].blocks - 1)
                                         : dist->axis[d].blocks - 1;
        gai_block_at(dist, at, &found);
        define_block(dist, procs, last_fastest, tiles, at, &expected);
        CHECK_INT(expected.rank, found.rank);
        CHECK_INT(expected.offset, found.offset);
        for (int d = 0; d < dist->ndim; ++d)
            CHECK_INT(expected.ld[d], found.ld[d]);
        room = gai_slice_elements(dist, found.rank);
        CHECK(found.offset + gai_block_offset(&found, dist->ndim, found.hi) < room);
        k = dist->layout->calls->index(dist, at);
        CHECK(k >= 0 && k < gai_owned_count(dist, found.rank));
        gai_owned_position(dist, found.rank, k, again);
        CHECK_INT(0, memcmp(at, again, (size_t)dist->ndim * sizeof *at));
    }
}

/* Places of elements found together, against those found one by one. */
static void check_lists(rng_t *rng, const gai_dist_t *dist)
{
    static int64_t index[3][GAI_PLACES], ranks[GAI_PLACES], offsets[GAI_PLACES];
    const int64_t *const lists[3] = {index[0], index[1], index[2]};
    int64_t n = rng_range(rng, 1, GAI_PLACES), offset = -1;

    for (int d = 0; d < dist->ndim; ++d)
        for (int64_t k = 0; k < n; ++k)
            index[d][k] = rng_range(rng, 0, dist->axis[d].extent - 1);
    gai_places(dist, lists, 1, n, ranks, offsets);
    for (int64_t k = 0; k < n; ++k) {
        const int64_t element[3] = {index[0][k], index[1][k], index[2][k]};
        CHECK_INT(gai_place(dist, dist->ndim, element, &offset), ranks[k]);
        CHECK_INT(offset, offsets[k]);
    }
}

/* Cut an axis anew into as many blocks. */
static void cut_axis(rng_t *rng, gai_axis_t *axis, int64_t *table)
{
    for (int64_t b = 0; b < axis->blocks; ++b)
        table[b] = b ? rng_range(rng, table[b - 1] + 1, axis->extent - axis->blocks + b) : 0;
    *axis = (gai_axis_t){.extent = axis->extent, .blocks = axis->blocks, .cuts = table};
}

/* Grids of up to a million ranks, with blocks of equal widths and without. */
TEST_CASE(layout_grids, TEST_BARE)
{
    enum { MOST = 3000 };
    static int64_t tables[2][2 * MOST];
    rng_t rng = rng_seed(332);

    for (int round = 0; round < 600; ++round) {
        int64_t dims[2], widths[2];
        int procs[2], most = round % 3 == 0 ? 1000 : 6;
        bool last_fastest = round % 2, tiles = round / 2 % 2, cuts = round / 4 % 2;
        gai_dist_t dist;
        gai_grid_t grid;
        for (int d = 0; d < 2; ++d) {
            dims[d] = rng_range(&rng, 1, round % 5 ? 200 : 5000);
            widths[d] = rng_range(&rng, 1 + dims[d] / MOST, dims[d]);
            procs[d] = (int)rng_range(&rng, 1, most);
        }
        gai_dist_widths(&dist, 2, dims, widths);
        for (int d = 0; cuts && d < 2; ++d) {
            cut_axis(&rng, &dist.axis[d], tables[d]);
            gai_axis_fill_starts(&dist.axis[d], procs[d], tables[d] + dist.axis[d].blocks);
        }
        gai_grid_set(&grid, &dist, procs, last_fastest, tiles, procs[0] * procs[1]);
        dist.layout = &grid.base;
        check_positions(&rng, &dist, procs, last_fastest, tiles);
        check_lists(&rng, &dist);
        int64_t blocks = 0, elements = 0, owners = (int64_t)procs[0] * procs[1];
        for (int64_t rank = -1; most == 6 && rank <= owners; ++rank) {
            blocks += gai_owned_count(&dist, rank);
            elements += gai_slice_elements(&dist, rank);
        }
        CHECK(most > 6 || (blocks == dist.blocks && elements == dims[0] * dims[1]));
    }
}

/* Block-cyclic over a million ranks, and to few. */
TEST_CASE(layout_cyclic, TEST_BARE)
{
    rng_t rng = rng_seed(333);

    for (int round = 0; round < 300; ++round) {
        int64_t dims[3], widths[3], at[3], again[3];
        int owners = (int)rng_range(&rng, 1, round % 3 == 0 ? 1000000 : 7);
        gai_dist_t dist;
        gai_block_cyclic_t cyclic;
        for (int d = 0; d < 3; ++d) {
            dims[d] = rng_range(&rng, 1, 300);
            widths[d] = rng_range(&rng, 1, dims[d]);
        }
        gai_dist_widths(&dist, 3, dims, widths);
        gai_block_cyclic_set(&cyclic, &dist, owners);
        dist.layout = &cyclic.base;
        for (int k = 0; k < 30; ++k) {
            int64_t number = rng_range(&rng, 0, dist.blocks - 1), rest = number;
            for (int d = 0; d < 3; rest /= dist.axis[d++].blocks)
                at[d] = rest % dist.axis[d].blocks;
            gai_block_t block;
            gai_block_at(&dist, at, &block);
            CHECK_INT(number % owners, block.rank);
            CHECK_INT(number / owners * widths[0] * widths[1] * widths[2], block.offset);
            CHECK_INT(number / owners, dist.layout->calls->index(&dist, at));
            CHECK_INT((dist.blocks - 1 - number % owners) / owners + 1,
                      gai_owned_count(&dist, block.rank));
            gai_owned_position(&dist, block.rank, number / owners, again);
            CHECK_INT(0, memcmp(at, again, sizeof at));
        }
    }
}

/* Blocks with ghost cells around them, on a grid with a process for each, or more. */
TEST_CASE(layout_ghosts, TEST_BARE)
{
    static int64_t cuts[3][300];
    rng_t rng = rng_seed(334);

    for (int round = 0; round < 300; ++round) {
        int64_t dims[3], widths[3], ghosts[3], at[3], again[3], index[3], offset;
        int procs[3], owners = 1;
        gai_dist_t dist;
        gai_grid_t grid;
        for (int d = 0; d < 3; ++d) {
            dims[d] = rng_range(&rng, 1, 300);
            widths[d] = rng_range(&rng, 1, dims[d]);
            ghosts[d] = rng_range(&rng, 0, 4);
        }
        gai_dist_widths(&dist, 3, dims, widths);
        for (int d = 0; d < 3; owners *= procs[d++]) {
            procs[d] = (int)(dist.axis[d].blocks + rng_range(&rng, 0, 2));
            if (round / 2 % 2)
                cut_axis(&rng, &dist.axis[d], cuts[d]);
        }
        gai_ghosts_set(&grid, &dist, procs, round % 2, ghosts, owners);
        dist.layout = &grid.base;
        for (int k = 0; k < 30; ++k) {
            int64_t owner = 0, before = 0, stride = 1;
            gai_block_t block;
            for (int d = 0; d < 3; ++d)
                at[d] = rng_range(&rng, 0, dist.axis[d].blocks - 1);
            gai_block_at(&dist, at, &block);
            for (int d = 0; d < 3; stride *= block.ld[d++]) {
                CHECK_INT(block.hi[d] - block.lo[d] + 1 + 2 * ghosts[d], block.ld[d]);
                index[d] = rng_range(&rng, block.lo[d], block.hi[d]);
                before += ghosts[d] * stride;
            }
            for (int e = 2; e >= 0; --e)
                owner = owner * procs[round % 2 ? 2 - e : e] + at[round % 2 ? 2 - e : e];
            CHECK_INT(owner, block.rank);
            CHECK_INT(before, block.offset);
            CHECK_INT(stride, gai_slice_elements(&dist, owner));
            CHECK_INT(1, gai_owned_count(&dist, owner));
            gai_owned_position(&dist, owner, 0, again);
            CHECK_INT(0, memcmp(at, again, sizeof at));
            CHECK_INT(owner, gai_place(&dist, 3, index, &offset));
            CHECK_INT(before + gai_block_offset(&block, 3, index), offset);
        }
        check_lists(&rng, &dist);
        int64_t blocks = 0;
        for (int64_t rank = -1; owners < 1000 && rank <= owners; ++rank) {
            blocks += gai_owned_count(&dist, rank);
            CHECK(gai_owned_count(&dist, rank) || gai_slice_elements(&dist, rank) == 0);
        }
        CHECK(owners >= 1000 || blocks == dist.blocks);
    }
}

/* Layouts are equal when what they say is, wherever they are; ranks and tables count. */
TEST_CASE(layouts_equal, TEST_BARE)
{
    const int64_t dims[2] = {20, 30}, widths[2] = {3, 4};
    const int square[2] = {2, 2}, flat[2] = {4, 1};
    int32_t list[2][8] = {{3, 1, 0, 2, 2, 1, 3, 0}, {3, 1, 0, 2, 2, 1, 3, 0}};
    gai_dist_t a, b;
    gai_grid_t grid[2];
    gai_block_cyclic_t cyclic;

    gai_dist_widths(&a, 2, dims, widths);
    b = a;
    CHECK(gai_dist_equal(&a, &b));
    gai_grid_set(&grid[0], &a, square, 0, 0, 4);
    a.layout = &grid[0].base;
    CHECK(!gai_dist_equal(&a, &b) && !gai_dist_equal(&b, &a));
    b.layout = &grid[1].base;
    gai_grid_set(&grid[1], &b, square, 0, 0, 4);
    CHECK(gai_dist_equal(&a, &b));
    for (int k = 0; k < 4; ++k) {
        gai_grid_set(&grid[1], &b, k == 0 ? flat : square, k == 1, k == 2, k == 3 ? 5 : 4);
        CHECK(!gai_dist_equal(&a, &b));
    }
    gai_grid_set(&grid[1], &b, square, 0, 0, 4);
    for (int k = 0; k < 2; ++k) {
        grid[k].base.rank_of = list[k];
        grid[k].base.owner_of = list[k] + 4;
        CHECK(gai_dist_equal(&a, &b) == (k == 1));
    }
    list[1][0] = 0;
    CHECK(!gai_dist_equal(&a, &b));
    gai_block_cyclic_set(&cyclic, &b, 4);
    b.layout = &cyclic.base;
    CHECK(!gai_dist_equal(&a, &b));
}
