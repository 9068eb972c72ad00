/* Whole coarrays: addresses, extents that differ, groups, many of them, copies between others. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/coarray.h>

#include "harness/harness.h"

static co_array_t *make_line(int64_t n, ga_group_t group)
{
    const co_spec_t spec = {
        .type = ASHLAR_LLONG, .ndim = 1, .extents = {n}, .group = group, .clear = 1};
    co_array_t *x = NULL;
    CHECK_OK(co_create(&spec, &x));
    return x;
}

/* Addresses of a node, and what all images store by them. */
TEST_CASE(whole, TEST_GA)
{
    enum { N = 100 };
    const int me = co_this_image(0), images = co_num_images(0);
    long long *mine = NULL, *theirs = NULL, all[N];
    co_array_t *x = make_line(N, 0);
    CHECK_INT(test_rank(), me);
    CHECK_INT(test_size(), images);
    CHECK_OK(co_local(x, (void **)&mine));
    CHECK((uintptr_t)mine % 64 == 0);
    for (int k = 0; k < N; ++k)
        mine[k] = 1000 * me + k;
    CHECK_OK(co_sync_all(0));
    for (int image = 0; image < images; ++image) {
        CHECK_OK(co_get(x, image, NULL, all, NULL));
        for (int k = 0; k < N; ++k)
            CHECK_INT(1000 * image + k, all[k]);
        if (al_node_of(image) == al_node_of(me)) {
            CHECK_OK(co_address(x, image, (void **)&theirs));
            CHECK_INT(1000 * image + N - 1, theirs[N - 1]);
        } else {
            CHECK_STATUS(ASHLAR_EREMOTE, co_address(x, image, (void **)&theirs));
        }
    }
    CHECK_OK(co_sync_all(0));
    CHECK_OK(co_free(x));
}

/* Image k has (k + 1) x 3 elements; image 1 has none. */
TEST_CASE(differ, TEST_GA)
{
    const int me = test_rank(), images = test_size();
    co_spec_t spec = {.type = ASHLAR_INT, .ndim = 2, .extents = {me == 1 ? 0 : me + 1, 3}};
    co_array_t *x;
    int64_t extents[2];
    REQUIRE_OK(co_create(&spec, &x));
    for (int round = 0; round < 2; ++round)
        for (int image = 0; image < images; ++image) {
            CHECK_OK(co_extents(x, image, extents));
            CHECK_INT(image == 1 ? 0 : image + 1, extents[0]);
            CHECK_INT(3, extents[1]);
        }
    const int next = (me + 1) % images;
    const int64_t last[2] = {next, 2}, beyond[2] = {next + 1, 2};
    const int value = 77 + me;
    CHECK_STATUS(ASHLAR_ERANGE, co_put_element(x, next, beyond, &value));
    CHECK_CONTAINS(ashlar_error_message(), "of dimension 0 is outside 0..");
    if (next != 1)
        CHECK_OK(co_put_element(x, next, last, &value));
    CHECK_OK(co_sync_all(0));
    int *mine;
    CHECK_OK(co_local(x, (void **)&mine));
    if (me != 1)
        CHECK_INT(77 + (me + images - 1) % images, mine[me * 3 + 2]);
    CHECK_OK(co_sync_all(0));
    CHECK_OK(co_free(x));
}

/* Odd and even processes in reverse order; each half has coarrays of its own. */
TEST_CASE(from_comm, TEST_GA)
{
    MPI_Comm half;
    ga_group_t group = 0;
    const int me = test_rank();
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
    int rank, size;
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &size);
    REQUIRE_OK(co_group_from_comm(half, &group));
    MPI_Comm_free(&half);
    CHECK_INT(rank, co_this_image(group));
    CHECK_INT(size, co_num_images(group));
    co_array_t *x = make_line(5, group);
    CHECK_INT(group, co_group(x));
    const int64_t at = 3;
    const long long value = 10 * me;
    long long found = 0;
    CHECK_OK(co_put_element(x, (rank + 1) % size, &at, &value));
    CHECK_OK(co_sync_all(group));
    CHECK_OK(co_get_element(x, rank, &at, &found));
    int from;
    CHECK_OK(ga_group_world_rank(group, (rank + size - 1) % size, &from));
    CHECK_INT(10 * from, found);
    CHECK_STATUS(ASHLAR_ERANGE, co_get_element(x, size, &at, &found));
    CHECK_OK(co_sync_all(group));
    CHECK_OK(co_free(x));
    CHECK_OK(ga_group_destroy(group));
    CHECK_INT(-1, co_this_image(group));
}

/* Each keeps its own elements. */
TEST_CASE(many, TEST_GA)
{
    enum { MANY = 500 };
    static co_array_t *all[MANY];
    const int next = (test_rank() + 1) % test_size();
    const int before = (test_rank() + test_size() - 1) % test_size();
    const int64_t at = 1;
    for (int k = 0; k < MANY; ++k) {
        const long long value = 1000 * test_rank() + k;
        all[k] = make_line(2 + k % 7, 0);
        CHECK_OK(co_put_element(all[k], next, &at, &value));
    }
    CHECK_OK(co_sync_all(0));
    for (int k = 0; k < MANY; ++k) {
        long long *mine;
        CHECK_OK(co_local(all[k], (void **)&mine));
        CHECK_INT(1000 * before + k, mine[1]);
        CHECK_INT(0, mine[0]);
    }
    CHECK_OK(co_sync_all(0));
    for (int k = MANY - 1; k >= 0; --k)
        CHECK_OK(co_free(all[k]));
}

/* More than passes through at once, between every two images, by an image that may be neither. */
TEST_CASE(far_copy, TEST_GA)
{
    enum { ROWS = 300, COLUMNS = 700 };
    const int me = test_rank(), images = test_size();
    const co_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .extents = {ROWS, COLUMNS}};
    co_array_t *from, *to;
    double *mine, *copied;
    REQUIRE_OK(co_create(&spec, &from));
    REQUIRE_OK(co_create(&spec, &to));
    CHECK_OK(co_local(from, (void **)&mine));
    CHECK_OK(co_local(to, (void **)&copied));
    for (int k = 0; k < ROWS * COLUMNS; ++k)
        mine[k] = 1e6 * me + k;
    CHECK_OK(co_sync_all(0));
    const ashlar_interval_t odd[2] = {{1, ROWS - 1, 2}, {1, COLUMNS - 1, 1}};
    const ashlar_interval_t even[2] = {{0, ROWS - 2, 2}, {0, COLUMNS - 2, 1}};
    /* Image k copies from k + 1 to k + 2. */
    CHECK_OK(co_copy(from, (me + 1) % images, odd, to, (me + 2) % images, even));
    CHECK_OK(co_sync_all(0));
    const int source = (me + images - 1) % images;
    int wrong = 0;
    for (int i = 0; i < ROWS; i += 2)
        for (int j = 0; j < COLUMNS - 1; ++j)
            wrong += copied[i * COLUMNS + j] != 1e6 * source + (i + 1) * COLUMNS + j + 1;
    CHECK_INT(0, wrong);
    CHECK_OK(co_free(from));
    CHECK_OK(co_free(to));
}
