/* Ghost cells: each equals the element it stands for once it is updated, and else stays as it was.
 */
#include "ga/each.h"
#include "model/halo.h"
#include "model/kinds.h"
#include "model/twin.h"

static void update(const twin_t *twin, halo_wanted_t wanted, bool nonblocking)
{
    ga_handle_t handle = 0;

    if (!nonblocking) {
        CHECK_OK(wanted.direction ? ga_ghosts_update_dir(twin->g, wanted.direction, wanted.corners)
                                  : ga_ghosts_update(twin->g, wanted.corners));
        return;
    }
    CHECK_OK(ga_group_sync(twin->group));
    CHECK_OK(wanted.direction
                 ? ga_ghosts_update_dir_nb(twin->g, wanted.direction, wanted.corners, &handle)
                 : ga_ghosts_update_nb(twin->g, wanted.corners, &handle));
    CHECK_OK(ga_wait(&handle));
    CHECK_OK(ga_group_sync(twin->group));
}

/* Every way to update, each from marked ghosts and new elements. */
static void try_updates(const ga_spec_t *spec, rng_t *rng)
{
    twin_t twin = {.g = 0};
    halo_t halo;
    ga_t g = 0;

    REQUIRE_OK(ga_create_spec(spec, &g));
    if (spec->dims[0] % 2) { /* one made like another is as periodic */
        ga_t like;
        REQUIRE_OK(ga_create_like(g, spec->type, "like", &like));
        CHECK_OK(ga_destroy(g));
        g = like;
    }
    twin = twin_adopt(g, (uint64_t)rng_range(rng, 1, 1000000));
    if (CHECK_OK(halo_of(g, &halo))) {
        for (int d = 0; d < spec->ndim; ++d)
            CHECK_INT(spec->nonperiodic[d] != 0, halo.nonperiodic[d]);
        for (int way = 0; way < 8; ++way) {
            int direction[ASHLAR_MAX_DIM];
            halo_wanted_t wanted;
            do { /* each of 4 kinds, blocking and not */
                wanted = halo_draw(rng, spec->ndim, direction);
            } while (wanted.corners != (way & 1) || !wanted.direction != !(way & 4));
            CHECK_OK(ga_group_sync(twin.group));
            halo_mark(&halo);
            twin_randomize(&twin, (uint64_t)rng_range(rng, 1, 1000000));
            update(&twin, wanted, way & 2);
            CHECK_INT(0, halo_wrong(&halo, &twin.model, wanted));
            CHECK_TWIN(&twin);
        }
    }
    twin_destroy(&twin);
}

static const struct extents {
    int ndim;
    int64_t dims[ASHLAR_MAX_DIM];
} all_extents[] = {{1, {13}},
                   {1, {1}},
                   {2, {9, 7}},
                   {2, {1, 6}},
                   {2, {5, 1}},
                   {3, {6, 5, 4}},
                   {3, {2, 7, 1}},
                   {4, {3, 4, 2, 3}},
                   {5, {3, 2, 4, 1, 2}},
                   {6, {2, 1, 3, 2, 2, 3}},
                   {7, {2, 3, 1, 2, 2, 2, 3}}};
enum { EXTENTS = sizeof all_extents / sizeof all_extents[0] };

/* Regular and irregular arrays of these extents, otherwise at random: in the last round of each
 * with ghosts wider than the array. Blocks of many dimensions with wide ghosts are mostly ghosts:
 * there only some dimensions have them. */
static void try_extents(const struct extents *x, ga_group_t group, int ranks, rng_t *rng)
{
    static const int64_t widest[ASHLAR_MAX_DIM] = {19, 19, 3, 3, 2, 1, 1};
    int n = (int)(x - all_extents);
    kind_spec_t drawn;

    for (int round = n % thinned(4); round < 4; round += thinned(4)) {
        ga_kind kind = round & 1 ? GA_IRREGULAR : GA_REGULAR;
        kind_draw(rng, kind, (ashlar_type)((n + round) % ASHLAR_TYPE_COUNT), x->ndim, x->dims,
                  group, ranks, &drawn);
        int64_t most = x->ndim > 4 || round == 3 ? widest[x->ndim - 1] : 2;
        for (int d = 0; d < x->ndim; ++d)
            drawn.spec.ghosts[d] = rng_range(rng, 0, most);
        for (int d = 0; d < x->ndim; ++d) /* all periodic, some, or none */
            drawn.spec.nonperiodic[d] = n % 3 == 2 || (n % 3 == 1 && rng_range(rng, 0, 1));
        try_updates(&drawn.spec, rng);
    }
}

TEST_CASE_IN("engines", ghosts_updates, TEST_GA)
{
    rng_t rng = rng_seed(4021);

    for (int k = 0; k < EXTENTS; ++k)
        try_extents(&all_extents[k], GA_GROUP_WORLD, ga_size(), &rng);
}

/* On the ranks of a group: the world in reverse, without one. */
TEST_CASE_IN("engines", ghosts_on_group, TEST_GA)
{
    rng_t rng = rng_seed(4022);
    int color = ga_size() > 1 && ga_rank() == ga_size() / 2 ? -1 : 0, n = 0;
    ga_group_t group = 0;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, color, -ga_rank(), &group));
    if (color < 0)
        return;
    CHECK_OK(ga_group_size(group, &n));
    for (int k = 2; k < EXTENTS; k += 3)
        try_extents(&all_extents[k], group, n, &rng);
    CHECK_OK(ga_group_destroy(group));
}

/* An array without ghosts, and one whose widths are all 0, have none to update. */
TEST_CASE_IN("engines", ghosts_none, TEST_GA)
{
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 2, .dims = {8, 6}};
    rng_t rng = rng_seed(4023);

    try_updates(&spec, &rng);
    spec.order = GA_LAST_FASTEST;
    try_updates(&spec, &rng);
}

/* A rank that owns nothing has nothing to access. */
TEST_CASE_IN("engines", ghosts_of_nobody, TEST_GA)
{
    const int first = 0;
    const ga_spec_t spec = {.type = ASHLAR_INT,
                            .ndim = 1,
                            .dims = {5},
                            .rank_count = 1,
                            .ranks = &first,
                            .ghosts = {7}};
    int64_t extent = -9, ld = -9;
    void *at = NULL;
    ga_t g = 0;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    CHECK_STATUS(ga_rank() == 0 ? ASHLAR_OK : ASHLAR_EREMOTE,
                 ga_access_ghosts(g, &at, &extent, &ld));
    CHECK(ga_rank() == 0 ? at && extent == 19 : !at && extent == -9);
    CHECK_INT(-9, ld); /* a dimension less than there are */
    if (ga_rank() == 0)
        CHECK_OK(ga_release(g));
    CHECK_OK(ga_destroy(g));
}
