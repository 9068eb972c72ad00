/* Calls of bundles that must fail: no bundle, arrays that are no more, wrong members and lists, and
 * the states in which a call is refused. */
#include <ashlar/bundle.h>

#include "misuse.h"

enum { N = 20 };

/* A bundle of one array of ones, of which element 3 is requested and known. */
static ga_t g;
static bundle_t *bundle;
static int member;
static bundle_slot_t slots[3];
static const int64_t three = 3, zero = 0, last = N - 1;
static long long value = 7;
static void *base;

static ga_t make_line(ga_group_t group)
{
    const int64_t n = N;
    const long long one = 1;
    ga_t made = 0;
    CHECK_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, group, &made));
    CHECK_OK(ga_fill(made, &one));
    return made;
}

static void begin(void)
{
    g = make_line(0);
    CHECK_OK(bundle_create(0, &bundle));
    CHECK_OK(bundle_add(bundle, g, BUNDLE_SUM, &member));
    CHECK_OK(bundle_request(bundle, member, 1, &three, slots));
    CHECK_OK(bundle_exchange(bundle));
    value = 7;
    slots[0] = slots[1] = slots[2] = 77;
    base = &value;
}

/* Nothing has been written to the arguments, and what was refused is no part of an exchange. */
static void end(void)
{
    long long all[N];
    CHECK_INT(7, value);
    CHECK_INT(77, slots[0]);
    CHECK(base == &value);
    CHECK_OK(ga_sync());
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(ga_get_nd(g, &zero, &last, all, NULL));
    for (int k = 0; k < N; ++k)
        CHECK_INT(1, all[k]);
    CHECK_OK(bundle_lookup(bundle, member, &three, &value));
    CHECK_INT(1, value);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(bundle_nulls, TEST_GA)
{
    begin();
    MISUSE(ASHLAR_EARG, bundle_create(0, NULL), "the bundle pointer");
    MISUSE(ASHLAR_EARG, bundle_set_mode(bundle, (bundle_mode)-1), "-1");
    MISUSE(ASHLAR_EARG, bundle_set_mode(bundle, (bundle_mode)(BUNDLE_PAIRWISE + 1)), "3");
    end();
}

/* Each call that names a member. */
static void everywhere(int status, int number)
{
    CHECK_STATUS(status, bundle_request(bundle, number, 1, &three, slots));
    CHECK_STATUS(status, bundle_request(bundle, number, 0, NULL, NULL));
    CHECK_STATUS(status, bundle_request_patch(bundle, number, &zero, &last, slots));
    CHECK_STATUS(status, bundle_write(bundle, number, 1, &three, &value));
    CHECK_STATUS(status, bundle_accumulate(bundle, number, 1, &three, &value, ASHLAR_SUM));
    CHECK_STATUS(status, bundle_values(bundle, number, &base));
    CHECK_STATUS(status, bundle_lookup(bundle, number, &three, &value));
}

TEST_CASE(bundle_members, TEST_GA)
{
    const int wrong[] = {1, -1, INT32_MIN, INT32_MAX, 4096};
    begin();
    for (int k = 0; k < 5; ++k)
        everywhere(ASHLAR_ERANGE, wrong[k]);
    MISUSE(ASHLAR_ERANGE, bundle_write(bundle, 1, 1, &three, &value), "member 1", "has 1");
    end();
}

/* Handles that name no array when it is added, and an array that has been destroyed since. */
TEST_CASE(bundle_handles, TEST_GA)
{
    bundle_t *other;
    int number = -3;
    begin();
    ga_t stale = make_line(0);
    REQUIRE_OK(bundle_create(0, &other));
    CHECK_OK(bundle_add(other, stale, BUNDLE_ANY, &number));
    CHECK_OK(bundle_request(other, number, 1, &three, slots));
    CHECK_OK(bundle_write(other, number, 1, &three, &value));
    CHECK_OK(ga_destroy(stale));
    number = -3;
    const ga_t again = make_line(0), all[] = {0, -1, INT32_MIN, INT32_MAX, stale, again + 1};
    for (int k = 0; k < 6; ++k) {
        const ga_t bad = all[k];
        MISUSE(ASHLAR_EHANDLE, bundle_add(bundle, bad, BUNDLE_ANY, &number));
        MISUSE(ASHLAR_EHANDLE, bundle_add(bundle, bad, BUNDLE_ANY | BUNDLE_IN_PLACE, &number));
    }
    CHECK_INT(-3, number);
    slots[0] = 77;
    bundle_t *kept = bundle;
    bundle = other;
    everywhere(ASHLAR_EHANDLE, 0);
    MISUSE(ASHLAR_EHANDLE, bundle_exchange(other));
    CHECK_STATUS(ASHLAR_EHANDLE, bundle_exchange_begin(other));
    MISUSE(ASHLAR_ESTATE, bundle_exchange_end(other));
    CHECK_OK(bundle_clear(other));
    CHECK_OK(bundle_free(other));
    bundle = kept;
    CHECK_OK(ga_destroy(again));
    end();
}

TEST_CASE(bundle_lists, TEST_GA)
{
    const int64_t list[4] = {3, N, -1, INT64_MIN}, most = INT64_MAX, end_of = N;
    long long values[4] = {1, 2, 3, 4};
    int number = -3;
    begin();
    MISUSE(ASHLAR_EARG, bundle_request(bundle, member, -1, list, slots), "-1");
    MISUSE(ASHLAR_EARG, bundle_write(bundle, member, INT64_MIN, list, values));
    MISUSE(ASHLAR_EARG, bundle_accumulate(bundle, member, -1, list, values, ASHLAR_SUM));
    for (int n = 2; n <= 4; ++n) {
        MISUSE(ASHLAR_ERANGE, bundle_request(bundle, member, n, list, slots), "'line'");
        MISUSE(ASHLAR_ERANGE, bundle_write(bundle, member, n, list, values), "'line'");
        MISUSE(ASHLAR_ERANGE, bundle_accumulate(bundle, member, n, list, values, ASHLAR_MAX));
    }
    MISUSE(ASHLAR_ERANGE, bundle_lookup(bundle, member, &list[1], &value), "20");
    MISUSE(ASHLAR_ERANGE, bundle_lookup(bundle, member, &most, &value));
    MISUSE(ASHLAR_ERANGE, bundle_request_patch(bundle, member, &zero, &end_of, slots));
    MISUSE(ASHLAR_ERANGE, bundle_request_patch(bundle, member, &list[2], &last, slots));
    CHECK_OK(bundle_request_patch(bundle, member, &(int64_t){1}, &zero, slots)); /* empty */
    MISUSE(ASHLAR_EARG, bundle_accumulate(bundle, member, 1, list, values, ASHLAR_REPLACE));
    MISUSE(ASHLAR_EARG, bundle_accumulate(bundle, member, 1, list, values, (ashlar_op)-1));
    MISUSE(ASHLAR_EARG, bundle_accumulate(bundle, member, 1, list, values, (ashlar_op)99));
    MISUSE(ASHLAR_EARG, bundle_add(bundle, g, -1, &number), "-1");
    MISUSE(ASHLAR_EARG, bundle_add(bundle, g, BUNDLE_RULE_COUNT, &number));
    MISUSE(ASHLAR_EARG, bundle_add(bundle, g, 2 * BUNDLE_IN_PLACE, &number), "128");
    MISUSE(ASHLAR_EARG, bundle_add(bundle, g, BUNDLE_RULE_COUNT | BUNDLE_IN_PLACE, &number));
    CHECK_INT(-3, number);
    end();
}

/* An array that is in the bundle, and one that cannot be read in place. */
TEST_CASE(bundle_additions, TEST_GA)
{
    int number = -3;
    begin();
    ga_t other = make_line(0);
    MISUSE(ASHLAR_ESHAPE, bundle_add(bundle, other, BUNDLE_SUM | BUNDLE_IN_PLACE, &number),
           "'line'");
    CHECK_OK(bundle_add(bundle, other, BUNDLE_ANY, &number));
    CHECK_INT(1, number);
    number = -3;
    MISUSE(ASHLAR_EARG, bundle_add(bundle, g, BUNDLE_SUM, &number), "'line'", "member 0");
    MISUSE(ASHLAR_EARG, bundle_add(bundle, other, BUNDLE_LOWEST, &number), "member 1");
    MISUSE(ASHLAR_EARG, bundle_add(bundle, other, BUNDLE_ANY | BUNDLE_IN_PLACE, &number),
           "member 1");
    CHECK_INT(-3, number);
    CHECK_STATUS(ASHLAR_ERANGE, bundle_write(bundle, 2, 1, &three, &value));
    CHECK_OK(bundle_exchange(bundle));
    end();
    CHECK_OK(ga_destroy(other));
}

/* Not written to, and still read. */
TEST_CASE(bundle_read_only, TEST_GA)
{
    begin();
    CHECK_OK(ga_set_read_only(g, 1));
    MISUSE(ASHLAR_ESTATE, bundle_write(bundle, member, 1, &three, &value), "'line' is read-only");
    MISUSE(ASHLAR_ESTATE, bundle_accumulate(bundle, member, 1, &three, &value, ASHLAR_SUM),
           "'line' is read-only");
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(ga_set_read_only(g, 0));
    end();
}

TEST_CASE(bundle_under_way, TEST_GA)
{
    int number = -3;
    begin();
    MISUSE(ASHLAR_ESTATE, bundle_exchange_end(bundle), "no exchange is under way");
    CHECK_OK(bundle_exchange_begin(bundle));
    everywhere(ASHLAR_ESTATE, member);
    MISUSE(ASHLAR_ESTATE, bundle_exchange(bundle), "is under way");
    MISUSE(ASHLAR_ESTATE, bundle_exchange_begin(bundle), "is under way");
    MISUSE(ASHLAR_ESTATE, bundle_add(bundle, g, BUNDLE_ANY, &number), "between exchange_begin");
    MISUSE(ASHLAR_ESTATE, bundle_clear(bundle), "between exchange_begin");
    MISUSE(ASHLAR_ESTATE, bundle_freeze(bundle), "between exchange_begin");
    CHECK_OK(bundle_exchange_end(bundle));
    MISUSE(ASHLAR_ESTATE, bundle_exchange_end(bundle));
    CHECK_INT(-3, number);
    CHECK_OK(bundle_request(bundle, member, 1, &zero, &(bundle_slot_t){0})); /* not frozen */
    end();
}

/* An array of another group, a group without this rank, one that is in use, and one that is gone.
 */
TEST_CASE(bundle_groups, TEST_GA)
{
    const int me = test_rank();
    ga_group_t alone;
    bundle_t *other = NULL;
    int number = -3;
    begin();
    REQUIRE_OK(ga_group_create(1, &me, &alone));
    ga_t mine = make_line(alone);
    MISUSE(ASHLAR_EGROUP, bundle_create(alone + 1, &other));
    MISUSE(ASHLAR_EGROUP, bundle_create(-1, &other));
    CHECK(other == NULL);
    MISUSE(ASHLAR_EGROUP, bundle_add(bundle, mine, BUNDLE_ANY, &number), "'line'");
    CHECK_OK(ga_destroy(mine));
    CHECK_OK(bundle_create(alone, &other));
    MISUSE(ASHLAR_ESTATE, ga_group_destroy(alone));
    CHECK_OK(bundle_free(other));
    CHECK_OK(ga_group_destroy(alone));
    other = NULL;
    MISUSE(ASHLAR_EGROUP, bundle_create(alone, &other));
    CHECK(other == NULL);
    CHECK_INT(-3, number);
    end();
}
