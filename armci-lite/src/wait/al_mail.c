/* Messages by matched probes, which threads of a rank may make at once. */
#include "armci-lite/src/wait/al_mail.h"

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/wait/al_mpi.h"

static int mail_tag(const al_tree_t *tree)
{
    return AL_MAIL_TAG + (tree->tag - AL_TREE_TAG);
}

int ali_mail_send(const al_tree_t *tree, int to, const void *data, size_t bytes,
                  MPI_Request *request)
{
    const int rank = tree->ranks ? tree->ranks[to] : to;
    ali_count_sent(1, (int64_t)bytes);
    return AL_MPI(
        MPI_Isend(data, (int)bytes, MPI_BYTE, rank, mail_tag(tree), ali_context.comm, request));
}

int ali_mail_match(const al_tree_t *tree, al_mail_t *mail, bool *has_arrived)
{
    int flag = 0, bytes;
    MPI_Status status;
    *has_arrived = false;
    AL_TRY(AL_MPI(MPI_Improbe(MPI_ANY_SOURCE, mail_tag(tree), ali_context.comm, &flag,
                              &mail->message, &status)));
    if (!flag)
        return ASHLAR_OK;
    *has_arrived = true;
    mail->source = status.MPI_SOURCE;
    AL_TRY(AL_MPI(MPI_Get_count(&status, MPI_BYTE, &bytes)));
    mail->bytes = (size_t)bytes;
    return ASHLAR_OK;
}

/* After a failure of MPI the rank at the other end may wait for ever, so that a later collective
 * call would not end either: it fails at once. */
static int end_of_mail(int status)
{
    ali_context.collective_failed |= status == ASHLAR_EMPI;
    return status;
}

static int take_bytes(al_mail_t *mail, void *data)
{
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Imrecv(data, (int)mail->bytes, MPI_BYTE, &mail->message, &request)));
    return ali_wait_request(&request);
}

int ali_mail_take(al_mail_t *mail, void *data)
{
    ali_report_wait("a message", mail->source);
    return end_of_mail(take_bytes(mail, data));
}

int ali_mail_finish(MPI_Request *request)
{
    ali_report_wait("a message", AL_OTHER_NODES);
    return *request == MPI_REQUEST_NULL ? ASHLAR_OK : end_of_mail(ali_wait_request(request));
}
