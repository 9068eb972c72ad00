/* Flow control of the active-message engine: an origin has few batches that are not acknowledged.
 */
#include "armci-lite/src/engine/am/al_am.h"

#include "armci-lite/src/base/al_wait_report.h"

int ali_am_request_ack(int rank, int *unfinished, al_handle_t *handle)
{
    am_record_t *record;
    MPI_Request request;
    am_pending_t pending = {.origin = -1, .server = rank, .tag = ali_am_take_tag()};
    if (unfinished)
        ali_am_attach(&pending, unfinished, handle);
    int status = ali_am_append(rank, sizeof *record, &record);
    if (status == ASHLAR_OK)
        status = AL_MPI(
            MPI_Irecv(NULL, 0, MPI_BYTE, rank, AM_TAG_REPLY + pending.tag, ali_am.comm, &request));
    if (status != ASHLAR_OK)
        return ali_am_detach(status, &pending);
    record->kind = AM_ACK;
    record->tag = (uint16_t)pending.tag;
    pending.upto = ali_am_batch_number(rank);
    ali_am.peers[rank].ack_requested = pending.upto;
    ali_am_track_request(request, &pending);
    return ali_am_send_batch(rank);
}

int ali_am_check_credit(int rank)
{
    am_peer_t *peer = &ali_am.peers[rank];
    uint64_t unacked = peer->sent - peer->acked;
    if (unacked >= AM_UNACKED / 2 && peer->ack_requested <= peer->acked && ali_am_can_request())
        AL_TRY(ali_am_request_ack(rank, NULL, NULL));
    return unacked < AM_UNACKED ? ASHLAR_OK : AM_WOULD_BLOCK;
}

int ali_am_wait_for_credit(int rank)
{
    int status = ali_am_check_credit(rank);
    for (al_wait_t wait = {0}; status == AM_WOULD_BLOCK;) {
        ali_report_wait("a wait for send credit", rank);
        status = ali_am_wait_a_round(&wait);
        if (status == ASHLAR_OK)
            status = ali_am_check_credit(rank);
    }
    return status;
}
