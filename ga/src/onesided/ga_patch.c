/* put, get, acc: check, find the blocks, one strided transfer for each. */
#include "ga/src/ga_internal.h"

#define INLINE static inline __attribute__((always_inline))

enum direction { PUT, GET, ACC };

static const ga_stats_call stats_call[] = {GA_STATS_PUT, GA_STATS_GET, GA_STATS_ACC};

/* A patch operation: what to do, with which buffer. */
typedef struct patch {
    enum direction direction;
    const int64_t *lo, *hi;
    const int64_t *step; /* NULL: every element */
    char *buf;
    const int64_t *ld; /* NULL: no gaps */
    const void *alpha; /* of ACC: the factor of a sum; NULL: op */
    ashlar_op op;
    ga_handle_t *handle; /* NULL: blocking */
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
        return patch->alpha
                   ? al_acc(array->segment, rank, offset, array->type, patch->alpha, buf, bytes)
                   : al_acc_op(array->segment, rank, offset, array->type, patch->op, buf, bytes);
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
        return patch->alpha ? al_acc_strided(array->segment, rank, offset, array->type,
                                             patch->alpha, buf, shape)
                            : al_acc_op_strided(array->segment, rank, offset, array->type,
                                                patch->op, buf, shape);
    }
}

INLINE int transfer_nb(const gai_array_t *array, const patch_t *patch, int rank, size_t offset,
                       char *buf, const al_shape_t *shape)
{
    switch (patch->direction) {
    case PUT:
        return al_put_nb(array->segment, rank, offset, buf, shape, patch->handle);
    case GET:
        return al_get_nb(array->segment, rank, offset, buf, shape, patch->handle);
    default:
        return al_acc_nb(array->segment, rank, offset, array->type, patch->alpha, buf, shape,
                         patch->handle);
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
        int64_t step = patch->step ? patch->step[d] : 1, from = patch->lo[d];
        if (step > patch->hi[d] - from)
            step = patch->hi[d] - from + 1; /* selects the first only; no sum below overflows */
        int64_t block_lo = gai_axis_lo(axis, at[d]), block_end = gai_axis_end(axis, at[d]);
        int64_t skipped = from < block_lo ? (block_lo - from + step - 1) / step : 0;
        int64_t lo = from + skipped * step; /* the first selected index in the block */
        int64_t end = patch->hi[d] < block_end ? patch->hi[d] + 1 : block_end;
        if (patch->step && lo >= end)
            return ASHLAR_OK;
        size_t n = (size_t)((end - lo + step - 1) / step);
        offset += (size_t)(lo - block_lo) * seg_stride;
        buf += (size_t)skipped * buf_stride;
        if (n > 1) {
            size_t *count = &shape.count[shape.levels];
            size_t next = seg_stride * (size_t)step;
            if (shape.levels == 0 && *count == next && *count == buf_stride) {
                *count *= n;
            } else {
                shape.seg_stride[shape.levels] = next;
                shape.buf_stride[shape.levels] = buf_stride;
                shape.count[++shape.levels] = n;
            }
        }
        block += at[d] * grid;
        grid *= axis->blocks;
        seg_stride *= (size_t)(block_end - block_lo);
        if (d + 1 < ndim)
            buf_stride *=
                (size_t)(patch->ld ? patch->ld[d] : (patch->hi[d] - patch->lo[d]) / step + 1);
    }
    if (patch->handle)
        return transfer_nb(array, patch, (int)block, offset, buf, &shape);
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

/* Does the array's type allow the accumulate? */
INLINE int check_update(const char *call, const gai_array_t *array, const patch_t *patch)
{
    if (GA_UNLIKELY(!gai_is_arithmetic(array)))
        return gai_bad_type(call, array);
    if (patch->alpha)
        return ASHLAR_OK;
    if ((unsigned)patch->op >= ASHLAR_OP_COUNT)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an operation", call, (int)patch->op);
    return ali_kernels[array->type].reduce[patch->op] ? ASHLAR_OK : gai_bad_type(call, array);
}

INLINE int check_and_transfer(const char *call, const gai_array_t *array, const patch_t *patch,
                              int ndim)
{
    if (patch->direction == ACC)
        AL_TRY(check_update(call, array, patch));
    int odd = gai_check_patch(call, array, ndim, patch->lo, patch->hi);
    if (GA_UNLIKELY(odd))
        return odd > 0 ? ASHLAR_OK : odd;
    if (GA_UNLIKELY(!patch->buf))
        return gai_bad_argument(call, "the buffer");
    for (int d = 0; patch->step && d < ndim; ++d)
        if (patch->step[d] < 1)
            return AL_FAIL(ASHLAR_EARG, "%s: step %lld of dimension %d is below 1", call,
                           (long long)patch->step[d], d);
    for (int d = 0; patch->ld && d + 1 < ndim; ++d) {
        int64_t step = patch->step ? patch->step[d] : 1;
        int64_t extent = (patch->hi[d] - patch->lo[d]) / step + 1;
        if (GA_UNLIKELY(patch->ld[d] < extent))
            return gai_bad_ld(call, array, d, patch->ld[d], extent);
    }
    double begin = gai_stats_begin();
    int status = transfer_patch(array, patch, ndim);
    if (GA_UNLIKELY(gai_stats_on)) {
        gai_stats_patch(stats_call[patch->direction], array, patch->lo, patch->hi);
        gai_stats_call(stats_call[patch->direction], begin);
    }
    return status;
}

INLINE int call_2d(const char *call, ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                   int64_t ld, patch_t patch)
{
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    if (GA_UNLIKELY(array->dist.ndim != 2))
        return gai_bad_ndim(call, array, 2);
    const int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    patch.lo = lo;
    patch.hi = hi;
    patch.ld = &ld;
    return check_and_transfer(call, array, &patch, 2);
}

static int call_nd(const char *call, ga_t g, const patch_t *patch)
{
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    if (GA_UNLIKELY(!patch->lo || !patch->hi))
        return gai_bad_argument(call, patch->lo ? "hi" : "lo");
    return check_and_transfer(call, array, patch, array->dist.ndim);
}

/* The buffer of a put or accumulate is only read. */
INLINE char *readable(const void *buf)
{
    return (char *)(uintptr_t)buf;
}

int gai_read(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
             const int64_t *ld)
{
    patch_t patch = {.direction = GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld};
    return transfer_patch(array, &patch, array->dist.ndim);
}

int gai_read_nb(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
                const int64_t *ld, ga_handle_t *handle)
{
    patch_t patch = {.direction = GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld, .handle = handle};
    return transfer_patch(array, &patch, array->dist.ndim);
}

/* ---- blocking -------------------------------------------------------------------------------- */

int ga_put(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf, int64_t ld)
{
    return call_2d("ga_put", g, ilo, ihi, jlo, jhi, ld,
                   (patch_t){.direction = PUT, .buf = readable(buf)});
}

int ga_get(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf, int64_t ld)
{
    return call_2d("ga_get", g, ilo, ihi, jlo, jhi, ld, (patch_t){.direction = GET, .buf = buf});
}

int ga_acc(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf, int64_t ld,
           const void *alpha)
{
    if (GA_UNLIKELY(!alpha))
        return gai_bad_argument("ga_acc", "alpha");
    return call_2d("ga_acc", g, ilo, ihi, jlo, jhi, ld,
                   (patch_t){.direction = ACC, .buf = readable(buf), .alpha = alpha});
}

int ga_acc_op(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
              int64_t ld, ashlar_op op)
{
    return call_2d("ga_acc_op", g, ilo, ihi, jlo, jhi, ld,
                   (patch_t){.direction = ACC, .buf = readable(buf), .op = op});
}

int ga_put_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld)
{
    return call_nd(
        "ga_put_nd", g,
        &(patch_t){.direction = PUT, .lo = lo, .hi = hi, .buf = readable(buf), .ld = ld});
}

int ga_get_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf, const int64_t *ld)
{
    return call_nd("ga_get_nd", g,
                   &(patch_t){.direction = GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld});
}

int ga_acc_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
              const void *alpha)
{
    if (GA_UNLIKELY(!alpha))
        return gai_bad_argument("ga_acc_nd", "alpha");
    return call_nd(
        "ga_acc_nd", g,
        &(patch_t){
            .direction = ACC, .lo = lo, .hi = hi, .buf = readable(buf), .ld = ld, .alpha = alpha});
}

int ga_acc_op_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
                 ashlar_op op)
{
    return call_nd(
        "ga_acc_op_nd", g,
        &(patch_t){.direction = ACC, .lo = lo, .hi = hi, .buf = readable(buf), .ld = ld, .op = op});
}

/* ---- every step-th element ------------------------------------------------------------------- */

static int call_strided(const char *call, ga_t g, const patch_t *patch)
{
    if (!patch->step)
        return gai_bad_argument(call, "step");
    return call_nd(call, g, patch);
}

int ga_put_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                      const void *buf, const int64_t *ld)
{
    return call_strided(
        "ga_put_strided_nd", g,
        &(patch_t){
            .direction = PUT, .lo = lo, .hi = hi, .step = step, .buf = readable(buf), .ld = ld});
}

int ga_get_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step, void *buf,
                      const int64_t *ld)
{
    return call_strided(
        "ga_get_strided_nd", g,
        &(patch_t){.direction = GET, .lo = lo, .hi = hi, .step = step, .buf = buf, .ld = ld});
}

int ga_acc_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                      const void *buf, const int64_t *ld, const void *alpha)
{
    if (!alpha)
        return gai_bad_argument("ga_acc_strided_nd", "alpha");
    return call_strided("ga_acc_strided_nd", g,
                        &(patch_t){.direction = ACC,
                                   .lo = lo,
                                   .hi = hi,
                                   .step = step,
                                   .buf = readable(buf),
                                   .ld = ld,
                                   .alpha = alpha});
}

/* ---- nonblocking ----------------------------------------------------------------------------- */

INLINE int start_2d(const char *call, ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                    int64_t ld, patch_t patch)
{
    if (GA_UNLIKELY(!patch.handle))
        return gai_bad_argument(call, "the handle pointer");
    return call_2d(call, g, ilo, ihi, jlo, jhi, ld, patch);
}

static int start_nd(const char *call, ga_t g, const patch_t *patch)
{
    if (!patch->handle)
        return gai_bad_argument(call, "the handle pointer");
    return call_nd(call, g, patch);
}

int ga_put_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
              int64_t ld, ga_handle_t *handle)
{
    return start_2d("ga_put_nb", g, ilo, ihi, jlo, jhi, ld,
                    (patch_t){.direction = PUT, .buf = readable(buf), .handle = handle});
}

int ga_get_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf, int64_t ld,
              ga_handle_t *handle)
{
    return start_2d("ga_get_nb", g, ilo, ihi, jlo, jhi, ld,
                    (patch_t){.direction = GET, .buf = buf, .handle = handle});
}

int ga_acc_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
              int64_t ld, const void *alpha, ga_handle_t *handle)
{
    if (GA_UNLIKELY(!alpha))
        return gai_bad_argument("ga_acc_nb", "alpha");
    return start_2d(
        "ga_acc_nb", g, ilo, ihi, jlo, jhi, ld,
        (patch_t){.direction = ACC, .buf = readable(buf), .alpha = alpha, .handle = handle});
}

int ga_put_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
                 ga_handle_t *handle)
{
    return start_nd("ga_put_nb_nd", g,
                    &(patch_t){.direction = PUT,
                               .lo = lo,
                               .hi = hi,
                               .buf = readable(buf),
                               .ld = ld,
                               .handle = handle});
}

int ga_get_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf, const int64_t *ld,
                 ga_handle_t *handle)
{
    return start_nd(
        "ga_get_nb_nd", g,
        &(patch_t){.direction = GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld, .handle = handle});
}

int ga_acc_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
                 const void *alpha, ga_handle_t *handle)
{
    if (!alpha)
        return gai_bad_argument("ga_acc_nb_nd", "alpha");
    return start_nd("ga_acc_nb_nd", g,
                    &(patch_t){.direction = ACC,
                               .lo = lo,
                               .hi = hi,
                               .buf = readable(buf),
                               .ld = ld,
                               .alpha = alpha,
                               .handle = handle});
}

int ga_wait(ga_handle_t *handle)
{
    AL_TRY(gai_check_started("ga_wait"));
    return handle ? al_wait(handle) : gai_bad_argument("ga_wait", "the handle pointer");
}

int ga_test(ga_handle_t *handle, int *done)
{
    AL_TRY(gai_check_started("ga_test"));
    return handle && done ? al_test(handle, done)
                          : gai_bad_argument("ga_test", handle ? "done" : "the handle pointer");
}

int ga_wait_all(void)
{
    AL_TRY(gai_check_started("ga_wait_all"));
    return al_wait_all();
}
