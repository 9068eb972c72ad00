/* Flow control of the active-message engine: an origin has few batches that are not acknowledged.
 *
 * What is not acknowledged may lie at the server: beyond the posted receives in the memory of MPI,
 * or, if it has to wait, in batches that are kept. All origins of a server together have
 * AM_ALL_UNACKED batches, as many bytes as it may hold of data and replies, as long as that is
 * AM_LEAST_UNACKED for each:
 *
 *     origins of a server   credit of each   at the server, at most
 *     1 to 128              32               128 x 32 x 16 KiB = 64 MiB
 *     1000                  4                1000 x 4 x 16 KiB = 62 MiB
 *     2048 and more         2                32 KiB for each
 *
 * A million ranks on nodes of 128, each a server, have 7812 origins: 244 MiB a server, if all send
 * it as much as they may at once. The tables of nodes are the same everywhere, so the credit is. */
#include "armci-lite/src/engine/am/al_am.h"

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_wait_report.h"

/* By the rule of ali_am_server_of() the first rank of a smallest node has the most, one for each
 * time that its node fits into another one, rounded up. */
int64_t ali_am_most_origins(const int *first, int nodes, bool has_one_server)
{
    int64_t smallest = INT64_MAX, origins = 0;
    for (int n = 0; n < nodes; ++n)
        smallest = ali_min(smallest, first[n + 1] - first[n]);
    for (int n = 0; n < nodes; ++n)
        origins += (first[n + 1] - first[n] + smallest - 1) / smallest;
    return has_one_server ? first[nodes] - smallest : origins - 1;
}

int64_t ali_am_credit(int64_t origins)
{
    const int64_t share = AM_ALL_UNACKED / ali_max(1, origins);
    return ali_min(AM_UNACKED, ali_max(AM_LEAST_UNACKED, share));
}

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

/* Whether to ask for an acknowledgement: half of the credit is used, and none is on its way. One
 * batch alone is not worth a message: the reply to a later one will acknowledge it. */
static bool needs_ack(const am_peer_t *server, uint64_t unacked)
{
    return unacked >= (uint64_t)ali_am.origin.credit / 2 && (unacked > 1 || server->batch) &&
           server->ack_requested <= server->acked;
}

int ali_am_check_credit(am_peer_t *server)
{
    uint64_t unacked = server->sent - server->acked;
    if (needs_ack(server, unacked) && ali_am_can_request())
        AL_TRY(ali_am_request_ack(server, NULL, NULL));
    return unacked < (uint64_t)ali_am.origin.credit ? ASHLAR_OK : AM_WOULD_BLOCK;
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
