/* Misuse of armci-lite. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "misuse.h"

enum { SLICE = 800 };

/** A segment of SLICE bytes a rank, each slice filled with the number of its rank. */
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

/** Nothing has been written by the calls that failed. */
static void check_and_free(al_segment_t *segment)
{
    char found[SLICE];
    int64_t wrong = 0;

    CHECK_OK(al_barrier(al_group_world()));
    for (int rank = 0; rank < al_size(); rank++) {
        CHECK_OK(al_get(segment, rank, 0, found, SLICE));
        for (size_t k = 0; k < SLICE; k++) {
            wrong += found[k] != rank + 1;
        }
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

void al_stopped(void)
{
    int me = 0;
    al_group_t *group = NULL;

    MISUSE(ASHLAR_ESTATE, al_finalize());
    MISUSE(ASHLAR_ESTATE, al_group_create(1, &me, &group));
    MISUSE(ASHLAR_ESTATE, al_fence(0));
    MISUSE(ASHLAR_ESTATE, al_fence_all());
    CHECK(group == NULL);
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

void al_groups(void)
{
    int me = al_rank(), size = al_size(), other = (me + 1) % size;
    const int twice[2] = {me, me}, beyond[2] = {me, size}, below[2] = {-1, me};
    al_group_t *group = NULL;

    MISUSE(ASHLAR_EARG, al_group_create(0, &me, &group));
    MISUSE(ASHLAR_EARG, al_group_create(-1, &me, &group));
    MISUSE(ASHLAR_EARG, al_group_create(1, NULL, &group));
    MISUSE(ASHLAR_EARG, al_group_create(1, &me, NULL));
    MISUSE(ASHLAR_EARG, al_group_create(2, twice, &group));
    MISUSE(ASHLAR_ERANGE, al_group_create(2, beyond, &group));
    MISUSE(ASHLAR_ERANGE, al_group_create(2, below, &group), "-1");
    if (size > 1) {
        MISUSE(ASHLAR_EGROUP, al_group_create(1, &other, &group));
    }
    CHECK(group == NULL);
    MISUSE(ASHLAR_EARG, al_group_free(NULL));
    MISUSE(ASHLAR_EARG, al_group_free(al_group_world()));

    al_segment_t *segment;
    REQUIRE_OK(al_group_create(1, &me, &group));
    REQUIRE_OK(al_segment_create(group, 100, &segment));
    MISUSE(ASHLAR_ESTATE, al_group_free(group));
    CHECK_OK(al_segment_free(segment));
    CHECK_OK(al_group_free(group));
}

void al_segments(void)
{
    al_segment_t *kept = marked_segment(), *none = NULL;
    void *address = NULL;

    MISUSE(ASHLAR_EARG, al_segment_create(NULL, 10, &none));
    MISUSE(ASHLAR_EARG, al_segment_create(al_group_world(), 10, NULL));
    MISUSE(ASHLAR_EARG, al_segment_free(NULL));
    MISUSE(ASHLAR_ERANGE, al_segment_address(kept, -1, &address), "-1");
    MISUSE(ASHLAR_ERANGE, al_segment_address(kept, al_size(), &address));
    MISUSE(ASHLAR_EARG, al_segment_address(kept, 0, NULL));
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

void al_places(void)
{
    al_segment_t *s = marked_segment();
    char buf[SLICE + 8] = {0};
    const int one = 1;
    int64_t old = -3;
    const al_shape_t runs = {.levels = 1, .count = {8, 4}, .seg_stride = {200}, .buf_stride = {8}};

    for (int rank = 0; rank < al_size(); rank++) {
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
    for (size_t k = 0; k < sizeof buf; k++) {
        CHECK_INT(0, buf[k]);
    }
    check_and_free(s);
}

void al_arguments(void)
{
    al_segment_t *s = marked_segment();
    char buf[16] = {0};
    const int64_t one = 1;
    int64_t old = -3;

    MISUSE(ASHLAR_EARG, al_put(NULL, 0, 0, buf, 4));
    MISUSE(ASHLAR_EARG, al_get(NULL, 0, 0, buf, 4));
    MISUSE(ASHLAR_EARG, al_put(s, 0, 0, NULL, 4));
    MISUSE(ASHLAR_EARG, al_get(s, 0, 0, NULL, 4));
    MISUSE(ASHLAR_EARG, al_acc(s, 0, 0, ASHLAR_INT, &one, NULL, 4));
    MISUSE(ASHLAR_EARG, al_acc(s, 0, 0, ASHLAR_INT, NULL, buf, 4));
    MISUSE(ASHLAR_EARG, al_acc(NULL, 0, 0, ASHLAR_INT, &one, buf, 4));
    MISUSE(ASHLAR_EARG, al_acc(s, 0, 0, ASHLAR_DOUBLE, &one, buf, 12));
    MISUSE(ASHLAR_EARG, al_acc(s, 0, 4, ASHLAR_DOUBLE, &one, buf, 8));
    MISUSE(ASHLAR_ETYPE, al_acc(s, 0, 0, ASHLAR_TYPE_COUNT, &one, buf, 8));
    MISUSE(ASHLAR_ETYPE, al_acc(s, 0, 0, (ashlar_type)-1, &one, buf, 8));
    MISUSE(ASHLAR_EARG, al_fetch_add(NULL, 0, 0, ASHLAR_INT, 1, &old));
    CHECK_INT(-3, old);
    check_and_free(s);
}

void al_shapes(void)
{
    al_segment_t *s = marked_segment();
    char buf[SLICE] = {0};
    const int64_t one = 1;
    const al_shape_t below = {.levels = -1, .count = {8}};
    const al_shape_t above = {.levels = AL_MAX_LEVELS + 1, .count = {8}};
    const al_shape_t huge = {
        .levels = 1, .count = {8, SIZE_MAX / 2}, .seg_stride = {SIZE_MAX / 4}, .buf_stride = {8}};
    const al_shape_t odd_run = {
        .levels = 1, .count = {12, 2}, .seg_stride = {16}, .buf_stride = {16}};
    const al_shape_t odd_stride = {
        .levels = 1, .count = {8, 2}, .seg_stride = {20}, .buf_stride = {8}};
    const al_shape_t fine = {.levels = 1, .count = {8, 2}, .seg_stride = {16}, .buf_stride = {8}};

    CHECK(al_put_strided(s, 0, 0, buf, &below) == ASHLAR_EARG);
    CHECK(al_get_strided(s, 0, 0, buf, &above) == ASHLAR_EARG);
    CHECK(al_acc_strided(s, 0, 0, ASHLAR_DOUBLE, &one, buf, &above) == ASHLAR_EARG);
    CHECK(al_put_strided(s, 0, 0, buf, &huge) < 0);
    CHECK(al_get_strided(s, 0, 0, buf, &huge) < 0);
    MISUSE(ASHLAR_EARG, al_put_strided(s, 0, 0, buf, NULL));
    MISUSE(ASHLAR_EARG, al_get_strided(s, 0, 0, buf, NULL));
    MISUSE(ASHLAR_EARG, al_acc_strided(s, 0, 0, ASHLAR_DOUBLE, &one, buf, NULL));
    MISUSE(ASHLAR_EARG, al_put_strided(s, 0, 0, NULL, &fine));
    MISUSE(ASHLAR_EARG, al_get_strided(s, 0, 0, NULL, &fine));
    MISUSE(ASHLAR_EARG, al_acc_strided(s, 0, 0, ASHLAR_DOUBLE, &one, NULL, &fine));
    MISUSE(ASHLAR_EARG, al_acc_strided(s, 0, 0, ASHLAR_DOUBLE, NULL, buf, &fine));
    MISUSE(ASHLAR_EARG, al_put_strided(NULL, 0, 0, buf, &fine));
    MISUSE(ASHLAR_EARG, al_acc_strided(s, 0, 0, ASHLAR_DOUBLE, &one, buf, &odd_run));
    MISUSE(ASHLAR_EARG, al_acc_strided(s, 0, 0, ASHLAR_DOUBLE, &one, buf, &odd_stride));
    MISUSE(ASHLAR_EARG, al_acc_strided(s, 0, 4, ASHLAR_DOUBLE, &one, buf, &fine));
    MISUSE(ASHLAR_ETYPE, al_acc_strided(s, 0, 0, ASHLAR_TYPE_COUNT, &one, buf, &fine));
    check_and_free(s);
}

void al_atomics(void)
{
    al_segment_t *s = marked_segment();
    int64_t old = -3;

    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_TYPE_COUNT; type++) {
        MISUSE(ASHLAR_ETYPE, al_fetch_add(s, 0, 0, type, 1, &old));
    }
    MISUSE(ASHLAR_EARG, al_fetch_add(s, 0, 2, ASHLAR_INT, 1, &old));
    MISUSE(ASHLAR_EARG, al_fetch_add(s, 0, 4, ASHLAR_LLONG, 1, &old));
    CHECK_INT(-3, old);
    check_and_free(s);
}

void al_collectives(void)
{
    double value = 4;
    al_group_t *world = al_group_world();

    MISUSE(ASHLAR_EARG, al_barrier(NULL));
    MISUSE(ASHLAR_EARG, al_broadcast(NULL, &value, sizeof value, 0));
    MISUSE(ASHLAR_EARG, al_broadcast(world, NULL, 4, 0));
    MISUSE(ASHLAR_ERANGE, al_broadcast(world, &value, sizeof value, -1), "-1");
    MISUSE(ASHLAR_ERANGE, al_broadcast(world, &value, sizeof value, al_size()));
    MISUSE(ASHLAR_EARG, al_allreduce(NULL, ASHLAR_DOUBLE, ASHLAR_SUM, &value, 1));
    MISUSE(ASHLAR_EARG, al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_SUM, NULL, 1));
    MISUSE(ASHLAR_EARG, al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_OP_COUNT, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_TYPE_COUNT, ASHLAR_SUM, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_CFLOAT, ASHLAR_MIN, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_CDOUBLE, ASHLAR_MAX, &value, 1));
    CHECK(value == 4);
}

/* Every code has a name and a text of its own; any other number has an answer too. */
void status_texts(void)
{
    enum { LAST = ASHLAR_EINTERNAL };

    CHECK_TEXT("ASHLAR_OK", ashlar_status_name(0));
    CHECK_TEXT("ASHLAR_ERANGE", ashlar_status_name(ASHLAR_ERANGE));
    CHECK_TEXT("ASHLAR_UNKNOWN", ashlar_status_name(LAST - 1));
    CHECK_TEXT("ASHLAR_UNKNOWN", ashlar_status_name(1));
    CHECK(ashlar_status_text(LAST - 1) != NULL && ashlar_status_text(12345) != NULL);
    for (int a = 0; a >= LAST; a--) {
        CHECK(strcmp(ashlar_status_name(a), "ASHLAR_UNKNOWN") != 0);
        CHECK(strlen(ashlar_status_text(a)) > 3);
        for (int b = a - 1; b >= LAST; b--) {
            CHECK(strcmp(ashlar_status_text(a), ashlar_status_text(b)) != 0);
        }
    }
}
