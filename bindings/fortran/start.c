/* Functions that need types which Fortran does not have: communicators, streams, descriptions of
 * arrays. */
#include <stdio.h>
#include <string.h>

#include "support.h"

static int has_started_mpi; /* so it is ours to end */

int ashlar_fortran_start(int has_comm, int comm)
{
    int is_running = 0;
    MPI_Initialized(&is_running);
    if (!is_running) {
        if (MPI_Init(NULL, NULL) != MPI_SUCCESS)
            return ashlar_fortran_refuse(ASHLAR_EMPI, "ga_initialize: MPI does not start");
        has_started_mpi = 1;
    }
    return ga_initialize(has_comm ? MPI_Comm_f2c((MPI_Fint)comm) : MPI_COMM_WORLD);
}

int ashlar_fortran_stop(void)
{
    int status = ga_terminate();
    if (status == ASHLAR_OK && has_started_mpi) {
        has_started_mpi = 0;
        if (MPI_Finalize() != MPI_SUCCESS)
            return ashlar_fortran_refuse(ASHLAR_EMPI, "ga_terminate: MPI does not end");
    }
    return status;
}

int ashlar_fortran_comm(ga_group_t group, int *comm)
{
    MPI_Comm c;
    int status = ga_group_comm(group, &c);
    if (status == ASHLAR_OK)
        *comm = (int)MPI_Comm_c2f(c);
    return status;
}

int ashlar_fortran_print(ga_t g)
{
    int status = ga_print(g, stdout);
    fflush(stdout);
    return status;
}

int ashlar_fortran_create(int type, int ndim, const int64_t *dims, const char *name,
                          const int64_t *block, const int64_t *ghosts, const int *nonperiodic,
                          int kind, const int *grid, ga_group_t group, int mirrored, ga_t *g)
{
    ga_spec_t spec = {.type = (ga_type)type,
                      .ndim = ndim,
                      .name = name,
                      .group = group,
                      .kind = (ga_kind)kind,
                      .mirrored = mirrored};
    memcpy(spec.dims, dims, sizeof spec.dims);
    memcpy(spec.block, block, sizeof spec.block);
    memcpy(spec.ghosts, ghosts, sizeof spec.ghosts);
    memcpy(spec.nonperiodic, nonperiodic, sizeof spec.nonperiodic);
    memcpy(spec.grid, grid, sizeof spec.grid);
    return ga_create_spec(&spec, g);
}
