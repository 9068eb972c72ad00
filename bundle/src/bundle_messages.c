/* Messages from other nodes: a rank sends all that it has for a node to one rank of that node.
 *
 * That rank puts the messages that arrive at it (bundle_mail.c) into its slice of memory of the
 * node, one behind the other, in the order of ranks from mine on. A body of more than BUI_INLINE is
 * then fetched, into another such slice. The ranks of the node read both after an al_allreduce()
 * among them, which orders stores of one before loads of another; they have read, and passed a
 * barrier, before anything arrives for the next exchange. */
#include <stdlib.h>
#include <string.h>

#include "bundle/src/bundle_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"

int bui_messages_create(bundle_t *bundle)
{
    const al_group_t *group = bundle->group;
    const size_t size = (size_t)al_group_size(group);
    bundle->nodes = (bui_nodes_t){group->node_count, group->node, group->first, group->by_node};
    bundle->end_of_remotes = &bundle->first_remote;
    /* On few nodes an exchange that has no new requests needs no memory, and so cannot fail. */
    const size_t ranks = bui_has_many_nodes(bundle) ? (size_t)group->local_size : size;
    AL_TRY(bui_reserve(&bundle->records, &bundle->records_room, ranks, sizeof *bundle->records));
    return bui_reserve(&bundle->arrived, &bundle->arrived_room, ranks - (size_t)group->local_size,
                       sizeof *bundle->arrived);
}

/* A message in the slice of who has received it; behind it a header, and a small body. A slice
 * begins with their number. */
typedef struct message {
    int64_t body;   /* where it lies in the arena */
    int64_t length; /* of all this */
} message_t;

enum { AT_MESSAGES = sizeof(int64_t) };

static bui_header_t *header_of(const message_t *message)
{
    return (bui_header_t *)(void *)(uintptr_t)(message + 1);
}

static size_t body_bytes(const message_t *message)
{
    return (size_t)(header_of(message)->body_end - header_of(message)->records[0]);
}

static size_t most_message_bytes(const bundle_t *bundle)
{
    return sizeof(message_t) + bui_header_bytes(bundle->group->local_size) + BUI_INLINE;
}

/* The slice of a rank of my node. */
static char *slice_of(const bundle_t *bundle, int local_rank)
{
    return bundle->messages->base + ali_slice_begin(&bundle->messages->slices[local_rank]);
}

static char *my_slice(const bundle_t *bundle)
{
    return slice_of(bundle, bundle->group->local_rank);
}

/* The messages of a slice: for (m = first; number of them; m = next). */
static message_t *first_message(const char *slice)
{
    return (message_t *)(void *)(uintptr_t)(slice + AT_MESSAGES);
}

static message_t *next_message(message_t *message)
{
    return (message_t *)(void *)((char *)message + message->length);
}

static int64_t message_count(const char *slice)
{
    return *(const int64_t *)(const void *)slice;
}

/* How many messages a slice has room for: one at least, and on few nodes all that can come. */
static size_t messages_at_first(const bundle_t *bundle)
{
    const al_group_t *group = bundle->group;
    size_t n = 0;
    for (int r = group->local_rank; r < group->size && !bui_has_many_nodes(bundle);
         r += group->local_size)
        n += group->node_of[r] != group->node;
    return n ? n : 1;
}

int bui_messages_open(bundle_t *bundle)
{
    if (bundle->nodes.count == 1)
        return ASHLAR_OK;
    ga_group_t local;
    AL_TRY(gai_group_here("bundle_create", bundle->handle, &bundle->local_ranks, &local));
    AL_TRY(al_segment_create(bundle->local_ranks,
                             AT_MESSAGES + messages_at_first(bundle) * most_message_bytes(bundle),
                             &bundle->messages));
    return bui_mail_open(bundle);
}

static int free_segment(al_segment_t **segment)
{
    al_segment_t *old = *segment;
    *segment = NULL;
    return old ? al_segment_free(old) : ASHLAR_OK;
}

int bui_messages_free(bundle_t *bundle)
{
    al_segment_t **segments[] = {&bundle->sendbuf, &bundle->outgrown, &bundle->messages,
                                 &bundle->bodies, &bundle->tally};
    int status = ASHLAR_OK;
    for (int k = 0; k < 5; ++k) {
        const int freed = free_segment(segments[k]);
        status = status == ASHLAR_OK ? freed : status;
    }
    for (bui_origin_t *origin = bundle->first_origin; origin; origin = origin->next) {
        free(origin->offset);
        free(origin->run);
    }
    ali_rank_map_free(&bundle->origins);
    bui_dests_free(bundle);
    free(bundle->records);
    free(bundle->arrived);
    free(bundle->packed);
    return status;
}

int bui_messages_reset(bundle_t *bundle)
{
    int status = bui_mail_await(bundle, false);
    int dropped = bui_mail_drop(bundle, my_slice(bundle));
    int finished = bui_mail_finish(bundle);
    AL_TRY(dropped);
    AL_TRY(finished);
    AL_TRY(bui_sendbuf_free_outgrown(bundle));
    /* Nobody sends for the next exchange before all have counted. */
    AL_TRY(al_barrier(bundle->group));
    return status == ASHLAR_ENOMEM ? ASHLAR_OK : status;
}

/* ---- taking what has arrived ----------------------------------------------------------------- */

static int compare_mail(const void *a, const void *b)
{
    const int x = ((const al_mail_t *)a)->source, y = ((const al_mail_t *)b)->source;
    const int mine = ali_context.rank;
    return (x < mine) != (y < mine) ? (x < mine) - (y < mine) : x - y;
}

static size_t message_length(size_t bytes)
{
    return sizeof(message_t) + bytes;
}

/* Room for a slice of some bytes; all ranks of the node call, and some rank's has not enough. */
static int reserve_slices(bundle_t *bundle, al_segment_t **segment, size_t bytes)
{
    const int mine = bundle->group->local_rank;
    const size_t room = *segment ? al_segment_bytes(*segment, mine) : 0;
    al_segment_t *larger;
    AL_TRY(
        al_segment_create(bundle->local_ranks, bytes > room ? bytes + bytes / 2 : room, &larger));
    AL_TRY(free_segment(segment));
    *segment = larger;
    return ASHLAR_OK;
}

static int take_messages(bundle_t *bundle)
{
    char *slice = my_slice(bundle);
    message_t *message = first_message(slice);
    qsort(bundle->arrived, bundle->arrived_count, sizeof *bundle->arrived, compare_mail);
    *(int64_t *)(void *)slice = (int64_t)bundle->arrived_count;
    for (size_t k = 0; k < bundle->arrived_count; ++k) {
        al_mail_t *mail = &bundle->arrived[k];
        bui_header_t *header = header_of(message);
        message->length = (int64_t)message_length(mail->bytes);
        AL_TRY(ali_mail_take(mail, header));
        message->body =
            (const char *)&header->records[bundle->group->local_size + 1] - bundle->messages->base;
        message = next_message(message);
    }
    return bui_mail_finish(bundle);
}

/* On many nodes there may be more than there is room for. */
static int reserve_messages(bundle_t *bundle, int status)
{
    size_t bytes = AT_MESSAGES;
    for (size_t k = 0; k < bundle->arrived_count; ++k)
        bytes += message_length(bundle->arrived[k].bytes);
    long long tally[] = {-status,
                         bytes > al_segment_bytes(bundle->messages, bundle->group->local_rank)};
    AL_TRY(al_allreduce(bundle->local_ranks, ASHLAR_LLONG, ASHLAR_MAX, tally, 2));
    if (tally[0])
        return ali_agreed_status("bundle_exchange", status, (int)-tally[0]);
    return tally[1] ? reserve_slices(bundle, &bundle->messages, bytes) : ASHLAR_OK;
}

static int receive_messages(bundle_t *bundle)
{
    const bool is_many = bui_has_many_nodes(bundle);
    int status = bui_mail_await(bundle, !is_many);
    if (is_many)
        status = reserve_messages(bundle, status);
    if (status == ASHLAR_OK)
        return take_messages(bundle);
    const int dropped = bui_mail_drop(bundle, my_slice(bundle));
    const int finished = bui_mail_finish(bundle);
    AL_TRY(dropped);
    AL_TRY(finished);
    return status;
}

/* ---- large bodies ---------------------------------------------------------------------------- */

/* Those that did not come with the header. */
static size_t missing_bytes(const message_t *message)
{
    const size_t bytes = body_bytes(message);
    return bytes > BUI_INLINE ? bytes : 0;
}

static int fetch_body(bundle_t *bundle, message_t *message, char *to, al_handle_t *handle)
{
    const bui_header_t *header = header_of(message);
    const al_shape_t shape = {.levels = 0, .count = {missing_bytes(message)}};
    message->body = to - bundle->sendbuf->base;
    AL_TRY(
        al_get_nb(bundle->sendbuf, header->origin, (size_t)header->records[0], to, &shape, handle));
    return bundle->trial.mode == BUNDLE_PAIRWISE ? al_wait(handle) : ASHLAR_OK;
}

static int fetch_missing(bundle_t *bundle)
{
    void *to = NULL;
    al_handle_t handle = 0;
    int status = al_segment_address(bundle->bodies, bundle->group->local_rank, &to);
    message_t *message = first_message(my_slice(bundle));
    for (int64_t k = message_count(my_slice(bundle)); k > 0 && status == ASHLAR_OK;
         --k, message = next_message(message)) {
        const size_t missing = missing_bytes(message);
        if (missing)
            status = fetch_body(bundle, message, to, &handle);
        to = (char *)to + missing;
    }
    int waited = al_wait(&handle);
    return gai_agree("bundle_exchange", bundle->local_ranks, status == ASHLAR_OK ? waited : status);
}

static int receive_bodies(bundle_t *bundle, int status)
{
    size_t bytes = 0;
    message_t *message = first_message(my_slice(bundle));
    for (int64_t k = status == ASHLAR_OK ? message_count(my_slice(bundle)) : 0; k > 0;
         --k, message = next_message(message))
        bytes += missing_bytes(message);
    const size_t room =
        bundle->bodies ? al_segment_bytes(bundle->bodies, bundle->group->local_rank) : 0;
    long long tally[] = {-status, bytes > 0, bytes > room};
    AL_TRY(al_allreduce(bundle->local_ranks, ASHLAR_LLONG, ASHLAR_MAX, tally, 3));
    if (tally[0])
        return ali_agreed_status("bundle_exchange", status, (int)-tally[0]);
    if (tally[2])
        AL_TRY(reserve_slices(bundle, &bundle->bodies, bytes));
    return tally[1] ? fetch_missing(bundle) : ASHLAR_OK;
}

/* ---- keeping --------------------------------------------------------------------------------- */

/* The record of an origin, in its place in the list: the nearest first. NULL: no memory */
static bui_origin_t *origin_of(bundle_t *bundle, int rank)
{
    bui_origin_t *origin = ali_rank_record(&bundle->origins, rank, sizeof *origin);
    if (!origin || origin->is_listed)
        return origin;
    const int distance = bundle->group->node_of[rank] - bundle->nodes.mine;
    origin->is_listed = true;
    origin->distance = distance < 0 ? distance + bundle->nodes.count : distance;
    bui_origin_t **place = &bundle->first_origin;
    while (*place && (*place)->distance <= origin->distance)
        place = &(*place)->next;
    origin->next = *place;
    *place = origin;
    return origin;
}

/* Add a message's new requests to the others of its origin. */
static int keep_requests(bundle_t *bundle, const message_t *message)
{
    const bui_header_t *header = header_of(message);
    const int64_t *records = header->records;
    const char *body = bundle->messages->base + message->body;
    const uint64_t *at =
        (const uint64_t *)(body + (records[bundle->group->local_size] - records[0]));
    const uint64_t *end = (const uint64_t *)(body + (header->body_end - records[0]));
    if (header->replies == 0) /* has never requested anything */
        return ASHLAR_OK;
    bui_origin_t *origin = origin_of(bundle, header->origin);
    if (!origin)
        return AL_FAIL(ASHLAR_ENOMEM, "bundle_exchange: no memory for another partner");
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

static size_t messages_of_node(const bundle_t *bundle)
{
    int64_t n = 0;
    for (int k = 0; k < bundle->group->local_size; ++k)
        n += message_count(slice_of(bundle, k));
    return (size_t)n;
}

int bui_messages_receive(bundle_t *bundle)
{
    size_t most = 0;
    AL_TRY(receive_bodies(bundle, receive_messages(bundle)));
    const message_t *message = first_message(my_slice(bundle));
    for (int64_t k = message_count(my_slice(bundle)); k > 0;
         --k, message = next_message((message_t *)(uintptr_t)message))
        AL_TRY(keep_requests(bundle, message));
    for (const bui_origin_t *origin = bundle->first_origin; origin; origin = origin->next)
        most = origin->bytes > most ? origin->bytes : most;
    AL_TRY(bui_reserve(&bundle->records, &bundle->records_room,
                       (size_t)bundle->group->local_size + messages_of_node(bundle),
                       sizeof *bundle->records));
    return bui_reserve(&bundle->packed, &bundle->packed_room, most, 1);
}

/* ---- records --------------------------------------------------------------------------------- */

static int compare_record_ranks(const void *a, const void *b)
{
    return ((const bui_records_t *)a)->rank - ((const bui_records_t *)b)->rank;
}

/* Positions in a header are from `base` on. */
static void list_records(bundle_t *bundle, const bui_header_t *header, const char *base)
{
    const int64_t *records = &header->records[bundle->group->local_rank];
    if (records[0] < records[1])
        bundle->records[bundle->records_count++] =
            (bui_records_t){header->origin, base + records[0], base + records[1]};
}

void bui_messages_list(bundle_t *bundle, bool has_messages)
{
    const al_group_t *group = bundle->group;
    bundle->records_count = 0;
    for (int k = 0; k < group->local_size; ++k) {
        const char *buffer = bundle->sendbuf->base +
                             ali_slice_begin(&bundle->sendbuf->slices[group->local_ranks[k]]);
        list_records(bundle, (const bui_header_t *)(const void *)(buffer + BUI_OWN_HEADER), buffer);
    }
    for (int k = 0; k < group->local_size && has_messages; ++k) {
        message_t *message = first_message(slice_of(bundle, k));
        for (int64_t n = message_count(slice_of(bundle, k)); n > 0;
             --n, message = next_message(message)) {
            const char *body = bundle->messages->base + message->body;
            list_records(bundle, header_of(message), body - header_of(message)->records[0]);
        }
    }
    if (has_messages)
        qsort(bundle->records, bundle->records_count, sizeof *bundle->records,
              compare_record_ranks);
}
