/* Copies of arrays and patches, in one group and between groups, against the model. */
#include <stdio.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

/* A patch of these extents, anywhere. */
static patch_t place_patch(rng_t *rng, const patch_t *like, const int64_t *dims)
{
    patch_t patch = *like;

    for (int d = 0; d < like->ndim; ++d) {
        int64_t extent = like->hi[d] - like->lo[d] + 1;
        patch.lo[d] = rng_range(rng, 0, dims[d] - extent);
        patch.hi[d] = patch.lo[d] + extent - 1;
    }
    return patch;
}

static void copy_patches(twin_t *a, twin_t *b, rng_t *rng, int times)
{
    for (int k = 0; k < times; ++k) {
        patch_t from = patch_random(rng, a->model.whole.ndim, a->model.dims);
        patch_t to = place_patch(rng, &from, b->model.dims);
        CHECK_OK(ga_copy_patch(a->g, from.lo, from.hi, b->g, to.lo, to.hi));
        model_copy_patch(&a->model, &from, &b->model, &to);
    }
}

/* Any two of many distributions, of any number of dimensions. */
TEST_CASE(copy_between_kinds, TEST_GA)
{
    rng_t rng = rng_seed(77);
    int rounds = test_nodes() > 1 ? 10 : 40;

    for (int round = 0; round < rounds; ++round)
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            ashlar_type type = (ashlar_type)((round + ndim) % ASHLAR_TYPE_COUNT);
            uint64_t seed = (uint64_t)(1000 * round + 10 * ndim);
            twin_t a = twin_create(type, ndim, test_dims(ndim), (layout_t)(round % LAYOUT_COUNT),
                                   GA_GROUP_WORLD, seed);
            twin_t b = twin_create(type, ndim, test_dims(ndim),
                                   (layout_t)(round / 2 % LAYOUT_COUNT), GA_GROUP_WORLD, seed + 5);
            copy_patches(&a, &b, &rng, 2);
            CHECK_TWIN(&b);
            CHECK_OK(ga_copy(a.g, b.g));
            patch_t all = a.model.whole;
            model_copy_patch(&a.model, &all, &b.model, &all);
            CHECK_TWIN(&a);
            CHECK_TWIN(&b);
            twin_destroy(&b);
            twin_destroy(&a);
        }
}

/* Blocks smaller and larger than each other, with and without common multiples. */
TEST_CASE(copy_widths, TEST_GA)
{
    rng_t rng = rng_seed(78);
    const int64_t dims[2] = {211, 97};

    for (int round = 0; round < (test_nodes() > 1 ? 6 : 20); ++round) {
        twin_t a = twin_create(ASHLAR_DOUBLE, 2, dims, LAYOUT_REGULAR, GA_GROUP_WORLD,
                               900 + (uint64_t)round);
        twin_t b = twin_create(ASHLAR_DOUBLE, 2, dims, LAYOUT_IRREGULAR, GA_GROUP_WORLD,
                               950 + (uint64_t)round);
        copy_patches(&a, &b, &rng, 3);
        copy_patches(&b, &a, &rng, 3);
        CHECK_TWIN(&a);
        CHECK_TWIN(&b);
        twin_destroy(&b);
        twin_destroy(&a);
    }
}

/* An array in blocks of this width, 0: as wide as can be; a grid is all ranks along dimension 0. */
static ga_t create_blocks(ga_kind kind, int64_t width, int ndim, const int64_t *dims)
{
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = ndim, .kind = kind};
    ga_t g = 0;

    for (int d = 0; d < ndim; ++d) {
        spec.dims[d] = dims[d];
        spec.block[d] = width;
        if (kind != GA_BLOCK_CYCLIC)
            spec.grid[d] = d == 0 ? ga_size() : 1;
    }
    CHECK_OK(ga_create_spec(&spec, &g));
    return g;
}

/* Many blocks alike in every dimension, on one side or both: a transfer would have more levels than
 * it may have. Whole arrays, and patches that begin and end within blocks. */
TEST_CASE(copy_many_blocks, TEST_GA)
{
    static const struct {
        ga_kind kind;
        int64_t width;
    } sides[] = {{GA_TILED, 2},     {GA_REGULAR, 0},      {GA_TILED, 4},       {GA_TILED, 3},
                 {GA_SCALAPACK, 2}, {GA_BLOCK_CYCLIC, 2}, {GA_BLOCK_CYCLIC, 3}};
    enum { SIDES = sizeof sides / sizeof sides[0] };
    const int64_t extents[ASHLAR_MAX_DIM][ASHLAR_MAX_DIM] = {
        {120},           {16, 37},           {8, 14, 15},          {8, 8, 11, 8},
        {8, 5, 6, 5, 4}, {4, 5, 4, 4, 4, 4}, {4, 4, 4, 4, 4, 4, 4}};
    /* some of them, where each takes longer */
    const int apart = test_nodes() > 1 ? 11 : test_size() > 1 ? 5 : 1;
    rng_t rng = rng_seed(81);

    for (int k = test_size() % apart; k < SIDES * SIDES * ASHLAR_MAX_DIM; k += apart) {
        int from = k % SIDES, to = k / SIDES % SIDES, ndim = 1 + k / (SIDES * SIDES);
        int64_t dims[ASHLAR_MAX_DIM];
        for (int d = 0; d < ndim; ++d)
            dims[d] = extents[ndim - 1][d] * (d == 0 ? ga_size() : 1);
        twin_t a = twin_adopt(create_blocks(sides[from].kind, sides[from].width, ndim, dims), 90);
        twin_t b = twin_adopt(create_blocks(sides[to].kind, sides[to].width, ndim, dims), 91);
        copy_patches(&a, &b, &rng, 3);
        CHECK_TWIN(&b);
        CHECK_OK(ga_copy(a.g, b.g));
        patch_t all = a.model.whole;
        model_copy_patch(&a.model, &all, &b.model, &all);
        CHECK_TWIN(&a);
        CHECK_TWIN(&b);
        twin_destroy(&b);
        twin_destroy(&a);
    }
}

/* What succeeds leaves the message of the last failure alone, also where blocks are far. */
TEST_CASE(copy_keeps_message, TEST_GA)
{
    const int64_t dims[2] = {24, 24};
    twin_t a = twin_adopt(create_blocks(GA_REGULAR, 0, 2, dims), 92);
    twin_t b = twin_adopt(create_blocks(GA_TILED, 3, 2, dims), 93);
    int64_t blocks = 0;
    ga_block_t block;
    char said[256];

    CHECK_STATUS(ASHLAR_ESTATE, ga_release(a.g));
    snprintf(said, sizeof said, "%s", ashlar_error_message());
    CHECK_CONTAINS(said, "ga_release");
    CHECK_OK(ga_copy(a.g, b.g));
    CHECK_OK(ga_transpose(b.g, a.g));
    CHECK_OK(ga_inquire_blocks(b.g, &blocks));
    for (int64_t k = 0; k < blocks; ++k)
        CHECK_OK(ga_block_by_number(b.g, k, &block));
    CHECK_INT(64, blocks);
    CHECK_TEXT(said, ashlar_error_message());
    twin_destroy(&b);
    twin_destroy(&a);
}

/* What ranks outside the group do during the copies, which need them in none of the rounds. */
enum { OUTSIDE_STAYS, OUTSIDE_CALLS_FIRST, OUTSIDE_CALLS_LATER, OUTSIDE_KINDS };

/* Tell every rank of the world from `first` to `last`, or hear from it. */
static void tell(int first, int last)
{
    for (int rank = first; rank <= last; ++rank)
        CHECK_OK(ga_notify(rank));
}

static void hear(int first, int last)
{
    for (int rank = first; rank <= last; ++rank)
        CHECK_OK(ga_notify_wait(rank));
}

/* All of large to small, and a patch of that back. Members are the first ranks of the world. */
static void copy_as_member(ga_t large, ga_t small, const patch_t *from, const patch_t *to)
{
    CHECK_OK(ga_copy(large, small));
    CHECK_OK(ga_copy_patch(small, from->lo, from->hi, large, to->lo, to->hi));
}

static void call_outside(ga_t large, const patch_t *to)
{
    CHECK_OK(ga_copy(large, 0));
    CHECK_OK(ga_copy_patch(0, NULL, NULL, large, to->lo, to->hi));
}

static void copy_apart(int kind, int members, ga_t large, ga_t small, const patch_t *from,
                       const patch_t *to)
{
    const int last = ga_size() - 1, inside = ga_rank() < members;

    if (kind == OUTSIDE_CALLS_FIRST && !inside) {
        call_outside(large, to);
        tell(0, members - 1);
    } else if (kind == OUTSIDE_CALLS_FIRST) {
        hear(members, last);
    }
    if (inside) {
        copy_as_member(large, small, from, to);
        tell(members, last);
    } else {
        hear(0, members - 1);
    }
    if (kind == OUTSIDE_CALLS_LATER && !inside)
        call_outside(large, to);
}

/* What the members wrote is visible to them without more ado. */
static void check_written(const model_t *model, ga_t large)
{
    rng_t rng = rng_seed(83);
    buffer_t buffer = buffer_create_random(&rng, model->type, &model->whole);

    CHECK_OK(ga_get_nd(large, model->whole.lo, model->whole.hi, buffer.data, buffer.ld));
    model_check(__FILE__, __LINE__, model, &buffer);
    buffer_free(&buffer);
}

/* Between an array of all ranks and one of the first of them, which number themselves backwards. */
static void between_groups(int members)
{
    static const ashlar_type types[] = {ASHLAR_DOUBLE, ASHLAR_INT, ASHLAR_CFLOAT};
    rng_t rng = rng_seed(79 + (uint64_t)members);
    const int64_t dims[3] = {19, 13, 6};
    int inside = ga_rank() < members;
    ga_group_t group = 0;
    twin_t small = {0};

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, inside ? 0 : -1, -ga_rank(), &group));
    for (int round = 0; round < 6; ++round) {
        const ashlar_type type = types[round % 3];
        twin_t large = twin_create(type, 3, dims, (layout_t)(round % LAYOUT_COUNT), GA_GROUP_WORLD,
                                   800 + (uint64_t)round);
        model_t source = model_create(type, 3, dims);
        if (inside)
            small = twin_create(type, 3, dims, (layout_t)(round / 2 % LAYOUT_COUNT), group,
                                850 + (uint64_t)round);
        patch_t from = patch_random(&rng, 3, dims), to = place_patch(&rng, &from, dims);
        patch_t all = large.model.whole;
        CHECK_OK(ga_sync());
        copy_apart(round % OUTSIDE_KINDS, members, large.g, inside ? small.g : 0, &from, &to);
        model_copy_patch(&large.model, &all, &source, &all);
        model_copy_patch(&source, &from, &large.model, &to);
        if (inside) {
            check_written(&large.model, large.g);
            model_copy_patch(&source, &all, &small.model, &all);
            CHECK_TWIN(&small);
        }
        CHECK_TWIN(&large);
        if (inside)
            CHECK_OK(ga_copy(small.g, large.g));
        model_copy_patch(&source, &all, &large.model, &all);
        CHECK_TWIN(&large);
        if (inside)
            twin_destroy(&small);
        model_free(&source);
        twin_destroy(&large);
    }
    if (inside)
        CHECK_OK(ga_group_destroy(group));
}

TEST_CASE(copy_groups, TEST_GA)
{
    for (int members = 1; members <= ga_size(); ++members)
        between_groups(members);
}

/* Records that are numbered. */
enum { ROWS = 14, COLS = 6, HALF = ROWS / 2 * COLS };
typedef struct record {
    int64_t number, twice;
    char rest[8];
} record_t;

static record_t record_of(int64_t number)
{
    return (record_t){number, 2 * number, "rest"};
}

static bool is_record(const record_t *record, int64_t number)
{
    const record_t right = record_of(number);
    return memcmp(record, &right, sizeof right) == 0;
}

/* One rank replaces each record of an array by that of a number higher by so much. */
static void raise_numbers(ga_t g, int64_t by)
{
    record_t records[HALF];

    CHECK_OK(ga_get(g, 0, ROWS / 2 - 1, 0, COLS - 1, records, ROWS / 2));
    for (int k = 0; k < HALF; ++k) {
        CHECK(is_record(&records[k], records[k].number));
        records[k] = record_of(records[k].number + by);
    }
    CHECK_OK(ga_put(g, 0, ROWS / 2 - 1, 0, COLS - 1, records, ROWS / 2));
}

/* Each half of the ranks copies at the same time, to an array of its own and back to its rows. The
 * handles of the two may be the same number. */
TEST_CASE(copy_halves, TEST_GA)
{
    const int half = ga_rank() % 2, halves = ga_size() > 1 ? 2 : 1;
    const int64_t lo[2] = {half * ROWS / 2, 0}, hi[2] = {(half + 1) * ROWS / 2 - 1, COLS - 1};
    const int64_t dims[2] = {ROWS, COLS}, first[2] = {0, 0}, last[2] = {ROWS / 2 - 1, COLS - 1};
    record_t all[ROWS * COLS];
    int rank = -1;
    ga_type type;
    ga_group_t group;
    ga_t mine, shared;

    REQUIRE_OK(ga_type_create(sizeof *all, &type));
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, half, 0, &group));
    CHECK_OK(ga_group_rank(group, &rank));
    REQUIRE_OK(ga_create_nd(type, 2, dims, "shared", NULL, GA_GROUP_WORLD, &shared));
    REQUIRE_OK(ga_create_nd(type, 2, (int64_t[]){ROWS / 2, COLS}, "mine", NULL, group, &mine));
    for (int k = 0; k < ROWS * COLS; ++k)
        all[k] = record_of(k);
    if (ga_rank() == 0)
        CHECK_OK(ga_put(shared, 0, ROWS - 1, 0, COLS - 1, all, ROWS));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_copy_patch(shared, lo, hi, mine, first, last));
    if (rank == 0)
        raise_numbers(mine, 1000 * (half + 1));
    CHECK_OK(ga_copy_patch(mine, first, last, shared, lo, hi));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_get(shared, 0, ROWS - 1, 0, COLS - 1, all, ROWS));
    for (int k = 0; k < ROWS * COLS; ++k) {
        const int of = k % ROWS / (ROWS / 2);
        CHECK(is_record(&all[k], k + (of < halves ? 1000 * (of + 1) : 0)));
    }
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(mine));
    CHECK_OK(ga_destroy(shared));
    CHECK_OK(ga_type_destroy(type));
    CHECK_OK(ga_group_destroy(group));
}

/* Patches of one array: apart from each other, and the same. */
TEST_CASE(copy_within, TEST_GA)
{
    twin_t a = twin_create(ASHLAR_LONG, 2, (int64_t[]){40, 31}, LAYOUT_REGULAR, GA_GROUP_WORLD, 60);
    patch_t left = patch_make(2, (int64_t[]){3, 0}, (int64_t[]){36, 14});
    patch_t right = patch_make(2, (int64_t[]){6, 15}, (int64_t[]){39, 29});
    patch_t none = patch_make(2, (int64_t[]){5, 4}, (int64_t[]){4, 8});

    CHECK_OK(ga_copy_patch(a.g, left.lo, left.hi, a.g, right.lo, right.hi));
    model_copy_patch(&a.model, &left, &a.model, &right);
    CHECK_TWIN(&a);
    CHECK_OK(ga_copy_patch(a.g, left.lo, left.hi, a.g, left.lo, left.hi));
    CHECK_OK(ga_copy_patch(a.g, none.lo, none.hi, a.g, none.lo, none.hi));
    CHECK_OK(ga_copy(a.g, a.g));
    CHECK_TWIN(&a);
    twin_destroy(&a);
}

/* Patches of one array that overlap, moved by little or much in some or all dimensions. */
TEST_CASE(copy_overlapping, TEST_GA)
{
    rng_t rng = rng_seed(80);
    int rounds = test_nodes() > 1 ? 8 : 40;

    for (int round = 0; round < rounds; ++round) {
        int ndim = 1 + round % 4;
        const int64_t *dims = test_dims(ndim);
        twin_t a = twin_create(ASHLAR_INT, ndim, dims, (layout_t)(round % LAYOUT_COUNT),
                               GA_GROUP_WORLD, 700 + (uint64_t)round);
        for (int time = 0; time < 4; ++time) {
            patch_t from = patch_whole(ndim, dims), to = from;
            for (int d = 0; d < ndim; ++d) {
                int64_t most = dims[d] < 2 || rng_range(&rng, 0, 2) == 0 ? 0 : dims[d] / 2;
                int64_t by = rng_range(&rng, -most, most);
                from.lo[d] += by < 0 ? -by : 0;
                from.hi[d] -= by > 0 ? by : 0;
                to.lo[d] += by > 0 ? by : 0;
                to.hi[d] -= by < 0 ? -by : 0;
            }
            CHECK_OK(ga_copy_patch(a.g, from.lo, from.hi, a.g, to.lo, to.hi));
            model_copy_patch(&a.model, &from, &a.model, &to);
            CHECK_TWIN(&a);
        }
        twin_destroy(&a);
    }
}
