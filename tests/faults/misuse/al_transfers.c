/* Misuse of transfers of armci-lite: places, types, shapes, handles, atomic operations. */
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "misuse.h"
#include "model/scalar.h"

TEST_CASE(al_places, TEST_AL)
{
    al_segment_t *s = marked_segment();
    char buf[MARKED + 8] = {0};
    const int one = 1;
    int64_t old = -3;
    const al_shape_t runs = {.levels = 1, .count = {8, 4}, .seg_stride = {200}, .buf_stride = {8}};

    for (int rank = 0; rank < al_size(); ++rank) {
        MISUSE(ASHLAR_ERANGE, al_put(s, rank, MARKED - 3, buf, 4), "797", "800");
        MISUSE(ASHLAR_ERANGE, al_get(s, rank, 0, buf, MARKED + 1), "0..800");
        MISUSE(ASHLAR_ERANGE, al_put(s, rank, MARKED + 1, buf, 0));
        MISUSE(ASHLAR_ERANGE, al_put(s, rank, SIZE_MAX, buf, 2));
        MISUSE(ASHLAR_ERANGE, al_get(s, rank, 8, buf, SIZE_MAX - 4));
        MISUSE(ASHLAR_ERANGE, al_acc(s, rank, MARKED, ASHLAR_INT, &one, buf, 4));
        MISUSE(ASHLAR_ERANGE, al_put_strided(s, rank, 193, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_get_strided(s, rank, 193, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_acc_strided(s, rank, 196, ASHLAR_INT, &one, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_fetch_add(s, rank, MARKED, ASHLAR_INT, 1, &old));
        MISUSE(ASHLAR_ERANGE, al_fetch_add(s, rank, MARKED + 8, ASHLAR_LLONG, 1, &old));
    }
    for (int rank = -1; rank <= al_size(); rank += al_size() + 1) {
        MISUSE(ASHLAR_ERANGE, al_put(s, rank, 0, buf, 4));
        MISUSE(ASHLAR_ERANGE, al_get(s, rank, 0, buf, 4));
        MISUSE(ASHLAR_ERANGE, al_acc(s, rank, 0, ASHLAR_INT, &one, buf, 4));
        MISUSE(ASHLAR_ERANGE, al_put_strided(s, rank, 0, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_get_strided(s, rank, 0, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_acc_strided(s, rank, 0, ASHLAR_INT, &one, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_fetch_add(s, rank, 0, ASHLAR_INT, 1, &old));
        MISUSE(ASHLAR_ERANGE, al_fence(rank));
    }
    CHECK_INT(-3, old);
    for (size_t k = 0; k < sizeof buf; ++k)
        CHECK_INT(0, buf[k]);
    check_and_free(s);
}

TEST_CASE(al_arguments, TEST_AL)
{
    al_segment_t *s = marked_segment();
    char buf[16] = {0};
    const int64_t one = 1;
    const al_shape_t sixteen = {.count = {16}};
    int64_t old = -3;

    MISUSE(ASHLAR_EARG, al_acc(s, 0, 0, ASHLAR_DOUBLE, &one, buf, 12));
    MISUSE(ASHLAR_ETYPE, al_acc(s, 0, 0, ASHLAR_TYPE_COUNT, &one, buf, 8));
    MISUSE(ASHLAR_ETYPE, al_acc(s, 0, 0, (ashlar_type)-1, &one, buf, 8));
    CHECK_INT(-3, old);
    static const char *const named[ASHLAR_REPLACE + 1] = {": sum is", ": prod is",   ": min is",
                                                          ": max is", ": and is",    ": or is",
                                                          ": xor is", ": replace is"};
    for (ashlar_op op = 0; op <= ASHLAR_REPLACE; ++op) {
        for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
            if (!op_is_defined(op, type)) {
                MISUSE(ASHLAR_ETYPE, al_acc_op(s, 0, 0, type, op, buf, 16), named[op]);
                MISUSE(ASHLAR_ETYPE, al_acc_op_strided(s, 0, 0, type, op, buf, &sixteen));
            }
        }
    }
    MISUSE(ASHLAR_EARG, al_acc_op(s, 0, 0, ASHLAR_INT, ASHLAR_OP_COUNT, buf, 8));
    MISUSE(ASHLAR_EARG, al_acc_op(s, 0, 0, ASHLAR_INT, ASHLAR_ABSMAX, buf, 8), "of accumulates");
    MISUSE(ASHLAR_EARG, al_acc_op(s, 0, 0, ASHLAR_INT, ASHLAR_ABSMIN, buf, 8));
    MISUSE(ASHLAR_EARG, al_acc_op(s, 0, 0, ASHLAR_INT, (ashlar_op)-1, buf, 8), "-1");
    MISUSE(ASHLAR_EARG, al_acc_op(s, 0, 0, ASHLAR_LLONG, ASHLAR_MAX, buf, 12));
    MISUSE(ASHLAR_ERANGE, al_acc_op(s, 0, MARKED - 8, ASHLAR_LLONG, ASHLAR_MAX, buf, 16));
    check_and_free(s);
}

TEST_CASE(al_shapes, TEST_AL)
{
    al_segment_t *s = marked_segment();
    char buf[MARKED] = {0};
    const int64_t one = 1;
    const al_shape_t malformed[] = {
        {.levels = -1, .count = {8}},
        {.levels = INT_MIN, .count = {8}},
        {.levels = AL_MAX_LEVELS + 1, .count = {8}},
        {.levels = INT_MAX, .count = {8}},
        /* beyond all numbers: a stride times its count, and that and what lies below it */
        {.levels = 1, .count = {8, SIZE_MAX / 2}, .seg_stride = {SIZE_MAX / 4}, .buf_stride = {8}},
        {.levels = 1, .count = {16, 2}, .seg_stride = {SIZE_MAX - 7}, .buf_stride = {16}},
        {.levels = 2,
         .count = {8, 2, 2},
         .seg_stride = {SIZE_MAX / 2 + 1, SIZE_MAX - 7},
         .buf_stride = {8, 16}},
        /* runs that overlap, wholly or by one element, in either dimension */
        {.levels = 1, .count = {16, 2}, .seg_stride = {0}, .buf_stride = {16}},
        {.levels = 1, .count = {16, 2}, .seg_stride = {8}, .buf_stride = {16}},
        {.levels = 2, .count = {8, 3, 2}, .seg_stride = {16, 32}, .buf_stride = {8, 24}},
        {.levels = 2, .count = {16, 2, 3}, .seg_stride = {8, 64}, .buf_stride = {16, 32}}};
    const al_shape_t odd_run = {
        .levels = 1, .count = {12, 2}, .seg_stride = {16}, .buf_stride = {16}};
    const al_shape_t fine = {.levels = 1, .count = {8, 2}, .seg_stride = {16}, .buf_stride = {8}};
    const al_shape_t unused = {
        .levels = 2, .count = {8, 1, 2}, .seg_stride = {0, 8}, .buf_stride = {0, 8}};
    al_handle_t handle = 0;
    int done = -3;

    for (size_t k = 0; k < sizeof malformed / sizeof *malformed; ++k) {
        const al_shape_t *shape = &malformed[k];
        for (int rank = 0; rank < al_size(); ++rank) {
            MISUSE(ASHLAR_EARG, al_put_strided(s, rank, 0, buf, shape), "malformed");
            MISUSE(ASHLAR_EARG, al_get_strided(s, rank, 0, buf, shape), "malformed");
            MISUSE(ASHLAR_EARG, al_acc_strided(s, rank, 0, ASHLAR_LLONG, &one, buf, shape));
            MISUSE(ASHLAR_EARG, al_acc_op_strided(s, rank, 0, ASHLAR_LLONG, ASHLAR_OR, buf, shape));
            MISUSE(ASHLAR_EARG, al_put_nb(s, rank, 0, buf, shape, &handle));
            MISUSE(ASHLAR_EARG, al_get_nb(s, rank, 0, buf, shape, &handle));
            MISUSE(ASHLAR_EARG, al_acc_nb(s, rank, 0, ASHLAR_LLONG, &one, buf, shape, &handle));
        }
    }
    /* A stride that is not used may be anything. */
    CHECK_OK(al_get_strided(s, 0, 0, buf, &unused));
    memset(buf, 0, sizeof buf);
    CHECK_INT(0, handle);
    MISUSE(ASHLAR_EARG, al_acc_strided(s, 0, 0, ASHLAR_DOUBLE, &one, buf, &odd_run));
    MISUSE(ASHLAR_ETYPE, al_acc_strided(s, 0, 0, ASHLAR_TYPE_COUNT, &one, buf, &fine));
    MISUSE(ASHLAR_EARG, al_put_signal(s, 0, 0, buf, &fine, 4, 1), "not a multiple of 8");
    MISUSE(ASHLAR_ERANGE, al_put_signal(s, al_size(), 0, buf, &fine, 0, 1));
    MISUSE(ASHLAR_ERANGE, al_put_signal(s, 0, 0, buf, &fine, MARKED, 1));
    MISUSE(ASHLAR_ERANGE, al_put_signal(s, 0, MARKED, buf, &fine, 0, 1));
    MISUSE(ASHLAR_EARG, al_signal_wait(s, 4, 1, NULL), "not a multiple of 8");
    MISUSE(ASHLAR_ERANGE, al_signal_wait(s, MARKED, 1, NULL));
    MISUSE(ASHLAR_EARG, al_wait_any(-1, &handle, &done), "-1 handles");
    MISUSE(ASHLAR_EARG, al_wait_some(-1, &handle, &done, &done), "-1 handles");
    MISUSE(ASHLAR_ERANGE, al_fence_nb(al_size(), &handle), "rank");
    CHECK_INT(-3, done);
    check_and_free(s);
}

TEST_CASE(al_atomics, TEST_AL)
{
    al_segment_t *s = marked_segment();
    int64_t old = -3;

    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_TYPE_COUNT; ++type)
        MISUSE(ASHLAR_ETYPE, al_fetch_add(s, 0, 0, type, 1, &old));
    MISUSE(ASHLAR_EARG, al_fetch_add(s, 0, 2, ASHLAR_INT, 1, &old));
    MISUSE(ASHLAR_EARG, al_fetch_add(s, 0, 4, ASHLAR_LLONG, 1, &old));
    MISUSE(ASHLAR_EARG, al_fetch_add(s, 0, 0, ASHLAR_INT, INT64_C(1) << 31, &old), "2147483648");
    MISUSE(ASHLAR_EARG, al_swap(s, 0, 0, ASHLAR_INT, INT64_C(1) << 32, &old), "4294967296");
    MISUSE(ASHLAR_EARG, al_compare_swap(s, 0, 0, ASHLAR_INT, INT64_MIN, 5, &old), "-9223372036854");
    MISUSE(ASHLAR_EARG, al_compare_swap(s, 0, 0, ASHLAR_INT, 5, INT64_MAX, &old), "9223372036854");
    CHECK_INT(-3, old);
    check_and_free(s);
}
