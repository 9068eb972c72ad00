/* The space, and the blocks in it. */
#include <string.h>
#include <sys/mman.h>

#include "ma.h"

mai_space_t mai_space = {.line = MAI_LINE};

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) & ~(unit - 1);
}

/* ---- where blocks lie ---- */

/* Blocks begin a guard before a multiple of MAI_LINE. */
static size_t block_bytes(size_t data_bytes)
{
    return round_up(data_bytes + (size_t)2 * MAI_GUARD, MAI_LINE);
}

static char *data_in(const char *start)
{
    return (char *)round_up((uintptr_t)start + MAI_GUARD, mai_space.line);
}

size_t mai_overhead(void)
{
    return (size_t)2 * MAI_GUARD + MAI_LINE - 1 + mai_space.line - MAI_LINE;
}

size_t mai_capacity(const char *from, const char *to)
{
    uintptr_t first = (uintptr_t)data_in(from), end = (uintptr_t)to - MAI_GUARD;
    return from < to && first < end ? end - first : 0;
}

int mai_fits(const mai_block_t *fragment, size_t bytes)
{
    size_t skipped = (size_t)(data_in(fragment->start) - MAI_GUARD - fragment->start);
    return fragment->bytes >= bytes && fragment->bytes - bytes >= skipped;
}

/* ---- heap ---- */

static void link_after(mai_block_t *block, mai_block_t *before)
{
    block->before = before;
    block->after = before ? before->after : NULL;
    if (block->after)
        block->after->before = block;
    if (before)
        before->after = block;
    if (mai_space.heap_last == before)
        mai_space.heap_last = block;
}

static void unlink_block(mai_block_t *block)
{
    if (block->before)
        block->before->after = block->after;
    if (block->after)
        block->after->before = block->before;
    if (mai_space.heap_last == block)
        mai_space.heap_last = block->before;
}

/* Give back what a block has beyond so many bytes: to a fragment, or to the room above the heap. */
static void cut(mai_block_t *block, size_t bytes)
{
    size_t rest = block->bytes - bytes;
    block->bytes = bytes;
    if (rest == 0)
        return;
    if (block == mai_space.heap_last) {
        mai_space.heap_end -= rest;
        return;
    }
    mai_block_t *next = block->after;
    if (next->is_free) {
        mai_remove_fragment(next);
        next->start -= rest;
        next->bytes += rest;
    } else {
        next = mai_describe(block->start + bytes, rest);
        link_after(next, block);
    }
    mai_add_fragment(next);
}

static mai_block_t *take_heap(size_t bytes)
{
    mai_block_t *block = mai_first_fragment(bytes);
    if (block) {
        mai_remove_fragment(block);
    } else {
        char *start = mai_space.heap_end;
        size_t room = (size_t)(mai_space.stack_start - start);
        mai_block_t above = {.start = start, .bytes = room};
        if (!mai_fits(&above, bytes))
            return NULL;
        block = mai_describe(start, room);
        link_after(block, mai_space.heap_last);
        mai_space.heap_end += room; /* and back, as it is cut */
    }
    block->data = data_in(block->start);
    cut(block, (size_t)(block->data - MAI_GUARD - block->start) + bytes);
    return block;
}

void mai_free_heap(mai_block_t *block)
{
    mai_end_handle(block);
    --mai_space.usage[MAI_HEAP].blocks;
    mai_space.usage[MAI_HEAP].bytes -= block->bytes;
    mai_block_t *before = block->before, *after = block->after;
    if (before && before->is_free) {
        mai_remove_fragment(before);
        before->bytes += block->bytes;
        unlink_block(block);
        mai_forget(block);
        block = before;
    }
    if (block == mai_space.heap_last) {
        mai_space.heap_end = block->start;
        unlink_block(block);
        mai_forget(block);
        return;
    }
    if (after->is_free) {
        mai_remove_fragment(after);
        block->bytes += after->bytes;
        unlink_block(after);
        mai_forget(after);
    }
    mai_add_fragment(block);
}

void mai_shrink_heap(mai_block_t *block, Integer nelem)
{
    size_t bytes = block->bytes;
    block->nelem = nelem;
    mai_set_guards(block);
    cut(block,
        (size_t)(block->data - MAI_GUARD - block->start) + block_bytes(mai_data_bytes(block)));
    mai_space.usage[MAI_HEAP].bytes -= bytes - block->bytes;
}

/* ---- stack ---- */

static mai_block_t *take_stack(size_t bytes)
{
    char *top = mai_space.stack_start;
    if (bytes > (size_t)(top - mai_space.heap_end))
        return NULL;
    uintptr_t data = ((uintptr_t)top - bytes + MAI_GUARD) & ~(uintptr_t)(mai_space.line - 1);
    if (data < (uintptr_t)mai_space.heap_end + MAI_GUARD)
        return NULL;
    char *start = (char *)data - MAI_GUARD;
    mai_block_t *block = mai_describe(start, (size_t)(top - start));
    block->data = (char *)data;
    block->after = mai_space.stack_top;
    mai_space.stack_top = block;
    mai_space.stack_start = start;
    return block;
}

void mai_pop_stack(void)
{
    mai_block_t *block = mai_space.stack_top;
    mai_end_handle(block);
    --mai_space.usage[MAI_STACK].blocks;
    mai_space.usage[MAI_STACK].bytes -= block->bytes;
    mai_space.stack_start += block->bytes;
    mai_space.stack_top = block->after;
    mai_forget(block);
}

mai_block_t *mai_take(mai_place_t place, const mai_type_t *type, Integer nelem, const char *name)
{
    size_t most = (size_t)(mai_space.end - mai_space.start) >> type->shift;
    if ((size_t)nelem > most)
        return NULL;
    size_t bytes = block_bytes((size_t)nelem << type->shift);
    mai_block_t *block = place == MAI_HEAP ? take_heap(bytes) : take_stack(bytes);
    if (!block)
        return NULL;
    block->handle = block->next_handle;
    block->place = place;
    block->type = type;
    block->nelem = nelem;
    size_t length = strnlen(name, MA_NAMESIZE - 1);
    memcpy(block->name, name, length);
    block->name[length] = '\0';
    mai_set_guards(block);
    mai_space.is_settled = 1;

    size_t blocks = ++mai_space.usage[place].blocks;
    size_t used = mai_space.usage[place].bytes += block->bytes;
    if (blocks > mai_space.usage[place].most_blocks)
        mai_space.usage[place].most_blocks = blocks;
    if (used > mai_space.usage[place].most_bytes)
        mai_space.usage[place].most_bytes = used;
    return block;
}

/* ---- start ---- */

int mai_start(size_t heap_bytes, size_t stack_bytes)
{
    static char *mapped;
    static size_t mapped_bytes;
    heap_bytes = round_up(heap_bytes, MAI_LINE);
    stack_bytes = round_up(stack_bytes, MAI_LINE);
    /* A line more, as the first block begins a guard before a multiple of one. */
    size_t bytes = heap_bytes + stack_bytes + MAI_LINE;
    /* Pages that are never touched cost nothing. */
    char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return 0;
    if (mapped)
        munmap(mapped, mapped_bytes);
    mapped = at;
    mapped_bytes = bytes;
    mai_space.start = mai_space.heap_end = at + MAI_LINE - MAI_GUARD;
    mai_space.partition = mai_space.start + heap_bytes;
    mai_space.end = mai_space.stack_start = mai_space.partition + stack_bytes;
    return 1;
}
