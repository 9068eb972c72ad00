/* Ghost cells: each equals the element it stands for once it is updated, and else stays as it was.
 */
#include <string.h>

#include "ga/each.h"
#include "model/kinds.h"
#include "model/twin.h"

enum { UNTOUCHED = 0x5c };

/* My block with its ghost cells. */
typedef struct halo {
    int ndim;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], widths[ASHLAR_MAX_DIM];
    int64_t extent[ASHLAR_MAX_DIM], ld[ASHLAR_MAX_DIM];
    char *first; /* NULL: I own nothing */
} halo_t;

/* What was updated: in this direction, or in all. */
typedef struct wanted {
    const int *direction;
    int corners;
} wanted_t;

static halo_t halo_of(ga_t g)
{
    halo_t halo = {.first = NULL};
    ga_spec_t spec;
    void *first = NULL;
    int rank = -1;

    CHECK_OK(ga_inquire_spec(g, &spec));
    CHECK_OK(ga_group_rank(spec.group, &rank));
    CHECK_OK(ga_distribution_nd(g, rank, halo.lo, halo.hi));
    halo.ndim = spec.ndim;
    memcpy(halo.widths, spec.ghosts, sizeof halo.widths);
    if (halo.hi[0] < halo.lo[0]) {
        CHECK_STATUS(ASHLAR_EREMOTE, ga_access_ghosts(g, &first, halo.extent, halo.ld));
        return halo;
    }
    CHECK_OK(ga_access_ghosts(g, &first, halo.extent, halo.ld));
    CHECK_OK(ga_release(g));
    for (int d = 0; d < halo.ndim; ++d) {
        CHECK_INT(halo.hi[d] - halo.lo[d] + 1 + 2 * halo.widths[d], halo.extent[d]);
        if (d + 1 < halo.ndim)
            CHECK_INT(halo.extent[d], halo.ld[d]);
    }
    halo.first = first;
    return halo;
}

/* All cells of a block, as places from its first. */
static patch_t cells_of(const halo_t *halo)
{
    return patch_whole(halo->ndim, halo->extent);
}

static char *cell_at(const halo_t *halo, const int64_t *place, ashlar_type type)
{
    int64_t offset = 0, stride = 1;

    for (int d = 0; d < halo->ndim; stride *= halo->extent[d++])
        offset += place[d] * stride;
    return halo->first + (size_t)offset * type_bytes(type);
}

/* On which side of the block a cell is, and in how many dimensions it is outside. */
static int sides_of(const halo_t *halo, const int64_t *place, int *side)
{
    int outside = 0;

    for (int d = 0; d < halo->ndim; ++d) {
        int64_t index = halo->lo[d] - halo->widths[d] + place[d];
        side[d] = index < halo->lo[d] ? -1 : index > halo->hi[d];
        outside += side[d] != 0;
    }
    return outside;
}

static bool is_wanted(const halo_t *halo, const int64_t *place, wanted_t wanted)
{
    int side[ASHLAR_MAX_DIM], outside = sides_of(halo, place, side);

    if (outside == 0 || !wanted.direction)
        return outside < 2 || wanted.corners;
    for (int d = 0; d < halo->ndim; ++d)
        if (wanted.direction[d] ? side[d] != wanted.direction[d] : side[d] && !wanted.corners)
            return false;
    return true;
}

static void mark_ghosts(const twin_t *twin)
{
    halo_t halo = halo_of(twin->g);
    ashlar_type type = twin->model.type;
    int side[ASHLAR_MAX_DIM];

    CHECK_OK(ga_group_sync(twin->group));
    if (!halo.first)
        return;
    patch_t cells = cells_of(&halo), at = cells;
    do {
        if (sides_of(&halo, at.lo, side))
            memset(cell_at(&halo, at.lo, type), UNTOUCHED, type_bytes(type));
    } while (patch_next(&cells, at.lo));
}

static void check_ghosts(const twin_t *twin, wanted_t wanted)
{
    halo_t halo = halo_of(twin->g);
    const model_t *m = &twin->model;
    int64_t wrong = 0;
    char untouched[64];

    memset(untouched, UNTOUCHED, sizeof untouched);
    if (!halo.first)
        return;
    patch_t cells = cells_of(&halo), at = cells;
    do {
        const char *cell = cell_at(&halo, at.lo, m->type);
        int64_t index[ASHLAR_MAX_DIM];
        for (int d = 0; d < halo.ndim; ++d) {
            index[d] = (halo.lo[d] - halo.widths[d] + at.lo[d]) % m->dims[d];
            index[d] += index[d] < 0 ? m->dims[d] : 0;
        }
        wrong += is_wanted(&halo, at.lo, wanted)
                     ? !scalar_equal(scalar_load(m->type, cell), *model_at(m, index))
                     : memcmp(cell, untouched, type_bytes(m->type)) != 0;
    } while (patch_next(&cells, at.lo));
    CHECK_INT(0, wrong);
}

/* ---- updates --------------------------------------------------------------------------------- */

static void update(const twin_t *twin, wanted_t wanted, bool nonblocking)
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
    ga_t g = 0;

    REQUIRE_OK(ga_create_spec(spec, &g));
    twin = twin_adopt(g, (uint64_t)rng_range(rng, 1, 1000000));
    for (int way = 0; way < 8; ++way) {
        int direction[ASHLAR_MAX_DIM] = {0};
        wanted_t wanted = {.corners = way & 1};
        if (way & 4) {
            for (int d = 0; d < spec->ndim; ++d)
                direction[d] = (int)rng_range(rng, -1, 1);
            direction[rng_range(rng, 0, spec->ndim - 1)] = rng_range(rng, 0, 1) ? 1 : -1;
            wanted.direction = direction;
        }
        mark_ghosts(&twin);
        twin_randomize(&twin, (uint64_t)rng_range(rng, 1, 1000000));
        update(&twin, wanted, way & 2);
        check_ghosts(&twin, wanted);
        CHECK_TWIN(&twin);
    }
    twin_destroy(&twin);
}

static const struct extents {
    int ndim;
    int64_t dims[4];
} all_extents[] = {{1, {13}},   {1, {1}},       {2, {9, 7}},    {2, {1, 6}},
                   {2, {5, 1}}, {3, {6, 5, 4}}, {3, {2, 7, 1}}, {4, {3, 4, 2, 3}}};
enum { EXTENTS = sizeof all_extents / sizeof all_extents[0] };

/* Regular and irregular arrays of these extents, otherwise at random: in the last round of each
 * with ghosts wider than the array. */
static void try_extents(const struct extents *x, ga_group_t group, int ranks, rng_t *rng)
{
    static const ashlar_type types[] = {ASHLAR_DOUBLE, ASHLAR_INT, ASHLAR_CDOUBLE};
    int n = (int)(x - all_extents);
    kind_spec_t drawn;

    for (int round = 0; round < 4; ++round) {
        ga_kind kind = round & 1 ? GA_IRREGULAR : GA_REGULAR;
        kind_draw(rng, kind, types[(n + round) % 3], x->ndim, x->dims, group, ranks, &drawn);
        for (int d = 0; d < x->ndim; ++d)
            drawn.spec.ghosts[d] = rng_range(rng, 0, round < 3 ? 2 : x->ndim > 2 ? 3 : 19);
        try_updates(&drawn.spec, rng);
    }
}

void ghosts_updates(void)
{
    rng_t rng = rng_seed(4021);

    for (int k = 0; k < EXTENTS; ++k)
        try_extents(&all_extents[k], GA_GROUP_WORLD, ga_size(), &rng);
}

/* On the ranks of a group: the world in reverse, without one. */
void ghosts_on_group(void)
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
void ghosts_none(void)
{
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 2, .dims = {8, 6}};
    rng_t rng = rng_seed(4023);

    try_updates(&spec, &rng);
    spec.order = GA_LAST_FASTEST;
    try_updates(&spec, &rng);
}

/* Write the number of the round to my elements, or count the cells that should have it and do not.
 */
static int64_t use_cells(const halo_t *halo, int round, bool write)
{
    patch_t cells = cells_of(halo), at = cells;
    int side[ASHLAR_MAX_DIM];
    int64_t wrong = 0;

    if (!halo->first)
        return 0;
    do {
        int *cell = (int *)(void *)cell_at(halo, at.lo, ASHLAR_INT);
        int outside = sides_of(halo, at.lo, side);
        if (write && outside == 0)
            *cell = round;
        if (!write && (outside < 2 || round % 2))
            wrong += *cell != round;
    } while (patch_next(&cells, at.lo));
    return wrong;
}

/* An update waits for what others wrote before, and keeps them from writing what it still reads. */
void ghosts_implied_sync(void)
{
    const ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 2, .dims = {40, 30}, .ghosts = {2, 1}};
    ga_t g = 0;
    int64_t wrong = 0;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    halo_t halo = halo_of(g);
    for (int round = 1; round <= 200; ++round) {
        use_cells(&halo, round, true);
        CHECK_OK(ga_ghosts_update(g, round % 2));
        wrong += use_cells(&halo, round, false);
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
}
