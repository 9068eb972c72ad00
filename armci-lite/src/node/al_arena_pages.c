/* The pages of the arena: which have memory behind them, giving it to them and back. */
#define _GNU_SOURCE
#include "armci-lite/src/node/al_arena_pages.h"

#include <errno.h>
#include <fcntl.h>
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

/* Have memory behind pages first..last-1, whose bits are there; *changed: how many had none. On
 * some kernels any signal undoes the whole call, and a long one would never end under a timer:
 * after a signal, try half as many pages at once. */
static int commit_run(al_arena_t *arena, uint64_t first, uint64_t last, int64_t *changed)
{
    for (uint64_t most = last - first, n; first < last;) {
        n = ali_min_bytes(most, last - first);
        if (fallocate(arena->fd, 0, (off_t)(first << AL_PAGE_SHIFT), (off_t)(n << AL_PAGE_SHIFT)) ==
            0) {
            *changed += ali_arena_mark_pages(arena, first, first + n, 1);
            first += n;
        } else if (errno == EINTR) {
            most = n > 1 ? n / 2 : 1;
        } else {
            return AL_FAIL(ASHLAR_ENOMEM, "committing %llu bytes: %s",
                           (unsigned long long)((last - first) << AL_PAGE_SHIFT), strerror(errno));
        }
    }
    return ASHLAR_OK;
}

int ali_arena_commit_pages(al_arena_t *arena, uint64_t first, uint64_t last, int64_t *changed)
{
    while (first < last) {
        uint64_t stop = first + 1;
        if (!ali_arena_page_is_committed(arena, first)) {
            while (stop < last && !ali_arena_page_is_committed(arena, stop))
                ++stop;
            AL_TRY(commit_run(arena, first, stop, changed));
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
    int status = ali_arena_commit_pages(arena, first, last, &changed);
    atomic_fetch_add_explicit(&arena->header->committed, changed << AL_PAGE_SHIFT,
                              memory_order_relaxed);
    return status;
}

void ali_arena_release_pages(al_arena_t *arena, const al_block_t *block)
{
    uint64_t first = (block->offset + AL_PAGE - 1) >> AL_PAGE_SHIFT;
    uint64_t last = (block->offset + block->bytes) >> AL_PAGE_SHIFT;
    if (first >= last || count_uncommitted(arena, first, last) == (int64_t)(last - first))
        return;
    if (fallocate(arena->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  (off_t)(first << AL_PAGE_SHIFT), (off_t)((last - first) << AL_PAGE_SHIFT)) != 0)
        return;
    int64_t changed = ali_arena_mark_pages(arena, first, last, 0);
    atomic_fetch_sub_explicit(&arena->header->committed, changed << AL_PAGE_SHIFT,
                              memory_order_relaxed);
}

int64_t ali_arena_uncommitted(const al_arena_t *arena, const al_block_t *block)
{
    uint64_t last = block->offset + block->bytes - 1;
    return count_uncommitted(arena, block->offset >> AL_PAGE_SHIFT, (last >> AL_PAGE_SHIFT) + 1)
           << AL_PAGE_SHIFT;
}
