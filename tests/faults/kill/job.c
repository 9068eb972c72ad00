/* A job to be killed: arrays on every rank, then all but rank 1 wait for it in ga_sync().
 * job DIRECTORY: each rank writes its process id to a file there when it has begun. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <ashlar/ga.h>

#include "pid.h"

enum { ARRAYS = 5, VICTIM = 1 };

static int make_arrays(void)
{
    for (int k = 0; k < ARRAYS; ++k) {
        ga_t g;
        if (ga_create(ASHLAR_DOUBLE, 300, 400, "doomed", 0, 0, &g) || ga_zero(g))
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc != 2 || ga_initialize(MPI_COMM_WORLD) || make_arrays() || write_pid(argv[1])) {
        fprintf(stderr, "job: %s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    while (ga_rank() == VICTIM)
        pause();
    ga_sync();
    fprintf(stderr, "job: the barrier was passed without rank %d\n", VICTIM);
    MPI_Abort(MPI_COMM_WORLD, 2);
}
