/* put and get, contiguous and strided, against a serial copy of all slices. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

enum { SLICE = 30000, STEPS = 24 };

static size_t slice_size(int rank)
{
    return SLICE + (size_t)rank;
}

static void randomize(char *buf, size_t bytes, rng_t *rng)
{
    for (size_t k = 0; k < bytes; ++k)
        buf[k] = (char)rng_next(rng);
}

/* Any offset and length in bytes; the ranks take turns at writing, all read. */
TEST_CASE(transfer_contiguous, TEST_AL)
{
    slices_t s = slices_create(al_group_world(), slice_size, -1, 20);
    rng_t rng = rng_seed(21), own = rng_seed(22 + (uint64_t)al_rank());
    static char buf[SLICE + 64];

    for (int step = 0; step < STEPS * al_size(); ++step) {
        int target = (int)rng_range(&rng, 0, al_size() - 1);
        size_t offset = (size_t)rng_range(&rng, 0, (int64_t)s.bytes[target]);
        size_t most = s.bytes[target] - offset;
        size_t bytes = (size_t)rng_range(&rng, 0, (int64_t)(step % 2 ? most : most % 40));
        randomize(buf, bytes, &rng);
        memcpy(s.model[target] + offset, buf, bytes);
        if (step % al_size() == al_rank())
            CHECK_OK(al_put(s.segment, target, offset, buf, bytes));
        CHECK_OK(al_barrier(al_group_world()));
        target = (int)rng_range(&own, 0, al_size() - 1);
        offset = (size_t)rng_range(&own, 0, (int64_t)s.bytes[target]);
        bytes = (size_t)rng_range(&own, 0, (int64_t)(s.bytes[target] - offset));
        memset(buf, 0x33, sizeof buf);
        CHECK_OK(al_get(s.segment, target, offset, buf, bytes));
        CHECK_INT(0, memcmp(buf, s.model[target] + offset, bytes));
        CHECK_INT(0x33, buf[bytes]);
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_SLICES(&s);
    slices_free(&s);
}

typedef struct run_copy {
    char *slice, *buf, *wanted;
} run_copy_t;

static void run_put(void *context, size_t seg, size_t buf, size_t bytes)
{
    const run_copy_t *c = context;
    memcpy(c->slice + seg, c->buf + buf, bytes);
}

static void run_get(void *context, size_t seg, size_t buf, size_t bytes)
{
    const run_copy_t *c = context;
    memcpy(c->wanted + buf, c->slice + seg, bytes);
}

/* Read a random shape from a random place; bytes between the runs in the buffer stay. */
static void get_random_shape(slices_t *s, int levels, rng_t *rng)
{
    static char found[SLICE], wanted[SLICE];
    size_t seg, extent;
    al_shape_t shape = shape_random(rng, levels, 1, &seg, &extent);
    int target = (int)rng_range(rng, 0, al_size() - 1);
    size_t offset = (size_t)rng_range(rng, 0, (int64_t)(s->bytes[target] - seg));

    if (!CHECK(extent < SLICE))
        return;
    memset(found, 0x44, sizeof found);
    memset(wanted, 0x44, sizeof wanted);
    CHECK_OK(al_get_strided(s->segment, target, offset, found, &shape));
    shape_visit(&shape, run_get,
                &(run_copy_t){.slice = s->model[target] + offset, .wanted = wanted});
    CHECK_INT(0, memcmp(found, wanted, sizeof found));
}

TEST_CASE(transfer_strided, TEST_AL)
{
    slices_t s = slices_create(al_group_world(), slice_size, -1, 30);
    rng_t rng = rng_seed(31), own = rng_seed(32 + (uint64_t)al_rank());
    static char buf[SLICE];

    for (int levels = 0; levels <= AL_MAX_LEVELS; ++levels) {
        for (int step = 0; step < 6 * al_size(); ++step) {
            size_t seg, extent;
            al_shape_t shape = shape_random(&rng, levels, 1 + (size_t)(step % 3), &seg, &extent);
            int target = (int)rng_range(&rng, 0, al_size() - 1);
            size_t offset = (size_t)rng_range(&rng, 0, (int64_t)(s.bytes[target] - seg));
            randomize(buf, extent, &rng);
            shape_visit(&shape, run_put, &(run_copy_t){s.model[target] + offset, buf, NULL});
            if (step % al_size() == al_rank())
                CHECK_OK(al_put_strided(s.segment, target, offset, buf, &shape));
            CHECK_OK(al_barrier(al_group_world()));
            get_random_shape(&s, levels, &own);
            CHECK_OK(al_barrier(al_group_world()));
        }
        CHECK_SLICES(&s);
    }
    slices_free(&s);
}

/* Rows of all lengths for which there is code of its own, and one more or less, at any alignment:
 * each byte is moved, and none beside them. */
TEST_CASE(transfer_rows, TEST_AL)
{
    enum { ROWS = 3, MOST = ROWS * (32769 + 70) };
    static const size_t lengths[] = {1,   4,   5,   8,   16,   31,    32,    33,   255,
                                     256, 257, 287, 384, 1001, 32767, 32768, 32769};
    static char out[MOST], in[MOST], wanted[MOST];
    al_segment_t *segment;
    void *slice;
    rng_t rng = rng_seed(35);

    REQUIRE_OK(al_segment_create(al_group_world(), MOST, &segment));
    REQUIRE_OK(al_segment_address(segment, al_rank(), &slice));
    randomize(out, MOST, &rng);
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; ++l) {
        for (size_t shift = 0; shift<34; shift += lengths[l]> 2000 ? 11 : 1) {
            size_t bytes = lengths[l], from = (7 * shift) % 34;
            const al_shape_t rows = {.levels = 1,
                                     .count = {bytes, ROWS},
                                     .seg_stride = {bytes + 9},
                                     .buf_stride = {bytes + 2}};
            size_t extent = ROWS * (bytes + 9) + 80;
            memset(slice, 0x55, extent);
            memset(wanted, 0x55, extent);
            memset(in, 0x66, extent);
            CHECK_OK(al_put_strided(segment, al_rank(), shift, out + from, &rows));
            for (size_t r = 0; r < ROWS; ++r)
                memcpy(wanted + shift + r * (bytes + 9), out + from + r * (bytes + 2), bytes);
            CHECK_INT(0, memcmp(wanted, slice, extent));
            CHECK_OK(al_get_strided(segment, al_rank(), shift, in + from, &rows));
            memset(wanted, 0x66, extent);
            for (size_t r = 0; r < ROWS; ++r)
                memcpy(wanted + from + r * (bytes + 2), out + from + r * (bytes + 2), bytes);
            CHECK_INT(0, memcmp(wanted, in, extent));
        }
    }
    CHECK_OK(al_segment_free(segment));
}

/* My later calls to the same rank see my earlier ones, without a fence. */
TEST_CASE(transfer_order, TEST_AL)
{
    slices_t s = slices_create(al_group_world(), slice_size, -1, 40);
    const size_t lane = 512, at = lane * (size_t)al_rank();
    int64_t out[64], in[64], wrong = 0, one = 1;

    for (int round = 0; round < 200; ++round) {
        int target = round % al_size();
        for (int k = 0; k < 64; ++k)
            out[k] = 1000 * round + k;
        CHECK_OK(al_put(s.segment, target, at, out, sizeof out));
        CHECK_OK(al_acc(s.segment, target, at, ASHLAR_LLONG, &one, out, sizeof out));
        CHECK_OK(al_get(s.segment, target, at, in, sizeof in));
        for (int k = 0; k < 64; ++k)
            wrong += in[k] != 2 * out[k];
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_barrier(al_group_world()));
    slices_free(&s);
}

/* No bytes: nothing happens, at the very end of a slice too, and with a shape of count zero. */
TEST_CASE(transfer_empty, TEST_AL)
{
    slices_t s = slices_create(al_group_world(), slice_size_irregular, -1, 50);
    char byte = 9;
    const int64_t one = 1;
    const al_shape_t none = {.levels = 1, .count = {4, 0}, .seg_stride = {8}, .buf_stride = {8}};

    for (int rank = 0; rank < al_size(); ++rank) {
        CHECK_OK(al_put(s.segment, rank, s.bytes[rank], &byte, 0));
        CHECK_OK(al_get(s.segment, rank, s.bytes[rank], &byte, 0));
        CHECK_OK(al_acc(s.segment, rank, 0, ASHLAR_LLONG, &one, &byte, 0));
        if (s.bytes[rank] > 4) {
            CHECK_OK(al_put_strided(s.segment, rank, 0, &byte, &none));
            CHECK_OK(al_get_strided(s.segment, rank, 0, &byte, &none));
        }
    }
    CHECK_INT(9, byte);
    CHECK_SLICES(&s);
    slices_free(&s);
}

/* Two small puts that fill one message of active messages, nearly, exactly, and a little more. */
TEST_CASE(transfer_fill, TEST_AL)
{
    enum { FIRST = 8192, LEAST = 8096, MOST = 8192 };
    static char out[FIRST + MOST], in[FIRST + MOST];
    int next = (al_rank() + 1) % al_size();
    rng_t rng = rng_seed(45);
    al_segment_t *segment;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof out, &segment));
    for (size_t bytes = LEAST; bytes <= MOST; bytes += 4) {
        randomize(out, sizeof out, &rng);
        CHECK_OK(al_put(segment, next, 0, out, FIRST));
        CHECK_OK(al_put(segment, next, FIRST, out + FIRST, bytes));
        CHECK_OK(al_get(segment, next, 0, in, FIRST + bytes));
        CHECK_INT(0, memcmp(in, out, FIRST + bytes));
    }
    CHECK_OK(al_segment_free(segment));
}

static size_t megabytes(int rank)
{
    (void)rank;
    return 6 << 20;
}

/* Transfers of megabytes, contiguous and in long runs. */
TEST_CASE(transfer_large, TEST_AL)
{
    slices_t s = slices_create(al_group_world(), megabytes, -1, 60);
    const size_t bytes = megabytes(0) - 77;
    const al_shape_t rows = {
        .levels = 1, .count = {100000, 20}, .seg_stride = {250001}, .buf_stride = {100003}};
    char *buf = test_alloc(bytes);

    for (int writer = 0; writer < al_size(); ++writer) {
        int target = (writer + 1) % al_size();
        memset(buf, 17 * (writer + 1), bytes);
        if (writer == al_rank()) {
            CHECK_OK(al_put(s.segment, target, 77, buf, bytes));
            memset(buf, writer, bytes);
            CHECK_OK(al_put_strided(s.segment, target, 1, buf, &rows));
        }
        memset(s.model[target] + 77, 17 * (writer + 1), bytes);
        memset(buf, writer, bytes);
        shape_visit(&rows, run_put, &(run_copy_t){s.model[target] + 1, buf, NULL});
    }
    CHECK_SLICES(&s);
    free(buf);
    slices_free(&s);
}
