/* Buffers of the active-message engine: batches and fragments, kept for reuse, and the reserve for
 * serving. */
#include "armci-lite/src/engine/am/al_am.h"

#include <stdlib.h>

static am_pool_t *pool_for(size_t bytes)
{
    if (bytes <= ali_am.memory.small.bytes)
        return &ali_am.memory.small;
    return bytes <= ali_am.memory.large.bytes ? &ali_am.memory.large : NULL;
}

char *ali_am_buffer_get(size_t bytes)
{
    am_pool_t *pool = pool_for(bytes);
    if (!pool)
        return malloc(bytes);
    return pool->count ? pool->spare[--pool->count] : malloc(pool->bytes);
}

int ali_am_reserve_serving_buffer(size_t bytes)
{
    am_pool_t *pool = pool_for(bytes);
    if (pool->count == 0) {
        char *buffer = malloc(pool->bytes);
        if (buffer)
            pool->spare[pool->count++] = buffer;
    }
    return pool->count || pool->reserve;
}

char *ali_am_serving_buffer(size_t bytes)
{
    am_pool_t *pool = pool_for(bytes);
    if (pool->count)
        return pool->spare[--pool->count];
    char *buffer = pool->reserve;
    pool->reserve = NULL;
    return buffer;
}

int ali_am_buffers_reserve(void)
{
    ali_am.memory.small.reserve = malloc(ali_am.memory.small.bytes);
    ali_am.memory.large.reserve = malloc(ali_am.memory.large.bytes);
    return ali_am.memory.small.reserve && ali_am.memory.large.reserve;
}

void ali_am_buffer_put(char *buffer, size_t bytes)
{
    am_pool_t *pool = pool_for(bytes);
    if (buffer && pool && !pool->reserve)
        pool->reserve = buffer;
    else if (buffer && pool && pool->count < (int)(sizeof pool->spare / sizeof *pool->spare))
        pool->spare[pool->count++] = buffer;
    else
        free(buffer);
}

static void empty_pool(am_pool_t *pool)
{
    free(pool->reserve);
    while (pool->count > 0)
        free(pool->spare[--pool->count]);
}

void ali_am_buffers_free(void)
{
    empty_pool(&ali_am.memory.small);
    empty_pool(&ali_am.memory.large);
}

int ali_am_reserve_batch(void)
{
    if (ali_am.memory.small.count == 0) {
        char *batch = malloc(AM_BATCH);
        if (!batch)
            return 0;
        ali_am.memory.small.spare[ali_am.memory.small.count++] = batch;
    }
    return 1;
}
