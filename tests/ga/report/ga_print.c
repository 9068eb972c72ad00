/* The text ga_print() writes, read back: heading, indices, every value once, from rank 0 only. */
#include <stdlib.h>
#include <string.h>

#include "ga/report/text.h"

/* The text without runs of spaces, so that widths of columns do not matter. */
static void squeeze(char *text)
{
    char *to = text;

    for (char *from = text; *from; ++from) {
        bool space = *from == ' ';
        if (!space || (to > text && to[-1] != ' ' && to[-1] != '\n'))
            *to++ = *from;
    }
    *to = '\0';
}

/* More rows, and more elements of a list, than are fetched at a time. */
TEST_CASE(print_long, TEST_GA)
{
    enum { ROWS = 700, COLS = 7, CUBE = 15 * 16 * 17 };
    int *values = test_alloc(CUBE * sizeof *values), number;
    int64_t n = 0, wrong = 0, index;
    const int64_t lo[3] = {0, 0, 0}, hi[3] = {14, 15, 16}, dims[3] = {15, 16, 17};
    ga_t g, cube;

    for (int k = 0; k < CUBE; ++k)
        values[k] = k;
    REQUIRE_OK(ga_create(ASHLAR_INT, ROWS, COLS, "long", 0, 0, &g));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 3, dims, "cube", NULL, GA_GROUP_WORLD, &cube));
    if (ga_rank() == 0) {
        for (int j = 0; j < COLS; ++j) {
            for (int i = 0; i < ROWS; ++i) {
                number = 10000 * j + i;
                CHECK_OK(ga_put(g, i, i, j, j, &number, 1));
            }
        }
        CHECK_OK(ga_put_nd(cube, lo, hi, values, NULL));
    }
    char *text = printed(g), *at = text;
    if (ga_rank() == 0) {
        at += strcspn(at, "\n") + 1;
        for (int first = 0; first < COLS; first += 6) {
            at += strcspn(at, "\n") + 1; /* the numbers of the columns */
            for (int i = 0; i < ROWS; ++i) {
                index = strtol(at, &at, 10);
                wrong += index != i;
                for (int j = first; j < first + 6 && j < COLS; ++j)
                    wrong += strtol(at, &at, 10) != 10000 * j + i;
                wrong += *at++ != '\n';
            }
        }
        CHECK_INT(0, *at);
    }
    free(text);
    text = printed(cube);
    at = text;
    if (ga_rank() == 0) {
        int i, j, k, length;
        for (at += strcspn(at, "\n") + 1;
             sscanf(at, "(%d,%d,%d) %d\n%n", &i, &j, &k, &number, &length) == 4; at += length) {
            wrong += n != i + 15 * (j + 16 * (int64_t)k) || number != n;
            ++n;
        }
        CHECK_INT(CUBE, n);
    }
    CHECK_INT(0, wrong);
    free(text);
    free(values);
    CHECK_OK(ga_destroy(cube));
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(print_2d, TEST_GA)
{
    static const char expected[] = "array 'small': 3 x 8 int\n"
                                   "0 1 2 3 4 5\n"
                                   "0 0 10 20 30 40 50\n"
                                   "1 1 11 21 31 41 51\n"
                                   "2 2 12 22 32 42 52\n"
                                   "6 7\n"
                                   "0 60 70\n"
                                   "1 61 71\n"
                                   "2 62 72\n";
    int values[3 * 8];
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_INT, 3, 8, "small", 0, 0, &g));
    for (int k = 0; k < 24; ++k)
        values[k] = 10 * (k / 3) + k % 3;
    if (ga_rank() == ga_size() - 1)
        CHECK_OK(ga_put(g, 0, 2, 0, 7, values, 3));
    char *text = printed(g);
    squeeze(text);
    CHECK_TEXT(ga_rank() == 0 ? expected : "", text);
    free(text);
    CHECK_OK(ga_destroy(g));
}

/* A patch has the indices of the array. */
TEST_CASE(print_patch, TEST_GA)
{
    static const char expected[] = "array 'some': 5 x 9 int, patch 2..3, 1..8\n"
                                   "1 2 3 4 5 6\n"
                                   "2 12 22 32 42 52 62\n"
                                   "3 13 23 33 43 53 63\n"
                                   "7 8\n"
                                   "2 72 82\n"
                                   "3 73 83\n";
    static const char list[] = "array 'list': 7 int, patch 3..4\n(3) 3\n(4) 4\n";
    static const char nothing[] = "array 'list': 7 int, patch 3..2\n";
    const int64_t lo[2] = {2, 1}, hi[2] = {3, 8}, n = 7, three = 3, ends[2] = {4, 2};
    int values[5 * 9];
    ga_t g, line;

    REQUIRE_OK(ga_create(ASHLAR_INT, 5, 9, "some", 0, 0, &g));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "list", NULL, GA_GROUP_WORLD, &line));
    for (int k = 0; k < 45; ++k)
        values[k] = 10 * (k / 5) + k % 5;
    if (ga_rank() == 0) {
        CHECK_OK(ga_put(g, 0, 4, 0, 8, values, 5));
        CHECK_OK(ga_put_nd(line, (int64_t[]){0}, (int64_t[]){4}, values, NULL));
    }
    for (int k = 0; k < 3; ++k) {
        FILE *file = tmpfile();
        CHECK_OK(k ? ga_print_patch(line, &three, &ends[k - 1], file)
                   : ga_print_patch(g, lo, hi, file));
        char *text = text_of(file);
        squeeze(text);
        const char *written = k == 0 ? expected : k == 1 ? list : nothing;
        CHECK_TEXT(ga_rank() ? "" : written, text);
        free(text);
    }
    CHECK_OK(ga_destroy(line));
    CHECK_OK(ga_destroy(g));
}

/* A line for each block of each rank, and one for a rank that owns none. */
TEST_CASE(print_distribution, TEST_GA)
{
    const int64_t cuts[3] = {0, 4, 5};
    char expected[4000];
    int at = snprintf(expected, sizeof expected, "array 'tiles': 7 x 6 double\n");
    ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                      .ndim = 2,
                      .dims = {7, 6},
                      .name = "tiles",
                      .kind = GA_TILED_IRREGULAR,
                      .blocks = {3, 1},
                      .cuts = {cuts, cuts}};
    ga_t g;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    for (int rank = 0; rank < ga_size(); ++rank) {
        int64_t n;
        CHECK_OK(ga_inquire_owned(g, rank, &n));
        if (n == 0)
            at +=
                snprintf(expected + at, sizeof expected - (size_t)at, "rank %d: no block\n", rank);
        for (int k = 0; k < (int)n; ++k) {
            ga_block_t b;
            CHECK_OK(ga_block_by_rank(g, rank, k, &b));
            at += snprintf(expected + at, sizeof expected - (size_t)at,
                           "rank %d: block %d [%d..%d, %d..%d]\n", rank, k, (int)b.lo[0],
                           (int)b.hi[0], (int)b.lo[1], (int)b.hi[1]);
        }
    }
    FILE *file = tmpfile();
    CHECK_OK(ga_print_distribution(g, file));
    char *text = text_of(file);
    CHECK_TEXT(ga_rank() ? "" : expected, text);
    free(text);
    CHECK_OK(ga_destroy(g));
}

/* Each way to print. */
static int print_some(int way, ga_t g, FILE *stream)
{
    const int64_t lo[2] = {1, 2}, hi[2] = {1, 3};

    return way == 0   ? ga_print(g, stream)
           : way == 1 ? ga_print_patch(g, lo, hi, stream)
                      : ga_print_distribution(g, stream);
}

/* An array that cannot be printed is an error on every rank: less than a buffer and more, and with
 * none. */
TEST_CASE(print_fails, TEST_GA)
{
    static const char *const calls[] = {
        "ga_print: ", "ga_print_patch: ", "ga_print_distribution: "};
    ga_t small, large;

    REQUIRE_OK(ga_create(ASHLAR_INT, 40, 8, "unprinted", 0, 0, &small));
    REQUIRE_OK(ga_create(ASHLAR_INT, 900, 8, "unprinted", 0, 0, &large));
    CHECK_OK(ga_zero(small));
    CHECK_OK(ga_zero(large));
    for (int way = 0; way < 3; ++way) {
        CHECK_STATUS(ASHLAR_EARG, print_some(way, small, NULL));
        CHECK_CONTAINS(ashlar_error_message(), calls[way]);
        for (int k = 0; k < 4; ++k) {
            FILE *full = fopen("/dev/full", "w");
            if (!CHECK(full != NULL))
                continue;
            if (k & 1)
                setvbuf(full, NULL, _IONBF, 0);
            CHECK_STATUS(ASHLAR_ESYS, print_some(way, k & 2 ? large : small, full));
            CHECK_CONTAINS(ashlar_error_message(), calls[way]);
            CHECK_CONTAINS(ashlar_error_message(), ga_rank() == 0 ? "'unprinted'" : "another rank");
            fclose(full);
        }
    }
    CHECK_OK(ga_destroy(large));
    CHECK_OK(ga_destroy(small));
}
