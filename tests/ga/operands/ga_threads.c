/* Operations on parts large enough for threads to share them, against their definition: the test
 * ga_threads runs these with ASHLAR_THREADS. */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"
#include "model/twin.h"

enum { ROWS = 260 };

/* Element number k of operand a, a small whole number: sums of products are exact. */
static double value(int a, int64_t k)
{
    return (double)((7 * k + 5 * a * k / 3 + a) % 11 - 5);
}

static void upload(ga_t g, int a, const int64_t *dims)
{
    double *buf = test_alloc((size_t)(dims[0] * dims[1]) * sizeof *buf);
    const int64_t lo[2] = {0, 0}, hi[2] = {dims[0] - 1, dims[1] - 1};

    for (int64_t k = 0; k < dims[0] * dims[1]; ++k)
        buf[k] = value(a, k);
    if (ga_rank() == 0)
        CHECK_OK(ga_put_nd(g, lo, hi, buf, dims));
    CHECK_OK(ga_sync());
    free(buf);
}

/* Elements of the patch are x * y there, and value(2, k) elsewhere. */
static void check_products(ga_t g, const int64_t *dims, const int64_t *lo, const int64_t *hi)
{
    double *buf = test_alloc((size_t)(dims[0] * dims[1]) * sizeof *buf);
    int64_t wrong = 0;

    CHECK_OK(ga_get_nd(g, (int64_t[]){0, 0}, (int64_t[]){dims[0] - 1, dims[1] - 1}, buf, dims));
    for (int64_t k = 0; k < dims[0] * dims[1]; ++k) {
        int64_t i = k % dims[0], j = k / dims[0];
        bool is_in = i >= lo[0] && i <= hi[0] && j >= lo[1] && j <= hi[1];
        wrong += buf[k] != (is_in ? value(0, k) * value(1, k) : value(2, k));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync());
    free(buf);
}

static void check_sums(ga_t a, ga_t b, const int64_t *dims, const int64_t *lo, const int64_t *hi)
{
    double dot = 0, sum = 0, moduli = 0, squares = 0, most = 0, result = -1;

    for (int64_t j = lo[1]; j <= hi[1]; ++j)
        for (int64_t i = lo[0]; i <= hi[0]; ++i) {
            double x = value(0, i + j * dims[0]), y = value(1, i + j * dims[0]);
            dot += x * y;
            sum += x;
            moduli += fabs(x);
            squares += x * x;
            most = fmax(most, fabs(x));
        }
    CHECK_OK(ga_dot_patch(a, lo, hi, b, lo, hi, &result));
    CHECK(result == dot);
    CHECK_OK(ga_sum_patch(a, lo, hi, &result));
    CHECK(result == sum);
    CHECK_OK(ga_norm_patch(a, lo, hi, GA_ENTRY_NORM_1, &result));
    CHECK(result == moduli);
    CHECK_OK(ga_norm_patch(a, lo, hi, GA_ENTRY_NORM_2, &result));
    CHECK(result == sqrt(squares));
    CHECK_OK(ga_norm_patch(a, lo, hi, GA_ENTRY_NORM_INF, &result));
    CHECK(result == most);
}

/* NaN and the largest number, wherever they are. */
static void check_largest(ga_t g, const int64_t *dims)
{
    const double odd[2] = {-70, (double)NAN};
    double result = 0;

    for (int k = 0; k < 2; ++k)
        for (int64_t place = 0; place < 4; ++place) {
            const int64_t at[2] = {place % 2 * (dims[0] - 1), place / 2 * (dims[1] - 1)};
            const double old = value(0, at[0] + at[1] * dims[0]);
            CHECK_OK(ga_sync());
            if (ga_rank() == 0)
                CHECK_OK(ga_put_nd(g, at, at, &odd[k], NULL));
            CHECK_OK(ga_norm(g, GA_ENTRY_NORM_INF, &result));
            CHECK(k ? isnan(result) : result == 70);
            if (ga_rank() == 0)
                CHECK_OK(ga_put_nd(g, at, at, &old, NULL));
        }
    CHECK_OK(ga_sync());
}

static void share(ga_kind kind, int64_t rows, int64_t cols, int64_t block)
{
    const int64_t dims[2] = {rows, cols}, all[2] = {0, 0}, last[2] = {rows - 1, cols - 1};
    const int64_t lo[2] = {1, cols > 2 ? 1 : 0}, hi[2] = {rows - 2, cols > 2 ? cols - 2 : cols - 1};
    ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {rows, cols}, .kind = kind};
    const double seven = 7;
    double result = 0;
    ga_t g[3];

    spec.block[0] = spec.block[1] = block;
    for (int k = 0; k < 3; ++k) {
        REQUIRE_OK(ga_create_spec(&spec, &g[k]));
        upload(g[k], k, dims);
    }
    check_sums(g[0], g[1], dims, all, last);
    check_sums(g[0], g[1], dims, lo, hi);
    check_largest(g[0], dims);
    CHECK_OK(ga_multiply_patch(g[0], lo, hi, g[1], lo, hi, g[2], lo, hi));
    check_products(g[2], dims, lo, hi);
    CHECK_OK(ga_multiply(g[0], g[1], g[2]));
    check_products(g[2], dims, all, last);
    CHECK_OK(ga_fill(g[2], &seven));
    CHECK_OK(ga_sum(g[2], &result));
    CHECK(result == 7 * (double)(rows * cols));
    for (int k = 0; k < 3; ++k)
        CHECK_OK(ga_destroy(g[k]));
}

static int threads_alive(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int n = 0;

    for (struct dirent *task; tasks && (task = readdir(tasks));)
        n += task->d_name[0] != '.';
    if (tasks)
        closedir(tasks);
    return n;
}

TEST_CASE(threads_share, TEST_GA)
{
    const char *threads = getenv("ASHLAR_THREADS");
    const int64_t ranks = ga_size();

    share(GA_REGULAR, ROWS, 90 * ranks, 0);
    share(GA_REGULAR, 33000 * ranks, 2, 0);
    share(GA_BLOCK_CYCLIC, ROWS, 90 * ranks, 16);
    if (HAS_OPENMP && threads)
        CHECK(threads_alive() >= atoi(threads));
}
