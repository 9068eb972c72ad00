/* One value to a section, and sections of two images. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarray/src/co_private.h"
#include "ga/src/array/ga_check.h"

enum { PIECE = 4096 /* bytes */ };

/* `pieces` pieces of each row, from the same `n` elements in buf. A row may have fewer dimensions
 * than levels are left for, so it is passed as one more dimension, unless that is one too many. */
static int put_pieces(co_array_t *x, int image, const coi_section_t *rows, int64_t from, int64_t n,
                      int64_t pieces, const char *buf)
{
    const size_t element = x->element;
    coi_section_t part = *rows;
    al_shape_t shape = {.count = {(size_t)n * element}};
    part.count[part.ndim - 1] = pieces;
    part.stride[part.ndim - 1] = n * rows->stride[part.ndim - 1];
    for (int d = part.ndim - 1; d >= 0; --d)
        if (part.count[d] > 1) {
            shape.seg_stride[shape.levels] = (size_t)part.stride[d] * element;
            shape.count[++shape.levels] = (size_t)part.count[d]; /* buf_stride 0: the same again */
        }
    const size_t offset = rows->offset + (size_t)(from * rows->stride[part.ndim - 1]) * element;
    return al_put_strided(x->segment, image, offset, buf, &shape);
}

static int fill_section(co_array_t *x, int image, const coi_section_t *section, const char *value)
{
    char piece[PIECE];
    const int last = section->ndim - 1;
    const int64_t row = section->count[last];
    const int is_dense = section->stride[last] == 1;
    if (!is_dense || x->element > PIECE / 2)
        return put_pieces(x, image, section, 0, 1, row, value);
    const int64_t n = ali_min(row, (int64_t)(PIECE / x->element));
    for (int64_t k = 0; k < n; ++k)
        memcpy(piece + (size_t)k * x->element, value, x->element);
    AL_TRY(put_pieces(x, image, section, 0, n, row / n, piece));
    return row % n ? put_pieces(x, image, section, row - row % n, row % n, 1, piece) : ASHLAR_OK;
}

int co_fill(co_array_t *x, int image, const ashlar_interval_t *section, const void *value)
{
    coi_section_t found;
    AL_TRY(coi_section(__func__, x, image, section, &found));
    if (!value)
        return gai_bad_argument(__func__, "the value");
    return found.n ? fill_section(x, image, &found, value) : ASHLAR_OK;
}

/* A side of a copy. */
typedef struct side {
    co_array_t *x;
    int image;
    coi_section_t section;
} side_t;

static bool is_alike(const side_t *from, const side_t *to)
{
    return from->section.ndim == to->section.ndim &&
           memcmp(from->section.count, to->section.count,
                  (size_t)from->section.ndim * sizeof *from->section.count) == 0;
}

/* Straight from where the elements are, on my node: there they are the buffer of a put. */
static int copy_from_here(const side_t *from, const side_t *to)
{
    al_shape_t shape;
    void *slice;
    AL_TRY(al_segment_address(from->x->segment, from->image, &slice));
    coi_lay_out(&to->section, to->x->element, from->section.stride, &shape);
    return al_put_strided(to->x->segment, to->image, to->section.offset,
                          (char *)slice + from->section.offset, &shape);
}

/* Straight to where they go, on my node. */
static int copy_to_here(const side_t *from, const side_t *to)
{
    al_shape_t shape;
    void *slice;
    AL_TRY(al_segment_address(to->x->segment, to->image, &slice));
    coi_lay_out(&from->section, from->x->element, to->section.stride, &shape);
    return al_get_strided(from->x->segment, from->image, from->section.offset,
                          (char *)slice + to->section.offset, &shape);
}

/* Through memory of mine. */
static int copy_through(const char *call, const side_t *from, const side_t *to)
{
    const size_t bytes = (size_t)from->section.n * from->x->element;
    al_shape_t shape;
    char *buf = malloc(bytes);
    if (!buf)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory to pass %zu bytes through", call, bytes);
    coi_lay_out(&from->section, from->x->element, NULL, &shape);
    int status = al_get_strided(from->x->segment, from->image, from->section.offset, buf, &shape);
    coi_lay_out(&to->section, to->x->element, NULL, &shape);
    if (status == ASHLAR_OK)
        status = al_put_strided(to->x->segment, to->image, to->section.offset, buf, &shape);
    free(buf);
    return status;
}

/* Neither side is on my node: slab by slab of the first dimension with more than one index. */
static int copy_slabs(const char *call, const side_t *from, const side_t *to)
{
    enum { SLAB = 1 << 20 /* bytes */ };
    side_t a = *from, b = *to;
    int d = 0;
    while (d < a.section.ndim - 1 && a.section.count[d] == 1)
        ++d;
    const int64_t all = a.section.count[d], below = a.section.n / all;
    const int64_t most = ali_max(1, SLAB / ((int64_t)a.x->element * below));
    for (int64_t at = 0; at < all; at += most) {
        const int64_t n = ali_min(most, all - at);
        a.section.count[d] = b.section.count[d] = n;
        a.section.n = b.section.n = n * below;
        AL_TRY(copy_through(call, &a, &b));
        a.section.offset += (size_t)(n * a.section.stride[d]) * a.x->element;
        b.section.offset += (size_t)(n * b.section.stride[d]) * b.x->element;
    }
    return ASHLAR_OK;
}

int co_copy(co_array_t *from, int from_image, const ashlar_interval_t *from_section, co_array_t *to,
            int to_image, const ashlar_interval_t *to_section)
{
    side_t source = {.x = from, .image = from_image}, target = {.x = to, .image = to_image};
    AL_TRY(coi_section(__func__, from, from_image, from_section, &source.section));
    AL_TRY(coi_section(__func__, to, to_image, to_section, &target.section));
    if (from->element != to->element)
        return AL_FAIL(ASHLAR_ETYPE, "%s: elements of %zu bytes to elements of %zu", __func__,
                       from->element, to->element);
    if (source.section.n != target.section.n)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: %" PRId64 " elements to %" PRId64, __func__,
                       source.section.n, target.section.n);
    if (source.section.n == 0)
        return ASHLAR_OK;
    if (!is_alike(&source, &target) || (from == to && from_image == to_image))
        return copy_through(__func__, &source, &target);
    if (ali_slice_is_here(from->segment, from_image))
        return copy_from_here(&source, &target);
    if (ali_slice_is_here(to->segment, to_image))
        return copy_to_here(&source, &target);
    return copy_slabs(__func__, &source, &target);
}
