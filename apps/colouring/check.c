/* The check of a colouring: rank 0 gathers the graph, colours it serially and compares. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include <mpi.h>

/* The whole graph on rank 0. */
static graph_t gather(const graph_t *graph)
{
    graph_t whole = *graph;
    const int64_t mine = graph->begin[graph->rows];
    if (mine > INT32_MAX)
        colouring_fail("more edges on a rank than a message can count");
    if (graph->rank != 0) {
        MPI_Send(graph->begin, (int)graph->rows + 1, MPI_INT64_T, 0, 0, MPI_COMM_WORLD);
        MPI_Send(graph->neighbour, (int)mine, MPI_INT64_T, 0, 0, MPI_COMM_WORLD);
        return whole;
    }
    int64_t row = 0, n = 0;
    whole.rows = whole.share = graph->vertices;
    whole.begin = colouring_take((uint64_t)whole.rows + 1, sizeof *whole.begin);
    whole.neighbour = colouring_take(2 * (uint64_t)graph->edges, sizeof *whole.neighbour);
    memcpy(whole.begin, graph->begin, ((size_t)graph->rows + 1) * sizeof *whole.begin);
    memcpy(whole.neighbour, graph->neighbour, (size_t)mine * sizeof *whole.neighbour);
    for (int r = 0; r < graph->size; ++r) {
        int rows = (int)graph->rows, from = (int)mine;
        if (r > 0) {
            MPI_Status status;
            MPI_Probe(r, 0, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT64_T, &rows);
            MPI_Recv(whole.begin + row, rows--, MPI_INT64_T, r, 0, MPI_COMM_WORLD, &status);
            from = (int)whole.begin[row + rows];
            MPI_Recv(whole.neighbour + n, from, MPI_INT64_T, r, 0, MPI_COMM_WORLD, &status);
        }
        for (int64_t k = 0; k <= rows; ++k)
            whole.begin[row + k] += n;
        row += rows;
        n += from;
    }
    for (row = 0; row < whole.rows; ++row)
        if (graph_degree(&whole, row) > whole.degree)
            whole.degree = graph_degree(&whole, row);
    return whole;
}

/* @return the number of colours */
static int32_t colour_serially(const graph_t *whole, const uint32_t *order, int32_t *colour)
{
    taken_t taken = taken_make(whole);
    int32_t colours = 0;
    memset(colour, 0xff, (size_t)whole->rows * sizeof *colour);
    for (int64_t k = 0; k < whole->rows; ++k) {
        const uint32_t row = order[k];
        taken_clear(&taken, graph_degree(whole, row));
        for (int64_t e = whole->begin[row]; e < whole->begin[row + 1]; ++e)
            if (colour[whole->neighbour[e]] >= 0)
                taken_add(&taken, colour[whole->neighbour[e]]);
        colour[row] = taken_free(&taken);
        colours = colour[row] >= colours ? colour[row] + 1 : colours;
    }
    free(taken.word);
    return colours;
}

static void compare(const graph_t *graph, const int32_t *all, verdict_t *verdict)
{
    graph_t whole = gather(graph);
    if (graph->rank != 0)
        return;
    int32_t *colour = colouring_take((uint64_t)whole.rows, sizeof *colour);
    uint32_t *order = graph_order(&whole);
    verdict->serial = colour_serially(&whole, order, colour);
    for (int64_t v = 0; v < whole.rows; ++v)
        verdict->different += colour[v] != all[v];
    free(order);
    free(colour);
    free(whole.begin);
    free(whole.neighbour);
}

verdict_t check_colours(const graph_t *graph, const int32_t *colour, int serially)
{
    verdict_t verdict = {0};
    const size_t share = (size_t)graph->share;
    int32_t *all = colouring_take(share * (size_t)graph->size, sizeof *all);
    int32_t *mine = colouring_take(share, sizeof *mine);
    memset(mine, 0xff, share * sizeof *mine);
    memcpy(mine, colour, (size_t)graph->rows * sizeof *mine);
    MPI_Allgather(mine, (int)share, MPI_INT32_T, all, (int)share, MPI_INT32_T, MPI_COMM_WORLD);
    for (int64_t row = 0; row < graph->rows; ++row) {
        int wrong = mine[row] < 0;
        for (int64_t k = graph->begin[row]; k < graph->begin[row + 1]; ++k)
            wrong |= all[graph->neighbour[k]] == mine[row];
        verdict.wrong += wrong;
        verdict.colours = mine[row] >= verdict.colours ? mine[row] + 1 : verdict.colours;
        uint64_t word = (uint64_t)(graph->first + row) << 32 | ((uint32_t)mine[row] + 1);
        word = (word ^ word >> 32) * 0xd6e8feb86659fd93u;
        word = (word ^ word >> 32) * 0xd6e8feb86659fd93u;
        verdict.checksum += word ^ word >> 32;
    }
    MPI_Allreduce(MPI_IN_PLACE, &verdict.wrong, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &verdict.colours, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &verdict.checksum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (serially)
        compare(graph, all, &verdict);
    free(all);
    free(mine);
    return verdict;
}
