/* More elements than a bucket of the sort holds, long rows, and the order of the rules. */
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "sparse/serial.h"

/* Each rank adds elements of the same pseudorandom list; what a row holds follows from that. */
static uint64_t element_of_list(uint64_t k)
{
    rng_t rng = {k * 77};
    return rng_next(&rng);
}

static int by_place(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void many(int64_t rows, int64_t cols, int64_t n)
{
    const ga_sparse_spec_t spec = {.type = ASHLAR_LONG, .rows = rows, .cols = cols};
    int64_t *place = test_alloc((size_t)n * sizeof *place), distinct = 0;
    ga_sparse_t s = 0;
    ga_sparse_info_t info;
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    for (int64_t k = 0; k < n; ++k) {
        const uint64_t drawn = element_of_list((uint64_t)k);
        const int64_t i = (int64_t)(drawn % (uint64_t)rows),
                      j = (int64_t)(drawn / 7 % (uint64_t)cols);
        place[k] = i * cols + j;
        if (k % test_size() == test_rank())
            CHECK_OK(ga_sparse_add(s, 1, &i, &j, &(long){1}));
    }
    CHECK_OK(ga_sparse_assemble(s));
    qsort(place, (size_t)n, sizeof *place, by_place);
    CHECK_OK(ga_sparse_inquire(s, &info));
    for (int64_t k = 0; k < n; ++k)
        distinct += k == 0 || place[k] != place[k - 1];
    CHECK_INT(distinct, info.stored);
    int64_t *begin = test_alloc((size_t)(rows + 1) * sizeof *begin);
    int64_t *column = test_alloc((size_t)distinct * sizeof *column);
    long *value = test_alloc((size_t)distinct * sizeof *value);
    CHECK_OK(ga_sparse_get(s, 0, rows - 1, 0, cols - 1, distinct, begin, column, value));
    int64_t at = 0, wrong = 0;
    for (int64_t i = 0; i < rows; ++i)
        for (int64_t e = begin[i]; e < begin[i + 1]; ++e) {
            int64_t count = 0;
            for (; at < n && place[at] == i * cols + column[e]; ++at)
                ++count;
            wrong += count != value[e] || count == 0;
        }
    CHECK_INT(0, wrong);
    CHECK_INT(n, at);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_sparse_destroy(s));
    free(place), free(begin), free(column), free(value);
}

TEST_CASE(many_buckets, TEST_GA)
{
    many(30000, 30000, 200000);
}

TEST_CASE(long_rows, TEST_GA)
{
    many(3, 50000, 100000);
}

TEST_CASE(one_element, TEST_GA)
{
    many(1, 1, 1000);
}

/* The last rank's last one stays, and what is assembled later comes behind. */
TEST_CASE(last_one_stays, TEST_GA)
{
    const ga_sparse_spec_t spec = {
        .type = ASHLAR_INT, .rows = 2, .cols = 2, .rule = GA_SPARSE_REPLACE};
    ga_sparse_t s = 0;
    int64_t begin[3], column[1];
    int value[1] = {-1};
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    for (int turn = 0; turn < 2; ++turn) {
        const int rank = turn == 0 ? test_rank() : 0;
        for (int k = 0; k < 3 && (turn == 0 || test_rank() == 0); ++k)
            CHECK_OK(ga_sparse_add(s, 1, &(int64_t){1}, &(int64_t){0},
                                   &(int){100 * turn + 10 * rank + k}));
        CHECK_OK(ga_sparse_assemble(s));
        CHECK_OK(ga_sparse_get(s, 0, 1, 0, 1, 1, begin, column, value));
        CHECK_INT(turn == 0 ? 10 * (test_size() - 1) + 2 : 102, value[0]);
        CHECK_OK(ga_sync());
    }
    CHECK_OK(ga_sparse_destroy(s));
}

/* The same in a row that is merged of many runs: each rank adds each column several times. */
TEST_CASE(last_one_of_a_long_row, TEST_GA)
{
    enum { COLS = 90, TURNS = 4 };
    const ga_sparse_spec_t spec = {
        .type = ASHLAR_INT, .rows = 2, .cols = COLS, .rule = GA_SPARSE_REPLACE};
    ga_sparse_t s = 0;
    int64_t begin[3], column[COLS];
    int value[COLS], wrong = 0;
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    for (int turn = 0; turn < TURNS; ++turn)
        for (int64_t k = 0; k < COLS; ++k) {
            const int64_t j = (k * (turn % 2 ? 77 : 1) + turn) % COLS;
            CHECK_OK(ga_sparse_add(s, 1, &(int64_t){1}, &j, &(int){TURNS * test_rank() + turn}));
        }
    CHECK_OK(ga_sparse_assemble(s));
    CHECK_OK(ga_sparse_get(s, 0, 1, 0, COLS - 1, COLS, begin, column, value));
    CHECK_INT(COLS, begin[2]);
    for (int j = 0; j < COLS; ++j)
        wrong += column[j] != j || value[j] != TURNS * test_size() - 1;
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_sparse_destroy(s));
}

/* A dense matrix that passes in several strips: all rows belong to the last rank. */
TEST_CASE(several_strips, TEST_GA)
{
    enum { N = 1100, RANKS = 64 };
    int64_t cuts[RANKS + 1] = {0}, lo = 0, hi = N - 1, ld = N, wrong = 0;
    cuts[test_size()] = N;
    const ga_sparse_spec_t spec = {
        .type = ASHLAR_LLONG, .rows = N, .cols = N, .row_cuts = cuts, .col_cuts = cuts};
    ga_sparse_t s = 0, back = 0;
    ga_t g;
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    for (int64_t i = test_rank(); i < N; i += test_size())
        for (int64_t k = 1; k <= 3; ++k)
            CHECK_OK(ga_sparse_add(s, 1, &i, &(int64_t){(i * 31 + k * 379) % N},
                                   &(long long){i * 4 + k}));
    CHECK_OK(ga_sparse_assemble(s));
    REQUIRE_OK(ga_create(ASHLAR_LLONG, N, N, "dense", 0, 0, &g));
    CHECK_OK(ga_sparse_to_dense(s, g));
    long long *dense = test_alloc((size_t)N * N * sizeof *dense);
    CHECK_OK(ga_get_nd(g, (int64_t[]){lo, lo}, (int64_t[]){hi, hi}, dense, &ld));
    for (int64_t i = 0; i < N; ++i)
        for (int64_t k = 1; k <= 3; ++k) {
            long long *element = &dense[(i * 31 + k * 379) % N * N + i];
            wrong += *element != i * 4 + k;
            *element = 0;
        }
    for (int64_t k = 0; k < (int64_t)N * N; ++k)
        wrong += dense[k] != 0;
    CHECK_INT(0, wrong);
    free(dense);
    CHECK_OK(ga_sparse_from_dense(g, &spec, &back));
    int64_t begin[2][N + 1], column[2][3 * N];
    long long value[2][3 * N];
    CHECK_OK(ga_sparse_get(s, lo, hi, lo, hi, (int64_t)3 * N, begin[0], column[0], value[0]));
    CHECK_OK(ga_sparse_get(back, lo, hi, lo, hi, (int64_t)3 * N, begin[1], column[1], value[1]));
    CHECK(memcmp(begin[0], begin[1], sizeof begin[0]) == 0);
    CHECK(memcmp(column[0], column[1], sizeof column[0]) == 0);
    CHECK(memcmp(value[0], value[1], sizeof value[0]) == 0);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_sparse_destroy(s));
    CHECK_OK(ga_sparse_destroy(back));
    CHECK_OK(ga_destroy(g));
}

/* The columns of a large halo, in runs and one by one. */
TEST_CASE(wide_halo, TEST_GA)
{
    enum { N = 600 };
    const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = N, .cols = N};
    const double one = 1, zero = 0;
    ga_sparse_t s = 0;
    ga_t x, y;
    double got[N];
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    for (int64_t i = 0; i < N; ++i)
        for (int64_t j = i % 3; j < N && i % test_size() == test_rank(); j += i % 3 ? i % 7 + 2 : 1)
            CHECK_OK(ga_sparse_add(s, 1, &i, &j, &(double){(double)(i - j)}));
    CHECK_OK(ga_sparse_assemble(s));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, (int64_t[]){N}, "x", NULL, 0, &x));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, (int64_t[]){N}, "y", NULL, 0, &y));
    for (int64_t j = test_rank(); j < N; j += test_size())
        CHECK_OK(ga_put_nd(x, &j, &j, &(double){(double)(j % 11)}, NULL));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_sparse_multiply_vector('n', &one, s, x, &zero, y));
    CHECK_OK(ga_get_nd(y, (int64_t[]){0}, (int64_t[]){N - 1}, got, NULL));
    int64_t wrong = 0;
    for (int64_t i = 0; i < N; ++i) {
        double sum = 0;
        for (int64_t j = i % 3; j < N; j += i % 3 ? i % 7 + 2 : 1)
            sum += (double)((i - j) * (j % 11));
        wrong += got[i] < sum || got[i] > sum;
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(x));
    CHECK_OK(ga_destroy(y));
    CHECK_OK(ga_sparse_destroy(s));
}
