/* words: elements that a node moves for la_gemm, on simulated nodes of one rank, as the library's
 * own division of the work counts them, and the least that any way has to move
 * (linalg/src/calls/la_split.h). Arrays are regular. No time is measured.
 *
 * Rows SHAPE-NODES of the libraries `ga`, words of a node on the average; `ga-most`, of the node
 * that moves most; and `bound`. */
#include <stdio.h>

#include "bench/lib/bench.h"
#include "linalg/src/calls/la_split.h"

typedef struct shape {
    const char *name;
    int64_t extent[3]; /* m, n, k */
} shape_t;

static void make_space(const shape_t *shape, int64_t nodes, gai_dist_t *dist, lai_space_t *space)
{
    static const int along[3][2] = {{LAI_M, LAI_K}, {LAI_K, LAI_N}, {LAI_M, LAI_N}};
    *space = (lai_space_t){.nodes = nodes, .ranks = 1};
    for (int d = 0; d < 3; ++d)
        space->extent[d] = shape->extent[d];
    for (int x = 0; x < 3; ++x) {
        int64_t dims[2], widths[2], grid[2] = {0, 0};
        for (int d = 0; d < 2; ++d)
            dims[d] = shape->extent[along[x][d]];
        gai_dist_choose(2, dims, NULL, nodes, grid);
        for (int d = 0; d < 2; ++d)
            widths[d] = (dims[d] - 1) / grid[d] + 1;
        gai_dist_widths(&dist[x], 2, dims, widths);
        space->factor[x] = (lai_factor_t){&dist[x], {0, 0}, {along[x][0], along[x][1]}};
    }
}

static void count_words(const shape_t *shape, int64_t nodes)
{
    gai_dist_t dist[3];
    lai_space_t space;
    lai_split_t split;
    char row[32];
    make_space(shape, nodes, dist, &space);
    if (lai_split_choose(&space, 0, &split) != 0)
        bench_fail("no memory");
    snprintf(row, sizeof row, "%s-%d", shape->name, (int)nodes);
    bench_figure("ga", row, split.words);
    bench_figure("ga-most", row, split.at_most);
    bench_figure("bound", row, lai_split_bound(&space));
}

int main(int argc, char **argv)
{
    static const shape_t shapes[] = {{"square", {4096, 4096, 4096}},
                                     {"tall", {65536, 1024, 1024}},
                                     {"flat", {8192, 8192, 512}},
                                     {"thin", {1024, 1024, 65536}}};
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s)
        for (int64_t nodes = 4; nodes <= 64; nodes *= 4)
            count_words(&shapes[s], nodes);
    bench_stop();
    return MPI_Finalize();
}
