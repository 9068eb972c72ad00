/* Grids of equal blocks, for any number of ranks: the best of all, and where each block lies. */
#include "ga/dist/dists.h"

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
    int64_t width[ASHLAR_MAX_DIM], largest, surface;
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

typedef struct extents {
    int ndim;
    int64_t dims[ASHLAR_MAX_DIM], chunk[ASHLAR_MAX_DIM], ranks;
} extents_t;

static int64_t most_along(const extents_t *x, int d)
{
    const int64_t blocks = x->dims[d] / (x->chunk[d] > 1 ? x->chunk[d] : 1);
    return blocks > 1 ? blocks : 1;
}

static void measure_choice(const extents_t *x, choice_t *now)
{
    now->largest = 1;
    now->surface = 0;
    for (int d = 0; d < x->ndim; ++d)
        now->largest *= now->width[d];
    for (int d = 0; d < x->ndim; ++d)
        now->surface += now->largest / now->width[d];
}

/* All grids of at most `left` blocks in dimensions from d on. */
static void look_at_all(const extents_t *x, int d, int64_t left, choice_t *now, choice_t *best)
{
    if (d == x->ndim) {
        measure_choice(x, now);
        if (is_better(now, best, x->ndim))
            *best = *now;
        return;
    }
    for (int64_t b = 1; b <= left && b <= most_along(x, d); ++b) {
        now->width[d] = ceiling(x->dims[d], b);
        look_at_all(x, d + 1, left / b, now, best);
    }
}

static void check_best(const extents_t *x)
{
    choice_t now, best = {.largest = INT64_MAX};
    gai_dist_t dist;
    int64_t blocks = 1;

    look_at_all(x, 0, x->ranks, &now, &best);
    dist_regular(&dist, x->ndim, x->dims, x->chunk, x->ranks);
    for (int d = 0; d < x->ndim; ++d) {
        const gai_axis_t *axis = &dist.axis[d];
        const int64_t wanted = ceiling(x->dims[d], best.width[d]);
        if (axis->width != best.width[d] || axis->blocks != wanted)
            test_fail(__FILE__, __LINE__,
                      "%d-D %lld x %lld x %lld x ... on %lld ranks: %lld blocks of %lld in "
                      "dimension %d, not %lld of %lld",
                      x->ndim, (long long)x->dims[0], (long long)x->dims[1], (long long)x->dims[2],
                      (long long)x->ranks, (long long)axis->blocks, (long long)axis->width, d,
                      (long long)wanted, (long long)best.width[d]);
        CHECK_INT(x->dims[d], axis->extent);
        blocks *= axis->blocks;
    }
    CHECK_INT(x->ndim, dist.ndim);
    CHECK_INT(blocks, dist.blocks);
    CHECK(dist.blocks <= x->ranks);
}

TEST_CASE(grid_is_best, TEST_BARE)
{
    rng_t rng = rng_seed(301);

    for (int round = 0; round < 3000; ++round) {
        const int64_t most = round % 3 == 0 ? 12 : round % 3 == 1 ? 60 : 5000;
        extents_t x = {.ndim = 1 + round / 3 % 3};
        for (int d = 0; d < x.ndim; ++d) {
            x.dims[d] = d > 0 && round % 4 == 0 ? x.dims[0] : rng_range(&rng, 1, most);
            x.chunk[d] = round % 5 == 0 ? rng_range(&rng, -1, x.dims[d]) : 0;
        }
        x.ranks = rng_range(&rng, 1, round % 7 == 0 ? 200 : 40);
        check_best(&x);
    }
    for (int round = 0; round < 400; ++round) {
        extents_t x = {.ndim = 4 + round % 4, .ranks = rng_range(&rng, 1, 64)};
        for (int d = 0; d < x.ndim; ++d)
            x.dims[d] = rng_range(&rng, 1, round % 2 ? 6 : 500);
        check_best(&x);
    }
}

TEST_CASE(grid_of_a_million, TEST_BARE)
{
    check_best(&(extents_t){.ndim = 1, .dims = {INT64_C(1) << 40}, .ranks = 1000000});
    check_best(&(extents_t){.ndim = 2, .dims = {123457, 6791}, .ranks = 1000000});
    check_best(&(extents_t){.ndim = 2, .dims = {2003, 2003}, .chunk = {2, 0}, .ranks = 999999});
    check_best(&(extents_t){.ndim = 3, .dims = {12347, 113, 6791}, .ranks = 100003});
}

/* Grids of seven dimensions are too many to try all: none of those drawn is better. */
TEST_CASE(grid_of_a_million_7, TEST_BARE)
{
    rng_t rng = rng_seed(302);

    for (int round = 0; round < 20; ++round) {
        extents_t x = {.ndim = 7, .ranks = rng_range(&rng, 900000, 1100000)};
        choice_t chosen, now;
        gai_dist_t dist;
        for (int d = 0; d < 7; ++d)
            x.dims[d] = rng_range(&rng, 1, 120);
        dist_regular(&dist, 7, x.dims, x.chunk, x.ranks);
        CHECK(dist.blocks <= x.ranks);
        for (int d = 0; d < 7; ++d)
            chosen.width[d] = dist.axis[d].width;
        measure_choice(&x, &chosen);
        for (int draw = 0; draw < 2000; ++draw) {
            int64_t left = x.ranks;
            for (int k = 0, d = draw % 7; k < 7; ++k, d = (d + 1) % 7) {
                const int64_t most = left < x.dims[d] ? left : x.dims[d];
                const int64_t b = k == 6 ? most : rng_range(&rng, most / 3 + 1, most);
                now.width[d] = ceiling(x.dims[d], b);
                left /= b;
            }
            measure_choice(&x, &now);
            CHECK(!is_better(&now, &chosen, 7));
        }
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
