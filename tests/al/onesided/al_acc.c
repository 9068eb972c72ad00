/* acc, contiguous and strided, in all types, and other operations than sums; all ranks at once. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

enum { ELEMENTS = 1500, ROUNDS = 8 };

static size_t slice_size(int rank)
{
    return (ELEMENTS + 5 * (size_t)rank) * 16; /* a multiple of every element's size */
}

typedef struct run_add {
    ashlar_type type;
    scalar_t alpha;
    char *slice;
    const char *buf;
} run_add_t;

static void add_run(void *context, size_t seg, size_t buf, size_t bytes)
{
    const run_add_t *c = context;
    size_t elem = type_bytes(c->type);

    for (size_t at = 0; at < bytes; at += elem) {
        scalar_t value = scalar_mul(c->alpha, scalar_load(c->type, c->buf + buf + at));
        value = scalar_add(value, scalar_load(c->type, c->slice + seg + at));
        scalar_store(c->type, c->slice + seg + at, value);
    }
}

static void randomize(ashlar_type type, char *buf, size_t bytes, rng_t *rng)
{
    size_t elem = type_bytes(type);

    for (size_t at = 0; at + elem <= bytes; at += elem) {
        double re = (double)rng_range(rng, -9, 9), im = (double)rng_range(rng, -9, 9);
        scalar_store(type, buf + at, scalar_as(type, re, im));
    }
}

/* Every rank's accumulates of one round; each goes into the model, mine into the segment too. */
static void add_round(slices_t *s, ashlar_type type, int levels, rng_t *rng)
{
    _Alignas(16) static char buf[16 * ELEMENTS];
    size_t elem = type_bytes(type), seg, extent;

    for (int rank = 0; rank < al_size(); ++rank) {
        al_shape_t shape = shape_random(rng, levels, elem, &seg, &extent);
        int target = (int)rng_range(rng, 0, al_size() - 1);
        size_t last = (s->bytes[target] - seg) / elem;
        size_t offset = elem * (size_t)rng_range(rng, 0, (int64_t)last);
        scalar_t alpha = scalar_as(type, (double)rng_range(rng, -3, 3), 2);
        const element_t factor = element_of(type, alpha);
        if (!CHECK(extent <= sizeof buf && seg <= s->bytes[target]))
            return;
        randomize(type, buf, extent, rng);
        if (rank == al_rank()) {
            CHECK_OK(levels ? al_acc_strided(s->segment, target, offset, type, &factor, buf, &shape)
                            : al_acc(s->segment, target, offset, type, &factor, buf, seg));
        }
        run_add_t add = {type, alpha, s->model[target] + offset, buf};
        shape_visit(&shape, add_run, &add);
    }
}

static void add_all(int first, int last)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        slices_t s = slices_create(al_group_world(), slice_size, (int)type, 70);
        rng_t rng = rng_seed(71 + type);
        for (int levels = first; levels <= last; ++levels)
            for (int round = 0; round < ROUNDS; ++round)
                add_round(&s, type, levels, &rng);
        if (!CHECK_SLICES(&s))
            test_fail(__FILE__, __LINE__, "type %s", type_name(type));
        slices_free(&s);
    }
}

TEST_CASE(acc_contiguous, TEST_AL)
{
    add_all(0, 0);
}

TEST_CASE(acc_strided, TEST_AL)
{
    add_all(1, AL_MAX_LEVELS);
}

static scalar_t load_anywhere(ashlar_type type, const char *at)
{
    element_t element;
    memcpy(&element, at, type_bytes(type));
    return scalar_load(type, &element);
}

/* Elements anywhere, across two stripes of locks too, to which all ranks add at once; by the same
 * calls, and by lists. */
TEST_CASE(acc_anywhere, TEST_AL)
{
    enum { STRIPE = 16384, N = 2 * STRIPE / 16, ROOM = 16 * N + 48, ROWS = 5 };
    char *buf = test_alloc(ROOM + 3), *slice = test_alloc(ROOM);
    size_t offsets[ROWS];
    const void *bufs[ROWS];
    al_segment_t *segment;

    REQUIRE_OK(al_segment_create(al_group_world(), ROOM, &segment));
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        const size_t elem = type_bytes(type), odd = 3 + elem / 8;
        const element_t factor = element_of(type, scalar_as(type, 2, 0));
        const al_shape_t rows = {.levels = 1,
                                 .count = {2 * elem, ROWS},
                                 .seg_stride = {3 * elem + 5},
                                 .buf_stride = {2 * elem}};
        int64_t wrong = 0;
        memset(slice, 0, ROOM);
        CHECK_OK(al_put(segment, al_rank(), 0, slice, ROOM));
        CHECK_OK(al_barrier(al_group_world()));
        for (size_t k = 0; k < N; ++k)
            scalar_store(type, buf + k * elem, scalar_as(type, (double)(k % 7), 0));
        for (size_t k = 0; k < ROWS; ++k) {
            offsets[k] = N * elem + odd - 5 * k * elem;
            bufs[k] = buf + k * elem;
        }
        for (int target = 0; target < al_size(); ++target) {
            CHECK_OK(al_acc(segment, target, odd, type, &factor, buf, N * elem));
            memmove(buf + 3, buf, N * elem); /* nor is the buffer where it might be */
            CHECK_OK(al_acc(segment, target, odd, type, &factor, buf + 3, N * elem));
            memmove(buf, buf + 3, N * elem);
            CHECK_OK(al_acc_vector(segment, target, ROWS, offsets, type, &factor, bufs, elem));
        }
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_get(segment, al_rank(), 0, slice, ROOM));
        for (size_t k = 0; k <= N; ++k) {
            double sum = k < N ? 4 * (double)(k % 7) : 0;
            for (size_t row = 0; row < ROWS; ++row)
                sum += k == N - 5 * row ? 2 * (double)row : 0;
            wrong += !scalar_equal(scalar_as(type, sum * al_size(), 0),
                                   load_anywhere(type, slice + odd + k * elem));
        }
        CHECK_INT(0, wrong);
        CHECK_OK(al_barrier(al_group_world()));
        memset(slice, 0, ROOM);
        CHECK_OK(al_put(segment, al_rank(), 0, slice, ROOM));
        CHECK_OK(al_barrier(al_group_world()));
        for (int target = 0; target < al_size(); ++target)
            CHECK_OK(al_acc_strided(segment, target, 1, type, &factor, buf, &rows));
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_get(segment, al_rank(), 0, slice, ROOM));
        for (size_t k = 0; k < 2 * ROWS; ++k)
            CHECK(scalar_equal(
                scalar_as(type, 2 * (double)(k % 7) * al_size(), 0),
                load_anywhere(type, slice + 1 + k / 2 * rows.seg_stride[0] + k % 2 * elem)));
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_OK(al_segment_free(segment));
    free(slice);
    free(buf);
}

static scalar_t start_value(ashlar_type type, int64_t k)
{
    return scalar_as(type, (double)(k % 5 + 1), (double)(k % 2));
}

/* All ranks combine the same numbers into the same elements at once, in any order. */
static void combine(ashlar_type type, ashlar_op op, bool strided)
{
    enum { N = 12 };
    _Alignas(16) char slice[16 * N], buf[16 * N];
    size_t elem = type_bytes(type);
    const al_shape_t every_other = {
        .levels = 1, .count = {elem, N / 2}, .seg_stride = {2 * elem}, .buf_stride = {elem}};
    al_segment_t *segment;

    for (int64_t k = 0; k < N; ++k) {
        scalar_store(type, slice + (size_t)k * elem, start_value(type, k));
        scalar_store(type, buf + (size_t)k * elem, scalar_as(type, (double)(k % 3 + 1), 0));
    }
    REQUIRE_OK(al_segment_create(al_group_world(), N * elem, &segment));
    CHECK_OK(al_put(segment, al_rank(), 0, slice, N * elem));
    CHECK_OK(al_barrier(al_group_world()));
    for (int target = 0; target < al_size(); ++target) {
        CHECK_OK(strided ? al_acc_op_strided(segment, target, 0, type, op, buf, &every_other)
                         : al_acc_op(segment, target, 0, type, op, buf, N * elem));
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_get(segment, al_rank(), 0, slice, N * elem));
    for (int64_t k = 0; k < N; ++k) {
        scalar_t expected = start_value(type, k);
        int64_t from = strided ? k / 2 : k;
        for (int rank = 0; rank < al_size() && (!strided || k % 2 == 0); ++rank)
            expected = scalar_combine(op, expected, scalar_as(type, (double)(from % 3 + 1), 0));
        CHECK(scalar_equal(expected, scalar_load(type, slice + (size_t)k * elem)));
    }
    CHECK_OK(al_segment_free(segment));
}

TEST_CASE(acc_op_values, TEST_AL)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (ashlar_op op = 0; op <= ASHLAR_REPLACE; ++op) {
            /* Products of complex elements do not go through windows: MPI libraries get them wrong.
             */
            bool product =
                op == ASHLAR_PROD && type_is_complex(type) && strcmp(al_engine_name(), "rma") == 0;
            if (op_is_defined(op, type) && !product) {
                combine(type, op, false);
                combine(type, op, true);
            }
        }
    }
}
