/* Calls of MPI for all modules: waiting for requests while the engine is served, collective calls
 * in step; and MPI's names of types and operations. Small collective calls of the library are in
 * al_tree.h: those of MPI that block may hold on to the core while they wait (MPICH: 64 ranks on 2
 * cores take half a second for a barrier). */
#ifndef AL_MPI_H
#define AL_MPI_H

#include <mpi.h>

#include <ashlar/types.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"

/* Name and version of the MPI library. version: room for MPI_MAX_LIBRARY_VERSION_STRING. */
void ali_mpi_version(char *version);

/* The MPI type; a function, because MPI implementations do not make it a constant. */
MPI_Datatype ali_type_mpi(ashlar_type type);
MPI_Op ali_op_mpi(ashlar_op op);

/* Wait for an MPI request while serving the engine. */
int ali_wait_mpi(MPI_Request *request);
/* The same when the caller has said for whom it waits (al_wait_report.h). */
int ali_wait_request(MPI_Request *request);

/* Make a collective call of MPI that sets *request, and wait until it completes. Once one has
 * failed on this rank, it makes no more: the others may still be in that one, and MPI would mix
 * them up. */
#define AL_COLLECTIVE(call, request)                                                               \
    (ali_context.collective_failed ? ali_fail_later_collective()                                   \
                                   : ali_finish_collective(AL_MPI(call), (request)))
int ali_fail_later_collective(void);
int ali_finish_collective(int started, MPI_Request *request);

/* Duplicate a communicator; errors on the new one return. Collective. */
int ali_comm_dup(MPI_Comm comm, MPI_Comm *made);

#endif
