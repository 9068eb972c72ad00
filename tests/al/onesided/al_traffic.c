/* Messages between nodes are counted to the message and the byte. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am_wire.h"
#include "harness/harness.h"

enum { BATCH = sizeof(am_batch_t), RECORD = sizeof(am_record_t), LARGE = 600000 };

/* A call that a fence completes sends this, and its target answers that. */
typedef struct model {
    const char *what;
    int (*call)(al_segment_t *segment, int rank);
    al_traffic_t am, rma;
} model_t;

static char memory[LARGE];

static int put_8(al_segment_t *segment, int rank)
{
    return al_put(segment, rank, 8, memory, 8);
}
static int get_8(al_segment_t *segment, int rank)
{
    return al_get(segment, rank, 8, memory, 8);
}
static int acc_16(al_segment_t *segment, int rank)
{
    const double alpha = 2;
    return al_acc(segment, rank, 8, ASHLAR_DOUBLE, &alpha, memory, 16);
}
static int fetch_add(al_segment_t *segment, int rank)
{
    int64_t old;
    return al_fetch_add(segment, rank, 8, ASHLAR_LLONG, 1, &old);
}
static int two_puts(al_segment_t *segment, int rank)
{
    int status = al_put(segment, rank, 8, memory, 8);
    return status ? status : al_put(segment, rank, 16, memory, 8);
}
static int put_large(al_segment_t *segment, int rank)
{
    return al_put(segment, rank, 0, memory, LARGE);
}
static int get_large(al_segment_t *segment, int rank)
{
    return al_get(segment, rank, 0, memory, LARGE);
}
static int nothing(al_segment_t *segment, int rank)
{
    (void)segment, (void)rank;
    return ASHLAR_OK;
}

/* A fence asks for an acknowledgement in the batch of what it waits for, or in one of its own.
 * Large transfers go in fragments, each a message behind a batch of its own. */
enum {
    FRAGMENTS = (LARGE + AM_FRAGMENT - 1) / AM_FRAGMENT,
    ACK = BATCH + RECORD,
    ALPHA = 16,
    OPERANDS = 16
};
static const model_t models[] = {
    {"nothing", nothing, {0, 0, 0, 0}, {0, 0, 0, 0}},
    {"put of 8 bytes", put_8, {1, ACK + RECORD + 8, 1, 0}, {1, 8, 0, 0}},
    {"two puts", two_puts, {1, ACK + 2 * (RECORD + 8), 1, 0}, {2, 16, 0, 0}},
    {"get of 8 bytes", get_8, {1, BATCH + RECORD, 1, 8}, {1, 8, 0, 0}},
    {"acc of two doubles", acc_16, {1, ACK + RECORD + ALPHA + 16, 1, 0}, {1, 16, 0, 0}},
    {"fetch and add", fetch_add, {1, BATCH + RECORD + OPERANDS, 1, 8}, {1, 8, 0, 0}},
    {"put of 600,000 bytes",
     put_large,
     {2 * FRAGMENTS + 1, FRAGMENTS *ACK + LARGE + ACK, 1, 0},
     {1, LARGE, 0, 0}},
    {"get of 600,000 bytes",
     get_large,
     {FRAGMENTS, FRAGMENTS *ACK, FRAGMENTS, LARGE},
     {1, LARGE, 0, 0}},
};
enum { MODELS = sizeof models / sizeof *models };

static al_traffic_t traffic_now(void)
{
    al_traffic_t traffic;
    CHECK_OK(al_traffic(&traffic));
    return traffic;
}

/* Rank 0 calls, the last rank is asked; what barriers send is between the counts. */
static void count_call(const model_t *model, al_segment_t *segment, const al_traffic_t *expected)
{
    const int last = al_size() - 1;
    CHECK_OK(al_barrier(al_group_world()));
    al_traffic_t before = traffic_now(), after;
    CHECK_OK(al_barrier(al_group_world()));
    if (al_rank() == 0) {
        before = traffic_now();
        CHECK_OK(model->call(segment, last));
        CHECK_OK(al_fence(last));
        after = traffic_now();
        if (after.messages - before.messages != expected->messages ||
            after.bytes - before.bytes != expected->bytes)
            test_fail(__FILE__, __LINE__, "%s: %lld messages of %lld bytes, not %lld of %lld",
                      model->what, (long long)(after.messages - before.messages),
                      (long long)(after.bytes - before.bytes), (long long)expected->messages,
                      (long long)expected->bytes);
        CHECK_INT(before.answers, after.answers);
    }
    CHECK_OK(al_barrier(al_group_world()));
    after = traffic_now(); /* any rank of the node may have answered */
    int64_t answers[2] = {after.answers - before.answers, after.answer_bytes - before.answer_bytes};
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, answers, 2));
    if (al_rank() == 0 && (answers[0] != expected->answers || answers[1] != expected->answer_bytes))
        test_fail(__FILE__, __LINE__, "%s: %lld answers of %lld bytes, not %lld of %lld",
                  model->what, (long long)answers[0], (long long)answers[1],
                  (long long)expected->answers, (long long)expected->answer_bytes);
}

TEST_CASE(traffic_exact, TEST_AL)
{
    static const al_traffic_t none;
    const char *engine = getenv("ASHLAR_TRANSPORT");
    const int is_near = al_node_of(al_size() - 1) == al_node_of(0);
    al_segment_t *segment;

    if (engine && strcmp(engine, "am") != 0 && strcmp(engine, "rma") != 0) {
        test_skip("which of two engines carries what is not said");
        return;
    }
    REQUIRE_OK(al_segment_create(al_group_world(), LARGE, &segment));
    for (int k = 0; k < MODELS; ++k)
        count_call(&models[k], segment,
                   is_near                      ? &none
                   : engine && engine[0] == 'r' ? &models[k].rma
                                                : &models[k].am);
    CHECK_STATUS(ASHLAR_EARG, al_traffic(NULL));
    CHECK_OK(al_segment_free(segment));
}

/* In a barrier of few nodes each sends a message to each other. More nodes add up in rounds what
 * they have sent and, if that is anything, wait for each other in as many rounds. */
static void check_barrier(const al_traffic_t *sent, bool is_idle)
{
    enum { FEW = 8 };
    const int nodes = al_node_count();
    int rounds = 0;
    while (1 << rounds < nodes)
        ++rounds;
    if (nodes <= FEW) {
        CHECK(sent->messages <= nodes - 1);
        return;
    }
    CHECK_INT(is_idle ? rounds : 2 * rounds, sent->messages);
    CHECK(sent->bytes <= 8 * (rounds + nodes - 1));
    CHECK(!is_idle || sent->bytes == 8 * rounds);
}

/* A barrier, behind a put of each rank to the one so far ahead. */
static void count_barrier(al_segment_t *segment, int distance)
{
    const int size = al_size();
    CHECK_OK(al_barrier(al_group_world()));
    if (distance)
        CHECK_OK(al_put(segment, (al_rank() + distance) % size, 0, memory, 8));
    const al_traffic_t before = traffic_now();
    CHECK_OK(al_barrier(al_group_world()));
    const al_traffic_t after = traffic_now();
    /* The first rank of a node has sent all that there is. */
    int is_first = 1;
    for (int r = 0; r < al_rank(); ++r)
        is_first &= al_node_of(r) != al_node_of(al_rank());
    const al_traffic_t sent = {.messages = after.messages - before.messages,
                               .bytes = after.bytes - before.bytes};
    if (is_first)
        check_barrier(&sent, distance == 0);
    else
        CHECK_INT(0, sent.messages);
}

TEST_CASE(traffic_sync, TEST_AL)
{
    const char *engine = getenv("ASHLAR_TRANSPORT");
    al_segment_t *segment;

    if (engine && strcmp(engine, "am") != 0) {
        test_skip("other engines ask");
        return;
    }
    if (getenv("ASHLAR_CHECK")) {
        test_skip("calls are compared first, which takes messages");
        return;
    }
    REQUIRE_OK(al_segment_create(al_group_world(), LARGE, &segment));
    for (int distance = 0; distance < al_size(); distance += 1 + distance / 2)
        count_barrier(segment, distance);
    CHECK_OK(al_segment_free(segment));
}
