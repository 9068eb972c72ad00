/* Handing out ranges of the arena: an address-ordered list of blocks with coalescing, and free
 * lists by size class. All of it lies in the arena's own memory, beside the data and never inside
 * it, so that a free block costs no page and a write past the end of a block does not break the
 * lists. No MPI here.
 *
 * Concurrency: the caller holds the arena's lock around every call. */
#ifndef AL_HEAP_H
#define AL_HEAP_H

#include <stdint.h>

enum { AL_HEAP_GRAIN = 64, AL_HEAP_CLASSES = 48, AL_HEAP_NONE = 0 };

/* A range of the arena; prev and next are its neighbours in address order, or in the list of unused
 * descriptors. Index 0 is "none". */
typedef struct al_block {
    uint64_t offset, bytes;
    uint32_t prev, next;           /* neighbours by address */
    uint32_t free_prev, free_next; /* neighbours in the free list of its class */
    uint32_t is_free, unused;
    int64_t granted; /* bytes that may still be committed for it (al_memory_check.c) */
} al_block_t;

typedef struct al_heap {
    uint64_t begin, end;   /* the range handed out */
    uint64_t used;         /* bytes in allocated blocks */
    uint64_t nonempty;     /* bit c: free list of class c has a block */
    uint32_t block_limit;  /* descriptors there is room for */
    uint32_t block_high;   /* descriptors ever used */
    uint32_t block_unused; /* list of retired descriptors */
    uint32_t free_list[AL_HEAP_CLASSES];
} al_heap_t;

/* Start with one free block begin..end; blocks has room for limit descriptors. */
void ali_heap_init(al_heap_t *heap, al_block_t *blocks, uint32_t limit, uint64_t begin,
                   uint64_t end);

/* Allocate bytes (rounded up to the grain): the index of a block, or AL_HEAP_NONE. */
uint32_t ali_heap_alloc(al_heap_t *heap, al_block_t *blocks, uint64_t bytes);

/* Give a block back; it merges with free neighbours. Returns the free block it is now part of. */
uint32_t ali_heap_free(al_heap_t *heap, al_block_t *blocks, uint32_t index);

/* Bytes of the largest free block. */
uint64_t ali_heap_largest(const al_heap_t *heap, const al_block_t *blocks);

#endif
