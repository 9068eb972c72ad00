/* The arena: one sparse file per node, mapped once by all its ranks, from which segments are
 * carved.
 *
 * Layout: header (locks, heap, budget), processes | commit bitmap | block descriptors | data. A
 * page is touched only once it is committed, so that a full machine is an error and no SIGBUS; the
 * bitmap says which are, its own and those of the descriptors too. Every offset is from the base,
 * so that the ranks may map the file at different addresses. */
#ifndef AL_ARENA_H
#define AL_ARENA_H

#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/node/al_arena_pages.h"

extern al_arena_t ali_arena; /* of my node */

/* The need of an allocation, and the reason for a shortage. */
typedef struct al_shortage {
    int64_t needed, available;
    int64_t tables; /* needed besides, for page tables */
    char source[160];
} al_shortage_t;

/* Open the arena of a node. Collective over its ranks; rank_bytes of address range per rank.
 * @return ASHLAR_ETRANSPORT  the ranks cannot share memory; they should count as separate nodes */
int ali_arena_open(al_arena_t *arena, const al_tree_t *node, int64_t way, uint64_t rank_bytes,
                   uint64_t limit);
void ali_arena_close(al_arena_t *arena);

/* Allocate a block of the data range, with permission to commit its pages. Not collective: one rank
 * calls it for its group. Returns the block, or AL_HEAP_NONE with the numbers in *shortage. */
uint32_t ali_arena_alloc(al_arena_t *arena, uint64_t bytes, al_shortage_t *shortage);
void ali_arena_free(al_arena_t *arena, uint32_t block);
/* May `needed` more bytes be committed? Asks the machine only when the budget is used up, or was
 * what another cgroup has. Under the heap lock. */
int ali_arena_grant(al_arena_t *arena, int64_t needed, al_shortage_t *shortage);
/* All owners have committed what they can of a block: nothing of it is pending any more. */
void ali_arena_grant_done(al_arena_t *arena, uint32_t block);
/* Bytes that a block may still commit, until ali_arena_grant_done. */
static inline int64_t ali_arena_granted(const al_arena_t *arena, uint32_t block)
{
    return arena->blocks[block].granted;
}

/* The most that some ranks may need for page tables to use what is committed and granted. */
int64_t ali_arena_page_tables(const al_arena_t *arena, int ranks);
/* Bytes that may still be committed, of the machine's memory less what is reserved, or of hugetlb.
 * source: where from, in words. */
int64_t ali_arena_available(const al_arena_t *arena, int64_t reserved, char *source,
                            int source_size);
/* This rank may take so many bytes more, or less, for itself: they are not granted to segments. */
void ali_arena_reserve(al_arena_t *arena, int64_t bytes);
/* Bytes set aside by all ranks of the node. */
static inline int64_t ali_arena_reserved(const al_arena_t *arena)
{
    return atomic_load_explicit(&arena->header->reserved, memory_order_relaxed);
}

/* Bytes in the data range at this moment. */
typedef struct al_arena_use {
    uint64_t bytes, used, largest; /* all of it; in blocks; in the largest free piece */
    int64_t committed;
} al_arena_use_t;
al_arena_use_t ali_arena_use(al_arena_t *arena);

/* Allocate a block with all its pages committed: for one owner.
 * @return ASHLAR_ENOMEM  with the numbers in the message; nothing is allocated */
int ali_arena_alloc_committed(al_arena_t *arena, uint64_t bytes, uint32_t *block);

/* Other nodes are on this machine, and do not tell what they commit: check its memory each time. */
void ali_arena_share_machine(al_arena_t *arena);

static inline uint64_t ali_arena_offset(const al_arena_t *arena, uint32_t block)
{
    return arena->blocks[block].offset;
}

#endif
