/* Lists of runs of one length: checked as a whole, then moved one by one. */
#include "armci-lite/src/al_internal.h"

int ali_check_vector(const char *call, const al_segment_t *segment, int rank, size_t n,
                     const size_t *offsets, const void *const *bufs, size_t bytes)
{
    if (n && (!offsets || !bufs))
        return AL_FAIL(ASHLAR_EARG, "%s: the list of %s is NULL", call,
                       offsets ? "buffers" : "offsets");
    for (size_t k = 0; k < n; ++k)
        if (!ali_is_place(segment, rank, offsets[k], bytes) || (!bufs[k] && bytes))
            return ali_bad_place(call, segment, rank, offsets[k], bytes);
    return ASHLAR_OK;
}

int al_put_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                  const void *const *bufs, size_t bytes)
{
    AL_TRY(ali_check_vector("al_put_vector", segment, rank, n, offsets, bufs, bytes));
    for (size_t k = 0; k < n; ++k)
        AL_TRY(al_put(segment, rank, offsets[k], bufs[k], bytes));
    return ASHLAR_OK;
}

int al_get_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                  void *const *bufs, size_t bytes)
{
    AL_TRY(ali_check_vector("al_get_vector", segment, rank, n, offsets, (const void *const *)bufs,
                            bytes));
    if (n && bytes && segment->slices[rank].offset < 0)
        return ali_context.engine->get_vector(ali_place(segment, rank, 0), n, offsets, bufs, bytes);
    for (size_t k = 0; k < n; ++k)
        AL_TRY(al_get(segment, rank, offsets[k], bufs[k], bytes));
    return ASHLAR_OK;
}
