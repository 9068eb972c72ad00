/* Contention below the arrays: contiguous and strided accumulates into slices of a segment. */
#include <string.h>

#include <ashlar/al.h>

#include "harness/harness.h"
#include "model/twin.h"

enum { ELEMENTS = 120, ROUNDS = 6 };

/* Everybody's slice of ELEMENTS elements, all zero. */
static int zeroed_segment(ashlar_type type, al_segment_t **segment)
{
    size_t bytes = ELEMENTS * type_bytes(type);
    void *mine = NULL;
    int status = al_segment_create(al_group_world(), bytes, segment);

    if (status == ASHLAR_OK)
        status = al_segment_address(*segment, al_rank(), &mine);
    if (status == ASHLAR_OK) {
        memset(mine, 0, bytes);
        status = al_barrier(al_group_world());
    }
    return status;
}

/* Every element k of every slice has the value expected(k); then the segment goes. */
static void check_slices(al_segment_t *segment, ashlar_type type, scalar_t (*expected)(int64_t))
{
    _Alignas(16) char slice[16 * ELEMENTS];
    size_t bytes = type_bytes(type);

    CHECK_OK(al_barrier(al_group_world()));
    for (int rank = 0; rank < al_size(); ++rank) {
        CHECK_OK(al_get(segment, rank, 0, slice, ELEMENTS * bytes));
        for (int64_t k = 0; k < ELEMENTS; ++k) {
            scalar_t value = expected(k), found = scalar_load(type, slice + (size_t)k * bytes);
            CHECK(found.re == value.re && found.im == (type_is_complex(type) ? value.im : 0));
        }
    }
    CHECK_OK(al_segment_free(segment));
}

static scalar_t every_round(int64_t k)
{
    return (scalar_t){(double)(ROUNDS * al_size() * (k % 10)), (double)(-ROUNDS * al_size())};
}

TEST_CASE(acc_bytes_contiguous, TEST_GA)
{
    _Alignas(16) char buf[16 * ELEMENTS];
    al_segment_t *segment;

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        const element_t one = element_of(type, (scalar_t){1, 0});
        size_t bytes = type_bytes(type);
        REQUIRE_OK(zeroed_segment(type, &segment));
        for (int64_t k = 0; k < ELEMENTS; ++k)
            scalar_store(type, buf + (size_t)k * bytes, (scalar_t){(double)(k % 10), -1});
        for (int round = 0; round < ROUNDS; ++round) {
            /* In two parts, cut at a different element each round. */
            size_t cut = (size_t)(round * 7 + al_rank()) * bytes;
            for (int rank = 0; rank < al_size(); ++rank) {
                CHECK_OK(al_acc(segment, rank, 0, type, &one, buf, cut));
                CHECK_OK(al_acc(segment, rank, cut, type, &one, buf + cut, ELEMENTS * bytes - cut));
            }
        }
        check_slices(segment, type, every_round);
    }
}

/* 20 elements, every sixth from the third on, in runs of one. */
static scalar_t one_of_six(int64_t k)
{
    double times = k % 6 == 2 ? ROUNDS * al_size() : 0;

    return (scalar_t){3 * times, 2 * times};
}

TEST_CASE(acc_bytes_strided, TEST_GA)
{
    _Alignas(16) char buf[16 * ELEMENTS];
    al_segment_t *segment;

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        const element_t one = element_of(type, (scalar_t){1, 0});
        size_t bytes = type_bytes(type);
        const al_shape_t shape = {.levels = 2,
                                  .count = {bytes, 5, ELEMENTS / 30},
                                  .seg_stride = {6 * bytes, 30 * bytes},
                                  .buf_stride = {bytes, 5 * bytes}};
        REQUIRE_OK(zeroed_segment(type, &segment));
        for (size_t k = 0; k < ELEMENTS / 6; ++k)
            scalar_store(type, buf + k * bytes, (scalar_t){3, 2});
        for (int round = 0; round < ROUNDS; ++round)
            for (int rank = 0; rank < al_size(); ++rank)
                CHECK_OK(al_acc_strided(segment, rank, 2 * bytes, type, &one, buf, &shape));
        check_slices(segment, type, one_of_six);
    }
}

static scalar_t puts_and_accs(int64_t k)
{
    return k % 2 ? (scalar_t){77, 7} : (scalar_t){5.0 * ROUNDS * al_size(), 0};
}

/* Even elements are accumulated into while rank 0 writes the odd ones between them: an accumulate
 * touches its elements only. */
TEST_CASE(acc_beside_put, TEST_GA)
{
    _Alignas(16) char sums[16 * ELEMENTS], marks[16 * ELEMENTS];
    al_segment_t *segment;

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        const element_t one = element_of(type, (scalar_t){1, 0});
        size_t bytes = type_bytes(type);
        const al_shape_t every_other = {.levels = 1,
                                        .count = {bytes, ELEMENTS / 2},
                                        .seg_stride = {2 * bytes},
                                        .buf_stride = {bytes}};
        REQUIRE_OK(zeroed_segment(type, &segment));
        for (size_t k = 0; k < ELEMENTS / 2; ++k) {
            scalar_store(type, sums + k * bytes, (scalar_t){5, 0});
            scalar_store(type, marks + k * bytes, (scalar_t){77, 7});
        }
        for (int round = 0; round < ROUNDS; ++round) {
            for (int rank = 0; rank < al_size(); ++rank) {
                if (al_rank() == 0)
                    CHECK_OK(al_put_strided(segment, rank, bytes, marks, &every_other));
                CHECK_OK(al_acc_strided(segment, rank, 0, type, &one, sums, &every_other));
            }
        }
        check_slices(segment, type, puts_and_accs);
    }
}
