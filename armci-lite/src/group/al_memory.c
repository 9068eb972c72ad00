/* Memory of single ranks: a block of the arena that begins with a header, by which al_free knows it
 * again. And the segment of all memory: like any other, but for its slices, which are the data
 * range of the arena of each node. Header, bitmap and descriptors of the arena lie before that
 * range. */
#include "armci-lite/src/group/al_memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al_memory.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/group/al_guard.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/node/al_arena.h"

/* The first ranks of nodes tell each other this when the library starts. */
typedef struct node_range {
    al_slice_t slice; /* the data range of the arena */
    uint64_t machine;
    uint64_t addresses[]; /* where each rank of the node sees that */
} node_range_t;

/* These of all nodes, on a first rank. */
typedef struct ranges {
    char *buffer;
    int *at;        /* [nodes + 1] where in the buffer a node's begins */
    uint64_t table; /* where the node's table is in the arena */
} ranges_t;

/* The table of a node: slices, then addresses. */
static struct {
    al_segment_t segment;
    const uint64_t *addresses; /* [size] where a rank sees its slice */
} memory;

/* ---- start and stop -------------------------------------------------------------------------- */

static const node_range_t *range_of(const ranges_t *ranges, int node)
{
    return (const node_range_t *)(const void *)(ranges->buffer + ranges->at[node]);
}

/* On the first rank of a node. */
static int allocate_ranges(ranges_t *ranges)
{
    enum { OF_NODE = sizeof(node_range_t), OF_RANK = sizeof(uint64_t) };
    const size_t nodes = (size_t)ali_nodes.count, ranks = (size_t)ali_context.size;
    const size_t bytes = nodes * OF_NODE + ranks * OF_RANK;
    uint32_t block;
    ranges->buffer = malloc(bytes);
    ranges->at = malloc((nodes + 1) * sizeof *ranges->at);
    if (!ranges->buffer || !ranges->at)
        return AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for %zu bytes", bytes);
    for (int n = 0; n <= ali_nodes.count; ++n)
        ranges->at[n] = n * OF_NODE + ali_nodes.first[n] * OF_RANK;
    int status = ali_arena_alloc_committed(&ali_arena,
                                           ranks * (sizeof(al_slice_t) + sizeof(uint64_t)), &block);
    if (status != ASHLAR_OK)
        return ali_fail_within(status, "al_init");
    ranges->table = ali_arena_offset(&ali_arena, block);
    return ASHLAR_OK;
}

/* addresses: where the ranks of my node see the data range. */
static int gather_ranges(const ranges_t *ranges, const uint64_t *addresses)
{
    const al_heap_t *heap = &ali_arena.header->heap;
    node_range_t *mine = (node_range_t *)(void *)(ranges->buffer + ranges->at[ali_nodes.mine]);
    mine->slice = (al_slice_t){.offset = (int64_t)heap->begin, .bytes = heap->end - heap->begin};
    mine->machine = ali_nodes.machine;
    memcpy(mine->addresses, addresses, (size_t)ali_nodes.size * sizeof *addresses);
    return ali_tree_gather(&ali_world->leaders, ranges->buffer, ranges->at);
}

static void use_table(uint64_t table)
{
    memory.segment = ali_segment_draft(ali_world);
    memory.segment.slices = (al_slice_t *)(void *)(ali_arena.base + table);
    memory.addresses = (uint64_t *)(void *)(memory.segment.slices + ali_context.size);
}

static void fill_table(const ranges_t *ranges)
{
    al_slice_t *slices = (al_slice_t *)(void *)(ali_arena.base + ranges->table);
    uint64_t *addresses = (uint64_t *)(void *)(slices + ali_context.size);
    for (int n = 0; n < ali_nodes.count; ++n) {
        const node_range_t *range = range_of(ranges, n);
        const int *ranks = ali_nodes.ranks + ali_nodes.first[n];
        const bool elsewhere = n != ali_nodes.mine;
        al_slice_t slice = range->slice;
        if (elsewhere)
            slice.offset = ~slice.offset;
        for (int k = 0; k < ali_nodes.first[n + 1] - ali_nodes.first[n]; ++k) {
            slices[ranks[k]] = slice;
            addresses[ranks[k]] = range->addresses[k];
        }
        if (elsewhere && range->machine == ali_nodes.machine)
            ali_arena_share_machine(&ali_arena);
    }
}

static int make_table(ranges_t *ranges)
{
    const bool is_first = ali_nodes.index == 0;
    const al_tree_t node = {ali_nodes.ranks + ali_nodes.first[ali_nodes.mine], ali_nodes.size,
                            ali_nodes.index, AL_TREE_TAG};
    const uint64_t mine = (uint64_t)(uintptr_t)ali_arena.base + ali_arena.header->heap.begin;
    uint64_t *addresses = malloc((is_first ? (size_t)ali_nodes.size : 1) * sizeof *addresses);
    int status =
        addresses ? ASHLAR_OK
                  : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for %d addresses", ali_nodes.size);
    if (status == ASHLAR_OK && is_first)
        status = allocate_ranges(ranges);
    status = ali_agree("al_init", status);
    if (status == ASHLAR_OK)
        status = ali_tree_collect(&node, &mine, sizeof mine, addresses);
    if (status == ASHLAR_OK && is_first)
        status = gather_ranges(ranges, addresses);
    if (status == ASHLAR_OK && is_first)
        fill_table(ranges);
    free(addresses);
    return status == ASHLAR_OK ? ali_tree_broadcast(&node, 0, &ranges->table, sizeof ranges->table)
                               : status;
}

int ali_memory_start(void)
{
    ranges_t ranges = {NULL, NULL, 0};
    const int status = make_table(&ranges);
    if (status == ASHLAR_OK)
        use_table(ranges.table);
    free(ranges.buffer);
    free(ranges.at);
    return status;
}

void ali_memory_stop(void)
{
    memset(&memory, 0, sizeof memory); /* the table goes with the arena */
}

/* ---- all memory ------------------------------------------------------------------------------ */

al_segment_t *al_memory(void)
{
    return memory.segment.slices ? &memory.segment : NULL;
}

int al_locate(int rank, const void *address, size_t *offset)
{
    AL_TRY(ali_check_started(__func__));
    if (!address || !offset)
        return AL_FAIL(ASHLAR_EARG, "%s: %s is NULL", __func__, address ? "offset" : "the address");
    if (rank < 0 || rank >= ali_context.size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d is outside 0..%d", __func__, rank,
                       ali_context.size - 1);
    uint64_t begin = memory.addresses[rank], bytes = memory.segment.slices[rank].bytes;
    uint64_t at = (uint64_t)(uintptr_t)address - begin; /* large when the address is lower */
    if (at >= bytes)
        return AL_FAIL(ASHLAR_ERANGE, "%s: 0x%llx is outside 0x%llx..0x%llx, the arena of rank %d",
                       __func__, (unsigned long long)(uintptr_t)address, (unsigned long long)begin,
                       (unsigned long long)(begin + bytes - 1), rank);
    *offset = at;
    return ASHLAR_OK;
}

/* ---- memory of one rank ---------------------------------------------------------------------- */

/* With ASHLAR_GUARD=1: header, guard, memory, guard. */
typedef struct memory_header {
    /* magic_of() the header while the memory is allocated: other bytes are not taken for that */
    _Alignas(AL_HEAP_GRAIN) _Atomic uint64_t magic;
    uint32_t block;
    int rank;
} memory_header_t;

static char *memory_of(memory_header_t *header)
{
    return (char *)(header + 1) + ali_guard_bytes();
}

static uint64_t magic_of(const memory_header_t *header)
{
    const uint64_t salt = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t at = (uint64_t)((const char *)header - ali_arena.base);
    return ((at ^ (uint64_t)header->block << 32) * salt ^ (uint64_t)header->rank) * salt;
}

int al_alloc(size_t bytes, void **memory_out)
{
    AL_TRY(ali_check_started(__func__));
    if (!memory_out)
        return AL_FAIL(ASHLAR_EARG, "%s: memory is NULL", __func__);
    if (bytes > ali_arena.bytes)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: %zu bytes are needed and the arena has %llu", __func__,
                       bytes, (unsigned long long)memory.segment.slices[ali_context.rank].bytes);
    uint32_t block;
    int status = ali_arena_alloc_committed(
        &ali_arena, sizeof(memory_header_t) + (bytes ? bytes : 1) + 2 * ali_guard_bytes(), &block);
    if (status != ASHLAR_OK)
        return ali_fail_within(status, "%s: %zu bytes", __func__, bytes);
    memory_header_t *header =
        (memory_header_t *)(void *)(ali_arena.base + ali_arena_offset(&ali_arena, block));
    if (ali_guard_bytes()) {
        status = ali_guard_alloc(memory_of(header), bytes);
        if (status != ASHLAR_OK) {
            ali_arena_free(&ali_arena, block);
            return ali_fail_within(status, "%s: %zu bytes", __func__, bytes);
        }
    }
    header->block = block;
    header->rank = ali_context.rank;
    atomic_store_explicit(&header->magic, magic_of(header), memory_order_relaxed);
    *memory_out = memory_of(header);
    return ASHLAR_OK;
}

/* The header before an address, if there may be one: pages without memory are not touched. */
static memory_header_t *header_before(void *address)
{
    const al_slice_t *slice = &memory.segment.slices[ali_context.rank];
    const size_t before = sizeof(memory_header_t) + ali_guard_bytes();
    uint64_t at = (uint64_t)(uintptr_t)address - memory.addresses[ali_context.rank] -
                  before; /* large when the address is lower */
    if (at >= slice->bytes || at % AL_HEAP_GRAIN != 0 ||
        !ali_arena_page_is_committed(&ali_arena, ((uint64_t)slice->offset + at) >> AL_PAGE_SHIFT))
        return NULL;
    return (memory_header_t *)(void *)((char *)address - before);
}

static int fail_not_allocated(const void *address)
{
    return AL_FAIL(ASHLAR_EARG, "al_free: al_alloc did not give %p, or it is free already",
                   address);
}

int al_free(void *address)
{
    AL_TRY(ali_check_started(__func__));
    if (!address)
        return AL_FAIL(ASHLAR_EARG, "%s: memory is NULL", __func__);
    if (ali_guard_bytes())
        ali_guard_free(address); /* first: an overwritten header is none */
    memory_header_t *header = header_before(address);
    uint64_t magic = header ? magic_of(header) : 0;
    if (!header || atomic_load_explicit(&header->magic, memory_order_relaxed) != magic)
        return fail_not_allocated(address);
    if (header->rank != ali_context.rank)
        return AL_FAIL(ASHLAR_EARG, "%s: rank %d allocated %p, not I", __func__, header->rank,
                       address);
    uint32_t block = header->block;
    if (!atomic_compare_exchange_strong(&header->magic, &magic, 0))
        return fail_not_allocated(address); /* another thread was first */
    ali_arena_free(&ali_arena, block);
    return ASHLAR_OK;
}
