/* put, get, acc of patches that lie anywhere, blocking. */
#include "ga/src/onesided/ga_patch.h"

#include "armci-lite/src/al_private.h"
#include "ga/src/onesided/ga_transfer.h"

int gai_check_update(const char *call, const gai_array_t *array, const void *alpha, ashlar_op op)
{
    if (!gai_is_arithmetic(array))
        return gai_bad_type(call, array);
    if (alpha)
        return ASHLAR_OK;
    if ((unsigned)op > ASHLAR_REPLACE)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an operation of accumulates", call, (int)op);
    return ali_kernels[array->type].reduce[op] ? ASHLAR_OK : gai_bad_type(call, array);
}

int gai_check_steps(const char *call, const int64_t *step, int ndim)
{
    for (int d = 0; d < ndim; ++d)
        if (step[d] < 1)
            return AL_FAIL(ASHLAR_EARG, "%s: step %lld of dimension %d is below 1", call,
                           (long long)step[d], d);
    return ASHLAR_OK;
}

int gai_patch_transfer(const gai_array_t *array, const gai_patch_t *patch)
{
    if (array->replica && patch->direction == AL_GET)
        array = array->replica;
    return gai_transfer(array, patch, array->dist.ndim);
}

int gai_patch_call(const char *call, ga_t g, const gai_patch_t *patch)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, patch->direction, &array));
    if (AL_UNLIKELY(!patch->lo || !patch->hi))
        return gai_bad_argument(call, patch->lo ? "hi" : "lo");
    return gai_check_and_transfer(call, array, patch, array->dist.ndim);
}

int gai_read(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
             const int64_t *ld)
{
    gai_patch_t patch = {.direction = AL_GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld};
    return gai_patch_transfer(array, &patch);
}

int gai_read_nb(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
                const int64_t *ld, ga_handle_t *handle)
{
    gai_patch_t patch = {
        .direction = AL_GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld, .handle = handle};
    return gai_patch_transfer(array, &patch);
}

int gai_write(const gai_array_t *array, const int64_t *lo, const int64_t *hi, const void *buf,
              const int64_t *ld)
{
    gai_patch_t patch = {
        .direction = AL_PUT, .lo = lo, .hi = hi, .buf = ali_unconst(buf), .ld = ld};
    return gai_patch_transfer(array, &patch);
}

int gai_add_nb(const gai_array_t *array, const int64_t *lo, const int64_t *hi, const void *alpha,
               const void *buf, const int64_t *ld, ga_handle_t *handle)
{
    gai_patch_t patch = {.direction = AL_ACC,
                         .lo = lo,
                         .hi = hi,
                         .buf = ali_unconst(buf),
                         .ld = ld,
                         .alpha = alpha,
                         .handle = handle};
    return gai_patch_transfer(array, &patch);
}

/* ---- blocking -------------------------------------------------------------------------------- */

int ga_put(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf, int64_t ld)
{
    return gai_patch_call_2d(__func__, g, ilo, ihi, jlo, jhi, ld,
                             (gai_patch_t){.direction = AL_PUT, .buf = ali_unconst(buf)});
}

int ga_get(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf, int64_t ld)
{
    return gai_patch_call_2d(__func__, g, ilo, ihi, jlo, jhi, ld,
                             (gai_patch_t){.direction = AL_GET, .buf = buf});
}

int ga_acc(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf, int64_t ld,
           const void *alpha)
{
    if (AL_UNLIKELY(!alpha))
        return gai_bad_argument(__func__, "alpha");
    return gai_patch_call_2d(
        __func__, g, ilo, ihi, jlo, jhi, ld,
        (gai_patch_t){.direction = AL_ACC, .buf = ali_unconst(buf), .alpha = alpha});
}

int ga_acc_op(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
              int64_t ld, ashlar_op op)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(__func__, array, 2);
    return gai_patch_call(__func__, g,
                          &(gai_patch_t){.direction = AL_ACC,
                                         .lo = (int64_t[]){ilo, jlo},
                                         .hi = (int64_t[]){ihi, jhi},
                                         .buf = ali_unconst(buf),
                                         .ld = &ld,
                                         .op = op});
}

int ga_put_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld)
{
    return gai_patch_call(
        __func__, g,
        &(gai_patch_t){.direction = AL_PUT, .lo = lo, .hi = hi, .buf = ali_unconst(buf), .ld = ld});
}

int ga_get_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf, const int64_t *ld)
{
    return gai_patch_call(
        __func__, g, &(gai_patch_t){.direction = AL_GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld});
}

int ga_acc_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
              const void *alpha)
{
    if (AL_UNLIKELY(!alpha))
        return gai_bad_argument(__func__, "alpha");
    return gai_patch_call(__func__, g,
                          &(gai_patch_t){.direction = AL_ACC,
                                         .lo = lo,
                                         .hi = hi,
                                         .buf = ali_unconst(buf),
                                         .ld = ld,
                                         .alpha = alpha});
}

int ga_acc_op_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
                 ashlar_op op)
{
    return gai_patch_call(
        __func__, g,
        &(gai_patch_t){
            .direction = AL_ACC, .lo = lo, .hi = hi, .buf = ali_unconst(buf), .ld = ld, .op = op});
}

/* ---- every step-th element ------------------------------------------------------------------- */

static int call_strided(const char *call, ga_t g, const gai_patch_t *patch)
{
    if (!patch->step)
        return gai_bad_argument(call, "step");
    return gai_patch_call(call, g, patch);
}

int ga_put_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                      const void *buf, const int64_t *ld)
{
    return call_strided(__func__, g,
                        &(gai_patch_t){.direction = AL_PUT,
                                       .lo = lo,
                                       .hi = hi,
                                       .step = step,
                                       .buf = ali_unconst(buf),
                                       .ld = ld});
}

int ga_get_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step, void *buf,
                      const int64_t *ld)
{
    return call_strided(
        __func__, g,
        &(gai_patch_t){
            .direction = AL_GET, .lo = lo, .hi = hi, .step = step, .buf = buf, .ld = ld});
}

int ga_acc_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                      const void *buf, const int64_t *ld, const void *alpha)
{
    if (!alpha)
        return gai_bad_argument(__func__, "alpha");
    return call_strided(__func__, g,
                        &(gai_patch_t){.direction = AL_ACC,
                                       .lo = lo,
                                       .hi = hi,
                                       .step = step,
                                       .buf = ali_unconst(buf),
                                       .ld = ld,
                                       .alpha = alpha});
}
