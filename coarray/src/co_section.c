/* Sections of arrays, as the shapes of transfers. */
#include <inttypes.h>

#include "coarray/src/co_private.h"

static int bad_interval(const char *call, const co_array_t *x, int image, int d, int64_t extent,
                        const ashlar_interval_t *wanted)
{
    if (wanted->step < 1)
        return AL_FAIL(ASHLAR_EARG, "%s: step %" PRId64 " of dimension %d is below 1", call,
                       wanted->step, d);
    return AL_FAIL(ASHLAR_ERANGE,
                   "%s: %" PRId64 "..%" PRId64 " of dimension %d is not inside 0..%" PRId64
                   " on image %d of coarray %d",
                   call, wanted->first, wanted->last, d, extent - 1, image, x->number);
}

int coi_section(const char *call, co_array_t *x, int image, const ashlar_interval_t *section,
                coi_section_t *found)
{
    AL_TRY(coi_check_image(call, x, image));
    const int64_t *extents = coi_extents(x, image);
    int64_t below = 1, first = 0;
    found->ndim = x->ndim;
    found->n = 1;
    for (int d = x->ndim - 1; d >= 0; --d) {
        const int64_t extent = extents[d];
        ashlar_interval_t wanted = section ? section[d] : (ashlar_interval_t){0, extent - 1, 1};
        if (AL_UNLIKELY(wanted.step < 1))
            return bad_interval(call, x, image, d, extent, &wanted);
        found->count[d] = 0;
        if (wanted.first <= wanted.last) {
            if (AL_UNLIKELY(wanted.first < 0 || wanted.last >= extent))
                return bad_interval(call, x, image, d, extent, &wanted);
            const int64_t span = wanted.last - wanted.first;
            found->count[d] = (wanted.step == 1 ? span : span / wanted.step) + 1;
            first += wanted.first * below;
        }
        found->stride[d] = wanted.step * below;
        found->n *= found->count[d];
        below *= extent;
    }
    found->offset = COI_HEADER + (size_t)first * x->element;
    return ASHLAR_OK;
}

/* The last dimension first. */
void coi_lay_out(const coi_section_t *section, size_t element, const int64_t *strides,
                 al_shape_t *shape)
{
    size_t dense = element; /* bytes of the dimensions so far, when the buffer is dense */
    shape->levels = 0;
    shape->count[0] = element;
    for (int d = section->ndim - 1; d >= 0; --d) {
        const size_t n = (size_t)section->count[d];
        if (n != 1)
            ali_shape_fold(shape, n, (size_t)section->stride[d] * element,
                           strides ? (size_t)strides[d] * element : dense);
        dense *= n;
    }
}

int coi_shape(const char *call, const co_array_t *x, const coi_section_t *section,
              const int64_t *strides, al_shape_t *shape)
{
    for (int d = 0; strides && d < x->ndim; ++d)
        if (AL_UNLIKELY(strides[d] < 1))
            return AL_FAIL(ASHLAR_EARG, "%s: stride %" PRId64 " of dimension %d is below 1", call,
                           strides[d], d);
    coi_lay_out(section, x->element, strides, shape);
    return ASHLAR_OK;
}
