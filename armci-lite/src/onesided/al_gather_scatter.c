/* Gather and scatter of single elements: sorted by node, one message a node. */
#include "armci-lite/src/onesided/al_gather_scatter.h"

#include <string.h>

#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/node/al_node.h"
#include "armci-lite/src/node/al_stripe.h"

AL_INLINE void copy_here(al_direction_t direction, char *base, const al_elements_t *elements,
                         size_t bytes)
{
    for (size_t k = 0; k < elements->n; ++k)
        if (direction == AL_PUT)
            memcpy(base + elements->offsets[k], elements->values[k], bytes);
        else
            memcpy(elements->values[k], base + elements->offsets[k], bytes);
}

/* Elements of my node. */
static int move_here(al_direction_t direction, const al_segment_t *segment,
                     const al_elements_t *elements, const al_update_t *update)
{
    size_t bytes = elements->bytes;
    AL_TRY(ali_before_local(segment, elements->n * bytes));
    if (direction == AL_ACC) {
        char packed[AL_LIST * 16]; /* the largest element with arithmetic */
        for (size_t k = 0; k < elements->n; ++k)
            memcpy(packed + k * bytes, elements->values[k], bytes);
        ali_acc_elements(update->type, update->alpha, elements->n, elements->offsets, packed);
    } else if (bytes == 8) {
        copy_here(direction, segment->base, elements, 8);
    } else {
        copy_here(direction, segment->base, elements, bytes);
    }
    return ASHLAR_OK;
}

/* The elements of a list in the order of their nodes. */
typedef struct sorted {
    int nodes[AL_LIST];
    uint64_t offsets[AL_LIST];
    char **values;
} sorted_t;

enum { BUCKETS = 1024 };

/* Up to BUCKETS nodes have a bucket each, my node the last; ranks of different nodes begin with
 * different ones. With more nodes some share a bucket, which keeps their elements mixed. */
static unsigned bucket_of(int node, int mine, int count)
{
    int distance = node - mine - 1;
    return (unsigned)(distance < 0 ? distance + count : distance) % BUCKETS;
}

/* By buckets of nodes (counting sort). */
static void sort_by_node(const al_list_t *list, sorted_t *sorted)
{
    const int mine = ali_nodes.mine, count = ali_nodes.count;
    const int buckets = count < BUCKETS ? count : BUCKETS;
    uint16_t end[BUCKETS];
    memset(end, 0, (size_t)buckets * sizeof *end);
    for (size_t k = 0; k < list->n; ++k)
        end[bucket_of(list->nodes[k], mine, count)]++;
    uint16_t begin = 0;
    for (int bucket = 0; bucket < buckets; ++bucket) {
        uint16_t elements = end[bucket];
        end[bucket] = begin;
        begin = (uint16_t)(begin + elements);
    }
    char *value = list->values;
    for (size_t k = 0; k < list->n; ++k, value += list->bytes) {
        size_t to = end[bucket_of(list->nodes[k], mine, count)]++;
        sorted->nodes[to] = list->nodes[k];
        sorted->offsets[to] = list->offsets[k];
        sorted->values[to] = value;
    }
}

int ali_list_start(const al_segment_t *segment, al_direction_t direction, const al_list_t *list,
                   const al_update_t *update, al_list_sent_t *sent)
{
    sorted_t sorted;
    sorted.values = sent->values;
    sent->handle = 0;
    sort_by_node(list, &sorted);
    for (size_t from = 0, to = 0; from < list->n; from = to) {
        int node = sorted.nodes[from];
        while (to < list->n && sorted.nodes[to] == node)
            ++to;
        const al_elements_t elements = {.node = node,
                                        .n = to - from,
                                        .bytes = list->bytes,
                                        .offsets = sorted.offsets + from,
                                        .values = sorted.values + from};
        if (node == ali_nodes.mine && !(direction == AL_ACC && segment->engine_atomics)) {
            AL_TRY(move_here(direction, segment, &elements, update));
            continue;
        }
        sent->rank = ali_nodes.ranks[ali_nodes.first[node]];
        ali_report_wait("a list of elements", sent->rank);
        AL_TRY(ali_engine->elements(direction, &elements, update, &sent->handle));
    }
    return ASHLAR_OK;
}

int ali_list_finish(al_list_sent_t *sent)
{
    int done;
    if (!sent->handle)
        return ASHLAR_OK;
    ali_report_wait("a list of elements", sent->rank);
    al_handle_t handle = sent->handle;
    sent->handle = 0;
    return ali_engine->advance(handle, 1, &done);
}
