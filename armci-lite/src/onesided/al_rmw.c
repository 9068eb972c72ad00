/* Atomic read-modify-write: the processor's on a node (al_atomic.h), the engine between nodes. */
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_atomic.h"

static inline int rmw(const char *call, al_segment_t *segment, int rank, size_t offset,
                      al_rmw_t what, ashlar_type type, int64_t value, int64_t expected,
                      int64_t *old)
{
    if (AL_UNLIKELY(!ali_type_is_known(type) || ali_types[type].kind != 'i'))
        return AL_FAIL(ASHLAR_ETYPE, "%s: the type must be an integer", call);
    size_t bytes = ali_types[type].bytes;
    if (AL_UNLIKELY(!ali_is_place(segment, rank, offset, bytes)))
        return ali_fail_place(call, segment, rank, offset, bytes);
    if (AL_UNLIKELY(offset & (bytes - 1)))
        return AL_FAIL(ASHLAR_EARG, "%s: offset %zu is not a multiple of %zu", call, offset, bytes);
    if (AL_UNLIKELY(bytes == sizeof(int) && (value != (int)value || expected != (int)expected)))
        return AL_FAIL(ASHLAR_EARG, "%s: %lld does not fit an int", call,
                       (long long)(value != (int)value ? value : expected));
    int64_t slice = segment->slices[rank].offset, before;
    if (AL_UNLIKELY(slice < 0 || segment->engine_atomics)) {
        AL_TRY(ali_engine->rmw(ali_place("a read-modify-write", segment, rank, offset), what, type,
                               value, expected, &before));
    } else {
        AL_TRY(ali_before_local(segment, bytes));
        before = ali_rmw_here(segment->base + slice + offset, what, type, value, expected);
    }
    if (old)
        *old = before;
    return ASHLAR_OK;
}

int al_fetch_add(al_segment_t *segment, int rank, size_t offset, ashlar_type type, int64_t inc,
                 int64_t *old)
{
    return rmw(__func__, segment, rank, offset, AL_FETCH_ADD, type, inc, 0, old);
}

int al_swap(al_segment_t *segment, int rank, size_t offset, ashlar_type type, int64_t value,
            int64_t *old)
{
    return rmw(__func__, segment, rank, offset, AL_SWAP, type, value, 0, old);
}

int al_compare_swap(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                    int64_t expected, int64_t value, int64_t *old)
{
    return rmw(__func__, segment, rank, offset, AL_COMPARE_SWAP, type, value, expected, old);
}
