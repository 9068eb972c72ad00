/* Descriptions of arrays that cannot be, on every rank, and questions about blocks that are not. */
#include <stdint.h>
#include <string.h>

#include "misuse.h"

/* A 2-D array of this kind that can be. */
static ga_spec_t good_spec(ga_kind kind)
{
    static const int64_t rows[] = {0, 2, 5}, cols[] = {0, 7};
    ga_spec_t spec = {.type = ASHLAR_INT,
                      .ndim = 2,
                      .dims = {10, 12},
                      .name = "spec",
                      .group = GA_GROUP_WORLD,
                      .kind = kind,
                      .block = {3, 4},
                      .blocks = {3, 2},
                      .cuts = {rows, cols}};
    if (kind == GA_IRREGULAR)
        spec.blocks[0] = spec.blocks[1] = 1;
    return spec;
}

TEST_CASE(ga_create_specs, TEST_GA)
{
    static const int64_t late[] = {1}, falling[] = {0, 5, 5};
    ga_t g = -9;
    ga_spec_t spec = good_spec(GA_TILED);

    spec.kind = GA_KIND_COUNT;
    MISUSE(ASHLAR_EARG, ga_create_spec(&spec, &g), "6 is not a kind");
    spec.kind = (ga_kind)-1;
    MISUSE(ASHLAR_EARG, ga_create_spec(&spec, &g), "-1 is not a kind");
    spec = good_spec(GA_SCALAPACK);
    spec.order = (ga_order)2;
    MISUSE(ASHLAR_EARG, ga_create_spec(&spec, &g), "2 is not an order");
    spec = good_spec(GA_SCALAPACK);
    spec.type = ASHLAR_TYPE_COUNT;
    MISUSE(ASHLAR_ETYPE, ga_create_spec(&spec, &g));
    spec = good_spec(GA_SCALAPACK);
    spec.group = 4711;
    MISUSE(ASHLAR_EGROUP, ga_create_spec(&spec, &g), "4711");
    for (ga_kind kind = GA_REGULAR; kind <= GA_TILED_IRREGULAR; ++kind) {
        spec = good_spec(kind);
        spec.ndim = 8;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "8 dimensions");
        spec = good_spec(kind);
        spec.dims[1] = 0;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "extent 0 of dimension 1");
        spec = good_spec(kind);
        spec.block[1] = 0;
        spec.blocks[0] = 0;
        if (kind != GA_REGULAR)
            MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "blocks", "0");
    }
    for (ga_kind kind = GA_IRREGULAR; kind <= GA_TILED_IRREGULAR; kind += 4) {
        spec = good_spec(kind);
        spec.cuts[1] = NULL;
        MISUSE(ASHLAR_EARG, ga_create_spec(&spec, &g), "cuts");
        spec = good_spec(kind);
        spec.cuts[0] = late;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "begin with 1");
    }
    spec = good_spec(GA_TILED_IRREGULAR);
    spec.cuts[0] = falling;
    MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "cut 2 of dimension 0 is 5 after 5");
    spec = good_spec(GA_TILED_IRREGULAR);
    spec.blocks[0] = 11;
    MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "11 blocks in dimension 0", "1 to 10");
    /* 2^60 + 1 bytes in seven dimensions, each of two blocks of which one is nearly empty. */
    spec = (ga_spec_t){.type = ASHLAR_LLONG, .ndim = 7, .kind = GA_BLOCK_CYCLIC};
    for (int d = 0; d < 7; ++d) {
        spec.dims[d] = 300;
        spec.block[d] = 299;
    }
    MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "2^63");
    CHECK_INT(-9, g);
}

TEST_CASE(ga_create_grids, TEST_GA)
{
    ga_t g = -9;

    for (ga_kind kind = GA_REGULAR; kind <= GA_TILED_IRREGULAR; ++kind) {
        ga_spec_t spec = good_spec(kind);
        if (kind == GA_BLOCK_CYCLIC) {
            spec.grid[0] = 1;
            MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "has no grid");
            continue;
        }
        spec.grid[0] = ga_size() + 1;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "ranks in dimension 0");
        spec.grid[0] = 1;
        spec.grid[1] = ga_size() + 1;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "ranks in dimension 1");
        spec.grid[1] = -1;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "-1");
        spec.grid[0] = spec.grid[1] = INT32_MAX;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g));
        if (kind == GA_IRREGULAR && ga_size() > 1) {
            spec.grid[0] = 2;
            spec.grid[1] = 1;
            MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "2 ranks for 1 blocks");
        }
    }
    CHECK_INT(-9, g);
}

TEST_CASE(ga_create_lists, TEST_GA)
{
    int ranks[64];
    ga_t g = -9;

    for (int k = 0; k < ga_size(); ++k)
        ranks[k] = k;
    for (ga_kind kind = GA_REGULAR; kind <= GA_TILED_IRREGULAR; ++kind) {
        ga_spec_t spec = good_spec(kind);
        spec.rank_count = ga_size();
        MISUSE(ASHLAR_EARG, ga_create_spec(&spec, &g), "list of ranks");
        spec.ranks = ranks;
        spec.rank_count = -1;
        MISUSE(ASHLAR_EARG, ga_create_spec(&spec, &g), "-1 ranks");
        spec.rank_count = ga_size() + 1;
        MISUSE(ASHLAR_EARG, ga_create_spec(&spec, &g), "of a group of");
        spec.rank_count = ga_size();
        ranks[ga_size() - 1] = ga_size();
        MISUSE(ASHLAR_ERANGE, ga_create_spec(&spec, &g), "outside");
        ranks[ga_size() - 1] = -1;
        MISUSE(ASHLAR_ERANGE, ga_create_spec(&spec, &g), "-1");
        ranks[ga_size() - 1] = 0;
        if (ga_size() > 1)
            MISUSE(ASHLAR_EARG, ga_create_spec(&spec, &g), "rank 0 is listed twice");
        ranks[ga_size() - 1] = ga_size() - 1;
        spec.rank_count = 1;
        spec.grid[1] = 2;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g));
    }
    CHECK_INT(-9, g);
}

/* Memory that is not there, of another group, or too little on some rank. */
TEST_CASE(ga_create_overlays, TEST_GA)
{
    const double one = 1;
    ga_group_t group;
    ga_t below, g = -9;
    ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 1, .dims = {40}, .name = "below"};

    REQUIRE_OK(ga_create_spec(&spec, &below));
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, -ga_rank(), &group));
    CHECK_OK(ga_fill(below, &one));
    spec.overlay = below + 1;
    MISUSE(ASHLAR_EHANDLE, ga_create_spec(&spec, &g), "not a live array");
    spec.overlay = below;
    spec.group = group;
    MISUSE(ASHLAR_EGROUP, ga_create_spec(&spec, &g), "'below'");
    spec.group = GA_GROUP_WORLD;
    spec.dims[0] = 41 + ga_size();
    MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "rank 0 needs", "'below'");
    spec.dims[0] = 40;
    spec.type = ASHLAR_CDOUBLE;
    spec.kind = GA_BLOCK_CYCLIC;
    spec.block[0] = 2;
    MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "rank 0 needs", "'below'");
    CHECK_INT(-9, g);
    CHECK_OK(ga_destroy(below));
    CHECK_OK(ga_group_destroy(group));
}

/* Blocks, ranks and places that are not, and missing results. */
TEST_CASE(ga_blocks, TEST_GA)
{
    const ga_spec_t spec = good_spec(GA_BLOCK_CYCLIC);
    const int64_t outside[2] = {0, 12}, beyond[2] = {4, 0};
    int position[2] = {-7, -7};
    int64_t n = -7, extent[2] = {-7, -7}, ld = -7;
    void *at = NULL;
    ga_block_t b;
    ga_t g;

    memset(&b, 1, sizeof b);
    const ga_block_t before = b;
    REQUIRE_OK(ga_create_spec(&spec, &g)); /* 4 x 3 blocks */
    for (int rank = -1; rank <= ga_size(); rank += ga_size() + 1) {
        MISUSE(ASHLAR_ERANGE, ga_inquire_owned(g, rank, &n), "'spec'");
        MISUSE(ASHLAR_ERANGE, ga_inquire_position(g, rank, position));
        MISUSE(ASHLAR_ERANGE, ga_block_by_rank(g, rank, 0, &b));
        MISUSE(ASHLAR_ERANGE, ga_access_local(g, rank, &at, &n, NULL, NULL));
    }
    MISUSE(ASHLAR_ESHAPE, ga_inquire_position(g, 0, position), "without a grid");
    MISUSE(ASHLAR_ERANGE, ga_block_by_number(g, 12, &b), "block 12 outside 0..11");
    MISUSE(ASHLAR_ERANGE, ga_block_by_number(g, -1, &b), "-1");
    MISUSE(ASHLAR_ERANGE, ga_block_by_position(g, beyond, &b), "block 4 of dimension 0");
    MISUSE(ASHLAR_ERANGE, ga_block_by_element(g, outside, &b), "12");
    MISUSE(ASHLAR_ERANGE, ga_block_by_rank(g, 0, 12, &b), "rank 0");
    MISUSE(ASHLAR_ERANGE, ga_block_by_rank(g, 0, -1, &b), "-1");
    if (al_node_of(0) == al_node_of(ga_rank()))
        MISUSE(ASHLAR_ESHAPE, ga_access_local(g, 0, &at, &n, extent, NULL), "blocks of array");
    else
        MISUSE(ASHLAR_EREMOTE, ga_access_local(g, 0, &at, &n, NULL, NULL), "another node");
    CHECK(memcmp(&before, &b, sizeof b) == 0 && n == -7 && extent[0] == -7 && ld == -7);
    CHECK(position[0] == -7 && at == NULL);
    b.data = NULL; /* behind the last block there is none */
    MISUSE(ASHLAR_EARG, ga_block_next(g, &b), "no block of rank");
    CHECK_OK(ga_destroy(g));
}
