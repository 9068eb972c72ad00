/* startup [mpi]: start and stop MPI, and the library unless told otherwise. bench/targets/start-64
 * measures how long that takes. */
#include <stdio.h>

#include <mpi.h>

#include <ashlar/ga.h>

int main(int argc, char **argv)
{
    int status = ASHLAR_OK;

    MPI_Init(&argc, &argv);
    if (argc == 1)
        status = ga_initialize(MPI_COMM_WORLD);
    if (argc == 1 && status == ASHLAR_OK)
        status = ga_terminate();
    if (status != ASHLAR_OK) {
        fprintf(stderr, "startup: %s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
