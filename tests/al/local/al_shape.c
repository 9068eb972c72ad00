/* Shapes cut into fragments: together the fragments are the shape, in its order. */
#include <stdlib.h>
#include <string.h>

#include "al/slices.h"
#include "armci-lite/src/local/al_shape.h"
#include "al/parts.h"

/* Bytes in the order in which a shape moves them. */
typedef struct trace {
    size_t n, room;
    size_t *seg, *buf;
    size_t seg_base, buf_base;
} trace_t;

static void note_run(void *context, size_t seg, size_t buf, size_t bytes)
{
    trace_t *t = context;

    for (size_t b = 0; b < bytes && t->n < t->room; ++b, ++t->n) {
        t->seg[t->n] = t->seg_base + seg + b;
        t->buf[t->n] = t->buf_base + buf + b;
    }
}

static trace_t new_trace(size_t room)
{
    return (trace_t){.room = room,
                     .seg = test_alloc(room * sizeof(size_t)),
                     .buf = test_alloc(room * sizeof(size_t))};
}

static void free_trace(trace_t *t)
{
    free(t->seg);
    free(t->buf);
}

/* Cut, and compare with the whole. */
static void cut(const al_shape_t *shape, size_t most)
{
    size_t bytes = shape->count[0], fragments = 0, full = 0;
    al_fragment_walk_t walk;
    al_fragment_t fragment;

    for (int level = 1; level <= shape->levels; ++level)
        bytes *= shape->count[level];
    CHECK_INT((int64_t)bytes, (int64_t)ali_shape_bytes(shape));
    trace_t whole = new_trace(bytes), parts = new_trace(bytes + 1);
    shape_visit(shape, note_run, &whole);
    ali_fragments_begin(&walk, shape, most);
    while (ali_fragments_next(&walk, &fragment)) {
        size_t before = parts.n;
        parts.seg_base = fragment.seg_offset;
        parts.buf_base = fragment.buf_offset;
        shape_visit(&fragment.shape, note_run, &parts);
        CHECK_INT((int64_t)fragment.bytes, (int64_t)(parts.n - before));
        CHECK(fragment.bytes > 0 && fragment.bytes <= most);
        ++fragments;
        full += fragment.bytes == most;
        if (parts.n > bytes)
            break;
    }
    CHECK_INT(0, ali_fragments_next(&walk, &fragment));
    CHECK_INT((int64_t)bytes, (int64_t)parts.n);
    CHECK_INT(0, memcmp(whole.seg, parts.seg, bytes * sizeof(size_t)));
    CHECK_INT(0, memcmp(whole.buf, parts.buf, bytes * sizeof(size_t)));
    if (bytes <= most) {
        CHECK_INT(1, (int64_t)fragments);
    } else if (shape->levels == 0) { /* a run is cut into full pieces and a rest */
        CHECK_INT((int64_t)((bytes + most - 1) / most), (int64_t)fragments);
        CHECK_INT((int64_t)(bytes / most), (int64_t)full);
    }
    free_trace(&whole);
    free_trace(&parts);
}

TEST_CASE(shape_fragments, TEST_BARE)
{
    rng_t rng = rng_seed(91);

    for (int levels = 0; levels <= AL_MAX_LEVELS; ++levels) {
        for (int round = 0; round < 60; ++round) {
            size_t seg, buf, dense = 0, stride[AL_MAX_LEVELS];
            al_shape_t shape = shape_random(&rng, levels, 8, &seg, &buf);
            CHECK_INT((int64_t)seg, (int64_t)ali_shape_extent(&shape));
            cut(&shape, 8 * (size_t)rng_range(&rng, 1, 6));
            cut(&shape, 8 * (size_t)rng_range(&rng, 1, 60));
            cut(&shape, ali_shape_bytes(&shape));
            /* Packed without gaps, the bytes are numbered consecutively. */
            ali_shape_dense(&shape, stride);
            memcpy(shape.buf_stride, stride, sizeof stride);
            trace_t t = new_trace(ali_shape_bytes(&shape));
            shape_visit(&shape, note_run, &t);
            while (dense < t.n && t.buf[dense] == dense)
                ++dense;
            CHECK_INT((int64_t)t.n, (int64_t)dense);
            free_trace(&t);
        }
    }
}

/* Strides of dimensions of one element do not matter. */
TEST_CASE(shape_dense, TEST_BARE)
{
    const al_shape_t shape = {.levels = 3, .count = {8, 3, 1, 5}};
    const size_t dense[] = {8, 24, 24}, too[] = {8, 999, 24}, gaps[] = {9, 27, 27},
                 planes[] = {8, 24, 32};
    CHECK(ali_shape_is_dense(&shape, dense) && ali_shape_is_dense(&shape, too));
    CHECK(!ali_shape_is_dense(&shape, gaps) && !ali_shape_is_dense(&shape, planes));
    CHECK(ali_shape_is_dense(&(al_shape_t){.count = {7}}, NULL));
}
