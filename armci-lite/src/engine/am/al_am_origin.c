/* The origin of the active-message engine: records and their replies, lists of elements, and
 * atomics. al_am_transfer.c has put, get and accumulate. */
#include "armci-lite/src/engine/am/al_am.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/local/al_type.h"

/* ---- records --------------------------------------------------------------------------------- */

char *ali_am_write_shape(am_record_t *record, const al_shape_t *shape, const al_update_t *update)
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

size_t ali_am_record_bytes(const al_shape_t *shape, const al_update_t *update)
{
    size_t words = shape->levels ? 2 * (size_t)shape->levels + 1 : 0;
    return sizeof(am_record_t) + 8 * words + (update && update->alpha ? 16 : 0);
}

/* A buffer for a reply that must be unpacked. */
static int get_buffer(am_pending_t *pending, size_t bytes)
{
    pending->buffer = ali_am_buffer_get(bytes);
    pending->buffer_bytes = bytes;
    return pending->buffer
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for %zu bytes", bytes);
}

void ali_am_attach(am_pending_t *pending, int *unfinished, al_handle_t *handle)
{
    if (handle && ali_handle_add_part(handle)) {
        pending->handle = *handle;
    } else {
        ++*unfinished;
        pending->unfinished = unfinished;
    }
}

int ali_am_detach(int status, const am_pending_t *pending)
{
    if (pending->handle)
        ali_handle_part_done(pending->handle);
    else if (pending->unfinished)
        --*pending->unfinished;
    if (pending->tag >= 0)
        ali_am_return_tag(pending->tag);
    ali_am_buffer_put(pending->buffer, pending->buffer_bytes);
    return status;
}

int ali_am_send_request(am_peer_t *server, enum am_kind kind, size_t record_length, char *into,
                        size_t bytes, am_pending_t *pending, am_record_t **record)
{
    MPI_Request request;
    pending->tag = ali_am_take_tag();
    int status = ali_am_append(server, record_length, record);
    if (status == ASHLAR_OK) /* on failure the empty record puts nothing */
        status = AL_MPI(MPI_Irecv(into, (int)bytes, MPI_BYTE, server->rank,
                                  AM_TAG_REPLY + pending->tag, ali_am.comm, &request));
    if (status != ASHLAR_OK)
        return ali_am_detach(status, pending);
    (*record)->kind = (uint8_t)kind;
    (*record)->tag = (uint16_t)pending->tag;
    pending->server = server; /* its reply says that the batches before this one are done */
    pending->upto = ali_am_batch_number(server) - 1;
    ali_am_track_request(request, pending);
    return ASHLAR_OK;
}

/* ---- elements -------------------------------------------------------------------------------- */

static void elements_arrived(am_pending_t *pending)
{
    size_t bytes = pending->shape.count[0];
    if (bytes == 8)
        for (size_t k = 0; k < pending->n; ++k)
            memcpy(pending->values[k], pending->buffer + k * 8, 8);
    else
        for (size_t k = 0; k < pending->n; ++k)
            memcpy(pending->values[k], pending->buffer + k * bytes, bytes);
}

/* Fill in a record of elements; returns where their data goes. */
static char *write_elements(am_record_t *record, const al_elements_t *elements, size_t first,
                            size_t n, const al_update_t *update)
{
    const al_shape_t no_shape = {0};
    record->bytes = elements->bytes;
    record->count = (uint32_t)n;
    char *at = ali_am_write_shape(record, &no_shape, update);
    memcpy(at, elements->offsets + first, n * sizeof *elements->offsets);
    return at + n * sizeof *elements->offsets;
}

static int request_elements(am_peer_t *server, const al_elements_t *elements, size_t first,
                            size_t n, int *unfinished, al_handle_t *handle)
{
    am_record_t *record;
    am_pending_t pending = {.done = elements_arrived,
                            .values = elements->values + first,
                            .n = n,
                            .shape = {.count = {elements->bytes}}};
    AL_TRY(ali_am_wait_for_credit(server));
    AL_TRY(get_buffer(&pending, n * elements->bytes));
    pending.tag = -1;
    ali_am_attach(&pending, unfinished, handle);
    int status = ali_am_wait_for_resources();
    if (status != ASHLAR_OK)
        return ali_am_detach(status, &pending);
    AL_TRY(ali_am_send_request(server, AM_GET_ELEMENTS,
                               sizeof *record + n * sizeof *elements->offsets, pending.buffer,
                               n * elements->bytes, &pending, &record));
    write_elements(record, elements, first, n, NULL);
    return ali_am_send_batch(server);
}

static int send_elements(am_peer_t *server, const al_elements_t *elements, size_t first, size_t n,
                         const al_update_t *update)
{
    am_record_t *record;
    size_t bytes = elements->bytes, factor = update && update->alpha ? 16 : 0;
    AL_TRY(ali_am_wait_for_credit(server));
    AL_TRY(ali_am_wait_for_resources());
    AL_TRY(ali_am_append(server, sizeof *record + factor + n * (sizeof *elements->offsets + bytes),
                         &record));
    ali_am_mark_written(server);
    record->kind = update ? AM_ACC_ELEMENTS : AM_PUT_ELEMENTS;
    char *data = write_elements(record, elements, first, n, update);
    char *const *values = elements->values + first;
    if (bytes == 8)
        for (size_t k = 0; k < n; ++k)
            memcpy(data + k * 8, values[k], 8);
    else
        for (size_t k = 0; k < n; ++k)
            memcpy(data + k * bytes, values[k], bytes);
    return ASHLAR_OK;
}

/* Elements too large to share a record: all are asked for before the first is waited for. */
static int move_singly(al_direction_t direction, const al_elements_t *elements,
                       const al_update_t *update, al_handle_t *handle)
{
    const al_shape_t shape = {.count = {elements->bytes}};
    al_handle_t mine = 0, *all = handle ? handle : &mine;
    int status = ASHLAR_OK, done;
    for (size_t k = 0; k < elements->n && status == ASHLAR_OK; ++k) {
        al_place_t place = {.node = elements->node, .offset = elements->offsets[k]};
        char *value = elements->values[k];
        status = direction == AL_PUT   ? ali_am_put(place, value, &shape, all)
                 : direction == AL_GET ? ali_am_get(place, value, &shape, all)
                                       : ali_am_acc(place, update, value, &shape, all);
    }
    int waited = mine ? ali_am_advance(mine, 1, &done) : ASHLAR_OK;
    return status != ASHLAR_OK ? status : waited;
}

_Static_assert(sizeof(am_batch_t) + sizeof(am_record_t) + 16 + AL_LIST * sizeof(uint64_t) <=
                   AM_BATCH,
               "the request for a list fits a batch");

/* How many of n elements go into the next record: those that fit the batch being filled, unless
 * these are few, else those that fit an empty one. Reads do not wait for more: their batch is sent
 * at once, and the reply must fit a fragment. */
static size_t elements_that_fit(const am_peer_t *server, al_direction_t direction, size_t bytes,
                                size_t n)
{
    const size_t few = 64, head = sizeof(am_record_t) + 16, empty = AM_BATCH - sizeof(am_batch_t);
    size_t each = sizeof(uint64_t) + (direction == AL_GET ? 0 : bytes);
    size_t used = server->batch ? server->used : 0;
    size_t most = (empty - head) / each;
    if (direction == AL_GET)
        most = ali_min_bytes(most, AM_FRAGMENT / bytes);
    else if (used && AM_BATCH - used >= head + few * each)
        most = (AM_BATCH - used - head) / each;
    return ali_min_bytes(n, most);
}

int ali_am_elements(al_direction_t direction, const al_elements_t *elements,
                    const al_update_t *update, al_handle_t *handle)
{
    if (elements->bytes > AM_INLINE / 4)
        return move_singly(direction, elements, update, handle);
    AL_TRY(ali_am_enter());
    am_peer_t *server;
    int unfinished = 0, status = ali_am_get_server(elements->node, &server);
    for (size_t k = 0; k < elements->n && status == ASHLAR_OK;) {
        size_t n = elements_that_fit(server, direction, elements->bytes, elements->n - k);
        status = direction == AL_GET
                     ? request_elements(server, elements, k, n, &unfinished, handle)
                     : send_elements(server, elements, k, n, direction == AL_ACC ? update : NULL);
        k += n;
    }
    if (status == ASHLAR_OK)
        status = ali_am_poll_once(); /* serve others, who may move lists too */
    int waited = ali_am_wait_for(&unfinished, 0);
    return ali_am_leave(status < 0 ? status : waited);
}

/* ---- atomics --------------------------------------------------------------------------------- */

static void write_rmw(am_record_t *record, uint64_t offset, al_rmw_t what, ashlar_type type,
                      const int64_t *operands)
{
    record->kind = AM_RMW;
    record->type = (uint8_t)type;
    record->op = (uint8_t)what;
    record->offset = offset;
    memcpy(record + 1, operands, 2 * sizeof *operands);
}

/* Nobody wants to know what it was: no reply. */
static int request_signal(al_place_t place, int64_t inc, bool is_fenced)
{
    am_record_t *record;
    am_peer_t *server;
    const int64_t operands[2] = {inc, 0};
    AL_TRY(ali_am_get_server(place.node, &server));
    AL_TRY(ali_am_wait_for_credit(server));
    AL_TRY(ali_am_wait_for_resources());
    AL_TRY(ali_am_append(server, sizeof *record + 2 * sizeof *operands, &record));
    if (is_fenced)
        ali_am_mark_written(server);
    write_rmw(record, place.offset, AL_FETCH_ADD, ASHLAR_LLONG, operands);
    record->flags = AM_QUIET;
    return ali_am_send_batch(server);
}

int ali_am_signal(al_place_t place, int64_t inc, bool is_fenced)
{
    AL_TRY(ali_am_enter());
    return ali_am_leave(request_signal(place, inc, is_fenced));
}

static int request_rmw(al_place_t place, al_rmw_t what, ashlar_type type, const int64_t *operands,
                       int64_t *old)
{
    am_record_t *record;
    am_peer_t *server;
    int unfinished = 1;
    am_pending_t pending = {.unfinished = &unfinished};
    AL_TRY(ali_am_get_server(place.node, &server));
    AL_TRY(ali_am_wait_for_credit(server));
    AL_TRY(ali_am_wait_for_resources());
    AL_TRY(ali_am_send_request(server, AM_RMW, sizeof *record + 2 * sizeof *operands, (char *)old,
                               sizeof *old, &pending, &record));
    write_rmw(record, place.offset, what, type, operands);
    AL_TRY(ali_am_send_batch(server));
    return ali_am_wait_for(&unfinished, 0);
}

int ali_am_rmw(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value, int64_t expected,
               int64_t *old)
{
    const int64_t operands[2] = {value, expected};
    AL_TRY(ali_am_enter());
    return ali_am_leave(request_rmw(place, what, type, operands, old));
}
