/* Data and a counter that tells of it. */
#include <stdlib.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

enum { LONGS = 40000, ROW = 50 }; /* of the largest message, which is cut into fragments */

/* Bytes of the data, its rows (0: one run), and rounds. */
static const struct size {
    size_t longs, row;
    int rounds;
} sizes[] = {{1, 0, 200}, {100, 0, 50}, {100, 10, 50}, {LONGS, 0, 8}, {LONGS, ROW, 8}, {0, 0, 50}};

static al_shape_t shape_of(const struct size *size)
{
    if (size->row == 0)
        return (al_shape_t){.count = {8 * size->longs}};
    return (al_shape_t){.levels = 1,
                        .count = {8 * size->row, size->longs / size->row},
                        .seg_stride = {8 * size->row + 8},
                        .buf_stride = {8 * size->row}};
}

static size_t place_of(const struct size *size, size_t k)
{
    return size->row ? k + k / size->row : k;
}

/* Data goes round a ring, two buffers in turn. Nothing but the counters tells of it, and of room:
 * the first for data that came, the second for buffers that the next one has read. */
static void ring(const struct size *size, al_segment_t *segment, int64_t *out)
{
    const size_t half = 8 * (LONGS + LONGS / ROW), first = 16;
    const al_shape_t shape = shape_of(size);
    int me = al_rank(), n = al_size(), next = (me + 1) % n, before = (me + n - 1) % n;
    int64_t wrong = 0, seen = 0;
    void *address;

    REQUIRE_OK(al_segment_address(segment, me, &address));
    const int64_t *mine = address;
    for (int64_t round = 0; round < size->rounds; ++round) {
        const size_t at = first + (size_t)(round % 2) * half;
        for (size_t k = 0; k < size->longs; ++k)
            out[k] = 1000 * round + me + (int64_t)k;
        CHECK_OK(al_signal_wait(segment, 8, round - 1, NULL));
        CHECK_OK(al_put_signal(segment, next, at, size->longs ? out : NULL,
                               size->longs ? &shape : NULL, 0, 1));
        for (size_t k = 0; k < size->longs; ++k)
            out[k] = -1; /* the buffer is mine again */
        CHECK_OK(al_signal_wait(segment, 0, round + 1, &seen));
        CHECK(seen == round + 1 || seen == round + 2);
        for (size_t k = 0; k < size->longs; ++k)
            wrong += mine[at / 8 + place_of(size, k)] != 1000 * round + before + (int64_t)k;
        CHECK_OK(al_put_signal(segment, before, 0, NULL, NULL, 8, 1));
    }
    CHECK_INT(0, wrong);
}

TEST_CASE(signal_ring, TEST_AL)
{
    int64_t *out = test_alloc(8 * LONGS);

    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
        al_segment_t *segment;
        const int64_t zeros[2] = {0, 0};
        REQUIRE_OK(al_segment_create(al_group_world(), 16 + 16 * (LONGS + LONGS / ROW), &segment));
        CHECK_OK(al_put(segment, al_rank(), 0, zeros, sizeof zeros));
        CHECK_OK(al_barrier(al_group_world()));
        ring(&sizes[k], segment, out);
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_segment_free(segment));
    }
    free(out);
}

/* All signal one rank at once, each with increments of its own, and fetch-and-adds in between: the
 * counter is their sum, and each has left its data. */
TEST_CASE(signal_many, TEST_AL)
{
    enum { ROUNDS = 100 };
    const al_shape_t one = {.count = {8}};
    int me = al_rank(), n = al_size();
    int64_t zero = 0, sum = 0, found;
    al_segment_t *segment;

    REQUIRE_OK(al_segment_create(al_group_world(), 8 * (size_t)(n + 1), &segment));
    CHECK_OK(al_put(segment, me, 0, &zero, 8));
    CHECK_OK(al_barrier(al_group_world()));
    for (int64_t round = 1; round <= ROUNDS; ++round) {
        CHECK_OK(al_put_signal(segment, 0, 8 * (size_t)(me + 1), &round, &one, 0, me + 1));
        if (round % 10 == 0)
            CHECK_OK(al_fetch_add(segment, 0, 0, ASHLAR_LLONG, 1, NULL));
    }
    for (int rank = 0; rank < n; ++rank)
        sum += ROUNDS * (rank + 1) + ROUNDS / 10;
    if (me == 0) {
        CHECK_OK(al_signal_wait(segment, 0, sum, &found));
        CHECK_INT(sum, found);
        for (int rank = 0; rank < n; ++rank) {
            CHECK_OK(al_get(segment, 0, 8 * (size_t)(rank + 1), &found, 8));
            CHECK_INT(ROUNDS, found);
        }
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_segment_free(segment));
}
