/* The state of the library on this rank. */
#include "armci-lite/src/base/al_context.h"

#include <ashlar/al.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_fork.h"
#include "armci-lite/src/base/al_status.h"

#define NOT_STARTED                                                                                \
    {                                                                                              \
        .comm = MPI_COMM_NULL, .rank = -1, .size = -1, .oversubscribed = 1                         \
    }

al_context_t ali_context = NOT_STARTED;

void ali_context_reset(void)
{
    ali_context = (al_context_t)NOT_STARTED;
}

int ali_mpi_is_ending, ali_mpi_is_over;

const char *ali_stop_reason(const char *otherwise)
{
    return al_forked()       ? ali_fork_message
           : ali_mpi_is_over ? "MPI_Finalize has been called"
                             : otherwise;
}

int ali_check_started(const char *call)
{
    return AL_LIKELY(ali_context.started) ? ASHLAR_OK
                                          : AL_FAIL(ASHLAR_ESTATE, "%s: %s", call,
                                                    ali_stop_reason("the library is not started"));
}

int al_initialized(void)
{
    return ali_context.started;
}

int al_rank(void)
{
    return ali_context.started ? ali_context.rank : -1;
}

int al_size(void)
{
    return ali_context.started ? ali_context.size : -1;
}
