/* Starts the library, says what came of it and ends the job. */
#include <stdio.h>

#include <ashlar/al.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int status = al_init(MPI_COMM_WORLD);
    printf("rank %d: %s\n", rank, status ? ashlar_error_message() : "started");
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Abort(MPI_COMM_WORLD, 1); /* MPICH's MPI_Finalize may not return */
}
