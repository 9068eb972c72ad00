/* Inquiries about an array. Ownership: every element has one owner, and all calls that say
 * which agree. */
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

/* Count in owner_of how often each element is owned, and by whom. */
static void own_elements(ga_t g, model_t *times, model_t *owner)
{
    int size = 0;
    ga_group_t group;

    CHECK_OK(ga_inquire_group(g, &group));
    CHECK_OK(ga_group_size(group, &size));
    for (int rank = 0; rank < size; ++rank) {
        patch_t patch = {.ndim = times->whole.ndim};
        CHECK_OK(ga_distribution_nd(g, rank, patch.lo, patch.hi));
        if (patch.hi[0] < patch.lo[0]) {
            for (int d = 0; d < patch.ndim; ++d) {
                CHECK_INT(0, patch.lo[d]);
                CHECK_INT(-1, patch.hi[d]);
            }
            continue;
        }
        if (!CHECK(patch_contains(&times->whole, patch.lo) &&
                   patch_contains(&times->whole, patch.hi)))
            continue;
        patch_t at = patch;
        do {
            model_at(times, at.lo)->re += 1;
            model_at(owner, at.lo)->re = rank;
        } while (patch_next(&patch, at.lo));
    }
}

static void run_each(void (*run)(const twin_t *twin, const model_t *times, const model_t *owner))
{
    for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            const int64_t *dims = test_dims(ndim);
            twin_t twin =
                twin_create(ASHLAR_INT, ndim, dims, layout, GA_GROUP_WORLD, (uint64_t)ndim);
            model_t times = model_create(ASHLAR_INT, ndim, dims);
            model_t owner = model_create(ASHLAR_INT, ndim, dims);
            own_elements(twin.g, &times, &owner);
            run(&twin, &times, &owner);
            model_free(&owner);
            model_free(&times);
            twin_destroy(&twin);
        }
    }
}

static void covers_once(const twin_t *twin, const model_t *times, const model_t *owner)
{
    (void)twin;
    (void)owner;
    for (int64_t k = 0; k < times->n; ++k)
        CHECK_INT(1, (int64_t)times->at[k].re);
}

TEST_CASE(distribution_covers_once, TEST_GA)
{
    run_each(covers_once);
}

static void locate_all(const twin_t *twin, const model_t *times, const model_t *owner)
{
    patch_t at = times->whole;
    int rank = -1;

    do {
        CHECK_OK(ga_locate_nd(twin->g, at.lo, &rank));
        CHECK_INT((int64_t)model_at(owner, at.lo)->re, rank);
        if (at.ndim == 2) {
            CHECK_OK(ga_locate(twin->g, at.lo[0], at.lo[1], &rank));
            CHECK_INT((int64_t)model_at(owner, at.lo)->re, rank);
        }
    } while (patch_next(&times->whole, at.lo));
}

TEST_CASE(locate_agrees, TEST_GA)
{
    run_each(locate_all);
}

/* The pieces of a patch lie inside it, cover it once and name the owners. */
static void check_region(const twin_t *twin, const model_t *owner, const patch_t *patch)
{
    enum { ROOM = 64 };
    static ga_piece_t pieces[ROOM];
    int64_t n = -1, covered = 0;

    REQUIRE_OK(ga_locate_region_nd(twin->g, patch->lo, patch->hi, ROOM, pieces, &n));
    CHECK(n >= 1 && n <= ga_size());
    model_t seen = model_create(ASHLAR_INT, patch->ndim, owner->dims);
    for (int64_t p = 0; p < n; ++p) {
        CHECK(p == 0 || pieces[p].rank > pieces[p - 1].rank); /* in block order */
        patch_t piece = patch_make(patch->ndim, pieces[p].lo, pieces[p].hi);
        CHECK(patch_count(&piece) > 0);
        if (!CHECK(patch_contains(patch, piece.lo) && patch_contains(patch, piece.hi)))
            continue;
        covered += patch_count(&piece);
        patch_t at = piece;
        do {
            CHECK_INT(pieces[p].rank, (int64_t)model_at(owner, at.lo)->re);
            CHECK_INT(1, (int64_t)(model_at(&seen, at.lo)->re += 1));
        } while (patch_next(&piece, at.lo));
    }
    CHECK_INT(patch_count(patch), covered);
    model_free(&seen);
}

static void regions(const twin_t *twin, const model_t *times, const model_t *owner)
{
    rng_t rng = rng_seed(9);

    (void)times;
    check_region(twin, owner, &owner->whole);
    for (int round = 0; round < 10; ++round) {
        patch_t patch = patch_random(&rng, owner->whole.ndim, owner->dims);
        check_region(twin, owner, &patch);
    }
}

TEST_CASE(locate_region_pieces, TEST_GA)
{
    run_each(regions);
}

TEST_CASE(locate_region_room, TEST_GA)
{
    ga_piece_t all[64], some[64];
    int64_t n = -1, again = -1;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_INT, 64, 64, "region", 0, 0, &g));
    REQUIRE_OK(ga_locate_region(g, 0, 63, 0, 63, 64, all, &n));
    CHECK_INT(ga_size(), n);
    CHECK_OK(ga_locate_region(g, 0, 63, 0, 63, 0, NULL, &again));
    CHECK_INT(n, again);

    /* With room for one piece only, one is written. */
    memset(some, 0x5a, sizeof some);
    ga_piece_t untouched = some[1];
    CHECK_OK(ga_locate_region(g, 0, 63, 0, 63, 1, some, &again));
    CHECK_INT(n, again);
    CHECK_INT(all[0].rank, some[0].rank);
    for (int d = 0; d < 2; ++d) {
        CHECK_INT(all[0].lo[d], some[0].lo[d]);
        CHECK_INT(all[0].hi[d], some[0].hi[d]);
    }
    CHECK_INT(0, memcmp(&untouched, &some[1], sizeof untouched));

    /* An empty patch has no pieces. */
    CHECK_OK(ga_locate_region(g, 5, 4, 0, 63, 64, some, &again));
    CHECK_INT(0, again);
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(inquire_each, TEST_GA)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            const int64_t *dims = test_dims(ndim);
            ga_t g;
            ga_type found_type = ASHLAR_TYPE_COUNT;
            int found_ndim = 0;
            int64_t found[ASHLAR_MAX_DIM] = {0}, rows = 0, cols = 0;
            ga_group_t group = -1;

            REQUIRE_OK(ga_create_nd(type, ndim, dims, "x", NULL, GA_GROUP_DEFAULT, &g));
            CHECK(g > 0);
            CHECK_OK(ga_inquire_nd(g, &found_type, &found_ndim, found));
            CHECK_INT(type, found_type);
            CHECK_INT(ndim, found_ndim);
            CHECK_INT(0, memcmp(dims, found, (size_t)ndim * sizeof *dims));
            found_type = ASHLAR_TYPE_COUNT; /* each answer without the others */
            found_ndim = 0;
            memset(found, 0, sizeof found);
            CHECK_OK(ga_inquire_nd(g, &found_type, NULL, NULL));
            CHECK_OK(ga_inquire_nd(g, NULL, &found_ndim, NULL));
            CHECK_OK(ga_inquire_nd(g, NULL, NULL, found));
            CHECK_INT(type, found_type);
            CHECK_INT(ndim, found_ndim);
            CHECK_INT(0, memcmp(dims, found, (size_t)ndim * sizeof *dims));
            CHECK_OK(ga_inquire_group(g, &group));
            CHECK_INT(GA_GROUP_WORLD, group);
            if (ndim == 2) {
                found_type = ASHLAR_TYPE_COUNT;
                CHECK_OK(ga_inquire(g, &found_type, NULL, NULL));
                CHECK_OK(ga_inquire(g, NULL, &rows, NULL));
                CHECK_OK(ga_inquire(g, NULL, NULL, &cols));
                CHECK_INT(type, found_type);
                CHECK_INT(dims[0], rows);
                CHECK_INT(dims[1], cols);
            } else {
                CHECK_STATUS(ASHLAR_ESHAPE, ga_inquire(g, &found_type, &rows, &cols));
            }
            CHECK_OK(ga_destroy(g));
        }
    }
}

TEST_CASE(inquire_names, TEST_GA)
{
    char longest[GA_NAME_MAX + 1], longer[2 * GA_NAME_MAX];
    const char *name = NULL;
    ga_t g;

    memset(longer, 'n', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    memset(longest, 'n', sizeof longest);
    longest[GA_NAME_MAX] = '\0';
    const char *const given[] = {"fock", "", NULL, longer};
    const char *const kept[] = {"fock", "", "", longest};
    for (size_t k = 0; k < sizeof given / sizeof given[0]; ++k) {
        REQUIRE_OK(ga_create(ASHLAR_INT, 3, 3, given[k], 0, 0, &g));
        CHECK_OK(ga_inquire_name(g, &name));
        CHECK_TEXT(kept[k], name);
        CHECK_OK(ga_destroy(g));
    }
}
