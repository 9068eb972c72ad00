/* Starts the library and says what came of it; the job fails where it has not started. */
#include <stdio.h>

#include <ashlar/al.h>

int main(int argc, char **argv)
{
    int rank, size, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int status = al_init(MPI_COMM_WORLD), failed = status != ASHLAR_OK;
    printf("rank %d: %s\n", rank, failed ? ashlar_error_message() : "started");
    fflush(stdout);
    MPI_Allreduce(&failed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && all < size)
        MPI_Abort(MPI_COMM_WORLD, 2); /* the rest would wait for those */
    if (all == 0)
        al_finalize();
    else if (rank == 0)
        printf("%d ranks have not started\n", all);
    MPI_Finalize();
    return all > 0;
}
