/* put and get of the same bytes of each element of a patch. */
#include "ga/src/onesided/ga_patch.h"

static int move_field(const char *call, ga_t g, const gai_patch_t *patch)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, patch->direction, &array));
    if (patch->width == 0 || patch->width > array->element ||
        patch->field > array->element - patch->width)
        return AL_FAIL(ASHLAR_ERANGE,
                       "%s: a field of %zu bytes from byte %zu of elements of %zu bytes of array "
                       "'%s'",
                       call, patch->width, patch->field, array->element, array->name);
    return gai_patch_call(call, g, patch);
}

/* The patch of all four calls, whose arguments have the same names. */
#define FIELD(way, memory, request)                                                                \
    &(const gai_patch_t)                                                                           \
    {                                                                                              \
        .direction = (way), .lo = lo, .hi = hi, .buf = (memory), .ld = ld, .handle = (request),    \
        .field = offset, .width = size                                                             \
    }

int ga_put_field_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset, size_t size,
                    const void *buf, const int64_t *ld)
{
    return move_field(__func__, g, FIELD(AL_PUT, ali_unconst(buf), NULL));
}

int ga_get_field_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset, size_t size,
                    void *buf, const int64_t *ld)
{
    return move_field(__func__, g, FIELD(AL_GET, buf, NULL));
}

int ga_put_field_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset, size_t size,
                       const void *buf, const int64_t *ld, ga_handle_t *handle)
{
    if (!handle)
        return gai_bad_argument(__func__, "the handle pointer");
    return move_field(__func__, g, FIELD(AL_PUT, ali_unconst(buf), handle));
}

int ga_get_field_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset, size_t size,
                       void *buf, const int64_t *ld, ga_handle_t *handle)
{
    if (!handle)
        return gai_bad_argument(__func__, "the handle pointer");
    return move_field(__func__, g, FIELD(AL_GET, buf, handle));
}
