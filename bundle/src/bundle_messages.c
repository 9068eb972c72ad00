/* Messages between nodes: a rank sends all that it has for a node to one rank of that node.
 *
 * Rank r of another node is an origin of messages for rank r % local_size of my node. If any rank
 * has something to send, every rank puts a header on every other node, with its body behind it if
 * that is small. A larger body is fetched, into memory of the node. The ranks of the node read it
 * after an al_allreduce() among them, which orders stores of one before loads of another. */
#include <stdlib.h>
#include <string.h>

#include "bundle/src/bundle_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"

int bui_messages_create(bundle_t *bundle)
{
    const al_group_t *group = bundle->group;
    const int size = al_group_size(group);
    bui_nodes_t *nodes = &bundle->nodes;
    *nodes = (bui_nodes_t){group->node_count, group->node, group->first, group->by_node};
    bundle->cursor = malloc(2 * (size_t)size * sizeof *bundle->cursor);
    if (!bundle->cursor)
        return ASHLAR_ENOMEM;
    if (nodes->count == 1)
        return ASHLAR_OK;
    bundle->origin_room = (size + group->local_size - 1) / group->local_size;
    bundle->origin = calloc((size_t)bundle->origin_room, sizeof *bundle->origin);
    bundle->remote = calloc((size_t)nodes->count, sizeof *bundle->remote);
    return bundle->origin && bundle->remote ? ASHLAR_OK : ASHLAR_ENOMEM;
}

/* A message of an origin, in this rank's slice: where its body lies in the arena, set by me; the
 * header; a small body. */
typedef struct message {
    int64_t body;
    int64_t records[]; /* the header; records[0] is also where the body begins at the origin */
} message_t;

enum { AT_MESSAGES = sizeof(int64_t) /* behind the counter of their signals */ };

static int node_size(const bundle_t *bundle, int node)
{
    return bundle->nodes.begin[node + 1] - bundle->nodes.begin[node];
}

static size_t message_bytes(const bundle_t *bundle, int node)
{
    return sizeof(message_t) + bui_sendbuf_header_bytes(bundle, node) + bui_sendbuf_inline(bundle);
}

/* The message of a rank, in the slice of the rank of a node to which it goes. */
static size_t message_begin(const bundle_t *bundle, int node, int rank)
{
    return AT_MESSAGES + (size_t)(rank / node_size(bundle, node)) * message_bytes(bundle, node);
}

/* The message of a rank of another node, in memory of mine. */
static message_t *message_of(const bundle_t *bundle, int rank)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    const int server = nodes->rank[nodes->begin[nodes->mine] + rank % bundle->group->local_size];
    return (message_t *)(bundle->messages->base +
                         ali_slice_begin(&bundle->messages->slices[server]) +
                         message_begin(bundle, nodes->mine, rank));
}

static size_t body_bytes(const bundle_t *bundle, const message_t *message)
{
    return (size_t)(bui_header_end(message->records, bundle->group->local_size)->body_end -
                    message->records[0]);
}

int bui_messages_open(bundle_t *bundle)
{
    if (bundle->nodes.count == 1)
        return ASHLAR_OK;
    const al_group_t *group = bundle->group;
    ga_group_t local;
    AL_TRY(gai_group_here("bundle_create", bundle->handle, &bundle->local_ranks, &local));
    AL_TRY(al_segment_create(bundle->group,
                             AT_MESSAGES + (size_t)bundle->origin_room *
                                               message_bytes(bundle, bundle->nodes.mine),
                             &bundle->messages));
    memset(bundle->messages->base +
               ali_slice_begin(&bundle->messages->slices[al_group_rank(group)]),
           0, AT_MESSAGES);
    for (int k = 0; k < bundle->origin_room; ++k) {
        const int r = k * group->local_size + group->local_rank;
        const int is_one = r < al_group_size(group) && group->node_of[r] != bundle->nodes.mine;
        bundle->origin[k].message = is_one ? message_of(bundle, r) : NULL;
        bundle->origin_count += is_one;
    }
    return al_barrier(bundle->group);
}

int bui_messages_free(bundle_t *bundle)
{
    int status = ASHLAR_OK;
    al_segment_t *segments[] = {bundle->sendbuf, bundle->messages, bundle->bodies};
    for (int k = 0; k < 3; ++k)
        if (segments[k]) {
            int freed = al_segment_free(segments[k]);
            status = status == ASHLAR_OK ? freed : status;
        }
    for (int k = 0; k < bundle->origin_room && bundle->origin; ++k) {
        free(bundle->origin[k].offset);
        free(bundle->origin[k].run);
    }
    free(bundle->origin);
    free(bundle->packed);
    free(bundle->cursor);
    return status;
}

/* ---- moving ---------------------------------------------------------------------------------- */

int bui_each_origin(bundle_t *bundle, bui_origin_step_t step)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    al_handle_t handle = 0;
    int status = ASHLAR_OK;
    for (int d = 1; d < nodes->count && status == ASHLAR_OK; ++d) {
        const int node = (nodes->mine + d) % nodes->count;
        for (int p = nodes->begin[node]; p < nodes->begin[node + 1] && status == ASHLAR_OK; ++p) {
            const int r = nodes->rank[p], local_size = bundle->group->local_size;
            if (r % local_size == bundle->group->local_rank)
                status = step(bundle, r, &bundle->origin[r / local_size], &handle);
        }
        if (bundle->trial.mode == BUNDLE_PAIRWISE && status == ASHLAR_OK)
            status = al_wait(&handle);
    }
    int waited = al_wait(&handle);
    return status == ASHLAR_OK ? waited : status;
}

int bui_messages_put(bundle_t *bundle)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    const int me = al_group_rank(bundle->group);
    const char *buffer = bundle->sendbuf->base + ali_slice_begin(&bundle->sendbuf->slices[me]);
    for (int d = 1; d < nodes->count; ++d) {
        const int node = (nodes->mine + d) % nodes->count, size = node_size(bundle, node);
        const int server = nodes->rank[nodes->begin[node] + me % size];
        const int64_t *header = (const int64_t *)(buffer + bui_sendbuf_header(bundle, node));
        const size_t header_bytes = bui_sendbuf_header_bytes(bundle, node);
        const size_t body = (size_t)(bui_header_end(header, size)->body_end - header[0]);
        const int is_inline = header[0] == (const char *)header - buffer + (int64_t)header_bytes;
        const al_shape_t shape = {.levels = 0, .count = {header_bytes + (is_inline ? body : 0)}};
        AL_TRY(al_put_signal(bundle->messages, server,
                             message_begin(bundle, node, me) + sizeof(message_t), header, &shape, 0,
                             1));
        if (bundle->trial.mode == BUNDLE_PAIRWISE)
            AL_TRY(al_fence(al_group_world_rank(bundle->group, server)));
    }
    return ASHLAR_OK;
}

int bui_messages_reset(bundle_t *bundle)
{
    AL_TRY(al_barrier(bundle->group));
    AL_TRY(al_signal_wait(bundle->messages, 0, 0, &bundle->messages_seen));
    /* Nobody puts for the next exchange before all have counted. */
    return al_barrier(bundle->group);
}

/* A body that did not come with its header. */
static int begin_body(bundle_t *bundle, int rank, bui_origin_t *origin, al_handle_t *handle)
{
    const al_shape_t shape = {.levels = 0, .count = {origin->missing}};
    if (origin->missing == 0)
        return ASHLAR_OK;
    return al_get_nb(bundle->sendbuf, rank, (size_t)origin->message->records[0],
                     bundle->sendbuf->base + origin->message->body, &shape, handle);
}

/* Find out what did not come with its header. */
static void find_missing(const bundle_t *bundle, bui_origin_t *origin)
{
    const int mine = bundle->nodes.mine;
    const size_t header_bytes = bui_sendbuf_header_bytes(bundle, mine);
    const int is_inline =
        origin->message->records[0] == (int64_t)(bui_sendbuf_header(bundle, mine) + header_bytes);
    origin->message->body = (char *)origin->message->records + header_bytes - bundle->sendbuf->base;
    origin->missing = is_inline ? 0 : body_bytes(bundle, origin->message);
}

/* Room in memory of the node for what is missing; all of its ranks call. */
static int reserve_body(bundle_t *bundle, size_t bytes)
{
    const size_t room =
        bundle->bodies ? al_segment_bytes(bundle->bodies, bundle->group->local_rank) : 0;
    if (bundle->bodies) {
        int freed = al_segment_free(bundle->bodies);
        bundle->bodies = NULL;
        AL_TRY(freed);
    }
    return al_segment_create(bundle->local_ranks, bytes > room ? bytes + bytes / 2 : room,
                             &bundle->bodies);
}

static int fetch_missing(bundle_t *bundle)
{
    void *slice = NULL;
    int status = al_segment_address(bundle->bodies, bundle->group->local_rank, &slice);
    const char *to = slice;
    for (int k = 0; k < bundle->origin_room && status == ASHLAR_OK; ++k) {
        bui_origin_t *origin = &bundle->origin[k];
        if (!origin->message || origin->missing == 0)
            continue;
        origin->message->body = to - bundle->sendbuf->base;
        to += origin->missing;
    }
    if (status == ASHLAR_OK)
        status = bui_each_origin(bundle, begin_body);
    return gai_agree("bundle_exchange", bundle->local_ranks, status);
}

static int receive_body(bundle_t *bundle)
{
    size_t bytes = 0;
    bundle->messages_seen += bundle->origin_count;
    int status = al_signal_wait(bundle->messages, 0, bundle->messages_seen, NULL);
    for (int k = 0; k < bundle->origin_room && status == ASHLAR_OK; ++k)
        if (bundle->origin[k].message) {
            find_missing(bundle, &bundle->origin[k]);
            bytes += bundle->origin[k].missing;
        }
    const size_t room =
        bundle->bodies ? al_segment_bytes(bundle->bodies, bundle->group->local_rank) : 0;
    long long tally[] = {status != ASHLAR_OK, bytes > 0, bytes > room};
    AL_TRY(al_allreduce(bundle->local_ranks, ASHLAR_LLONG, ASHLAR_MAX, tally, 3));
    if (tally[0])
        return ali_agreed_status("bundle_exchange", status, ASHLAR_EMPI);
    if (tally[2])
        AL_TRY(reserve_body(bundle, bytes));
    return tally[1] ? fetch_missing(bundle) : ASHLAR_OK;
}

/* ---- keeping --------------------------------------------------------------------------------- */

/* Add an origin's new requests to the others. */
static int keep_requests(bundle_t *bundle, bui_origin_t *origin)
{
    const int64_t *records = origin->message->records;
    const bui_header_end_t *header = bui_header_end(records, bundle->group->local_size);
    const char *body = bundle->sendbuf->base + origin->message->body;
    const uint64_t *at = (const uint64_t *)(body + (header->changes_end - records[0]));
    const uint64_t *end = (const uint64_t *)(body + (header->body_end - records[0]));
    origin->replies = (size_t)header->replies;
    if (header->forget)
        origin->count = origin->runs = origin->bytes = 0;
    AL_TRY(bui_reserve(&origin->offset, &origin->room, origin->count + (size_t)(end - at),
                       sizeof *origin->offset));
    while (at < end) {
        const bui_run_t run = {(uint32_t)(*at >> 32), (uint32_t)*at};
        AL_TRY(bui_reserve(&origin->run, &origin->run_room, origin->runs + 1, sizeof run));
        origin->run[origin->runs++] = run;
        memcpy(origin->offset + origin->count, at + 1, run.count * sizeof *at);
        origin->count += run.count;
        origin->bytes += run.count * bundle->member[run.member]->element;
        at += 1 + run.count;
    }
    return ASHLAR_OK;
}

int bui_messages_receive(bundle_t *bundle)
{
    size_t most = 0;
    AL_TRY(receive_body(bundle));
    for (int k = 0; k < bundle->origin_room; ++k) {
        if (!bundle->origin[k].message)
            continue;
        AL_TRY(keep_requests(bundle, &bundle->origin[k]));
        most = bundle->origin[k].bytes > most ? bundle->origin[k].bytes : most;
    }
    return bui_reserve(&bundle->packed, &bundle->packed_room, most, 1);
}

/* ---- records --------------------------------------------------------------------------------- */

bui_records_t bui_messages_records(const bundle_t *bundle, int rank)
{
    const al_group_t *group = bundle->group;
    if (ali_slice_is_here(bundle->sendbuf, rank)) {
        const char *buffer =
            bundle->sendbuf->base + ali_slice_begin(&bundle->sendbuf->slices[rank]);
        const int64_t *records =
            (const int64_t *)(buffer + bui_sendbuf_header(bundle, bundle->nodes.mine)) +
            group->local_rank;
        return (bui_records_t){buffer + records[0], buffer + records[1]};
    }
    const message_t *message = message_of(bundle, rank);
    const char *body = bundle->sendbuf->base + message->body;
    const int64_t *records = &message->records[group->local_rank];
    return (bui_records_t){body + (records[0] - message->records[0]),
                           body + (records[1] - message->records[0])};
}
