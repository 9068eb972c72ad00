/* The cases of linear algebra in a library without ScaLAPACK, which has no grids to offer. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include "ga/src/array/ga_group.h"
#include "linalg/src/frame/la_grid_choice.h"

TEST_CASE(no_grids, TEST_GA)
{
    lai_grid_choice_t choice;
    al_group_t *group;
    ga_group_t world;
    CHECK_OK(gai_group("test", GA_GROUP_WORLD, &group, &world));
    CHECK_OK(la_set_grid(1, 1, 16));
    CHECK_OK(la_set_grid(0, 0, 0));
    CHECK_STATUS(ASHLAR_ELIMIT, la_set_grid(2, 1, 0));
    CHECK_CONTAINS(ashlar_error_message(),
                   "a grid of 2 x 1 ranks is asked for, but this library is "
                   "built without ScaLAPACK");
    for (lai_kind_t kind = 0; kind < LAI_KINDS; ++kind) {
        CHECK_OK(lai_choose_grid("test", group, kind, ASHLAR_DOUBLE, 1000000, 1000000, 0, NULL,
                                 &choice));
        CHECK(lai_grid_is_serial(&choice.grid));
    }
}
