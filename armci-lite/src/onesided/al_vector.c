/* Vectors: runs of one length of one rank. */
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_type.h"
#include "armci-lite/src/node/al_stripe.h"
#include "armci-lite/src/onesided/al_acc.h"

static int check_vector(const char *call, const al_segment_t *segment, int rank, size_t n,
                        const size_t *offsets, const void *const *bufs, size_t bytes)
{
    if (n && (!offsets || !bufs))
        return AL_FAIL(ASHLAR_EARG, "%s: the list of %s is NULL", call,
                       offsets ? "buffers" : "offsets");
    for (size_t k = 0; k < n; ++k)
        if (!ali_is_place(segment, rank, offsets[k], bytes) || (!bufs[k] && bytes))
            return ali_fail_place(call, segment, rank, offsets[k], bytes);
    return ASHLAR_OK;
}

/* Runs of a rank of another node. */
static int move_remote(al_direction_t direction, const al_segment_t *segment, int rank, size_t n,
                       const size_t *offsets, void *const *bufs, size_t bytes,
                       const al_update_t *update)
{
    uint64_t places[AL_ELEMENTS];
    al_place_t slice = ali_place("a list of elements", segment, rank, 0);
    for (size_t first = 0; first < n; first += AL_ELEMENTS) {
        size_t part = ali_min_bytes(n - first, AL_ELEMENTS);
        for (size_t k = 0; k < part; ++k)
            places[k] = slice.offset + offsets[first + k];
        const al_elements_t elements = {.node = slice.node,
                                        .n = part,
                                        .bytes = bytes,
                                        .offsets = places,
                                        .values = (char *const *)(bufs + first)};
        AL_TRY(ali_engine->elements(direction, &elements, update, NULL));
    }
    return ASHLAR_OK;
}

int al_put_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                  const void *const *bufs, size_t bytes)
{
    AL_TRY(check_vector(__func__, segment, rank, n, offsets, bufs, bytes));
    if (n && bytes && segment->slices[rank].offset < 0)
        return move_remote(AL_PUT, segment, rank, n, offsets, ali_unconst(bufs), bytes, NULL);
    for (size_t k = 0; k < n; ++k)
        AL_TRY(al_put(segment, rank, offsets[k], bufs[k], bytes));
    return ASHLAR_OK;
}

int al_get_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                  void *const *bufs, size_t bytes)
{
    AL_TRY(check_vector(__func__, segment, rank, n, offsets, (const void *const *)bufs, bytes));
    if (n && bytes && segment->slices[rank].offset < 0)
        return move_remote(AL_GET, segment, rank, n, offsets, bufs, bytes, NULL);
    for (size_t k = 0; k < n; ++k)
        AL_TRY(al_get(segment, rank, offsets[k], bufs[k], bytes));
    return ASHLAR_OK;
}

int al_acc_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                  ashlar_type type, const void *alpha, const void *const *bufs, size_t bytes)
{
    const char *call = __func__;
    al_update_t update = {type, ASHLAR_SUM, alpha};
    if (!alpha)
        return AL_FAIL(ASHLAR_EARG, "%s: alpha is NULL", call);
    AL_TRY(check_vector(call, segment, rank, n, offsets, bufs, bytes));
    AL_TRY(ali_check_update(call, &update, bytes));
    size_t all = bytes;
    for (size_t k = 0; k < n; ++k)
        all |= offsets[k];
    /* Single elements, each at a multiple of its size. */
    if (n && bytes && segment->slices[rank].offset < 0 && bytes == ali_types[type].bytes &&
        all % bytes == 0)
        return move_remote(AL_ACC, segment, rank, n, offsets, ali_unconst(bufs), bytes, &update);
    for (size_t k = 0; k < n; ++k)
        AL_TRY(al_acc(segment, rank, offsets[k], type, alpha, bufs[k], bytes));
    return ASHLAR_OK;
}
