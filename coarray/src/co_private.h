/* Coarrays: a segment of the group with a slice of HEADER bytes and the elements for each image. */
#ifndef CO_PRIVATE_H
#define CO_PRIVATE_H

#include <ashlar/coarray.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/ga_init.h"

enum {
    COI_HEADER = 64,                /* bytes before the elements, which are the guard's */
    COI_RECORDS = ASHLAR_TYPE_COUNT /* the type of elements without arithmetic */
};

struct co_array {
    gai_finalizer_t live;
    al_segment_t *segment; /* when the library has stopped since, one without images; */
    al_group_t *group;     /* so has this */
    int number;            /* of its segment among the group's, the same on all images */
    ga_group_t handle;
    int type; /* ashlar_type or COI_RECORDS */
    size_t element;
    int ndim;
    int64_t extents[ASHLAR_MAX_DIM]; /* of mine */
    const int64_t *others;           /* [images][ndim], once a node; NULL: all as mine */
    al_share_t share;                /* which has them */
};

/* Coarrays in counts and traces (co_trace.c). */
extern const al_object_layer_t coi_layer;

/* The group, and a segment of it, of what was alive when the library stopped. */
extern al_group_t coi_dead_group;
extern al_segment_t coi_dead_segment;

int coi_bad_array(const char *call, const co_array_t *x) __attribute__((cold));
/* Also ASHLAR_ESTATE: the group has no images. */
int coi_bad_image(const char *call, const al_group_t *group, int image) __attribute__((cold));
int coi_bad_index(const char *call, const co_array_t *x, int image, const int64_t *extents,
                  const int64_t *index) __attribute__((cold));

static inline int coi_check_image(const char *call, const co_array_t *x, int image)
{
    if (AL_UNLIKELY(!x))
        return coi_bad_array(call, x);
    return AL_LIKELY((unsigned)image < (unsigned)x->segment->size)
               ? ASHLAR_OK
               : coi_bad_image(call, x->group, image);
}

static inline const int64_t *coi_extents(const co_array_t *x, int image)
{
    return AL_LIKELY(!x->others) ? x->extents : x->others + (int64_t)image * x->ndim;
}

/* Where an element lies in the slice of an image. */
static inline int coi_find(const char *call, co_array_t *x, int image, const int64_t *index,
                           size_t *offset)
{
    AL_TRY(coi_check_image(call, x, image));
    const int64_t *extents = coi_extents(x, image);
    if (AL_UNLIKELY(!index))
        return coi_bad_index(call, x, image, extents, index);
    uint64_t at = 0;
    for (int d = 0; d < x->ndim; ++d) {
        if (AL_UNLIKELY((uint64_t)index[d] >= (uint64_t)extents[d]))
            return coi_bad_index(call, x, image, extents, index);
        at = at * (uint64_t)extents[d] + (uint64_t)index[d];
    }
    *offset = COI_HEADER + at * x->element;
    return ASHLAR_OK;
}

/* A section of an image: how many indices there are in each dimension, and where it begins. */
typedef struct coi_section {
    int ndim;
    int64_t count[ASHLAR_MAX_DIM];
    int64_t stride[ASHLAR_MAX_DIM]; /* in elements */
    int64_t n;                      /* of elements */
    size_t offset;
} coi_section_t;

/* section NULL: the whole. */
int coi_section(const char *call, co_array_t *x, int image, const ashlar_interval_t *section,
                coi_section_t *found);
/* How a section with n > 0 and a buffer lie; strides NULL: dense. */
int coi_shape(const char *call, const co_array_t *x, const coi_section_t *section,
              const int64_t *strides, al_shape_t *shape);
/* The same for strides that are in order: all 0 stands for one element. */
void coi_lay_out(const coi_section_t *section, size_t element, const int64_t *strides,
                 al_shape_t *shape);

/* The group of a handle and the rank of an image of it. */
int coi_group(const char *call, ga_group_t handle, al_group_t **group);

/* Is it of integers that atomics know? */
int coi_check_integer(const char *call, const co_array_t *x);
/* Read an integer in the slice of a rank of my node, atomically. */
int coi_read(al_segment_t *segment, int rank, size_t offset, ashlar_type type, int64_t *value);
/* Wait until such an integer compares with a value as wanted. call: what to say that waits. */
int coi_await(const char *call, al_segment_t *segment, int rank, size_t offset, ashlar_type type,
              co_compare compare, int64_t value);

#endif
