/* Distributions: the block of an index, places of elements, which distributions are equal. */
#include "ga/dist/dists.h"

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
