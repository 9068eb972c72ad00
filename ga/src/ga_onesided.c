/* put, get, acc: check, find the blocks, one strided transfer for each. */
#include "ga/src/ga_internal.h"

#define INLINE static inline __attribute__((always_inline))

enum direction { PUT, GET, ACC };

/* A patch operation: what to do, with which buffer. */
typedef struct patch {
    enum direction direction;
    const int64_t *lo, *hi;
    char *buf;
    const int64_t *ld; /* NULL: no gaps */
    const void *alpha; /* of ACC */
} patch_t;

INLINE int transfer_run(const gai_array_t *array, const patch_t *patch, int rank, size_t offset,
                        char *buf, size_t bytes)
{
    switch (patch->direction) {
    case PUT:
        return al_put(array->segment, rank, offset, buf, bytes);
    case GET:
        return al_get(array->segment, rank, offset, buf, bytes);
    default:
        return al_acc(array->segment, rank, offset, array->type, patch->alpha, buf, bytes);
    }
}

INLINE int transfer_shape(const gai_array_t *array, const patch_t *patch, int rank, size_t offset,
                          char *buf, const al_shape_t *shape)
{
    switch (patch->direction) {
    case PUT:
        return al_put_strided(array->segment, rank, offset, buf, shape);
    case GET:
        return al_get_strided(array->segment, rank, offset, buf, shape);
    default:
        return al_acc_strided(array->segment, rank, offset, array->type, patch->alpha, buf, shape);
    }
}

/* The part of the patch in the block at grid position `at`: dimensions that are contiguous on both
 * sides, or of extent 1, are folded into the shape. */
INLINE int transfer_block(const gai_array_t *array, const patch_t *patch, int ndim,
                          const int64_t *at)
{
    const gai_dist_t *dist = &array->dist;
    int64_t block = 0, grid = 1;
    size_t seg_stride = array->element, buf_stride = array->element, offset = 0;
    char *buf = patch->buf;
    al_shape_t shape;
    shape.levels = 0;
    shape.count[0] = array->element;
    for (int d = 0; d < ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        int64_t block_lo = gai_axis_lo(axis, at[d]), block_end = gai_axis_end(axis, at[d]);
        int64_t lo = patch->lo[d] > block_lo ? patch->lo[d] : block_lo;
        int64_t end = patch->hi[d] < block_end ? patch->hi[d] + 1 : block_end;
        size_t n = (size_t)(end - lo), extent = (size_t)(patch->hi[d] - patch->lo[d] + 1);
        offset += (size_t)(lo - block_lo) * seg_stride;
        buf += (size_t)(lo - patch->lo[d]) * buf_stride;
        if (n > 1) {
            size_t *count = &shape.count[shape.levels];
            if (shape.levels == 0 && *count == seg_stride && *count == buf_stride) {
                *count *= n;
            } else {
                shape.seg_stride[shape.levels] = seg_stride;
                shape.buf_stride[shape.levels] = buf_stride;
                shape.count[++shape.levels] = n;
            }
        }
        block += at[d] * grid;
        grid *= axis->blocks;
        seg_stride *= (size_t)(block_end - block_lo);
        if (d + 1 < ndim)
            buf_stride *= patch->ld ? (size_t)patch->ld[d] : extent;
    }
    if (shape.levels == 0)
        return transfer_run(array, patch, (int)block, offset, buf, shape.count[0]);
    return transfer_shape(array, patch, (int)block, offset, buf, &shape);
}

/* All blocks that a valid, non-empty patch touches. */
INLINE int transfer_patch(const gai_array_t *array, const patch_t *patch, int ndim)
{
    int64_t first[ASHLAR_MAX_DIM], at[ASHLAR_MAX_DIM], last[ASHLAR_MAX_DIM];
    int several = 0;
    for (int d = 0; d < ndim; ++d) {
        const gai_axis_t *axis = &array->dist.axis[d];
        first[d] = at[d] = last[d] = gai_axis_block(axis, patch->lo[d]);
        if (patch->hi[d] >= gai_axis_end(axis, first[d])) {
            last[d] = gai_axis_block(axis, patch->hi[d]);
            several = 1;
        }
    }
    if (GA_LIKELY(!several))
        return transfer_block(array, patch, ndim, at);
    for (int d = 0; d < ndim;) {
        AL_TRY(transfer_block(array, patch, ndim, at));
        for (d = 0; d < ndim && ++at[d] > last[d]; ++d)
            at[d] = first[d];
    }
    return ASHLAR_OK;
}

INLINE int check_and_transfer(const char *call, const gai_array_t *array, const patch_t *patch,
                              int ndim)
{
    int odd = gai_check_patch(call, array, ndim, patch->lo, patch->hi);
    if (GA_UNLIKELY(odd))
        return odd > 0 ? ASHLAR_OK : odd;
    if (GA_UNLIKELY(!patch->buf))
        return gai_bad_argument(call, "the buffer");
    if (GA_UNLIKELY(patch->direction == ACC && !patch->alpha))
        return gai_bad_argument(call, "alpha");
    for (int d = 0; patch->ld && d + 1 < ndim; ++d)
        if (GA_UNLIKELY(patch->ld[d] < patch->hi[d] - patch->lo[d] + 1))
            return gai_bad_ld(call, array, d, patch->ld[d], patch->hi[d] - patch->lo[d] + 1);
    return transfer_patch(array, patch, ndim);
}

INLINE int call_2d(const char *call, enum direction direction, ga_t g, int64_t ilo, int64_t ihi,
                   int64_t jlo, int64_t jhi, const void *buf, int64_t ld, const void *alpha)
{
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    if (GA_UNLIKELY(array->dist.ndim != 2))
        return gai_bad_ndim(call, array, 2);
    int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    patch_t patch = {direction, lo, hi, (char *)(uintptr_t)buf, &ld, alpha};
    return check_and_transfer(call, array, &patch, 2);
}

static int call_nd(const char *call, enum direction direction, ga_t g, const int64_t *lo,
                   const int64_t *hi, const void *buf, const int64_t *ld, const void *alpha)
{
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    if (GA_UNLIKELY(!lo || !hi))
        return gai_bad_argument(call, lo ? "hi" : "lo");
    patch_t patch = {direction, lo, hi, (char *)(uintptr_t)buf, ld, alpha};
    return check_and_transfer(call, array, &patch, array->dist.ndim);
}

int ga_put(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf, int64_t ld)
{
    return call_2d("ga_put", PUT, g, ilo, ihi, jlo, jhi, buf, ld, NULL);
}

int ga_get(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf, int64_t ld)
{
    return call_2d("ga_get", GET, g, ilo, ihi, jlo, jhi, buf, ld, NULL);
}

int ga_acc(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf, int64_t ld,
           const void *alpha)
{
    return call_2d("ga_acc", ACC, g, ilo, ihi, jlo, jhi, buf, ld, alpha);
}

int ga_put_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld)
{
    return call_nd("ga_put_nd", PUT, g, lo, hi, buf, ld, NULL);
}

int ga_get_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf, const int64_t *ld)
{
    return call_nd("ga_get_nd", GET, g, lo, hi, buf, ld, NULL);
}

int ga_acc_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
              const void *alpha)
{
    return call_nd("ga_acc_nd", ACC, g, lo, hi, buf, ld, alpha);
}

int gai_read(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
             const int64_t *ld)
{
    patch_t patch = {GET, lo, hi, buf, ld, NULL};
    return transfer_patch(array, &patch, array->dist.ndim);
}
