/* Mirrored arrays that cannot be, and sums of copies where there are none. */
#include <stdlib.h>

#include "misuse.h"

static ga_spec_t mirrored_spec(ga_type type)
{
    return (ga_spec_t){.type = type, .ndim = 2, .dims = {9, 8}, .name = "mirrored", .mirrored = 1};
}

static void misuse_specs(void)
{
    ga_spec_t spec = mirrored_spec(ASHLAR_INT);
    ga_t below, g = -9;

    spec.grid[0] = ga_size() + 1;
    MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "ranks in dimension 0");
    spec = mirrored_spec(ASHLAR_INT);
    spec.mirrored = 0;
    REQUIRE_OK(ga_create_spec(&spec, &below));
    spec.mirrored = 1;
    spec.overlay = below;
    MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "can be mirrored");
    CHECK_OK(ga_destroy(below));
    spec.overlay = 0;
    REQUIRE_OK(ga_create_spec(&spec, &below));
    spec.mirrored = 0;
    spec.overlay = below;
    MISUSE(ASHLAR_ESHAPE, ga_create_spec(&spec, &g), "'mirrored'");
    CHECK_OK(ga_destroy(below));
    CHECK_INT(-9, g);
}

static void misuse_patches(ga_t g, ga_t plain, ga_t other)
{
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 4}, less[2] = {2, 4}, outside[2] = {9, 4};

    MISUSE(ASHLAR_ESHAPE, ga_mirror_merge_patch(plain, lo, hi, plain, lo, hi), "'plain' is not");
    MISUSE(ASHLAR_EARG, ga_mirror_merge_patch(g, NULL, hi, plain, lo, hi), "bound");
    MISUSE(ASHLAR_EARG, ga_mirror_merge_patch(g, lo, hi, plain, lo, NULL), "bound");
    MISUSE(ASHLAR_ESHAPE, ga_mirror_merge_patch(g, lo, hi, g, lo, hi), "'mirrored' is");
    MISUSE(ASHLAR_ETYPE, ga_mirror_merge_patch(g, lo, hi, other, lo, hi), "'other'");
    MISUSE(ASHLAR_ESHAPE, ga_mirror_merge_patch(g, lo, hi, plain, lo, less), "dimension 0 is 4");
    MISUSE(ASHLAR_ERANGE, ga_mirror_merge_patch(g, lo, outside, plain, lo, hi), "'mirrored'");
    MISUSE(ASHLAR_ERANGE,
           ga_mirror_merge_patch(g, (int64_t[]){3, 0}, (int64_t[]){8, 4}, plain, (int64_t[]){4, 0},
                                 outside),
           "'plain'");
    CHECK_OK(ga_mirror_merge_patch(g, hi, (int64_t[]){2, 4}, plain, hi, (int64_t[]){2, 4}));
}

TEST_CASE(ga_mirrors, TEST_GA)
{
    ga_spec_t spec = mirrored_spec(ASHLAR_INT);
    ga_group_t group;
    ga_type record;
    ga_t g, plain, other, records, apart;

    misuse_specs();
    REQUIRE_OK(ga_create_spec(&spec, &g));
    REQUIRE_OK(ga_create(ASHLAR_INT, 9, 8, "plain", 0, 0, &plain));
    REQUIRE_OK(ga_create(ASHLAR_LONG, 9, 8, "other", 0, 0, &other));
    REQUIRE_OK(ga_type_create(24, &record));
    spec = mirrored_spec(record);
    REQUIRE_OK(ga_create_spec(&spec, &records));
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, -ga_rank(), &group));
    spec = mirrored_spec(ASHLAR_INT);
    spec.group = group;
    spec.name = "apart";
    REQUIRE_OK(ga_create_spec(&spec, &apart));
    twin_t twin = twin_adopt(plain, 5), copy = twin_adopt(g, 6);
    MISUSE(ASHLAR_ESHAPE, ga_mirror_merge(plain), "'plain' is not mirrored");
    MISUSE(ASHLAR_ETYPE, ga_mirror_merge(records), "'mirrored'");
    misuse_patches(g, plain, other);
    MISUSE(ASHLAR_EGROUP,
           ga_mirror_merge_patch(apart, (int64_t[]){0, 0}, (int64_t[]){3, 4}, plain,
                                 (int64_t[]){0, 0}, (int64_t[]){3, 4}),
           "'apart'", "'plain'");
    MISUSE(ASHLAR_ESTATE, ga_group_destroy(group), "1 live arrays");
    CHECK_TWIN(&twin);
    CHECK_TWIN(&copy);
    CHECK_OK(ga_destroy(apart));
    CHECK_OK(ga_group_destroy(group));
    CHECK_OK(ga_destroy(records));
    CHECK_OK(ga_type_destroy(record));
    CHECK_OK(ga_destroy(other));
    twin_destroy(&copy);
    twin_destroy(&twin);
}

/* The group of a node's ranks is not the program's to destroy, and keeps the whole one alive. */
TEST_CASE(ga_mirror_groups, TEST_GA)
{
    ga_spec_t spec = mirrored_spec(ASHLAR_INT);
    ga_group_t here, previous;
    ga_t g;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &spec.group));
    REQUIRE_OK(ga_create_spec(&spec, &g));
    CHECK_OK(ga_inquire_group(g, &here));
    CHECK_OK(ga_destroy(g));
    const ga_spec_t small = {.type = ASHLAR_INT, .ndim = 1, .dims = {7}, .group = here};
    REQUIRE_OK(ga_create_spec(&small, &g));
    MISUSE(ASHLAR_ESTATE, ga_group_destroy(spec.group), "1 live arrays");
    if (here != spec.group)
        MISUSE(ASHLAR_EGROUP, ga_group_destroy(here), "part of another group");
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_group_set_default(here, &previous));
    MISUSE(ASHLAR_ESTATE, ga_group_destroy(spec.group), "default group");
    CHECK_OK(ga_group_set_default(previous, NULL));
    CHECK_OK(ga_group_destroy(spec.group));
}

/* A mirrored array that is only read: no sums into it, but others take its sums. */
static void misuse_merges(void)
{
    ga_spec_t spec = mirrored_spec(ASHLAR_INT);
    const int64_t lo[2] = {0, 0}, hi[2] = {8, 7};
    ga_t g, plain;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    REQUIRE_OK(ga_create(ASHLAR_INT, 9, 8, "plain", 0, 0, &plain));
    twin_t twin = twin_adopt(g, 8), whole = twin_adopt(plain, 9);
    CHECK_OK(ga_set_read_only(g, 1));
    CHECK_OK(ga_set_read_only(plain, 1));
    MISUSE(ASHLAR_ESTATE, ga_mirror_merge(g), "'mirrored' is read-only");
    MISUSE(ASHLAR_ESTATE, ga_mirror_merge_patch(g, lo, hi, plain, lo, hi), "'plain' is read-only");
    MISUSE(ASHLAR_ESTATE, ga_copy(plain, g), "'mirrored' is read-only");
    MISUSE(ASHLAR_ESTATE, ga_copy(g, plain), "'plain' is read-only");
    CHECK_TWIN(&twin);
    CHECK_TWIN(&whole);
    CHECK_OK(ga_set_read_only(plain, 0));
    CHECK_OK(ga_mirror_merge_patch(g, lo, hi, plain, lo, hi));
    twin_destroy(&whole);
    twin_destroy(&twin);
}

/* Arrays that something else may still write to, and calls with arguments the table has not. */
TEST_CASE(ga_read_only_arrays, TEST_GA)
{
    ga_spec_t spec = {.type = ASHLAR_LLONG, .ndim = 2, .dims = {30, 40}, .name = "plain"};
    ga_t g, above, refused = -9;
    int64_t old = -9, lo[2], hi[2], ld;
    void *at;

    misuse_merges();
    REQUIRE_OK(ga_create_spec(&spec, &g));
    CHECK_OK(ga_distribution_nd(g, 0, lo, hi));
    if (ga_rank() == 0)
        CHECK_OK(ga_access_nd(g, lo, hi, &at, &ld));
    if (ga_rank() == 0)
        MISUSE(ASHLAR_ESTATE, ga_set_read_only(g, 1), "1 accesses", "'plain'");
    else
        MISUSE(ASHLAR_ESTATE, ga_set_read_only(g, 1));
    if (ga_rank() == 0)
        CHECK_OK(ga_release(g));
    spec.overlay = g;
    REQUIRE_OK(ga_create_spec(&spec, &above));
    MISUSE(ASHLAR_ESTATE, ga_set_read_only(g, 1), "same memory");
    MISUSE(ASHLAR_ESTATE, ga_set_read_only(above, 1), "same memory");
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_set_read_only(above, 1)); /* the memory is its alone now */
    spec.overlay = above;
    MISUSE(ASHLAR_ESTATE, ga_create_spec(&spec, &refused), "read-only");
    MISUSE(ASHLAR_ESTATE, ga_read_inc(above, 3, 4, 1, &old), "read-only");
    MISUSE(ASHLAR_ESTATE, ga_swap(above, 3, 4, 1, &old), "read-only");
    MISUSE(ASHLAR_ESTATE, ga_compare_swap(above, 3, 4, 0, 1, &old), "read-only");
    CHECK(refused == -9 && old == -9);
    CHECK_OK(ga_destroy(above));
}

/* Under ASHLAR_CHECK=1: one rank asks for something else. */
TEST_CASE(ga_mirror_mismatches, TEST_BARE)
{
    const int odd = test_rank() == test_size() - 1;
    const int64_t lo[2] = {0, 0}, hi[2] = {1, 1}, next[2] = {0, 1}, after[2] = {1, 2};
    ga_spec_t spec = mirrored_spec(ASHLAR_INT);
    ga_t g = -9, b;

    if (test_size() < 2) {
        test_skip("one rank agrees with itself");
        return;
    }
    setenv("ASHLAR_CHECK", "1", 1);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    spec.mirrored = odd;
    MISUSE(ASHLAR_EMISMATCH, ga_create_spec(&spec, &g));
    spec.mirrored = 1;
    spec.dims[0] = 20 + odd;
    MISUSE(ASHLAR_EMISMATCH, ga_create_spec(&spec, &g));
    CHECK_INT(-9, g);
    spec.mirrored = 1 + odd; /* any number but 0 says the same */
    spec.dims[0] = 20;
    REQUIRE_OK(ga_create_spec(&spec, &g));
    REQUIRE_OK(ga_create_spec(&spec, &b));
    MISUSE(ASHLAR_EMISMATCH, ga_mirror_merge(odd ? g : b));
    CHECK_OK(ga_mirror_merge(g));
    CHECK_OK(ga_destroy(b));
    spec.mirrored = 0;
    spec.overlay = 0;
    REQUIRE_OK(ga_create_spec(&spec, &b));
    MISUSE(ASHLAR_EMISMATCH,
           ga_mirror_merge_patch(g, lo, hi, b, odd ? lo : next, odd ? hi : after));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_terminate());
    unsetenv("ASHLAR_CHECK");
}
