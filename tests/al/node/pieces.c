#include "al/node/pieces.h"

#include <sys/stat.h>

#include "al/parts.h"

int64_t held_bytes(const al_arena_t *arena)
{
    struct stat status;

    CHECK(fstat(arena->fd, &status) == 0);
    return (int64_t)status.st_blocks * 512;
}

void check_pages(const al_arena_t *arena, const piece_t *pieces, int n)
{
    uint64_t pages = arena->bytes >> AL_PAGE_SHIFT;
    uint64_t data = arena->header->heap.begin >> AL_PAGE_SHIFT;
    int64_t committed = 0, before_data = 0, pending = 0, wrong = 0;

    for (uint64_t page = 0; page < pages; ++page)
        *(page < data ? &before_data : &committed) +=
            ali_arena_page_is_committed(arena, page) ? AL_PAGE : 0;
    CHECK_INT(committed, atomic_load(&arena->header->committed));
    CHECK_INT(committed + before_data, held_bytes(arena)); /* none is touched before */
    for (int k = 0; k < n; ++k) {
        for (uint64_t b = 0; pieces[k].block && b < pieces[k].bytes; ++b) {
            uint64_t at = pieces[k].offset + b;
            wrong += arena->base[at] != pieces[k].number ||
                     (at % 64 == 0 && !ali_arena_page_is_committed(arena, at >> AL_PAGE_SHIFT));
        }
        pending += pieces[k].block ? ali_arena_granted(arena, pieces[k].block) : 0;
    }
    CHECK_INT(0, wrong);
    CHECK_INT(pending, atomic_load(&arena->header->pending));
}
