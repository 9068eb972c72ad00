/* Collective calls, from the table in collectives.def. */
#include "armci-lite/pmpi/serve.h"

/* Calls that have a nonblocking form. */
#define SERVED(call, form, parameters, ...)                                                        \
    STANDS_BEFORE(call)                                                                            \
    int MPI_##call parameters                                                                      \
    {                                                                                              \
        MPI_Request request;                                                                       \
        if (!ali_serve_on(comm))                                                                   \
            return MPIS_OWN(call)(__VA_ARGS__);                                                    \
        return ali_serve_until(PMPI_##form(__VA_ARGS__, &request), &request, MPI_STATUS_IGNORE);   \
    }

/* Calls that have none, and may wait for all ranks: meet before anybody blocks. */
#define GATHERED(call, parameters, ...)                                                            \
    STANDS_BEFORE(call)                                                                            \
    int MPI_##call parameters                                                                      \
    {                                                                                              \
        MPI_Request request;                                                                       \
        int met = MPI_SUCCESS;                                                                     \
        if (ali_serve_on(comm))                                                                    \
            met = ali_serve_until(PMPI_Ibarrier(comm, &request), &request, MPI_STATUS_IGNORE);     \
        return met == MPI_SUCCESS ? MPIS_OWN(call)(__VA_ARGS__) : met;                             \
    }

#include "armci-lite/pmpi/collectives.def"
