/* Creation that must fail, on every rank, and leave nothing behind. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "misuse.h"

TEST_CASE(ga_create_shapes, TEST_GA)
{
    const int64_t dims[8] = {4, 4, 4, 4, 4, 4, 4, 4}, flat[2] = {4, 0}, minus[3] = {4, -4, 4};
    const int64_t many[3] = {INT64_C(1) << 31, INT64_C(1) << 31, 4};
    ga_t g = -9;

    MISUSE(ASHLAR_ESHAPE, ga_create(ASHLAR_INT, 0, 5, "zero", 0, 0, &g), "extent 0");
    MISUSE(ASHLAR_ESHAPE, ga_create(ASHLAR_INT, 5, 0, "zero", 0, 0, &g), "extent 0");
    MISUSE(ASHLAR_ESHAPE, ga_create(ASHLAR_INT, -3, 5, "minus", 0, 0, &g), "-3");
    MISUSE(ASHLAR_ESHAPE, ga_create(ASHLAR_INT, 5, INT64_MIN, "minus", 0, 0, &g));
    MISUSE(ASHLAR_ESHAPE, ga_create(ASHLAR_INT, INT64_MAX, 2, "many", 0, 0, &g), "2^63");
    MISUSE(ASHLAR_ESHAPE, ga_create(ASHLAR_DOUBLE, INT64_MAX, INT64_MAX, "many", 0, 0, &g));
    /* 2^62 elements, 2^65 bytes */
    MISUSE(ASHLAR_ESHAPE, ga_create(ASHLAR_DOUBLE, many[0], many[1], "many", 0, 0, &g), "2^63");
    MISUSE(ASHLAR_ESHAPE, ga_create_nd(ASHLAR_INT, 0, dims, "none", NULL, GA_GROUP_WORLD, &g), "0");
    MISUSE(ASHLAR_ESHAPE, ga_create_nd(ASHLAR_INT, -1, dims, "none", NULL, GA_GROUP_WORLD, &g));
    MISUSE(ASHLAR_ESHAPE, ga_create_nd(ASHLAR_INT, 8, dims, "eight", NULL, GA_GROUP_WORLD, &g),
           "8");
    MISUSE(ASHLAR_ESHAPE, ga_create_nd(ASHLAR_INT, 2, flat, "flat", NULL, GA_GROUP_WORLD, &g));
    MISUSE(ASHLAR_ESHAPE, ga_create_nd(ASHLAR_INT, 3, minus, "minus", NULL, GA_GROUP_WORLD, &g));
    MISUSE(ASHLAR_ESHAPE, ga_create_nd(ASHLAR_INT, 3, many, "many", NULL, GA_GROUP_WORLD, &g));
    CHECK_INT(-9, g);
}

TEST_CASE(ga_create_cuts, TEST_GA)
{
    const int64_t fine[] = {0}, late[] = {1}, falling[] = {0, 6, 3}, equal[] = {0, 4, 4};
    const int64_t outside[] = {0, 10}, below[] = {0, -1}, all[64] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const int64_t dims[2] = {10, 10}, blocks[2] = {2, 1}, none[2] = {0, 1}, cuts[3] = {0, 12, 0};
    ga_t g = -9;

    MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "late", late, 1, fine, 1, &g), "1");
    MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "late", fine, 1, late, 1, &g));
    if (ga_size() >= 3) {
        MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "x", falling, 3, fine, 1, &g));
        MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "x", fine, 1, equal, 3, &g));
    }
    if (ga_size() >= 2) {
        MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "x", outside, 2, fine, 1, &g),
               "10");
        MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "x", fine, 1, below, 2, &g));
        MISUSE(ASHLAR_ESHAPE,
               ga_create_irreg_nd(ASHLAR_INT, 2, dims, "x", blocks, cuts, GA_GROUP_WORLD, &g),
               "12");
    }
    MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "x", fine, 0, fine, 1, &g));
    MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "x", fine, 1, fine, -1, &g));
    MISUSE(ASHLAR_ESHAPE,
           ga_create_irreg_nd(ASHLAR_INT, 2, dims, "x", none, cuts, GA_GROUP_WORLD, &g));
    /* More blocks than ranks. */
    if (ga_size() < 10) {
        MISUSE(ASHLAR_ESHAPE,
               ga_create_irreg(ASHLAR_INT, 10, 10, "crowd", all, ga_size() + 1, fine, 1, &g),
               "blocks");
    }
    if (ga_size() <= 10) { /* as many as there are in each dimension, too many together */
        const int64_t twice[2] = {ga_size(), 2};
        int64_t grid[12] = {0};
        for (int k = 0; k < ga_size(); ++k)
            grid[k] = k;
        grid[ga_size() + 1] = 5;
        MISUSE(ASHLAR_ESHAPE,
               ga_create_irreg_nd(ASHLAR_INT, 2, dims, "crowd", twice, grid, GA_GROUP_WORLD, &g),
               "blocks in dimension 1");
    }
    MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 10, 10, "crowd", all, 10, all, 10, &g));
    MISUSE(ASHLAR_ESHAPE, ga_create_irreg(ASHLAR_INT, 0, 10, "zero", fine, 1, fine, 1, &g));
    CHECK_INT(-9, g);
}

TEST_CASE(ga_create_arguments, TEST_GA)
{
    const int64_t dims[2] = {4, 4}, blocks[2] = {1, 1}, cuts[2] = {0, 0};
    const ga_type none[] = {ASHLAR_TYPE_COUNT, (ga_type)-1, (ga_type)1000};
    ga_t g = -9, tmpl;

    REQUIRE_OK(ga_create(ASHLAR_INT, 4, 4, "template", 0, 0, &tmpl));
    for (size_t k = 0; k < sizeof none / sizeof none[0]; ++k) {
        MISUSE(ASHLAR_ETYPE, ga_create(none[k], 4, 4, "typeless", 0, 0, &g));
        MISUSE(ASHLAR_ETYPE, ga_create_nd(none[k], 2, dims, "x", NULL, GA_GROUP_WORLD, &g));
        MISUSE(ASHLAR_ETYPE, ga_create_irreg(none[k], 4, 4, "x", cuts, 1, cuts, 1, &g));
        MISUSE(ASHLAR_ETYPE,
               ga_create_irreg_nd(none[k], 2, dims, "x", blocks, cuts, GA_GROUP_WORLD, &g));
        MISUSE(ASHLAR_ETYPE, ga_create_like(tmpl, none[k], "x", &g));
    }
    MISUSE(ASHLAR_EGROUP, ga_create_nd(ASHLAR_INT, 2, dims, "x", NULL, -1, &g));
    MISUSE(ASHLAR_EGROUP, ga_create_nd(ASHLAR_INT, 2, dims, "x", NULL, 4711, &g), "4711");
    MISUSE(ASHLAR_EGROUP, ga_create_irreg_nd(ASHLAR_INT, 2, dims, "x", blocks, cuts, 4711, &g));
    CHECK_INT(-9, g);
    CHECK_OK(ga_destroy(tmpl));
}

/* More than any machine has: an error with numbers on every rank; arrays made before still work,
 * and so does creating smaller ones after. */
TEST_CASE(ga_create_too_large, TEST_GA)
{
    const int64_t side = INT64_C(1) << 24; /* 2^48 doubles, 2 PiB */
    const int64_t dims[3] = {side, side, 1};
    ga_t g = -9;

    twin_t before =
        twin_create(ASHLAR_DOUBLE, 2, test_dims(2), LAYOUT_REGULAR, GA_GROUP_WORLD, 120);
    for (int round = 0; round < 3; ++round) {
        MISUSE(ASHLAR_ENOMEM, ga_create(ASHLAR_DOUBLE, side, side, "huge", 0, 0, &g), "huge");
        MISUSE(ASHLAR_ENOMEM,
               ga_create_nd(ASHLAR_CDOUBLE, 3, dims, "huge", NULL, GA_GROUP_WORLD, &g), "huge");
        CHECK(strpbrk(ashlar_error_message(), "123456789") != NULL);
        CHECK_INT(-9, g);
        CHECK_TWIN(&before);
    }
    twin_t after = twin_create(ASHLAR_DOUBLE, 2, test_dims(2), LAYOUT_REGULAR, GA_GROUP_WORLD, 121);
    CHECK_TWIN(&before);
    CHECK_TWIN(&after);
    twin_destroy(&after);
    twin_destroy(&before);
}
