/* The serving side of the active-message engine: handlers never wait. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_am.h"
#include "armci-lite/src/al_shape.h"
#include "armci-lite/src/al_type.h"

/* A record taken apart. */
typedef struct request {
    const am_record_t *record;
    al_shape_t shape; /* buf_stride: dense */
    const char *alpha, *data;
} request_t;

static request_t take_apart(const am_record_t *record)
{
    request_t request = {.record = record};
    const char *at = (const char *)(record + 1);
    al_shape_t *shape = &request.shape;
    shape->levels = record->levels;
    shape->count[0] = record->bytes;
    if (record->levels) {
        memcpy(shape->count, at, (size_t)(record->levels + 1) * sizeof *shape->count);
        at += (size_t)(record->levels + 1) * sizeof *shape->count;
        memcpy(shape->seg_stride, at, (size_t)record->levels * sizeof *shape->seg_stride);
        at += (size_t)record->levels * sizeof *shape->seg_stride;
    }
    ali_shape_dense(shape, shape->buf_stride);
    if (record->flags & AM_HAS_ALPHA) {
        request.alpha = at;
        at += 16;
    }
    request.data = at;
    return request;
}

static al_update_t update_of(const request_t *request)
{
    return (al_update_t){(ashlar_type)request->record->type, (ashlar_op)request->record->op,
                         request->alpha};
}

/* ---- data that follows a record -------------------------------------------------------------- */

static void data_arrived(am_pending_t *pending)
{
    if (pending->buffer) {
        if (pending->update.type < ASHLAR_TYPE_COUNT)
            ali_acc_shape(pending->to, &pending->update, pending->buffer, &pending->shape);
        else
            ali_copy_shape(pending->to, pending->shape.seg_stride, pending->buffer,
                           pending->shape.buf_stride, &pending->shape);
        free(pending->buffer);
    }
    ali_am.peers[pending->origin].data_open--;
}

static int receive_data(int origin, const request_t *request)
{
    const am_record_t *record = request->record;
    char *to = ali_context.arena.base + record->offset;
    am_pending_t pending = {.done = data_arrived,
                            .origin = origin,
                            .number = -1,
                            .to = to,
                            .shape = request->shape,
                            .update = {.type = ASHLAR_TYPE_COUNT}};
    char *into = to;
    if (record->kind == AM_ACC || record->levels) {
        pending.buffer = into = malloc(record->bytes);
        if (!into)
            return AL_FAIL(ASHLAR_ENOMEM, "serving rank %d: no memory for %llu bytes", origin,
                           (unsigned long long)record->bytes);
        if (record->kind == AM_ACC) {
            pending.update = update_of(request);
            if (request->alpha)
                memcpy(pending.alpha, request->alpha, sizeof pending.alpha);
        }
    }
    MPI_Request mpi;
    AL_TRY(AL_MPI(MPI_Irecv(into, (int)record->bytes, MPI_BYTE, origin,
                            AM_TAG_DATA + record->number, ali_am.comm, &mpi)));
    ali_am.peers[origin].data_open++;
    return ali_am_watch(mpi, &pending);
}

/* ---- answers --------------------------------------------------------------------------------- */

static void answer_sent(am_pending_t *pending)
{
    free(pending->buffer);
}

/* Send bytes to an origin; buffer, when not NULL, is freed once they are gone. */
static int answer(int origin, int number, const void *data, size_t bytes, char *buffer)
{
    MPI_Request mpi;
    am_pending_t pending = {.done = answer_sent, .buffer = buffer, .number = -1, .origin = -1};
    AL_TRY(AL_MPI(
        MPI_Isend(data, (int)bytes, MPI_BYTE, origin, AM_TAG_ANSWER + number, ali_am.comm, &mpi)));
    return ali_am_watch(mpi, &pending);
}

static char *answer_buffer(int origin, size_t bytes)
{
    char *buffer = malloc(bytes);
    if (!buffer)
        ali_fail(ASHLAR_ENOMEM, "serving rank %d: no memory for %zu bytes", origin, bytes);
    return buffer;
}

static int serve_get(int origin, const request_t *request)
{
    const am_record_t *record = request->record;
    const char *from = ali_context.arena.base + record->offset;
    if (record->levels == 0 && record->bytes > AM_INLINE)
        return answer(origin, record->number, from, record->bytes, NULL);
    char *buffer = answer_buffer(origin, record->bytes);
    if (!buffer)
        return ASHLAR_ENOMEM;
    ali_copy_shape(buffer, request->shape.buf_stride, from, request->shape.seg_stride,
                   &request->shape);
    return answer(origin, record->number, buffer, record->bytes, buffer);
}

static int serve_get_vector(int origin, const request_t *request)
{
    const am_record_t *record = request->record;
    const char *from = ali_context.arena.base + record->offset;
    char *buffer = answer_buffer(origin, record->count * record->bytes);
    if (!buffer)
        return ASHLAR_ENOMEM;
    for (uint32_t k = 0; k < record->count; ++k) {
        uint64_t offset;
        memcpy(&offset, request->data + k * sizeof offset, sizeof offset);
        memcpy(buffer + k * record->bytes, from + offset, record->bytes);
    }
    return answer(origin, record->number, buffer, record->count * record->bytes, buffer);
}

static int serve_rmw(int origin, const request_t *request)
{
    const am_record_t *record = request->record;
    int64_t operands[2];
    memcpy(operands, request->data, sizeof operands);
    int64_t old = ali_rmw_here(ali_context.arena.base + record->offset, (al_rmw_t)record->op,
                               (ashlar_type)record->type, operands[0], operands[1]);
    char *buffer = answer_buffer(origin, sizeof old);
    if (!buffer)
        return ASHLAR_ENOMEM;
    memcpy(buffer, &old, sizeof old);
    return answer(origin, record->number, buffer, sizeof old, buffer);
}

static int serve_ack(int origin, const request_t *request)
{
    return answer(origin, request->record->number, NULL, 0, NULL);
}

/* ---- records in order ------------------------------------------------------------------------ */

static int serve_record(int origin, const am_record_t *record)
{
    request_t request = take_apart(record);
    char *place = ali_context.arena.base + record->offset;
    switch (record->kind) {
    case AM_PUT:
    case AM_ACC:
        if (record->flags & AM_DATA_FOLLOWS)
            return receive_data(origin, &request);
        if (record->kind == AM_PUT) {
            ali_copy_shape(place, request.shape.seg_stride, request.data, request.shape.buf_stride,
                           &request.shape);
        } else {
            al_update_t update = update_of(&request);
            ali_acc_shape(place, &update, request.data, &request.shape);
        }
        return ASHLAR_OK;
    case AM_GET:
        return serve_get(origin, &request);
    case AM_GET_VECTOR:
        return serve_get_vector(origin, &request);
    case AM_RMW:
        return serve_rmw(origin, &request);
    default:
        return serve_ack(origin, &request);
    }
}

static int defer(am_peer_t *peer, const char *batch, size_t bytes)
{
    am_deferred_t *deferred = malloc(sizeof *deferred + bytes);
    if (!deferred)
        return AL_FAIL(ASHLAR_ENOMEM, "serving: no memory for %zu bytes", bytes);
    deferred->next = NULL;
    deferred->bytes = bytes;
    memcpy(deferred->batch, batch, bytes);
    if (peer->last_deferred)
        peer->last_deferred->next = deferred;
    else
        peer->first_deferred = deferred;
    peer->last_deferred = deferred;
    return ASHLAR_OK;
}

/* Serve records until one must wait for data of the origin; *served bytes are done. */
static int serve_some(int origin, const char *batch, size_t bytes, size_t *served)
{
    for (*served = 0; *served < bytes;) {
        const am_record_t *record = (const am_record_t *)(const void *)(batch + *served);
        if (ali_am.peers[origin].data_open && !(record->flags & AM_CONTINUES))
            return ASHLAR_OK;
        AL_TRY(serve_record(origin, record));
        *served += record->length;
    }
    return ASHLAR_OK;
}

int ali_am_serve(int origin, const char *batch, size_t bytes)
{
    am_peer_t *peer = &ali_am.peers[origin];
    size_t served = 0;
    if (!peer->first_deferred)
        AL_TRY(serve_some(origin, batch, bytes, &served));
    return served < bytes ? defer(peer, batch + served, bytes - served) : ASHLAR_OK;
}

int ali_am_resume(int origin)
{
    am_peer_t *peer = &ali_am.peers[origin];
    while (peer->first_deferred) {
        am_deferred_t *deferred = peer->first_deferred;
        size_t served;
        AL_TRY(serve_some(origin, deferred->batch, deferred->bytes, &served));
        if (served < deferred->bytes) {
            memmove(deferred->batch, deferred->batch + served, deferred->bytes - served);
            deferred->bytes -= served;
            return ASHLAR_OK;
        }
        peer->first_deferred = deferred->next;
        if (!peer->first_deferred)
            peer->last_deferred = NULL;
        free(deferred);
    }
    return ASHLAR_OK;
}
