/* The asking side of the active-message engine: transfers and atomics as records. */
#include "armci-lite/src/al_am.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_handle.h"
#include "armci-lite/src/al_shape.h"
#include "armci-lite/src/al_type.h"

/* ---- records --------------------------------------------------------------------------------- */

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
    AL_TRY(ali_am_throttle(rank));
    AL_TRY(ali_am_append(rank, record_bytes(shape, update) + bytes, &record));
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
    AL_TRY(ali_am_throttle(transfer->rank));
    AL_TRY(pack(fragment, buf + fragment->buf_offset, &data, &packed));
    AL_TRY(ali_am_take_number(&number));
    AL_TRY(
        ali_am_append(transfer->rank, record_bytes(&fragment->shape, transfer->update), &record));
    ali_am.peers[transfer->rank].unfenced = 1;
    record->kind = transfer->update ? AM_ACC : AM_PUT;
    record->flags = (uint8_t)(AM_DATA_FOLLOWS | (transfer->fragments ? AM_CONTINUES : 0));
    record->number = (uint16_t)number;
    record->offset = transfer->offset + fragment->seg_offset;
    record->bytes = fragment->bytes;
    write_shape(record, &fragment->shape, transfer->update);
    AL_TRY(ali_am_send_batch(transfer->rank));
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
            status = ali_am_wait_for(&open, AM_WINDOW - 1);
    }
    int waited = ali_am_wait_for(&open, 0);
    return status != ASHLAR_OK ? status : waited;
}

static int write_out(al_place_t place, const char *buf, const al_shape_t *shape,
                     const al_update_t *update, al_handle_t *handle)
{
    AL_TRY(ali_am_enter());
    int rank = ali_am_server_of(&place);
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
    AL_TRY(ali_am_throttle(transfer->rank));
    if (!is_dense(&fragment->shape)) {
        into = pending.buffer = malloc(fragment->bytes);
        if (!into)
            return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for %zu bytes",
                           fragment->bytes);
    }
    AL_TRY(ali_am_take_number(&number));
    pending.number = number;
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(into, (int)fragment->bytes, MPI_BYTE, transfer->rank,
                            AM_TAG_ANSWER + number, ali_am.comm, &request)));
    AL_TRY(ali_am_append(transfer->rank, record_bytes(&fragment->shape, NULL), &record));
    record->kind = AM_GET;
    record->number = (uint16_t)number;
    record->offset = transfer->offset + fragment->seg_offset;
    record->bytes = fragment->bytes;
    write_shape(record, &fragment->shape, NULL);
    charge(transfer, &pending);
    AL_TRY(ali_am_watch(request, &pending));
    return ali_am_send_batch(transfer->rank);
}

int ali_am_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    AL_TRY(ali_am_enter());
    al_cutter_t cutter;
    al_fragment_t fragment;
    int open = 0, status = ASHLAR_OK;
    transfer_t transfer = {
        .rank = ali_am_server_of(&place), .offset = place.offset, .open = &open, .handle = handle};
    ali_cutter_start(&cutter, shape, fragment_bytes(shape, 0));
    while (status == ASHLAR_OK && ali_cutter_next(&cutter, &fragment)) {
        status = ask_fragment(&transfer, &fragment, buf);
        if (status == ASHLAR_OK)
            status = ali_am_wait_for(&open, AM_WINDOW - 1);
    }
    int waited = ali_am_wait_for(&open, 0);
    return ali_am_leave(status != ASHLAR_OK ? status : waited);
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
    AL_TRY(ali_am_throttle(rank));
    AL_TRY(ali_am_take_number(&number));
    pending.number = number;
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(pending.buffer, (int)(n * bytes), MPI_BYTE, rank,
                            AM_TAG_ANSWER + number, ali_am.comm, &request)));
    AL_TRY(ali_am_append(rank, sizeof *record + n * sizeof *offsets, &record));
    record->kind = AM_GET_VECTOR;
    record->number = (uint16_t)number;
    record->offset = offset;
    record->bytes = bytes;
    record->count = (uint32_t)n;
    memcpy(record + 1, offsets, n * sizeof *offsets);
    ++*open;
    AL_TRY(ali_am_watch(request, &pending));
    return ali_am_send_batch(rank);
}

int ali_am_get_vector(al_place_t place, size_t n, const size_t *offsets, void *const *bufs,
                      size_t bytes)
{
    size_t most = (AM_BATCH - sizeof(am_record_t)) / sizeof *offsets;
    if (bytes > AM_INLINE) { /* long runs need no bundling */
        const al_shape_t run = {.count = {bytes}};
        for (size_t k = 0; k < n; ++k)
            AL_TRY(ali_am_get((al_place_t){place.rank, place.node, place.offset + offsets[k]},
                              bufs[k], &run, NULL));
        return ASHLAR_OK;
    }
    AL_TRY(ali_am_enter());
    int open = 0, status = ASHLAR_OK, rank = ali_am_server_of(&place);
    for (size_t k = 0; k < n && status == ASHLAR_OK; k += most) {
        size_t part = n - k < most ? n - k : most;
        status = ask_vector(rank, place.offset, part, offsets + k, bufs + k, bytes, &open);
        if (status == ASHLAR_OK)
            status = ali_am_wait_for(&open, AM_WINDOW - 1);
    }
    int waited = ali_am_wait_for(&open, 0);
    return ali_am_leave(status != ASHLAR_OK ? status : waited);
}

/* ---- atomics --------------------------------------------------------------------------------- */

static int ask_rmw(int rank, uint64_t offset, al_rmw_t what, ashlar_type type,
                   const int64_t *operands, int64_t *old)
{
    am_record_t *record;
    int number, open = 1;
    AL_TRY(ali_am_take_number(&number));
    am_pending_t pending = {.open = &open, .number = number, .origin = -1};
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(old, sizeof *old, MPI_BYTE, rank, AM_TAG_ANSWER + number, ali_am.comm,
                            &request)));
    AL_TRY(ali_am_append(rank, sizeof *record + 2 * sizeof *operands, &record));
    record->kind = AM_RMW;
    record->number = (uint16_t)number;
    record->type = (uint8_t)type;
    record->op = (uint8_t)what;
    record->offset = offset;
    memcpy(record + 1, operands, 2 * sizeof *operands);
    AL_TRY(ali_am_watch(request, &pending));
    AL_TRY(ali_am_send_batch(rank));
    return ali_am_wait_for(&open, 0);
}

int ali_am_rmw(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value, int64_t expected,
               int64_t *old)
{
    const int64_t operands[2] = {value, expected};
    AL_TRY(ali_am_enter());
    return ali_am_leave(ask_rmw(ali_am_server_of(&place), place.offset, what, type, operands, old));
}
