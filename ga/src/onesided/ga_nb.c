/* put, get, acc that go on after the call, and waiting for them. */
#include "ga/src/onesided/ga_patch.h"

AL_INLINE int start_2d(const char *call, ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                       int64_t ld, gai_patch_t patch)
{
    if (AL_UNLIKELY(!patch.handle))
        return gai_bad_argument(call, "the handle pointer");
    return gai_patch_call_2d(call, g, ilo, ihi, jlo, jhi, ld, patch);
}

static int start_nd(const char *call, ga_t g, const gai_patch_t *patch)
{
    if (!patch->handle)
        return gai_bad_argument(call, "the handle pointer");
    return gai_patch_call(call, g, patch);
}

int ga_put_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
              int64_t ld, ga_handle_t *handle)
{
    return start_2d(__func__, g, ilo, ihi, jlo, jhi, ld,
                    (gai_patch_t){.direction = AL_PUT, .buf = ali_unconst(buf), .handle = handle});
}

int ga_get_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf, int64_t ld,
              ga_handle_t *handle)
{
    return start_2d(__func__, g, ilo, ihi, jlo, jhi, ld,
                    (gai_patch_t){.direction = AL_GET, .buf = buf, .handle = handle});
}

int ga_acc_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
              int64_t ld, const void *alpha, ga_handle_t *handle)
{
    if (AL_UNLIKELY(!alpha))
        return gai_bad_argument(__func__, "alpha");
    return start_2d(
        __func__, g, ilo, ihi, jlo, jhi, ld,
        (gai_patch_t){
            .direction = AL_ACC, .buf = ali_unconst(buf), .alpha = alpha, .handle = handle});
}

int ga_put_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
                 ga_handle_t *handle)
{
    return start_nd(__func__, g,
                    &(gai_patch_t){.direction = AL_PUT,
                                   .lo = lo,
                                   .hi = hi,
                                   .buf = ali_unconst(buf),
                                   .ld = ld,
                                   .handle = handle});
}

int ga_get_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf, const int64_t *ld,
                 ga_handle_t *handle)
{
    return start_nd(
        __func__, g,
        &(gai_patch_t){
            .direction = AL_GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld, .handle = handle});
}

int ga_acc_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf, const int64_t *ld,
                 const void *alpha, ga_handle_t *handle)
{
    if (!alpha)
        return gai_bad_argument(__func__, "alpha");
    return start_nd(__func__, g,
                    &(gai_patch_t){.direction = AL_ACC,
                                   .lo = lo,
                                   .hi = hi,
                                   .buf = ali_unconst(buf),
                                   .ld = ld,
                                   .alpha = alpha,
                                   .handle = handle});
}

int ga_wait(ga_handle_t *handle)
{
    AL_TRY(gai_check_started(__func__));
    return handle ? al_wait(handle) : gai_bad_argument(__func__, "the handle pointer");
}

int ga_test(ga_handle_t *handle, int *done)
{
    AL_TRY(gai_check_started(__func__));
    return handle && done ? al_test(handle, done)
                          : gai_bad_argument(__func__, handle ? "done" : "the handle pointer");
}

int ga_wait_any(int n, ga_handle_t *handles, int *index)
{
    AL_TRY(gai_check_started(__func__));
    if (n < 0 || (n > 0 && !handles) || !index)
        return gai_bad_argument(__func__, n < 0 ? "n" : !index ? "index" : "the list of handles");
    return al_wait_any(n, handles, index);
}

int ga_wait_some(int n, ga_handle_t *handles, int *count, int *indices)
{
    AL_TRY(gai_check_started(__func__));
    if (n < 0 || (n > 0 && (!handles || !indices)) || !count)
        return gai_bad_argument(__func__, n < 0      ? "n"
                                          : !count   ? "count"
                                          : !handles ? "the list of handles"
                                                     : "indices");
    return al_wait_some(n, handles, count, indices);
}

int ga_wait_all(void)
{
    AL_TRY(gai_check_started(__func__));
    return al_wait_all();
}
