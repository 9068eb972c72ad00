/* Flow control of the active-message engine: an origin has few batches that are not acknowledged.
 */
#include "armci-lite/src/engine/am/al_am.h"

#include "armci-lite/src/base/al_wait_report.h"

int ali_am_request_ack(am_peer_t *server, int *unfinished, al_handle_t *handle)
{
    am_record_t *record;
    MPI_Request request;
    am_pending_t pending = {.server = server, .tag = ali_am_take_tag()};
    if (unfinished)
        ali_am_attach(&pending, unfinished, handle);
    int status = ali_am_append(server, sizeof *record, &record);
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, server->rank, AM_TAG_REPLY + pending.tag,
                                  ali_am.comm, &request));
    if (status != ASHLAR_OK)
        return ali_am_detach(status, &pending);
    record->kind = AM_ACK;
    record->tag = (uint16_t)pending.tag;
    pending.upto = ali_am_batch_number(server);
    server->ack_requested = pending.upto;
    ali_am_track_request(request, &pending);
    return ali_am_send_batch(server);
}

int ali_am_check_credit(am_peer_t *server)
{
    uint64_t unacked = server->sent - server->acked;
    if (unacked >= AM_UNACKED / 2 && server->ack_requested <= server->acked && ali_am_can_request())
        AL_TRY(ali_am_request_ack(server, NULL, NULL));
    return unacked < AM_UNACKED ? ASHLAR_OK : AM_WOULD_BLOCK;
}

int ali_am_wait_for_credit(am_peer_t *server)
{
    int status = ali_am_check_credit(server);
    for (al_wait_t wait = {0}; status == AM_WOULD_BLOCK;) {
        ali_report_wait("a wait for send credit", server->rank);
        status = ali_am_wait_a_round(&wait);
        if (status == ASHLAR_OK)
            status = ali_am_check_credit(server);
    }
    return status;
}
