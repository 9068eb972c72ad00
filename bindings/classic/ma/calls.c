/* The calls of MA on memory: start, heap, stack and handles. */
#include "ma.h"
#include "width.h"

/* ---- start ---- */

/* Default sizes of the heap and the stack. */
enum { DEFAULT_BYTES = 1 << 25 };
#define LARGEST_SPACE ((int64_t)1 << 46)

Boolean MA_init(Integer datatype, Integer nominal_stack, Integer nominal_heap)
{
    const mai_call_t call = MAI_CALL_init;
    const mai_type_t *type = mai_type(datatype);
    if (!mai_begin(call))
        return MA_FALSE;
    if (classic_has_other_width())
        return mai_fail(call, CLASSIC_WRONG_WIDTH);
    if (mai_space.is_settled)
        return mai_fail(call, "the space of %zu bytes is in use already",
                        (size_t)(mai_space.end - mai_space.start));
    if (!type)
        return mai_fail(call, "%ld is no type%s", (long)datatype, mai_type_hint(datatype));
    const Integer nominal[MAI_PLACES] = {[MAI_HEAP] = nominal_heap, [MAI_STACK] = nominal_stack};
    size_t bytes[MAI_PLACES];
    for (int k = 0; k < MAI_PLACES; ++k) {
        if (nominal[k] > (LARGEST_SPACE >> type->shift))
            return mai_fail(call, "no memory for %ld elements of %s on the %s", (long)nominal[k],
                            type->name, k == MAI_HEAP ? "heap" : "stack");
        bytes[k] = nominal[k] < 0 ? (size_t)DEFAULT_BYTES
                                  : ((size_t)nominal[k] << type->shift) + mai_overhead();
    }
    if (!mai_start(bytes[MAI_HEAP], bytes[MAI_STACK]))
        return mai_fail(call, "no memory for a heap of %zu and a stack of %zu bytes",
                        bytes[MAI_HEAP], bytes[MAI_STACK]);
    mai_space.is_settled = 1;
    return MA_TRUE;
}

Boolean MA_initialized(void)
{
    ++mai_settings.calls[MAI_CALL_initialized];
    return mai_space.is_settled;
}

bool mai_is_started(void)
{
    return mai_space.start || mai_start(DEFAULT_BYTES, DEFAULT_BYTES);
}

/* ---- from handles to memory ---- */

/* The block of a handle if its guards hold; else an error and NULL. */
static mai_block_t *find_sound(mai_call_t call, Integer handle)
{
    mai_block_t *block = mai_find(handle);
    if (MAI_UNLIKELY(!block)) {
        mai_fail(call, "handle %ld names no block%s", (long)handle,
                 mai_was_handle(handle) ? ": it has been freed" : "");
        return NULL;
    }
    int broken = mai_broken_guards(block);
    if (MAI_UNLIKELY(broken)) {
        mai_fail(call, "block '%s' of %ld %s, handle %ld: the memory %s it has been overwritten",
                 block->name, (long)block->nelem, block->type->name, (long)handle,
                 broken == MAI_BEFORE   ? "before"
                 : broken == MAI_BEHIND ? "behind"
                                        : "before and behind");
        return NULL;
    }
    return block;
}

static mai_block_t *find_on(mai_call_t call, Integer handle, mai_place_t place)
{
    mai_block_t *block = find_sound(call, handle);
    if (MAI_UNLIKELY(block && block->place != place)) {
        mai_fail(call, "block '%s', handle %ld, is on the %s", block->name, (long)handle,
                 block->place == MAI_HEAP ? "heap" : "stack");
        return NULL;
    }
    return block;
}

static MA_AccessIndex block_index(const mai_block_t *block)
{
    return (intptr_t)((uintptr_t)block->data - (uintptr_t)block->type->base) >> block->type->shift;
}

Boolean MA_get_index(Integer memhandle, MA_AccessIndex *index)
{
    const mai_call_t call = MAI_CALL_get_index;
    if (!mai_begin(call))
        return MA_FALSE;
    if (MAI_UNLIKELY(!index))
        return mai_fail(call, "there is no place for the index of handle %ld", (long)memhandle);
    const mai_block_t *block = find_sound(call, memhandle);
    if (!block)
        return MA_FALSE;
    *index = block_index(block);
    return MA_TRUE;
}

Boolean MA_get_pointer(Integer memhandle, void *pointer)
{
    const mai_call_t call = MAI_CALL_get_pointer;
    if (!mai_begin(call))
        return MA_FALSE;
    if (MAI_UNLIKELY(!pointer))
        return mai_fail(call, "there is no place for the pointer of handle %ld", (long)memhandle);
    const mai_block_t *block = find_sound(call, memhandle);
    if (!block)
        return MA_FALSE;
    *(void **)pointer = block->data;
    return MA_TRUE;
}

/* An iterator is the slot to look at next. */
Boolean MA_init_memhandle_iterator(Integer *ithandle)
{
    const mai_call_t call = MAI_CALL_init_memhandle_iterator;
    if (!mai_begin(call))
        return MA_FALSE;
    if (!ithandle)
        return mai_fail(call, "there is no place for the iterator");
    *ithandle = 1;
    return MA_TRUE;
}

Boolean MA_get_next_memhandle(Integer *ithandle, Integer *memhandle)
{
    const mai_call_t call = MAI_CALL_get_next_memhandle;
    if (!mai_begin(call))
        return MA_FALSE;
    if (!ithandle || !memhandle)
        return mai_fail(call, "there is no place for the %s", ithandle ? "handle" : "iterator");
    if (*ithandle < 1)
        return mai_fail(call, "%ld is no iterator", (long)*ithandle);
    const mai_block_t *block = mai_next(ithandle);
    if (!block)
        return MA_FALSE;
    *memhandle = block->handle;
    return MA_TRUE;
}

/* ---- heap and stack ---- */

static Boolean take(mai_call_t call, mai_place_t place, Integer datatype, Integer nelem,
                    const char *name, Integer *memhandle, MA_AccessIndex *index)
{
    const mai_type_t *type = mai_type(datatype);
    if (!mai_begin(call))
        return MA_FALSE;
    if (MAI_UNLIKELY(!name))
        name = "";
    if (MAI_UNLIKELY(!memhandle))
        return mai_fail(call, "there is no place for the handle of block '%.31s'", name);
    if (MAI_UNLIKELY(!type))
        return mai_fail(call, "block '%.31s': %ld is no type%s", name, (long)datatype,
                        mai_type_hint(datatype));
    if (MAI_UNLIKELY(nelem < 0))
        return mai_fail(call, "block '%.31s' cannot have %ld elements", name, (long)nelem);
    if (MAI_UNLIKELY(!mai_is_started() || !mai_reserve()))
        return mai_fail(call, "block '%.31s' of %ld %s: no memory, or too many blocks", name,
                        (long)nelem, type->name);
    mai_block_t *block = mai_take(place, type, nelem, name);
    if (MAI_UNLIKELY(!block)) {
        size_t most = mai_capacity(mai_space.heap_end, mai_space.stack_start);
        size_t piece = place == MAI_HEAP ? mai_fragment_capacity(mai_space.end) : 0;
        return mai_fail(call, "no room for block '%.31s' of %ld %s: there is room for %zu", name,
                        (long)nelem, type->name, (most > piece ? most : piece) >> type->shift);
    }
    if (index)
        *index = block_index(block);
    if (MAI_UNLIKELY(mai_settings.trace))
        mai_trace(call, block, nelem);
    *memhandle = block->handle;
    return MA_TRUE;
}

Boolean MA_allocate_heap(Integer datatype, Integer nelem, const char *name, Integer *memhandle)
{
    return take(MAI_CALL_allocate_heap, MAI_HEAP, datatype, nelem, name, memhandle, NULL);
}

Boolean MA_alloc_get(Integer datatype, Integer nelem, const char *name, Integer *memhandle,
                     MA_AccessIndex *index)
{
    return take(MAI_CALL_alloc_get, MAI_HEAP, datatype, nelem, name, memhandle, index);
}

Boolean MA_push_stack(Integer datatype, Integer nelem, const char *name, Integer *memhandle)
{
    return take(MAI_CALL_push_stack, MAI_STACK, datatype, nelem, name, memhandle, NULL);
}

Boolean MA_push_get(Integer datatype, Integer nelem, const char *name, Integer *memhandle,
                    MA_AccessIndex *index)
{
    return take(MAI_CALL_push_get, MAI_STACK, datatype, nelem, name, memhandle, index);
}

static void free_heap(mai_call_t call, mai_block_t *block)
{
    if (MAI_UNLIKELY(mai_settings.trace))
        mai_trace(call, block, block->nelem);
    mai_free_heap(block);
}

Boolean MA_free_heap(Integer memhandle)
{
    const mai_call_t call = MAI_CALL_free_heap;
    if (!mai_begin(call))
        return MA_FALSE;
    mai_block_t *block = find_on(call, memhandle, MAI_HEAP);
    if (!block)
        return MA_FALSE;
    free_heap(call, block);
    return MA_TRUE;
}

Boolean MA_free_heap_piece(Integer memhandle, Integer nelem)
{
    const mai_call_t call = MAI_CALL_free_heap_piece;
    if (!mai_begin(call))
        return MA_FALSE;
    mai_block_t *block = find_on(call, memhandle, MAI_HEAP);
    if (!block)
        return MA_FALSE;
    if (nelem < 0)
        return mai_fail(call, "block '%s' cannot lose %ld elements", block->name, (long)nelem);
    if (nelem >= block->nelem) {
        free_heap(call, block);
        return MA_TRUE;
    }
    if (!mai_reserve())
        return mai_fail(call, "block '%s': no memory, or too many blocks", block->name);
    if (MAI_UNLIKELY(mai_settings.trace))
        mai_trace(call, block, nelem);
    mai_shrink_heap(block, block->nelem - nelem);
    return MA_TRUE;
}

static void pop(mai_call_t call)
{
    if (MAI_UNLIKELY(mai_settings.trace))
        mai_trace(call, mai_space.stack_top, mai_space.stack_top->nelem);
    mai_pop_stack();
}

Boolean MA_pop_stack(Integer memhandle)
{
    const mai_call_t call = MAI_CALL_pop_stack;
    if (!mai_begin(call))
        return MA_FALSE;
    const mai_block_t *block = find_on(call, memhandle, MAI_STACK);
    if (!block)
        return MA_FALSE;
    if (MAI_UNLIKELY(block != mai_space.stack_top))
        return mai_fail(call, "block '%s', handle %ld, is below '%s' on the stack", block->name,
                        (long)memhandle, mai_space.stack_top->name);
    pop(call);
    return MA_TRUE;
}

Boolean MA_chop_stack(Integer memhandle)
{
    const mai_call_t call = MAI_CALL_chop_stack;
    if (!mai_begin(call))
        return MA_FALSE;
    const mai_block_t *block = find_on(call, memhandle, MAI_STACK);
    if (!block)
        return MA_FALSE;
    while (mai_space.stack_top != block)
        pop(call);
    pop(call);
    return MA_TRUE;
}

/* ---- alignment ---- */

Boolean MA_set_numalign(Integer value)
{
    ++mai_settings.calls[MAI_CALL_set_numalign];
    if (value < 0 || value > 30)
        return mai_fail(MAI_CALL_set_numalign, "elements cannot begin at multiples of 2^%ld bytes",
                        (long)value);
    mai_settings.numalign = (int)value;
    mai_space.line = (size_t)1 << value > MAI_LINE ? (size_t)1 << value : MAI_LINE;
    return MA_TRUE;
}

Boolean MA_get_numalign(Integer *value)
{
    ++mai_settings.calls[MAI_CALL_get_numalign];
    if (!value)
        return mai_fail(MAI_CALL_get_numalign, "there is no place for the value");
    *value = mai_settings.numalign;
    return MA_TRUE;
}
