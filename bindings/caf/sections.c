/* Sections of arrays, and copies from one to another: one strided transfer where both sides allow
 * it. Otherwise elements pass one by one; those of another node through memory of this image. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "caf.h"

/* ---- what a section is ----------------------------------------------------------------------- */

static ptrdiff_t span_of(const caf_descriptor_t *array)
{
    enum { MOST = 1 << 24 }; /* some descriptors have what was on the stack there */
    const ptrdiff_t length = (ptrdiff_t)array->element.length;
    return array->span >= length && array->span <= MOST ? array->span : length;
}

static void set_shape(caf_section_t *section, int d, int64_t n, ptrdiff_t stride)
{
    section->dim[d].n = n < 0 ? 0 : n;
    section->dim[d].stride = stride;
    section->dim[d].vector = NULL;
    section->n *= section->dim[d].n;
}

void caf_section_shape(caf_section_t *section, const caf_descriptor_t *array,
                       const caf_vector_t *vector)
{
    const ptrdiff_t span = span_of(array);
    section->type = array->element.type;
    section->length = array->element.length;
    section->ndim = array->element.rank;
    section->n = 1;
    for (int d = 0; d < section->ndim; ++d) {
        const caf_dimension_t *dim = &array->dim[d];
        if (!vector) {
            set_shape(section, d, dim->upper - dim->lower + 1, dim->stride * span);
        } else if (vector[d].nvec) {
            set_shape(section, d, (int64_t)vector[d].nvec, dim->stride * span);
            section->dim[d].vector = vector[d].u.v.vector;
            section->dim[d].kind = vector[d].u.v.kind;
            section->dim[d].lower = dim->lower;
        } else {
            const ptrdiff_t from = vector[d].u.triplet.lower, step = vector[d].u.triplet.stride;
            set_shape(section, d, step ? (vector[d].u.triplet.upper - from + step) / step : 0,
                      step * dim->stride * span);
            const ptrdiff_t skipped = (from - dim->lower) * dim->stride * span;
            section->offset += (size_t)skipped;
            section->here += section->here ? skipped : 0;
        }
    }
}

void caf_section_here(caf_section_t *section, const caf_descriptor_t *array, int kind)
{
    section->segment = NULL;
    section->offset = 0;
    section->here = array->base;
    section->kind = kind;
    caf_section_shape(section, array, NULL);
}

void caf_section_place(caf_section_t *section, al_segment_t *segment, int rank, size_t offset)
{
    void *slice;
    section->segment = segment;
    section->rank = rank;
    section->offset = offset;
    const int is_here =
        al_node_of(al_group_world_rank(al_segment_group(segment), rank)) == al_node_of(al_rank());
    section->here = is_here && al_segment_address(segment, rank, &slice) == ASHLAR_OK
                        ? (char *)slice + offset
                        : NULL;
}

/* ---- elements one by one --------------------------------------------------------------------- */

static ptrdiff_t position_of(const caf_section_t *section, int d, int64_t k)
{
    const void *vector = section->dim[d].vector;
    if (!vector)
        return k;
    switch (section->dim[d].kind) {
    case 1:
        return ((const int8_t *)vector)[k] - section->dim[d].lower;
    case 2:
        return ((const int16_t *)vector)[k] - section->dim[d].lower;
    case 4:
        return ((const int32_t *)vector)[k] - section->dim[d].lower;
    case 8:
        return ((const int64_t *)vector)[k] - section->dim[d].lower;
    default: /* 16: the low half, and the high half is its sign */
        return (ptrdiff_t)((const int64_t *)vector)[2 * k] - section->dim[d].lower;
    }
}

/* Walks over the elements of a section; at: where the present one is, in bytes from the first. */
typedef struct walk {
    const caf_section_t *section;
    int64_t index[CAF_MAX_RANK];
    ptrdiff_t part[CAF_MAX_RANK]; /* of `at`, of each dimension */
    ptrdiff_t at;
} walk_t;

static void set_index(walk_t *walk, int d, int64_t k)
{
    const ptrdiff_t part = position_of(walk->section, d, k) * walk->section->dim[d].stride;
    walk->index[d] = k;
    walk->at += part - walk->part[d];
    walk->part[d] = part;
}

static void walk_begin(walk_t *walk, const caf_section_t *section)
{
    *walk = (walk_t){.section = section};
    for (int d = 0; d < section->ndim && section->n > 0; ++d)
        set_index(walk, d, 0);
}

static void walk_step(walk_t *walk)
{
    const caf_section_t *section = walk->section;
    for (int d = 0; d < section->ndim; ++d) {
        if (walk->index[d] + 1 < section->dim[d].n) {
            set_index(walk, d, walk->index[d] + 1);
            return;
        }
        set_index(walk, d, 0);
    }
}

/* Both can be addressed. */
static void copy_elements(const caf_section_t *from, const caf_section_t *to)
{
    const bool is_same = caf_is_same(from, to), is_one = from->n == 1;
    walk_t a, b;
    walk_begin(&a, from);
    walk_begin(&b, to);
    for (int64_t k = 0; k < to->n; ++k) {
        if (is_same)
            memcpy(to->here + b.at, from->here + a.at, to->length);
        else
            caf_convert(from, from->here + a.at, to, to->here + b.at);
        walk_step(&b);
        if (!is_one)
            walk_step(&a);
    }
}

/* ---- strided transfers ----------------------------------------------------------------------- */

/* Without vectors, and all strides go up. */
static bool is_ascending(const caf_section_t *section)
{
    for (int d = 0; d < section->ndim; ++d)
        if (section->dim[d].vector || (section->dim[d].stride <= 0 && section->dim[d].n > 1))
            return false;
    return true;
}

/* The next dimension from d on that has more than one index. */
static int next_wide(const caf_section_t *section, int d)
{
    while (d < section->ndim && section->dim[d].n == 1)
        ++d;
    return d;
}

/* The shape of a transfer between a section of a segment and one here, if there is one: both plain,
 * with the same extents but for those of 1. The first dimension first; what goes on where the one
 * before ends is one with it. */
static bool lay_out_transfer(const caf_section_t *there, const caf_section_t *here,
                             al_shape_t *shape)
{
    int a = 0, b = 0, level = 0;
    if (!is_ascending(there) || !is_ascending(here))
        return false;
    shape->count[0] = there->length;
    for (;; ++a, ++b) {
        a = next_wide(there, a);
        b = next_wide(here, b);
        if (a == there->ndim || b == here->ndim)
            break;
        if (there->dim[a].n != here->dim[b].n)
            return false;
        const size_t n = (size_t)there->dim[a].n, last = shape->count[level];
        const size_t far = (size_t)there->dim[a].stride, near = (size_t)here->dim[b].stride;
        if (far == (level ? last * shape->seg_stride[level - 1] : last) &&
            near == (level ? last * shape->buf_stride[level - 1] : last)) {
            shape->count[level] *= n;
            continue;
        }
        if (level == AL_MAX_LEVELS)
            return false;
        if (far < shape->count[0]) /* elements of the segment would overlap */
            return false;
        shape->seg_stride[level] = far;
        shape->buf_stride[level] = near;
        shape->count[++level] = n;
    }
    shape->levels = level;
    return a == there->ndim && b == here->ndim;
}

/* ---- elements of another node ---------------------------------------------------------------- */

/* The same number of elements of the same kind, contiguous. */
static void make_dense(const caf_section_t *like, caf_section_t *dense, char *memory)
{
    *dense = (caf_section_t){.here = memory,
                             .type = like->type,
                             .kind = like->kind,
                             .length = like->length,
                             .ndim = like->ndim,
                             .n = like->n};
    ptrdiff_t stride = (ptrdiff_t)like->length;
    for (int d = 0; d < like->ndim; ++d) {
        dense->dim[d].n = like->dim[d].n;
        dense->dim[d].stride = stride;
        stride *= like->dim[d].n;
    }
}

enum { PART = 4096 /* elements of a list */ };

/* Between a section of a segment and dense memory. */
static int move_dense(const caf_section_t *there, char *memory, bool is_put)
{
    caf_section_t dense;
    al_shape_t shape;
    make_dense(there, &dense, memory);
    if (lay_out_transfer(there, &dense, &shape))
        return is_put ? al_put_strided(there->segment, there->rank, there->offset, memory, &shape)
                      : al_get_strided(there->segment, there->rank, there->offset, memory, &shape);
    size_t offsets[PART];
    void *places[PART];
    walk_t walk;
    int status = ASHLAR_OK;
    walk_begin(&walk, there);
    for (int64_t k = 0; k < there->n && status == ASHLAR_OK;) {
        size_t n = 0;
        for (; n < PART && k < there->n; ++n, ++k, walk_step(&walk)) {
            offsets[n] = there->offset + (size_t)walk.at;
            places[n] = memory + (size_t)k * there->length;
        }
        status =
            is_put ? al_put_vector(there->segment, there->rank, n, offsets,
                                   (const void *const *)places, there->length)
                   : al_get_vector(there->segment, there->rank, n, offsets, places, there->length);
    }
    return status;
}

/* ---- copy ------------------------------------------------------------------------------------ */

static void find_ends(const caf_section_t *section, const char **lo, const char **hi)
{
    *lo = *hi = section->here;
    for (int d = 0; d < section->ndim; ++d) {
        ptrdiff_t least = 0, most = 0;
        for (int64_t k = section->dim[d].vector ? 0 : section->dim[d].n - 1; k < section->dim[d].n;
             ++k) {
            const ptrdiff_t at = position_of(section, d, k) * section->dim[d].stride;
            least = at < least ? at : least;
            most = at > most ? at : most;
        }
        *lo += least;
        *hi += most;
    }
    *hi += section->length;
}

static bool has_overlap(const caf_section_t *a, const caf_section_t *b)
{
    const char *a_lo, *a_hi, *b_lo, *b_hi;
    if (!a->here || !b->here)
        return false;
    find_ends(a, &a_lo, &a_hi);
    find_ends(b, &b_lo, &b_hi);
    return a_lo < b_hi && b_lo < a_hi;
}

static int pass_through(const caf_section_t *from, const caf_section_t *to)
{
    caf_section_t dense;
    char *memory = malloc((size_t)from->n * from->length + 1);
    if (!memory)
        caf_stop("no memory to pass %lld elements through", (long long)from->n);
    make_dense(from, &dense, memory);
    int status = ASHLAR_OK;
    if (from->here)
        copy_elements(from, &dense);
    else
        status = move_dense(from, memory, false);
    if (status == ASHLAR_OK)
        status = caf_copy(&dense, to, false);
    free(memory);
    return status;
}

/* From here to another node, with a conversion, or to places that no shape tells. */
static int send_through(const caf_section_t *from, const caf_section_t *to)
{
    caf_section_t dense;
    char *memory = malloc((size_t)to->n * to->length + 1);
    if (!memory)
        caf_stop("no memory to pass %lld elements through", (long long)to->n);
    make_dense(to, &dense, memory);
    copy_elements(from, &dense);
    int status = move_dense(to, memory, true);
    free(memory);
    return status;
}

int caf_copy(const caf_section_t *from, const caf_section_t *to, bool may_overlap)
{
    al_shape_t shape;
    if (to->n == 0)
        return ASHLAR_OK;
    if (may_overlap && has_overlap(from, to))
        return pass_through(from, to);
    const bool is_alike = caf_is_same(from, to) && from->n == to->n;
    if (is_alike && to->segment && from->here && lay_out_transfer(to, from, &shape))
        return al_put_strided(to->segment, to->rank, to->offset, from->here, &shape);
    if (is_alike && from->segment && to->here && lay_out_transfer(from, to, &shape))
        return al_get_strided(from->segment, from->rank, from->offset, to->here, &shape);
    if (!from->here)
        return pass_through(from, to);
    if (!to->here)
        return send_through(from, to);
    copy_elements(from, to);
    return ASHLAR_OK;
}
