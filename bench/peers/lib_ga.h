/* Another Global Arrays library as the rows of the benchmarks call it (onesided.inc,
 * distributions.inc, ops.inc, ghosts.inc), through its C interface: dimension 0 varies slowest
 * there, so the subscripts are swapped.
 *
 * --name NAME: what the library is called in the CSV. */
#ifndef BENCH_PEERS_LIB_GA_H
#define BENCH_PEERS_LIB_GA_H

#include <ga.h>
#include <ga-mpi.h>
#include <macdecls.h>

#include "bench/lib/bench.h"

#define LIB_NAME "peer"

typedef int lib_array_t;

INLINE void lib_destroy(int g)
{
    GA_Destroy(g);
}

INLINE void lib_zero(int g)
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

#ifndef LIB_TRANSFERS /* the file that includes this has its own */
INLINE void lib_put(int g, patch_t p, void *buf, int64_t ld)
{
    int lo[2] = {(int)p.jlo, (int)p.ilo}, hi[2] = {(int)p.jhi, (int)p.ihi}, width = (int)ld;
    NGA_Put(g, lo, hi, buf, &width);
}

INLINE void lib_get(int g, patch_t p, void *buf, int64_t ld)
{
    int lo[2] = {(int)p.jlo, (int)p.ilo}, hi[2] = {(int)p.jhi, (int)p.ihi}, width = (int)ld;
    NGA_Get(g, lo, hi, buf, &width);
}
#endif

/* Start MPI, the library with room for `doubles` of its own, and the benchmark. */
INLINE void peer_start(int argc, char **argv, int doubles)
{
    MPI_Init(&argc, &argv);
    GA_Initialize();
    MA_init(C_DBL, doubles, doubles);
    bench_start(GA_MPI_Comm(), argc, argv);
}

INLINE bench_subject_t peer_subject(const bench_row_t *rows, int count)
{
    const char *name = bench_option("--name");
    return (bench_subject_t){.name = name ? name : LIB_NAME, .rows = rows, .row_count = count};
}

INLINE int peer_stop(void)
{
    bench_stop();
    GA_Terminate();
    return MPI_Finalize();
}

#endif
