/* My send buffer: a slice of a segment, in which I lay out what is for others, and where replies
 * arrive.
 *
 *   counter of signals
 *   the header for my node
 *   replies, node by node
 *   what is for my node
 *   of each other node for which I have something: a header and a body
 *
 * A body is all that is for a node: for each of its ranks the records of changes that it is to
 * apply, then the requests: runs of offsets, each behind a word of member and count. A header has
 * the positions of the records for each rank of the node (bui_header_t).
 *
 * Readers: a rank on my node reads in place, after a barrier (al_allreduce() or
 * al_barrier() order my stores before its loads); for other nodes see bundle_messages.c. I write
 * again after the exchange's last barrier, when all have read. */
#include <string.h>

#include "bundle/src/bundle_private.h"

static size_t request_bytes(const bui_remote_t *remote)
{
    return remote ? sizeof(uint64_t) *
                        (remote->count - remote->sent + remote->runs - remote->runs_sent)
                  : 0;
}

size_t bui_sendbuf_bytes(const bundle_t *bundle)
{
    const bui_dests_t *dests = &bundle->dests;
    size_t bytes = bui_sendbuf_replies(bundle);
    for (const bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next)
        bytes += bui_replies_bytes(remote) + request_bytes(remote);
    for (size_t d = 1; d < dests->count; ++d)
        bytes += bui_header_bytes(bui_node_size(bundle, dests->dest[d].node));
    for (int k = 0; k < bundle->member_count; ++k)
        bytes += bundle->member[k]->changes.count * bui_record_bytes(bundle->member[k]);
    return bytes;
}

/* The cursor of an owner becomes the bytes of the records for it. The counts of every second one
 * are kept apart: else each would wait for the one before. */
static void count_bytes(bundle_t *bundle)
{
    const size_t owners = bui_owners(bundle);
    if (owners == 0)
        return;
    size_t *even = bundle->dests.cursor, *odd = even + owners;
    memset(even, 0, 2 * owners * sizeof *even);
    for (int k = 0; k < bundle->member_count; ++k) {
        const bui_elements_t *changes = &bundle->member[k]->changes;
        const size_t record = bui_record_bytes(bundle->member[k]);
        uint32_t c = 0;
        for (; c + 1 < changes->count; c += 2) {
            even[changes->owner[c]] += record;
            odd[changes->owner[c + 1]] += record;
        }
        if (c < changes->count)
            even[changes->owner[c]] += record;
    }
    for (size_t r = 0; r < owners; ++r)
        even[r] += odd[r];
}

/* The cursor of a rank, NULL if nothing is for it. */
static size_t *cursor_of(const bundle_t *bundle, int rank)
{
    if (bundle->nodes.count == 1)
        return &bundle->dests.cursor[rank];
    const uint32_t number = bui_hash_find(&bundle->dests.owner, rank);
    return number == BUI_NONE ? NULL : &bundle->dests.cursor[number];
}

/* Where the records and requests for a node go, from `at` on: cursors become the places of the
 * first records. @return where they end */
static size_t lay_out_body(const bundle_t *bundle, const bui_dest_t *dest, size_t at,
                           bui_header_t *header)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    int64_t *records = header->records;
    for (int p = nodes->begin[dest->node]; p < nodes->begin[dest->node + 1]; ++p) {
        size_t *cursor = cursor_of(bundle, nodes->rank[p]);
        const size_t bytes = cursor ? *cursor : 0;
        *records++ = (int64_t)at;
        if (cursor)
            *cursor = at;
        at += bytes;
    }
    *records = (int64_t)at;
    at += request_bytes(dest->remote);
    header->body_end = (int64_t)at;
    return at;
}

static void lay_out_sendbuf(bundle_t *bundle, char *buffer)
{
    bui_dests_t *dests = &bundle->dests;
    size_t at = bui_sendbuf_replies(bundle);
    for (const bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next)
        at += bui_replies_bytes(remote);
    for (size_t d = 0; d < dests->count; ++d) {
        bui_dest_t *dest = &dests->dest[d];
        const bui_remote_t *remote = dest->remote;
        const size_t header_bytes = bui_header_bytes(bui_node_size(bundle, dest->node));
        dest->header = d == 0 ? BUI_OWN_HEADER : at;
        at += d == 0 ? 0 : header_bytes;
        bui_header_t *header = (bui_header_t *)(void *)(buffer + dest->header);
        const bool is_known = remote && (remote->forget || remote->count > 0);
        *header = (bui_header_t){.origin = al_group_rank(bundle->group),
                                 .forget = remote && remote->forget,
                                 .replies = is_known ? (int64_t)remote->replies : 0};
        const size_t end = lay_out_body(bundle, dest, at, header);
        const bool is_large = end - at > BUI_INLINE;
        dest->bytes = header_bytes + (is_large ? 0 : end - at);
        dests->has_large |= is_large && d > 0;
        at = end;
    }
}

/* The list is copied, as a store to the send buffer may be one to anything. */
AL_INLINE void post_list(const bui_elements_t changes, int number, size_t element, size_t record,
                         size_t *cursor, char *buffer)
{
    for (uint32_t c = 0; c < changes.count; ++c) {
        const int owner = changes.owner[c];
        const size_t at = cursor[owner];
        const uint64_t header = changes.offset[c] << (BUI_OP_BITS + BUI_MEMBER_BITS) |
                                (uint64_t)number << BUI_OP_BITS | changes.op[c];
        cursor[owner] = at + record;
        memcpy(buffer + at, &header, BUI_RECORD_HEADER);
        bui_copy(buffer + at + BUI_RECORD_HEADER, changes.values + c * element, element);
    }
}

static void post_changes(bundle_t *bundle, int number, char *buffer)
{
    const bui_member_t *member = bundle->member[number];
    if (member->element == 8)
        post_list(member->changes, number, 8, BUI_RECORD_HEADER + 8, bundle->dests.cursor, buffer);
    else
        post_list(member->changes, number, member->element, bui_record_bytes(member),
                  bundle->dests.cursor, buffer);
}

static void post_requests(const bundle_t *bundle, const bui_dest_t *dest, char *buffer)
{
    const bui_remote_t *remote = dest->remote;
    const bui_header_t *header = (const bui_header_t *)(const void *)(buffer + dest->header);
    uint64_t *to =
        (uint64_t *)(void *)(buffer + header->records[bui_node_size(bundle, dest->node)]);
    const uint32_t *slot = remote->slot + remote->sent;
    for (size_t r = remote->runs_sent; r < remote->runs; ++r) {
        const bui_run_t run = remote->run[r];
        const uint64_t *offset = bundle->member[run.member]->slots.offset;
        *to++ = (uint64_t)run.member << 32 | run.count;
        for (uint32_t k = 0; k < run.count; ++k)
            *to++ = offset[*slot++] & ~BUI_REMOTE;
    }
}

int bui_sendbuf_post(bundle_t *bundle)
{
    void *buffer = NULL;
    AL_TRY(al_segment_address(bundle->sendbuf, al_group_rank(bundle->group), &buffer));
    count_bytes(bundle);
    lay_out_sendbuf(bundle, buffer);
    for (int k = 0; k < bundle->member_count; ++k)
        post_changes(bundle, k, buffer);
    for (size_t d = 1; d < bundle->dests.count; ++d)
        if (bundle->dests.dest[d].remote)
            post_requests(bundle, &bundle->dests.dest[d], buffer);
    return ASHLAR_OK;
}

int bui_sendbuf_free_outgrown(bundle_t *bundle)
{
    al_segment_t *old = bundle->outgrown;
    bundle->outgrown = NULL;
    return old ? al_segment_free(old) : ASHLAR_OK;
}
