/* Sums and maps. */
#include "tools/trace/tally.h"

#include <stdlib.h>
#include <string.h>

static void *zeros(size_t count, size_t each)
{
    return memset(trace_memory(NULL, count * each), 0, count * each);
}

static map_t make_map(const trace_object_t *object, int bins)
{
    map_t map = {.extent = {1, 1}};
    for (int d = 0; d < 2 && d < object->ndim; ++d)
        map.extent[d] = object->dims[d] > 0 ? object->dims[d] : 1;
    map.rows = (int)(map.extent[0] < bins ? map.extent[0] : bins);
    map.columns = (int)(map.extent[1] < bins ? map.extent[1] : bins);
    return map;
}

tallies_t *tallies_make(const trace_t *trace, int bins)
{
    tallies_t *tallies = zeros(1, sizeof *tallies);
    tallies->call = zeros((size_t)trace->calls, sizeof *tallies->call);
    tallies->rank = zeros((size_t)trace->ranks, sizeof *tallies->rank);
    tallies->late = zeros((size_t)trace->ranks, sizeof *tallies->late);
    tallies->object = zeros((size_t)trace->objects, sizeof *tallies->object);
    tallies->map = zeros((size_t)trace->objects, sizeof *tallies->map);
    tallies->access = zeros((size_t)trace->lanes, sizeof *tallies->access);
    for (int k = 0; k < trace->objects; ++k)
        tallies->map[k] = make_map(&trace->object[k], bins);
    for (int k = 0; k < trace->lanes; ++k)
        tallies->access[k].what.object = -1;
    return tallies;
}

/* ---- maps ------------------------------------------------------------------------------------ */

static int bin_of(const map_t *map, int axis, int64_t index)
{
    const int bins = axis ? map->columns : map->rows;
    if (index < 0)
        return 0;
    if (index >= map->extent[axis])
        return bins - 1;
    return (int)((double)index * bins / (double)map->extent[axis]);
}

bins_t map_bins(const map_t *map, const trace_operand_t *what)
{
    bins_t bins = {{0, map->rows - 1}, {0, map->columns - 1}};
    int *const pair[2] = {bins.row, bins.column};
    for (int d = 0; d < 2 && d < what->ndim; ++d) {
        pair[d][0] = bin_of(map, d, what->lo[d]);
        pair[d][1] = bin_of(map, d, what->hi[d]);
        if (pair[d][1] < pair[d][0])
            pair[d][1] = pair[d][0];
    }
    return bins;
}

void map_range(const map_t *map, int axis, int bin, int64_t range[2])
{
    const int bins = axis ? map->columns : map->rows;
    range[0] = range[1] = (int64_t)((double)bin * (double)map->extent[axis] / bins);
    while (bin_of(map, axis, range[0]) < bin)
        range[1] = ++range[0];
    while (range[1] + 1 < map->extent[axis] && bin_of(map, axis, range[1] + 1) == bin)
        ++range[1];
}

/* Add a weight to each bin of a rectangle: to four corners, of which sums are made later. */
static void add_weight(map_t *map, int layer, bins_t bins, double weight)
{
    const size_t width = (size_t)map->columns + 1;
    if (map->rows == 0)
        return;
    if (!map->layer[0])
        for (int k = 0; k < MAP_LAYERS; ++k)
            map->layer[k] = zeros(((size_t)map->rows + 1) * width, sizeof(double));
    double *at = map->layer[layer];
    const size_t top = (size_t)bins.row[0] * width, bottom = ((size_t)bins.row[1] + 1) * width;
    at[top + (size_t)bins.column[0]] += weight;
    at[top + (size_t)bins.column[1] + 1] -= weight;
    at[bottom + (size_t)bins.column[0]] -= weight;
    at[bottom + (size_t)bins.column[1] + 1] += weight;
}

void map_finish(map_t *map)
{
    const int width = map->columns + 1;
    for (int k = 0; k < MAP_LAYERS && map->layer[k]; ++k) {
        double *at = map->layer[k];
        for (int row = 0; row <= map->rows; ++row)
            for (int column = 1; column < width; ++column)
                at[row * width + column] += at[row * width + column - 1];
        for (int row = 1; row <= map->rows; ++row)
            for (int column = 0; column < width; ++column)
                at[row * width + column] += at[(row - 1) * width + column];
    }
}

static double area(bins_t bins)
{
    return (double)(bins.row[1] - bins.row[0] + 1) * (double)(bins.column[1] - bins.column[0] + 1);
}

/* An access to a patch: its waiting is spread over the bins, so that their sum is that of all
 * accesses. */
static void add_access(map_t *map, const trace_operand_t *what, double waited, double accesses)
{
    if (map->rows == 0)
        return;
    const bins_t bins = map_bins(map, what);
    if (waited > 0)
        add_weight(map, MAP_WAITED, bins, waited / area(bins));
    add_weight(map, MAP_ACCESSES, bins, accesses);
}

/* ---- overlaps -------------------------------------------------------------------------------- */

/* The part that two patches share. */
static bool intersect(const trace_operand_t *a, const trace_operand_t *b, trace_operand_t *both)
{
    *both = a->ndim ? *a : *b;
    for (int d = 0; d < a->ndim && d < b->ndim; ++d) {
        both->lo[d] = a->lo[d] > b->lo[d] ? a->lo[d] : b->lo[d];
        both->hi[d] = a->hi[d] < b->hi[d] ? a->hi[d] : b->hi[d];
        if (both->hi[d] < both->lo[d])
            return false;
    }
    return true;
}

/* Two accesses overlap: it counts for both. */
static void count_overlap(tallies_t *tallies, int object, const trace_operand_t *where,
                          int64_t *mine, int64_t *other)
{
    map_t *map = &tallies->map[object];
    tallies->object[object].overlaps += 2;
    tallies->total.overlaps += 2;
    if (mine)
        ++*mine;
    if (other)
        ++*other;
    if (map->rows > 0)
        add_weight(map, MAP_OVERLAPS, map_bins(map, where), 2);
}

/* Events come as they begin, so those that an event overlaps began before it. */
static void find_overlaps(tallies_t *tallies, const trace_t *trace, const trace_event_t *event,
                          const trace_operand_t *what, int64_t *overlaps)
{
    const int rank = trace->lane[event->lane].rank;
    const bool has_parts = trace->object[what->object].kind != 0; /* with indices of their own */
    const int target = has_parts && event->targets == 1 ? event->target[0] : -1;
    for (int k = 0; k < trace->lanes; ++k) {
        access_t *other = &tallies->access[k];
        trace_operand_t both;
        if (other->what.object == what->object && other->end > event->begin &&
            other->target == target && trace->lane[k].rank != rank &&
            intersect(what, &other->what, &both))
            count_overlap(tallies, what->object, &both, overlaps, other->overlaps);
    }
    tallies->access[event->lane] =
        (access_t){event->begin + event->duration, *what, target, overlaps};
}

/* ---- events ---------------------------------------------------------------------------------- */

static void add_tally(tally_t *tally, const trace_event_t *event)
{
    ++tally->calls;
    tally->bytes += trace_bytes(event);
    tally->time += event->duration;
    tally->waited += event->waited;
}

/* Elements of a list: each known one stands for as many as there are. */
static void add_elements(map_t *map, const trace_event_t *event)
{
    const double each = (double)event->listed / event->shown;
    for (int k = 0; k < event->shown; ++k) {
        trace_operand_t point = {.ndim = event->list_ndim};
        memcpy(point.lo, event->element[k], sizeof point.lo);
        memcpy(point.hi, event->element[k], sizeof point.hi);
        add_access(map, &point, (double)event->waited / event->shown, each);
    }
}

void tallies_add(tallies_t *tallies, const trace_t *trace, const trace_event_t *event,
                 int64_t *overlaps)
{
    const int rank = trace->lane[event->lane].rank;
    if (event->call < 0)
        return;
    add_tally(&tallies->total, event);
    add_tally(&tallies->kind[event->kind], event);
    add_tally(&tallies->call[event->call], event);
    add_tally(&tallies->rank[rank], event);
    if (event->kind <= TRACE_COPY || event->kind == TRACE_TASK)
        tallies->late[rank] = event->begin + event->duration;
    const trace_operand_t *what = event->operands > 0 ? &event->operand[0] : NULL;
    if (event->kind == TRACE_WAIT && event->of_call >= 0)
        what = &event->of;
    if (event->kind > TRACE_WAIT || !what || what->object < 0)
        return;
    add_tally(&tallies->object[what->object], event);
    if (event->kind == TRACE_WAIT) {
        add_access(&tallies->map[what->object], what, (double)event->waited, 0);
        return;
    }
    if (event->shown > 0)
        add_elements(&tallies->map[what->object], event);
    else
        add_access(&tallies->map[what->object], what, (double)event->waited, 1);
    if (event->listed < 0)
        find_overlaps(tallies, trace, event, what, overlaps);
}

tallies_t *tallies_of(trace_t *trace, int bins)
{
    tallies_t *tallies = tallies_make(trace, bins);
    trace_rewind(trace);
    for (const trace_event_t *event; (event = trace_next(trace));)
        tallies_add(tallies, trace, event, NULL);
    for (int k = 0; k < trace->objects; ++k)
        map_finish(&tallies->map[k]);
    return tallies;
}
