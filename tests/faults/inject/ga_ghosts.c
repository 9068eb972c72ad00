/* ga: an array with ghost cells. */
#include "ga_steps.h"
#include "harness/harness.h"

static ga_t ghosts;

/* With ghost cells, and a table of ranks. */
int make_ghosts(void)
{
    int reversed[64];

    for (int k = 0; k < ga_size(); ++k)
        reversed[k] = ga_size() - 1 - k;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 2,
                            .dims = {60, 40},
                            .name = "ghosts",
                            .rank_count = ga_size(),
                            .ranks = reversed,
                            .ghosts = {2, 1}};
    return ga_create_spec(&spec, &ghosts);
}

int fill_ghosts(void)
{
    const double six = 6;

    return ga_fill(ghosts, &six);
}

int update_ghosts(void)
{
    return ga_ghosts_update(ghosts, 1);
}

int ghost_values(void)
{
    int64_t extent[2], ld, wrong = 0;
    void *first = NULL;

    TRY(ga_access_ghosts(ghosts, &first, extent, &ld));
    for (int64_t j = 0; j < extent[1]; ++j)
        for (int64_t i = 0; i < extent[0]; ++i)
            wrong += ((double *)first)[i + j * ld] != 6;
    CHECK_INT(0, wrong);
    return ga_release(ghosts);
}

int destroy_ghosts(void)
{
    if (ghosts)
        TRY(ga_destroy(ghosts));
    ghosts = 0;
    return ASHLAR_OK;
}
