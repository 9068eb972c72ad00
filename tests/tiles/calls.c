/* Exchanges that cut, groups, moduli, affinity and errors: the random calls leave these out. */
#include <complex.h>
#include <stdlib.h>

#include <ashlar/al.h>

#include "harness/harness.h"
#include "tiles/serial.h"

enum { MINE = GA_IN_MINE | GA_OUT_MINE };

static ga_t make(ga_grid_t grid, ga_type type, const int64_t *dims, const int64_t *tile)
{
    ga_t g = 0;
    CHECK_OK(ga_create_tiles(grid, type, dims, tile, "tiles", &g));
    return g;
}

static ga_grid_t make_grid(int ndim, int a, int b, int c)
{
    ga_grid_t grid = 0;
    CHECK_OK(ga_grid_create(&(ga_grid_spec_t){.ndim = ndim, .shape = {a, b, c}}, &grid));
    return grid;
}

/* ---- exchanges that cut ---------------------------------------------------------------------- */

/* From whole in the first dimension to whole in the second, in each plane, and on to the third. */
static void turn(const int *shape, const int64_t *dims, int flags)
{
    const int p = shape[0], q = shape[1];
    const int64_t part[3][2] = {{(dims[0] + p - 1) / p, (dims[0] + q - 1) / q},
                                {(dims[1] + p - 1) / p, (dims[1] + q - 1) / q},
                                {(dims[2] + p - 1) / p, (dims[2] + q - 1) / q}};
    ga_grid_t grid[3] = {make_grid(3, 1, p, q), make_grid(3, p, 1, q), make_grid(3, p, q, 1)};
    serial_t x =
        serial_of(make(grid[0], ASHLAR_DOUBLE, dims, (int64_t[]){dims[0], part[1][0], part[2][1]}));
    serial_t y =
        serial_of(make(grid[1], ASHLAR_DOUBLE, dims, (int64_t[]){part[0][0], dims[1], part[2][1]}));
    serial_t z =
        serial_of(make(grid[2], ASHLAR_DOUBLE, dims, (int64_t[]){part[0][0], part[1][1], dims[2]}));
    rng_t rng = rng_seed(7);
    ga_handle_t handle = 0;
    serial_fill(&x, &rng, 0, 1000000);
    serial_fill(&y, &rng, 0, 9);
    serial_fill(&z, &rng, 0, 9);
    CHECK_OK(ga_sync());
    for (int64_t k = 0; k < x.blocks[2]; ++k) {
        const ga_tiles_t *to = GA_TILES(y.g, ASHLAR_ALL, ashlar_at(0), ashlar_at(k));
        const ga_tiles_t *from = GA_TILES(x.g, ashlar_at(0), ASHLAR_ALL, ashlar_at(k));
        CHECK_OK(ga_tiles_exchange_cut(to, 1, from, 0, flags));
        serial_cut(&y, to, 1, &x, from, 0);
    }
    CHECK_OK(ga_sync());
    serial_check(&y, "to the second dimension");
    for (int64_t i = 0; i < y.blocks[0]; ++i) {
        const ga_tiles_t *to = GA_TILES(z.g, ashlar_at(i), ASHLAR_ALL, ashlar_at(0));
        const ga_tiles_t *from = GA_TILES(y.g, ashlar_at(i), ashlar_at(0), ASHLAR_ALL);
        CHECK_OK(ga_tiles_exchange_cut_nb(to, 2, from, 1, flags, &handle));
        serial_cut(&z, to, 2, &y, from, 1);
    }
    CHECK_OK(ga_wait(&handle));
    CHECK_OK(ga_sync());
    serial_check(&z, "to the third dimension");
    const serial_t *all[] = {&x, &y, &z};
    for (int k = 0; k < 3; ++k) {
        CHECK_OK(ga_destroy(all[k]->g));
        CHECK_OK(ga_grid_destroy(grid[k]));
    }
    serial_free(&x);
    serial_free(&y);
    serial_free(&z);
}

TEST_CASE(exchange_cut, TEST_GA)
{
    static const int64_t dims[][3] = {{12, 12, 12}, {7, 5, 11}, {1, 9, 2}, {13, 4, 1}};
    const int size = test_size();
    for (int k = 0; k < 4; ++k) {
        const int square = size % 2 == 0 ? 2 : 1;
        turn((int[]){1, size}, dims[k], MINE);
        turn((int[]){size, 1}, dims[k], 0);
        turn((int[]){square, size / square}, dims[k], MINE);
        turn((int[]){size / square, square}, dims[k], GA_IN_ALL | GA_OUT_MINE);
    }
}

/* Into itself: nothing happens; parts that do not fit are refused. */
TEST_CASE(exchange_cut_refused, TEST_GA)
{
    ga_grid_t grid = make_grid(2, 1, test_size(), 0);
    ga_t a = make(grid, ASHLAR_INT, (int64_t[]){6, 2 * test_size()}, (int64_t[]){6, 2});
    ga_t b = make(grid, ASHLAR_INT, (int64_t[]){5, 2 * test_size()}, (int64_t[]){5, 2});
    const ga_tiles_t *as = GA_TILES(a, ashlar_at(0), ashlar_at(0));
    CHECK_OK(ga_tiles_exchange_cut(as, 1, as, 0, MINE));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_exchange_cut(as, 1, as, 1, MINE));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_exchange_cut(as, 2, as, 0, MINE));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_exchange_cut(as, 1, as, -1, MINE));
    if (test_rank() == 0) { /* whom it concerns */
        CHECK_STATUS(ASHLAR_ESHAPE, ga_tiles_exchange_cut(GA_TILES(b, ashlar_at(0), ashlar_at(0)),
                                                          1, as, 0, MINE));
        CHECK_CONTAINS(ashlar_error_message(), "6 long in dimension 0");
    }
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_grid_destroy(grid));
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* Each of two groups has a grid and arrays of its own, in the same program lines. */
TEST_CASE(groups, TEST_GA)
{
    enum { N = 5 };
    const int64_t n = N;
    const int half = test_rank() % 2;
    ga_group_t group;
    ga_grid_t grid;
    ga_t from, to;
    ga_block_t block;
    int size, rank;
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, half, -test_rank(), &group));
    CHECK_OK(ga_group_size(group, &size));
    CHECK_OK(ga_group_rank(group, &rank));
    REQUIRE_OK(ga_grid_create(&(ga_grid_spec_t){.ndim = 1, .group = group}, &grid));
    REQUIRE_OK(ga_create_tile_each(grid, ASHLAR_INT, &n, "from", &from));
    REQUIRE_OK(ga_create_tile_each(grid, ASHLAR_INT, &n, "to", &to));
    const ga_tiles_t all_to = {.g = to}, all_from = {.g = from};
    CHECK_OK(ga_block_first(from, &block));
    for (int e = 0; e < N; ++e)
        ((int *)block.data)[e] = 100 * rank + 10 * e + half;
    CHECK_OK(ga_block_first(to, &block));
    for (int root = 0; root < size; ++root) {
        CHECK_OK(ga_tiles_broadcast(&all_to, GA_TILES(from, ashlar_at(root)), GA_WHOLE, MINE));
        for (int e = 0; e < N; ++e)
            CHECK_INT(100 * root + 10 * e + half, ((int *)block.data)[e]);
    }
    CHECK_OK(ga_tiles_reduce(&all_to, &all_from, ASHLAR_SUM, GA_WHOLE, 0));
    for (int e = 0; e < N; ++e)
        CHECK_INT(100 * size * (size - 1) / 2 + size * (10 * e + half), ((int *)block.data)[e]);
    CHECK_OK(ga_destroy(from));
    CHECK_OK(ga_destroy(to));
    CHECK_OK(ga_grid_destroy(grid));
    CHECK_OK(ga_group_destroy(group));
}

/* ---- moduli ---------------------------------------------------------------------------------- */

/* Element e of my tile: one that grows in modulus with e and the rank. */
static double complex element(int rank, int64_t e)
{
    return (rank % 2 ? -1 : 1) * (3 + 4 * I) * (double)(rank + 1 + e);
}

TEST_CASE(reduce_moduli, TEST_GA)
{
    enum { N = 600 }; /* of 16 bytes: more than is turned into moduli at once */
    const int size = test_size();
    const int64_t n = N;
    ga_grid_t grid = make_grid(1, 0, 0, 0);
    ga_t from, to;
    ga_block_t block;
    REQUIRE_OK(ga_create_tile_each(grid, ASHLAR_CDOUBLE, &n, "from", &from));
    REQUIRE_OK(ga_create_tile_each(grid, ASHLAR_CDOUBLE, &n, "to", &to));
    CHECK_OK(ga_block_first(from, &block));
    double complex *mine = block.data;
    for (int64_t e = 0; e < N; ++e)
        mine[e] = element(test_rank(), e);
    const ga_tiles_t all_from = {.g = from}, all_to = {.g = to};
    CHECK_OK(ga_block_first(to, &block));
    for (int least = 0; least < 2; ++least) {
        int64_t wrong = 0;
        CHECK_OK(ga_tiles_reduce(&all_to, &all_from, least ? ASHLAR_ABSMIN : ASHLAR_ABSMAX,
                                 GA_WHOLE, 0));
        for (int64_t e = 0; e < N; ++e)
            wrong += ((double complex *)block.data)[e] != 5 * (double)(e + (least ? 1 : size));
        CHECK_INT(0, wrong);
    }
    CHECK_STATUS(ASHLAR_ETYPE, ga_tiles_reduce(&all_to, &all_from, ASHLAR_MAX, 1, 0));
    CHECK_STATUS(ASHLAR_ETYPE, ga_tiles_reduce(&all_to, &all_from, ASHLAR_XOR, 1, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_reduce(&all_to, &all_from, ASHLAR_REPLACE, 1, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_reduce(&all_to, &all_from, (ashlar_op)77, 1, 0));
    CHECK_OK(ga_destroy(from));
    CHECK_OK(ga_destroy(to));
    CHECK_OK(ga_grid_destroy(grid));
}

/* ---- inquiry --------------------------------------------------------------------------------- */

/* A million tiles a side: nothing is as long as they are many. */
TEST_CASE(affinity, TEST_GA)
{
    const int size = test_size(), rank = test_rank();
    ga_grid_t grid = make_grid(2, size, 1, 0);
    ga_t g = make(grid, ASHLAR_INT, (int64_t[]){1000000, 7}, (int64_t[]){1, 2});
    int64_t count = -1;
    CHECK_OK(ga_tiles_affinity(&(ga_tiles_t){.g = g}, &count));
    CHECK_INT(4 * ((1000000 - rank + size - 1) / size), count);
    CHECK_OK(ga_tiles_affinity(GA_TILES(g, ashlar_at(size - 1), ((ashlar_interval_t){0, 9, 2})),
                               &count));
    CHECK_INT(rank == size - 1 ? 2 : 0, count);
    CHECK_OK(ga_tiles_affinity(GA_TILES(g, ((ashlar_interval_t){5, 4, 1})), &count));
    CHECK_INT(0, count);
    CHECK_OK(ga_tiles_affinity(GA_TILES(g, ((ashlar_interval_t){0, INT64_MAX, size})), &count));
    CHECK_INT(rank == 0 ? 4 * ((1000000 + size - 1) / size) : 0, count);
    CHECK_STATUS(ASHLAR_ERANGE, ga_tiles_affinity(GA_TILES(g, ashlar_at(1000000)), &count));
    CHECK_CONTAINS(ashlar_error_message(), "tile 1000000 of dimension 0 outside 0..999999");
    CHECK_STATUS(ASHLAR_ERANGE, ga_tiles_affinity(GA_TILES(g, ashlar_at(-1)), &count));
    CHECK_STATUS(ASHLAR_EARG,
                 ga_tiles_affinity(GA_TILES(g, ((ashlar_interval_t){0, 1, 0})), &count));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_affinity(&(ga_tiles_t){.g = g, .n = 3}, &count));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_affinity(NULL, &count));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_affinity(&(ga_tiles_t){.g = g}, NULL));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_tiles_affinity(&(ga_tiles_t){.g = 0}, &count));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_grid_destroy(grid));
}

/* ---- errors ---------------------------------------------------------------------------------- */

TEST_CASE(refused, TEST_GA)
{
    const int size = test_size();
    ga_grid_t grid = make_grid(1, 0, 0, 0);
    const int64_t n = 4 * size, tile = 4;
    ga_t a = make(grid, ASHLAR_INT, &n, &tile), b = make(grid, ASHLAR_INT, &n, &tile);
    ga_t other = make(grid, ASHLAR_DOUBLE, &n, &tile), cyclic;
    ga_spec_t spec = {
        .type = ASHLAR_INT, .ndim = 2, .dims = {20, 20}, .kind = GA_SCALAPACK, .block = {2, 2}};
    const ga_tiles_t *as = &(ga_tiles_t){.g = a}, *bs = &(ga_tiles_t){.g = b};
    const ga_tiles_t *one = GA_TILES(a, ashlar_at(0)),
                     *none = GA_TILES(a, ((ashlar_interval_t){1, 0, 1}));
    ga_handle_t handle = 0;
    REQUIRE_OK(ga_create_spec(&spec, &cyclic));
    CHECK_STATUS(ASHLAR_ETYPE, ga_tiles_broadcast(&(ga_tiles_t){.g = other}, one, 1, 0));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_tiles_broadcast(&(ga_tiles_t){.g = cyclic}, one, 1, 0));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_tiles_broadcast(&(ga_tiles_t){.g = 12345}, one, 1, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast(bs, one, -1, 0));
    CHECK_STATUS(ASHLAR_ERANGE, ga_tiles_broadcast(bs, one, 5, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast(bs, one, 4, 3));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast(bs, one, 4, 12));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast(bs, one, 4, 16));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast(bs, &(ga_tiles_t){.g = a, .n = 1 << 30}, 4, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast(&(ga_tiles_t){.g = b, .n = -1}, one, 4, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast(NULL, one, 4, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast(bs, NULL, 4, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_broadcast_nb(bs, one, 4, 0, NULL));
    CHECK_STATUS(ASHLAR_ERANGE, ga_tiles_exchange(bs, as, 5, 0));
    CHECK_STATUS(ASHLAR_EARG, ga_tiles_exchange(as, as, 0, 0));
    if (size > 1) {
        CHECK_STATUS(ASHLAR_ESHAPE, ga_tiles_broadcast(bs, as, 1, 0));
        CHECK_STATUS(ASHLAR_ESHAPE, ga_tiles_gather(bs, as, 1, 0));
        CHECK_STATUS(ASHLAR_ESHAPE, ga_tiles_exchange(bs, one, 1, 0));
        CHECK_CONTAINS(ashlar_error_message(), "exchange with");
        CHECK_STATUS(ASHLAR_ERANGE, ga_tiles_scatter(bs, one, 4, 0));
    }
    CHECK_OK(ga_tiles_broadcast(none, one, 4, 0));
    CHECK_OK(ga_tiles_broadcast(bs, none, 4, 0));
    CHECK_OK(ga_tiles_exchange_nb(none, none, 4, 0, &handle));
    CHECK_INT(0, handle);
    CHECK_OK(ga_set_read_only(b, 1));
    CHECK_STATUS(ASHLAR_ESTATE, ga_tiles_broadcast(bs, one, 1, 0));
    CHECK_OK(ga_set_read_only(b, 0));
    CHECK_OK(ga_destroy(cyclic));
    CHECK_OK(ga_destroy(other));
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_grid_destroy(grid));
}
