/* By single elements, got and put one by one: no bundling at all. */
#include <stdlib.h>

#include <ashlar/ga.h>

#include "colouring.h"

static ga_t array; /* of a vertex ~degree, and once it has one, its colour */

static void check(int status)
{
    if (status != ASHLAR_OK)
        colouring_fail(ashlar_error_message());
}

static int get(int64_t vertex)
{
    int state;
    check(ga_get_nd(array, &vertex, &vertex, &state, NULL));
    return state;
}

static void put(int64_t vertex, int state)
{
    check(ga_put_nd(array, &vertex, &vertex, &state, NULL));
}

/* @return -1: a neighbour is to be coloured first */
static int choose(const graph_t *graph, int64_t row, taken_t *taken)
{
    const int64_t degree = graph_degree(graph, row);
    taken_clear(taken, degree);
    for (int64_t e = graph->begin[row]; e < graph->begin[row + 1]; ++e) {
        const int64_t vertex = graph->neighbour[e];
        const int state = get(vertex);
        if (state >= 0)
            taken_add(taken, state);
        else if (graph_priority(graph, vertex, ~state) >
                 graph_priority(graph, graph->first + row, degree))
            return -1;
    }
    return taken_free(taken);
}

static void run(const graph_t *graph, int32_t *colour)
{
    taken_t taken = taken_make(graph);
    check(ga_create_nd(ASHLAR_INT, 1, &graph->vertices, "colours", NULL, 0, &array));
    for (int64_t row = 0; row < graph->rows; ++row) {
        put(graph->first + row, (int)~graph_degree(graph, row));
        colour[row] = -1;
    }
    uint32_t *fresh = colouring_take((uint64_t)graph->rows, sizeof *fresh);
    for (int left = 1; left;) {
        int64_t n = 0;
        left = 0;
        check(ga_sync());
        for (int64_t row = 0; row < graph->rows; ++row)
            if (colour[row] < 0 && (colour[row] = choose(graph, row, &taken)) >= 0)
                fresh[n++] = (uint32_t)row;
            else
                left |= colour[row] < 0;
        check(ga_sync()); /* nobody reads any more */
        for (int64_t k = 0; k < n; ++k)
            put(graph->first + fresh[k], colour[fresh[k]]);
        MPI_Allreduce(MPI_IN_PLACE, &left, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    check(ga_destroy(array));
    free(taken.word);
    free(fresh);
}

const colouring_way_t colouring_onesided = {"onesided", run};
