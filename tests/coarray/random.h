/* Models of the arrays that the random test of coarrays uses, and sections of them. */
#ifndef TESTS_COARRAY_RANDOM_H
#define TESTS_COARRAY_RANDOM_H

#include <ashlar/coarray.h>

#include "harness/harness.h"
#include "harness/rng.h"

enum {
    IMAGES = 8,
    ELEMENTS = 400,
    ARRAYS = 3,
    RECORD = 12, /* bytes */
    ELEMENT_BYTES = 16,
    BUFFER = 8 * ELEMENTS,
    GAP = 0x5a
};

/* An array, and what all images hold of it. */
typedef struct model {
    co_array_t *x;
    int type; /* ASHLAR_TYPE_COUNT: records */
    size_t element;
    int ndim;
    int64_t extents[IMAGES][ASHLAR_MAX_DIM];
    int64_t value[IMAGES][ELEMENTS];
} model_t;

typedef struct section {
    ashlar_interval_t in[ASHLAR_MAX_DIM];
    int64_t count[ASHLAR_MAX_DIM], n;
    int64_t strides[ASHLAR_MAX_DIM]; /* of the buffer */
    int is_whole, is_dense;
    int place[ELEMENTS], at[ELEMENTS]; /* in the array and in the buffer */
} section_t;

/* Numbers that all images draw alike (random.c). */
extern rng_t common;

/* Store a value as an element of the array; is it this value? */
void store(const model_t *m, void *to, int64_t value);
bool holds(const model_t *m, const void *at, int64_t value);

/* An array of the type, ASHLAR_TYPE_COUNT: of records, with extents that are drawn. */
void make_array(model_t *m, int type);
int64_t elements_of(const model_t *m, int image);
/* This image's part holds what the model says. */
void check_mine(const model_t *m);

/* Any section of an image's part, and how its buffer lies; as arguments of the calls. */
void draw_section(const model_t *m, int image, section_t *s);
const ashlar_interval_t *intervals(const section_t *s);
const int64_t *strides(const section_t *s);

#endif
