/* Arrays in the memory of others. */
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "model/kinds.h"

/* Bytes that an array takes on this rank. */
static int64_t bytes_here(ga_t g)
{
    size_t element = 0;
    int64_t n = -1;
    ga_type type;
    void *at = NULL;
    ga_group_t group = 0;
    int me = -1;

    CHECK_OK(ga_inquire_nd(g, &type, NULL, NULL));
    CHECK_OK(ga_type_bytes(type, &element));
    CHECK_OK(ga_inquire_group(g, &group));
    CHECK_OK(ga_group_rank(group, &me));
    CHECK_OK(ga_access_local(g, me, &at, &n, NULL, NULL));
    return n * (int64_t)element;
}

/* The first byte of an array on this rank. */
static char *first_byte(ga_t g)
{
    ga_group_t group = 0;
    int me = -1;
    void *at = NULL;

    CHECK_OK(ga_inquire_group(g, &group));
    CHECK_OK(ga_group_rank(group, &me));
    CHECK_OK(ga_access_local(g, me, &at, NULL, NULL, NULL));
    return at;
}

/* Whether the memory of `above` fits into that of `below` on all ranks of the group. */
static bool fits(const ga_spec_t *above, ga_t below)
{
    int too_large = 0;
    ga_t apart = 0;

    CHECK_OK(ga_create_spec(above, &apart));
    too_large = bytes_here(apart) > bytes_here(below);
    CHECK_OK(ga_allreduce(above->group, ASHLAR_INT, ASHLAR_MAX, &too_large, 1));
    CHECK_OK(ga_destroy(apart));
    return !too_large;
}

/* One array over another: it holds what is written, and both see the same bytes. */
static void lay(rng_t *rng, kind_spec_t *above, ga_t below, int *refused)
{
    ga_t g = 0;
    bool good = fits(&above->spec, below);
    above->spec.overlay = below;
    int status = ga_create_spec(&above->spec, &g);

    CHECK_STATUS(good ? ASHLAR_OK : ASHLAR_ESHAPE, status);
    if (status != ASHLAR_OK) {
        CHECK(strstr(ashlar_error_message(), "'below'") != NULL);
        ++*refused;
        return;
    }
    twin_t twin = twin_adopt(g, rng_next(rng));
    CHECK_TWIN(&twin);
    if (bytes_here(g))
        CHECK(first_byte(g) == first_byte(below));
    twin_destroy(&twin);
}

static void lay_all(ga_group_t group, int n)
{
    rng_t rng = rng_seed((uint64_t)n);
    int refused = 0;

    for (int turn = 0; turn < 6 * GA_KIND_COUNT; ++turn) {
        kind_spec_t below, above;
        ga_t g = 0;
        const int ndim = 1 + turn % 4;
        kind_draw(&rng, (ga_kind)(turn / 6), ASHLAR_DOUBLE, ndim, test_dims(ndim), group, n,
                  &below);
        kind_draw(&rng, (ga_kind)rng_range(&rng, 0, GA_KIND_COUNT - 1),
                  (ashlar_type)rng_range(&rng, 0, ASHLAR_TYPE_COUNT - 1), 1 + (ndim + turn / 5) % 4,
                  test_dims(1 + (ndim + turn / 5) % 4), group, n, &above);
        memset(below.spec.ghosts, 0, sizeof below.spec.ghosts);
        memset(above.spec.ghosts, 0, sizeof above.spec.ghosts);
        below.spec.name = "below";
        REQUIRE_OK(ga_create_spec(&below.spec, &g));
        lay(&rng, &above, g, &refused);
        below.spec.type = ASHLAR_INT; /* half as large, which always fits */
        lay(&rng, &below, g, &refused);
        CHECK_OK(ga_destroy(g));
    }
    CHECK(refused > 0 && refused < 6 * GA_KIND_COUNT);
}

TEST_CASE_IN("engines", overlay_kinds, TEST_GA)
{
    lay_all(GA_GROUP_WORLD, test_size());
}

/* Groups of every other rank, in the opposite order. */
TEST_CASE_IN("engines", overlay_on_groups, TEST_GA)
{
    ga_group_t group = 0;
    int n = 0;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, -test_rank(), &group));
    CHECK_OK(ga_group_size(group, &n));
    lay_all(group, n);
    CHECK_OK(ga_group_destroy(group));
}

/* Bytes written through one array are read through the other, wherever they are. */
TEST_CASE_IN("engines", overlay_shares, TEST_GA)
{
    ga_spec_t spec = {.type = ASHLAR_LLONG, .ndim = 2, .dims = {12, 10}, .block = {0, 10}};
    const long long value = 0x0102030405060708;
    unsigned char bytes[12 * 10][8];
    int wrong = 0;
    ga_t below, above;
    ga_type octet;

    REQUIRE_OK(ga_type_create(8, &octet));
    REQUIRE_OK(ga_create_spec(&spec, &below));
    spec.type = octet;
    spec.overlay = below;
    REQUIRE_OK(ga_create_spec(&spec, &above));
    CHECK_OK(ga_fill(below, &value));
    CHECK_OK(ga_get(above, 0, 11, 0, 9, bytes, 12));
    for (int k = 0; k < 12 * 10; ++k)
        wrong += memcmp(bytes[k], &value, 8) != 0;
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(above));
    CHECK_OK(ga_destroy(below));
    CHECK_OK(ga_type_destroy(octet));
}

/* The array below goes first, and another is made: the memory is still that of the one above, and
 * of the one above that. */
TEST_CASE_IN("engines", overlay_outlives, TEST_GA)
{
    ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 1, .dims = {1000}};
    const double one = 1, two = 2, three = 3;
    double all[1000];
    int wrong = 0;
    ga_t below, above, top, other;

    REQUIRE_OK(ga_create_spec(&spec, &below));
    spec.overlay = below;
    REQUIRE_OK(ga_create_spec(&spec, &above));
    CHECK_OK(ga_fill(above, &one));
    CHECK_OK(ga_destroy(below));
    spec.overlay = above;
    REQUIRE_OK(ga_create_spec(&spec, &top));
    spec.overlay = 0;
    REQUIRE_OK(ga_create_spec(&spec, &other));
    CHECK_OK(ga_fill(other, &two));
    CHECK_OK(ga_get_nd(top, (int64_t[]){0}, (int64_t[]){999}, all, NULL));
    for (int k = 0; k < 1000; ++k)
        wrong += all[k] != one;
    CHECK_OK(ga_destroy(above));
    CHECK_OK(ga_fill(top, &three));
    CHECK_OK(ga_get_nd(other, (int64_t[]){0}, (int64_t[]){999}, all, NULL));
    for (int k = 0; k < 1000; ++k)
        wrong += all[k] != two;
    CHECK_INT(0, wrong);
    CHECK_OK(ga_inquire_spec(top, &spec));
    CHECK_INT(0, spec.overlay);
    CHECK_OK(ga_destroy(other));
    CHECK_OK(ga_destroy(top));
}
