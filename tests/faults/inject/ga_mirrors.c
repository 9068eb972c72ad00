/* ga: a mirrored array, whose copies are added up, and an array that is read-only for a while. */
#include <ashlar/al.h>

#include "ga_steps.h"
#include "harness/harness.h"

enum { EXTENT = 70 };

static ga_t mirror, apart;

/* With tables of cuts, and on a group that has no part on this node yet. */
int make_mirror(void)
{
    static const int64_t cuts[] = {0, 20, 41};
    ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                      .ndim = 2,
                      .dims = {EXTENT, EXTENT},
                      .name = "mirror",
                      .kind = GA_TILED_IRREGULAR,
                      .blocks = {3, 3},
                      .cuts = {cuts, cuts},
                      .mirrored = 1};
    if (!apart) {
        const ga_spec_t plain = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {EXTENT, EXTENT}};
        TRY(ga_create_spec(&plain, &apart));
    }
    return ga_create_spec(&spec, &mirror);
}

/* Into a patch of the other array, and into the copies. */
int merge_mirror(void)
{
    const double one = 1;
    const int64_t lo[2] = {3, 4}, hi[2] = {EXTENT - 1, EXTENT - 2}, to_lo[2] = {0, 5},
                  to_hi[2] = {EXTENT - 4, EXTENT - 1};

    TRY(ga_fill(mirror, &one));
    TRY(ga_mirror_merge_patch(mirror, lo, hi, apart, to_lo, to_hi));
    return ga_mirror_merge(mirror);
}

int copy_mirror(void)
{
    return ga_copy(mirror, apart);
}

int mirror_values(void)
{
    double values[2];

    TRY(ga_get(mirror, EXTENT - 1, EXTENT - 1, EXTENT - 1, EXTENT - 1, &values[0], 1));
    TRY(ga_get(apart, EXTENT - 4, EXTENT - 4, 5, 5, &values[1], 1));
    CHECK(values[0] == al_node_count() && values[1] == al_node_count());
    return ASHLAR_OK;
}

int close_apart(void)
{
    return ga_set_read_only(apart, 1);
}

/* From the copy of my node; if there is none, as before. */
int closed_values(void)
{
    const int64_t at[2] = {EXTENT - 4, 5};
    double values[2] = {0};

    TRY(ga_get(apart, at[0], at[0], at[1], at[1], &values[0], 1));
    TRY(ga_gather_nd(apart, 1, at, &values[1]));
    CHECK(values[0] == al_node_count() && values[1] == al_node_count());
    return ASHLAR_OK;
}

int open_apart(void)
{
    return ga_set_read_only(apart, 0);
}

int destroy_mirror(void)
{
    if (mirror)
        TRY(ga_destroy(mirror));
    mirror = 0;
    if (apart)
        TRY(ga_destroy(apart));
    apart = 0;
    return ASHLAR_OK;
}
