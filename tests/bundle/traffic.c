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
    FEW_NODES = 8,          /* up to these each rank sends to each other node */
    RECORD = 2 * WORD,
    /* A reply has an envelope, and the signal behind it. */
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

/* They agree, by doubling among 2^k nodes, to which the rest sends and listens. */
static void add_verdict(al_traffic_t *sum)
{
    const int64_t nodes = al_node_count();
    int64_t power = 1, rounds = 0;
    for (; 2 * power <= nodes; power *= 2)
        ++rounds;
    traffic_add(sum, power * rounds + 2 * (nodes - power), VERDICT);
}

/* Many nodes add up how many messages each is sent: in each round a word, and a count or more. */
static void add_sums(al_traffic_t *sum, int64_t counts)
{
    const int64_t nodes = al_node_count(), rounds = traffic_doublings(nodes);
    if (nodes <= FEW_NODES)
        return;
    traffic_add(sum, nodes * (rounds - 1), WORD);
    traffic_add(sum, nodes, WORD + counts * WORD);
}

/* New requests take these messages of all ranks to other nodes. */
static void add_requests(al_traffic_t *sum, int n)
{
    for (int node = 0; node < al_node_count(); ++node)
        traffic_add(sum, ga_size() - al_node_size(node),
                    al_node_size(node) * WORD + HEADER_END + RUN + n * WORD);
    add_sums(sum, al_node_count() - 1);
    add_verdict(sum);
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

static int next_node(int node)
{
    return (node + 1) % al_node_count();
}

static void write_to_next(bundle_t *bundle)
{
    const int64_t place[2] = {first_of(next_node(al_node_of(ga_rank()))) * EACH, 0};
    const long long value = 1;
    CHECK_OK(bundle_write(bundle, 0, 1, place, &value));
}

static al_traffic_t barrier(void)
{
    traffic_begin();
    CHECK_OK(al_barrier(al_group_world()));
    return traffic_end();
}

/* Each rank writes to the next node: on many nodes it sends to no other, whatever their number. */
static void check_writes(bundle_t *bundle)
{
    al_traffic_t expected = {0, 0, 0, 0}, found, less;
    const int nodes = al_node_count();

    CHECK_OK(bundle_exchange(bundle));
    less = exchange(bundle);
    for (int round = 0; round < 2; ++round) {
        write_to_next(bundle);
        CHECK_OK(al_barrier(al_group_world()));
        found = exchange(bundle);
    }
    found = traffic_difference(&found, &less);
    less = barrier();
    found = traffic_difference(&found, &less);
    for (int rank = 0; rank < ga_size() && nodes > 1; ++rank)
        for (int node = 0; node < nodes; ++node) {
            const int is_next = node == next_node(al_node_of(rank));
            if (node != al_node_of(rank) && (is_next || nodes <= FEW_NODES))
                traffic_add(&expected, 1,
                            al_node_size(node) * WORD + HEADER_END + (is_next ? RECORD : 0));
        }
    add_sums(&expected, 1);
    if (nodes > FEW_NODES)
        add_verdict(&expected);
    traffic_check("writes", &expected, &found);
}

TEST_CASE(traffic, TEST_GA)
{
    ga_t g;

    if (!traffic_is_exact())
        return;
    REQUIRE_OK(ga_create(ASHLAR_LLONG, EACH * ga_size(), 1, "vector", EACH, 1, &g));
    CHECK_OK(ga_zero(g));
    bundle_t *near = create_bundle(g), *far = create_bundle(g), *writes = create_bundle(g);
    check_exchanges(near, far);
    check_writes(writes);
    CHECK_OK(bundle_free(writes));
    CHECK_OK(bundle_free(far));
    CHECK_OK(bundle_free(near));
    CHECK_OK(ga_destroy(g));
}
