/* By a bundle, which brings what the vertices of other ranks are in: first the degrees of all, then
 * the colours of those that somebody waits for. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/bundle.h>

#include "colouring.h"

enum {
    WINDOW = 64, /* rows that wait at a time, those of the highest priorities */
    AHEAD = 16,
    ASKED = -1 /* the state of a vertex of another rank for whose colour a row waits; ~degree is
                  less */
};

static struct {
    ga_t states, colours;
    bundle_t *bundle; /* states are number 0 in it, colours 1 */
    int *state;  /* behind slots: ~degree, and once the vertex has one, its colour; mine in place */
    int *colour; /* of my vertices, for others to ask for; else -1 */
    bundle_slot_t *slot; /* of neighbours; of each row those to be coloured earlier come first, */
    int64_t *end;        /* up to here */
    int64_t *ghost;      /* vertices of other ranks, in the order of their slots */

    /* The vertices asked for that have had no colour yet, and where their states are. */
    int64_t pending, *vertex;
    bundle_slot_t *place, *arrival;
} my;

static void check(int status)
{
    if (status != ASHLAR_OK)
        colouring_fail(ashlar_error_message());
}

/* ---- communication --------------------------------------------------------------------------- */

/* States are mine where they are, with room for those of all neighbours behind them. */
static void start(const graph_t *graph)
{
    long long ghosts = graph->begin[graph->rows];
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LLONG, ASHLAR_MAX, &ghosts, 1));
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .name = "colours"};
    spec.dims[0] = graph->share * graph->size;
    check(ga_create_spec(&spec, &my.colours));
    check(ga_access_local(my.colours, graph->rank, (void **)&my.colour, NULL, NULL, NULL));
    memset(my.colour, 0xff, (size_t)graph->rows * sizeof *my.colour); /* -1 */
    spec.ghosts[0] = ghosts < graph->vertices ? ghosts + 1 : graph->vertices;
    spec.name = "states";
    check(ga_create_spec(&spec, &my.states));
    check(bundle_create_once(0, &my.bundle));
    check(bundle_add(my.bundle, my.states, BUNDLE_ANY | BUNDLE_IN_PLACE, &(int){0}));
    check(bundle_add(my.bundle, my.colours, BUNDLE_ANY, &(int){0}));
    check(bundle_values(my.bundle, 0, (void **)&my.state));
    my.ghost = colouring_take((uint64_t)spec.ghosts[0], sizeof *my.ghost);
    my.vertex = colouring_take((uint64_t)spec.ghosts[0], sizeof *my.vertex);
    my.place = colouring_take((uint64_t)spec.ghosts[0], 2 * sizeof *my.place);
    my.arrival = my.place + spec.ghosts[0];
    my.pending = 0;
}

static void exchange_degrees(const graph_t *graph)
{
    check(bundle_request(my.bundle, 0, graph->begin[graph->rows], graph->neighbour, my.slot));
    for (int64_t row = 0; row < graph->rows; ++row)
        my.state[row] = (int)~graph_degree(graph, row);
    check(bundle_exchange(my.bundle));
}

/* Ask for the colours that a row lacks and that nobody has asked for. */
static void ask(const graph_t *graph, uint32_t row)
{
    for (int64_t k = graph->begin[row]; k < my.end[row]; ++k) {
        const bundle_slot_t slot = my.slot[k];
        if (slot < graph->share || my.state[slot] >= ASKED)
            continue;
        my.state[slot] = ASKED;
        my.vertex[my.pending] = my.ghost[slot - graph->share];
        my.place[my.pending++] = slot;
    }
}

/* Only what is pending is requested, each time anew: most ghosts have had their colours long. */
static int exchange(long long waiting)
{
    void *colours;
    int64_t still = 0;
    check(bundle_request(my.bundle, 1, my.pending, my.vertex, my.arrival));
    check(bundle_exchange(my.bundle));
    check(bundle_values(my.bundle, 1, &colours));
    for (int64_t k = 0; k < my.pending; ++k) {
        const int colour = ((int *)colours)[my.arrival[k]];
        my.state[my.place[k]] = colour < 0 ? ASKED : colour;
        my.vertex[still] = my.vertex[k];
        my.place[still] = my.place[k];
        still += colour < 0;
    }
    my.pending = still;
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
                my.ghost[ghosts++] = graph->neighbour[k];
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
    my.state[row] = my.colour[row] = taken_free(taken);
    return 1;
}

/* Rows that wait for nothing pass through the window at once. */
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
        for (; waiting < WINDOW && seen < graph->rows; ++seen) {
            const uint32_t row = window[waiting].row = order[seen];
            if (seen + 2 * AHEAD < graph->rows) {
                __builtin_prefetch(&graph->begin[order[seen + 2 * AHEAD]]);
                __builtin_prefetch(&my.end[order[seen + 2 * AHEAD]]);
                __builtin_prefetch(&my.slot[graph->begin[order[seen + AHEAD]]]);
            }
            window[waiting].next = graph->begin[row];
            if (!colour_row(graph, &taken, row, &window[waiting].next)) {
                ask(graph, row);
                ++waiting;
            }
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
    check(ga_destroy(my.colours));
    check(ga_destroy(my.states));
    free(my.slot);
    free(my.end);
    free(my.ghost);
    free(my.vertex);
    free(my.place);
}

const colouring_way_t colouring_bundle = {"bundle", run};
