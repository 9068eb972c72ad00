/* The rows of the benchmark of ghost cells over another Global Arrays library. */
#include "bench/rows/ghosts.h"
#include "bench/peers/lib_ga.h"

static int lib_create(int ndim, const int64_t *dims, const int64_t *width)
{
    int its_dims[3], its_width[3], chunk[3] = {-1, -1, -1};
    char name[] = "bench";
    for (int d = 0; d < ndim; ++d) {
        its_dims[ndim - 1 - d] = (int)dims[d];
        its_width[ndim - 1 - d] = (int)width[d];
    }
    int g = NGA_Create_ghosts(C_DBL, ndim, its_dims, its_width, name, chunk);
    if (!g)
        bench_fail("an array cannot be created");
    return g;
}

/* The flag holds until it is changed. */
static void lib_update(int g, int corners)
{
    GA_Set_ghost_corner_flag(g, corners);
    GA_Update_ghosts(g);
}

static void lib_block(int g, int ndim, block_t *block)
{
    int lo[3], hi[3], dims[3], ld[3];
    int64_t stride = 1;
    double *first;
    NGA_Distribution(g, GA_Nodeid(), lo, hi);
    NGA_Access_ghosts(g, dims, &first, ld);
    for (int d = 0; d < ndim; ++d) {
        int its = ndim - 1 - d;
        block->lo[d] = lo[its];
        block->hi[d] = hi[its];
        block->stride[d] = stride;
        first += (dims[its] - (hi[its] - lo[its] + 1)) / 2 * stride;
        stride *= dims[its];
    }
    block->data = first;
    NGA_Release_update_ghosts(g);
}

#include "bench/rows/ghosts.inc"

int main(int argc, char **argv)
{
    peer_start(argc, argv, 8000000);
    bench_subject_t subject = peer_subject(lib_rows, LIB_ROW_COUNT);
    lib_rows_start();
    bench_run_rows(&subject, 1);
    lib_rows_stop();
    return peer_stop();
}
