/* Segments, each with a serial copy of all its slices. */
#include "al/slices.h"

#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

size_t slice_size_irregular(int rank)
{
    static const size_t sizes[] = {20011, 0, 4096, 1};

    return sizes[rank % 4];
}

static void fill(char *slice, size_t bytes, int type, rng_t *rng)
{
    size_t elem = type < 0 ? 1 : type_bytes((ashlar_type)type);

    for (size_t at = 0; at + elem <= bytes; at += elem) {
        if (type < 0) {
            slice[at] = (char)rng_next(rng);
        } else {
            double re = (double)rng_range(rng, -9, 9), im = (double)rng_range(rng, -9, 9);
            scalar_store((ashlar_type)type, slice + at, scalar_as((ashlar_type)type, re, im));
        }
    }
}

slices_t slices_create(al_group_t *group, size_t (*size_of)(int rank), int type, uint64_t seed)
{
    slices_t s = {.group = group, .size = al_group_size(group)};
    int me = al_group_rank(group);
    rng_t rng = rng_seed(seed);
    void *mine = NULL;

    s.bytes = test_alloc((size_t)s.size * sizeof *s.bytes);
    s.model = test_alloc((size_t)s.size * sizeof *s.model);
    for (int rank = 0; rank < s.size; ++rank) {
        s.bytes[rank] = size_of(rank);
        s.model[rank] = test_alloc(s.bytes[rank]);
        fill(s.model[rank], s.bytes[rank], type, &rng);
    }
    if (CHECK_OK(al_segment_create(group, s.bytes[me], &s.segment)) &&
        CHECK_OK(al_segment_address(s.segment, me, &mine)))
        memcpy(mine, s.model[me], s.bytes[me]);
    CHECK_OK(al_barrier(group));
    return s;
}

bool slices_check(const char *file, int line, slices_t *s)
{
    bool same = true;

    CHECK_OK(al_barrier(s->group));
    for (int rank = 0; rank < s->size; ++rank) {
        char *found = test_alloc(s->bytes[rank]);
        size_t at = 0;
        CHECK_OK(al_get(s->segment, rank, 0, found, s->bytes[rank]));
        while (at < s->bytes[rank] && found[at] == s->model[rank][at])
            ++at;
        if (at < s->bytes[rank]) {
            test_fail(file, line, "byte %zu of the slice of rank %d is %d, the model has %d", at,
                      rank, found[at], s->model[rank][at]);
        }
        same = test_check(file, line, at == s->bytes[rank], "the slice equals the model") && same;
        free(found);
    }
    CHECK_OK(al_barrier(s->group));
    return same;
}

void slices_free(slices_t *s)
{
    CHECK_OK(al_segment_free(s->segment));
    for (int rank = 0; rank < s->size; ++rank)
        free(s->model[rank]);
    free(s->model);
    free(s->bytes);
}

static void visit_level(const al_shape_t *shape, int level, size_t seg, size_t buf,
                        visit_run_t visit, void *context)
{
    if (level == 0) {
        visit(context, seg, buf, shape->count[0]);
        return;
    }
    for (size_t k = 0; k < shape->count[level]; ++k) {
        visit_level(shape, level - 1, seg + k * shape->seg_stride[level - 1],
                    buf + k * shape->buf_stride[level - 1], visit, context);
    }
}

void shape_visit(const al_shape_t *shape, visit_run_t visit, void *context)
{
    visit_level(shape, shape->levels, 0, 0, visit, context);
}

al_shape_t shape_random(rng_t *rng, int levels, size_t unit, size_t *seg_bytes, size_t *buf_bytes)
{
    al_shape_t shape = {.levels = levels};
    size_t seg, buf;

    shape.count[0] = seg = buf = unit * (size_t)rng_range(rng, 1, levels > 3 ? 3 : 9);
    for (int l = 0; l < levels; ++l) {
        shape.count[l + 1] = (size_t)rng_range(rng, 1, levels > 4 ? 2 : 4);
        shape.seg_stride[l] = seg + unit * (size_t)rng_range(rng, 0, 2);
        shape.buf_stride[l] = buf + unit * (size_t)rng_range(rng, 0, 2);
        seg = shape.seg_stride[l] * (shape.count[l + 1] - 1) + seg;
        buf = shape.buf_stride[l] * (shape.count[l + 1] - 1) + buf;
    }
    *seg_bytes = seg;
    *buf_bytes = buf;
    return shape;
}

al_segment_t *zeroes(void)
{
    al_segment_t *segment = NULL;
    const char zero[64] = {0};

    CHECK_OK(al_segment_create(al_group_world(), 64, &segment));
    CHECK_OK(al_put(segment, al_rank(), 0, zero, sizeof zero));
    CHECK_OK(al_barrier(al_group_world()));
    return segment;
}

static size_t kilobyte(int rank)
{
    (void)rank;
    return 1024;
}

void slices_work_on(MPI_Comm comm)
{
    int rank, size;
    slices_t s = slices_create(al_group_world(), kilobyte, -1, 7);

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    CHECK_INT(1, al_initialized());
    CHECK_INT(rank, al_rank());
    CHECK_INT(size, al_size());
    CHECK_INT(size, al_group_size(al_group_world()));
    CHECK_SLICES(&s);
    slices_free(&s);
}
