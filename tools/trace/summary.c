/* `summary`: where calls, bytes and time went, and who waited where. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/trace/show.h"

enum { BINS = 48, HOTTEST = 10 };

static void print_head(FILE *out, const char *what)
{
    fprintf(out, "\n%-28s %10s %12s %12s %12s %6s\n", what, "calls", "bytes", "time", "waiting",
            "");
}

static void print_row(FILE *out, const char *name, const tally_t *tally)
{
    char bytes[16], time[16], waited[16];
    fprintf(out, "%-28s %10" PRId64 " %12s %12s %12s %5.1f%%\n", name, tally->calls,
            format_bytes(bytes, tally->bytes), format_time(time, tally->time),
            format_time(waited, tally->waited),
            tally->time ? 100 * (double)tally->waited / (double)tally->time : 0);
}

/* Numbers of tallies that are not empty, those with the most time first. */
static const tally_t *sorted_by;
static int compare_times(const void *a, const void *b)
{
    const int64_t first = sorted_by[*(const int *)a].time, second = sorted_by[*(const int *)b].time;
    return (first < second) - (first > second);
}

static int *sort_tallies(const tally_t *tallies, int n, int *count)
{
    int *order = trace_memory(NULL, (size_t)n * sizeof *order);
    *count = 0;
    for (int k = 0; k < n; ++k)
        if (tallies[k].calls)
            order[(*count)++] = k;
    sorted_by = tallies;
    qsort(order, (size_t)*count, sizeof *order, compare_times);
    return order;
}

static void print_title(FILE *out, const trace_t *trace)
{
    char time[16], date[32] = "";
    const time_t seconds = (time_t)(trace->date / 1000000000);
    struct tm day;
    if (localtime_r(&seconds, &day))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", &day);
    fprintf(out, "%s, %s: %d of %d ranks on %d nodes, %s, %" PRId64 " calls\n", trace->program,
            date, trace->files, trace->ranks, trace->nodes, format_time(time, trace->end),
            trace->events);
    for (int k = 0; k < trace->notes; ++k)
        fprintf(out, "note: %s\n", trace->note[k]);
}

static void print_calls(FILE *out, const trace_t *trace, const tallies_t *tallies)
{
    int count;
    int *order = sort_tallies(tallies->call, trace->calls, &count);
    print_head(out, "call");
    for (int k = 0; k < count; ++k)
        print_row(out, trace->call[order[k]].name, &tallies->call[order[k]]);
    print_row(out, "all", &tallies->total);
    free(order);
    print_head(out, "kind");
    for (int k = 0; k < TRACE_KINDS; ++k)
        if (tallies->kind[k].calls)
            print_row(out, trace_kind_names[k], &tallies->kind[k]);
}

/* Time in calls, time outside, and when the last transfer or task ended. */
static void print_ranks(FILE *out, const trace_t *trace, const tallies_t *tallies)
{
    double most = 0, sum = 0;
    fprintf(out, "\n%-6s %10s %12s %12s %12s %12s %12s\n", "rank", "calls", "bytes", "in calls",
            "waiting", "outside", "last task at");
    for (int rank = 0; rank < trace->ranks; ++rank) {
        const tally_t *tally = &tallies->rank[rank];
        char bytes[16], time[16], waited[16], outside[16], late[16];
        if (!trace->has_rank[rank])
            continue;
        const int64_t rest = trace->end > tally->time ? trace->end - tally->time : 0;
        sum += (double)rest;
        most = (double)rest > most ? (double)rest : most;
        fprintf(out, "%-6d %10" PRId64 " %12s %12s %12s %12s %12s\n", rank, tally->calls,
                format_bytes(bytes, tally->bytes), format_time(time, tally->time),
                format_time(waited, tally->waited), format_time(outside, rest),
                format_time(late, tallies->late[rank]));
    }
    fprintf(out,
            "load balance: the busiest rank is outside of calls %.3f times as long as the mean\n",
            sum > 0 ? most * trace->files / sum : 1);
}

static const char *describe_object(char text[160], const trace_object_t *object)
{
    size_t at = (size_t)snprintf(text, 160, "%.24s (%.12s", object->name, object->type);
    for (int d = 0; d < object->ndim && at < 130; ++d)
        at += (size_t)snprintf(text + at, 160 - at, "%s%" PRId64, d ? "x" : " ", object->dims[d]);
    snprintf(text + at, 160 - at, ")");
    return text;
}

static bool are_of_one_kind(const trace_object_t *a, const trace_object_t *b)
{
    return strcmp(a->name, b->name) == 0 && a->kind == b->kind && a->ndim == b->ndim &&
           memcmp(a->dims, b->dims, sizeof a->dims) == 0;
}

/* Tallies of objects, those of the same name and dimensions together in that of the first. */
static tally_t *join_objects(const trace_t *trace, const tallies_t *tallies)
{
    tally_t *joined = trace_memory(NULL, (size_t)trace->objects * sizeof *joined);
    for (int k = 0; k < trace->objects; ++k) {
        const tally_t *mine = &tallies->object[k];
        int first = 0;
        while (!are_of_one_kind(&trace->object[first], &trace->object[k]))
            ++first;
        if (first == k) {
            joined[k] = *mine;
            continue;
        }
        joined[first].calls += mine->calls;
        joined[first].bytes += mine->bytes;
        joined[first].time += mine->time;
        joined[first].waited += mine->waited;
        joined[first].overlaps += mine->overlaps;
        joined[k].calls = 0;
    }
    return joined;
}

static void print_objects(FILE *out, const trace_t *trace, const tallies_t *tallies)
{
    enum { MOST = 30 };
    int count;
    tally_t *joined = join_objects(trace, tallies);
    int *order = sort_tallies(joined, trace->objects, &count);
    if (count)
        fprintf(out, "\n%-44s %10s %12s %12s %12s %10s\n", "transfers of", "calls", "bytes", "time",
                "waiting", "overlaps");
    for (int k = 0; k < count && k < MOST; ++k) {
        const tally_t *tally = &joined[order[k]];
        char name[160], bytes[16], time[16], waited[16];
        fprintf(out, "%-44s %10" PRId64 " %12s %12s %12s %10" PRId64 "\n",
                describe_object(name, &trace->object[order[k]]), tally->calls,
                format_bytes(bytes, tally->bytes), format_time(time, tally->time),
                format_time(waited, tally->waited), tally->overlaps);
    }
    if (count > MOST)
        fprintf(out, "and %d others with less time\n", count - MOST);
    free(order);
    free(joined);
}

/* ---- the hottest patches --------------------------------------------------------------------- */

typedef struct spot {
    int object, row, column;
    double waited, overlaps, accesses;
} spot_t;

static bool is_hotter(const spot_t *a, const spot_t *b)
{
    if (a->waited > b->waited || a->waited < b->waited)
        return a->waited > b->waited;
    return a->overlaps > b->overlaps;
}

static void insert_spot(spot_t *spots, const spot_t *spot)
{
    int k = HOTTEST;
    while (k > 0 && is_hotter(spot, &spots[k - 1])) {
        if (k < HOTTEST)
            spots[k] = spots[k - 1];
        --k;
    }
    if (k < HOTTEST)
        spots[k] = *spot;
}

static void find_spots(const tallies_t *tallies, int object, spot_t *spots)
{
    const map_t *map = &tallies->map[object];
    for (int row = 0; map->layer[0] && row < map->rows; ++row)
        for (int column = 0; column < map->columns; ++column)
            insert_spot(spots, &(spot_t){object, row, column, map_at(map, MAP_WAITED, row, column),
                                         map_at(map, MAP_OVERLAPS, row, column),
                                         map_at(map, MAP_ACCESSES, row, column)});
}

static void print_spots(FILE *out, const trace_t *trace, const tallies_t *tallies)
{
    spot_t spots[HOTTEST] = {{0}};
    for (int k = 0; k < trace->objects; ++k)
        find_spots(tallies, k, spots);
    if (spots[0].waited < 1 && spots[0].overlaps < 1)
        return;
    fprintf(out, "\n%-24s %20s %20s %12s %10s %10s\n", "hottest patches", "rows", "columns",
            "waiting", "overlaps", "accesses");
    for (int k = 0; k < HOTTEST && (spots[k].waited >= 1 || spots[k].overlaps >= 1); ++k) {
        const map_t *map = &tallies->map[spots[k].object];
        int64_t rows[2], columns[2];
        char waited[16], text[2][48];
        map_range(map, 0, spots[k].row, rows);
        map_range(map, 1, spots[k].column, columns);
        snprintf(text[0], sizeof text[0], "%" PRId64 ":%" PRId64, rows[0], rows[1]);
        snprintf(text[1], sizeof text[1], "%" PRId64 ":%" PRId64, columns[0], columns[1]);
        fprintf(out, "%-24.24s %20s %20s %12s %10.0f %10.0f\n", trace->object[spots[k].object].name,
                text[0], text[1], format_time(waited, (int64_t)spots[k].waited), spots[k].overlaps,
                spots[k].accesses);
    }
}

static void print_composite(FILE *out, const trace_t *trace, const tallies_t *tallies)
{
    char name[160];
    const int object = choose_object(trace, tallies, NULL);
    if (object < 0) /* nothing is transferred */
        return;
    const int layer = choose_layer(tallies, object, NULL);
    fprintf(out, "\n%s of the whole run, by index, in %s:\n", map_layer_names[layer],
            describe_object(name, &trace->object[object]));
    print_map(out, &tallies->map[object], layer);
}

void show_summary(trace_t *trace, const trace_options_t *options)
{
    tallies_t *tallies = tallies_of(trace, BINS);
    FILE *out = open_output(options);
    print_title(out, trace);
    print_calls(out, trace, tallies);
    print_ranks(out, trace, tallies);
    print_objects(out, trace, tallies);
    print_spots(out, trace, tallies);
    print_composite(out, trace, tallies);
    close_output(out, options);
}
