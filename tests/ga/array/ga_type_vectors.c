/* Vectors of opaque records: filled, copied, put, their ghost cells updated, only read. */
#include <stdlib.h>

#include "ga/array/records.h"
#include "ga/each.h"

enum { WIDTH = 2 };

/* Each ghost cell beside my block is the record that many places from it, or from the other end. */
static void check_ghosts(ga_t g, size_t bytes, int64_t n)
{
    int64_t lo = 0, hi = -1, extent = 0;
    void *at = NULL;

    CHECK_OK(ga_distribution_nd(g, ga_rank(), &lo, &hi));
    if (lo <= hi) {
        CHECK_OK(ga_access_ghosts(g, &at, &extent, NULL));
        CHECK_INT(hi - lo + 1 + 2 * WIDTH, extent);
        for (int64_t k = 0; k < extent; ++k)
            CHECK(is_record((char *)at + (size_t)k * bytes, (lo - WIDTH + k + n) % n, bytes));
        CHECK_OK(ga_release(g));
    }
    CHECK_OK(ga_sync());
}

static void check_vector(ga_t g, size_t bytes, int64_t n, const int64_t *number)
{
    char *buf = test_alloc((size_t)n * bytes);

    CHECK_OK(ga_sync());
    CHECK_OK(ga_get_nd(g, (int64_t[]){0}, &(int64_t){n - 1}, buf, NULL));
    for (int64_t k = 0; k < n; ++k)
        CHECK(is_record(buf + (size_t)k * bytes, number[k], bytes));
    CHECK_OK(ga_sync());
    free(buf);
}

/* Patches filled and copied; ghost cells; an array that is only read. */
static void move_vector(size_t bytes)
{
    enum { MOST = 256 };
    const int64_t n = 3 * ga_size() + 7, last = n - 1, lo = 2, hi = n - 4, to = 3, end = n - 3;
    int64_t number[MOST];
    char *record = test_alloc(bytes);
    ga_type type;
    ga_t g, h;

    REQUIRE_OK(ga_type_create(bytes, &type));
    REQUIRE_OK(
        ga_create_spec(&(ga_spec_t){.type = type, .ndim = 1, .dims = {n}, .ghosts = {WIDTH}}, &g));
    REQUIRE_OK(ga_create_nd(type, 1, &n, "vector", NULL, GA_GROUP_WORLD, &h));
    for (int64_t k = 0; k < n; ++k) {
        number[k] = k;
        write_record(record, k, bytes);
        if (k % ga_size() == ga_rank())
            CHECK_OK(ga_put_nd(g, &k, &k, record, NULL));
    }
    CHECK_OK(ga_ghosts_update(g, 1));
    check_ghosts(g, bytes, n);
    CHECK_OK(ga_ghosts_update_dir(g, (int[]){-1}, 1));
    check_ghosts(g, bytes, n);
    write_record(record, 99, bytes);
    CHECK_OK(ga_fill_patch(h, (int64_t[]){0}, &last, record));
    CHECK_OK(ga_copy_patch(g, &lo, &hi, h, &to, &end));
    for (int64_t k = 0; k < n; ++k)
        number[k] = k < to || k > end ? 99 : k - to + lo;
    check_vector(h, bytes, n, number);
    CHECK_OK(ga_set_read_only(h, 1));
    check_vector(h, bytes, n, number);
    CHECK_OK(ga_set_read_only(h, 0));
    CHECK_OK(ga_zero_patch(h, &to, &to));
    CHECK_OK(ga_get_nd(h, &to, &to, record, NULL));
    for (size_t k = 0; k < bytes; ++k)
        CHECK_INT(0, record[k]);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(h));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_type_destroy(type));
    free(record);
}

TEST_CASE_IN("engines", record_vectors, TEST_GA)
{
    for (size_t k = 0; k < sizeof record_sizes / sizeof record_sizes[0]; ++k)
        move_vector(record_sizes[k]);
}
