/* Start the library, sync with the other ranks, stop. */
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/ga.h>

/* Every call says with its result whether it has succeeded. Here a failure ends all ranks. */
static void check(int status)
{
    if (status != ASHLAR_OK) {
        fprintf(stderr, "%s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));

    /* All ranks run this program; they differ in their number. */
    int present = 1;
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_SUM, &present, 1));
    const int right = present == ga_size();
    if (ga_rank() == 0)
        printf("rank 0 has counted %d ranks\n", present);

    check(ga_terminate());
    MPI_Finalize();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
