/* Counting calls, bytes and time. Counts are relaxed atomics, as threads may count at once. */
#include <inttypes.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_stats.h"

static const char *const names[GA_STATS_COUNT] = {
#define STATS_NAME(id, name) name,
    GA_STATS_TABLE(STATS_NAME)
#undef STATS_NAME
};

static void add(_Atomic int64_t *counter, int64_t value)
{
    if (value)
        atomic_fetch_add_explicit(counter, value, memory_order_relaxed);
}

/* The row of a kind of event; GA_STATS_COUNT: it has none. */
static ga_stats_call row_of(const al_event_t *event)
{
    static const ga_stats_call rows[] = {
        [AL_EVENT_PUT] = GA_STATS_PUT,         [AL_EVENT_GET] = GA_STATS_GET,
        [AL_EVENT_ACC] = GA_STATS_ACC,         [AL_EVENT_GATHER] = GA_STATS_GATHER,
        [AL_EVENT_SCATTER] = GA_STATS_SCATTER, [AL_EVENT_SCATTER_ACC] = GA_STATS_SCATTER_ACC,
        [AL_EVENT_RMW] = GA_STATS_RMW};
    const char *name = ali_event_calls[event->call].name;
    if (event->kind <= AL_EVENT_RMW)
        return event->operand[0].kind == AL_ARRAY ? rows[event->kind] : GA_STATS_COUNT;
    return strcmp(name, "ga_sync") == 0 || strcmp(name, "ga_group_sync") == 0 ? GA_STATS_SYNC
                                                                              : GA_STATS_COUNT;
}

/* The bin of a size or a time: 0 for 0, k for 2^(k-1) to 2^k - 1. */
static int bin_of(int64_t value)
{
    const int bin = value > 0 ? 64 - __builtin_clzll((unsigned long long)value) : 0;
    return bin < GA_STATS_BINS ? bin : GA_STATS_BINS - 1;
}

/* A transfer that moves nothing does not count. */
static void count_event(const al_event_t *event, const al_targets_t *targets, uint64_t ticks)
{
    const ga_stats_call row = row_of(event);
    if (row == GA_STATS_COUNT || (row != GA_STATS_SYNC && targets->count == 0))
        return;
    gai_counters_t *count = &gai_context.counters[row];
    const int64_t nanoseconds = ali_ticks_to_nanoseconds(ticks);
    add(&count->calls, 1);
    add(&count->own, targets->own);
    add(&count->node, targets->node);
    add(&count->remote, targets->remote);
    add(&count->nanoseconds, nanoseconds);
    add(&count->waited, ali_ticks_to_nanoseconds(event->waited));
    add(&count->messages, event->sent.messages);
    add(&count->message_bytes, event->sent.bytes);
    add(&count->sizes[bin_of(targets->own + targets->node + targets->remote)], 1);
    add(&count->times[bin_of(nanoseconds)], 1);
}

void gai_stats_count(ga_stats_call call, uint64_t began)
{
    if (!(ali_watched & AL_COUNTS))
        return;
    gai_counters_t *count = &gai_context.counters[call];
    const int64_t nanoseconds = ali_ticks_to_nanoseconds(ali_ticks() - began);
    add(&count->calls, 1);
    add(&count->nanoseconds, nanoseconds);
    add(&count->sizes[bin_of(0)], 1);
    add(&count->times[bin_of(nanoseconds)], 1);
}

int gai_stats_start(void)
{
    return ga_stats_enable(ali_context.env.info == AL_INFO_STATS ||
                           ali_context.env.info == AL_INFO_TRAFFIC);
}

int ga_stats_enable(int on)
{
    AL_TRY(gai_check_started(__func__));
    ali_watched &= ~AL_COUNTS;
    if (!on)
        return ASHLAR_OK;
    memset(gai_context.counters, 0, sizeof gai_context.counters);
    ali_ticks_start(); /* takes a millisecond */
    ali_count_event = count_event;
    ali_watched |= AL_COUNTS;
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
                          .seconds = 1e-9 * (double)count->nanoseconds,
                          .seconds_waited = 1e-9 * (double)count->waited};
    for (int bin = 0; bin < GA_STATS_BINS; ++bin) {
        stats->sizes[bin] = count->sizes[bin];
        stats->times[bin] = count->times[bin];
    }
    return ASHLAR_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* The counters of a call, summed over the world. Collective. */
enum {
    CALLS,
    OWN,
    NODE,
    REMOTE,
    NANOSECONDS,
    WAITED,
    MESSAGES,
    MESSAGE_BYTES,
    SIZES,
    TIMES = SIZES + GA_STATS_BINS,
    NUMBERS = TIMES + GA_STATS_BINS
};

static int sum_counters(long long sums[GA_STATS_COUNT][NUMBERS])
{
    for (int call = 0; call < GA_STATS_COUNT; ++call) {
        const gai_counters_t *count = &gai_context.counters[call];
        const long long mine[SIZES] = {count->calls,    count->own,          count->node,
                                       count->remote,   count->nanoseconds,  count->waited,
                                       count->messages, count->message_bytes};
        memcpy(sums[call], mine, sizeof mine);
        for (int bin = 0; bin < GA_STATS_BINS; ++bin) {
            sums[call][SIZES + bin] = count->sizes[bin];
            sums[call][TIMES + bin] = count->times[bin];
        }
    }
    return al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, sums[0],
                        (size_t)GA_STATS_COUNT * NUMBERS);
}

int ga_stats_print(FILE *stream)
{
    GAI_COLLECTIVE(ga_stats_print, stream);
    AL_TRY(gai_check_started(__func__));
    long long sums[GA_STATS_COUNT][NUMBERS];
    AL_TRY(sum_counters(sums));
    if (al_rank() != 0)
        return ASHLAR_OK;
    if (!stream)
        return gai_bad_argument(__func__, "the stream of rank 0");
    fprintf(stream, "%-16s %12s %14s %14s %14s %10s\n", "call", "calls", "bytes own", "bytes node",
            "bytes remote", "seconds");
    for (int call = 0; call < GA_STATS_COUNT; ++call)
        if (sums[call][CALLS])
            fprintf(stream, "%-16s %12lld %14lld %14lld %14lld %10.3f\n", names[call],
                    sums[call][CALLS], sums[call][OWN], sums[call][NODE], sums[call][REMOTE],
                    1e-9 * (double)sums[call][NANOSECONDS]);
    return ASHLAR_OK;
}

/* The bins up to the last that is not 0. */
static void print_bins(FILE *stream, const char *name, const long long *bins)
{
    int count = GA_STATS_BINS;
    while (count > 0 && !bins[count - 1])
        --count;
    fprintf(stream, ", \"%s\": [", name);
    for (int bin = 0; bin < count; ++bin)
        fprintf(stream, "%s%lld", bin ? ", " : "", bins[bin]);
    fprintf(stream, "]");
}

int ga_stats_print_json(FILE *stream)
{
    GAI_COLLECTIVE(ga_stats_print_json, stream);
    AL_TRY(gai_check_started(__func__));
    long long sums[GA_STATS_COUNT][NUMBERS];
    AL_TRY(sum_counters(sums));
    if (al_rank() != 0)
        return ASHLAR_OK;
    if (!stream)
        return gai_bad_argument(__func__, "the stream of rank 0");
    fprintf(stream, "{\"ranks\": %d, \"calls\": [", al_size());
    const char *before = "\n";
    for (int call = 0; call < GA_STATS_COUNT; ++call) {
        const long long *sum = sums[call];
        if (!sum[CALLS])
            continue;
        fprintf(stream,
                "%s  {\"call\": \"%s\", \"calls\": %lld, \"bytes_own\": %lld, "
                "\"bytes_node\": %lld, \"bytes_remote\": %lld, \"messages\": %lld, "
                "\"message_bytes\": %lld, \"seconds\": %.9f, \"seconds_waited\": %.9f",
                before, names[call], sum[CALLS], sum[OWN], sum[NODE], sum[REMOTE], sum[MESSAGES],
                sum[MESSAGE_BYTES], 1e-9 * (double)sum[NANOSECONDS], 1e-9 * (double)sum[WAITED]);
        print_bins(stream, "sizes", sum + SIZES);
        print_bins(stream, "nanoseconds", sum + TIMES);
        fprintf(stream, "}");
        before = ",\n";
    }
    fprintf(stream, "\n]}\n");
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
