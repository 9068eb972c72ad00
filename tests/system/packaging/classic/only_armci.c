/* A program with ARMCI alone: rank 0 needs the last rank, which waits in MPI for its message. */
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

#include "armci.h"

int main(int argc, char **argv)
{
    int me, ranks, number = 0;
    MPI_Init(&argc, &argv);
    ARMCI_Init();
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int last = ranks - 1;
    void **blocks = malloc((size_t)ranks * sizeof *blocks);
    if (!blocks || ARMCI_Malloc(blocks, sizeof number) != 0)
        ARMCI_Error("no memory", 1);
    *(int *)blocks[me] = 42 + me;
    ARMCI_Barrier();
    if (me == last && me != 0)
        MPI_Recv(&number, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (me == 0) {
        if (ARMCI_Get(blocks[last], &number, sizeof number, last) != 0 || number != 42 + last)
            ARMCI_Error("a wrong number", number);
        if (last != 0)
            MPI_Send(&number, 1, MPI_INT, last, 7, MPI_COMM_WORLD);
    }
    ARMCI_Barrier();
    ARMCI_Free(blocks[me]);
    free(blocks);
    ARMCI_Finalize();
    if (me == 0)
        printf("%d ranks, number %d\n", ranks, number);
    MPI_Finalize();
    return 0;
}
