/* The arena: the shared memory of a node, committed as it is needed. */
#define _GNU_SOURCE
#include "armci-lite/src/node/al_arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "armci-lite/src/node/al_attach.h"
#include "armci-lite/src/node/al_cgroup.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"

al_arena_t ali_arena = {.fd = -1};

/* Block descriptors for half a million segments; unused ones are sparse and cost nothing. */
enum { BLOCK_LIMIT = 1 << 20 };
/* The most that is committed beyond a request before the machine is asked again. */
static const int64_t budget_max = (int64_t)64 << 20;
/* Larger blocks do without the large pages that they fill in part only. */
static const uint64_t edges_most = 32 * AL_LARGE;
/* Free blocks keep at least this much committed, and at most an eighth of the arena's limit. */
static const int64_t idle_least = (int64_t)256 << 20;

/* Set the addresses of the parts of a mapped arena; returns where the data begins. */
static uint64_t lay_out(al_arena_t *arena)
{
    uint64_t at = sizeof(al_arena_header_t);
    arena->header = (al_arena_header_t *)(void *)arena->base;
    arena->pids = (_Atomic int32_t *)(void *)(arena->base + at);
    at = ali_round_up(at + (uint64_t)arena->ranks * sizeof *arena->pids, AL_PAGE);
    arena->larges = (_Atomic uint8_t *)(void *)(arena->base + at);
    at += ali_round_up((arena->bytes >> AL_LARGE_SHIFT) + 1, AL_PAGE);
    arena->committed_pages = (_Atomic uint64_t *)(void *)(arena->base + at);
    at += ali_round_up((arena->bytes >> AL_PAGE_SHIFT) / 8 + 8, AL_PAGE);
    arena->blocks = (al_block_t *)(void *)(arena->base + at);
    at += (uint64_t)BLOCK_LIMIT * sizeof(al_block_t);
    return ali_round_up(at, AL_LARGE);
}

/* Where to map the arena of a node, given its first rank: a place that programs leave free, where
 * there are 47 bits of addresses, and another for the next node. The system takes it as a hint. */
static void *preferred_address(int first)
{
    const uint64_t begin = UINT64_C(1) << 45, apart = UINT64_C(1) << 42;
    uint64_t at = begin + (uint64_t)(first % 8) * apart;
    return at <= UINTPTR_MAX ? (void *)(uintptr_t)at : NULL;
}

/* The ranks of a node map it at one address if they can, so that an address of one means the same
 * to the others; nothing in here relies on it. */
static int map_arena(al_arena_t *arena, int first)
{
    void *base = mmap(preferred_address(first), arena->bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, arena->fd, 0);
    if (base == MAP_FAILED)
        return AL_FAIL(ASHLAR_ENOMEM,
                       "cannot map an arena of %llu bytes: %s (ASHLAR_ARENA makes it smaller)",
                       (unsigned long long)arena->bytes, strerror(errno));
    arena->base = base;
    madvise(base, arena->bytes, MADV_DONTDUMP);
    return ASHLAR_OK;
}

/* Commit the page of the next descriptor, if need be. Under the heap lock. Without, a block keeps
 * what it does not need. */
static void ensure_descriptor(al_arena_t *arena)
{
    al_heap_t *heap = &arena->header->heap;
    if (heap->block_unused || heap->block_high + 1 < heap->block_limit ||
        heap->block_limit >= BLOCK_LIMIT)
        return;
    uint64_t table = (uint64_t)((char *)arena->blocks - arena->base);
    uint64_t page = (table + (heap->block_limit + 1) * sizeof(al_block_t) - 1) >> AL_PAGE_SHIFT;
    int64_t changed = 0;
    if (ali_arena_commit_pages(arena, page, page + 1, &changed) == ASHLAR_OK)
        heap->block_limit = (uint32_t)ali_min_bytes(
            (((page + 1) << AL_PAGE_SHIFT) - table) / sizeof(al_block_t), BLOCK_LIMIT);
}

/* ---- open and close -------------------------------------------------------------------------- */

/* The first rank prepares the header before anybody else looks at it. */
static int prepare_header(al_arena_t *arena)
{
    uint64_t data = lay_out(arena);
    if (data + AL_PAGE > arena->bytes)
        return AL_FAIL(ASHLAR_ENOMEM, "an arena of %llu bytes is too small for any data",
                       (unsigned long long)arena->bytes);
    al_arena_header_t *header = arena->header;
    /* With the pages of the bitmap itself. */
    uint64_t pages = ali_arena_bitmap_page(arena, (data >> AL_PAGE_SHIFT) - 1) + 1;
    if (fallocate(arena->fd, 0, 0, (off_t)(pages << AL_PAGE_SHIFT)) != 0)
        return AL_FAIL(ASHLAR_ENOMEM, "cannot commit the %llu bytes of the arena's header: %s",
                       (unsigned long long)(pages << AL_PAGE_SHIFT), strerror(errno));
    ali_large_pages_start(&header->large, ali_arena_file(arena), pages);
    ali_arena_mark_pages(arena, 0, ali_round_up(pages, header->large.together), 1);
    ensure_descriptor(arena);
    if (header->heap.block_limit == 0)
        return AL_FAIL(ASHLAR_ENOMEM, "cannot commit the descriptors of the arena");
    uint64_t end = ali_min_bytes(data + arena->limit, arena->bytes);
    ali_heap_init(&header->heap, arena->blocks, header->heap.block_limit, data, end);
    header->budget_max = budget_max;
    header->memory_is_uniform = access("/sys/devices/system/node/node1", F_OK) != 0;
    header->idle_cap = ali_max((int64_t)(arena->limit / 8), idle_least);
    return ASHLAR_OK;
}

/* My process, as the others of the node name it: they share a PID namespace if one opened the file
 * of another through /proc. */
static int32_t visible_pid(const al_arena_t *arena)
{
    return strcmp(arena->way, "proc") == 0 || arena->ranks == 1 ? (int32_t)getpid() : 0;
}

int ali_arena_open(al_arena_t *arena, const al_tree_t *node, int64_t way, uint64_t rank_bytes,
                   uint64_t limit)
{
    memset(arena, 0, sizeof *arena);
    arena->bytes = ali_round_up(rank_bytes * (uint64_t)node->count, AL_LARGE);
    arena->rank_bytes = rank_bytes;
    arena->limit = limit;
    arena->ranks = node->count;
    arena->cgroup = ali_cgroup_id("memory");
    if (node->count == 1) {
        AL_TRY(ali_attach_private(arena->bytes, &arena->fd));
        arena->way = "private";
    } else {
        AL_TRY(ali_attach(node, way, arena->bytes, &arena->fd, &arena->way));
    }
    int status = map_arena(arena, node->ranks ? node->ranks[0] : 0);
    if (status == ASHLAR_OK && node->me == 0)
        status = prepare_header(arena);
    else if (status == ASHLAR_OK)
        lay_out(arena);
    status = ali_tree_agree("mapping the arena of a node", node, status);
    if (status == ASHLAR_OK)
        arena->pids[node->me] = visible_pid(arena);
    else
        ali_arena_close(arena);
    return status;
}

void ali_arena_close(al_arena_t *arena)
{
    if (arena->base)
        munmap(arena->base, arena->bytes);
    if (arena->fd >= 0)
        close(arena->fd);
    memset(arena, 0, sizeof *arena);
    arena->fd = -1;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* A large page that a block reaches into from its beginning or end belongs to none of its owners.
 * It comes here, under the heap lock, where nothing of it has memory yet and the budget allows. */
static void commit_edge(al_arena_t *arena, const al_block_t *block, uint64_t offset)
{
    al_heap_t *heap = &arena->header->heap;
    const uint64_t begin = offset / AL_LARGE * AL_LARGE, end = begin + AL_LARGE;
    if (end > heap->end || AL_LARGE > arena->header->budget ||
        (begin >= block->offset && end <= block->offset + block->bytes))
        return;
    const al_block_t page = {.offset = begin, .bytes = AL_LARGE};
    if (ali_arena_uncommitted(arena, &page) == AL_LARGE &&
        ali_arena_commit(arena, begin, AL_LARGE) == ASHLAR_OK)
        arena->header->budget -= AL_LARGE;
}

/* Not for blocks that gain little by it. */
static void commit_edges(al_arena_t *arena, al_block_t *block)
{
    if (!arena->header->large.given || block->bytes > edges_most)
        return;
    commit_edge(arena, block, block->offset);
    commit_edge(arena, block, block->offset + block->bytes - 1);
    const int64_t less = block->granted - ali_arena_uncommitted(arena, block);
    block->granted -= less;
    arena->header->budget += less;
    atomic_fetch_sub_explicit(&arena->header->pending, less, memory_order_relaxed);
}

uint32_t ali_arena_alloc(al_arena_t *arena, uint64_t bytes, al_shortage_t *shortage)
{
    al_arena_header_t *header = arena->header;
    ali_lock(&header->heap_lock);
    ensure_descriptor(arena);
    uint32_t index = ali_heap_alloc(&header->heap, arena->blocks, bytes);
    if (!index) {
        shortage->needed = (int64_t)bytes;
        shortage->available = (int64_t)ali_heap_largest(&header->heap, arena->blocks);
        shortage->tables = 0;
        snprintf(shortage->source, sizeof shortage->source, "largest free block of the arena");
    } else {
        al_block_t *block = &arena->blocks[index];
        block->granted = ali_arena_uncommitted(arena, block);
        if (block->granted == 0 || ali_arena_grant(arena, block->granted, shortage)) {
            commit_edges(arena, block);
        } else {
            block->granted = 0;
            ali_heap_free(&header->heap, arena->blocks, index);
            index = AL_HEAP_NONE;
        }
    }
    ali_unlock(&header->heap_lock);
    return index;
}

void ali_arena_free(al_arena_t *arena, uint32_t block)
{
    al_arena_header_t *header = arena->header;
    ali_lock(&header->heap_lock);
    ali_arena_grant_done(arena, block);
    uint32_t merged = ali_heap_free(&header->heap, arena->blocks, block);
    int64_t idle =
        atomic_load_explicit(&header->committed, memory_order_relaxed) - (int64_t)header->heap.used;
    if (idle > header->idle_cap)
        ali_arena_release_pages(arena, &arena->blocks[merged], false);
    ali_unlock(&header->heap_lock);
}

static int fail_shortage(const al_shortage_t *shortage)
{
    char tables[80] = "";
    if (shortage->tables && shortage->needed <= shortage->available)
        snprintf(tables, sizeof tables, ", with %lld for page tables of the node's ranks,",
                 (long long)shortage->tables);
    return AL_FAIL(ASHLAR_ENOMEM, "%lld bytes are needed%s and %lld are available (%s)",
                   (long long)shortage->needed, tables, (long long)shortage->available,
                   shortage->source);
}

int ali_arena_alloc_committed(al_arena_t *arena, uint64_t bytes, uint32_t *block)
{
    al_shortage_t shortage;
    uint32_t index = ali_arena_alloc(arena, bytes, &shortage);
    if (!index)
        return fail_shortage(&shortage);
    int status = ali_arena_commit(arena, ali_arena_offset(arena, index), bytes);
    if (status != ASHLAR_OK) {
        ali_arena_free(arena, index);
        return status;
    }
    ali_arena_grant_done(arena, index);
    *block = index;
    return ASHLAR_OK;
}

void ali_arena_share_machine(al_arena_t *arena)
{
    ali_lock(&arena->header->heap_lock);
    arena->header->budget = arena->header->budget_max = 0;
    ali_unlock(&arena->header->heap_lock);
}

al_arena_use_t ali_arena_use(al_arena_t *arena)
{
    al_arena_header_t *header = arena->header;
    ali_lock(&header->heap_lock);
    const al_arena_use_t use = {header->heap.end - header->heap.begin, header->heap.used,
                                ali_heap_largest(&header->heap, arena->blocks),
                                atomic_load_explicit(&header->committed, memory_order_relaxed)};
    ali_unlock(&header->heap_lock);
    return use;
}
