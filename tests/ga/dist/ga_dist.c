/* Grids of blocks as ga_dist.h chooses them, for any number of ranks, and the arithmetic on them.
 */
#include <string.h>

#include "ga/inside.h"

/* Equal blocks, at most `ranks` in all. */
static void dist_regular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *chunk,
                         int64_t ranks)
{
    int64_t grid[ASHLAR_MAX_DIM] = {0}, widths[ASHLAR_MAX_DIM];
    gai_dist_choose(ndim, dims, chunk, ranks, grid);
    for (int d = 0; d < ndim; ++d)
        widths[d] = (dims[d] - 1) / grid[d] + 1;
    gai_dist_widths(dist, ndim, dims, widths);
}

/* Blocks that begin at the cuts, those of dimension 0 first. */
static void dist_irregular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *blocks,
                           const int64_t *cuts)
{
    memset(dist, 0, sizeof *dist);
    dist->ndim = ndim;
    for (int d = 0; d < ndim; cuts += blocks[d++])
        dist->axis[d] = (gai_axis_t){.extent = dims[d], .blocks = blocks[d], .cuts = cuts};
    gai_dist_number(dist);
}

static void check_shape(int line, int ndim, const int64_t *dims, const int64_t *chunk,
                        int64_t ranks, const int64_t *blocks)
{
    gai_dist_t dist;

    dist_regular(&dist, ndim, dims, chunk, ranks);
    for (int d = 0; d < ndim; ++d)
        test_check_int(__FILE__, line, blocks[d], dist.axis[d].blocks, "blocks of a dimension");
}
#define SHAPE2(rows, cols, ranks, row_blocks, col_blocks)                                          \
    check_shape(__LINE__, 2, (int64_t[]){rows, cols}, NULL, ranks,                                 \
                (int64_t[]){row_blocks, col_blocks})
#define SHAPE3(a, b, c, ranks, x, y, z)                                                            \
    check_shape(__LINE__, 3, (int64_t[]){a, b, c}, NULL, ranks, (int64_t[]){x, y, z})

/* The least load, then the squarest blocks, then more cuts in later dimensions. */
TEST_CASE(grid_shapes, TEST_BARE)
{
    SHAPE2(100, 100, 1, 1, 1);
    SHAPE2(100, 100, 2, 1, 2);
    SHAPE2(100, 100, 3, 1, 3);
    SHAPE2(100, 100, 4, 2, 2);
    SHAPE2(120, 120, 6, 2, 3);
    SHAPE2(120, 120, 8, 2, 4);
    SHAPE2(120, 120, 12, 3, 4);
    SHAPE2(100, 100, 16, 4, 4);
    SHAPE2(1000, 10, 4, 4, 1);
    SHAPE2(10, 1000, 4, 1, 4);
    SHAPE2(400, 100, 16, 8, 2);
    SHAPE2(1, 3, 4, 1, 3);
    SHAPE2(2, 1, 4, 2, 1);
    SHAPE2(8, 8, 7, 2, 3); /* of seven ranks one is left without */
    SHAPE2(1, 1, 64, 1, 1);
    SHAPE2(4096, 4096, 1024, 32, 32);
    SHAPE3(60, 60, 60, 8, 2, 2, 2);
    SHAPE3(60, 60, 60, 2, 1, 1, 2);
    SHAPE3(60, 60, 60, 4, 1, 2, 2);
    SHAPE3(60, 60, 60, 12, 2, 2, 3);
    SHAPE3(7, 5, 6, 4, 2, 1, 2);
    SHAPE3(INT64_C(1) << 40, 2, 2, 8, 8, 1, 1);
    check_shape(__LINE__, 2, (int64_t[]){100, 100}, (int64_t[]){100, 0}, 4, (int64_t[]){1, 4});
    check_shape(__LINE__, 2, (int64_t[]){100, 100}, (int64_t[]){0, 100}, 4, (int64_t[]){4, 1});
    check_shape(__LINE__, 2, (int64_t[]){100, 100}, (int64_t[]){40, 51}, 8, (int64_t[]){2, 1});
    check_shape(__LINE__, 1, (int64_t[]){10}, (int64_t[]){5}, 8, (int64_t[]){2});
    check_shape(__LINE__, 1, (int64_t[]){10}, (int64_t[]){-3}, 8, (int64_t[]){5});
}

/* A grid by the widths of its blocks, and how good it is. */
typedef struct choice {
    int64_t width[3], largest, surface;
} choice_t;

static int64_t ceiling(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static bool is_better(const choice_t *a, const choice_t *b, int ndim)
{
    if (a->largest != b->largest)
        return a->largest < b->largest;
    if (a->surface != b->surface)
        return a->surface < b->surface;
    for (int d = ndim - 1; d >= 0; --d)
        if (a->width[d] != b->width[d])
            return a->width[d] < b->width[d];
    return false;
}

/* The best of all grids of at most `ranks` blocks, by looking at each of them. */
static choice_t best_of_all(int ndim, const int64_t *dims, const int64_t *chunk, int64_t ranks)
{
    choice_t best = {.largest = INT64_MAX};
    int64_t most[3] = {1, 1, 1}, b[3];

    for (int d = 0; d < ndim; ++d) {
        int64_t blocks = dims[d] / (chunk[d] > 1 ? chunk[d] : 1);
        most[d] = blocks > 1 ? blocks : 1;
    }
    for (b[0] = 1; b[0] <= most[0] && b[0] <= ranks; ++b[0]) {
        for (b[1] = 1; b[1] <= most[1] && b[0] * b[1] <= ranks; ++b[1]) {
            for (b[2] = 1; b[2] <= most[2] && b[0] * b[1] * b[2] <= ranks; ++b[2]) {
                choice_t now = {.largest = 1};
                for (int d = 0; d < ndim; ++d) {
                    now.width[d] = ceiling(dims[d], b[d]);
                    now.largest *= now.width[d];
                }
                for (int d = 0; d < ndim; ++d)
                    now.surface += now.largest / now.width[d];
                if (is_better(&now, &best, ndim))
                    best = now;
            }
        }
    }
    return best;
}

static void check_best(int ndim, const int64_t *dims, const int64_t *chunk, int64_t ranks)
{
    const choice_t best = best_of_all(ndim, dims, chunk, ranks);
    gai_dist_t dist;
    int64_t blocks = 1;

    dist_regular(&dist, ndim, dims, chunk, ranks);
    for (int d = 0; d < ndim; ++d) {
        const gai_axis_t *axis = &dist.axis[d];
        if (axis->width != best.width[d] || axis->blocks != ceiling(dims[d], best.width[d])) {
            test_fail(__FILE__, __LINE__,
                      "%d-D %lld x %lld x %lld on %lld ranks: %lld blocks of %lld in dimension %d, "
                      "not %lld of %lld",
                      ndim, (long long)dims[0], (long long)dims[1], (long long)dims[2],
                      (long long)ranks, (long long)axis->blocks, (long long)axis->width, d,
                      (long long)ceiling(dims[d], best.width[d]), (long long)best.width[d]);
        }
        CHECK_INT(dims[d], axis->extent);
        blocks *= axis->blocks;
    }
    CHECK_INT(ndim, dist.ndim);
    CHECK_INT(blocks, dist.blocks);
    CHECK(dist.blocks <= ranks);
}

TEST_CASE(grid_is_best, TEST_BARE)
{
    rng_t rng = rng_seed(301);

    for (int round = 0; round < 3000; ++round) {
        const int64_t most = round % 3 == 0 ? 12 : round % 3 == 1 ? 60 : 5000;
        int ndim = 1 + round / 3 % 3;
        int64_t dims[3] = {1, 1, 1}, chunk[3] = {0, 0, 0};
        for (int d = 0; d < ndim; ++d) {
            dims[d] = d > 0 && round % 4 == 0 ? dims[0] : rng_range(&rng, 1, most);
            chunk[d] = round % 5 == 0 ? rng_range(&rng, -1, dims[d]) : 0;
        }
        check_best(ndim, dims, chunk, rng_range(&rng, 1, round % 7 == 0 ? 200 : 40));
    }
}

/* Blocks are numbered with dimension 0 fastest, touch each other and end at the extents. */
TEST_CASE(grid_blocks, TEST_BARE)
{
    const int64_t dims[4] = {5, 13, 4, 7};
    gai_dist_t dist;

    for (int64_t ranks = 1; ranks <= 24; ++ranks) {
        int64_t total = 0;
        dist_regular(&dist, 4, dims, NULL, ranks);
        for (int64_t block = 0; block < dist.blocks; ++block) {
            int64_t rest = block, elements = 1;
            gai_block_t found;
            CHECK_INT(1, gai_owned_count(&dist, block));
            gai_owned_block(&dist, block, 0, &found);
            CHECK_INT(block, found.rank);
            CHECK_INT(0, found.offset);
            for (int d = 0; d < 4; ++d) {
                const gai_axis_t *axis = &dist.axis[d];
                int64_t at = rest % axis->blocks;
                CHECK_INT(at * axis->width, found.lo[d]);
                CHECK_INT(at == axis->blocks - 1 ? dims[d] - 1 : (at + 1) * axis->width - 1,
                          found.hi[d]);
                CHECK_INT(found.hi[d] - found.lo[d] + 1, found.ld[d]);
                elements *= found.ld[d];
                rest /= axis->blocks;
            }
            CHECK_INT(elements, gai_slice_elements(&dist, block));
            total += elements;
        }
        CHECK_INT(5 * 13 * 4 * 7, total);
        for (int64_t rank = -1; rank <= dist.blocks; rank += dist.blocks + 1) {
            CHECK_INT(0, gai_owned_count(&dist, rank));
            CHECK_INT(0, gai_slice_elements(&dist, rank));
        }
    }
}

/* The block of an index near a border of blocks, against plain division. */
static void check_division(rng_t *rng, int64_t extent, int64_t ranks)
{
    gai_dist_t dist;

    dist_regular(&dist, 1, &extent, NULL, ranks);
    const gai_axis_t *axis = &dist.axis[0];
    for (int round = 0; round < 40; ++round) {
        int64_t border = rng_range(rng, 0, axis->blocks - 1) * axis->width;
        int64_t last = extent - border < axis->width ? extent - 1 : border + (axis->width - 1);
        int64_t index[] = {border, border - 1, last, rng_range(rng, 0, extent - 1), extent - 1};
        for (size_t k = 0; k < sizeof index / sizeof index[0]; ++k)
            if (index[k] >= 0 && index[k] < extent)
                CHECK_INT(index[k] / axis->width, gai_axis_block(axis, index[k]));
    }
    CHECK_INT(axis->blocks - 1, gai_axis_block(axis, extent - 1));
    CHECK_INT(extent, gai_axis_end(axis, axis->blocks - 1));
}

/* Extents around 2^32, up to where extent times width passes 2^64, and the largest there are. */
TEST_CASE(axis_division, TEST_BARE)
{
    rng_t rng = rng_seed(302);

    for (int bits = 1; bits <= 62; ++bits) {
        for (int64_t ranks = 1; ranks <= 70; ranks += bits % 2 ? 1 : 3) {
            for (int64_t beside = -2; beside <= 2; ++beside) {
                int64_t extent = (INT64_C(1) << bits) + beside;
                check_division(&rng, extent < 1 ? 1 : extent, ranks);
            }
            check_division(&rng, rng_range(&rng, 1, INT64_C(1) << bits), ranks);
        }
    }
    for (int64_t ranks = 1; ranks <= 20; ++ranks)
        check_division(&rng, INT64_MAX - ranks / 4, ranks);
}

TEST_CASE(axis_cuts, TEST_BARE)
{
    enum { MOST = 40 };
    rng_t rng = rng_seed(303);
    int64_t cuts[MOST] = {0};

    for (int64_t blocks = 1; blocks <= MOST; ++blocks) {
        for (int64_t b = 1; b < blocks; ++b)
            cuts[b] = cuts[b - 1] + rng_range(&rng, 1, 4);
        const int64_t extent = cuts[blocks - 1] + rng_range(&rng, 1, 4);
        gai_dist_t dist;
        dist_irregular(&dist, 1, &extent, &blocks, cuts);
        for (int64_t index = 0, block = 0; index < extent; ++index) {
            block += block + 1 < blocks && cuts[block + 1] == index;
            CHECK_INT(block, gai_axis_block(&dist.axis[0], index));
        }
        CHECK_INT(blocks * 8, (int64_t)gai_dist_table_bytes(&dist));
    }
}

/* Places of n elements, found together, against those found one by one from their blocks. */
static void check_places(rng_t *rng, const gai_dist_t *dist, int64_t n)
{
    enum { STEP = 5, ELEMENT = 16 };
    static int64_t index[GAI_PLACES * STEP], ranks[GAI_PLACES], offsets[GAI_PLACES];
    const int64_t *lists[ASHLAR_MAX_DIM];

    for (int d = 0; d < dist->ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        lists[d] = &index[d];
        for (int64_t k = 0; k < n; ++k)
            index[k * STEP + d] = k % 5 == 0 ? axis->extent - 1 - k % 2 * (axis->extent > 1)
                                             : rng_range(rng, 0, axis->extent - 1);
    }
    gai_places(dist, lists, STEP, n, ranks, offsets);
    for (int64_t k = 0; k < n; ++k) {
        gai_block_t block;
        gai_block_of(dist, &index[k * STEP], &block);
        int64_t offset = gai_block_offset(&block, dist->ndim, &index[k * STEP]), place;
        CHECK_INT(block.rank, ranks[k]);
        CHECK_INT(offset, offsets[k]);
        CHECK_INT(block.rank, gai_place(dist, dist->ndim, &index[k * STEP], &place));
        CHECK_INT(offset, place);
        if (gai_dist_is_plain(dist, dist->ndim)) {
            CHECK_INT(block.rank,
                      gai_place_plain(dist->axis, dist->ndim, &index[k * STEP], ELEMENT, &place));
            CHECK_INT(offset * ELEMENT, place);
        }
    }
}

TEST_CASE(places_together, TEST_BARE)
{
    rng_t rng = rng_seed(304);
    gai_dist_t dist;

    for (int64_t ranks = 1; ranks <= 30; ++ranks) {
        const int64_t odd[4] = {7, 13, 4, 9}, wide[2] = {INT64_C(1) << 40, 1}, narrow[1] = {ranks};
        for (int ndim = 1; ndim <= 4; ++ndim) {
            dist_regular(&dist, ndim, odd, NULL, ranks);
            check_places(&rng, &dist, ranks % 3 ? GAI_PLACES : ranks);
        }
        dist_regular(&dist, 2, wide, NULL, ranks); /* too wide to multiply */
        CHECK_INT(ranks == 1, gai_dist_is_plain(&dist, 2));
        check_places(&rng, &dist, 50);
        dist_regular(&dist, 1, narrow, NULL, ranks);
        CHECK_INT(ranks == 1, gai_dist_is_plain(&dist, 1));
        check_places(&rng, &dist, 50);
        const int64_t dims[3] = {20, 30, 6}, blocks[3] = {3, 4, 1},
                      cuts[] = {0, 1, 15, 0, 2, 3, 29, 0};
        dist_irregular(&dist, 3, dims, blocks, cuts);
        CHECK_INT(0, gai_dist_is_plain(&dist, 3));
        check_places(&rng, &dist, GAI_PLACES - ranks);
    }
}

/* Two distributions are equal when every block is the same, however they were asked for. */
TEST_CASE(distributions_equal, TEST_BARE)
{
    const int64_t dims[2] = {12, 9}, blocks[2] = {2, 3}, other[2] = {3, 2};
    const int64_t as_regular[] = {0, 6, 0, 3, 6}, shifted[] = {0, 6, 0, 3, 7},
                  later[] = {0, 5, 0, 3, 6};
    const int64_t swapped[] = {0, 4, 8, 0, 5};
    gai_dist_t regular, same, copy, dist;

    dist_regular(&regular, 2, dims, NULL, 6);
    dist_regular(&same, 2, dims, NULL, 6);
    CHECK(gai_dist_equal(&regular, &same));
    dist_irregular(&dist, 2, dims, regular.axis[0].blocks == 2 ? blocks : other,
                   regular.axis[0].blocks == 2 ? as_regular : swapped);
    CHECK(gai_dist_equal(&regular, &dist) && gai_dist_equal(&dist, &regular));
    CHECK_INT(0, (int64_t)gai_dist_table_bytes(&regular));
    CHECK_INT(5 * 8, (int64_t)gai_dist_table_bytes(&dist));

    dist_irregular(&dist, 2, dims, blocks, as_regular);
    dist_irregular(&copy, 2, dims, blocks, shifted);
    CHECK(!gai_dist_equal(&dist, &copy) && !gai_dist_equal(&copy, &dist));
    dist_irregular(&copy, 2, dims, blocks, later);
    CHECK(!gai_dist_equal(&dist, &copy));
    dist_irregular(&copy, 2, dims, other, swapped);
    CHECK(!gai_dist_equal(&dist, &copy));
    gai_dist_move_tables(&copy, NULL, memcpy((int64_t[5]){0}, swapped, sizeof swapped));
    for (int64_t k = 0; k < 9; ++k)
        CHECK_INT(k / 5, gai_axis_block(&copy.axis[1], k));
    for (int d = 0; d < 2; ++d) { /* one more in one dimension, in as many blocks */
        int64_t larger[2] = {dims[0] + (d == 0), dims[1] + (d == 1)};
        dist_irregular(&copy, 2, larger, blocks, as_regular);
        CHECK(!gai_dist_equal(&dist, &copy));
        dist_regular(&same, 2, larger, NULL, 6);
        CHECK(!gai_dist_equal(&regular, &same));
    }
    dist_regular(&same, 1, dims, NULL, 6);
    CHECK(!gai_dist_equal(&regular, &same));
    dist_regular(&same, 2, dims, (int64_t[]){12, 0}, 6);
    CHECK(!gai_dist_equal(&regular, &same));
}
