/* Copies between groups and in several groups at once: arrays of some ranks and of all, and what
 * the ranks outside do meanwhile. */
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

/* Ranks outside the group do this during the copies, which need them in none of the rounds. */
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

/* The members see their writes without a sync. */
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
        patch_t from = patch_random(&rng, 3, dims), to = patch_moved(&rng, &from, dims);
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
