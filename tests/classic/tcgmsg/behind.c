/* A program that names libga and MPI only: libarmci, which libga needs, is loaded behind MPI's
 * library, and MPI's own calls lie before it. TCGMSG starts and ends MPI; a sum and an array are
 * right. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "ga.h"
#include "macdecls.h"
#include "tcgmsg.h"

static void check(int is_right, const char *what)
{
    if (is_right)
        return;
    fprintf(stderr, "%s is wrong\n", what);
    abort();
}

int main(int argc, char **argv)
{
    tcg_pbegin(argc, argv);
    GA_Initialize();
    check(MA_init(C_DBL, 1000, 1000) != 0, "MA_init");
    long size = tcg_nnodes(), rank = tcg_nodeid(), sum = rank + 1;
    int mpi_size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &mpi_size);
    check(mpi_size == size, "the number of nodes");
    tcg_igop(1, &sum, 1, "+");
    check(sum == size * (size + 1) / 2, "a sum by TCGMSG");

    int extent = (int)(4 * size), lo = (int)(4 * ((rank + 1) % size)), hi = lo + 3;
    int g = NGA_Create(C_DBL, 1, &extent, "a", NULL);
    double values[4] = {lo + 1, lo + 2, lo + 3, lo + 4}, one = 1;
    GA_Fill(g, &one);
    NGA_Acc(g, &lo, &hi, values, NULL, &one);
    MPI_Barrier(MPI_COMM_WORLD);
    GA_Sync();
    check(GA_Ddot(g, g) == extent * (extent + 1.0) * (2 * extent + 1) / 6 + extent * (extent + 2.0),
          "a sum of squares");
    GA_Destroy(g);
    GA_Terminate();
    tcg_pend();
    return 0;
}
