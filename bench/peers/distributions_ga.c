/* The rows of the benchmark of distributions over another Global Arrays library, through its C
 * interface: dimension 0 varies slowest there, so the subscripts are swapped.
 *
 * --name NAME: what the library is called in the CSV. */
#include <stdlib.h>

#include <ga.h>
#include <ga-mpi.h>
#include <macdecls.h>

#include "bench/distributions.h"

#define LIB_NAME "peer"

typedef int lib_array_t;

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

static void lib_zero(int g)
{
    GA_Zero(g);
}

INLINE void lib_sync(void)
{
    GA_Sync();
}

INLINE void lib_fence_begin(void)
{
    GA_Init_fence();
}

INLINE void lib_fence(void)
{
    GA_Fence();
}

INLINE void lib_put(int g, patch_t p, double *buf, int64_t ld)
{
    int lo[2] = {(int)p.jlo, (int)p.ilo}, hi[2] = {(int)p.jhi, (int)p.ihi}, width = (int)ld;
    NGA_Put(g, lo, hi, buf, &width);
}

INLINE void lib_get(int g, patch_t p, double *buf, int64_t ld)
{
    int lo[2] = {(int)p.jlo, (int)p.ilo}, hi[2] = {(int)p.jhi, (int)p.ihi}, width = (int)ld;
    NGA_Get(g, lo, hi, buf, &width);
}

static void lib_copy(int from, int to)
{
    GA_Copy(from, to);
}

#include "bench/distributions.inc"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    GA_Initialize();
    MA_init(C_DBL, 8000000, 8000000);
    bench_start(GA_MPI_Comm(), argc, argv);
    const char *name = bench_option("--name");
    bench_subject_t subject = {name ? name : LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    lib_rows_start();
    bench_run(&subject, 1);
    bench_stop();
    GA_Terminate();
    return MPI_Finalize();
}
