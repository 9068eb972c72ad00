/* The library's calls of malloc, which the linker hands over to these. */
#include <malloc.h>
#include <stdlib.h>

#include "armci-lite/src/engine/am/al_am_wire.h"
#include "tests/scale/world.h"

account_t account;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void __real_free(void *old);

/* Buffers of batches, whose number depends on who is fast, are counted by themselves. */
static bool is_buffer(size_t bytes)
{
    return account.counts_buffers && bytes >= AM_BATCH && bytes < AM_BATCH + 64;
}

static void add(void *block, int sign)
{
    const size_t bytes = block ? malloc_usable_size(block) : 0;
    *(is_buffer(bytes) ? &account.buffers : &account.allocated) += sign * (int64_t)bytes;
    if (account.allocated > account.peak)
        account.peak = account.allocated;
}

static void *note(void *block)
{
    add(block, 1);
    return block;
}

void *__wrap_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes)
{
    return note(__real_malloc(bytes));
}

void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes)
{
    return note(__real_calloc(n, bytes));
}

void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes)
{
    add(old, -1);
    void *block = __real_realloc(old, bytes);
    add(block ? block : old, 1);
    return block;
}

void __wrap_free(void *old);
void __wrap_free(void *old)
{
    add(old, -1);
    __real_free(old);
}

void account_begin(void)
{
    account.peak = account.allocated;
}

void *world_list(size_t bytes)
{
    static void *list;
    __real_free(list);
    list = __real_malloc(bytes);
    return list;
}
