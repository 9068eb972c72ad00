/* The asking side of the active-message engine: transfers and atomics as records. */
#include "armci-lite/src/engine/al_am.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/local/al_copy.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/local/al_shape.h"
#include "armci-lite/src/local/al_type.h"

/* ---- records --------------------------------------------------------------------------------- */

/* Write the shape and the factor after the head; returns where the data goes. */
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

/* A buffer for packed data, or for an answer that must be unpacked. */
static int get_buffer(am_pending_t *pending, size_t bytes)
{
    pending->buffer = ali_am_buffer_get(bytes);
    pending->buffer_bytes = bytes;
    return pending->buffer
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for %zu bytes", bytes);
}

static const char *pack(char *buffer, const char *buf, const al_shape_t *shape)
{
    size_t dense[AL_MAX_LEVELS];
    ali_shape_dense(shape, dense);
    ali_copy_shape(buffer, dense, buf, shape->buf_stride, shape);
    return buffer;
}

/* A small transfer: the data travels in the record. */
static int send_inline(int rank, uint64_t offset, const char *buf, const al_shape_t *shape,
                       const al_update_t *update, size_t bytes)
{
    am_record_t *record;
    AL_TRY(ali_am_throttle(rank));
    AL_TRY(ali_am_prepare());
    AL_TRY(ali_am_append(rank, record_bytes(shape, update) + bytes, &record));
    ali_am_mark_written(rank);
    record->kind = update ? AM_ACC : AM_PUT;
    record->offset = offset;
    record->bytes = shape->levels ? bytes : shape->count[0];
    pack(write_shape(record, shape, update), buf, shape);
    return ASHLAR_OK;
}

/* A transfer in fragments, and who waits for it. */
typedef struct transfer {
    int server;
    uint64_t offset;
    const al_update_t *update; /* NULL: put */
    int *open;
    al_handle_t *handle; /* NULL: blocking */
    int fragments;       /* sent so far */
} transfer_t;

/* The completion of one more fragment counts for the handle if it has room, else for the caller. */
static void attach_completion(const transfer_t *transfer, am_pending_t *pending)
{
    if (transfer->handle && ali_handle_join(transfer->handle)) {
        pending->handle = *transfer->handle;
    } else {
        ++*transfer->open;
        pending->open = transfer->open;
    }
}

/* The request was not made: nobody waits for it, and it returns its resources. */
static int detach_on_failure(int status, const am_pending_t *pending)
{
    if (pending->handle)
        ali_handle_part_done(pending->handle);
    else if (pending->open)
        --*pending->open;
    if (pending->number >= 0)
        ali_am_return_number(pending->number);
    ali_am_buffer_put(pending->buffer, pending->buffer_bytes);
    return status;
}

static int send_fragment(transfer_t *transfer, const al_fragment_t *fragment, const char *buf)
{
    const char *data = buf + fragment->buf_offset;
    am_record_t *record = NULL;
    am_pending_t pending = {.number = -1, .origin = -1, .server = -1};
    int rank = transfer->server;
    AL_TRY(ali_am_throttle(rank));
    if (!is_dense(&fragment->shape))
        AL_TRY(get_buffer(&pending, fragment->bytes));
    int status = ali_am_take_number(&pending.number);
    if (status == ASHLAR_OK)
        status = ali_am_prepare();
    if (status == ASHLAR_OK)
        status = ali_am_append(rank, record_bytes(&fragment->shape, transfer->update), &record);
    if (status != ASHLAR_OK)
        return detach_on_failure(status, &pending);
    ali_am_mark_written(rank);
    record->kind = transfer->update ? AM_ACC : AM_PUT;
    record->flags = (uint8_t)(AM_DATA_FOLLOWS | (transfer->fragments ? AM_CONTINUES : 0));
    record->number = (uint16_t)pending.number;
    record->offset = transfer->offset + fragment->seg_offset;
    record->bytes = fragment->bytes;
    write_shape(record, &fragment->shape, transfer->update);
    AL_TRY(ali_am_send_batch(rank)); /* the server prepares while the data is packed */
    if (pending.buffer)
        data = pack(pending.buffer, data, &fragment->shape);
    MPI_Request request;
    status = AL_MPI(MPI_Isend(data, (int)fragment->bytes, MPI_BYTE, rank,
                              AM_TAG_DATA + pending.number, ali_am.comm, &request));
    if (status != ASHLAR_OK) { /* the server waits for the data */
        ali_am_note_broken();
        return status;
    }
    if (!pending.buffer) /* data that is packed leaves the caller's buffer free */
        attach_completion(transfer, &pending);
    ++transfer->fragments;
    ali_am_watch(request, &pending);
    return ASHLAR_OK;
}

/* Most bytes of a fragment. Long runs travel whole, without packing; accumulates pass through a
 * buffer of the server and stay small. */
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

static int send_fragments(int server, uint64_t offset, const char *buf, const al_shape_t *shape,
                          const al_update_t *update, al_handle_t *handle)
{
    al_cutter_t cutter;
    al_fragment_t fragment;
    int open = 0, status = ASHLAR_OK;
    transfer_t transfer = {
        .server = server, .offset = offset, .update = update, .open = &open, .handle = handle};
    ali_cutter_start(&cutter, shape, fragment_bytes(shape, update != NULL));
    while (status == ASHLAR_OK && ali_cutter_next(&cutter, &fragment)) {
        status = send_fragment(&transfer, &fragment, buf);
        if (status == ASHLAR_OK)
            status = ali_am_wait_for(&open, AM_WINDOW - 1);
    }
    int waited = ali_am_wait_for(&open, 0);
    return status != ASHLAR_OK ? status : waited;
}

static int write_out(al_place_t place, const char *buf, const al_shape_t *shape,
                     const al_update_t *update, al_handle_t *handle)
{
    AL_TRY(ali_am_enter());
    int rank = ali_am_server_of(place.node);
    size_t bytes = ali_shape_bytes(shape);
    return ali_am_leave(bytes <= AM_INLINE
                            ? send_inline(rank, place.offset, buf, shape, update, bytes)
                            : send_fragments(rank, place.offset, buf, shape, update, handle));
}

int ali_am_put(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    return write_out(place, buf, shape, NULL, handle);
}

int ali_am_acc(al_place_t place, const al_update_t *update, const char *buf,
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
}

/* Append a record that has an answer and post the receive of the answer. The caller fills the
 * record in and then calls ali_am_send_batch. */
static int ask(int rank, enum am_kind kind, size_t record_length, char *into, size_t bytes,
               am_pending_t *pending, am_record_t **record)
{
    MPI_Request request;
    pending->number = -1;
    int status = ali_am_take_number(&pending->number);
    if (status == ASHLAR_OK)
        status = ali_am_prepare();
    if (status == ASHLAR_OK)
        status = ali_am_append(rank, record_length, record);
    if (status == ASHLAR_OK) /* on failure the empty record puts nothing */
        status = AL_MPI(MPI_Irecv(into, (int)bytes, MPI_BYTE, rank, AM_TAG_ANSWER + pending->number,
                                  ali_am.comm, &request));
    if (status != ASHLAR_OK)
        return detach_on_failure(status, pending);
    (*record)->kind = (uint8_t)kind;
    (*record)->number = (uint16_t)pending->number;
    pending->origin = -1;
    pending->server = rank; /* its answer says that the batches before this one are done */
    pending->upto = ali_am_batch_number(rank) - 1;
    ali_am_watch(request, pending);
    return ASHLAR_OK;
}

static int ask_fragment(transfer_t *transfer, const al_fragment_t *fragment, char *buf)
{
    am_record_t *record;
    am_pending_t pending = {
        .done = answer_arrived, .to = buf + fragment->buf_offset, .shape = fragment->shape};
    AL_TRY(ali_am_throttle(transfer->server));
    if (!is_dense(&fragment->shape))
        AL_TRY(get_buffer(&pending, fragment->bytes));
    attach_completion(transfer, &pending);
    AL_TRY(ask(transfer->server, AM_GET, record_bytes(&fragment->shape, NULL),
               pending.buffer ? pending.buffer : pending.to, fragment->bytes, &pending, &record));
    record->offset = transfer->offset + fragment->seg_offset;
    record->bytes = fragment->bytes;
    write_shape(record, &fragment->shape, NULL);
    return ali_am_send_batch(transfer->server);
}

int ali_am_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    AL_TRY(ali_am_enter());
    al_cutter_t cutter;
    al_fragment_t fragment;
    int open = 0, status = ASHLAR_OK;
    transfer_t transfer = {.server = ali_am_server_of(place.node),
                           .offset = place.offset,
                           .open = &open,
                           .handle = handle};
    ali_cutter_start(&cutter, shape, fragment_bytes(shape, 0));
    while (status == ASHLAR_OK && ali_cutter_next(&cutter, &fragment)) {
        status = ask_fragment(&transfer, &fragment, buf);
        if (status == ASHLAR_OK)
            status = ali_am_wait_for(&open, AM_WINDOW - 1);
    }
    int waited = ali_am_wait_for(&open, 0);
    return ali_am_leave(status != ASHLAR_OK ? status : waited);
}

/* ---- points ---------------------------------------------------------------------------------- */

static void points_arrived(am_pending_t *pending)
{
    size_t bytes = pending->shape.count[0];
    if (bytes == 8)
        for (size_t k = 0; k < pending->n; ++k)
            memcpy(pending->values[k], pending->buffer + k * 8, 8);
    else
        for (size_t k = 0; k < pending->n; ++k)
            memcpy(pending->values[k], pending->buffer + k * bytes, bytes);
}

/* Fill in a record of points; returns where their data goes. */
static char *write_points(am_record_t *record, const al_points_t *points, size_t first, size_t n,
                          const al_update_t *update)
{
    const al_shape_t no_shape = {0};
    record->bytes = points->bytes;
    record->count = (uint32_t)n;
    char *at = write_shape(record, &no_shape, update);
    memcpy(at, points->offsets + first, n * sizeof *points->offsets);
    return at + n * sizeof *points->offsets;
}

static int ask_points(transfer_t *transfer, const al_points_t *points, size_t first, size_t n)
{
    am_record_t *record;
    am_pending_t pending = {.done = points_arrived,
                            .values = points->values + first,
                            .n = n,
                            .shape = {.count = {points->bytes}}};
    int rank = transfer->server;
    AL_TRY(ali_am_throttle(rank));
    AL_TRY(get_buffer(&pending, n * points->bytes));
    attach_completion(transfer, &pending);
    AL_TRY(ask(rank, AM_GET_POINTS, sizeof *record + n * sizeof *points->offsets, pending.buffer,
               n * points->bytes, &pending, &record));
    write_points(record, points, first, n, NULL);
    return ali_am_send_batch(rank);
}

static int send_points(int rank, const al_points_t *points, size_t first, size_t n,
                       const al_update_t *update)
{
    am_record_t *record;
    size_t bytes = points->bytes, factor = update && update->alpha ? 16 : 0;
    AL_TRY(ali_am_throttle(rank));
    AL_TRY(ali_am_prepare());
    AL_TRY(ali_am_append(rank, sizeof *record + factor + n * (sizeof *points->offsets + bytes),
                         &record));
    ali_am_mark_written(rank);
    record->kind = update ? AM_ACC_POINTS : AM_PUT_POINTS;
    char *data = write_points(record, points, first, n, update);
    char *const *values = points->values + first;
    if (bytes == 8)
        for (size_t k = 0; k < n; ++k)
            memcpy(data + k * 8, values[k], 8);
    else
        for (size_t k = 0; k < n; ++k)
            memcpy(data + k * bytes, values[k], bytes);
    return ASHLAR_OK;
}

/* Points too large to be bundled. */
static int move_singly(al_direction_t direction, const al_points_t *points,
                       const al_update_t *update)
{
    const al_shape_t shape = {.count = {points->bytes}};
    for (size_t k = 0; k < points->n; ++k) {
        al_place_t place = {.node = points->node, .offset = points->offsets[k]};
        char *value = points->values[k];
        AL_TRY(direction == AL_PUT   ? ali_am_put(place, value, &shape, NULL)
               : direction == AL_GET ? ali_am_get(place, value, &shape, NULL)
                                     : ali_am_acc(place, update, value, &shape, NULL));
    }
    return ASHLAR_OK;
}

_Static_assert(sizeof(am_batch_t) + sizeof(am_record_t) + 16 + AL_LIST * sizeof(uint64_t) <=
                   AM_BATCH,
               "the request for a list fits a batch");

/* How many of n points go into the next record: those that fit the batch being filled, unless these
 * are few, else those that fit an empty one. Reads do not wait for more: their batch is sent at
 * once, and the answer must fit a fragment. */
static size_t points_that_fit(int rank, al_direction_t direction, size_t bytes, size_t n)
{
    const size_t few = 64, head = sizeof(am_record_t) + 16, empty = AM_BATCH - sizeof(am_batch_t);
    size_t each = sizeof(uint64_t) + (direction == AL_GET ? 0 : bytes);
    size_t used = ali_am.peers[rank].batch ? ali_am.peers[rank].used : 0;
    size_t most = (empty - head) / each;
    if (direction == AL_GET)
        most = ali_min_bytes(most, AM_FRAGMENT / bytes);
    else if (used && AM_BATCH - used >= head + few * each)
        most = (AM_BATCH - used - head) / each;
    return ali_min_bytes(n, most);
}

int ali_am_points(al_direction_t direction, const al_points_t *points, const al_update_t *update,
                  al_handle_t *handle)
{
    if (points->bytes > AM_INLINE / 4)
        return move_singly(direction, points, update);
    AL_TRY(ali_am_enter());
    int open = 0, status = ASHLAR_OK, rank = ali_am_server_of(points->node);
    transfer_t transfer = {.server = rank, .open = &open, .handle = handle};
    for (size_t k = 0; k < points->n && status == ASHLAR_OK;) {
        size_t n = points_that_fit(rank, direction, points->bytes, points->n - k);
        status = direction == AL_GET
                     ? ask_points(&transfer, points, k, n)
                     : send_points(rank, points, k, n, direction == AL_ACC ? update : NULL);
        k += n;
    }
    if (status == ASHLAR_OK)
        status = ali_am_poll_once(); /* serve others, who may move lists too */
    int waited = ali_am_wait_for(&open, 0);
    return ali_am_leave(status < 0 ? status : waited);
}

/* ---- atomics --------------------------------------------------------------------------------- */

static int ask_rmw(int rank, uint64_t offset, al_rmw_t what, ashlar_type type,
                   const int64_t *operands, int64_t *old)
{
    am_record_t *record;
    int open = 1;
    am_pending_t pending = {.open = &open};
    AL_TRY(ask(rank, AM_RMW, sizeof *record + 2 * sizeof *operands, (char *)old, sizeof *old,
               &pending, &record));
    record->type = (uint8_t)type;
    record->op = (uint8_t)what;
    record->offset = offset;
    memcpy(record + 1, operands, 2 * sizeof *operands);
    AL_TRY(ali_am_send_batch(rank));
    return ali_am_wait_for(&open, 0);
}

int ali_am_rmw(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value, int64_t expected,
               int64_t *old)
{
    const int64_t operands[2] = {value, expected};
    AL_TRY(ali_am_enter());
    return ali_am_leave(
        ask_rmw(ali_am_server_of(place.node), place.offset, what, type, operands, old));
}
