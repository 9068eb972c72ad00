/* From edges to the neighbours of each vertex. */
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "edges.h"

void *colouring_take(uint64_t n, uint64_t bytes)
{
    void *memory = malloc(n ? n * bytes : 1);
    if (!memory)
        colouring_fail("no memory");
    return memory;
}

/* Send each edge to the owners of both ends, as theirs comes first. @return their number */
static int64_t deal(const graph_t *graph, edges_t *edges, uint32_t (**mine)[2])
{
    const size_t size = (size_t)graph->size;
    int *count = calloc(4 * size, sizeof *count);
    if (!count)
        colouring_fail("no memory");
    int *begin = count + size, *incoming = begin + size, *from = incoming + size;
    int64_t out = 0, in = 0;
    for (int64_t k = 0; k < edges->n; ++k)
        for (int end = 0; end < 2; ++end)
            ++count[edges->pair[k][end] / graph->share];
    MPI_Alltoall(count, 1, MPI_INT, incoming, 1, MPI_INT, MPI_COMM_WORLD);
    for (size_t r = 0; r < size; ++r) {
        begin[r] = (int)out, from[r] = (int)in;
        out += count[r], in += incoming[r];
    }
    if (out > INT32_MAX || in > INT32_MAX)
        colouring_fail("more edges on a rank than MPI_Alltoallv can count");
    uint32_t(*sent)[2] = colouring_take((uint64_t)out, sizeof *sent);
    *mine = colouring_take((uint64_t)in, sizeof **mine);
    for (int64_t k = 0; k < edges->n; ++k)
        for (int end = 0; end < 2; ++end) {
            uint32_t *to = sent[begin[edges->pair[k][end] / graph->share]++];
            to[0] = edges->pair[k][end];
            to[1] = edges->pair[k][1 - end];
        }
    free(edges->pair);
    *edges = (edges_t){0};
    for (size_t r = 0; r < size; ++r)
        begin[r] -= count[r];
    MPI_Alltoallv(sent, count, begin, MPI_UINT64_T, *mine, incoming, from, MPI_UINT64_T,
                  MPI_COMM_WORLD);
    free(sent);
    free(count);
    return in;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void graph_build(graph_t *graph, edges_t *edges, int64_t vertices, uint32_t seed)
{
    *graph = (graph_t){.vertices = vertices, .seed = seed};
    MPI_Comm_rank(MPI_COMM_WORLD, &graph->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &graph->size);
    graph->share = (vertices + graph->size - 1) / graph->size;
    graph->first = graph->share * graph->rank;
    graph->rows = vertices - graph->first < graph->share ? vertices - graph->first : graph->share;
    graph->rows = graph->rows > 0 ? graph->rows : 0;
    uint32_t(*pair)[2];
    const int64_t n = deal(graph, edges, &pair), rows = graph->rows;
    int64_t *begin = colouring_take((uint64_t)rows + 2, sizeof *begin);
    int64_t *neighbour = colouring_take((uint64_t)n, sizeof *neighbour);
    memset(begin, 0, ((size_t)rows + 2) * sizeof *begin);
    for (int64_t k = 0; k < n; ++k)
        ++begin[pair[k][0] - graph->first + 2];
    for (int64_t row = 0; row < rows; ++row)
        begin[row + 2] += begin[row + 1];
    for (int64_t k = 0; k < n; ++k)
        neighbour[begin[pair[k][0] - graph->first + 1]++] = pair[k][1];
    free(pair);
    int64_t kept = 0;
    for (int64_t row = 0; row < rows; ++row) { /* begin[row + 1] is where the row ends */
        const int64_t from = begin[row], to = begin[row + 1], start = kept;
        qsort(neighbour + from, (size_t)(to - from), sizeof *neighbour, compare);
        for (int64_t k = from; k < to; ++k)
            if (neighbour[k] != graph->first + row &&
                (k == from || neighbour[k] != neighbour[k - 1]))
                neighbour[kept++] = neighbour[k];
        begin[row] = start;
        graph->degree = kept - start > graph->degree ? kept - start : graph->degree;
    }
    begin[rows] = kept;
    graph->begin = begin;
    graph->neighbour = neighbour;
    MPI_Allreduce(&kept, &graph->edges, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    graph->edges /= 2;
}

void graph_free(graph_t *graph)
{
    free(graph->begin);
    free(graph->neighbour);
}

taken_t taken_make(const graph_t *graph)
{
    return (taken_t){.word = colouring_take((uint64_t)graph->degree / 64 + 1, sizeof(uint64_t))};
}

/* By counting, 11 bits at a time from the lowest. */
uint32_t *graph_order(const graph_t *graph)
{
    enum { BITS = 11, MASK = (1 << BITS) - 1 };
    typedef struct item {
        uint64_t key;
        uint32_t row;
    } item_t;
    const int64_t rows = graph->rows;
    item_t *items = colouring_take((uint64_t)rows, 2 * sizeof *items), *other = items + rows;
    uint32_t *order = colouring_take((uint64_t)rows, sizeof *order);
    for (int64_t row = 0; row < rows; ++row)
        items[row] = (item_t){
            graph_priority(graph, graph->first + row, graph->degree - graph_degree(graph, row)) ^
                UINT32_MAX,
            (uint32_t)row};
    item_t *const memory = items;
    for (int shift = 0; shift < 32 || graph->degree >> (shift - 32); shift += BITS) {
        int64_t at[MASK + 1] = {0}, sum = 0;
        for (int64_t k = 0; k < rows; ++k)
            ++at[items[k].key >> shift & MASK];
        for (int k = 0; k <= MASK; ++k) {
            const int64_t n = at[k];
            at[k] = sum;
            sum += n;
        }
        for (int64_t k = 0; k < rows; ++k)
            other[at[items[k].key >> shift & MASK]++] = items[k];
        item_t *sorted = other;
        other = items;
        items = sorted;
    }
    for (int64_t k = 0; k < rows; ++k)
        order[k] = items[k].row;
    free(memory);
    return order;
}
