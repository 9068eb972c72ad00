/* Misuse of armci-lite. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al_memory.h>

#include "misuse.h"
#include "model/scalar.h"

enum { SLICE = 800 };

/* A segment of SLICE bytes a rank, each slice filled with the number of its rank. */
static al_segment_t *marked_segment(void)
{
    al_segment_t *segment = NULL;
    void *mine = NULL;

    CHECK_OK(al_segment_create(al_group_world(), SLICE, &segment));
    CHECK_OK(al_segment_address(segment, al_rank(), &mine));
    memset(mine, al_rank() + 1, SLICE);
    CHECK_OK(al_barrier(al_group_world()));
    return segment;
}

/* Nothing has been written by the calls that failed. */
static void check_and_free(al_segment_t *segment)
{
    char found[SLICE];
    int64_t wrong = 0;

    CHECK_OK(al_barrier(al_group_world()));
    for (int rank = 0; rank < al_size(); ++rank) {
        CHECK_OK(al_get(segment, rank, 0, found, SLICE));
        for (size_t k = 0; k < SLICE; ++k)
            wrong += found[k] != rank + 1;
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

TEST_CASE(al_stopped, TEST_BARE)
{
    CHECK(al_memory() == NULL);
    CHECK_OK(al_poll());
    MISUSE(ASHLAR_EARG, al_init(MPI_COMM_NULL));
    if (test_size() > 1) {
        MPI_Comm half, bridge;
        MPI_Comm_split(MPI_COMM_WORLD, test_rank() == 0, test_rank(), &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, test_rank() == 0 ? 1 : 0, 5, &bridge);
        MISUSE(ASHLAR_EARG, al_init(bridge));
        MPI_Comm_free(&bridge);
        MPI_Comm_free(&half);
    }
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    MISUSE(ASHLAR_ESTATE, al_init(MPI_COMM_WORLD));
    CHECK_OK(al_finalize());
}

TEST_CASE(al_groups, TEST_AL)
{
    int me = al_rank(), size = al_size(), other = (me + 1) % size;
    const int twice[2] = {me, me}, beyond[2] = {me, size}, below[2] = {-1, me};
    al_group_t *group = NULL;

    MISUSE(ASHLAR_EARG, al_group_create(0, &me, &group));
    MISUSE(ASHLAR_EARG, al_group_create(-1, &me, &group));
    MISUSE(ASHLAR_EARG, al_group_create(2, twice, &group));
    MISUSE(ASHLAR_ERANGE, al_group_create(2, beyond, &group));
    MISUSE(ASHLAR_ERANGE, al_group_create(2, below, &group), "-1");
    if (size > 1)
        MISUSE(ASHLAR_EGROUP, al_group_create(1, &other, &group));
    CHECK(group == NULL);
    MISUSE(ASHLAR_EARG, al_group_free(al_group_world()));

    al_segment_t *segment;
    REQUIRE_OK(al_group_create(1, &me, &group));
    REQUIRE_OK(al_segment_create(group, 100, &segment));
    MISUSE(ASHLAR_ESTATE, al_group_free(group));
    CHECK_OK(al_segment_free(segment));
    CHECK_OK(al_group_free(group));
}

TEST_CASE(al_segments, TEST_AL)
{
    al_segment_t *kept = marked_segment(), *none = NULL;
    void *address = NULL;

    MISUSE(ASHLAR_ERANGE, al_segment_address(kept, -1, &address), "-1");
    MISUSE(ASHLAR_ERANGE, al_segment_address(kept, al_size(), &address));
    CHECK(address == NULL);

    /* Too much memory, on one rank or on all: an error everywhere, with the number. */
    MISUSE(ASHLAR_ENOMEM, al_segment_create(al_group_world(), (size_t)1 << 60, &none));
    MISUSE(ASHLAR_ENOMEM, al_segment_create(al_group_world(), SIZE_MAX, &none));
    MISUSE(ASHLAR_ENOMEM,
           al_segment_create(al_group_world(), al_rank() == 0 ? (size_t)1 << 50 : 8, &none),
           "1125899906842624");
    CHECK(none == NULL);
    check_and_free(kept);
}

/* Memory is freed once, by the rank that has allocated it, at its beginning. */
TEST_CASE(al_frees, TEST_AL)
{
    char on_stack[256] = {0}, *elsewhere = malloc(256);
    al_segment_t *segment = marked_segment();
    void *memory = NULL, *another = NULL, *slice = NULL, *begin = NULL;

    REQUIRE_OK(al_alloc(1000, &memory));
    memset(memory, 5, 1000);
    CHECK_OK(al_segment_address(segment, al_rank(), &slice));
    CHECK_OK(al_segment_address(al_memory(), al_rank(), &begin));
    const size_t bytes = al_segment_bytes(al_memory(), al_rank());
    const struct {
        const char *address;
    } foreign[] = {{on_stack},
                   {on_stack + 64},
                   {elsewhere},
                   {slice},
                   {(char *)slice + 64},
                   {(char *)memory + 1},
                   {(char *)memory + 8},
                   {(char *)memory + 64},
                   {(char *)memory - 64},
                   {begin},
                   {(char *)begin - 64},
                   {(char *)begin + 64},
                   {(char *)begin + bytes / 2},
                   {(char *)begin + bytes - 64},
                   {(char *)begin + bytes},
                   {(char *)begin + bytes + 64},
                   {(char *)1},
                   {(char *)64},
                   {(char *)(UINTPTR_MAX & ~(uintptr_t)63)}};
    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; ++k)
        MISUSE(ASHLAR_EARG, al_free((void *)(uintptr_t)foreign[k].address), "did not give");
    for (int k = 0; k < 1000; ++k)
        CHECK_INT(5, ((char *)memory)[k]);
    CHECK_OK(al_free(memory));
    MISUSE(ASHLAR_EARG, al_free(memory), "free already");
    REQUIRE_OK(al_alloc(0, &memory));
    REQUIRE_OK(al_alloc(0, &another));
    CHECK(memory != another);
    CHECK_OK(al_free(another));
    MISUSE(ASHLAR_EARG, al_free(another));
    CHECK_OK(al_free(memory));
    free(elsewhere);
    check_and_free(segment);
}

/* What another rank of my node has allocated is not mine to free. */
TEST_CASE(al_frees_of_others, TEST_AL)
{
    void *memory = NULL, *here = NULL;
    size_t offset = 0;
    char rank_of[32];

    REQUIRE_OK(al_alloc(100, &memory));
    CHECK_OK(al_locate(al_rank(), memory, &offset));
    uint64_t mine = offset, offsets[64];
    MPI_Allgather(&mine, 1, MPI_UINT64_T, offsets, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int rank = 0; rank < al_size(); ++rank) {
        if (rank == al_rank() || al_node_of(rank) != al_node_of(al_rank()))
            continue;
        CHECK_OK(al_segment_address(al_memory(), rank, &here));
        snprintf(rank_of, sizeof rank_of, "rank %d allocated", rank);
        MISUSE(ASHLAR_EARG, al_free((char *)here + offsets[rank]), rank_of);
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_free(memory));
}

/* Addresses outside the arena have no place, nor has anything beside the data of the arena. */
TEST_CASE(al_locations, TEST_AL)
{
    al_segment_t *all = al_memory();
    char buf[8] = {0}, *begin = NULL, range[80];
    size_t offset = 77;
    int64_t old = -3;
    void *address = NULL;

    CHECK_OK(al_segment_address(all, al_rank(), &address));
    begin = address;
    const size_t bytes = al_segment_bytes(all, al_rank());
    snprintf(range, sizeof range, " is outside 0x%llx..0x%llx, the arena of rank %d",
             (unsigned long long)(uintptr_t)begin,
             (unsigned long long)((uintptr_t)begin + bytes - 1), al_rank());
    for (int rank = -1; rank <= al_size(); rank += al_size() + 1)
        MISUSE(ASHLAR_ERANGE, al_locate(rank, begin, &offset), "is outside 0..");
    MISUSE(ASHLAR_ERANGE, al_locate(al_rank(), buf, &offset), range);
    MISUSE(ASHLAR_ERANGE, al_locate(al_rank(), begin - 1, &offset), range);
    MISUSE(ASHLAR_ERANGE, al_locate(al_rank(), begin + bytes, &offset), range);
    MISUSE(ASHLAR_ERANGE, al_locate(al_rank(), (const void *)UINTPTR_MAX, &offset), range);
    for (int rank = 0; rank < al_size(); ++rank)
        MISUSE(ASHLAR_ERANGE, al_locate(rank, (const void *)1, &offset), "0x1 is outside");
    CHECK_INT(77, (int64_t)offset);
    CHECK_OK(al_locate(al_rank(), begin, &offset));
    CHECK_INT(0, (int64_t)offset);
    CHECK_OK(al_locate(al_rank(), begin + bytes - 1, &offset));
    CHECK_INT((int64_t)bytes - 1, (int64_t)offset);
    for (int rank = 0; rank < al_size(); ++rank) {
        const size_t end = al_segment_bytes(all, rank);
        MISUSE(ASHLAR_ERANGE, al_put(all, rank, end - 7, buf, 8));
        MISUSE(ASHLAR_ERANGE, al_put(all, rank, (size_t)-8, buf, 8));
        MISUSE(ASHLAR_ERANGE, al_get(all, rank, end, buf, 1));
        MISUSE(ASHLAR_ERANGE, al_fetch_add(all, rank, (size_t)-64, ASHLAR_LLONG, 1, &old));
    }
    CHECK_INT(-3, old);
    MISUSE(ASHLAR_EARG, al_segment_free(all), "al_memory()");
}

TEST_CASE(al_places, TEST_AL)
{
    al_segment_t *s = marked_segment();
    char buf[SLICE + 8] = {0};
    const int one = 1;
    int64_t old = -3;
    const al_shape_t runs = {.levels = 1, .count = {8, 4}, .seg_stride = {200}, .buf_stride = {8}};

    for (int rank = 0; rank < al_size(); ++rank) {
        MISUSE(ASHLAR_ERANGE, al_put(s, rank, SLICE - 3, buf, 4), "797", "800");
        MISUSE(ASHLAR_ERANGE, al_get(s, rank, 0, buf, SLICE + 1), "0..800");
        MISUSE(ASHLAR_ERANGE, al_put(s, rank, SLICE + 1, buf, 0));
        MISUSE(ASHLAR_ERANGE, al_put(s, rank, SIZE_MAX, buf, 2));
        MISUSE(ASHLAR_ERANGE, al_get(s, rank, 8, buf, SIZE_MAX - 4));
        MISUSE(ASHLAR_ERANGE, al_acc(s, rank, SLICE, ASHLAR_INT, &one, buf, 4));
        MISUSE(ASHLAR_ERANGE, al_put_strided(s, rank, 193, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_get_strided(s, rank, 193, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_acc_strided(s, rank, 196, ASHLAR_INT, &one, buf, &runs));
        MISUSE(ASHLAR_ERANGE, al_fetch_add(s, rank, SLICE, ASHLAR_INT, 1, &old));
        MISUSE(ASHLAR_ERANGE, al_fetch_add(s, rank, SLICE + 8, ASHLAR_LLONG, 1, &old));
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
    MISUSE(ASHLAR_ERANGE, al_acc_op(s, 0, SLICE - 8, ASHLAR_LLONG, ASHLAR_MAX, buf, 16));
    check_and_free(s);
}

TEST_CASE(al_shapes, TEST_AL)
{
    al_segment_t *s = marked_segment();
    char buf[SLICE] = {0};
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
    MISUSE(ASHLAR_ERANGE, al_put_signal(s, 0, 0, buf, &fine, SLICE, 1));
    MISUSE(ASHLAR_ERANGE, al_put_signal(s, 0, SLICE, buf, &fine, 0, 1));
    MISUSE(ASHLAR_EARG, al_signal_wait(s, 4, 1, NULL), "not a multiple of 8");
    MISUSE(ASHLAR_ERANGE, al_signal_wait(s, SLICE, 1, NULL));
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

/* A set of which any rank holds any mutex is freed on no rank, and goes on working. */
TEST_CASE(al_mutexes, TEST_AL)
{
    const int n = 2 * al_size() + 1;
    int taken = 7;
    al_mutexes_t *mutexes;

    REQUIRE_OK(al_mutexes_create(al_group_world(), n, &mutexes));
    for (int k = 0; k < n; ++k) {
        bool mine = (k / 2) % al_size() == al_rank();
        char number[32];
        snprintf(number, sizeof number, "mutex %d is held", k);
        if (mine)
            CHECK_OK(al_mutex_lock(mutexes, k));
        MISUSE(ASHLAR_ESTATE, al_mutexes_free(mutexes), number);
        if (mine) {
            MISUSE(ASHLAR_ESTATE, al_mutex_lock(mutexes, k), "holds");
            MISUSE(ASHLAR_ESTATE, al_mutex_try_lock(mutexes, k, &taken), "holds");
            CHECK_OK(al_mutex_unlock(mutexes, k));
        }
        MISUSE(ASHLAR_ESTATE, al_mutex_unlock(mutexes, k));
    }
    MISUSE(ASHLAR_ERANGE, al_mutex_lock(mutexes, n));
    MISUSE(ASHLAR_ERANGE, al_mutex_lock(mutexes, -1), "-1");
    MISUSE(ASHLAR_ERANGE, al_mutex_try_lock(mutexes, n, &taken));
    CHECK_INT(7, taken);
    CHECK_OK(al_mutexes_free(mutexes));
}

TEST_CASE(al_collectives, TEST_AL)
{
    double value = 4;
    al_group_t *world = al_group_world();

    MISUSE(ASHLAR_ERANGE, al_broadcast(world, &value, sizeof value, -1), "-1");
    MISUSE(ASHLAR_ERANGE, al_broadcast(world, &value, sizeof value, al_size()));
    MISUSE(ASHLAR_EARG, al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_OP_COUNT, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_TYPE_COUNT, ASHLAR_SUM, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_CFLOAT, ASHLAR_MIN, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_CDOUBLE, ASHLAR_MAX, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_XOR, &value, 1));
    MISUSE(ASHLAR_EARG, al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_REPLACE, &value, 1));
    CHECK(value == 4);
}

/* Every code has a name and a text of its own; any other number has an answer too. */
TEST_CASE(status_texts, TEST_BARE)
{
    enum { LAST = ASHLAR_EINTERNAL };

    CHECK_TEXT("ASHLAR_OK", ashlar_status_name(0));
    CHECK_TEXT("ASHLAR_ERANGE", ashlar_status_name(ASHLAR_ERANGE));
    CHECK_TEXT("ASHLAR_UNKNOWN", ashlar_status_name(LAST - 1));
    CHECK_TEXT("ASHLAR_UNKNOWN", ashlar_status_name(1));
    CHECK(ashlar_status_text(LAST - 1) != NULL && ashlar_status_text(12345) != NULL);
    for (int a = 0; a >= LAST; --a) {
        CHECK(strcmp(ashlar_status_name(a), "ASHLAR_UNKNOWN") != 0);
        CHECK(strlen(ashlar_status_text(a)) > 3);
        for (int b = a - 1; b >= LAST; --b)
            CHECK(strcmp(ashlar_status_text(a), ashlar_status_text(b)) != 0);
    }
}
