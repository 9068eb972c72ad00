/* Collective calls, from the table in collectives.def. */
#include "armci-lite/pmpi/serve.h"

/* Calls that have a nonblocking form. */
#define SERVED(call, form, parameters, ...)                                                        \
    INTERPOSE(call)                                                                                \
    int MPI_##call parameters                                                                      \
    {                                                                                              \
        MPI_Request request;                                                                       \
        if (!ali_should_serve_collective(comm))                                                    \
            return REAL_MPI(call)(__VA_ARGS__);                                                    \
        return ali_serve_until(PMPI_##form(__VA_ARGS__, &request), &request, MPI_STATUS_IGNORE);   \
    }

/* Calls without a nonblocking form, which may wait for all ranks: a barrier comes before anybody
 * blocks. */
#define GATHERED(call, parameters, ...)                                                            \
    INTERPOSE(call)                                                                                \
    int MPI_##call parameters                                                                      \
    {                                                                                              \
        MPI_Request request;                                                                       \
        int status = MPI_SUCCESS;                                                                  \
        if (ali_should_serve_collective(comm))                                                     \
            status = ali_serve_until(PMPI_Ibarrier(comm, &request), &request, MPI_STATUS_IGNORE);  \
        return status == MPI_SUCCESS ? REAL_MPI(call)(__VA_ARGS__) : status;                       \
    }

#include "armci-lite/pmpi/collectives.def"
