/* References to components: a path of components and subscripts from a coarray of an image to what
 * is meant. An allocatable component is followed by the descriptor or address that the image keeps
 * in its derived type: one read for each and, between nodes, for each execution segment. Its memory
 * is the library's, so the address tells where it is. As Fortran allows no allocatable component
 * behind a section, what a path leads to is always one section. */
#include <stdlib.h>
#include <string.h>

#include "caf.h"

/* A descriptor of any rank. */
typedef union bounds {
    caf_descriptor_t array;
    char bytes[sizeof(caf_descriptor_t) + CAF_MAX_RANK * sizeof(caf_dimension_t)];
} bounds_t;

/* Where a path has got to. */
typedef struct place {
    al_segment_t *segment;
    int rank; /* in it */
    size_t offset;
    int world_rank;
    const caf_descriptor_t *bounds; /* of the array whose subscripts come next; NULL: unknown */
    bounds_t read;
} place_t;

static int rank_of(const caf_reference_t *part)
{
    int rank = 0;
    while (rank < CAF_MAX_RANK && part->u.array.mode[rank] != CAF_MODE_NONE)
        ++rank;
    return rank;
}

/* A derived type of an image of another node cannot change for this image before the next
 * statement of this one that controls images (Fortran 2018, 11.6.2): what was read serves
 * until then, or each access to a component would be two round trips. */
typedef struct known {
    int64_t execution_segment; /* when it was read; 0: nothing is here */
    const al_segment_t *segment;
    int world_rank;
    size_t offset, bytes;
    bounds_t read;
} known_t;

static void read_component(place_t *place, size_t bytes)
{
    enum { KNOWN = 64 };
    static known_t all[KNOWN];
    known_t *known = &all[(place->offset / 8 + (size_t)place->world_rank * 7) % KNOWN];
    const int is_far = al_node_of(place->world_rank) != al_node_of(al_rank());
    if (is_far && known->execution_segment == caf.execution_segment &&
        known->segment == place->segment && known->world_rank == place->world_rank &&
        known->offset == place->offset && known->bytes >= bytes) {
        memcpy(place->read.bytes, known->read.bytes, bytes);
        return;
    }
    caf_check(al_get(place->segment, place->rank, place->offset, place->read.bytes, bytes));
    if (!is_far || !place->read.array.base)
        return;
    known->execution_segment = caf.execution_segment;
    known->segment = place->segment;
    known->world_rank = place->world_rank;
    known->offset = place->offset;
    known->bytes = bytes;
    memcpy(known->read.bytes, place->read.bytes, bytes);
}

/* Into a component. @return 0: it is allocatable, and is not allocated */
static int enter_component(place_t *place, const caf_reference_t *part)
{
    const caf_reference_t *next = part->next;
    place->offset += (size_t)part->u.component.offset;
    place->bounds = NULL;
    if (part->u.component.token <= 0)
        return 1;
    size_t bytes = sizeof(void *);
    if (next && next->type == CAF_REF_ARRAY) {
        bytes = sizeof(caf_descriptor_t) + (size_t)rank_of(next) * sizeof(caf_dimension_t);
        place->bounds = &place->read.array;
    }
    read_component(place, bytes);
    if (!place->read.array.base)
        return 0;
    if (al_locate(place->world_rank, place->read.array.base, &place->offset) != ASHLAR_OK)
        caf_stop("a component on image %d is in memory that others cannot read: only what ALLOCATE "
                 "has made as a part of a coarray is",
                 place->world_rank + 1);
    place->segment = al_memory();
    place->rank = place->world_rank;
    return 1;
}

static void add_dimension(caf_section_t *section, int64_t n, ptrdiff_t stride)
{
    const int d = section->ndim++;
    section->dim[d].n = n < 0 ? 0 : n;
    section->dim[d].stride = stride;
    section->dim[d].vector = NULL;
    section->n *= section->dim[d].n;
}

/* Subscripts of a dimension with bounds; stride: bytes from one element to the next. */
static void subscript(place_t *place, caf_section_t *section, const caf_reference_t *part, int d,
                      ptrdiff_t lower, ptrdiff_t upper, ptrdiff_t stride)
{
    const int mode = part->u.array.mode[d];
    ptrdiff_t start = part->u.array.dim[d].range.start, end = part->u.array.dim[d].range.end;
    const ptrdiff_t step = part->u.array.dim[d].range.stride;
    if (mode == CAF_MODE_SINGLE) {
        place->offset += (size_t)((start - lower) * stride);
        return;
    }
    if (mode == CAF_MODE_VECTOR) {
        add_dimension(section, (int64_t)part->u.array.dim[d].v.nvec, stride);
        section->dim[section->ndim - 1].vector = part->u.array.dim[d].v.vector;
        section->dim[section->ndim - 1].kind = part->u.array.dim[d].v.kind;
        section->dim[section->ndim - 1].lower = lower;
        return;
    }
    if (mode == CAF_MODE_FULL || mode == CAF_MODE_OPEN_START)
        start = step < 0 ? upper : lower;
    if (mode == CAF_MODE_FULL || mode == CAF_MODE_OPEN_END)
        end = step < 0 ? lower : upper;
    place->offset += (size_t)((start - lower) * stride);
    add_dimension(section, (end - start + step) / step, step * stride);
}

/* An array without a descriptor: subscripts are offsets in elements, full ranges written out. */
static void subscript_static(place_t *place, caf_section_t *section, const caf_reference_t *part,
                             int d)
{
    const ptrdiff_t size = (ptrdiff_t)part->item_size;
    const int mode = part->u.array.mode[d];
    const ptrdiff_t start = part->u.array.dim[d].range.start;
    const ptrdiff_t end = part->u.array.dim[d].range.end;
    const ptrdiff_t step = part->u.array.dim[d].range.stride;
    if (mode == CAF_MODE_SINGLE || mode == CAF_MODE_VECTOR) {
        subscript(place, section, part, d, 0, 0, size);
        return;
    }
    place->offset += (size_t)(start * size);
    add_dimension(section, step ? (end - start + step) / step : 1, step * size);
}

/* The target of a path on an image. length: of the elements, where the path does not say.
 * @return 0: a component on the way is not allocated */
static int resolve(caf_token_t *token, int rank, const caf_reference_t *path, size_t length,
                   caf_section_t *section)
{
    place_t place = {.segment = token->segment,
                     .rank = rank,
                     .world_rank = caf_world_rank(token->team, rank),
                     .bounds = caf_bounds(token)};
    section->ndim = 0;
    section->n = 1;
    section->length = length;
    for (const caf_reference_t *part = path; part; part = part->next) {
        if (part->type == CAF_REF_COMPONENT && !enter_component(&place, part))
            return 0;
        if (part->type == CAF_REF_ARRAY && !place.bounds)
            caf_stop("a reference to an array whose bounds are not known");
        for (int d = 0; part->type != CAF_REF_COMPONENT && d < rank_of(part); ++d)
            if (part->type == CAF_REF_ARRAY)
                subscript(&place, section, part, d, place.bounds->dim[d].lower,
                          place.bounds->dim[d].upper,
                          place.bounds->dim[d].stride * (ptrdiff_t)part->item_size);
            else
                subscript_static(&place, section, part, d);
        if (part->item_size)
            section->length = part->item_size;
    }
    caf_section_place(section, place.segment, place.rank, place.offset);
    return 1;
}

/* The same, or an error. An image that is ahead of another may find a component before it has been
 * allocated, in a program that lacks a synchronisation; what such programs do with a slower library
 * they mostly do with this one, too. */
static int find_end(caf_token_t *token, int image, const caf_reference_t *path, size_t length,
                    int type, int kind, caf_section_t *section, const caf_report_t *report)
{
    const int rank = caf_find_rank(token, image, report);
    if (rank < 0)
        return 0;
    section->type = type;
    section->kind = kind;
    caf_deadline_t deadline = {0};
    do {
        if (resolve(token, rank, path, length, section))
            return 1;
    } while (caf_wait_until(&deadline));
    caf_fail(report, 1, "a component on image %d is not allocated", image);
    return 0;
}

int _gfortran_caf_is_present(caf_token_t *token, int image, caf_reference_t *path)
{
    caf_section_t section;
    const caf_report_t report = {0};
    return resolve(token, caf_find_rank(token, image, &report), path, 0, &section);
}

/* Give an allocatable array the shape of a section, as assignment does. */
static void allocate_like(const caf_section_t *section, caf_descriptor_t *array)
{
    int is_conforming = array->base != NULL && array->element.rank == section->ndim;
    for (int d = 0; d < section->ndim && is_conforming; ++d)
        is_conforming = array->dim[d].upper - array->dim[d].lower + 1 == section->dim[d].n;
    if (is_conforming || array->element.rank != section->ndim)
        return;
    const size_t bytes = (size_t)section->n * array->element.length;
    ptrdiff_t stride = 1;
    free(array->base);
    array->base = malloc(bytes ? bytes : 1);
    if (!array->base)
        caf_stop("no memory for %lld elements", (long long)section->n);
    array->span = (ptrdiff_t)array->element.length;
    array->offset = 0;
    for (int d = 0; d < section->ndim; ++d) {
        array->dim[d] = (caf_dimension_t){stride, 1, section->dim[d].n};
        array->offset -= (size_t)stride;
        stride *= section->dim[d].n;
    }
}

void _gfortran_caf_get_by_ref(caf_token_t *token, int image, caf_descriptor_t *to,
                              caf_reference_t *path, int to_kind, int from_kind, bool may_overlap,
                              bool to_allocatable, int *stat, int from_type)
{
    const caf_report_t report = {.stat = stat};
    caf_section_t source, target;
    if (!find_end(token, image, path, to->element.length, from_type, from_kind, &source, &report))
        return;
    if (to_allocatable)
        allocate_like(&source, to);
    caf_section_here(&target, to, to_kind);
    caf_assign(&source, &target, may_overlap, &report);
}

void _gfortran_caf_send_by_ref(caf_token_t *token, int image, caf_descriptor_t *from,
                               caf_reference_t *path, int to_kind, int from_kind, bool may_overlap,
                               bool to_allocatable, int *stat, int to_type)
{
    const caf_report_t report = {.stat = stat};
    caf_section_t source, target;
    (void)to_allocatable; /* memory of another image is not allocated from here */
    if (!find_end(token, image, path, from->element.length, to_type, to_kind, &target, &report))
        return;
    caf_section_here(&source, from, from_kind);
    /* gfortran does not say the length of the value of an expression. */
    if (source.type == CAF_CHARACTER && source.length == 0)
        source.length = target.length;
    caf_assign(&source, &target, may_overlap, &report);
}

void _gfortran_caf_sendget_by_ref(caf_token_t *to_token, int to_image, caf_reference_t *to_path,
                                  caf_token_t *from_token, int from_image,
                                  caf_reference_t *from_path, int to_kind, int from_kind,
                                  bool may_overlap, int *to_stat, int *from_stat, int to_type,
                                  int from_type)
{
    const caf_report_t to_report = {.stat = to_stat}, from_report = {.stat = from_stat};
    caf_section_t source, target;
    if (find_end(from_token, from_image, from_path, 0, from_type, from_kind, &source,
                 &from_report) &&
        find_end(to_token, to_image, to_path, source.length, to_type, to_kind, &target, &to_report))
        caf_assign(&source, &target, may_overlap, &to_report);
}
