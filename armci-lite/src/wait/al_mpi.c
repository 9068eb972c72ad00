/* Calls of MPI for all modules, which serve the engine while they wait. */
#include "armci-lite/src/wait/al_mpi.h"

#include <string.h>

#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/wait/al_wait.h"
#include "armci-lite/src/base/al_wait_report.h"

void ali_mpi_version(char *version)
{
    int length;
    MPI_Get_library_version(version, &length);
    version[strcspn(version, "\n,")] = '\0';
}

MPI_Datatype ali_type_mpi(ashlar_type type)
{
#define TYPE_MPI(id, ctype, mpitype, kind) mpitype,
    MPI_Datatype types[] = {ASHLAR_TYPE_TABLE(TYPE_MPI)};
#undef TYPE_MPI
    return types[type];
}

MPI_Op ali_op_mpi(ashlar_op op)
{
    MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_REPLACE};
    return ops[op];
}

int ali_wait_mpi(MPI_Request *request)
{
    ali_report_wait("a collective call", AL_OTHER_NODES);
    return ali_wait_request(request);
}

int ali_wait_request(MPI_Request *request)
{
    if (ali_engine && ali_engine->wait_mpi) {
        MPI_Request handed_over = *request;
        *request = MPI_REQUEST_NULL;
        return ali_engine->wait_mpi(handed_over);
    }
    /* A test is a long spin. */
    al_wait_t wait = {.round = ali_context.oversubscribed ? AL_SPINS : 0};
    for (int done = 0; !done;) {
        AL_TRY(AL_MPI(MPI_Test(request, &done, MPI_STATUS_IGNORE)));
        if (!done)
            ali_wait_step(&wait, 1);
    }
    return ASHLAR_OK;
}

int ali_fail_later_collective(void)
{
    return AL_FAIL(ASHLAR_EMPI,
                   "a collective call of MPI has failed on this rank: it cannot take part "
                   "in another");
}

int ali_finish_collective(int started, MPI_Request *request)
{
    int status = started == ASHLAR_OK ? ali_wait_mpi(request) : started;
    if (status != ASHLAR_OK)
        ali_context.collective_failed = 1;
    return status;
}

int ali_comm_dup(MPI_Comm comm, MPI_Comm *made)
{
    MPI_Request request;
    AL_TRY(AL_COLLECTIVE(MPI_Comm_idup(comm, made, &request), &request));
    return AL_MPI(MPI_Comm_set_errhandler(*made, MPI_ERRORS_RETURN));
}
