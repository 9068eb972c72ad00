/* Atomic read-modify-write: C11 atomics on a node, the engine between nodes. Relaxed order: a
 * ticket is unique whatever surrounds it, and completion is the business of fence and barrier. */
#include "armci-lite/src/al_internal.h"
#include "armci-lite/src/al_type.h"

_Static_assert(ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_LONG_LOCK_FREE == 2 &&
                   ATOMIC_LLONG_LOCK_FREE == 2,
               "integers in shared memory need lock-free atomics");

int64_t ali_fetch_add_here(void *where, ashlar_type type, int64_t inc)
{
    if (type == ASHLAR_INT)
        return atomic_fetch_add_explicit((atomic_int *)where, (int)inc, memory_order_relaxed);
    if (type == ASHLAR_LONG)
        return atomic_fetch_add_explicit((atomic_long *)where, (long)inc, memory_order_relaxed);
    return atomic_fetch_add_explicit((atomic_llong *)where, (long long)inc, memory_order_relaxed);
}

int al_fetch_add(al_segment_t *segment, int rank, size_t offset, ashlar_type type, int64_t inc,
                 int64_t *old)
{
    if (AL_UNLIKELY(!ali_type_is_known(type) || ali_types[type].kind != 'i'))
        return AL_FAIL(ASHLAR_ETYPE, "al_fetch_add: the type must be an integer");
    size_t bytes = ali_types[type].bytes;
    if (AL_UNLIKELY(!ali_is_place(segment, rank, offset, bytes)))
        return ali_bad_place("al_fetch_add", segment, rank, offset, bytes);
    if (AL_UNLIKELY(offset & (bytes - 1)))
        return AL_FAIL(ASHLAR_EARG, "al_fetch_add: offset %zu is not a multiple of %zu", offset,
                       bytes);
    int64_t slice = segment->slices[rank].offset, before;
    if (AL_UNLIKELY(slice < 0 || segment->engine_atomics))
        AL_TRY(ali_context.engine->fetch_add(ali_place(segment, rank, offset), type, inc, &before));
    else
        before = ali_fetch_add_here(segment->base + slice + offset, type, inc);
    if (old)
        *old = before;
    return ASHLAR_OK;
}
