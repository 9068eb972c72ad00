/* ASHLAR_PROGRESS=thread needs MPI_THREAD_MULTIPLE: ask for it whatever the program asks for. */
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

static int level(int required)
{
    const char *progress = getenv("ASHLAR_PROGRESS");
    return progress && strcmp(progress, "thread") == 0 ? MPI_THREAD_MULTIPLE : required;
}

int MPI_Init(int *argc, char ***argv)
{
    int provided;
    return level(MPI_THREAD_SINGLE) == MPI_THREAD_SINGLE
               ? PMPI_Init(argc, argv)
               : PMPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided);
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    return PMPI_Init_thread(argc, argv, level(required), provided);
}
