/* The pages of the arena, by their numbers from its base, and the bitmap of those that have memory
 * behind them. */
#ifndef AL_ARENA_PAGES_H
#define AL_ARENA_PAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "armci-lite/src/node/al_heap.h"
#include "armci-lite/src/node/al_large_pages.h"
#include "armci-lite/src/local/al_lock.h"

/* Accumulate takes the lock of the stripe an element lies in: 16 KiB of addresses to a stripe. */
enum { AL_STRIPE_SHIFT = 14, AL_STRIPE_BITS = 10, AL_STRIPES = 1 << AL_STRIPE_BITS };
/* The stripe of an offset. Higher bits count too, so that the columns of a matrix do not share one
 * because they are a power of two apart. */
static inline size_t ali_stripe_number(uint64_t offset)
{
    uint64_t piece = offset >> AL_STRIPE_SHIFT;
    return (piece ^ piece >> AL_STRIPE_BITS) % AL_STRIPES;
}

/* The start of the arena, shared by the ranks of the node. */
typedef struct al_arena_header {
    al_lock_t heap_lock; /* guards heap and budget */
    al_heap_t heap;
    int64_t budget;            /* bytes that may be committed before memory is checked again */
    int64_t budget_max;        /* the largest budget */
    uint64_t budget_cgroup;    /* whose memory was checked */
    _Atomic int64_t pending;   /* bytes granted that their owners have not committed yet */
    _Atomic int64_t committed; /* bytes committed in the data range */
    _Atomic int64_t reserved;  /* bytes that ranks may take for themselves at any time */
    int64_t idle_cap;          /* committed bytes that free blocks may keep */
    al_large_pages_t large;
    _Atomic int64_t large_bytes; /* of `committed`: in large pages */
    bool memory_is_uniform;      /* not nearer to some cores than to others */
    al_lock_t stripes[AL_STRIPES];
} al_arena_header_t;

enum { AL_IS_LARGE = 1 << 7 };

typedef struct al_arena {
    char *base;
    uint64_t bytes;      /* of the mapping */
    uint64_t rank_bytes; /* address range per rank of the node */
    uint64_t limit;      /* of the data range: ASHLAR_ARENA, or the node's memory */
    int fd;
    int ranks;
    uint64_t cgroup; /* of this process, for memory */
    const char *way; /* how it came to be shared */
    al_arena_header_t *header;
    _Atomic int32_t *pids;             /* [ranks] processes; 0: it cannot be named */
    _Atomic uint64_t *committed_pages; /* bitmap, a bit per page of the mapping */
    /* For each AL_LARGE bytes of the mapping, committed at once: where their memory is (NUMA node
     * plus one), and AL_IS_LARGE. Otherwise 0. */
    _Atomic uint8_t *larges;
    al_block_t *blocks;
} al_arena_t;

/* Commit the pages of a range I own; afterwards touching them cannot fail. Those that are near
 * another rank, which had them before, get memory near me, and lose what is in them.
 * @return ASHLAR_ENOMEM  the system has no room */
int ali_arena_commit(al_arena_t *arena, uint64_t offset, uint64_t bytes);

/* The same, and as much of a block begin..end-1, whose other owners are doing this too, as large
 * pages reach out of the range. */
int ali_arena_commit_within(al_arena_t *arena, uint64_t offset, uint64_t bytes, uint64_t begin,
                            uint64_t end);

static inline al_mapped_t ali_arena_file(const al_arena_t *arena)
{
    return (al_mapped_t){arena->fd, arena->base, arena->bytes};
}

bool ali_arena_page_is_committed(const al_arena_t *arena, uint64_t page);

/* The page of the bitmap with the bit of a page. */
uint64_t ali_arena_bitmap_page(const al_arena_t *arena, uint64_t page);
/* Set or clear the bits of pages first..last-1; returns how many changed. */
int64_t ali_arena_mark_pages(al_arena_t *arena, uint64_t first, uint64_t last, int commit);
/* Have memory behind those of pages first..last-1 that have none, and behind those that get it with
 * them; adds their number to *changed.
 * @return ASHLAR_ENOMEM  the system has no room */
int ali_arena_commit_pages(al_arena_t *arena, uint64_t first, uint64_t last, int64_t *changed);

/* Return the whole pages inside a free block to the system: all, or those of whole large pages.
 * Under the heap lock. */
void ali_arena_release_pages(al_arena_t *arena, const al_block_t *block, bool all);
/* The bytes of the block's pages that have no memory yet. */
int64_t ali_arena_uncommitted(const al_arena_t *arena, const al_block_t *block);

#endif
