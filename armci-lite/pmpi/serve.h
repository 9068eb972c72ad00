/* libashlar-pmpi: stands before MPI and answers other nodes while the program waits in blocking MPI
 * calls of its own. Each call becomes its nonblocking form, and a loop that tests it and polls the
 * engine. Here: when to do so, and the loop. messages.c and collectives.c have the calls.
 *
 * The library's own calls to MPI, and those of ScaLAPACK below it, come through here too. That does
 * no harm: the engine makes no blocking call while it serves, and `serving` sends whatever
 * comes from inside al_poll() straight to MPI. */
#ifndef ALI_SERVE_H
#define ALI_SERVE_H

#include <mpi.h>

#include "armci-lite/pmpi/interpose.h"

#pragma GCC visibility push(hidden)

/* Shall this thread answer while it waits? Not before the library is started, on a single node, or
 * where a helper thread answers. */
int ali_should_serve(void);

/* The same for a call that all ranks of a communicator make: MPI does not match its blocking form
 * with the nonblocking one, so all must decide alike. They do where all belong to the library,
 * because starting and stopping it is collective. */
int ali_should_serve_collective(MPI_Comm comm);

/* One step of waiting; start with *round = 0. */
void ali_serve_step(unsigned *round);

/* Wait for a request that a call with this result has started. */
int ali_serve_until(int started, MPI_Request *request, MPI_Status *status);

#pragma GCC visibility pop

#endif
