/* Fails in the way named by the argument, on the last rank only:
 * exit (a nonzero exit code after MPI_Finalize), abort, kill, segv; none: passes. Says so first. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <mpi.h>

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int rank = 0, size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int mine = rank == size - 1;
    if (mine) {
        printf("fail: rank %d of %d: %s\n", rank, size, how);
        fflush(stdout);
    }
    if (mine && strcmp(how, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (mine && strcmp(how, "kill") == 0)
        raise(SIGKILL);
    if (mine && strcmp(how, "segv") == 0) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return mine && strcmp(how, "exit") == 0;
}
