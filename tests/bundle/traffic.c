/* Messages between nodes of an exchange, to the byte. */
#include <stdlib.h>

#include <ashlar/bundle.h>
#include <ashlar/ga.h>

#include "armci-lite/src/engine/am/al_am_wire.h"
#include "harness/harness.h"
#include "harness/traffic.h"

enum {
    WORD = sizeof(int64_t), /* an element, its offset, a position in a header */
    EACH = 20,              /* elements of a rank */
    FIRST = 3,              /* and of these, what each rank requests of a rank of each node: */
    MORE = 2,               /* at first, and later */
    /* A message and the signal behind it. */
    ENVELOPE = sizeof(am_batch_t) + 2 * sizeof(am_record_t) + 2 * WORD,
    HEADER_END = 4 * WORD,
    RUN = WORD,
    VERDICT = 2 * WORD
};

static int first_of(int node)
{
    int rank = 0;

    while (al_node_of(rank) != node)
        ++rank;
    return rank;
}

/* Elements from..from + n - 1 of a rank. */
static void request_of(bundle_t *bundle, int rank, int from, int n)
{
    for (int k = 0; k < n; ++k) {
        const int64_t place[2] = {rank * EACH + from + k, 0};
        bundle_slot_t slot;
        CHECK_OK(bundle_request(bundle, 0, 1, place, &slot));
    }
}

static void request_far(bundle_t *bundle, int from, int n)
{
    for (int node = 0; node < al_node_count(); ++node)
        if (node != al_node_of(ga_rank()))
            request_of(bundle, first_of(node), from, n);
}

static bundle_t *create_bundle(ga_t g)
{
    bundle_t *bundle = NULL;
    int member = -1;

    CHECK_OK(bundle_create(GA_GROUP_WORLD, &bundle));
    CHECK_OK(bundle_set_mode(bundle, BUNDLE_AT_ONCE));
    CHECK_OK(bundle_add(bundle, g, BUNDLE_ANY, &member));
    CHECK_INT(0, member);
    request_of(bundle, ga_rank(), 0, 1);
    return bundle;
}

static al_traffic_t exchange(bundle_t *bundle)
{
    traffic_begin();
    CHECK_OK(bundle_exchange(bundle));
    return traffic_end();
}

/* New requests take these messages of all ranks to other nodes. */
static void add_requests(al_traffic_t *sum, int n)
{
    const int64_t others = al_node_count() - 1;

    for (int node = 0; node < al_node_count(); ++node)
        traffic_add(sum, ga_size() - al_node_size(node),
                    ENVELOPE + al_node_size(node) * WORD + HEADER_END + RUN + n * WORD);
    /* Then they agree, by doubling among 2^k nodes, to which the rest sends and listens. */
    int64_t power = 1, rounds = 0;
    for (; 2 * power <= others + 1; power *= 2)
        ++rounds;
    traffic_add(sum, power * rounds + 2 * (others + 1 - power), VERDICT);
}

static void add_replies(al_traffic_t *sum, int n)
{
    traffic_add(sum, (al_node_count() - 1) * ga_size(), ENVELOPE + n * WORD);
}

/* Besides what an exchange sends that brings nothing from other nodes: a frozen one sends each rank
 * one message from each node that it asked, one with new requests sends these to each node too. */
static void check_exchanges(bundle_t *near, bundle_t *far)
{
    al_traffic_t expected = {0, 0, 0, 0}, later = {0, 0, 0, 0}, meetings, found;

    CHECK_OK(bundle_exchange(near));
    meetings = exchange(near);
    request_far(far, 0, FIRST);
    CHECK_OK(bundle_exchange(far));
    found = exchange(far);
    found = traffic_difference(&found, &meetings);
    add_replies(&expected, FIRST);
    traffic_check("frozen", &expected, &found);

    request_far(far, FIRST, MORE);
    found = exchange(far);
    found = traffic_difference(&found, &meetings);
    if (al_node_count() > 1)
        add_requests(&later, MORE);
    add_replies(&later, FIRST + MORE);
    traffic_check("requests", &later, &found);
}

TEST_CASE(traffic, TEST_GA)
{
    ga_t g;

    if (!traffic_is_exact())
        return;
    REQUIRE_OK(ga_create(ASHLAR_LLONG, EACH * ga_size(), 1, "vector", EACH, 1, &g));
    CHECK_OK(ga_zero(g));
    bundle_t *near = create_bundle(g), *far = create_bundle(g);
    check_exchanges(near, far);
    CHECK_OK(bundle_free(far));
    CHECK_OK(bundle_free(near));
    CHECK_OK(ga_destroy(g));
}
