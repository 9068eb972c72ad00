/* Workers take from common pools and give back: blocks of a heap, handles of transfers. */
#include <string.h>

#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/node/al_heap.h"
#include "armci-lite/src/local/al_lock.h"
#include "shared.h"

/* ---- heap: blocks taken and given back by all, under the lock; each marks its own -------------
 */

enum { BLOCKS = 256, MINE = 12, HEAP_ROUNDS = 1500, RANGE = 1 << 17 };

typedef struct arena {
    al_lock_t lock;
    al_heap_t heap;
    al_block_t blocks[BLOCKS];
    int ready;
    char data[RANGE];
} arena_t;

static uint32_t take(arena_t *arena, rng_t *rng, int worker, uint64_t *offset, uint64_t *bytes)
{
    uint64_t wanted = (uint64_t)rng_range(rng, 1, 6000);

    ali_lock(&arena->lock);
    WRITES(&arena->heap);
    uint32_t block = ali_heap_alloc(&arena->heap, arena->blocks, wanted);
    if (block) {
        *offset = arena->blocks[block].offset;
        *bytes = arena->blocks[block].bytes;
    }
    ali_unlock(&arena->lock);
    if (block) {
        HOLDS(*bytes >= wanted && *offset % AL_HEAP_GRAIN == 0 && *offset + *bytes <= RANGE);
        WRITES(arena->data + *offset);
        memset(arena->data + *offset, worker + 1, *bytes);
    }
    return block;
}

static void give_back(arena_t *arena, uint32_t block, int worker, uint64_t offset, uint64_t bytes)
{
    READS(arena->data + offset);
    for (uint64_t k = 0; k < bytes; ++k) /* nobody else has been here */
        HOLDS(arena->data[offset + k] == worker + 1);
    ali_lock(&arena->lock);
    WRITES(&arena->heap);
    ali_heap_free(&arena->heap, arena->blocks, block);
    ali_unlock(&arena->lock);
}

static void heap_work(void *memory, int worker)
{
    arena_t *arena = memory;
    rng_t rng = rng_seed((uint64_t)worker + 50);
    uint32_t block[MINE] = {0};
    uint64_t offset[MINE], bytes[MINE];

    ali_lock(&arena->lock);
    WRITES(&arena->heap);
    if (!arena->ready) {
        ali_heap_init(&arena->heap, arena->blocks, BLOCKS, 0, RANGE);
        arena->ready = 1;
    }
    ali_unlock(&arena->lock);
    for (int k = 0; k < HEAP_ROUNDS; ++k) {
        int at = (int)rng_range(&rng, 0, MINE - 1);
        if (block[at]) {
            give_back(arena, block[at], worker, offset[at], bytes[at]);
            block[at] = 0;
        } else {
            block[at] = take(arena, &rng, worker, &offset[at], &bytes[at]);
        }
    }
    for (int at = 0; at < MINE; ++at)
        if (block[at])
            give_back(arena, block[at], worker, offset[at], bytes[at]);
}

static void heap_check(const void *memory)
{
    const arena_t *arena = memory;

    HOLDS(arena->heap.used == 0);
    HOLDS(ali_heap_largest(&arena->heap, arena->blocks) == RANGE); /* all of it merged again */
}

const shared_case_t heap_blocks = {"heap_blocks", sizeof(arena_t), heap_work, heap_check, 0};

/* ---- handles: an engine's state, used under the engine's lock ---------------------------------
 */

enum { HANDLES = 40, HANDLE_ROUNDS = 1500 };

/* Each worker has transfers of several parts under way; a retired handle stays retired while others
 * take its slot. */
static void handle_work(void *memory, int worker)
{
    al_lock_t *lock = memory;
    rng_t rng = rng_seed((uint64_t)worker + 70);
    al_handle_t open[HANDLES] = {0}, retired[HANDLES] = {0};
    int parts[HANDLES] = {0};

    for (int k = 0; k < HANDLE_ROUNDS; ++k) {
        int at = (int)rng_range(&rng, 0, HANDLES - 1);
        ali_lock(lock);
        WRITES(lock + 1); /* the pool */
        HOLDS(ali_handle_is_complete(retired[at]));
        HOLDS(ali_handle_is_complete(open[at]) == (parts[at] == 0));
        if (parts[at] < 3 && rng_range(&rng, 0, 1)) {
            al_handle_t before = open[at];
            HOLDS(ali_handle_add_part(&open[at]));
            HOLDS(parts[at] == 0 ? open[at] != before : open[at] == before);
            ++parts[at];
        } else if (parts[at] > 0) {
            ali_handle_part_done(open[at]);
            if (--parts[at] == 0)
                retired[at] = open[at];
        }
        ali_unlock(lock);
    }
    for (int at = 0; at < HANDLES; ++at) {
        for (ali_lock(lock); parts[at] > 0; --parts[at])
            ali_handle_part_done(open[at]);
        HOLDS(ali_handle_is_complete(open[at]));
        ali_unlock(lock);
    }
}

static void handle_check(const void *memory)
{
    HOLDS(((const al_lock_t *)memory)->held == 0);
    ali_handles_free();
}

const shared_case_t handle_pool = {"handle_pool", sizeof(al_lock_t), handle_work, handle_check, 1};
