/* Processor grids against their definition. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "harness/harness.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

static void check_fit(int ranks, int ndim, const int *given, const int *expected)
{
    int shape[ASHLAR_MAX_DIM];
    memcpy(shape, given, (size_t)ndim * sizeof *shape);
    CHECK_OK(ga_grid_fit(ranks, ndim, shape));
    for (int d = 0; d < ndim; ++d)
        if (shape[d] != expected[d])
            test_fail(__FILE__, __LINE__, "%d ranks in %d dimensions: extent %d is %d, not %d",
                      ranks, ndim, d, shape[d], expected[d]);
}

#define FIT(ranks, ndim, given, ...) check_fit(ranks, ndim, given, (const int[]){__VA_ARGS__})

TEST_CASE(grid_fit, TEST_GA)
{
    static const int any[ASHLAR_MAX_DIM];
    int shape[2] = {0, 0};
    FIT(1, 1, any, 1);
    FIT(12, 1, any, 12);
    FIT(12, 2, any, 4, 3);
    FIT(7, 2, any, 7, 1);
    FIT(36, 2, any, 6, 6);
    FIT(64, 3, any, 4, 4, 4);
    FIT(24, 3, any, 4, 3, 2);
    FIT(16384, 2, any, 128, 128);
    FIT(5040, 4, any, 10, 9, 8, 7);
    FIT(1000000, 7, any, 10, 10, 10, 8, 5, 5, 5);
    FIT(8, 2, ((const int[]){3, 0}), 3, 2);
    FIT(8, 2, ((const int[]){0, 3}), 2, 3);
    FIT(9, 3, ((const int[]){0, 2, 0}), 2, 2, 2);
    FIT(5, 2, ((const int[]){2, 2}), 2, 2);
    CHECK_STATUS(ASHLAR_ESHAPE, ga_grid_fit(5, 2, (int[]){3, 2}));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_grid_fit(5, 2, (int[]){-1, 0}));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_grid_fit(5, 8, shape));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_grid_fit(5, 0, shape));
    CHECK_STATUS(ASHLAR_EARG, ga_grid_fit(0, 2, shape));
    CHECK_INT(0, shape[0] + shape[1]);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The place of a position: the number that the order gives it. */
static int place_of(const ga_grid_spec_t *spec, const int *position)
{
    int place = 0;
    for (int e = 0; e < spec->ndim; ++e) {
        const int d = spec->order == GA_LAST_FASTEST ? e : spec->ndim - 1 - e;
        place = place * spec->shape[d] + position[d];
    }
    return place;
}

/* All positions, the first dimension fastest; 0: that was the last. */
static int next_position(const ga_grid_spec_t *spec, int *position)
{
    for (int d = 0; d < spec->ndim; position[d++] = 0)
        if (++position[d] < spec->shape[d])
            return 1;
    return 0;
}

/* Each place has the rank that the list says, each rank knows its place, and others have none. */
static void check_places(ga_grid_t grid, const ga_grid_spec_t *spec, const int *ranks, int size)
{
    int position[ASHLAR_MAX_DIM] = {0}, places = 1, found[ASHLAR_MAX_DIM], rank, seen = 0;
    for (int d = 0; d < spec->ndim; ++d)
        places *= spec->shape[d];
    do {
        const int expected = ranks ? ranks[place_of(spec, position)] : place_of(spec, position);
        CHECK_OK(ga_grid_rank(grid, position, &rank));
        CHECK_INT(expected, rank);
        CHECK_OK(ga_grid_position(grid, rank, found));
        CHECK(memcmp(found, position, (size_t)spec->ndim * sizeof *found) == 0);
    } while (next_position(spec, position));
    for (rank = 0; rank < size; ++rank) {
        CHECK_OK(ga_grid_position(grid, rank, found));
        seen += found[0] >= 0;
        for (int d = 1; d < spec->ndim; ++d)
            CHECK((found[d] < 0) == (found[0] < 0));
    }
    CHECK_INT(places, seen);
}

TEST_CASE(grid_places, TEST_GA)
{
    const int size = ga_size();
    int *turned = malloc((size_t)size * sizeof *turned);
    if (!CHECK(turned != NULL))
        return;
    for (int k = 0; k < size; ++k)
        turned[k] = size - 1 - k;
    const ga_grid_spec_t specs[] = {
        {.ndim = 1, .name = "line"},
        {.ndim = 2, .order = GA_LAST_FASTEST},
        {.ndim = 2, .shape = {0, 1}, .rank_count = size, .ranks = turned},
        {.ndim = 3, .order = GA_LAST_FASTEST, .rank_count = (size + 1) / 2, .ranks = turned},
        {.ndim = 2, .shape = {1, size > 1 ? size - 1 : 1}}};
    for (size_t k = 0; k < sizeof specs / sizeof *specs; ++k) {
        ga_grid_t grid;
        ga_grid_spec_t spec;
        REQUIRE_OK(ga_grid_create(&specs[k], &grid));
        REQUIRE_OK(ga_grid_inquire(grid, &spec));
        CHECK_INT(specs[k].ndim, spec.ndim);
        CHECK_INT(specs[k].order, spec.order);
        CHECK(strcmp(spec.name, specs[k].name ? specs[k].name : "") == 0);
        check_places(grid, &spec, specs[k].ranks, size);
        CHECK_OK(ga_grid_destroy(grid));
        CHECK_STATUS(ASHLAR_EHANDLE, ga_grid_inquire(grid, &spec));
    }
    free(turned);
}

/* Check that lines are of one node each, as many as the nodes have ranks for. */
static void check_lines(const ga_grid_spec_t *spec)
{
    const int line = spec->shape[0], lines = spec->shape[1], nodes = al_node_count();
    int whole = 0, possible = 0;
    for (int k = 0; k < lines; ++k) {
        int together = 1;
        for (int i = 1; i < line; ++i)
            together &= al_node_of(spec->ranks[k * line + i]) == al_node_of(spec->ranks[k * line]);
        whole += together;
    }
    for (int node = 0; node < nodes; ++node)
        possible += al_node_size(node) / line;
    CHECK(whole >= (possible < lines ? possible : lines));
}

TEST_CASE(grid_by_nodes, TEST_GA)
{
    const int size = ga_size();
    for (int line = 1; line <= size; ++line) {
        ga_grid_t grid;
        ga_grid_spec_t spec = {.ndim = 2, .shape = {line, 0}, .nodes_together = 1};
        REQUIRE_OK(ga_grid_create(&spec, &grid));
        CHECK_OK(ga_grid_inquire(grid, &spec));
        CHECK_INT(spec.shape[0] * spec.shape[1], spec.rank_count);
        CHECK_INT(0, spec.nodes_together);
        check_lines(&spec);
        check_places(grid, &spec, spec.ranks, size);
        CHECK_OK(ga_grid_destroy(grid));
    }
}

/* ---- parts ----------------------------------------------------------------------------------- */

static void check_part(ga_grid_t grid, const ga_grid_spec_t *spec, ashlar_interval_t i,
                       ashlar_interval_t j)
{
    const ashlar_interval_t where[2] = {i, j};
    int count, n = 0, *ranks = malloc((size_t)ga_size() * sizeof *ranks);
    if (!CHECK(ranks != NULL))
        return;
    CHECK_OK(ga_grid_ranks(grid, 2, where, &count, NULL));
    CHECK_OK(ga_grid_ranks(grid, 2, where, &count, ranks));
    for (int64_t q = j.first; q <= j.last && q < spec->shape[1]; q += j.step)
        for (int64_t p = i.first; p <= i.last && p < spec->shape[0]; p += i.step) {
            int rank;
            CHECK_OK(ga_grid_rank(grid, (const int[]){(int)p, (int)q}, &rank));
            CHECK(n < count && ranks[n] == rank);
            ++n;
        }
    CHECK_INT(n, count);
    free(ranks);
}

TEST_CASE(grid_parts, TEST_GA)
{
    ga_grid_t grid;
    ga_grid_spec_t spec = {.ndim = 2, .order = GA_LAST_FASTEST};
    int count = -1;
    REQUIRE_OK(ga_grid_create(&spec, &grid));
    CHECK_OK(ga_grid_inquire(grid, &spec));
    check_part(grid, &spec, ASHLAR_ALL, ASHLAR_ALL);
    check_part(grid, &spec, ashlar_at(spec.shape[0] - 1), ASHLAR_ALL);
    check_part(grid, &spec, ASHLAR_ALL, ashlar_at(0));
    check_part(grid, &spec, (ashlar_interval_t){0, INT64_MAX, 2}, (ashlar_interval_t){0, 5, 3});
    check_part(grid, &spec, (ashlar_interval_t){1, 0, 1}, ASHLAR_ALL);
    CHECK_OK(ga_grid_ranks(grid, 0, NULL, &count, NULL));
    CHECK_INT(spec.shape[0] * spec.shape[1], count);
    CHECK_STATUS(ASHLAR_EARG, ga_grid_ranks(grid, 3, &ASHLAR_ALL, &count, NULL));
    CHECK_STATUS(ASHLAR_EARG, ga_grid_ranks(grid, 1, &(ashlar_interval_t){0, 1, 0}, &count, NULL));
    CHECK_STATUS(ASHLAR_ERANGE,
                 ga_grid_ranks(grid, 1, (ashlar_interval_t[]){ashlar_at(-1)}, &count, NULL));
    CHECK_STATUS(
        ASHLAR_ERANGE,
        ga_grid_ranks(grid, 1, (ashlar_interval_t[]){ashlar_at(spec.shape[0])}, &count, NULL));
    CHECK_OK(ga_grid_destroy(grid));
}

/* ---- arrays ---------------------------------------------------------------------------------- */

/* The tile at a place of the array belongs to the rank at that place of the grid. */
static void check_owners(ga_t g, ga_grid_t grid, const ga_grid_spec_t *spec, const int64_t *tiles)
{
    for (int64_t j = 0; j < tiles[1]; ++j)
        for (int64_t i = 0; i < tiles[0]; ++i) {
            ga_block_t block;
            int rank;
            CHECK_OK(ga_block_by_position(g, (const int64_t[]){i, j}, &block));
            CHECK_OK(ga_grid_rank(
                grid, (const int[]){(int)(i % spec->shape[0]), (int)(j % spec->shape[1])}, &rank));
            CHECK_INT(rank, block.rank);
        }
}

TEST_CASE(grid_arrays, TEST_GA)
{
    const int64_t dims[2] = {17, 23}, tile[2] = {4, 5};
    for (int k = 0; k < 3; ++k) {
        ga_grid_spec_t spec = {.ndim = 2,
                               .order = k % 2 ? GA_LAST_FASTEST : GA_FIRST_FASTEST,
                               .nodes_together = k == 2};
        ga_grid_t grid;
        ga_t g, each;
        REQUIRE_OK(ga_grid_create(&spec, &grid));
        CHECK_OK(ga_grid_inquire(grid, &spec));
        REQUIRE_OK(ga_create_tiles(grid, ASHLAR_DOUBLE, dims, tile, "tiles", &g));
        REQUIRE_OK(ga_create_tile_each(grid, ASHLAR_INT, tile, "each", &each));
        CHECK_OK(ga_grid_destroy(grid)); /* arrays do without */
        REQUIRE_OK(ga_grid_create(
            &(ga_grid_spec_t){.ndim = 2, .order = spec.order, .nodes_together = k == 2}, &grid));
        check_owners(g, grid, &spec, (const int64_t[]){5, 5});
        check_owners(each, grid, &spec, (const int64_t[]){spec.shape[0], spec.shape[1]});
        int64_t owned;
        CHECK_OK(ga_inquire_owned(each, ga_rank(), &owned));
        CHECK(owned <= 1);
        CHECK_OK(ga_destroy(g));
        CHECK_OK(ga_destroy(each));
        CHECK_OK(ga_grid_destroy(grid));
    }
}

/* Descriptions that set what their grid says are refused on all ranks. */
TEST_CASE(grid_refused, TEST_GA)
{
    ga_grid_t grid, none = 0;
    ga_t g;
    const ga_spec_t good = {.type = ASHLAR_INT, .ndim = 2, .dims = {9, 9}, .kind = GA_SCALAPACK};
    REQUIRE_OK(ga_grid_create(&(ga_grid_spec_t){.ndim = 2, .name = "G"}, &grid));
    ga_spec_t specs[6] = {good, good, good, good, good, good};
    for (int k = 0; k < 6; ++k)
        specs[k].on_grid = grid;
    specs[0].grid[1] = 1;
    specs[1].order = GA_LAST_FASTEST;
    specs[2].group = GA_GROUP_WORLD;
    specs[3].kind = GA_BLOCK_CYCLIC;
    specs[4].mirrored = 1;
    for (int k = 0; k < 5; ++k)
        CHECK_STATUS(ASHLAR_EARG, ga_create_spec(&specs[k], &g));
    specs[5].ndim = 1;
    CHECK_STATUS(ASHLAR_ESHAPE, ga_create_spec(&specs[5], &g));
    specs[5].ndim = 2;
    CHECK_OK(ga_create_spec(&specs[5], &g));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_grid_destroy(grid));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_create_spec(&specs[5], &g));
    CHECK_STATUS(ASHLAR_ESHAPE,
                 ga_grid_create(&(ga_grid_spec_t){.ndim = 1, .shape = {ga_size() + 1}}, &none));
    CHECK_STATUS(ASHLAR_EARG,
                 ga_grid_create(&(ga_grid_spec_t){.ndim = 1, .order = (ga_order)2}, &none));
    CHECK_STATUS(ASHLAR_ERANGE, ga_grid_create(&(ga_grid_spec_t){.ndim = 1,
                                                                 .rank_count = 1,
                                                                 .ranks = (const int[]){ga_size()}},
                                               &none));
    CHECK_INT(0, none);
}
