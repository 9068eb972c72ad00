/* ASHLAR_PROGRESS=thread needs MPI_THREAD_MULTIPLE: ask for it whatever the program asks for. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/pmpi/serve.h"

/* Programs ask for this file, or a library of theirs does that starts MPI. Those in Fortran do not
 * ask for the others by name, so static libraries would leave them out. */
__attribute__((used)) static int (*const collectives)(MPI_Comm) = MPI_Barrier;
__attribute__((used)) static int (*const messages)(MPI_Request *, MPI_Status *) = MPI_Wait;

static int level(int required)
{
    const char *progress = getenv("ASHLAR_PROGRESS");
    return progress && strcmp(progress, "thread") == 0 ? MPI_THREAD_MULTIPLE : required;
}

STANDS_BEFORE(Init_thread)
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    return MPIS_OWN(Init_thread)(argc, argv, level(required), provided);
}

STANDS_BEFORE(Init)
int MPI_Init(int *argc, char ***argv)
{
    int provided;
    return level(MPI_THREAD_SINGLE) == MPI_THREAD_SINGLE
               ? MPIS_OWN(Init)(argc, argv)
               : MPIS_OWN(Init_thread)(argc, argv, MPI_THREAD_MULTIPLE, &provided);
}
