/* The pages of the arena: which have memory behind them, giving it to them and back. */
#define _GNU_SOURCE
#include "armci-lite/src/node/al_arena_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>

#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"

uint64_t ali_arena_bitmap_page(const al_arena_t *arena, uint64_t page)
{
    return ((uint64_t)((const char *)arena->committed_pages - arena->base) + page / 8) >>
           AL_PAGE_SHIFT;
}

/* The bitmap is committed piece by piece too, and not even read before: reading a page that a file
 * has not takes one, or SIGBUS. The piece about the pages before the data is there from the start.
 */
static uint64_t word_at(const al_arena_t *arena, uint64_t page)
{
    return atomic_load_explicit(&arena->committed_pages[page / 64], memory_order_relaxed);
}

static uint64_t committed_word(const al_arena_t *arena, uint64_t page)
{
    uint64_t bits = ali_arena_bitmap_page(arena, page);
    return word_at(arena, bits) >> (bits % 64) & 1 ? word_at(arena, page) : 0;
}

bool ali_arena_page_is_committed(const al_arena_t *arena, uint64_t page)
{
    return (int)(committed_word(arena, page) >> (page % 64) & 1);
}

/* The bits of pages first..last-1 in the word of the first; *stop: the first page beyond it. */
static uint64_t mask_of(uint64_t first, uint64_t last, uint64_t *stop)
{
    *stop = ali_min_bytes((first / 64 + 1) * 64, last);
    uint64_t count = *stop - first;
    return (count == 64 ? ~(uint64_t)0 : (((uint64_t)1 << count) - 1)) << first % 64;
}

int64_t ali_arena_mark_pages(al_arena_t *arena, uint64_t first, uint64_t last, int commit)
{
    int64_t changed = 0;
    for (uint64_t stop; first < last; first = stop) {
        uint64_t mask = mask_of(first, last, &stop);
        if (!commit && !(committed_word(arena, first) & mask))
            continue;
        _Atomic uint64_t *word = &arena->committed_pages[first / 64];
        uint64_t old = commit ? atomic_fetch_or_explicit(word, mask, memory_order_relaxed)
                              : atomic_fetch_and_explicit(word, ~mask, memory_order_relaxed);
        changed += __builtin_popcountll((commit ? ~old : old) & mask);
    }
    return changed;
}

/* Pages first..last-1 that are not committed yet. */
static int64_t count_uncommitted(const al_arena_t *arena, uint64_t first, uint64_t last)
{
    int64_t count = 0;
    for (uint64_t stop; first < last; first = stop) {
        uint64_t mask = mask_of(first, last, &stop);
        count += __builtin_popcountll(~committed_word(arena, first) & mask);
    }
    return count;
}

/* ---- what is committed in large pieces ------------------------------------------------------- */

static void mark_larges(al_arena_t *arena, uint64_t first, uint64_t last, uint8_t mark)
{
    int64_t change = 0;
    for (uint64_t k = first; k < last; ++k) {
        uint8_t old = atomic_exchange_explicit(&arena->larges[k], mark, memory_order_relaxed);
        change += (mark & AL_IS_LARGE ? AL_LARGE : 0) - (old & AL_IS_LARGE ? AL_LARGE : 0);
    }
    atomic_fetch_add_explicit(&arena->header->large_bytes, change, memory_order_relaxed);
}

static uint8_t mark_of_here(const al_arena_t *arena)
{
    unsigned core, node;
    if (arena->header->memory_is_uniform || getcpu(&core, &node) != 0)
        return 1;
    return (uint8_t)(node % (AL_IS_LARGE - 1) + 1);
}

/* Return pages first..last-1 to the system. */
static void punch(al_arena_t *arena, uint64_t first, uint64_t last)
{
    if (fallocate(arena->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  (off_t)(first << AL_PAGE_SHIFT), (off_t)((last - first) << AL_PAGE_SHIFT)) != 0)
        return;
    mark_larges(arena, first / AL_LARGE_PAGES, (last - 1) / AL_LARGE_PAGES + 1, 0);
    const int64_t changed = ali_arena_mark_pages(arena, first, last, 0);
    atomic_fetch_sub_explicit(&arena->header->committed, changed << AL_PAGE_SHIFT,
                              memory_order_relaxed);
}

/* Return what of my pages first..last-1 was committed near others. */
static void return_distant(al_arena_t *arena, uint64_t first, uint64_t last)
{
    const uint8_t here = mark_of_here(arena);
    if (arena->header->memory_is_uniform)
        return;
    for (uint64_t k = (first + AL_LARGE_PAGES - 1) / AL_LARGE_PAGES;
         (k + 1) * AL_LARGE_PAGES <= last; ++k) {
        const uint8_t mark = atomic_load_explicit(&arena->larges[k], memory_order_relaxed);
        if (mark && (mark & ~AL_IS_LARGE) != here)
            punch(arena, k * AL_LARGE_PAGES, (k + 1) * AL_LARGE_PAGES);
    }
}

/* ---- commit and release ---------------------------------------------------------------------- */

/* Have large pages behind what they fit into of pages first..last-1, which have no memory. */
static void commit_large(al_arena_t *arena, uint64_t first, uint64_t last)
{
    const uint64_t begin = ali_round_up(first, AL_LARGE_PAGES);
    const uint64_t end = last / AL_LARGE_PAGES * AL_LARGE_PAGES;
    if (begin >= end)
        return;
    const uint8_t here = mark_of_here(arena);
    const uint64_t stop =
        ali_large_pages_take(&arena->header->large, ali_arena_file(arena), begin, end);
    mark_larges(arena, begin / AL_LARGE_PAGES, stop / AL_LARGE_PAGES, here | AL_IS_LARGE);
    mark_larges(arena, stop / AL_LARGE_PAGES, end / AL_LARGE_PAGES, here);
}

/* The large pages in first..last-1, which are all mine, have no bits yet. */
static void return_larges(al_arena_t *arena, uint64_t first, uint64_t last)
{
    first = ali_round_up(first, AL_LARGE_PAGES);
    last = last / AL_LARGE_PAGES * AL_LARGE_PAGES;
    if (first < last)
        punch(arena, first, last);
}

typedef struct page_range {
    uint64_t first, last; /* last: the next one */
} page_range_t;

/* Have memory behind pages first..last-1, whose bits are there; *changed: how many had none. On
 * some kernels any signal undoes the whole call, and a long one would never end under a timer:
 * after a signal, try half as many pages at once. mine: pages beside these come with them, and
 * another rank may be committing those. */
static int commit_run(al_arena_t *arena, uint64_t first, uint64_t last, page_range_t mine,
                      int64_t *changed)
{
    mine.first = first > mine.first ? first : mine.first;
    mine.last = ali_min_bytes(last, mine.last);
    commit_large(arena, first, last);
    for (uint64_t most = last - first, n; first < last;) {
        n = ali_min_bytes(most, last - first);
        if (fallocate(arena->fd, 0, (off_t)(first << AL_PAGE_SHIFT), (off_t)(n << AL_PAGE_SHIFT)) ==
            0) {
            *changed += ali_arena_mark_pages(arena, first, first + n, 1);
            first += n;
        } else if (errno == EINTR) {
            most = n > 1 ? n / 2 : 1;
        } else {
            const int reason = errno;
            return_larges(arena, mine.first, mine.last);
            return AL_FAIL(ASHLAR_ENOMEM, "committing %llu bytes: %s",
                           (unsigned long long)((last - first) << AL_PAGE_SHIFT), strerror(reason));
        }
    }
    return ASHLAR_OK;
}

int ali_arena_commit_pages(al_arena_t *arena, uint64_t first, uint64_t last, int64_t *changed)
{
    const uint64_t together = arena->header->large.together;
    const page_range_t mine = {first, last};
    first = first / together * together;
    last = ali_round_up(last, together);
    while (first < last) {
        uint64_t stop = first + 1;
        if (!ali_arena_page_is_committed(arena, first)) {
            while (stop < last && !ali_arena_page_is_committed(arena, stop))
                ++stop;
            AL_TRY(commit_run(arena, first, stop, mine, changed));
        }
        first = stop;
    }
    return ASHLAR_OK;
}

int ali_arena_commit(al_arena_t *arena, uint64_t offset, uint64_t bytes)
{
    int64_t changed = 0, of_bitmap = 0;
    if (bytes == 0)
        return ASHLAR_OK;
    uint64_t first = offset >> AL_PAGE_SHIFT, last = ((offset + bytes - 1) >> AL_PAGE_SHIFT) + 1;
    AL_TRY(ali_arena_commit_pages(arena, ali_arena_bitmap_page(arena, first),
                                  ali_arena_bitmap_page(arena, last - 1) + 1, &of_bitmap));
    return_distant(arena, first, last);
    int status = ali_arena_commit_pages(arena, first, last, &changed);
    atomic_fetch_add_explicit(&arena->header->committed, changed << AL_PAGE_SHIFT,
                              memory_order_relaxed);
    return status;
}

int ali_arena_commit_within(al_arena_t *arena, uint64_t offset, uint64_t bytes, uint64_t begin,
                            uint64_t end)
{
    const uint64_t together = arena->header->large.given ? AL_LARGE : AL_PAGE;
    if (bytes == 0)
        return ASHLAR_OK;
    const uint64_t front = ali_min_bytes(offset % together, offset - begin);
    const uint64_t stop = ali_min_bytes(ali_round_up(offset + bytes, together), end);
    return ali_arena_commit(arena, offset - front, stop - (offset - front));
}

void ali_arena_release_pages(al_arena_t *arena, const al_block_t *block, bool all)
{
    const uint64_t together =
        arena->header->large.given && !all ? AL_LARGE_PAGES : arena->header->large.together;
    uint64_t first = ali_round_up((block->offset + AL_PAGE - 1) >> AL_PAGE_SHIFT, together);
    uint64_t last = ((block->offset + block->bytes) >> AL_PAGE_SHIFT) / together * together;
    if (first < last && count_uncommitted(arena, first, last) < (int64_t)(last - first))
        punch(arena, first, last);
}

int64_t ali_arena_uncommitted(const al_arena_t *arena, const al_block_t *block)
{
    const uint64_t together = arena->header->large.together << AL_PAGE_SHIFT;
    const uint64_t begin = block->offset / together * together;
    const uint64_t end = ali_round_up(block->offset + block->bytes, together);
    return count_uncommitted(arena, begin >> AL_PAGE_SHIFT, end >> AL_PAGE_SHIFT) << AL_PAGE_SHIFT;
}
