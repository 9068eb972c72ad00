/* The heap, its lists looked through after every call. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/node/al_heap.h"
#include "al/parts.h"

enum { LIMIT = 400, BEGIN = 1000, END = 1000001, FIRST = 1024, LAST = 1000000 / 64 * 64 };

typedef struct heap {
    al_heap_t heap;
    al_block_t blocks[LIMIT];
} heap_t;

static heap_t *new_heap(uint32_t limit)
{
    heap_t *h = test_alloc(sizeof *h);

    memset(h, 0x5a, sizeof *h);
    ali_heap_init(&h->heap, h->blocks, limit, BEGIN, END);
    return h;
}

static int class_of(uint64_t bytes)
{
    int class = 0;

    while (bytes / AL_HEAP_GRAIN >> (class + 1))
        class ++;
    return class;
}

/* The blocks by address: they fill the range, no two free ones side by side, linked both ways. */
static uint32_t check_neighbours(const heap_t *h, bool *is_free)
{
    uint32_t first = 0, free_blocks = 0, last = 0;
    uint64_t at = FIRST, used = 0, largest = 0;

    for (uint32_t k = 1; k <= h->heap.block_high && !first; ++k) {
        first = h->blocks[k].offset == FIRST && h->blocks[k].prev == 0 &&
                        (is_free[k] || h->blocks[k].bytes > 0)
                    ? k
                    : 0;
        /* a retired descriptor may look like it: the true one leads through the range */
        uint64_t end = FIRST;
        for (uint32_t b = first, n = 0; b && n <= LIMIT; b = h->blocks[b].next, ++n)
            end = h->blocks[b].offset == end ? end + h->blocks[b].bytes : 0;
        first = first && end == LAST ? first : 0;
    }
    CHECK(first != 0);
    for (uint32_t b = first; b; last = b, b = h->blocks[b].next) {
        const al_block_t *block = &h->blocks[b];
        CHECK_INT((int64_t)at, (int64_t)block->offset);
        CHECK(block->bytes > 0 && block->bytes % AL_HEAP_GRAIN == 0);
        CHECK_INT(last, block->prev);
        CHECK(!(block->is_free && last && h->blocks[last].is_free));
        is_free[b] = block->is_free;
        free_blocks += block->is_free != 0;
        used += block->is_free ? 0 : block->bytes;
        largest = block->is_free && block->bytes > largest ? block->bytes : largest;
        at += block->bytes;
    }
    CHECK_INT(LAST, (int64_t)at);
    CHECK_INT((int64_t)used, (int64_t)h->heap.used);
    CHECK_INT((int64_t)largest, (int64_t)ali_heap_largest(&h->heap, h->blocks));
    return free_blocks;
}

/* Every free block is in the list of its class, once. */
static void check_heap(const heap_t *h)
{
    bool is_free[LIMIT] = {false};
    uint32_t listed = 0, free_blocks = check_neighbours(h, is_free);

    for (int class = 0; class < AL_HEAP_CLASSES; class ++) {
        uint32_t before = 0;
        for (uint32_t b = h->heap.free_list[class]; b && listed <= LIMIT;
             before = b, b = h->blocks[b].free_next) {
            CHECK(is_free[b]);
            CHECK_INT(class, class_of(h->blocks[b].bytes));
            CHECK_INT(before, h->blocks[b].free_prev);
            ++listed;
        }
        CHECK_INT(h->heap.free_list[class] != 0, (int64_t)(h->heap.nonempty >> class & 1));
    }
    CHECK_INT(free_blocks, listed);
}

/* Allocate what must be there. */
static uint32_t take(heap_t *h, uint64_t bytes)
{
    uint32_t block = ali_heap_alloc(&h->heap, h->blocks, bytes);
    uint64_t rounded = bytes ? (bytes + 63) / 64 * 64 : 64;

    if (CHECK(block != 0)) {
        CHECK_INT((int64_t)rounded, (int64_t)h->blocks[block].bytes);
        CHECK_INT(0, h->blocks[block].is_free);
    }
    return block;
}

/* Any sizes, in any order. A request is refused only when no free block is large enough, other than
 * those of its own class that are far down the list. */
TEST_CASE(heap_random, TEST_BARE)
{
    enum { ALIVE = 60, STEPS = 1500 };
    heap_t *h = new_heap(LIMIT);
    uint32_t alive[ALIVE] = {0};
    rng_t rng = rng_seed(90);

    check_heap(h);
    CHECK_INT(LAST - FIRST, (int64_t)ali_heap_largest(&h->heap, h->blocks));
    for (int step = 0; step < STEPS; ++step) {
        int64_t k = rng_range(&rng, 0, ALIVE - 1);
        if (alive[k]) {
            uint32_t merged = ali_heap_free(&h->heap, h->blocks, alive[k]);
            CHECK_INT(1, h->blocks[merged].is_free);
            alive[k] = 0;
        } else {
            uint64_t bytes = (uint64_t)rng_range(&rng, 0, (int64_t)64 << rng_range(&rng, 0, 10));
            bool fits = bytes <= ali_heap_largest(&h->heap, h->blocks);
            alive[k] = ali_heap_alloc(&h->heap, h->blocks, bytes);
            CHECK(fits == (alive[k] != 0));
            if (alive[k]) {
                CHECK_INT(bytes ? (int64_t)(bytes + 63) / 64 * 64 : 64,
                          (int64_t)h->blocks[alive[k]].bytes);
            }
        }
        check_heap(h);
    }
    for (int k = 0; k < ALIVE; ++k)
        if (alive[k])
            ali_heap_free(&h->heap, h->blocks, alive[k]);
    check_heap(h);
    CHECK_INT(LAST - FIRST, (int64_t)ali_heap_largest(&h->heap, h->blocks));
    CHECK_INT(0, ali_heap_alloc(&h->heap, h->blocks, LAST - FIRST + 1));
    CHECK_INT(0, ali_heap_alloc(&h->heap, h->blocks, UINT64_MAX));
    ali_heap_free(&h->heap, h->blocks, take(h, LAST - FIRST));
    free(h);
}

/* The one block that is large enough lies behind many smaller ones of its class. */
TEST_CASE(heap_last_resort, TEST_BARE)
{
    enum { SMALL = 64 * 16, LARGE = 64 * 31, MANY = 20, WALL = 64 };
    heap_t *h = new_heap(LIMIT);
    uint32_t blocks[MANY];

    uint32_t large = take(h, LARGE);
    take(h, WALL);
    for (int k = 0; k < MANY; ++k) {
        blocks[k] = take(h, SMALL);
        take(h, WALL);
    }
    take(h, ali_heap_largest(&h->heap, h->blocks));
    CHECK_INT(0, (int64_t)ali_heap_largest(&h->heap, h->blocks));
    CHECK_INT(0, ali_heap_alloc(&h->heap, h->blocks, 1));
    ali_heap_free(&h->heap, h->blocks, large);
    for (int k = 0; k < MANY; ++k)
        ali_heap_free(&h->heap, h->blocks, blocks[k]);
    check_heap(h);
    CHECK_INT(LARGE, (int64_t)ali_heap_largest(&h->heap, h->blocks));
    CHECK_INT(0, ali_heap_alloc(&h->heap, h->blocks, LARGE + 1));
    CHECK_INT(large, take(h, LARGE));
    CHECK_INT(0, ali_heap_alloc(&h->heap, h->blocks, LARGE));
    check_heap(h);
    free(h);
}

/* Without a descriptor for what is left of a block, the caller gets all of it. */
TEST_CASE(heap_descriptors, TEST_BARE)
{
    heap_t *h = new_heap(4); /* three */

    uint32_t first = take(h, 64), second = take(h, 64);
    uint32_t third = ali_heap_alloc(&h->heap, h->blocks, 64);
    CHECK(third != 0);
    CHECK_INT(LAST - FIRST - 128, (int64_t)h->blocks[third].bytes);
    check_heap(h);
    CHECK_INT(0, ali_heap_alloc(&h->heap, h->blocks, 64));
    ali_heap_free(&h->heap, h->blocks, first);
    ali_heap_free(&h->heap, h->blocks, third);
    ali_heap_free(&h->heap, h->blocks, second);
    check_heap(h);
    CHECK_INT(LAST - FIRST, (int64_t)ali_heap_largest(&h->heap, h->blocks));
    take(h, 64); /* the retired descriptors are used again */
    take(h, 64);
    check_heap(h);
    free(h);
}
