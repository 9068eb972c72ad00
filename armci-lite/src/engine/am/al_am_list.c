/* Small nonblocking gets of one server share a record and a reply: a list of runs, which grows in
 * the batch until that is sent. */
#include "armci-lite/src/engine/am/al_am.h"

#include <string.h>

#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/base/al_traffic.h"

enum {
    LISTED = 1024,   /* most bytes of a get; longer ones arrive in place instead of being copied */
    LISTED_RUNS = 8, /* and its most runs */
    AT_ONCE = 2 /* lists on their way, per server; more wait for a full batch or for progress */
};

typedef struct run_home {
    char *to;
    uint16_t bytes, parity;
    al_handle_t handle; /* with the first run of a get; else 0 */
} run_home_t;

/* The content of a reply; fills a buffer of AM_BATCH bytes. */
struct am_list {
    am_record_t *record; /* in the batch being filled */
    char *reply;         /* AM_BATCH bytes */
    int tag, runs;
    size_t bytes;
    run_home_t home[];
};
enum { CAPACITY = (AM_BATCH - sizeof(am_list_t)) / sizeof(run_home_t) };

static size_t run_count(const al_shape_t *shape)
{
    size_t runs = 1;
    for (int level = 0; level < shape->levels; ++level)
        runs *= shape->count[level + 1];
    return runs;
}

int ali_am_suits_list(const am_transfer_t *transfer)
{
    return transfer->bytes <= LISTED && run_count(transfer->shape) <= LISTED_RUNS;
}

/* Records after the list would be served after runs added now. */
static int fits(const am_peer_t *peer, size_t bytes, size_t runs)
{
    const am_list_t *list = peer->list;
    return (const char *)list->record + list->record->length == peer->batch + peer->used &&
           list->bytes + bytes <= AM_BATCH && (size_t)list->runs + runs <= CAPACITY &&
           peer->used + runs * sizeof(am_run_t) <= AM_BATCH;
}

static int open_list(am_peer_t *server)
{
    char *reply = ali_am_buffer_get(AM_BATCH);
    am_list_t *list = (am_list_t *)(void *)ali_am_buffer_get(AM_BATCH);
    if (!reply || !list || !ali_am_can_request()) {
        ali_am_buffer_put(reply, AM_BATCH);
        ali_am_buffer_put((char *)list, AM_BATCH);
        return AM_WOULD_BLOCK;
    }
    *list = (am_list_t){.reply = reply, .tag = ali_am_take_tag()};
    int status =
        ali_am_append(server, sizeof(am_record_t) + LISTED_RUNS * sizeof(am_run_t), &list->record);
    if (status != ASHLAR_OK) {
        ali_am_return_tag(list->tag);
        ali_am_buffer_put(reply, AM_BATCH);
        ali_am_buffer_put((char *)list, AM_BATCH);
        return status;
    }
    list->record->kind = AM_GET_LIST;
    list->record->tag = (uint16_t)list->tag;
    list->record->length = sizeof(am_record_t); /* the space for runs is given back */
    server->used -= LISTED_RUNS * sizeof(am_run_t);
    ali_count_sent(0, -(int64_t)(LISTED_RUNS * sizeof(am_run_t)));
    server->list = list;
    ++ali_am.origin.open_lists;
    return ASHLAR_OK;
}

static void list_run(am_peer_t *peer, uint64_t offset, char *to, size_t bytes, al_handle_t handle,
                     int parity)
{
    am_list_t *list = peer->list;
    am_record_t *record = list->record;
    am_run_t *run = (am_run_t *)(void *)(peer->batch + peer->used);
    *run = (am_run_t){.offset = offset, .bytes = bytes};
    peer->used += sizeof *run;
    ali_count_sent(0, sizeof *run);
    record->length += sizeof *run;
    record->bytes += bytes;
    ++record->count;
    list->home[list->runs++] = (run_home_t){
        .to = to, .bytes = (uint16_t)bytes, .parity = (uint16_t)parity, .handle = handle};
    list->bytes += bytes;
}

int ali_am_list_get(const am_transfer_t *transfer)
{
    am_peer_t *server = transfer->server;
    const al_shape_t *shape = transfer->shape;
    if (server->list && !fits(server, transfer->bytes, run_count(shape)))
        AL_TRY(ali_am_send_batch(server));
    if (!server->list)
        AL_TRY(open_list(server));
    if (!ali_handle_add_part(transfer->handle))
        return AM_WOULD_BLOCK;
    int parity = ali_am_begin_part();
    al_handle_t handle = *transfer->handle;
    al_fragment_walk_t walk;
    al_fragment_t run;
    ali_fragments_begin(&walk, shape, shape->count[0]);
    while (ali_fragments_next(&walk, &run)) {
        list_run(server, transfer->offset + run.seg_offset, transfer->buf + run.buf_offset,
                 run.bytes, handle, parity);
        handle = 0;
    }
    return server->lists_out < AT_ONCE ? ali_am_send_batch(server) : ASHLAR_OK;
}

static void list_arrived(am_pending_t *pending)
{
    am_list_t *list = pending->list;
    const char *from = pending->buffer;
    for (int k = 0; k < list->runs; from += list->home[k++].bytes) {
        const run_home_t *home = &list->home[k];
        if (home->bytes == 8)
            memcpy(home->to, from, 8);
        else
            memcpy(home->to, from, home->bytes);
        if (home->handle)
            ali_am_end_part(home->handle, home->parity);
    }
    --pending->server->lists_out;
    ali_am_buffer_put((char *)list, AM_BATCH);
}

int ali_am_list_close(am_peer_t *server)
{
    am_list_t *list = server->list;
    am_pending_t pending = {.done = list_arrived,
                            .tag = list->tag,
                            .server = server,
                            .upto = ali_am_batch_number(server) - 1,
                            .buffer = list->reply,
                            .buffer_bytes = AM_BATCH,
                            .list = list};
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(list->reply, (int)list->bytes, MPI_BYTE, server->rank,
                            AM_TAG_REPLY + list->tag, ali_am.comm, &request)));
    ali_am_track_request(request, &pending);
    server->list = NULL;
    --ali_am.origin.open_lists;
    ++server->lists_out;
    return ASHLAR_OK;
}

void ali_am_list_free(am_peer_t *peer)
{
    if (peer->list)
        ali_am_buffer_put(peer->list->reply, AM_BATCH);
    ali_am_buffer_put((char *)peer->list, AM_BATCH);
    peer->list = NULL;
}
