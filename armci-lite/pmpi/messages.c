/* Messages between two ranks, and waiting for requests. A blocking send may meet a nonblocking
 * receive and the other way round, so each rank decides alone. */
#include <stdlib.h>

#include "armci-lite/pmpi/serve.h"

/* ---- send and receive ------------------------------------------------------------------------ */

typedef int start_send(const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                       MPI_Request *request);

static int send(start_send *start, const void *buf, int n, MPI_Datatype type, int to, int tag,
                MPI_Comm comm)
{
    MPI_Request request;
    return ali_serve_until(start(buf, n, type, to, tag, comm, &request), &request,
                           MPI_STATUS_IGNORE);
}

INTERPOSE(Send)
int MPI_Send(const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return ali_should_serve() ? send(PMPI_Isend, buf, n, type, to, tag, comm)
                              : REAL_MPI(Send)(buf, n, type, to, tag, comm);
}

INTERPOSE(Ssend)
int MPI_Ssend(const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return ali_should_serve() ? send(PMPI_Issend, buf, n, type, to, tag, comm)
                              : REAL_MPI(Ssend)(buf, n, type, to, tag, comm);
}

INTERPOSE(Rsend)
int MPI_Rsend(const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return ali_should_serve() ? send(PMPI_Irsend, buf, n, type, to, tag, comm)
                              : REAL_MPI(Rsend)(buf, n, type, to, tag, comm);
}

INTERPOSE(Recv)
int MPI_Recv(void *buf, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    MPI_Request request;
    if (!ali_should_serve())
        return REAL_MPI(Recv)(buf, n, type, from, tag, comm, status);
    return ali_serve_until(PMPI_Irecv(buf, n, type, from, tag, comm, &request), &request, status);
}

INTERPOSE(Mrecv)
int MPI_Mrecv(void *buf, int n, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
    MPI_Request request;
    if (!ali_should_serve())
        return REAL_MPI(Mrecv)(buf, n, type, message, status);
    return ali_serve_until(PMPI_Imrecv(buf, n, type, message, &request), &request, status);
}

/* Wait for a send and a receive that are under way; the first failure counts. */
static int finish_both(MPI_Request *send, MPI_Request *receive, MPI_Status *status)
{
    int sent = 0, received = 0, first = MPI_SUCCESS;
    for (unsigned round = 0; !sent || !received;) {
        int result = MPI_SUCCESS;
        if (!received && (result = PMPI_Test(receive, &received, status)) != MPI_SUCCESS)
            received = 1;
        if (first == MPI_SUCCESS)
            first = result;
        if (!sent && (result = PMPI_Test(send, &sent, MPI_STATUS_IGNORE)) != MPI_SUCCESS)
            sent = 1;
        if (first == MPI_SUCCESS)
            first = result;
        if (!sent || !received)
            ali_serve_step(&round);
    }
    return first;
}

static int cancel_receive(MPI_Request *receive, int failure)
{
    PMPI_Cancel(receive);
    ali_serve_until(MPI_SUCCESS, receive, MPI_STATUS_IGNORE);
    return failure;
}

INTERPOSE(Sendrecv)
int MPI_Sendrecv(const void *out, int n, MPI_Datatype type, int to, int tag, void *in, int room,
                 MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    MPI_Request send, receive;
    if (!ali_should_serve())
        return REAL_MPI(Sendrecv)(out, n, type, to, tag, in, room, in_type, from, in_tag, comm,
                                  status);
    int result = PMPI_Irecv(in, room, in_type, from, in_tag, comm, &receive);
    if (result != MPI_SUCCESS)
        return result;
    result = PMPI_Isend(out, n, type, to, tag, comm, &send);
    return result == MPI_SUCCESS ? finish_both(&send, &receive, status)
                                 : cancel_receive(&receive, result);
}

/* The buffer's elements leave as a packed copy before they are replaced. */
INTERPOSE(Sendrecv_replace)
int MPI_Sendrecv_replace(void *buf, int n, MPI_Datatype type, int to, int tag, int from, int in_tag,
                         MPI_Comm comm, MPI_Status *status)
{
    int room = 0, used = 0, result = MPI_SUCCESS;
    char *packed = NULL;
    if (ali_should_serve())
        result = PMPI_Pack_size(n, type, comm, &room);
    if (room > 0 && result == MPI_SUCCESS)
        packed = malloc((size_t)room);
    if (!packed)
        return result != MPI_SUCCESS
                   ? result
                   : REAL_MPI(Sendrecv_replace)(buf, n, type, to, tag, from, in_tag, comm, status);
    result = PMPI_Pack(buf, n, type, packed, room, &used, comm);
    if (result == MPI_SUCCESS)
        result = MPI_Sendrecv(packed, used, MPI_PACKED, to, tag, buf, n, type, from, in_tag, comm,
                              status);
    free(packed);
    return result;
}

/* ---- probe ----------------------------------------------------------------------------------- */

INTERPOSE(Probe)
int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    int result, found = 0;
    if (!ali_should_serve())
        return REAL_MPI(Probe)(from, tag, comm, status);
    for (unsigned round = 0;; ali_serve_step(&round)) {
        result = PMPI_Iprobe(from, tag, comm, &found, status);
        if (found || result != MPI_SUCCESS)
            return result;
    }
}

INTERPOSE(Mprobe)
int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    int result, found = 0;
    if (!ali_should_serve())
        return REAL_MPI(Mprobe)(from, tag, comm, message, status);
    for (unsigned round = 0;; ali_serve_step(&round)) {
        result = PMPI_Improbe(from, tag, comm, &found, message, status);
        if (found || result != MPI_SUCCESS)
            return result;
    }
}

/* ---- waiting for requests -------------------------------------------------------------------- */

INTERPOSE(Wait)
int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    return ali_should_serve() ? ali_serve_until(MPI_SUCCESS, request, status)
                              : REAL_MPI(Wait)(request, status);
}

INTERPOSE(Waitall)
int MPI_Waitall(int n, MPI_Request *requests, MPI_Status *statuses)
{
    int result, done = 0;
    if (!ali_should_serve())
        return REAL_MPI(Waitall)(n, requests, statuses);
    for (unsigned round = 0;; ali_serve_step(&round)) {
        result = PMPI_Testall(n, requests, &done, statuses);
        if (done || result != MPI_SUCCESS)
            return result;
    }
}

INTERPOSE(Waitany)
int MPI_Waitany(int n, MPI_Request *requests, int *index, MPI_Status *status)
{
    int result, done = 0;
    if (!ali_should_serve())
        return REAL_MPI(Waitany)(n, requests, index, status);
    for (unsigned round = 0;; ali_serve_step(&round)) {
        result = PMPI_Testany(n, requests, index, &done, status);
        if (done || result != MPI_SUCCESS)
            return result;
    }
}

INTERPOSE(Waitsome)
int MPI_Waitsome(int n, MPI_Request *requests, int *count, int *indices, MPI_Status *statuses)
{
    if (!ali_should_serve())
        return REAL_MPI(Waitsome)(n, requests, count, indices, statuses);
    for (unsigned round = 0;; ali_serve_step(&round)) {
        int result = PMPI_Testsome(n, requests, count, indices, statuses);
        if (*count != 0 || result != MPI_SUCCESS) /* MPI_UNDEFINED: none is active */
            return result;
    }
}
