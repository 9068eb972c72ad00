/* My send buffer: a slice of a segment, in which I lay out what is for others, and where replies
 * arrive.
 *
 *   counter of signals
 *   of each node: a header, and room for a small body
 *   replies, node by node
 *   bodies that are larger
 *
 * A body is all that is for a node: for each of its ranks the records of changes that it is to
 * apply, then the requests: runs of offsets, each behind a word of member and count. A header has
 * the positions of the records for each rank of the node, then a bui_header_end_t.
 *
 * Readers: a rank on my node reads in place, after a barrier (al_allreduce() or
 * al_barrier() order my stores before its loads); for other nodes see bundle_messages.c. I write
 * again after the exchange's last barrier, when all have read. */
#include <string.h>

#include "bundle/src/bundle_private.h"

/* Small bodies of all nodes together, and of one. */
enum { INLINE_BYTES = 128 << 10, INLINE_MOST = 16 << 10 };

size_t bui_sendbuf_inline(const bundle_t *bundle)
{
    const size_t share = INLINE_BYTES / (size_t)bundle->nodes.count / 8 * 8;
    return bundle->nodes.count == 1 ? 0 : share < INLINE_MOST ? share : INLINE_MOST;
}

size_t bui_sendbuf_header(const bundle_t *bundle, int node)
{
    return sizeof(int64_t) * (size_t)(1 + bundle->nodes.begin[node]) +
           (size_t)node * (sizeof(bui_header_end_t) + bui_sendbuf_inline(bundle));
}

size_t bui_sendbuf_header_bytes(const bundle_t *bundle, int node)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    return sizeof(int64_t) * (size_t)(nodes->begin[node + 1] - nodes->begin[node]) +
           sizeof(bui_header_end_t);
}

static size_t request_bytes(const bui_remote_requests_t *remote)
{
    return sizeof(uint64_t) * (remote->count - remote->sent + remote->runs - remote->runs_sent);
}

size_t bui_sendbuf_bytes(const bundle_t *bundle)
{
    size_t bytes = bui_sendbuf_header(bundle, bundle->nodes.count);
    for (int k = 0; k < bundle->member_count; ++k)
        bytes += bundle->member[k]->changes.count * bui_record_bytes(bundle->member[k]);
    for (int node = 0; node < bundle->nodes.count && bundle->remote; ++node)
        bytes += request_bytes(&bundle->remote[node]) + (bundle->remote[node].bytes + 7) / 8 * 8;
    return bytes;
}

/* cursor[r] becomes the bytes of the records for rank r. The counts of every second one are kept
 * apart: else each would wait for the one before. */
static void count_bytes(bundle_t *bundle)
{
    const size_t size = (size_t)al_group_size(bundle->group);
    size_t *even = bundle->cursor, *odd = even + size;
    memset(bundle->cursor, 0, 2 * size * sizeof *bundle->cursor);
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
    for (size_t r = 0; r < size; ++r)
        even[r] += odd[r];
}

/* Where bodies and replies go: cursor[r] becomes the place of the first record for rank r. */
static void lay_out_sendbuf(bundle_t *bundle, char *buffer)
{
    const bui_nodes_t *nodes = &bundle->nodes;
    size_t at = bui_sendbuf_header(bundle, nodes->count);
    for (int node = 0; node < nodes->count && bundle->remote; ++node) {
        bundle->remote[node].replies = at;
        at += (bundle->remote[node].bytes + 7) / 8 * 8;
    }
    for (int node = 0; node < nodes->count; ++node) {
        const bui_remote_requests_t *remote = bundle->remote ? &bundle->remote[node] : NULL;
        const size_t requests = remote ? request_bytes(remote) : 0;
        const size_t header = bui_sendbuf_header(bundle, node);
        const size_t behind = header + bui_sendbuf_header_bytes(bundle, node);
        int64_t *records = (int64_t *)(buffer + header);
        size_t changes = 0;
        for (int p = nodes->begin[node]; p < nodes->begin[node + 1]; ++p)
            changes += bundle->cursor[nodes->rank[p]];
        const int is_inline = changes + requests <= bui_sendbuf_inline(bundle);
        size_t here = is_inline ? behind : at;
        at += is_inline ? 0 : changes + requests;
        for (int p = nodes->begin[node]; p < nodes->begin[node + 1]; ++p) {
            size_t *cursor = &bundle->cursor[nodes->rank[p]];
            const size_t bytes = *cursor;
            *records++ = (int64_t)(*cursor = here);
            here += bytes;
        }
        *(bui_header_end_t *)records =
            (bui_header_end_t){.changes_end = (int64_t)here,
                               .body_end = (int64_t)(here + requests),
                               .replies = remote ? (int64_t)remote->replies : 0,
                               .forget = bundle->forget};
    }
}

bool bui_sendbuf_has_large(const bundle_t *bundle)
{
    const char *buffer = bundle->sendbuf->base +
                         ali_slice_begin(&bundle->sendbuf->slices[al_group_rank(bundle->group)]);
    int large = 0;
    for (int node = 0; node < bundle->nodes.count; ++node) {
        const size_t header = bui_sendbuf_header(bundle, node);
        const int64_t begin = *(const int64_t *)(buffer + header);
        large |= node != bundle->nodes.mine &&
                 begin != (int64_t)(header + bui_sendbuf_header_bytes(bundle, node));
    }
    return large;
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
        post_list(member->changes, number, 8, BUI_RECORD_HEADER + 8, bundle->cursor, buffer);
    else
        post_list(member->changes, number, member->element, bui_record_bytes(member),
                  bundle->cursor, buffer);
}

static void post_requests(const bundle_t *bundle, int node, char *buffer)
{
    const bui_remote_requests_t *remote = &bundle->remote[node];
    const int ranks = bundle->nodes.begin[node + 1] - bundle->nodes.begin[node];
    const int64_t *header = (const int64_t *)(buffer + bui_sendbuf_header(bundle, node));
    uint64_t *to = (uint64_t *)(buffer + bui_header_end(header, ranks)->changes_end);
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
    for (int node = 0; node < bundle->nodes.count && bundle->remote; ++node)
        post_requests(bundle, node, buffer);
    return ASHLAR_OK;
}
