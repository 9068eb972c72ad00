/* Between nodes: what a rank has for a node comes to one rank of that node, for all of them.
 *
 * Rank r of another node is a client of rank r % here_size of my node. As soon as any rank has news
 * each puts a header there for each node, with its section behind it if that is small. A larger one
 * is fetched, into memory of the node. The ranks of the node look at a section after they have met
 * (al_allreduce() among them orders the stores of one before the loads of another). */
#include <stdlib.h>
#include <string.h>

#include "bundle/src/bundle_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"

int bui_mail_create(bundle_t *bundle)
{
    const al_group_t *group = bundle->group;
    const int size = al_group_size(group);
    bui_nodes_t *nodes = &bundle->nodes;
    nodes->count = group->node_of ? group->node_count : 1;
    nodes->mine = group->node_of ? group->node_of[al_group_rank(group)] : 0;
    nodes->begin = calloc((size_t)nodes->count + 2, sizeof *nodes->begin);
    nodes->rank = malloc((size_t)size * sizeof *nodes->rank);
    nodes->place = malloc((size_t)size * sizeof *nodes->place);
    bundle->cursor = malloc(2 * (size_t)size * sizeof *bundle->cursor);
    if (!nodes->begin || !nodes->rank || !nodes->place || !bundle->cursor)
        return ASHLAR_ENOMEM;
    for (int r = 0; r < size; ++r) /* in the end begin[node] is where those of a node begin */
        ++nodes->begin[(group->node_of ? group->node_of[r] : 0) + 2];
    for (int node = 0; node < nodes->count; ++node)
        nodes->begin[node + 2] += nodes->begin[node + 1];
    for (int r = 0; r < size; ++r) {
        nodes->place[r] = nodes->begin[(group->node_of ? group->node_of[r] : 0) + 1]++;
        nodes->rank[nodes->place[r]] = r;
    }
    if (nodes->count == 1)
        return ASHLAR_OK;
    bundle->clients = (size + group->here_size - 1) / group->here_size;
    bundle->client = calloc((size_t)bundle->clients, sizeof *bundle->client);
    bundle->far = calloc((size_t)nodes->count, sizeof *bundle->far);
    return bundle->client && bundle->far ? ASHLAR_OK : ASHLAR_ENOMEM;
}

/* What a client puts here: where its section lies in the arena, set by me; the header; a small
 * section. */
typedef struct head {
    int64_t section;
    int64_t word[]; /* of the header */
} head_t;

enum { AT_HEADS = sizeof(int64_t) /* behind the counter of their signals */ };

static int node_size(const bundle_t *bundle, int node)
{
    return bundle->nodes.begin[node + 1] - bundle->nodes.begin[node];
}

static size_t head_bytes(const bundle_t *bundle, int node)
{
    return sizeof(head_t) + bui_box_header_bytes(bundle, node) + bui_box_inline(bundle);
}

/* Of a rank, in the slice of the rank of a node to which it goes. */
static size_t head_begin(const bundle_t *bundle, int node, int rank)
{
    return AT_HEADS + (size_t)(rank / node_size(bundle, node)) * head_bytes(bundle, node);
}

/* Of a rank of another node, in memory of mine. */
static head_t *head_of(const bundle_t *bundle, int rank)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    const int server = nodes->rank[nodes->begin[nodes->mine] + rank % bundle->group->here_size];
    return (head_t *)(bundle->heads->base + ali_slice_begin(&bundle->heads->slices[server]) +
                      head_begin(bundle, nodes->mine, rank));
}

/* Words of a header for my node: the end of the changes, and of the section. */
static const int64_t *end_of_changes(const bundle_t *bundle, const head_t *head)
{
    return &head->word[bundle->group->here_size];
}
static size_t section_bytes(const bundle_t *bundle, const head_t *head)
{
    return (size_t)(end_of_changes(bundle, head)[1] - head->word[0]);
}

int bui_mail_open(bundle_t *bundle)
{
    if (bundle->nodes.count == 1)
        return ASHLAR_OK;
    const al_group_t *group = bundle->group;
    ga_group_t near;
    AL_TRY(gai_group_here("bundle_create", bundle->handle, &bundle->near, &near));
    AL_TRY(al_segment_create(
        bundle->group, AT_HEADS + (size_t)bundle->clients * head_bytes(bundle, bundle->nodes.mine),
        &bundle->heads));
    memset(bundle->heads->base + ali_slice_begin(&bundle->heads->slices[al_group_rank(group)]), 0,
           AT_HEADS);
    for (int c = 0; c < bundle->clients; ++c) {
        const int r = c * group->here_size + group->here;
        const int is_one = r < al_group_size(group) && group->node_of[r] != bundle->nodes.mine;
        bundle->client[c].head = is_one ? head_of(bundle, r) : NULL;
        bundle->client_count += is_one;
    }
    return al_barrier(bundle->group);
}

int bui_mail_free(bundle_t *bundle)
{
    int status = ASHLAR_OK;
    al_segment_t *segments[] = {bundle->box, bundle->heads, bundle->sections};
    for (int k = 0; k < 3; ++k)
        if (segments[k]) {
            int freed = al_segment_free(segments[k]);
            status = status == ASHLAR_OK ? freed : status;
        }
    for (int c = 0; c < bundle->clients && bundle->client; ++c) {
        free(bundle->client[c].offset);
        free(bundle->client[c].run);
    }
    free(bundle->client);
    free(bundle->packed);
    free(bundle->cursor);
    free(bundle->nodes.begin);
    free(bundle->nodes.rank);
    free(bundle->nodes.place);
    return status;
}

/* ---- moving ---------------------------------------------------------------------------------- */

int bui_mail_each_client(bundle_t *bundle, bui_client_step_t step)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    al_handle_t handle = 0;
    int status = ASHLAR_OK;
    for (int d = 1; d < nodes->count && status == ASHLAR_OK; ++d) {
        const int node = (nodes->mine + d) % nodes->count;
        for (int p = nodes->begin[node]; p < nodes->begin[node + 1] && status == ASHLAR_OK; ++p) {
            const int r = nodes->rank[p], here_size = bundle->group->here_size;
            if (r % here_size == bundle->group->here)
                status = step(bundle, r, &bundle->client[r / here_size], &handle);
        }
        if (bundle->trial.mode == BUNDLE_PAIRWISE && status == ASHLAR_OK)
            status = al_wait(&handle);
    }
    int waited = al_wait(&handle);
    return status == ASHLAR_OK ? waited : status;
}

int bui_mail_put(bundle_t *bundle)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    const int me = al_group_rank(bundle->group);
    const char *box = bundle->box->base + ali_slice_begin(&bundle->box->slices[me]);
    for (int d = 1; d < nodes->count; ++d) {
        const int node = (nodes->mine + d) % nodes->count, size = node_size(bundle, node);
        const int server = nodes->rank[nodes->begin[node] + me % size];
        const int64_t *header = (const int64_t *)(box + bui_box_header(bundle, node));
        const size_t words = bui_box_header_bytes(bundle, node);
        const size_t section = (size_t)(header[size + 1] - header[0]);
        const int is_inline = header[0] == (const char *)header - box + (int64_t)words;
        const al_shape_t shape = {.levels = 0, .count = {words + (is_inline ? section : 0)}};
        AL_TRY(al_put_signal(bundle->heads, server, head_begin(bundle, node, me) + sizeof(head_t),
                             header, &shape, 0, 1));
        if (bundle->trial.mode == BUNDLE_PAIRWISE)
            AL_TRY(al_fence(al_group_world_rank(bundle->group, server)));
    }
    return ASHLAR_OK;
}

int bui_mail_reset(bundle_t *bundle)
{
    AL_TRY(al_barrier(bundle->group));
    AL_TRY(al_signal_wait(bundle->heads, 0, 0, &bundle->heads_seen));
    return al_barrier(
        bundle->group); /* nobody puts for the next exchange before all have counted */
}

/* A section that did not come with its header. */
static int begin_section(bundle_t *bundle, int rank, bui_client_t *client, al_handle_t *handle)
{
    const al_shape_t shape = {.levels = 0, .count = {client->missing}};
    if (client->missing == 0)
        return ASHLAR_OK;
    return al_get_nb(bundle->box, rank, (size_t)client->head->word[0],
                     bundle->box->base + client->head->section, &shape, handle);
}

/* Find out what did not come with its header. */
static void find_missing(const bundle_t *bundle, bui_client_t *client)
{
    const int mine = bundle->nodes.mine;
    const size_t words = bui_box_header_bytes(bundle, mine);
    const int is_inline = client->head->word[0] == (int64_t)(bui_box_header(bundle, mine) + words);
    client->head->section = (char *)client->head->word + words - bundle->box->base;
    client->missing = is_inline ? 0 : section_bytes(bundle, client->head);
}

/* Room in memory of the node for what is missing; all of its ranks call. */
static int reserve_sections(bundle_t *bundle, size_t bytes)
{
    const size_t room =
        bundle->sections ? al_segment_bytes(bundle->sections, bundle->group->here) : 0;
    if (bundle->sections) {
        int freed = al_segment_free(bundle->sections);
        bundle->sections = NULL;
        AL_TRY(freed);
    }
    return al_segment_create(bundle->near, bytes > room ? bytes + bytes / 2 : room,
                             &bundle->sections);
}

static int fetch_missing(bundle_t *bundle)
{
    void *slice = NULL;
    int status = al_segment_address(bundle->sections, bundle->group->here, &slice);
    const char *to = slice;
    for (int c = 0; c < bundle->clients && status == ASHLAR_OK; ++c) {
        bui_client_t *client = &bundle->client[c];
        if (!client->head || client->missing == 0)
            continue;
        client->head->section = to - bundle->box->base;
        to += client->missing;
    }
    if (status == ASHLAR_OK)
        status = bui_mail_each_client(bundle, begin_section);
    return gai_agree("bundle_exchange", bundle->near, status);
}

static int receive_sections(bundle_t *bundle)
{
    size_t bytes = 0;
    bundle->heads_seen += bundle->client_count;
    int status = al_signal_wait(bundle->heads, 0, bundle->heads_seen, NULL);
    for (int c = 0; c < bundle->clients && status == ASHLAR_OK; ++c)
        if (bundle->client[c].head) {
            find_missing(bundle, &bundle->client[c]);
            bytes += bundle->client[c].missing;
        }
    const size_t room =
        bundle->sections ? al_segment_bytes(bundle->sections, bundle->group->here) : 0;
    long long tally[] = {status != ASHLAR_OK, bytes > 0, bytes > room};
    AL_TRY(al_allreduce(bundle->near, ASHLAR_LLONG, ASHLAR_MAX, tally, 3));
    if (tally[0])
        return ali_outcome("bundle_exchange", status, ASHLAR_EMPI);
    if (tally[2])
        AL_TRY(reserve_sections(bundle, bytes));
    return tally[1] ? fetch_missing(bundle) : ASHLAR_OK;
}

/* ---- keeping --------------------------------------------------------------------------------- */

/* Add a client's new requests to the others. */
static int keep_requests(bundle_t *bundle, bui_client_t *client)
{
    const int64_t *word = end_of_changes(bundle, client->head);
    const char *section = bundle->box->base + client->head->section;
    const uint64_t *at = (const uint64_t *)(section + (word[0] - client->head->word[0]));
    const uint64_t *end = (const uint64_t *)(section + (word[1] - client->head->word[0]));
    client->answers = (size_t)word[2];
    if (word[3])
        client->count = client->runs = client->bytes = 0;
    AL_TRY(bui_reserve(&client->offset, &client->room, client->count + (size_t)(end - at),
                       sizeof *client->offset));
    while (at < end) {
        const bui_run_t run = {(uint32_t)(*at >> 32), (uint32_t)*at};
        AL_TRY(bui_reserve(&client->run, &client->run_room, client->runs + 1, sizeof run));
        client->run[client->runs++] = run;
        memcpy(client->offset + client->count, at + 1, run.count * sizeof *at);
        client->count += run.count;
        client->bytes += run.count * bundle->member[run.member]->element;
        at += 1 + run.count;
    }
    return ASHLAR_OK;
}

int bui_mail_receive(bundle_t *bundle)
{
    size_t most = 0;
    AL_TRY(receive_sections(bundle));
    for (int c = 0; c < bundle->clients; ++c) {
        if (!bundle->client[c].head)
            continue;
        AL_TRY(keep_requests(bundle, &bundle->client[c]));
        most = bundle->client[c].bytes > most ? bundle->client[c].bytes : most;
    }
    return bui_reserve(&bundle->packed, &bundle->packed_room, most, 1);
}

/* ---- records --------------------------------------------------------------------------------- */

bui_records_t bui_mail_records(const bundle_t *bundle, int rank)
{
    const al_group_t *group = bundle->group;
    if (ali_slice_is_here(bundle->box, rank)) {
        const char *box = bundle->box->base + ali_slice_begin(&bundle->box->slices[rank]);
        const int64_t *word =
            (const int64_t *)(box + bui_box_header(bundle, bundle->nodes.mine)) + group->here;
        return (bui_records_t){box + word[0], box + word[1]};
    }
    const head_t *head = head_of(bundle, rank);
    const char *section = bundle->box->base + head->section;
    const int64_t *word = &head->word[group->here];
    return (bui_records_t){section + (word[0] - head->word[0]),
                           section + (word[1] - head->word[0])};
}
