/* put and get of the same bytes of each element of a patch. */
#include "ga/src/onesided/ga_patch.h"

static int call_field(const char *call, ga_t g, gai_patch_t patch)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, patch.direction, &array));
    if (patch.width == 0 || patch.width > array->element ||
        patch.field > array->element - patch.width)
        return AL_FAIL(ASHLAR_ERANGE,
                       "%s: a field of %zu bytes from byte %zu of elements of %zu bytes of array "
                       "'%s'",
                       call, patch.width, patch.field, array->element, array->name);
    return gai_patch_call(call, g, &patch);
}

int ga_put_field_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset, size_t size,
                    const void *buf, const int64_t *ld)
{
    return call_field(__func__, g,
                      (gai_patch_t){.direction = AL_PUT,
                                    .lo = lo,
                                    .hi = hi,
                                    .buf = ali_unconst(buf),
                                    .ld = ld,
                                    .field = offset,
                                    .width = size});
}

int ga_get_field_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset, size_t size,
                    void *buf, const int64_t *ld)
{
    return call_field(__func__, g,
                      (gai_patch_t){.direction = AL_GET,
                                    .lo = lo,
                                    .hi = hi,
                                    .buf = buf,
                                    .ld = ld,
                                    .field = offset,
                                    .width = size});
}

int ga_put_field_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset, size_t size,
                       const void *buf, const int64_t *ld, ga_handle_t *handle)
{
    if (!handle)
        return gai_bad_argument(__func__, "the handle pointer");
    return call_field(__func__, g,
                      (gai_patch_t){.direction = AL_PUT,
                                    .lo = lo,
                                    .hi = hi,
                                    .buf = ali_unconst(buf),
                                    .ld = ld,
                                    .handle = handle,
                                    .field = offset,
                                    .width = size});
}

int ga_get_field_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset, size_t size,
                       void *buf, const int64_t *ld, ga_handle_t *handle)
{
    if (!handle)
        return gai_bad_argument(__func__, "the handle pointer");
    return call_field(__func__, g,
                      (gai_patch_t){.direction = AL_GET,
                                    .lo = lo,
                                    .hi = hi,
                                    .buf = buf,
                                    .ld = ld,
                                    .handle = handle,
                                    .field = offset,
                                    .width = size});
}
