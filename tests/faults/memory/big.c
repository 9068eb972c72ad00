/* More memory than there may be: an error on every rank, arrays made before stay usable, and the
 * program ends by its own choice. Run under a limit (see the script limits), which
 * ASHLAR_TEST_LIMIT_MIB names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

static int64_t limit_mib;

/* Rows of an array of doubles with 1024 columns that takes this many MiB. */
static int64_t rows_of(int64_t mib)
{
    return mib * 1024 * 1024 / (8 * 1024);
}

TEST_CASE(too_large, TEST_GA)
{
    ga_t g = -9;

    twin_t before = twin_create(ASHLAR_DOUBLE, 2, test_dims(2), LAYOUT_REGULAR, GA_GROUP_WORLD, 1);
    for (int round = 0; round < 5; ++round) {
        const int64_t mib = limit_mib * (round + 1);
        int status = ga_create(ASHLAR_DOUBLE, rows_of(mib), 1024, "too large", 0, 0, &g);
        CHECK_STATUS(ASHLAR_ENOMEM, status);
        CHECK_INT(-9, g);
        if (status == ASHLAR_OK)
            return;
        CHECK_CONTAINS(ashlar_error_message(), "too large");
        CHECK_CONTAINS(ashlar_error_message(), "available");
        CHECK_CONTAINS(ashlar_error_message(), "bytes");
        CHECK_TWIN(&before);
    }
    printf("rank %d: %s\n", ga_rank(), ashlar_error_message());

    /* The failed attempts left nothing behind: what fits still fits, many times. */
    for (int round = 0; round < 6; ++round) {
        const double value = round;
        double last = -1;
        int64_t rows = rows_of(limit_mib / 8);
        REQUIRE_OK(ga_create(ASHLAR_DOUBLE, rows, 1024, "fits", 0, 0, &g));
        CHECK_OK(ga_fill(g, &value)); /* touches every page */
        CHECK_OK(ga_get(g, rows - 1, rows - 1, 1023, 1023, &last, 1));
        CHECK(last == round);
        CHECK_OK(ga_destroy(g));
    }
    CHECK_TWIN(&before);
    twin_destroy(&before);
}

/* Arrays until no more fit: the last create fails everywhere, the others work. */
TEST_CASE(until_full, TEST_GA)
{
    enum { MOST = 64 };
    int64_t rows = rows_of(limit_mib / 16);
    ga_t g[MOST];
    int n = 0, status = ASHLAR_OK;

    while (n < MOST && status == ASHLAR_OK) {
        const double value = n;
        status = ga_create(ASHLAR_DOUBLE, rows, 1024, "one of many", 0, 0, &g[n]);
        if (status == ASHLAR_OK)
            CHECK_OK(ga_fill(g[n++], &value));
    }
    CHECK_INT(ASHLAR_ENOMEM, status);
    CHECK(n >= 4 && n <= 16);
    for (int k = 0; k < n; ++k) {
        double last = -1;
        CHECK_OK(ga_get(g[k], rows - 1, rows - 1, 1023, 1023, &last, 1));
        CHECK(last == k);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_destroy(g[k]));
    }
}

/* Every rank reads all of an array that holds one value. */
static void read_all(ga_t g, int64_t rows, double value, double *column)
{
    int64_t wrong = 0;

    for (int64_t j = 0; j < 1024; ++j) {
        CHECK_OK(ga_get(g, 0, rows - 1, j, j, column, rows));
        for (int64_t i = 0; i < rows; ++i)
            wrong += column[i] != value;
    }
    CHECK_INT(0, wrong);
}

/* Arrays until no more fit, and then every rank uses all of them: what their page tables take was
 * left, and nobody is killed. */
TEST_CASE(used_by_all, TEST_GA)
{
    enum { MOST = 64 };
    int64_t rows = rows_of(limit_mib / 32);
    double *column = test_alloc((size_t)rows * sizeof *column);
    ga_t g[MOST];
    int n = 0, status = ASHLAR_OK;

    while (n < MOST && status == ASHLAR_OK) {
        const double value = n;
        status = ga_create(ASHLAR_DOUBLE, rows, 1024, "used by all", 0, 0, &g[n]);
        if (status == ASHLAR_OK)
            CHECK_OK(ga_fill(g[n++], &value));
    }
    CHECK_INT(ASHLAR_ENOMEM, status);
    CHECK(n >= 4);
    printf("rank %d: %d arrays, then: %s\n", ga_rank(), n, ashlar_error_message());
    for (int k = 0; k < n; ++k)
        read_all(g[k], rows, k, column);
    CHECK_OK(ga_sync());
    while (n > 0)
        CHECK_OK(ga_destroy(g[--n]));
    free(column);
}

int main(int argc, char **argv)
{
    const char *text = getenv("ASHLAR_TEST_LIMIT_MIB");

    limit_mib = text ? atoll(text) : 256;
    return test_main(argc, argv);
}
