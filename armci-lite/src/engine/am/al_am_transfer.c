/* Put, get and accumulate of the active-message engine, cut into fragments. Nothing here waits but
 * the calls that block: what a nonblocking one cannot send at once stays in the queue of its
 * server, without its data, and progress sends it as the send credit allows. */
#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/base/al_traffic.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/local/al_copy.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/local/al_type.h"

/* ---- fragments ------------------------------------------------------------------------------- */

static const char *pack(char *buffer, const char *buf, const al_shape_t *shape)
{
    size_t dense[AL_MAX_LEVELS];
    ali_shape_dense(shape, dense);
    ali_copy_shape(buffer, dense, buf, shape->buf_stride, shape);
    return buffer;
}

/* A small put or accumulate: the data travels in the record. */
static int send_inline(am_transfer_t *transfer)
{
    const al_shape_t *shape = transfer->shape;
    am_record_t *record;
    if (!ali_am_can_request())
        return AM_WOULD_BLOCK;
    AL_TRY(ali_am_append(transfer->server,
                         ali_am_record_bytes(shape, transfer->update) + transfer->bytes, &record));
    ali_am_mark_written(transfer->server);
    record->kind = transfer->update ? AM_ACC : AM_PUT;
    record->offset = transfer->offset;
    record->bytes = shape->levels ? transfer->bytes : shape->count[0];
    pack(ali_am_write_shape(record, shape, transfer->update), transfer->buf, shape);
    return ASHLAR_OK;
}

static int send_fragment(am_transfer_t *transfer, am_pending_t *pending)
{
    const al_fragment_t *fragment = &transfer->fragment;
    const char *data = transfer->buf + fragment->buf_offset;
    am_record_t *record = NULL;
    am_peer_t *server = transfer->server;
    pending->tag = ali_am_take_tag();
    int status =
        ali_am_append(server, ali_am_record_bytes(&fragment->shape, transfer->update), &record);
    if (status != ASHLAR_OK)
        return ali_am_detach(status, pending);
    ali_am_mark_written(server);
    record->kind = transfer->update ? AM_ACC : AM_PUT;
    record->flags = (uint8_t)(AM_DATA_FOLLOWS | (transfer->fragments ? AM_CONTINUES : 0));
    record->tag = (uint16_t)pending->tag;
    record->offset = transfer->offset + fragment->seg_offset;
    record->bytes = fragment->bytes;
    ali_am_write_shape(record, &fragment->shape, transfer->update);
    AL_TRY(ali_am_send_batch(server)); /* the server prepares while the data is packed */
    if (pending->buffer)
        data = pack(pending->buffer, data, &fragment->shape);
    MPI_Request request;
    status = AL_MPI(MPI_Isend(data, (int)fragment->bytes, MPI_BYTE, server->rank,
                              AM_TAG_DATA + pending->tag, ali_am.comm, &request));
    if (status != ASHLAR_OK) { /* the server waits for the data */
        ali_am_note_failure();
        return status;
    }
    ali_count_sent(1, (int64_t)fragment->bytes);
    if (!pending->buffer) /* data that is packed leaves the caller's buffer free */
        ali_am_attach(pending, transfer->unfinished, transfer->handle);
    ali_am_track_request(request, pending);
    return ASHLAR_OK;
}

static void unpack_answer(am_pending_t *pending)
{
    if (!pending->buffer)
        return;
    size_t dense[AL_MAX_LEVELS];
    ali_shape_dense(&pending->shape, dense);
    ali_copy_shape(pending->to, pending->shape.buf_stride, pending->buffer, dense, &pending->shape);
}

static int request_fragment(am_transfer_t *transfer, am_pending_t *pending)
{
    const al_fragment_t *fragment = &transfer->fragment;
    am_record_t *record;
    pending->done = unpack_answer;
    pending->to = transfer->buf + fragment->buf_offset;
    pending->shape = fragment->shape;
    ali_am_attach(pending, transfer->unfinished, transfer->handle);
    AL_TRY(ali_am_send_request(
        transfer->server, AM_GET, ali_am_record_bytes(&fragment->shape, NULL),
        pending->buffer ? pending->buffer : pending->to, fragment->bytes, pending, &record));
    record->offset = transfer->offset + fragment->seg_offset;
    record->bytes = fragment->bytes;
    ali_am_write_shape(record, &fragment->shape, NULL);
    return ali_am_send_batch(transfer->server);
}

/* Most bytes of a fragment. Runs that are not much shorter travel whole, without packing;
 * accumulates pass through a buffer of the server. */
static size_t fragment_bytes(const al_shape_t *shape, int accumulate)
{
    const size_t run = shape->count[0];
    return !accumulate && run >= AM_FRAGMENT / 2 && run < AM_FRAGMENT ? run : AM_FRAGMENT;
}

/* ---- sending without waiting ----------------------------------------------------------------- */

/* Send the next fragment. A buffer is for what is packed here, or arrives packed. */
static int issue_fragment(am_transfer_t *transfer)
{
    am_pending_t pending = {.tag = -1};
    const al_shape_t *shape = &transfer->fragment.shape;
    const int is_packed = !ali_shape_is_dense(shape, shape->buf_stride);
    if (is_packed) {
        pending.buffer_bytes = transfer->fragment.bytes;
        pending.buffer = ali_am_buffer_get(pending.buffer_bytes);
    }
    if ((is_packed && !pending.buffer) || !ali_am_can_request()) {
        ali_am_buffer_put(pending.buffer, pending.buffer_bytes);
        return AM_WOULD_BLOCK;
    }
    AL_TRY(transfer->direction == AL_GET ? request_fragment(transfer, &pending)
                                         : send_fragment(transfer, &pending));
    ++transfer->fragments;
    transfer->is_left = ali_fragments_next(&transfer->walk, &transfer->fragment);
    return ASHLAR_OK;
}

static int request_ack(const am_transfer_t *transfer)
{
    return ali_am_can_request()
               ? ali_am_request_ack(transfer->server, transfer->unfinished, transfer->handle)
               : AM_WOULD_BLOCK;
}

/* Send what can go without waiting. AM_WOULD_BLOCK: some is left. */
static int issue_transfer(am_transfer_t *transfer)
{
    while (transfer->is_left) {
        AL_TRY(ali_am_check_credit(transfer->server));
        if (*transfer->unfinished >= AM_MOST_FRAGMENTS)
            return AM_WOULD_BLOCK;
        if (transfer->send_mode == AM_FRAGMENTS) {
            AL_TRY(issue_fragment(transfer));
            continue;
        }
        AL_TRY(transfer->send_mode == AM_IN_RECORD ? send_inline(transfer)
               : transfer->send_mode == AM_IN_LIST ? ali_am_list_get(transfer)
                                                   : request_ack(transfer));
        transfer->is_left = 0;
    }
    return ASHLAR_OK;
}

/* Send all of it, waiting where it must. */
static int issue_all(am_transfer_t *transfer)
{
    if (transfer->send_mode == AM_IN_LIST)
        transfer->send_mode = AM_FRAGMENTS; /* lists need a handle */
    int status = issue_transfer(transfer);
    for (al_wait_t wait = {0}; status == AM_WOULD_BLOCK;) {
        ali_report_wait("a wait for send credit", transfer->server->rank);
        status = ali_am_wait_a_round(&wait);
        if (status == ASHLAR_OK)
            status = issue_transfer(transfer);
    }
    return status;
}

/* ---- queues ---------------------------------------------------------------------------------- */

/* A transfer, or the rest of one, that waits for credit: with all that its caller may forget. */
struct am_queued {
    am_queued_t *next;
    am_transfer_t transfer;
    int unfinished; /* stays 0: all parts belong to the handle */
    al_handle_t handle;
    int parity; /* of its part of the handle */
    al_shape_t shape;
    al_update_t update;
    char alpha[16];
};

static am_queued_t *get_queued(void)
{
    am_queued_t *queued = ali_am.origin.unused_queued;
    if (!queued)
        return malloc(sizeof *queued);
    ali_am.origin.unused_queued = queued->next;
    --ali_am.origin.unused_queued_count;
    return queued;
}

static void put_queued(am_queued_t *queued)
{
    enum { MOST_UNUSED = 256 };
    if (ali_am.origin.unused_queued_count == MOST_UNUSED) {
        free(queued);
        return;
    }
    queued->next = ali_am.origin.unused_queued;
    ali_am.origin.unused_queued = queued;
    ++ali_am.origin.unused_queued_count;
}

void ali_am_queues_free(void)
{
    for (am_peer_t *peer = ali_am.peers.first; peer; peer = peer->next) {
        while (peer->first_queued) {
            am_queued_t *queued = peer->first_queued;
            peer->first_queued = queued->next;
            put_queued(queued);
        }
    }
    while (ali_am.origin.unused_queued)
        free(get_queued());
}

/* Whether it could be queued: there is memory, and a handle. */
static int enqueue(const am_transfer_t *transfer)
{
    am_peer_t *server = transfer->server;
    am_queued_t *queued = get_queued();
    if (!queued)
        return 0;
    if (!ali_handle_add_part(transfer->handle)) { /* for what is not sent yet */
        put_queued(queued);
        return 0;
    }
    queued->parity = ali_am_begin_part();
    queued->next = NULL;
    queued->transfer = *transfer;
    queued->handle = *transfer->handle;
    queued->transfer.handle = &queued->handle;
    queued->unfinished = 0;
    queued->transfer.unfinished = &queued->unfinished;
    queued->shape = *transfer->shape;
    queued->transfer.shape = queued->transfer.walk.shape = &queued->shape;
    if (transfer->update) {
        queued->update = *transfer->update;
        queued->transfer.update = &queued->update;
        if (transfer->update->alpha)
            queued->update.alpha = memcpy(queued->alpha, transfer->update->alpha,
                                          ali_types[transfer->update->type].bytes);
    }
    if (server->last_queued)
        server->last_queued->next = queued;
    else
        server->first_queued = queued;
    server->last_queued = queued;
    ali_am_add_peer(AM_QUEUED, server);
    return 1;
}

/* Send from the queue of a peer; AM_WOULD_BLOCK: some is left. The parts of a queued transfer
 * have its parity: a fence waits until queued transfers are complete, not only sent. */
static int issue_queue(am_peer_t *peer)
{
    while (peer->first_queued) {
        am_queued_t *queued = peer->first_queued;
        ali_am.origin.queued_parity = queued->parity;
        int status = issue_transfer(&queued->transfer);
        ali_am.origin.queued_parity = -1;
        AL_TRY(status);
        peer->first_queued = queued->next;
        if (!peer->first_queued)
            peer->last_queued = NULL;
        ali_am_end_part(queued->handle, queued->parity);
        put_queued(queued);
    }
    return ASHLAR_OK;
}

int ali_am_issue_queued(void)
{
    for (int waiting = ali_am_count(AM_QUEUED); waiting > 0; --waiting) {
        am_peer_t *server = ali_am_peers_take(&ali_am.peers, AM_QUEUED);
        int status = issue_queue(server);
        if (server->first_queued)
            ali_am_add_peer(AM_QUEUED, server);
        if (status < 0)
            return status;
    }
    return ali_am_count(AM_QUEUED) ? ali_am_check_memory() : ASHLAR_OK;
}

/* Every 64th nonblocking call polls for incoming messages; it does not send batches early. */
static int poll_sometimes(void)
{
    enum { CALLS = 64 };
    if (++ali_am.origin.unpolled < CALLS)
        return ASHLAR_OK;
    ali_am.origin.unpolled = 0;
    int happened = ali_am_poll_once();
    return happened < 0 ? happened : ali_am_issue_queued();
}

static int issue_or_queue(am_transfer_t *transfer)
{
    int status = transfer->server->first_queued ? AM_WOULD_BLOCK : issue_transfer(transfer);
    if (status == AM_WOULD_BLOCK)
        status = enqueue(transfer) ? ASHLAR_OK : issue_all(transfer);
    if (status == ASHLAR_OK)
        status = poll_sometimes();
    return status;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static int move(al_direction_t direction, al_place_t place, const al_update_t *update, char *buf,
                const al_shape_t *shape, al_handle_t *handle)
{
    AL_TRY(ali_am_enter());
    am_peer_t *server;
    int unfinished = 0, status = ali_am_get_server(place.node, &server);
    if (AL_UNLIKELY(status != ASHLAR_OK))
        return ali_am_leave(status);
    am_transfer_t transfer = {.direction = direction,
                              .server = server,
                              .offset = place.offset,
                              .update = update,
                              .buf = buf,
                              .shape = shape,
                              .bytes = ali_shape_bytes(shape),
                              .is_left = 1,
                              .unfinished = &unfinished,
                              .handle = handle};
    if (direction != AL_GET && transfer.bytes <= AM_INLINE)
        transfer.send_mode = AM_IN_RECORD;
    else if (direction == AL_GET && handle && ali_am_suits_list(&transfer))
        transfer.send_mode = AM_IN_LIST;
    if (transfer.send_mode != AM_IN_RECORD) {
        ali_fragments_begin(&transfer.walk, shape, fragment_bytes(shape, update != NULL));
        transfer.is_left = ali_fragments_next(&transfer.walk, &transfer.fragment);
    }
    status = handle ? issue_or_queue(&transfer) : issue_all(&transfer);
    int waited = ali_am_wait_for(&unfinished, 0);
    return ali_am_leave(status != ASHLAR_OK ? status : waited);
}

int ali_am_put(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    return move(AL_PUT, place, NULL, ali_unconst(buf), shape, handle);
}

int ali_am_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    return move(AL_GET, place, NULL, buf, shape, handle);
}

int ali_am_acc(al_place_t place, const al_update_t *update, const char *buf,
               const al_shape_t *shape, al_handle_t *handle)
{
    return move(AL_ACC, place, update, ali_unconst(buf), shape, handle);
}

/* Queued transfers go first, so the request for an acknowledgement joins the queue. */
int ali_am_fence_nb(const int *ranks, int count, al_handle_t *handle)
{
    const al_shape_t nothing = {0};
    int unfinished = 0, status = ASHLAR_OK;
    AL_TRY(ali_am_enter());
    for (int k = 0; k < count && status == ASHLAR_OK; ++k) {
        int node = ali_nodes.of[ranks[k]];
        if (node == ali_nodes.mine)
            continue;
        am_peer_t *server = ali_am_peer(ali_am_server_of(node));
        if (!server || (server->written <= server->acked && !server->first_queued))
            continue;
        am_transfer_t transfer = {.server = server,
                                  .shape = &nothing,
                                  .send_mode = AM_ONLY_ACK,
                                  .is_left = 1,
                                  .unfinished = &unfinished,
                                  .handle = handle};
        status = issue_or_queue(&transfer);
    }
    int waited = ali_am_wait_for(&unfinished, 0);
    return ali_am_leave(status != ASHLAR_OK ? status : waited);
}
