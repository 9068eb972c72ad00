/* Records of n bytes as elements, and the counts of calls. */
#include <string.h>

#include "ga/cases.h"

enum { ROWS = 9, COLS = 8, BYTES = 13 };

/** The bytes of the record at (i, j). */
static void make_record(int64_t i, int64_t j, char *record)
{
    for (int b = 0; b < BYTES; b++) {
        record[b] = (char)(i * 16 + j + b * 7);
    }
}

static void check_records(ga_t g, bool transposed)
{
    static char all[ROWS * COLS * BYTES], record[BYTES];
    const int64_t rows = transposed ? COLS : ROWS, cols = transposed ? ROWS : COLS;
    int64_t wrong = 0;

    CHECK_OK(ga_get(g, 0, rows - 1, 0, cols - 1, all, rows));
    for (int64_t j = 0; j < cols; j++) {
        for (int64_t i = 0; i < rows; i++) {
            make_record(transposed ? j : i, transposed ? i : j, record);
            wrong += memcmp(all + (i + j * rows) * BYTES, record, BYTES) != 0;
        }
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync());
}

static void fill_records(ga_t g)
{
    char record[BYTES];

    /* By put and scatter in turn, elements dealt out to the ranks. */
    for (int64_t k = 0; k < ROWS * COLS; k++) {
        int64_t i = k % ROWS, j = k / ROWS;
        make_record(i, j, record);
        if (k % ga_size() == ga_rank()) {
            CHECK_OK(k % 2 ? ga_put(g, i, i, j, j, record, 1) : ga_scatter(g, 1, &i, &j, record));
        }
    }
    CHECK_OK(ga_sync());
}

/* A block that is filled in many parts. */
static void fill_many(ga_type type, const char *record)
{
    enum { MANY = 30000 };
    static char all[MANY * BYTES];
    int64_t wrong = 0, last = MANY * ga_size() - 1, first = 0;
    ga_t g;

    REQUIRE_OK(ga_create_nd(type, 1, &(int64_t){last + 1}, "many", NULL, GA_GROUP_WORLD, &g));
    CHECK_OK(ga_fill(g, record));
    for (; first < last; first += MANY) {
        CHECK_OK(ga_get_nd(g, &first, &(int64_t){first + MANY - 1}, all, NULL));
        for (int k = 0; k < MANY; k++) {
            wrong += memcmp(all + (ptrdiff_t)k * BYTES, record, BYTES) != 0;
        }
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
}

void record_moves(void)
{
    char record[BYTES], expected[BYTES];
    const int64_t i = 4, j = 5;
    size_t bytes = 0;
    ga_type type, found;
    ga_t a, b, t;

    REQUIRE_OK(ga_type_create(BYTES, &type));
    CHECK_OK(ga_type_bytes(type, &bytes));
    CHECK_INT(BYTES, (int64_t)bytes);
    REQUIRE_OK(ga_create(type, ROWS, COLS, "records", 0, 0, &a));
    REQUIRE_OK(ga_create(type, ROWS, COLS, "cut otherwise", ROWS, 1, &b));
    REQUIRE_OK(ga_create(type, COLS, ROWS, "transposed", 0, 0, &t));
    CHECK_OK(ga_inquire(a, &found, NULL, NULL));
    CHECK_INT(type, found);
    fill_records(a);
    check_records(a, false);
    CHECK_OK(ga_copy(a, b));
    check_records(b, false);
    CHECK_OK(ga_transpose(a, t));
    check_records(t, true);
    CHECK_OK(ga_gather(a, 1, &i, &j, record));
    make_record(i, j, expected);
    CHECK_INT(0, memcmp(record, expected, BYTES));
    CHECK_OK(ga_fill(b, expected));
    CHECK_OK(ga_gather(b, 1, &(int64_t){0}, &(int64_t){COLS - 1}, record));
    CHECK_INT(0, memcmp(record, expected, BYTES));

    fill_many(type, expected);

    CHECK_STATUS(ASHLAR_ETYPE, ga_acc(a, 0, 0, 0, 0, record, 1, record));
    CHECK_STATUS(ASHLAR_ETYPE, ga_scale(a, record));
    CHECK_STATUS(ASHLAR_ETYPE, ga_dot(a, b, record));
    CHECK_STATUS(ASHLAR_ETYPE, ga_add(record, a, record, b, a));
    CHECK_STATUS(ASHLAR_ETYPE, ga_read_inc(a, 0, 0, 1, NULL));
    CHECK_STATUS(ASHLAR_ESTATE, ga_type_destroy(type));
    check_records(a, false);
    CHECK_OK(ga_destroy(t));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_type_destroy(type));
}

void record_types(void)
{
    size_t bytes = 0;
    ga_type type = -5;
    ga_t g = -5;

    for (ashlar_type t = 0; t < ASHLAR_TYPE_COUNT; t++) {
        CHECK_OK(ga_type_bytes(t, &bytes));
        CHECK_INT((int64_t)type_bytes(t), (int64_t)bytes);
        CHECK_STATUS(ASHLAR_ETYPE, ga_type_destroy(t));
    }
    CHECK_STATUS(ASHLAR_EARG, ga_type_create(0, &type));
    CHECK_STATUS(ASHLAR_EARG, ga_type_create(8, NULL));
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_bytes((ga_type)-1, &bytes));
    /* As many as there can be; one more is refused, and after one is gone there is room. */
    ga_type types[1000];
    int n = 0;
    while (n < 1000 && ga_type_create((size_t)n + 1, &types[n]) == ASHLAR_OK) {
        n++;
    }
    CHECK(n > 100 && n < 1000);
    CHECK_STATUS(ASHLAR_ELIMIT, ga_type_create(8, &type));
    CHECK(type == (ga_type)-5);
    CHECK_OK(ga_type_destroy(types[70]));
    CHECK_OK(ga_type_create(71, &types[70]));
    while (n > 0) {
        CHECK_OK(ga_type_bytes(types[--n], &bytes));
        CHECK_INT(n + 1, (int64_t)bytes);
        CHECK_OK(ga_type_destroy(types[n]));
    }
    REQUIRE_OK(ga_type_create(40, &type));
    CHECK_OK(ga_type_destroy(type));
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_bytes(type, &bytes));
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_destroy(type));
    CHECK_STATUS(ASHLAR_ETYPE, ga_create(type, 3, 3, "gone", 0, 0, &g));
    CHECK_INT(-5, g);
}

/* Calls and bytes, own and others', of one round of each kind. */
void stats_count(void)
{
    enum { N = 24 };
    static double buf[N * N];
    const double one = 1;
    const int64_t at[3] = {0, 1, 2};
    ga_stats_t s;
    ga_t g, counter;
    int64_t ilo, ihi, jlo, jhi;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, N, "counted", 0, 0, &g));
    REQUIRE_OK(ga_create(ASHLAR_INT, 2, 2, "counter", 0, 0, &counter));
    CHECK_OK(ga_distribution(g, ga_rank(), &ilo, &ihi, &jlo, &jhi));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_stats_enable(1));
    CHECK_OK(ga_put(g, 0, N - 1, 0, N - 1, buf, N));
    CHECK_OK(ga_put(g, 0, N - 1, 0, N - 1, buf, N));
    CHECK_OK(ga_get(g, 0, N - 1, 0, N - 1, buf, N));
    CHECK_OK(ga_acc(g, 0, N - 1, 0, N - 1, buf, N, &one));
    CHECK_OK(ga_gather(g, 3, at, at, buf));
    CHECK_OK(ga_read_inc(counter, 0, 0, 1, NULL));
    CHECK_OK(ga_sync());
    const int64_t calls[GA_STATS_COUNT] = {2, 1, 1, 1, 0, 0, 1, 1};
    const int64_t bytes[3] = {2 * N * N * 8, N * N * 8, N * N * 8};
    for (int call = 0; call < GA_STATS_COUNT; call++) {
        CHECK_OK(ga_stats((ga_stats_call)call, &s));
        CHECK_INT(calls[call], s.calls);
        if (call < 3) {
            CHECK_INT(bytes[call], s.bytes_own + s.bytes_node + s.bytes_remote);
            CHECK((s.bytes_remote > 0) == (test_nodes() > 1));
            CHECK((s.bytes_own > 0) == (ihi >= ilo) && (ga_size() > 1 || s.bytes_node == 0));
        }
        CHECK(s.seconds >= 0);
    }
    CHECK_OK(ga_stats_enable(0));
    CHECK_OK(ga_get(g, 0, N - 1, 0, N - 1, buf, N));
    CHECK_OK(ga_stats(GA_STATS_GET, &s));
    CHECK_INT(1, s.calls);
    CHECK_STATUS(ASHLAR_EARG, ga_stats(GA_STATS_COUNT, &s));
    CHECK_STATUS(ASHLAR_EARG, ga_stats(GA_STATS_GET, NULL));
    CHECK_OK(ga_destroy(counter));
    CHECK_OK(ga_destroy(g));
}
