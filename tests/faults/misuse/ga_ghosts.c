/* Ghost cells that cannot be, and updates of what has none. */
#include <stdint.h>
#include <stdlib.h>

#include "misuse.h"

TEST_CASE(ga_ghost_specs, TEST_GA)
{
    ga_t g = -9;

    for (ga_kind kind = GA_REGULAR; kind < GA_KIND_COUNT; ++kind) {
        static const int64_t cuts[] = {0};
        ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                          .ndim = 2,
                          .dims = {10, 12},
                          .name = "spec",
                          .kind = kind,
                          .block = {3, 4},
                          .blocks = {1, 1},
                          .cuts = {cuts, cuts},
                          .ghosts = {0, 1}};
        if (kind > GA_IRREGULAR) {
            MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "array cannot have ghost cells");
            continue;
        }
        spec.ghosts[0] = -1;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "width -1 in dimension 0");
        spec.ghosts[0] = INT64_C(1) << 60;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "2^63");
        spec.ghosts[0] = INT64_MAX;
        MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "2^63");
    }
    CHECK_INT(-9, g);
}

static void misuse_directions(ga_t g)
{
    const int wrong[][2] = {{0, 2}, {-2, 1}, {0, 0}};
    ga_handle_t handle = 0;

    for (int k = 0; k < 3; ++k) {
        const char *part = k < 2 ? "it can be -1, 0 or 1" : "0 in all dimensions";
        MISUSE(ASHLAR_EARG, ga_ghosts_update_dir(g, wrong[k], 0), part);
        MISUSE(ASHLAR_EARG, ga_ghosts_update_dir_nb(g, wrong[k], 1, &handle), part);
    }
    CHECK_INT(0, handle);
}

/* A tiled array, of which a rank may own several blocks. */
TEST_CASE(ga_ghosts, TEST_GA)
{
    const ga_spec_t tiled = {.type = ASHLAR_INT,
                             .ndim = 2,
                             .dims = {40, 40},
                             .name = "tiled",
                             .kind = GA_TILED,
                             .block = {2, 2}};
    const ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 2, .dims = {9, 8}, .ghosts = {2, 1}};
    const int direction[2] = {1, 0};
    ga_handle_t handle = 0;
    void *at = NULL;
    ga_t g;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    misuse_directions(g);
    CHECK_OK(ga_destroy(g));
    REQUIRE_OK(ga_create_spec(&tiled, &g));
    MISUSE(ASHLAR_ESHAPE, ga_ghosts_update(g, 1), "'tiled' has no ghost cells");
    MISUSE(ASHLAR_ESHAPE, ga_ghosts_update_dir(g, direction, 0), "'tiled'");
    MISUSE(ASHLAR_ESHAPE, ga_ghosts_update_nb(g, 0, &handle), "'tiled'");
    MISUSE(ASHLAR_ESHAPE, ga_ghosts_update_dir_nb(g, direction, 0, &handle), "'tiled'");
    MISUSE(ASHLAR_ESHAPE, ga_access_ghosts(g, &at, NULL, NULL), "'tiled'");
    CHECK(at == NULL && handle == 0);
    CHECK_OK(ga_destroy(g));
}

/* Under ASHLAR_CHECK=1: one rank asks for something else. */
TEST_CASE(ga_ghost_mismatches, TEST_BARE)
{
    const int odd = test_rank() == test_size() - 1;
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 2, .dims = {20, 20}};
    ga_t g = -9;

    if (test_size() < 2) {
        test_skip("one rank agrees with itself");
        return;
    }
    setenv("ASHLAR_CHECK", "1", 1);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    spec.ghosts[1] = 2 + odd;
    MISUSE(ASHLAR_EMISMATCH, ga_create_spec(&spec, &g));
    spec.ghosts[1] = odd;
    MISUSE(ASHLAR_EMISMATCH, ga_create_spec(&spec, &g));
    CHECK_INT(-9, g);
    spec.ghosts[1] = 1;
    REQUIRE_OK(ga_create_spec(&spec, &g));
    MISUSE(ASHLAR_EMISMATCH, ga_ghosts_update(g, odd));
    MISUSE(ASHLAR_EMISMATCH, ga_ghosts_update_dir(g, (int[2]){odd, 1}, 0));
    CHECK_OK(ga_ghosts_update(g, 1 + odd)); /* any number but 0 says the same */
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_terminate());
    unsetenv("ASHLAR_CHECK");
}
