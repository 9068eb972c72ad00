/* Serving one record. Handlers never wait for messages; al_am_order.c says whose turn it is. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/engine/am/al_am_barrier.h"
#include "armci-lite/src/local/al_atomic.h"
#include "armci-lite/src/local/al_copy.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_stripe.h"

/* A record, parsed. */
typedef struct request {
    const am_record_t *record;
    al_shape_t shape; /* buf_stride: dense */
    const char *alpha;
    const uint64_t *offsets; /* of elements */
    const char *data;
} request_t;

static request_t parse_record(const am_record_t *record)
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
    request.offsets = (const uint64_t *)(const void *)at;
    request.data = at + record->count * sizeof *request.offsets;
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
    }
    --pending->origin->data_expected;
}

static int receive_data(am_peer_t *origin, const request_t *request)
{
    const am_record_t *record = request->record;
    char *to = ali_arena.base + record->offset;
    am_pending_t pending = {.done = data_arrived,
                            .origin = origin,
                            .tag = -1,
                            .to = to,
                            .shape = request->shape,
                            .update = {.type = ASHLAR_TYPE_COUNT}};
    char *into = to;
    if (record->kind == AM_ACC || record->levels) {
        pending.buffer = into = ali_am_serving_buffer(record->bytes);
        pending.buffer_bytes = record->bytes;
        pending.held = 1;
        if (record->kind == AM_ACC) {
            pending.update = update_of(request);
            if (request->alpha)
                memcpy(pending.alpha, request->alpha, sizeof pending.alpha);
        }
    }
    MPI_Request mpi;
    int status = AL_MPI(MPI_Irecv(into, (int)record->bytes, MPI_BYTE, origin->rank,
                                  AM_TAG_DATA + record->tag, ali_am.comm, &mpi));
    if (status != ASHLAR_OK) {
        ali_am_buffer_put(pending.buffer, pending.buffer_bytes);
        return status;
    }
    ++origin->data_expected;
    ali_am_track_request(mpi, &pending);
    return ASHLAR_OK;
}

/* ---- replies --------------------------------------------------------------------------------- */

/* Send bytes to an origin; buffer, unless NULL, is returned once they are sent. */
static int reply(const am_peer_t *origin, int tag, const void *data, size_t bytes, char *buffer)
{
    MPI_Request mpi;
    am_pending_t pending = {
        .buffer = buffer, .buffer_bytes = buffer ? bytes : 0, .held = buffer != NULL, .tag = -1};
    int status = AL_MPI(
        MPI_Isend(data, (int)bytes, MPI_BYTE, origin->rank, AM_TAG_REPLY + tag, ali_am.comm, &mpi));
    if (status == ASHLAR_OK)
        ali_am_track_request(mpi, &pending);
    else
        ali_am_buffer_put(buffer, pending.buffer_bytes);
    ali_count_answer((int64_t)bytes);
    return status;
}

static int serve_get(const am_peer_t *origin, const request_t *request)
{
    const am_record_t *record = request->record;
    const char *from = ali_arena.base + record->offset;
    if (record->levels == 0 && record->bytes > AM_INLINE)
        return reply(origin, record->tag, from, record->bytes, NULL);
    char *buffer = ali_am_serving_buffer(record->bytes);
    ali_copy_shape(buffer, request->shape.buf_stride, from, request->shape.seg_stride,
                   &request->shape);
    return reply(origin, record->tag, buffer, record->bytes, buffer);
}

/* Copy elements between the arena and packed data. */
AL_INLINE void copy_single_elements(const request_t *request, size_t bytes, char *packed, int out)
{
    char *base = ali_arena.base;
    for (uint32_t k = 0; k < request->record->count; ++k, packed += bytes)
        if (out)
            memcpy(packed, base + request->offsets[k], bytes);
        else
            memcpy(base + request->offsets[k], packed, bytes);
}

static int serve_elements(const am_peer_t *origin, const request_t *request)
{
    const am_record_t *record = request->record;
    size_t total = record->count * record->bytes;
    if (record->kind == AM_ACC_ELEMENTS) {
        ali_acc_elements((ashlar_type)record->type, request->alpha, record->count, request->offsets,
                         request->data);
        return ASHLAR_OK;
    }
    int out = record->kind == AM_GET_ELEMENTS;
    char *packed = out ? ali_am_serving_buffer(total) : ali_unconst(request->data);
    if (record->bytes == 8)
        copy_single_elements(request, 8, packed, out);
    else
        copy_single_elements(request, record->bytes, packed, out);
    return out ? reply(origin, record->tag, packed, total, packed) : ASHLAR_OK;
}

static int serve_list(const am_peer_t *origin, const request_t *request)
{
    const am_record_t *record = request->record;
    const am_run_t *runs = (const am_run_t *)(const void *)request->offsets;
    char *packed = ali_am_serving_buffer(record->bytes), *to = packed;
    for (uint32_t k = 0; k < record->count; to += runs[k++].bytes)
        if (runs[k].bytes == 8)
            memcpy(to, ali_arena.base + runs[k].offset, 8);
        else
            memcpy(to, ali_arena.base + runs[k].offset, runs[k].bytes);
    return reply(origin, record->tag, packed, record->bytes, packed);
}

static int serve_rmw(const am_peer_t *origin, const request_t *request)
{
    const am_record_t *record = request->record;
    char *where = ali_arena.base + record->offset;
    int64_t operands[2];
    memcpy(operands, request->data, sizeof operands);
    if (record->flags & AM_QUIET) {
        ali_signal_here(where, operands[0]);
        return ASHLAR_OK;
    }
    int64_t old = ali_rmw_here(where, (al_rmw_t)record->op, (ashlar_type)record->type, operands[0],
                               operands[1]);
    char *buffer = ali_am_serving_buffer(sizeof old);
    memcpy(buffer, &old, sizeof old);
    return reply(origin, record->tag, buffer, sizeof old, buffer);
}

static int serve_ack(const am_peer_t *origin, const request_t *request)
{
    return reply(origin, request->record->tag, NULL, 0, NULL);
}

/* ---- records --------------------------------------------------------------------------------- */

int ali_am_serve_record(am_peer_t *origin, const am_record_t *record)
{
    request_t request = parse_record(record);
    char *place = ali_arena.base + record->offset;
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
    case AM_GET_LIST:
        return serve_list(origin, &request);
    case AM_PUT_ELEMENTS:
    case AM_ACC_ELEMENTS:
    case AM_GET_ELEMENTS:
        return serve_elements(origin, &request);
    case AM_RMW:
        return serve_rmw(origin, &request);
    case AM_BARRIER:
        ali_am_barrier_receive(origin->rank, request.data);
        return ASHLAR_OK;
    default:
        return serve_ack(origin, &request);
    }
}

/* Bytes that serving a record holds until its messages are received or sent. */
static size_t bytes_held(const am_record_t *record)
{
    switch (record->kind) {
    case AM_PUT:
    case AM_ACC:
        return record->flags & AM_DATA_FOLLOWS && (record->kind == AM_ACC || record->levels)
                   ? record->bytes
                   : 0;
    case AM_GET:
        return record->levels || record->bytes <= AM_INLINE ? record->bytes : 0;
    case AM_GET_ELEMENTS:
        return record->count * record->bytes;
    case AM_GET_LIST:
        return record->bytes;
    case AM_RMW:
        return record->flags & AM_QUIET ? 0 : sizeof(int64_t);
    default:
        return 0;
    }
}

bool ali_am_has_space(const am_record_t *record)
{
    size_t bytes = bytes_held(record);
    if (bytes && ali_am.memory.held && ali_am.memory.held + bytes > ali_am.memory.held_most)
        return false;
    int sends = record->kind == AM_GET || record->kind == AM_GET_LIST ||
                record->kind == AM_GET_ELEMENTS || record->kind == AM_ACK ||
                (record->kind == AM_RMW && !(record->flags & AM_QUIET));
    if (!sends && !(record->flags & AM_DATA_FOLLOWS))
        return true;
    return ali_am_reserve_serving_request() && (bytes == 0 || ali_am_reserve_serving_buffer(bytes));
}
