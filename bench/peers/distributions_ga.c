/* The rows of the benchmark of distributions over another Global Arrays library. */
#include <stdlib.h>

#include "bench/rows/distributions.h"
#include "bench/peers/lib_ga.h"

static int lib_create(enum kind kind, int64_t n, int columns)
{
    int dims[2] = {(int)n, (int)n}, block[2] = {BLOCK, BLOCK}, grid[2], chunk[2] = {-1, (int)n};
    char name[] = "bench";
    int g = GA_Create_handle();
    grid[0] = columns ? GA_Nnodes() : 1;
    for (int k = 1; k * k <= GA_Nnodes() && !columns; ++k)
        if (GA_Nnodes() % k == 0)
            grid[0] = k;
    grid[1] = GA_Nnodes() / grid[0];
    GA_Set_data(g, 2, dims, C_DBL);
    GA_Set_array_name(g, name);
    if (kind == CYCLIC)
        GA_Set_block_cyclic(g, block);
    else if (kind == SCALAPACK)
        GA_Set_block_cyclic_proc_grid(g, block, grid);
    else if (kind == TILED)
        GA_Set_tiled_proc_grid(g, block, grid);
    else if (columns)
        GA_Set_chunk(g, chunk);
    if (!GA_Allocate(g))
        bench_fail("an array cannot be created");
    return g;
}

static void lib_copy(int from, int to)
{
    GA_Copy(from, to);
}

#include "bench/rows/distributions.inc"

int main(int argc, char **argv)
{
    peer_start(argc, argv, 8000000);
    bench_subject_t subject = peer_subject(lib_rows, LIB_ROW_COUNT);
    lib_rows_start();
    bench_run(&subject, 1);
    return peer_stop();
}
