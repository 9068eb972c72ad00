/* Counting calls, bytes and time. Counts are relaxed atomics, as threads may count at once. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_stats.h"
#include "ga/src/dist/ga_pieces.h"

static const char *const names[GA_STATS_COUNT] = {
#define STATS_NAME(id, name) name,
    GA_STATS_TABLE(STATS_NAME)
#undef STATS_NAME
};

/* The sums of this thread when the call began. */
static _Thread_local al_sent_t sent_before;

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double gai_stats_begin_call(void)
{
    sent_before = ali_sent_here;
    return clock_now();
}

static void add(_Atomic int64_t *counter, int64_t value)
{
    atomic_fetch_add_explicit(counter, value, memory_order_relaxed);
}

/* Where a block of the array is, seen from here. */
static _Atomic int64_t *place_counter(gai_counters_t *count, const gai_array_t *array, int rank)
{
    if (rank == array->rank)
        return &count->own;
    return ali_slice_is_here(array->segment, rank) ? &count->node : &count->remote;
}

/* Split the bytes of a patch by where its blocks are. */
void gai_stats_patch(ga_stats_call call, const gai_array_t *array, const int64_t *lo,
                     const int64_t *hi)
{
    int ndim = array->dist.ndim;
    gai_blocks_t blocks;
    gai_blocks_begin(&array->dist, ndim, lo, hi, &blocks);
    do {
        gai_block_t block;
        int64_t from[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM];
        gai_block_at(&array->dist, blocks.at, &block);
        gai_intersect(ndim, &block, lo, hi, from, to);
        add(place_counter(&gai_context.counters[call], array, block.rank),
            gai_elements(ndim, from, to) * (int64_t)array->element);
    } while (gai_blocks_next(&blocks, ndim));
}

void gai_stats_element(ga_stats_call call, const gai_array_t *array, int rank)
{
    add(place_counter(&gai_context.counters[call], array, rank), (int64_t)array->element);
}

void gai_stats_call(ga_stats_call call, double begin)
{
    if (begin == 0) /* counting began inside the call */
        return;
    gai_counters_t *count = &gai_context.counters[call];
    add(&count->calls, 1);
    add(&count->nanoseconds, (int64_t)(1e9 * (clock_now() - begin)));
    add(&count->messages, ali_sent_here.messages - sent_before.messages);
    add(&count->message_bytes, ali_sent_here.bytes - sent_before.bytes);
}

int gai_stats_start(void)
{
    return ga_stats_enable(ali_context.env.info == AL_INFO_STATS ||
                           ali_context.env.info == AL_INFO_TRAFFIC);
}

int ga_stats_enable(int on)
{
    AL_TRY(gai_check_started(__func__));
    if (on)
        memset(gai_context.counters, 0, sizeof gai_context.counters);
    gai_context.counts_calls = on != 0;
    return ASHLAR_OK;
}

int ga_stats(ga_stats_call call, ga_stats_t *stats)
{
    AL_TRY(gai_check_started(__func__));
    if ((unsigned)call >= GA_STATS_COUNT || !stats)
        return AL_FAIL(ASHLAR_EARG, "%s: %s", __func__,
                       stats ? "no such kind of call" : "the result is NULL");
    const gai_counters_t *count = &gai_context.counters[call];
    *stats = (ga_stats_t){.calls = count->calls,
                          .bytes_own = count->own,
                          .bytes_node = count->node,
                          .bytes_remote = count->remote,
                          .messages = count->messages,
                          .message_bytes = count->message_bytes,
                          .seconds = 1e-9 * (double)count->nanoseconds};
    return ASHLAR_OK;
}

int ga_stats_print(FILE *stream)
{
    GAI_COLLECTIVE(ga_stats_print, stream);
    AL_TRY(gai_check_started(__func__));
    long long sums[GA_STATS_COUNT][5];
    for (int call = 0; call < GA_STATS_COUNT; ++call) {
        const gai_counters_t *count = &gai_context.counters[call];
        const long long mine[5] = {count->calls, count->own, count->node, count->remote,
                                   count->nanoseconds};
        memcpy(sums[call], mine, sizeof mine);
    }
    AL_TRY(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, sums, GA_STATS_COUNT * 5));
    if (al_rank() != 0)
        return ASHLAR_OK;
    if (!stream)
        return gai_bad_argument(__func__, "the stream of rank 0");
    fprintf(stream, "%-16s %12s %14s %14s %14s %10s\n", "call", "calls", "bytes own", "bytes node",
            "bytes remote", "seconds");
    for (int call = 0; call < GA_STATS_COUNT; ++call)
        if (sums[call][0])
            fprintf(stream, "%-16s %12lld %14lld %14lld %14lld %10.3f\n", names[call],
                    sums[call][0], sums[call][1], sums[call][2], sums[call][3],
                    1e-9 * (double)sums[call][4]);
    return ASHLAR_OK;
}

/* My messages and bytes: of each kind of call, of other calls, answers. */
enum { OTHERS = GA_STATS_COUNT, ANSWERS, TRAFFIC_ROWS };

static int count_traffic(long long rows[TRAFFIC_ROWS][2])
{
    al_traffic_t traffic;
    AL_TRY(al_traffic(&traffic));
    rows[OTHERS][0] = traffic.messages;
    rows[OTHERS][1] = traffic.bytes;
    rows[ANSWERS][0] = traffic.answers;
    rows[ANSWERS][1] = traffic.answer_bytes;
    for (int call = 0; call < GA_STATS_COUNT; ++call) {
        rows[call][0] = gai_context.counters[call].messages;
        rows[call][1] = gai_context.counters[call].message_bytes;
        rows[OTHERS][0] -= rows[call][0];
        rows[OTHERS][1] -= rows[call][1];
    }
    return ASHLAR_OK;
}

int ga_traffic_print(FILE *stream)
{
    GAI_COLLECTIVE(ga_traffic_print, stream);
    AL_TRY(gai_check_started(__func__));
    long long rows[TRAFFIC_ROWS][2], sum[2] = {0, 0};
    AL_TRY(count_traffic(rows));
    AL_TRY(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, rows, TRAFFIC_ROWS * 2));
    if (al_rank() != 0)
        return ASHLAR_OK;
    if (!stream)
        return gai_bad_argument(__func__, "the stream of rank 0");
    fprintf(stream, "%-16s %14s %16s\n", "between nodes", "messages", "bytes");
    for (int row = 0; row < TRAFFIC_ROWS; ++row) {
        const char *name = row == OTHERS ? "other calls" : row == ANSWERS ? "answers" : names[row];
        if (rows[row][0])
            fprintf(stream, "%-16s %14lld %16lld\n", name, rows[row][0], rows[row][1]);
        sum[0] += rows[row][0];
        sum[1] += rows[row][1];
    }
    fprintf(stream, "%-16s %14lld %16lld\n", "sum", sum[0], sum[1]);
    return ASHLAR_OK;
}
