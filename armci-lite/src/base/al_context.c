#include "armci-lite/src/base/al_context.h"

#include <ashlar/al.h>

#define NOT_STARTED                                                                                \
    {                                                                                              \
        .comm = MPI_COMM_NULL, .rank = -1, .size = -1                                              \
    }

al_context_t ali_context = NOT_STARTED;

void ali_context_reset(void)
{
    ali_context = (al_context_t)NOT_STARTED;
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
