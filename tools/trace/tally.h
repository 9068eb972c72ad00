/* Sums over the events of a trace, and maps of where in each object the accesses were. */
#ifndef TRACE_TALLY_H
#define TRACE_TALLY_H

#include "tools/trace/read.h"

typedef struct tally {
    int64_t calls, bytes, time, waited; /* nanoseconds */
    int64_t overlaps; /* accesses of other ranks to the same elements at the same time, each counted
                         for both */
} tally_t;

/* Bins over the first two dimensions of an object; others are projected. While events are added,
 * each layer has differences; map_finish() makes sums of them. */
enum { MAP_WAITED, MAP_OVERLAPS, MAP_ACCESSES, MAP_LAYERS };
typedef struct map {
    int rows, columns;
    int64_t extent[2];
    double *layer[MAP_LAYERS]; /* [(rows + 1) * (columns + 1)]; NULL: nobody has accessed it */
} map_t;

/* The bins of a patch, inclusive. */
typedef struct bins {
    int row[2], column[2];
} bins_t;

/* The access that a lane made last, which others may overlap. */
typedef struct access {
    int64_t end;
    trace_operand_t what;
    int target;        /* of a coarray or segment: whose part; else -1 */
    int64_t *overlaps; /* of the item that it belongs to, or NULL */
} access_t;

typedef struct tallies {
    tally_t total, kind[TRACE_KINDS];
    tally_t *call, *rank; /* by number */
    tally_t *object;      /* the transfers of its elements, and the waits for them */
    int64_t *late;        /* by rank: when its last task or transfer ended */
    map_t *map;           /* by object */
    access_t *access;     /* by lane */
} tallies_t;

/* Nothing yet; maps of at most so many bins in each direction, 0: none. */
tallies_t *tallies_make(const trace_t *trace, int bins);
/* Add an event. overlaps: where to count those of its access, also when later events overlap it;
 * NULL: nowhere. */
void tallies_add(tallies_t *tallies, const trace_t *trace, const trace_event_t *event,
                 int64_t *overlaps);
/* All events of the trace. */
tallies_t *tallies_of(trace_t *trace, int bins);

/* The bins of an operand's patch in a map. */
bins_t map_bins(const map_t *map, const trace_operand_t *what);
/* Sums, row by row, columns + 1 in a row. */
void map_finish(map_t *map);
static inline double map_at(const map_t *map, int layer, int row, int column)
{
    return map->layer[layer] ? map->layer[layer][row * (map->columns + 1) + column] : 0;
}
/* The first and last index of a bin along the rows (0) or columns (1). */
void map_range(const map_t *map, int axis, int bin, int64_t range[2]);

#endif
