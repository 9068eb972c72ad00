/* Matrices of opaque records of n bytes: they move like any element. */
#include <stdlib.h>
#include <string.h>

#include "ga/array/records.h"
#include "ga/each.h"

enum { ROWS = 13, COLS = 9, CELLS = ROWS * COLS };

/* Check that element (i, j) of the array is the record numbered number[i + j*rows]. */
static void check_array(ga_t g, int64_t rows, int64_t cols, size_t bytes, const int64_t *number)
{
    char *buf = test_alloc((size_t)(rows * cols) * bytes);
    int64_t wrong = 0;

    CHECK_OK(ga_sync());
    CHECK_OK(ga_get(g, 0, rows - 1, 0, cols - 1, buf, rows));
    for (int64_t k = 0; k < rows * cols; ++k)
        wrong += !is_record(buf + (size_t)k * bytes, number[k], bytes);
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync());
    free(buf);
}

/* Rank 0 writes records 0..CELLS-1 column by column. */
static void write_all(ga_t g, size_t bytes, int64_t *number)
{
    char *buf = test_alloc(CELLS * bytes);

    for (int64_t k = 0; k < CELLS; ++k) {
        number[k] = k;
        write_record(buf + (size_t)k * bytes, k, bytes);
    }
    if (ga_rank() == 0)
        CHECK_OK(ga_put(g, 0, ROWS - 1, 0, COLS - 1, buf, ROWS));
    CHECK_OK(ga_sync());
    free(buf);
}

/* Gather every third record, scatter other ones there. */
static void move_elements(ga_t g, size_t bytes, int64_t *number)
{
    int64_t i[CELLS], j[CELLS], n = 0, wrong = 0;
    char *buf = test_alloc(CELLS * bytes);

    for (int64_t k = 1; k < CELLS; k += 3, ++n) {
        i[n] = k % ROWS;
        j[n] = k / ROWS;
    }
    CHECK_OK(ga_gather(g, n, i, j, buf));
    for (int64_t e = 0; e < n; ++e)
        wrong += !is_record(buf + (size_t)e * bytes, number[i[e] + j[e] * ROWS], bytes);
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync());
    for (int64_t e = 0; e < n; ++e) {
        number[i[e] + j[e] * ROWS] = 500 + e;
        write_record(buf + (size_t)e * bytes, 500 + e, bytes);
    }
    if (ga_rank() == ga_size() - 1)
        CHECK_OK(ga_scatter(g, n, i, j, buf));
    free(buf);
}

/* Patches: plain, strided, periodic and nonblocking, by the last rank. */
static void move_patches(ga_t g, size_t bytes, int64_t *number)
{
    const int64_t lo[2] = {1, 2}, hi[2] = {9, 8}, step[2] = {4, 3};
    const int64_t around[2] = {-1, 7}, to[2] = {0, 9}; /* rows 12, 0; columns 7, 8, 0 */
    char *buf = test_alloc(9 * bytes);
    ga_handle_t handle = 0;

    for (int64_t k = 0; k < 9; ++k) {
        write_record(buf + (size_t)k * bytes, 700 + k, bytes);
        number[lo[0] + k % 3 * step[0] + (lo[1] + k / 3 * step[1]) * ROWS] = 700 + k;
    }
    CHECK_OK(ga_sync());
    if (ga_rank() == ga_size() - 1)
        CHECK_OK(ga_put_strided_nd(g, lo, hi, step, buf, NULL));
    CHECK_OK(ga_sync());
    for (int64_t k = 0; k < 6; ++k)
        number[(k % 2 + ROWS - 1) % ROWS + (7 + k / 2) % COLS * ROWS] = 700 + k;
    if (ga_rank() == 0) {
        CHECK_OK(ga_put_periodic_nd(g, around, to, buf, NULL));
        CHECK_OK(ga_get_nb(g, 12, 12, 7, 7, buf + 8 * bytes, 1, &handle));
        CHECK_OK(ga_wait(&handle));
        CHECK(is_record(buf + 8 * bytes, 700, bytes));
    }
    free(buf);
}

static void move_everything(size_t bytes)
{
    int64_t number[CELLS];
    char *record = test_alloc(bytes);
    size_t found = 0;
    ga_type type;
    ga_t a, b, c;

    REQUIRE_OK(ga_type_create(bytes, &type));
    CHECK(type >= ASHLAR_TYPE_COUNT);
    CHECK_OK(ga_type_bytes(type, &found));
    CHECK(found == bytes);
    REQUIRE_OK(ga_create(type, ROWS, COLS, "records", 0, 0, &a));
    REQUIRE_OK(ga_create_like(a, type, "alike", &b));
    REQUIRE_OK(ga_create(type, ROWS, COLS, "other cuts", ROWS, 2, &c));
    ga_type told = ASHLAR_INT;
    CHECK_OK(ga_inquire(b, &told, NULL, NULL));
    CHECK_INT(type, told);
    write_all(a, bytes, number);
    check_array(a, ROWS, COLS, bytes, number);
    move_elements(a, bytes, number);
    check_array(a, ROWS, COLS, bytes, number);
    move_patches(a, bytes, number);
    check_array(a, ROWS, COLS, bytes, number);
    CHECK_OK(ga_copy(a, b));
    CHECK_OK(ga_copy(b, c));
    check_array(b, ROWS, COLS, bytes, number);
    check_array(c, ROWS, COLS, bytes, number);
    write_record(record, 77, bytes);
    CHECK_OK(ga_fill(b, record));
    for (int k = 0; k < CELLS; ++k)
        number[k] = 77;
    check_array(b, ROWS, COLS, bytes, number);
    CHECK_OK(ga_zero(c));
    memset(record, 1, bytes);
    CHECK_OK(ga_get(c, 12, 12, 8, 8, record, 1));
    for (size_t k = 0; k < bytes; ++k)
        CHECK_INT(0, record[k]);
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(c));
    CHECK_OK(ga_type_destroy(type));
    free(record);
}

TEST_CASE_IN("engines", record_sizes, TEST_GA)
{
    for (size_t k = 0; k < sizeof record_sizes / sizeof record_sizes[0]; ++k)
        move_everything(record_sizes[k]);
}

TEST_CASE_IN("engines", record_transpose, TEST_GA)
{
    int64_t number[CELLS], transposed[CELLS];
    ga_type type;
    ga_t a, b;

    for (size_t k = 0; k < sizeof record_sizes / sizeof record_sizes[0]; ++k) {
        REQUIRE_OK(ga_type_create(record_sizes[k], &type));
        REQUIRE_OK(ga_create(type, ROWS, COLS, "a", 0, 0, &a));
        REQUIRE_OK(ga_create(type, COLS, ROWS, "b", 0, 0, &b));
        write_all(a, record_sizes[k], number);
        for (int64_t e = 0; e < CELLS; ++e)
            transposed[e / ROWS + e % ROWS * COLS] = number[e];
        CHECK_OK(ga_transpose(a, b));
        check_array(b, COLS, ROWS, record_sizes[k], transposed);
        const int64_t lo[2] = {1, 2}, hi[2] = {ROWS - 1, COLS - 2};
        const int64_t to[2] = {0, 1}, end[2] = {COLS - 4, ROWS - 1};
        CHECK_OK(ga_transpose_patch(a, lo, hi, b, to, end));
        for (int64_t j = 0; j <= hi[1] - lo[1]; ++j)
            for (int64_t i = 0; i <= hi[0] - lo[0]; ++i)
                transposed[to[0] + j + (to[1] + i) * COLS] = number[lo[0] + i + (lo[1] + j) * ROWS];
        check_array(b, COLS, ROWS, record_sizes[k], transposed);
        check_array(a, ROWS, COLS, record_sizes[k], number);
        CHECK_OK(ga_destroy(a));
        CHECK_OK(ga_destroy(b));
        CHECK_OK(ga_type_destroy(type));
    }
}

enum { RECORD = 13, MANY = 30000 };

/* A block that is filled in many parts. */
static void fill_many(ga_type type, const char *record)
{
    static char all[MANY * RECORD];
    int64_t wrong = 0, last = MANY * ga_size() - 1, first = 0;
    ga_t g;

    REQUIRE_OK(ga_create_nd(type, 1, &(int64_t){last + 1}, "many", NULL, GA_GROUP_WORLD, &g));
    CHECK_OK(ga_fill(g, record));
    for (; first < last; first += MANY) {
        CHECK_OK(ga_get_nd(g, &first, &(int64_t){first + MANY - 1}, all, NULL));
        for (int k = 0; k < MANY; ++k)
            wrong += memcmp(all + (ptrdiff_t)k * RECORD, record, RECORD) != 0;
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
}

/* Records of an odd size side by side, written by all ranks at once: by put and scatter in turn. */
TEST_CASE(record_divided, TEST_GA)
{
    int64_t number[CELLS];
    char record[RECORD];
    ga_type type;
    ga_t g;

    REQUIRE_OK(ga_type_create(RECORD, &type));
    REQUIRE_OK(ga_create(type, ROWS, COLS, "divided", 0, 0, &g));
    for (int64_t k = 0; k < CELLS; ++k) {
        int64_t i = k % ROWS, j = k / ROWS;
        number[k] = k;
        write_record(record, k, RECORD);
        if (k % ga_size() == ga_rank())
            CHECK_OK(k % 2 ? ga_put(g, i, i, j, j, record, 1) : ga_scatter(g, 1, &i, &j, record));
    }
    check_array(g, ROWS, COLS, RECORD, number);
    fill_many(type, record);
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_type_destroy(type));
}
