/* The heap in the arena: blocks are allocated and freed. */
#include "armci-lite/src/node/al_heap.h"

#include <string.h>

#include "armci-lite/src/base/al_util.h"

/* Class c holds free blocks of 2^c to 2^(c+1)-1 grains. */
static int class_of(uint64_t bytes)
{
    int class = 63 - __builtin_clzll(bytes / AL_HEAP_GRAIN);
    return class < AL_HEAP_CLASSES ? class : AL_HEAP_CLASSES - 1;
}

static void list_insert(al_heap_t *heap, al_block_t *blocks, uint32_t index)
{
    int class = class_of(blocks[index].bytes);
    uint32_t first = heap->free_list[class];
    blocks[index].free_prev = AL_HEAP_NONE;
    blocks[index].free_next = first;
    blocks[index].is_free = 1;
    if (first)
        blocks[first].free_prev = index;
    heap->free_list[class] = index;
    heap->nonempty |= (uint64_t)1 << class;
}

static void list_remove(al_heap_t *heap, al_block_t *blocks, uint32_t index)
{
    const al_block_t *block = &blocks[index];
    int class = class_of(block->bytes);
    if (block->free_prev)
        blocks[block->free_prev].free_next = block->free_next;
    else
        heap->free_list[class] = block->free_next;
    if (block->free_next)
        blocks[block->free_next].free_prev = block->free_prev;
    if (!heap->free_list[class])
        heap->nonempty &= ~((uint64_t)1 << class);
    blocks[index].is_free = 0;
}

static uint32_t descriptor_take(al_heap_t *heap, al_block_t *blocks)
{
    uint32_t index = heap->block_unused;
    if (index)
        heap->block_unused = blocks[index].next;
    else if (heap->block_high + 1 < heap->block_limit)
        index = ++heap->block_high;
    return index;
}

static void descriptor_retire(al_heap_t *heap, al_block_t *blocks, uint32_t index)
{
    blocks[index].next = heap->block_unused;
    heap->block_unused = index;
}

void ali_heap_init(al_heap_t *heap, al_block_t *blocks, uint32_t limit, uint64_t begin,
                   uint64_t end)
{
    memset(heap, 0, sizeof *heap);
    heap->block_limit = limit;
    heap->begin = ali_round_up(begin, AL_HEAP_GRAIN);
    heap->end = end / AL_HEAP_GRAIN * AL_HEAP_GRAIN;
    uint32_t index = descriptor_take(heap, blocks);
    blocks[index] = (al_block_t){.offset = heap->begin, .bytes = heap->end - heap->begin};
    list_insert(heap, blocks, index);
}

/* The first block of at least bytes in the list of its own class, where sizes vary: only the front
 * of the list is looked at, so that the cost is bounded. */
static uint32_t search_own_class(const al_heap_t *heap, const al_block_t *blocks, uint64_t bytes)
{
    uint32_t index = heap->free_list[class_of(bytes)];
    for (int looked = 0; index && looked < 16; ++looked, index = blocks[index].free_next)
        if (blocks[index].bytes >= bytes)
            return index;
    return AL_HEAP_NONE;
}

/* The first block of the smallest larger class: certainly large enough. */
static uint32_t search_larger_classes(const al_heap_t *heap, uint64_t bytes)
{
    uint64_t larger = heap->nonempty & ~(((uint64_t)2 << class_of(bytes)) - 1);
    return larger ? heap->free_list[__builtin_ctzll(larger)] : AL_HEAP_NONE;
}

/* The own class once more, all of it: the last resort. */
static uint32_t search_everything(const al_heap_t *heap, const al_block_t *blocks, uint64_t bytes)
{
    uint32_t index = heap->free_list[class_of(bytes)];
    while (index && blocks[index].bytes < bytes)
        index = blocks[index].free_next;
    return index;
}

uint32_t ali_heap_alloc(al_heap_t *heap, al_block_t *blocks, uint64_t bytes)
{
    if (bytes > heap->end - heap->begin)
        return AL_HEAP_NONE;
    bytes = bytes ? ali_round_up(bytes, AL_HEAP_GRAIN) : AL_HEAP_GRAIN;
    uint32_t index = search_own_class(heap, blocks, bytes);
    if (!index)
        index = search_larger_classes(heap, bytes);
    if (!index)
        index = search_everything(heap, blocks, bytes);
    if (!index)
        return AL_HEAP_NONE;
    list_remove(heap, blocks, index);
    al_block_t *block = &blocks[index];
    uint32_t rest = block->bytes > bytes ? descriptor_take(heap, blocks) : AL_HEAP_NONE;
    if (rest) { /* without a descriptor for the rest, the block keeps it */
        blocks[rest] = (al_block_t){.offset = block->offset + bytes,
                                    .bytes = block->bytes - bytes,
                                    .prev = index,
                                    .next = block->next};
        if (block->next)
            blocks[block->next].prev = rest;
        block->next = rest;
        block->bytes = bytes;
        list_insert(heap, blocks, rest);
    }
    heap->used += block->bytes;
    return index;
}

/* Append block next to block index, its free neighbour by address. */
static void merge(al_heap_t *heap, al_block_t *blocks, uint32_t index, uint32_t next)
{
    blocks[index].bytes += blocks[next].bytes;
    blocks[index].next = blocks[next].next;
    if (blocks[next].next)
        blocks[blocks[next].next].prev = index;
    descriptor_retire(heap, blocks, next);
}

uint32_t ali_heap_free(al_heap_t *heap, al_block_t *blocks, uint32_t index)
{
    heap->used -= blocks[index].bytes;
    uint32_t next = blocks[index].next, prev = blocks[index].prev;
    if (next && blocks[next].is_free) {
        list_remove(heap, blocks, next);
        merge(heap, blocks, index, next);
    }
    if (prev && blocks[prev].is_free) {
        list_remove(heap, blocks, prev);
        merge(heap, blocks, prev, index);
        index = prev;
    }
    list_insert(heap, blocks, index);
    return index;
}

uint64_t ali_heap_largest(const al_heap_t *heap, const al_block_t *blocks)
{
    if (!heap->nonempty)
        return 0;
    uint64_t largest = 0;
    uint32_t index = heap->free_list[63 - __builtin_clzll(heap->nonempty)];
    for (; index; index = blocks[index].free_next)
        if (blocks[index].bytes > largest)
            largest = blocks[index].bytes;
    return largest;
}
