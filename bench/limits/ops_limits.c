/* The limits of the machine: the rows of the benchmark of data-parallel operations as bare loops
 * over one shared mapping. */
#include <math.h>
#include <sched.h>

#include "bench/rows/ops.h"

#define LIB_NAME "limit"
/* A copy of as many bytes stands for these. */
#define LIB_IS_CHECKED(operation) ((operation) != SYMMETRIZE && (operation) != TRANSPOSE_PATCH)

enum { LARGEST = 6000, RANKS = 64, LANES = 8 };

typedef struct lib_array {
    char *base;
    enum type type;
    int64_t n;
} lib_array_t;

/* The memory that the ranks share beside arrays. */
typedef struct shared {
    _Alignas(64) atomic_int arrived;
    _Alignas(64) atomic_int epoch;
    struct {
        _Alignas(64) double number;
    } part[RANKS];
    double sums[RANKS][LARGEST];
} shared_t;

static struct {
    shared_t *shared;
    char *areas[3];
    int used;
} limit;

static lib_array_t lib_create(enum type type, int64_t n)
{
    return (lib_array_t){limit.areas[limit.used++], type, n};
}

static void lib_destroy(lib_array_t array)
{
    (void)array;
    --limit.used;
}

static void lib_sync(void)
{
    shared_t *shared = limit.shared;
    int epoch = atomic_load(&shared->epoch);
    if (atomic_fetch_add(&shared->arrived, 1) == bench_size() - 1) {
        atomic_store(&shared->arrived, 0);
        atomic_store(&shared->epoch, epoch + 1);
        return;
    }
    for (int k = 0; atomic_load_explicit(&shared->epoch, memory_order_acquire) == epoch; ++k)
        if (k > 1000000)
            sched_yield();
}

static size_t bytes_of(enum type type)
{
    return type == FLOAT ? sizeof(float) : type == DOUBLE ? sizeof(double) : 2 * sizeof(double);
}

static void lib_put(lib_array_t a, patch_t p, void *buf, int64_t ld)
{
    size_t element = bytes_of(a.type), column = (size_t)(p.ihi - p.ilo + 1) * element;
    for (int64_t j = p.jlo; j <= p.jhi; ++j)
        memcpy(a.base + (size_t)(p.ilo + j * a.n) * element,
               (const char *)buf + (size_t)((j - p.jlo) * ld) * element, column);
}

static void lib_get(lib_array_t a, patch_t p, void *buf, int64_t ld)
{
    size_t element = bytes_of(a.type), column = (size_t)(p.ihi - p.ilo + 1) * element;
    for (int64_t j = p.jlo; j <= p.jhi; ++j)
        memcpy((char *)buf + (size_t)((j - p.jlo) * ld) * element,
               a.base + (size_t)(p.ilo + j * a.n) * element, column);
}

/* ---- transpose ------------------------------------------------------------------------------- */

/* b's columns first..end-1 are rows of a, in squares whose sides are a line, of which n, first and
 * end are multiples. */
#define TRANSPOSE_BY_LINES(name, T, step, square)                                                  \
    static void name(const T *a, T *b, int64_t n, int64_t first, int64_t end)                      \
    {                                                                                              \
        enum { LINE = 64 / sizeof(T), SIDE = 64 };                                                 \
        for (int64_t jj = 0; jj < n; jj += SIDE)                                                   \
            for (int64_t ii = first; ii < end; ii += SIDE)                                         \
                for (int64_t j = jj; j < jj + SIDE && j < n; j += LINE)                            \
                    for (int64_t i = ii; i < ii + SIDE && i < end; i += LINE) {                    \
                        for (int k = 0; k < LINE; ++k)                                             \
                            __builtin_prefetch(b + j + (i + k + 2 * LINE) * n, 1);                 \
                        for (int64_t p = 0; p < LINE; p += step)                                   \
                            for (int64_t q = 0; q < LINE; q += step)                               \
                                square(a + i + p + (j + q) * n, b + j + q + (i + p) * n, n);       \
                    }                                                                              \
    }

/* Squares of 4x4 in registers. */
#define TRANSPOSE_LOOP(name, T, integer)                                                           \
    typedef T name##_row_t __attribute__((vector_size(4 * sizeof(T)), aligned(sizeof(T))));        \
    typedef integer name##_mask_t __attribute__((vector_size(4 * sizeof(T)), unused));             \
    INLINE void name##_square(const T *a, T *b, int64_t n)                                         \
    {                                                                                              \
        const name##_row_t r0 = *(const name##_row_t *)a, r1 = *(const name##_row_t *)(a + n);     \
        const name##_row_t r2 = *(const name##_row_t *)(a + 2 * n);                                \
        const name##_row_t r3 = *(const name##_row_t *)(a + 3 * n);                                \
        const name##_row_t x0 = SHUFFLE(name, r0, r2, 0, 4, 1, 5),                                 \
                           x1 = SHUFFLE(name, r0, r2, 2, 6, 3, 7);                                 \
        const name##_row_t y0 = SHUFFLE(name, r1, r3, 0, 4, 1, 5),                                 \
                           y1 = SHUFFLE(name, r1, r3, 2, 6, 3, 7);                                 \
        *(name##_row_t *)b = SHUFFLE(name, x0, y0, 0, 4, 1, 5);                                    \
        *(name##_row_t *)(b + n) = SHUFFLE(name, x0, y0, 2, 6, 3, 7);                              \
        *(name##_row_t *)(b + 2 * n) = SHUFFLE(name, x1, y1, 0, 4, 1, 5);                          \
        *(name##_row_t *)(b + 3 * n) = SHUFFLE(name, x1, y1, 2, 6, 3, 7);                          \
    }                                                                                              \
    TRANSPOSE_BY_LINES(name, T, 4, name##_square)

#ifdef __clang__
#define SHUFFLE(name, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(name, a, b, ...) __builtin_shuffle(a, b, (name##_mask_t){__VA_ARGS__})
#endif
TRANSPOSE_LOOP(transpose_floats, float, int32_t)
TRANSPOSE_LOOP(transpose_doubles, double, int64_t)

typedef struct pair {
    double re, im;
} pair_t;

INLINE void pair_square(const pair_t *a, pair_t *b, int64_t n)
{
    b[0] = a[0], b[1] = a[n];
    b[n] = a[1], b[n + 1] = a[n + 1];
}

TRANSPOSE_BY_LINES(transpose_pairs, pair_t, 2, pair_square)

/* ---- the other loops ------------------------------------------------------------------------- */

#define LOOP(name, value)                                                                          \
    static void name(const double *a, const double *b, double *c, int64_t n)                       \
    {                                                                                              \
        (void)a, (void)b;                                                                          \
        _Pragma("GCC ivdep") for (int64_t k = 0; k < n; ++k) c[k] = value;                         \
    }
LOOP(loop_add, 2 * a[k] + 3 * b[k])
LOOP(loop_scale, -1 * c[k])
LOOP(loop_fill, 5)
LOOP(loop_multiply, a[k] * b[k])
LOOP(loop_divide, a[k] / b[k])
/* NaN if one is NaN. */
LOOP(loop_maximum, a[k] >= b[k] || a[k] != a[k] ? a[k] : b[k])

typedef void loop_t(const double *a, const double *b, double *c, int64_t n);

#define SUM(name, term)                                                                            \
    static double name(const double *a, const double *b, int64_t n)                                \
    {                                                                                              \
        double lane[4 * LANES] = {0}, sum = 0;                                                     \
        const int64_t even = n - n % (4 * LANES);                                                  \
        (void)b;                                                                                   \
        for (int64_t k = 0; k < even; k += 4 * LANES)                                              \
            for (int l = 0; l < 4 * LANES; ++l)                                                    \
                lane[l] += term(k + l);                                                            \
        for (int64_t k = even; k < n; ++k)                                                         \
            sum += term(k);                                                                        \
        for (int l = 0; l < 4 * LANES; ++l)                                                        \
            sum += lane[l];                                                                        \
        return sum;                                                                                \
    }
#define PRODUCT(k) (a[k] * b[k])
#define SQUARE(k)  (a[k] * a[k])
#define MODULUS(k) __builtin_fabs(a[k])
SUM(sum_products, PRODUCT)
SUM(sum_squares, SQUARE)
SUM(sum_moduli, MODULUS)

/* NaN if one is NaN: then only is a sum of moduli NaN. */
static double largest_modulus(const double *a, int64_t n)
{
    double lane[4 * LANES] = {0}, most = 0, sums[4 * LANES] = {0}, sum = 0;
    const int64_t even = n - n % (4 * LANES);
    for (int64_t k = 0; k < even; k += 4 * LANES)
        for (int l = 0; l < 4 * LANES; ++l) {
            lane[l] = MODULUS(k + l) > lane[l] ? MODULUS(k + l) : lane[l];
            sums[l] += MODULUS(k + l);
        }
    for (int64_t k = even; k < n; ++k) {
        most = MODULUS(k) > most ? MODULUS(k) : most;
        sum += MODULUS(k);
    }
    for (int l = 0; l < 4 * LANES; ++l) {
        most = lane[l] > most ? lane[l] : most;
        sum += sums[l];
    }
    return sum != sum ? (double)NAN : most;
}

/* The sum, or the largest, of what the ranks have. */
static double combine(double number, int is_largest)
{
    double total = 0;
    limit.shared->part[bench_rank()].number = number;
    lib_sync();
    for (int r = 0; r < bench_size(); ++r) {
        double part = limit.shared->part[r].number;
        total = !is_largest ? total + part : part > total ? part : total;
    }
    return total;
}

static double largest_column(const double *a, int64_t n, int64_t columns)
{
    double most = 0;
    for (int64_t j = 0; j < columns; ++j) {
        double sum = sum_moduli(a + j * n, a, n);
        most = sum > most ? sum : most;
    }
    return combine(most, 1);
}

static double largest_row(const double *a, int64_t n, int64_t columns)
{
    double *sums = limit.shared->sums[bench_rank()], most = 0;
    memset(sums, 0, (size_t)n * sizeof *sums);
    for (int64_t j = 0; j < columns; ++j)
        for (int64_t i = 0; i < n; ++i)
            sums[i] += __builtin_fabs(a[i + j * n]);
    lib_sync();
    for (int64_t i = 0; i < n; ++i) {
        double sum = 0;
        for (int r = 0; r < bench_size(); ++r)
            sum += limit.shared->sums[r][i];
        most = sum > most ? sum : most;
    }
    return most;
}

static void transpose(lib_array_t a, lib_array_t c, int64_t first, int64_t end)
{
    void *from = a.base, *to = c.base;
    if (a.type == FLOAT)
        transpose_floats(from, to, a.n, first, end);
    else if (a.type == DOUBLE)
        transpose_doubles(from, to, a.n, first, end);
    else
        transpose_pairs(from, to, a.n, first, end);
}

/* A patch, column by column. */
static void loop_patch(loop_t *loop, const double *a, const double *b, double *c, int64_t n,
                       int64_t first, int64_t end)
{
    int64_t last = PATCH_COLUMN + n - PATCH_LESS;
    for (int64_t j = first > PATCH_COLUMN ? first : PATCH_COLUMN; j < end && j < last; ++j) {
        int64_t at = PATCH_ROW + j * n;
        loop(a + at, b + at, c + at, n - PATCH_LESS);
    }
}

INLINE double lib_run(enum operation operation, int64_t n, lib_array_t a, lib_array_t b,
                      lib_array_t c)
{
    int64_t first = n * bench_rank() / bench_size() / 16 * 16;
    int64_t end =
        bench_rank() == bench_size() - 1 ? n : n * (bench_rank() + 1) / bench_size() / 16 * 16;
    int64_t count = (end - first) * n;
    const double *x = (const double *)(const void *)a.base,
                 *y = (const double *)(const void *)b.base;
    double *z = (double *)(void *)c.base, number = 0;
    x += a.type == DOUBLE ? first * n : 0;
    y += a.type == DOUBLE ? first * n : 0;
    z += a.type == DOUBLE ? first * n : 0;
    lib_sync();
    switch (operation) {
    case TRANSPOSE:
        transpose(a, c, first, end);
        break;
    case SYMMETRIZE:
    case TRANSPOSE_PATCH:
    case COPY:
        memcpy(z, x, (size_t)count * sizeof *z);
        break;
    case ADD:
        loop_add(x, y, z, count);
        break;
    case DOT:
        return combine(sum_products(x, y, count), 0);
    case SCALE:
        loop_scale(x, y, z, count);
        break;
    case FILL:
        loop_fill(x, y, z, count);
        break;
    case NORM_1:
        return combine(sum_moduli(x, y, count), 0);
    case NORM_INF:
        return combine(largest_modulus(x, count), 1);
    case MATRIX_NORM_1:
        return largest_column(x, n, end - first);
    case MATRIX_NORM_INF:
        return largest_row(x, n, end - first);
    case NORM_2:
        return sqrt(combine(sum_squares(x, y, count), 0));
    case MULTIPLY:
        loop_multiply(x, y, z, count);
        break;
    case DIVIDE:
        loop_divide(x, y, z, count);
        break;
    case MAXIMUM:
        loop_maximum(x, y, z, count);
        break;
    case MULTIPLY_PATCH:
    case DIVIDE_PATCH:
    case MAXIMUM_PATCH:
        loop_patch(operation == MULTIPLY_PATCH ? loop_multiply
                   : operation == DIVIDE_PATCH ? loop_divide
                                               : loop_maximum,
                   x - first * n, y - first * n, z - first * n, n, first, end);
        break;
    }
    lib_sync();
    return number;
}

#include "bench/rows/ops.inc"

const bench_subject_t *ops_limits_start(void)
{
    static const bench_subject_t subject = {LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    if (bench_size() > RANKS)
        bench_fail("at most %d ranks", RANKS);
    limit.shared = bench_shared(sizeof *limit.shared);
    for (int k = 0; k < 3; ++k)
        limit.areas[k] = bench_shared((size_t)LARGEST * LARGEST * sizeof(pair_t));
    return &subject;
}
