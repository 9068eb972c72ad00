/* The helper thread needs MPI_THREAD_MULTIPLE. Ask for it, whatever the program asks for, with
 * ASHLAR_PROGRESS=thread, and unless it is set also where the ranks are on several hosts. On one
 * host that level would only make MPI's calls slower. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/pmpi/serve.h"

/* Programs ask for this file, or a library of theirs does that starts MPI. Those in Fortran do not
 * ask for the others by name, so static libraries would leave them out. */
__attribute__((used)) static int (*const collectives)(MPI_Comm) = MPI_Barrier;
__attribute__((used)) static int (*const messages)(MPI_Request *, MPI_Status *) = MPI_Wait;

/* Variables in which launchers tell their ranks: the number of ranks, and of those on this host;
 * Slurm, the number of hosts. */
static int spans_hosts(void)
{
    static const char *const sizes[][2] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
                                           {"PMI_SIZE", "MPI_LOCALNRANKS"}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
        const char *all = getenv(sizes[k][0]), *here = getenv(sizes[k][1]);
        if (all && here)
            return atoi(all) > atoi(here);
    }
    const char *hosts = getenv("SLURM_STEP_NUM_NODES");
    return hosts && atoi(hosts) > 1;
}

static int choose_level(int required)
{
    const char *progress = getenv("ASHLAR_PROGRESS");
    int wanted = progress && *progress && strcmp(progress, "auto") != 0
                     ? strcmp(progress, "thread") == 0
                     : spans_hosts();
    return wanted ? MPI_THREAD_MULTIPLE : required;
}

INTERPOSE(Init_thread)
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    return REAL_MPI(Init_thread)(argc, argv, choose_level(required), provided);
}

INTERPOSE(Init)
int MPI_Init(int *argc, char ***argv)
{
    int provided;
    return choose_level(MPI_THREAD_SINGLE) == MPI_THREAD_SINGLE
               ? REAL_MPI(Init)(argc, argv)
               : REAL_MPI(Init_thread)(argc, argv, MPI_THREAD_MULTIPLE, &provided);
}
