/* Checks the needs of a new array against the memory that is available, and grants it from the
 * arena. */
#include "armci-lite/src/node/al_arena.h"

#include <stdio.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/node/al_memory_available.h"

/* Bytes that are or will be committed. */
static int64_t promised(const al_arena_t *arena)
{
    return atomic_load_explicit(&arena->header->committed, memory_order_relaxed) +
           atomic_load_explicit(&arena->header->pending, memory_order_relaxed);
}

/* How many of so many bytes may be in small pages. */
static int64_t in_small_pages(const al_arena_t *arena, int64_t bytes)
{
    if (arena->header->large.is_hugetlb)
        return 0;
    return bytes - atomic_load_explicit(&arena->header->large_bytes, memory_order_relaxed);
}

/* The page tables of a rank that maps so many bytes in small pages: 8 bytes for each, in whole
 * pages. Those of large ones are 512 times smaller. */
static int64_t page_table_bytes(int64_t bytes)
{
    const uint64_t entries = AL_PAGE / 8;
    return bytes > 0 ? (int64_t)(ali_round_up((uint64_t)bytes, entries * AL_PAGE) / entries) : 0;
}

int64_t ali_arena_page_tables(const al_arena_t *arena, int ranks)
{
    return ranks * page_table_bytes(in_small_pages(arena, promised(arena)));
}

/* The page tables that the ranks have yet to build if `more` is committed, too. */
static int64_t missing_page_tables(const al_arena_t *arena, int64_t more)
{
    const int64_t bytes = promised(arena) + more, small = in_small_pages(arena, bytes);
    int64_t tables = 0;
    for (int r = 0; r < arena->ranks; ++r)
        tables += page_table_bytes(ali_min(small, bytes - ali_memory_mapped(arena->pids[r])));
    return tables;
}

void ali_arena_reserve(al_arena_t *arena, int64_t bytes)
{
    atomic_fetch_add_explicit(&arena->header->reserved, bytes, memory_order_relaxed);
}

int64_t ali_arena_available(const al_arena_t *arena, int64_t reserved, char *source,
                            int source_size)
{
    if (!arena->header->large.is_hugetlb)
        return ali_memory_available(source, source_size) - reserved;
    snprintf(source, (size_t)source_size,
             "free pages of hugetlb: raise /proc/sys/vm/nr_hugepages, or set "
             "ASHLAR_HUGEPAGES=auto");
    return ali_large_pages_set_aside();
}

/* The memory that is there, less all that is granted to others or set aside. */
static int64_t available_now(const al_arena_t *arena, al_shortage_t *shortage)
{
    return ali_arena_available(arena, ali_arena_reserved(arena), shortage->source,
                               sizeof shortage->source) -
           atomic_load_explicit(&arena->header->pending, memory_order_relaxed);
}

static bool is_enough(const al_shortage_t *shortage)
{
    return shortage->needed + shortage->tables <= shortage->available;
}

/* Return the pages of every free block. */
static void release_all_idle(al_arena_t *arena)
{
    const al_heap_t *heap = &arena->header->heap;
    for (int class = 0; class < AL_HEAP_CLASSES; ++class)
        for (uint32_t b = heap->free_list[class]; b; b = arena->blocks[b].free_next)
            ali_arena_release_pages(arena, &arena->blocks[b], true);
}

/* Has the machine memory for `needed` more bytes, and for the page tables with which every rank
 * could use all there is? What the ranks have of these is looked at only if it matters. */
static int check_available(const al_arena_t *arena, int64_t needed, al_shortage_t *shortage)
{
    shortage->needed = needed;
    shortage->available = available_now(arena, shortage);
    shortage->tables =
        arena->ranks * page_table_bytes(in_small_pages(arena, promised(arena) + needed));
    if (!is_enough(shortage) && needed <= shortage->available)
        shortage->tables = missing_page_tables(arena, needed);
    return is_enough(shortage);
}

int ali_arena_grant(al_arena_t *arena, int64_t needed, al_shortage_t *shortage)
{
    al_arena_header_t *header = arena->header;
    if (needed > header->budget || header->budget_cgroup != arena->cgroup) {
        if (!check_available(arena, needed, shortage)) {
            release_all_idle(arena);
            if (!check_available(arena, needed, shortage))
                return 0;
        }
        int64_t left = shortage->available - shortage->tables - needed;
        header->budget = needed + ali_min(left / 8, header->budget_max);
        header->budget_cgroup = arena->cgroup;
    }
    header->budget -= needed;
    atomic_fetch_add_explicit(&header->pending, needed, memory_order_relaxed);
    return 1;
}

/* Takes no lock: the block is the caller's. */
void ali_arena_grant_done(al_arena_t *arena, uint32_t block)
{
    atomic_fetch_sub_explicit(&arena->header->pending, arena->blocks[block].granted,
                              memory_order_relaxed);
    arena->blocks[block].granted = 0;
}
