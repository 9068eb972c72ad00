/* Starts the library, says what came of it and ends the job. */
#include <stdio.h>

#include <ashlar/al.h>

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int status = al_init(MPI_COMM_WORLD);
    printf("rank %d: %s\n", rank, status ? ashlar_error_message() : "started");
    fflush(stdout);
    int failed = status != ASHLAR_OK, all;
    MPI_Allreduce(&failed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all > 0) {
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        printf("%d of %d ranks have not started\n", all, size);
        fflush(stdout);
    }
    MPI_Abort(MPI_COMM_WORLD, 1); /* MPICH's MPI_Finalize may not return */
}
