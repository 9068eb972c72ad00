/* The active-message engine: one-sided access to other nodes over two-sided MPI. This side asks;
 * al_am_serve.c answers; al_am.h has the protocol. */
#include "armci-lite/src/al_am.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "armci-lite/src/al_handle.h"
#include "armci-lite/src/al_shape.h"
#include "armci-lite/src/al_type.h"

am_state_t ali_am = {.comm = MPI_COMM_NULL};

/* ---- requests under way ---------------------------------------------------------------------- */

static int grow_pending(void)
{
    int room = ali_am.pending_room ? 2 * ali_am.pending_room : 128;
    MPI_Request *requests = realloc(ali_am.requests, (size_t)room * sizeof *requests);
    if (requests)
        ali_am.requests = requests;
    am_pending_t **pending = realloc(ali_am.pending, (size_t)room * sizeof *pending);
    if (pending)
        ali_am.pending = pending;
    am_pending_t **ready = realloc(ali_am.ready, (size_t)room * sizeof *ready);
    if (ready)
        ali_am.ready = ready;
    int *indices = realloc(ali_am.indices, (size_t)room * sizeof *indices);
    if (indices)
        ali_am.indices = indices;
    if (!requests || !pending || !ready || !indices)
        return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for %d requests", room);
    ali_am.pending_room = room;
    return ASHLAR_OK;
}

int ali_am_watch(MPI_Request request, const am_pending_t *pending)
{
    if (ali_am.pending_count == ali_am.pending_room)
        AL_TRY(grow_pending());
    am_pending_t *copy = malloc(sizeof *copy);
    if (!copy)
        return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for a request");
    *copy = *pending;
    if (copy->update.alpha)
        copy->update.alpha = copy->alpha;
    ali_am.requests[ali_am.pending_count] = request;
    ali_am.pending[ali_am.pending_count++] = copy;
    return ASHLAR_OK;
}

static void complete(am_pending_t *pending)
{
    if (pending->done)
        pending->done(pending);
    if (pending->number >= 0)
        ali_am.free_numbers[ali_am.free_count++] = (int16_t)pending->number;
    if (pending->open)
        --*pending->open;
    if (pending->handle)
        ali_handle_part_done(pending->handle);
    free(pending);
}

/* Find completed requests and do what follows them; returns how many, or an error. Handlers add
 * requests at the end, so the completed ones are taken out first. */
static int complete_some(void)
{
    int count;
    AL_TRY(AL_MPI(MPI_Testsome(ali_am.pending_count, ali_am.requests, &count, ali_am.indices,
                               ali_am.ignore)));
    if (count == MPI_UNDEFINED || count == 0)
        return 0;
    for (int k = 0; k < count; ++k) {
        ali_am.ready[k] = ali_am.pending[ali_am.indices[k]];
        ali_am.pending[ali_am.indices[k]] = NULL;
    }
    int kept = 0;
    for (int k = 0; k < ali_am.pending_count; ++k)
        if (ali_am.pending[k]) {
            ali_am.pending[kept] = ali_am.pending[k];
            ali_am.requests[kept++] = ali_am.requests[k];
        }
    ali_am.pending_count = kept;
    int first_failure = ASHLAR_OK;
    for (int k = 0; k < count; ++k) {
        int origin = ali_am.ready[k]->origin;
        complete(ali_am.ready[k]);
        int result = origin >= 0 ? ali_am_resume(origin) : ASHLAR_OK;
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    return first_failure != ASHLAR_OK ? first_failure : count;
}

char *ali_am_take_buffer(void)
{
    return ali_am.spare_count ? ali_am.spare[--ali_am.spare_count] : malloc(AM_BATCH);
}

void ali_am_return_buffer(char *buffer)
{
    if (ali_am.spare_count < (int)(sizeof ali_am.spare / sizeof *ali_am.spare))
        ali_am.spare[ali_am.spare_count++] = buffer;
    else
        free(buffer);
}

/* ---- progress -------------------------------------------------------------------------------- */

static int post_receive(int slot)
{
    return AL_MPI(MPI_Irecv(ali_am.receive_buffer[slot], AM_BATCH, MPI_BYTE, MPI_ANY_SOURCE,
                            AM_TAG_BATCH, ali_am.comm, &ali_am.receive[slot]));
}

/* Serve batches that have arrived: receives match in the order they were posted. */
static int serve_arrived(void)
{
    int served = 0, arrived = 1;
    while (served < AM_RECEIVES) {
        MPI_Status status;
        int slot = ali_am.head, bytes;
        AL_TRY(AL_MPI(MPI_Test(&ali_am.receive[slot], &arrived, &status)));
        if (!arrived)
            break;
        AL_TRY(AL_MPI(MPI_Get_count(&status, MPI_BYTE, &bytes)));
        int result = ali_am_serve(status.MPI_SOURCE, ali_am.receive_buffer[slot], (size_t)bytes);
        ali_am.head = (slot + 1) % AM_RECEIVES; /* whatever the result: the next is the next */
        AL_TRY(post_receive(slot));
        AL_TRY(result);
        ++served;
    }
    return served;
}

static void batch_sent(am_pending_t *pending)
{
    ali_am_return_buffer(pending->buffer);
}

static int send_batch(int rank)
{
    am_peer_t *peer = &ali_am.peers[rank];
    if (!peer->batch)
        return ASHLAR_OK;
    am_pending_t pending = {.done = batch_sent, .buffer = peer->batch, .number = -1, .origin = -1};
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Isend(peer->batch, (int)peer->used, MPI_BYTE, rank, AM_TAG_BATCH, ali_am.comm,
                            &request)));
    peer->batch = NULL;
    peer->used = 0;
    peer->sent++;
    return ali_am_watch(request, &pending);
}

static int send_batches(void)
{
    for (int k = 0; k < ali_am.dirty_count; ++k)
        AL_TRY(send_batch(ali_am.dirty[k]));
    return ASHLAR_OK;
}

/* Send what is gathered, serve what has come, note what is done. Positive: something happened. */
static int progress(void)
{
    AL_TRY(send_batches());
    int served = serve_arrived();
    if (served < 0)
        return served;
    int done = ali_am.pending_count ? complete_some() : 0;
    return done < 0 ? done : served + done;
}

/* One round of waiting inside the engine: others may enter between rounds. */
static int wait_round(unsigned *round)
{
    int happened = progress();
    if (happened < 0)
        return happened;
    if (happened) {
        *round = 0;
        return ASHLAR_OK;
    }
    if (++*round >= AL_SPINS) {
        pthread_mutex_unlock(&ali_am.lock);
        ali_wait_slowly(*round, 0);
        pthread_mutex_lock(&ali_am.lock);
    }
    return ASHLAR_OK;
}

/* Wait until at most `most` of what counts in *open is left. */
static int wait_for(const int *open, int most)
{
    for (unsigned round = 0; *open > most;)
        AL_TRY(wait_round(&round));
    return ASHLAR_OK;
}

static int enter(void)
{
    pthread_mutex_lock(&ali_am.lock);
    int failed = ali_am.failed;
    ali_am.failed = ASHLAR_OK;
    if (failed == ASHLAR_OK)
        return ASHLAR_OK;
    pthread_mutex_unlock(&ali_am.lock);
    return AL_FAIL(failed, "active messages: serving another rank failed (%s)",
                   ashlar_status_text(failed));
}

static int leave(int status)
{
    pthread_mutex_unlock(&ali_am.lock);
    return status < 0 ? status : ASHLAR_OK;
}

/* ---- records --------------------------------------------------------------------------------- */

/* Who serves a rank: itself, or the rank of its node that has the helper thread. */
static int server_of(const al_place_t *place)
{
    const al_nodes_t *nodes = &ali_context.nodes;
    return ali_am.progress_thread ? nodes->ranks[nodes->first[place->node]] : place->rank;
}

static int take_number(int *number)
{
    for (unsigned round = 0; ali_am.free_count == 0;)
        AL_TRY(wait_round(&round));
    *number = ali_am.free_numbers[--ali_am.free_count];
    return ASHLAR_OK;
}

static void mark_dirty(int rank)
{
    if (ali_am.peers[rank].in_dirty)
        return;
    ali_am.peers[rank].in_dirty = 1;
    ali_am.dirty[ali_am.dirty_count++] = rank;
}

/* Room for a record at the end of the batch to a rank. */
static int append(int rank, size_t bytes, am_record_t **record)
{
    am_peer_t *peer = &ali_am.peers[rank];
    bytes = ali_am_round(bytes);
    if (peer->batch && peer->used + bytes > AM_BATCH)
        AL_TRY(send_batch(rank));
    if (!peer->batch) {
        peer->batch = ali_am_take_buffer();
        if (!peer->batch)
            return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for a message");
    }
    *record = (am_record_t *)(void *)(peer->batch + peer->used);
    memset(*record, 0, sizeof **record);
    (*record)->length = (uint32_t)bytes;
    peer->used += bytes;
    mark_dirty(rank);
    return ASHLAR_OK;
}

static void ack_arrived(am_pending_t *pending)
{
    am_peer_t *peer = &ali_am.peers[pending->bytes >> 32];
    unsigned upto = (unsigned)pending->bytes;
    if ((int)(upto - peer->acked) > 0) /* acknowledgements may be noticed out of order */
        peer->acked = upto;
}

/* Have the batches up to a number been acknowledged? The numbers may wrap around. */
static int is_acked(const am_peer_t *peer, unsigned upto)
{
    return (int)(peer->acked - upto) >= 0;
}

static int wait_for_ack(int rank, unsigned upto)
{
    for (unsigned round = 0; !is_acked(&ali_am.peers[rank], upto);)
        AL_TRY(wait_round(&round));
    return ASHLAR_OK;
}

/* Ask a server to say when everything so far, up to batch *upto, is done. */
static int request_ack(int rank, unsigned *upto)
{
    am_record_t *record;
    int number;
    AL_TRY(take_number(&number));
    AL_TRY(append(rank, sizeof *record, &record));
    record->kind = AM_ACK;
    record->number = (uint16_t)number;
    ali_am.peers[rank].unfenced = 0;
    *upto = ali_am.peers[rank].sent + 1; /* the batch that holds the record */
    ali_am.peers[rank].asked = *upto;
    am_pending_t pending = {
        .done = ack_arrived, .number = number, .origin = -1, .bytes = (size_t)rank << 32 | *upto};
    MPI_Request request;
    AL_TRY(
        AL_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, rank, AM_TAG_ANSWER + number, ali_am.comm, &request)));
    AL_TRY(ali_am_watch(request, &pending));
    return send_batch(rank);
}

/* Keep the batches that a server has not acknowledged within bounds. */
static int throttle(int rank)
{
    unsigned upto;
    if (ali_am.peers[rank].sent - ali_am.peers[rank].acked < AM_UNACKED)
        return ASHLAR_OK;
    AL_TRY(request_ack(rank, &upto));
    return wait_for_ack(rank, upto);
}

/* Write the shape and the factor behind a record; returns where its data goes. */
static char *write_shape(am_record_t *record, const al_shape_t *shape, const al_update_t *update)
{
    char *at = (char *)(record + 1);
    record->levels = (uint16_t)shape->levels;
    if (shape->levels) {
        size_t levels = (size_t)shape->levels;
        memcpy(at, shape->count, (levels + 1) * sizeof *shape->count);
        at += (levels + 1) * sizeof *shape->count;
        memcpy(at, shape->seg_stride, levels * sizeof *shape->seg_stride);
        at += levels * sizeof *shape->seg_stride;
    }
    if (update) {
        record->type = (uint8_t)update->type;
        record->op = (uint8_t)update->op;
        if (update->alpha) {
            record->flags |= AM_HAS_ALPHA;
            memcpy(at, update->alpha, ali_types[update->type].bytes);
            at += 16;
        }
    }
    return at;
}

static size_t record_bytes(const al_shape_t *shape, const al_update_t *update)
{
    size_t words = shape->levels ? 2 * (size_t)shape->levels + 1 : 0;
    return sizeof(am_record_t) + 8 * words + (update && update->alpha ? 16 : 0);
}

/* ---- put and accumulate ---------------------------------------------------------------------- */

static int is_dense(const al_shape_t *shape)
{
    size_t dense[AL_MAX_LEVELS];
    ali_shape_dense(shape, dense);
    for (int level = 0; level < shape->levels; ++level)
        if (shape->buf_stride[level] != dense[level])
            return 0;
    return 1;
}

/* A small transfer: the data travels in the record. */
static int send_inline(int rank, uint64_t offset, const char *buf, const al_shape_t *shape,
                       const al_update_t *update, size_t bytes)
{
    am_record_t *record;
    AL_TRY(throttle(rank));
    AL_TRY(append(rank, record_bytes(shape, update) + bytes, &record));
    ali_am.peers[rank].unfenced = 1;
    record->kind = update ? AM_ACC : AM_PUT;
    record->offset = offset;
    record->bytes = shape->levels ? bytes : shape->count[0];
    char *data = write_shape(record, shape, update);
    size_t dense[AL_MAX_LEVELS];
    ali_shape_dense(shape, dense);
    ali_copy_shape(data, dense, buf, shape->buf_stride, shape);
    return ASHLAR_OK;
}

static void data_sent(am_pending_t *pending)
{
    free(pending->buffer);
}

/* A transfer of fragments under way: whom its completion concerns. */
typedef struct transfer {
    int rank;
    uint64_t offset;
    const al_update_t *update; /* NULL: put */
    int *open;
    al_handle_t *handle; /* NULL: blocking */
    int fragments;       /* sent so far */
} transfer_t;

/* Who is told when one more fragment is complete: the handle if it has room, else the caller. */
static void charge(const transfer_t *transfer, am_pending_t *pending)
{
    if (transfer->handle && ali_handle_join(transfer->handle)) {
        pending->handle = *transfer->handle;
    } else {
        ++*transfer->open;
        pending->open = transfer->open;
    }
}

/* The data of a fragment as one piece of memory: in the caller's buffer, or packed. */
static int pack(const al_fragment_t *fragment, const char *buf, const char **data, char **packed)
{
    *packed = NULL;
    *data = buf;
    if (is_dense(&fragment->shape))
        return ASHLAR_OK;
    *data = *packed = malloc(fragment->bytes);
    if (!*packed)
        return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for %zu bytes", fragment->bytes);
    size_t dense[AL_MAX_LEVELS];
    ali_shape_dense(&fragment->shape, dense);
    ali_copy_shape(*packed, dense, buf, fragment->shape.buf_stride, &fragment->shape);
    return ASHLAR_OK;
}

static int send_fragment(transfer_t *transfer, const al_fragment_t *fragment, const char *buf)
{
    const char *data;
    char *packed;
    am_record_t *record;
    int number;
    AL_TRY(throttle(transfer->rank));
    AL_TRY(pack(fragment, buf + fragment->buf_offset, &data, &packed));
    AL_TRY(take_number(&number));
    AL_TRY(append(transfer->rank, record_bytes(&fragment->shape, transfer->update), &record));
    ali_am.peers[transfer->rank].unfenced = 1;
    record->kind = transfer->update ? AM_ACC : AM_PUT;
    record->flags = (uint8_t)(AM_DATA_FOLLOWS | (transfer->fragments ? AM_CONTINUES : 0));
    record->number = (uint16_t)number;
    record->offset = transfer->offset + fragment->seg_offset;
    record->bytes = fragment->bytes;
    write_shape(record, &fragment->shape, transfer->update);
    AL_TRY(send_batch(transfer->rank));
    am_pending_t pending = {.done = data_sent, .buffer = packed, .number = number, .origin = -1};
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Isend(data, (int)fragment->bytes, MPI_BYTE, transfer->rank,
                            AM_TAG_DATA + number, ali_am.comm, &request)));
    charge(transfer, &pending);
    transfer->fragments++;
    return ali_am_watch(request, &pending);
}

/* How large the fragments of a shape are: whole runs when these are long, since nothing need be
 * packed then; accumulates pass through a buffer of the server and stay small. */
static size_t fragment_bytes(const al_shape_t *shape, int accumulate)
{
    if (accumulate)
        return AM_FRAGMENT;
    if (shape->levels == 0)
        return am_contiguous_most;
    return shape->count[0] >= AM_FRAGMENT / 2 && shape->count[0] < am_contiguous_most
               ? shape->count[0]
               : AM_FRAGMENT;
}

static int send_fragments(int rank, uint64_t offset, const char *buf, const al_shape_t *shape,
                          const al_update_t *update, al_handle_t *handle)
{
    al_cutter_t cutter;
    al_fragment_t fragment;
    int open = 0, status = ASHLAR_OK;
    transfer_t transfer = {
        .rank = rank, .offset = offset, .update = update, .open = &open, .handle = handle};
    ali_cutter_start(&cutter, shape, fragment_bytes(shape, update != NULL));
    while (status == ASHLAR_OK && ali_cutter_next(&cutter, &fragment)) {
        status = send_fragment(&transfer, &fragment, buf);
        if (status == ASHLAR_OK)
            status = wait_for(&open, AM_WINDOW - 1);
    }
    int waited = wait_for(&open, 0);
    return status != ASHLAR_OK ? status : waited;
}

static int write_out(al_place_t place, const char *buf, const al_shape_t *shape,
                     const al_update_t *update, al_handle_t *handle)
{
    AL_TRY(enter());
    int rank = server_of(&place);
    size_t bytes = ali_shape_bytes(shape);
    return leave(bytes <= AM_INLINE
                     ? send_inline(rank, place.offset, buf, shape, update, bytes)
                     : send_fragments(rank, place.offset, buf, shape, update, handle));
}

static int am_put(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    return write_out(place, buf, shape, NULL, handle);
}

static int am_acc(al_place_t place, const al_update_t *update, const char *buf,
                  const al_shape_t *shape, al_handle_t *handle)
{
    return write_out(place, buf, shape, update, handle);
}

/* ---- get ------------------------------------------------------------------------------------- */

static void answer_arrived(am_pending_t *pending)
{
    if (!pending->buffer)
        return;
    size_t dense[AL_MAX_LEVELS];
    ali_shape_dense(&pending->shape, dense);
    ali_copy_shape(pending->to, pending->shape.buf_stride, pending->buffer, dense, &pending->shape);
    free(pending->buffer);
}

static int ask_fragment(transfer_t *transfer, const al_fragment_t *fragment, char *buf)
{
    am_record_t *record;
    int number;
    am_pending_t pending = {.done = answer_arrived,
                            .origin = -1,
                            .to = buf + fragment->buf_offset,
                            .shape = fragment->shape};
    char *into = pending.to;
    AL_TRY(throttle(transfer->rank));
    if (!is_dense(&fragment->shape)) {
        into = pending.buffer = malloc(fragment->bytes);
        if (!into)
            return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for %zu bytes",
                           fragment->bytes);
    }
    AL_TRY(take_number(&number));
    pending.number = number;
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(into, (int)fragment->bytes, MPI_BYTE, transfer->rank,
                            AM_TAG_ANSWER + number, ali_am.comm, &request)));
    AL_TRY(append(transfer->rank, record_bytes(&fragment->shape, NULL), &record));
    record->kind = AM_GET;
    record->number = (uint16_t)number;
    record->offset = transfer->offset + fragment->seg_offset;
    record->bytes = fragment->bytes;
    write_shape(record, &fragment->shape, NULL);
    charge(transfer, &pending);
    AL_TRY(ali_am_watch(request, &pending));
    return send_batch(transfer->rank);
}

static int am_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    AL_TRY(enter());
    al_cutter_t cutter;
    al_fragment_t fragment;
    int open = 0, status = ASHLAR_OK;
    transfer_t transfer = {
        .rank = server_of(&place), .offset = place.offset, .open = &open, .handle = handle};
    ali_cutter_start(&cutter, shape, fragment_bytes(shape, 0));
    while (status == ASHLAR_OK && ali_cutter_next(&cutter, &fragment)) {
        status = ask_fragment(&transfer, &fragment, buf);
        if (status == ASHLAR_OK)
            status = wait_for(&open, AM_WINDOW - 1);
    }
    int waited = wait_for(&open, 0);
    return leave(status != ASHLAR_OK ? status : waited);
}

/* The answer to a get_vector: run k goes to bufs[k]. */
static void vector_arrived(am_pending_t *pending)
{
    void *const *bufs = (void *const *)(void *)pending->to;
    size_t bytes = pending->shape.count[0], n = pending->shape.count[1];
    for (size_t k = 0; k < n; ++k)
        memcpy(bufs[k], pending->buffer + k * bytes, bytes);
    free(pending->buffer);
}

static int ask_vector(int rank, uint64_t offset, size_t n, const size_t *offsets, void *const *bufs,
                      size_t bytes, int *open)
{
    am_record_t *record;
    int number;
    am_pending_t pending = {.done = vector_arrived,
                            .origin = -1,
                            .open = open,
                            .to = (char *)(uintptr_t)bufs,
                            .shape = {.count = {bytes, n}},
                            .buffer = malloc(n * bytes)};
    if (!pending.buffer)
        return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for %zu bytes", n * bytes);
    AL_TRY(throttle(rank));
    AL_TRY(take_number(&number));
    pending.number = number;
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(pending.buffer, (int)(n * bytes), MPI_BYTE, rank,
                            AM_TAG_ANSWER + number, ali_am.comm, &request)));
    AL_TRY(append(rank, sizeof *record + n * sizeof *offsets, &record));
    record->kind = AM_GET_VECTOR;
    record->number = (uint16_t)number;
    record->offset = offset;
    record->bytes = bytes;
    record->count = (uint32_t)n;
    memcpy(record + 1, offsets, n * sizeof *offsets);
    ++*open;
    AL_TRY(ali_am_watch(request, &pending));
    return send_batch(rank);
}

static int am_get_vector(al_place_t place, size_t n, const size_t *offsets, void *const *bufs,
                         size_t bytes)
{
    size_t most = (AM_BATCH - sizeof(am_record_t)) / sizeof *offsets;
    if (bytes > AM_INLINE) { /* long runs need no bundling */
        const al_shape_t run = {.count = {bytes}};
        for (size_t k = 0; k < n; ++k)
            AL_TRY(am_get((al_place_t){place.rank, place.node, place.offset + offsets[k]}, bufs[k],
                          &run, NULL));
        return ASHLAR_OK;
    }
    AL_TRY(enter());
    int open = 0, status = ASHLAR_OK, rank = server_of(&place);
    for (size_t k = 0; k < n && status == ASHLAR_OK; k += most) {
        size_t part = n - k < most ? n - k : most;
        status = ask_vector(rank, place.offset, part, offsets + k, bufs + k, bytes, &open);
        if (status == ASHLAR_OK)
            status = wait_for(&open, AM_WINDOW - 1);
    }
    int waited = wait_for(&open, 0);
    return leave(status != ASHLAR_OK ? status : waited);
}

/* ---- atomics --------------------------------------------------------------------------------- */

static int ask_rmw(int rank, uint64_t offset, al_rmw_t what, ashlar_type type,
                   const int64_t *operands, int64_t *old)
{
    am_record_t *record;
    int number, open = 1;
    AL_TRY(take_number(&number));
    am_pending_t pending = {.open = &open, .number = number, .origin = -1};
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(old, sizeof *old, MPI_BYTE, rank, AM_TAG_ANSWER + number, ali_am.comm,
                            &request)));
    AL_TRY(append(rank, sizeof *record + 2 * sizeof *operands, &record));
    record->kind = AM_RMW;
    record->number = (uint16_t)number;
    record->type = (uint8_t)type;
    record->op = (uint8_t)what;
    record->offset = offset;
    memcpy(record + 1, operands, 2 * sizeof *operands);
    AL_TRY(ali_am_watch(request, &pending));
    AL_TRY(send_batch(rank));
    return wait_for(&open, 0);
}

static int am_rmw(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value,
                  int64_t expected, int64_t *old)
{
    const int64_t operands[2] = {value, expected};
    AL_TRY(enter());
    return leave(ask_rmw(server_of(&place), place.offset, what, type, operands, old));
}

/* ---- completion ------------------------------------------------------------------------------ */

/* Our own nonblocking sends and receives count as ours too: a fence completes their handles. */
static int wait_for_handles(void)
{
    for (unsigned round = 0;;) {
        int open = 0;
        for (int k = 0; k < ali_am.pending_count; ++k)
            open |= ali_am.pending[k]->handle != 0;
        if (!open)
            return ASHLAR_OK;
        AL_TRY(wait_round(&round));
    }
}

/* Wait until what was sent to some ranks is done there: all are asked before the first is awaited.
 */
static int fence_ranks(const int *ranks, int count)
{
    AL_TRY(wait_for_handles());
    int *list = malloc((size_t)count * sizeof *list + 1); /* ranks may be a list others change */
    if (!list)
        return AL_FAIL(ASHLAR_ENOMEM, "fence: no memory for %d ranks", count);
    memcpy(list, ranks, (size_t)count * sizeof *list);
    int status = ASHLAR_OK;
    for (int k = 0; k < count && status == ASHLAR_OK; ++k) {
        unsigned upto;
        if (ali_am.peers[list[k]].unfenced)
            status = request_ack(list[k], &upto);
    }
    for (int k = 0; k < count && status == ASHLAR_OK; ++k)
        status = wait_for_ack(list[k], ali_am.peers[list[k]].asked);
    free(list);
    return status;
}

/* Forget the peers that have nothing to send and nothing to fence. */
static void tidy_dirty(void)
{
    int kept = 0;
    for (int k = 0; k < ali_am.dirty_count; ++k) {
        am_peer_t *peer = &ali_am.peers[ali_am.dirty[k]];
        peer->in_dirty = peer->batch || peer->unfenced;
        if (peer->in_dirty)
            ali_am.dirty[kept++] = ali_am.dirty[k];
    }
    ali_am.dirty_count = kept;
}

static int am_fence_all(void)
{
    AL_TRY(enter());
    int status = fence_ranks(ali_am.dirty, ali_am.dirty_count);
    tidy_dirty();
    return leave(status);
}

static int am_fence(int rank)
{
    al_place_t place = {.rank = rank, .node = ali_context.nodes.of[rank]};
    if (place.node == ali_context.nodes.mine)
        return ASHLAR_OK;
    AL_TRY(enter());
    int server = server_of(&place);
    return leave(fence_ranks(&server, 1));
}

static int am_advance(al_handle_t handle, int wait, int *done)
{
    AL_TRY(enter());
    int status = ASHLAR_OK;
    if (!wait && !ali_handle_is_complete(handle))
        status = progress();
    for (unsigned round = 0; wait && status == ASHLAR_OK && !ali_handle_is_complete(handle);)
        status = wait_round(&round);
    *done = ali_handle_is_complete(handle);
    return leave(status);
}

static int am_order_local(void)
{
    return ASHLAR_OK; /* a server's stores are ordered by the messages that tell of them */
}

static int am_poll(void)
{
    if (pthread_mutex_trylock(&ali_am.lock) != 0)
        return ASHLAR_OK; /* somebody is at it */
    int status = progress();
    if (status < 0)
        ali_am.failed = status;
    pthread_mutex_unlock(&ali_am.lock);
    return ASHLAR_OK;
}

/* ---- the helper thread ----------------------------------------------------------------------- */

/* Serves without being called; naps when there is nothing to do. */
static void *help(void *unused)
{
    enum { BUSY_ROUNDS = 200 };
    const struct timespec nap = {.tv_nsec = 50000};
    for (unsigned idle = 0; !atomic_load_explicit(&ali_am.stop_thread, memory_order_acquire);) {
        int happened = 0;
        if (pthread_mutex_trylock(&ali_am.lock) == 0) {
            happened = progress();
            if (happened < 0)
                ali_am.failed = happened;
            pthread_mutex_unlock(&ali_am.lock);
        }
        idle = happened > 0 ? 0 : idle + 1;
        if (idle < BUSY_ROUNDS)
            sched_yield();
        else
            nanosleep(&nap, NULL);
    }
    return unused;
}

static int start_thread(void)
{
    int level;
    AL_TRY(AL_MPI(MPI_Query_thread(&level)));
    if (level < MPI_THREAD_MULTIPLE)
        return AL_FAIL(ASHLAR_ETRANSPORT,
                       "al_init: ASHLAR_PROGRESS=thread needs MPI_THREAD_MULTIPLE, and MPI was "
                       "started with less; ask for it in MPI_Init_thread, or use poll");
    ali_am.progress_thread = 1;
    if (ali_context.nodes.index != 0)
        return ASHLAR_OK;
    if (pthread_create(&ali_am.thread, NULL, help, NULL) != 0)
        return AL_FAIL(ASHLAR_ESYS, "al_init: the helper thread cannot be started");
    ali_am.thread_runs = 1;
    return ASHLAR_OK;
}

static void stop_thread(void)
{
    if (!ali_am.thread_runs)
        return;
    atomic_store_explicit(&ali_am.stop_thread, 1, memory_order_release);
    pthread_join(ali_am.thread, NULL);
}

/* ---- start and stop -------------------------------------------------------------------------- */

static int allocate(void)
{
    size_t size = (size_t)ali_context.size;
    ali_am.peers = calloc(size, sizeof *ali_am.peers);
    ali_am.dirty = calloc(size, sizeof *ali_am.dirty);
    int have = ali_am.peers && ali_am.dirty;
    for (int k = 0; k < AM_RECEIVES; ++k) {
        ali_am.receive[k] = MPI_REQUEST_NULL;
        ali_am.receive_buffer[k] = malloc(AM_BATCH);
        have = have && ali_am.receive_buffer[k];
    }
    for (int k = 0; k < AM_NUMBERS; ++k)
        ali_am.free_numbers[k] = (int16_t)k;
    ali_am.free_count = AM_NUMBERS;
    return have ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for active messages");
}

static int start(void)
{
    AL_TRY(ali_agree(ali_context.comm, allocate()));
    AL_TRY(AL_MPI(MPI_Comm_dup(ali_context.comm, &ali_am.comm)));
    AL_TRY(AL_MPI(MPI_Comm_set_errhandler(ali_am.comm, MPI_ERRORS_RETURN)));
    for (int k = 0; k < AM_RECEIVES; ++k)
        AL_TRY(post_receive(k));
    return ali_context.env.progress == AL_PROGRESS_THREAD ? start_thread() : ASHLAR_OK;
}

static int am_start(void)
{
    memset(&ali_am, 0, sizeof ali_am);
    ali_am.comm = MPI_COMM_NULL;
    pthread_mutex_init(&ali_am.lock, NULL);
    ali_am.up = 1;
    ali_am.ignore = MPI_STATUSES_IGNORE;
    return ali_agree(ali_context.comm, start());
}

static void am_stop(void)
{
    if (!ali_am.up)
        return;
    stop_thread();
    for (int k = 0; k < AM_RECEIVES; ++k) {
        if (ali_am.receive[k] != MPI_REQUEST_NULL) {
            MPI_Cancel(&ali_am.receive[k]);
            MPI_Wait(&ali_am.receive[k], MPI_STATUS_IGNORE);
        }
        free(ali_am.receive_buffer[k]);
    }
    while (ali_am.pending_count > 0) { /* answers on their way out */
        --ali_am.pending_count;
        MPI_Wait(&ali_am.requests[ali_am.pending_count], MPI_STATUS_IGNORE);
        complete(ali_am.pending[ali_am.pending_count]);
    }
    while (ali_am.spare_count > 0)
        free(ali_am.spare[--ali_am.spare_count]);
    free(ali_am.requests);
    free(ali_am.pending);
    free(ali_am.ready);
    free(ali_am.indices);
    free(ali_am.peers);
    free(ali_am.dirty);
    if (ali_am.comm != MPI_COMM_NULL)
        MPI_Comm_free(&ali_am.comm);
    pthread_mutex_destroy(&ali_am.lock);
    memset(&ali_am, 0, sizeof ali_am);
    ali_am.comm = MPI_COMM_NULL;
}

const al_engine_t ali_engine_am = {.name = "am",
                                   .owns_atomics = 0,
                                   .start = am_start,
                                   .stop = am_stop,
                                   .put = am_put,
                                   .get = am_get,
                                   .acc = am_acc,
                                   .rmw = am_rmw,
                                   .get_vector = am_get_vector,
                                   .advance = am_advance,
                                   .order_local = am_order_local,
                                   .fence = am_fence,
                                   .fence_all = am_fence_all,
                                   .poll = am_poll};
