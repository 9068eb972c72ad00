/* By a bundle, which brings what the vertices of other ranks are in: first the degrees of all, then
 * the colours of those that somebody waits for. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/bundle.h>

#include "colouring.h"

enum { WINDOW = 1024, AHEAD = 16 }; /* rows that wait at a time, those of the highest priorities */
#define NO_SLOT UINT32_MAX

/* A vertex of another rank. */
typedef struct ghost {
    int64_t vertex;
    bundle_slot_t slot; /* anew, once a row waits for it */
} ghost_t;

static struct {
    ga_t array;
    bundle_t *bundle;
    int *state;          /* behind slots: ~degree, and once the vertex has one, its colour */
    bundle_slot_t *slot; /* of neighbours; of each row those to be coloured earlier come first, */
    int64_t *end;        /* up to here */
    ghost_t *ghost;      /* in the order of their first slots */
} my;

static void check(int status)
{
    if (status != ASHLAR_OK)
        colouring_fail(ashlar_error_message());
}

/* ---- communication --------------------------------------------------------------------------- */

/* An array of states, mine where they are, with room for those of all neighbours behind them. */
static void start(const graph_t *graph)
{
    int member;
    long long ghosts = graph->begin[graph->rows];
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LLONG, ASHLAR_MAX, &ghosts, 1));
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .name = "states"};
    spec.dims[0] = graph->share * graph->size;
    spec.ghosts[0] = ghosts < graph->vertices ? ghosts + 1 : graph->vertices;
    check(ga_create_spec(&spec, &my.array));
    check(bundle_create(0, &my.bundle));
    check(bundle_add_in_place(my.bundle, my.array, BUNDLE_ANY, &member));
    check(bundle_values(my.bundle, member, (void **)&my.state));
    my.ghost = colouring_take((uint64_t)spec.ghosts[0], sizeof *my.ghost);
}

static void exchange_degrees(const graph_t *graph)
{
    check(bundle_request(my.bundle, 0, graph->begin[graph->rows], graph->neighbour, my.slot));
    for (int64_t row = 0; row < graph->rows; ++row)
        my.state[row] = (int)~graph_degree(graph, row);
    check(bundle_exchange(my.bundle));
    check(bundle_clear(my.bundle));
}

/* A ghost gets a new slot when the first row waits for it. */
static void request(const graph_t *graph, int64_t begin, int64_t end)
{
    for (int64_t k = begin; k < end; ++k) {
        if (my.slot[k] < graph->share)
            continue;
        ghost_t *ghost = &my.ghost[my.slot[k] - graph->share];
        if (ghost->slot == NO_SLOT)
            check(bundle_request(my.bundle, 0, 1, &ghost->vertex, &ghost->slot));
        my.slot[k] = ghost->slot;
    }
}

static int exchange(long long waiting)
{
    check(bundle_exchange(my.bundle));
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LLONG, ASHLAR_MAX, &waiting, 1));
    return waiting > 0;
}

/* ---- colouring ------------------------------------------------------------------------------- */

static void keep_earlier(const graph_t *graph)
{
    int64_t ghosts = 0;
    for (int64_t row = 0; row < graph->rows; ++row) {
        const uint64_t own = graph_priority(graph, graph->first + row, graph_degree(graph, row));
        int64_t end = graph->begin[row];
        for (int64_t k = graph->begin[row]; k < graph->begin[row + 1]; ++k) {
            const bundle_slot_t slot = my.slot[end] = my.slot[k];
            if (slot == graph->share + ghosts) /* slots were given out in this order */
                my.ghost[ghosts++] = (ghost_t){graph->neighbour[k], NO_SLOT};
            end += graph_priority(graph, graph->neighbour[k], ~my.state[slot]) > own;
        }
        my.end[row] = end;
    }
}

/* *next: the first neighbour that may have no colour yet. */
static int colour_row(const graph_t *graph, taken_t *taken, uint32_t row, int64_t *next)
{
    while (*next < my.end[row] && my.state[my.slot[*next]] >= 0)
        ++*next;
    if (*next < my.end[row])
        return 0;
    taken_clear(taken, my.end[row] - graph->begin[row]);
    for (int64_t k = graph->begin[row]; k < my.end[row]; ++k)
        taken_add(taken, my.state[my.slot[k]]);
    my.state[row] = taken_free(taken);
    return 1;
}

static void colour_rows(const graph_t *graph)
{
    struct {
        uint32_t row;
        int64_t next;
    } window[WINDOW];
    uint32_t *order = graph_order(graph);
    taken_t taken = taken_make(graph);
    int64_t seen = 0, waiting = 0;
    do {
        const int64_t before = waiting;
        waiting = 0;
        for (int64_t w = 0; w < before; ++w)
            if (!colour_row(graph, &taken, window[w].row, &window[w].next))
                window[waiting++] = window[w];
        for (; waiting < WINDOW && seen < graph->rows; ++seen, ++waiting) {
            const uint32_t row = window[waiting].row = order[seen];
            window[waiting].next = graph->begin[row];
            if (seen + AHEAD < graph->rows)
                __builtin_prefetch(&my.slot[graph->begin[order[seen + AHEAD]]]);
            request(graph, graph->begin[row], my.end[row]);
        }
    } while (exchange(waiting));
    free(order);
    free(taken.word);
}

static void run(const graph_t *graph, int32_t *colour)
{
    const uint64_t n = (uint64_t)graph->begin[graph->rows];
    my.slot = colouring_take(n, sizeof *my.slot);
    my.end = colouring_take((uint64_t)graph->rows, sizeof *my.end);
    start(graph);
    exchange_degrees(graph);
    keep_earlier(graph);
    colour_rows(graph);
    memcpy(colour, my.state, (size_t)graph->rows * sizeof *colour);
    check(bundle_free(my.bundle));
    check(ga_destroy(my.array));
    free(my.slot);
    free(my.end);
    free(my.ghost);
}

const colouring_way_t colouring_bundle = {"bundle", run};
