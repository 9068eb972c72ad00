/* Refused calls of bundles change nothing. */
#include <ashlar/bundle.h>

#include "harness/harness.h"

static bundle_t *bundle;
static ga_t g;
static int member;

static void begin(bundle_rule rule, int64_t n)
{
    const int64_t one = 1;
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g));
    REQUIRE_OK(ga_fill(g, &one));
    REQUIRE_OK(bundle_create(0, &bundle));
    REQUIRE_OK(bundle_add(bundle, g, rule, &member));
}

static void end(void)
{
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

static int64_t element(int64_t at)
{
    int64_t value = -1;
    CHECK_OK(ga_get_nd(g, &at, &at, &value, NULL));
    return value;
}

/* Two ranks write one element where that is an error: all learn it, and nothing is written. */
TEST_CASE(conflict, TEST_GA)
{
    begin(BUNDLE_ERROR, 50);
    int64_t own = test_rank(), shared = 40, value = 100 + test_rank(), *base, seen = 0;
    bundle_slot_t slot;
    CHECK_OK(bundle_write(bundle, member, 1, &own, &value));
    CHECK_OK(bundle_exchange(bundle));
    CHECK_INT(100 + (test_rank() + 1) % test_size(), element((test_rank() + 1) % test_size()));
    CHECK_OK(ga_sync());
    value += 100;
    CHECK_OK(bundle_write(bundle, member, 1, &own, &value));
    CHECK_OK(bundle_write(bundle, member, 1, &shared, &value));
    if (test_size() > 1) {
        CHECK_OK(bundle_request(bundle, member, 1, &shared, &slot));
        CHECK_OK(bundle_lookup(bundle, member, &shared, &seen));
        CHECK_INT(value, seen);
        CHECK_STATUS(ASHLAR_EMISMATCH, bundle_exchange(bundle));
        CHECK_CONTAINS(ashlar_error_message(), "several ranks write");
        CHECK_INT(100 + test_rank(), element(own));
        CHECK_INT(1, element(shared));
        /* The writes are not seen any more: the requested elements have been read, and the rest
         * not.
         */
        CHECK_OK(bundle_lookup(bundle, member, &shared, &seen));
        CHECK_INT(1, seen);
        CHECK_OK(bundle_values(bundle, member, (void **)&base));
        CHECK_INT(1, base[slot]);
        CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, member, &own, &seen));
        CHECK_OK(ga_sync());
        CHECK_OK(bundle_exchange(bundle)); /* what was pending is gone */
        CHECK_INT(1, element(shared));
        /* Frozen, by halves; the first one has read. */
        CHECK_OK(bundle_freeze(bundle));
        CHECK_OK(bundle_write(bundle, member, 1, &shared, &value));
        CHECK_STATUS(ASHLAR_EMISMATCH, bundle_exchange_begin(bundle));
        CHECK_INT(1, base[slot]);
        CHECK_STATUS(ASHLAR_ESTATE, bundle_exchange_end(bundle));
        CHECK_INT(1, element(shared));
    } else {
        CHECK_OK(bundle_exchange(bundle));
        CHECK_INT(200, element(shared));
    }
    end();
}

/* An element that a rank writes twice counts once, though nothing has looked at it since: it is no
 * conflict, and of a sum only the last value is a term. */
TEST_CASE(twice, TEST_GA)
{
    const int64_t own[3] = {test_rank(), test_rank(), test_rank()}, shared[2] = {40, 40};
    const long long values[3] = {100, 7, 1};
    begin(BUNDLE_ERROR, 50);
    CHECK_OK(bundle_write(bundle, member, 3, own, values));
    CHECK_OK(bundle_exchange(bundle));
    CHECK_INT(1, element(own[0]));
    end();
    begin(BUNDLE_SUM, 50);
    CHECK_OK(bundle_write(bundle, member, 2, shared, values));
    CHECK_OK(bundle_write(bundle, member, 1, shared, &values[2]));
    CHECK_OK(bundle_exchange(bundle));
    CHECK_INT(test_size(), element(40));
    end();
}

/* An array that has become read-only since it was written to: as if the exchange had not been
 * called. */
TEST_CASE(read_only, TEST_GA)
{
    const int64_t at = 3;
    const long long seven = 7;
    begin(BUNDLE_LOWEST, 50);
    CHECK_OK(bundle_write(bundle, member, 1, &at, &seven));
    CHECK_OK(ga_set_read_only(g, 1));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_exchange(bundle));
    CHECK_INT(1, element(at));
    CHECK_OK(ga_set_read_only(g, 0));
    CHECK_OK(bundle_exchange(bundle));
    CHECK_INT(7, element(at));
    end();
}

TEST_CASE(states, TEST_GA)
{
    begin(BUNDLE_ANY, 20);
    int64_t index[2] = {3, 4}, value = 7, values[2] = {8, 9};
    bundle_slot_t slots[2];
    void *base;
    CHECK_OK(bundle_values(bundle, member, &base));
    CHECK(base == NULL);
    CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, member, index, &value));
    CHECK_OK(bundle_request(bundle, member, 2, index, slots));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, member, index, &value));
    CHECK_CONTAINS(ashlar_error_message(), "has not been exchanged");
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(bundle_lookup(bundle, member, index, &value));
    CHECK_INT(1, value);
    /* A list with one element that is refused changes nothing. */
    CHECK_OK(bundle_accumulate(bundle, member, 1, &index[1], &value, ASHLAR_SUM));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_write(bundle, member, 2, index, values));
    CHECK_CONTAINS(ashlar_error_message(), "element 1 of the list");
    CHECK_OK(bundle_lookup(bundle, member, index, &value));
    CHECK_INT(1, value);
    CHECK_STATUS(ASHLAR_ESTATE, bundle_request(bundle, member, 2, index, slots));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_accumulate(bundle, member, 2, index, values, ASHLAR_MAX));
    CHECK_OK(bundle_exchange(bundle));
    CHECK_INT(1 + test_size(), element(4));
    CHECK_INT(1, element(3));
    /* Frozen. */
    CHECK_OK(bundle_freeze(bundle));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_request(bundle, member, 2, index, slots));
    CHECK_OK(ga_sync());
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(bundle_lookup(bundle, member, &index[1], &value));
    CHECK_INT(1 + test_size(), value);
    CHECK_OK(bundle_clear(bundle));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, member, index, &value));
    CHECK_OK(bundle_request(bundle, member, 1, index, slots));
    CHECK_INT(0, slots[0]);
    end();
}

TEST_CASE(arguments, TEST_GA)
{
    begin(BUNDLE_ANY, 20);
    int64_t index[3] = {3, 20, -1}, value = 7, lo = 18, hi = 20;
    bundle_slot_t slots[3] = {9, 9, 9};
    int other = -3;
    CHECK_STATUS(ASHLAR_EARG, bundle_create(0, NULL));
    CHECK_STATUS(ASHLAR_EGROUP, bundle_create(12345, &bundle));
    CHECK_STATUS(ASHLAR_EARG, bundle_add(bundle, g, 99, &other));
    CHECK_STATUS(ASHLAR_EHANDLE, bundle_add(bundle, g + 1, BUNDLE_ANY, &other));
    CHECK_INT(-3, other);
    CHECK_STATUS(ASHLAR_ERANGE, bundle_request(bundle, 1, 1, index, slots));
    CHECK_STATUS(ASHLAR_ERANGE, bundle_request(bundle, -1, 1, index, slots));
    CHECK_STATUS(ASHLAR_ERANGE, bundle_request(bundle, member, 2, index, slots));
    CHECK_STATUS(ASHLAR_ERANGE, bundle_request(bundle, member, 3, index, slots));
    CHECK_INT(9, slots[0]);
    CHECK_STATUS(ASHLAR_EARG, bundle_request(bundle, member, -1, index, slots));
    CHECK_OK(bundle_request(bundle, member, 0, NULL, NULL));
    CHECK_STATUS(ASHLAR_ERANGE, bundle_request_patch(bundle, member, &lo, &hi, slots));
    CHECK_STATUS(ASHLAR_ERANGE, bundle_write(bundle, member, 1, &index[1], &value));
    CHECK_STATUS(ASHLAR_EARG, bundle_accumulate(bundle, member, 1, index, &value, ASHLAR_REPLACE));
    CHECK_STATUS(ASHLAR_EARG, bundle_accumulate(bundle, member, 1, index, &value, ASHLAR_ABSMAX));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_exchange_end(bundle));
    CHECK_OK(bundle_exchange(bundle));
    for (int64_t k = 0; k < 20; ++k)
        CHECK_INT(1, element(k));
    end();
}

/* Own elements where they are, others in the ghost cells behind them. */
TEST_CASE(in_place, TEST_GA)
{
    enum { N = 60 };
    ga_spec_t spec = {
        .type = ASHLAR_DOUBLE, .ndim = 1, .dims = {N}, .name = "vector", .ghosts = {5}};
    int64_t lo = 0, hi = -1, index[N];
    bundle_slot_t slots[N];
    double *base, value = -1;
    void *mine;
    ga_t plain;
    REQUIRE_OK(ga_create_spec(&spec, &g));
    REQUIRE_OK(ga_enumerate(g, &(double){0}, &(double){1}));
    REQUIRE_OK(bundle_create(0, &bundle));
    REQUIRE_OK(bundle_add(bundle, g, BUNDLE_SUM | BUNDLE_IN_PLACE, &member));
    REQUIRE_OK(ga_access_block(g, test_rank(), &lo, &hi, &mine, NULL));
    for (int64_t k = 0; k < N; ++k)
        index[k] = N - 1 - k;
    /* Mine, and four of others. */
    int64_t wanted[N], n = 0, others = 0;
    for (int64_t k = 0; k < N; ++k)
        if ((index[k] >= lo && index[k] <= hi) || (index[k] % 7 == 0 && others++ < 4))
            wanted[n++] = index[k];
    CHECK_OK(bundle_request(bundle, member, n, wanted, slots));
    for (int phase = 0; phase < 3; ++phase) {
        CHECK_OK(bundle_exchange(bundle));
        CHECK_OK(bundle_values(bundle, member, (void **)&base));
        CHECK(base == (double *)mine);
        for (int64_t k = 0; k < n; ++k) {
            CHECK(base[slots[k]] == (double)(wanted[k] + 100 * phase));
            CHECK_OK(bundle_lookup(bundle, member, &wanted[k], &value));
            CHECK(value == (double)(wanted[k] + 100 * phase));
            if (wanted[k] >= lo && wanted[k] <= hi)
                CHECK_INT(wanted[k] - lo, slots[k]);
            else
                CHECK(slots[k] > (bundle_slot_t)(hi - lo) &&
                      slots[k] <= (bundle_slot_t)(hi - lo) + 4);
        }
        for (int64_t k = lo; k <= hi; ++k) /* in place, after the exchange has ended everywhere */
            ((double *)mine)[k - lo] += 100;
    }
    if (test_size() > 1) {
        CHECK_STATUS(ASHLAR_ELIMIT, bundle_request(bundle, member, N, index, slots));
        CHECK_CONTAINS(ashlar_error_message(), "ghost cells for 5 elements");
        /* The list has left nothing behind: there is room for one more, and only for that. */
        int64_t more = 0;
        while ((more >= lo && more <= hi) || more % 7 == 0)
            ++more;
        const int64_t next = more + 1 == lo ? hi + 1 : more + 1;
        CHECK_OK(bundle_request(bundle, member, 1, &more, slots));
        CHECK_INT(hi - lo + 1 + 4, slots[0]);
        CHECK_STATUS(ASHLAR_ELIMIT, bundle_request(bundle, member, 1, &next, slots));
        CHECK_OK(bundle_exchange(bundle));
        CHECK_OK(bundle_lookup(bundle, member, &more, &value));
        CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, member, &next, &value));
    } else {
        CHECK_OK(bundle_exchange(bundle));
    }
    const int64_t extent = N;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &extent, "plain", NULL, 0, &plain));
    CHECK_STATUS(ASHLAR_ESHAPE, bundle_add(bundle, plain, BUNDLE_SUM | BUNDLE_IN_PLACE, &member));
    CHECK_OK(ga_destroy(plain));
    end();
}
