/* A matrix is transposed in squares whose sides are a cache line: every line is read and written as
 * a whole, so that it does not matter whether the cache keeps it, which large leading dimensions
 * forbid. Squares are transposed in registers, vectors of 32 bytes. */
#include "ga/src/rearrange/ga_transpose_block.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "armci-lite/src/al_private.h"

enum { LINE = AL_STREAM_LINE };

/* Elements of any alignment, whatever their type. */
typedef int32_t of_4_t __attribute__((vector_size(32), aligned(1), may_alias));
typedef int64_t of_8_t __attribute__((vector_size(32), aligned(1), may_alias));

/* Numbers of two vectors, counted through both. */
#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (__typeof__(a)){__VA_ARGS__})
#endif

/* ---- what vectors can turn: a (strides in bytes) to b ---------------------------------------- */

AL_INLINE void transpose_square_4(const char *a, size_t a_stride, char *b, size_t b_stride)
{
    of_4_t row[8], pair[8], four[8];
    for (int k = 0; k < 8; ++k)
        row[k] = *(const of_4_t *)(const void *)(a + (size_t)k * a_stride);
    for (int k = 0; k < 8; k += 2) {
        pair[k] = SHUFFLE(row[k], row[k + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        pair[k + 1] = SHUFFLE(row[k], row[k + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int k = 0; k < 8; k += 4)
        for (int l = 0; l < 2; ++l) {
            four[k + 2 * l] = SHUFFLE(pair[k + l], pair[k + l + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            four[k + 2 * l + 1] = SHUFFLE(pair[k + l], pair[k + l + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int k = 0; k < 4; ++k) {
        *(of_4_t *)(void *)(b + (size_t)k * b_stride) =
            SHUFFLE(four[k], four[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        *(of_4_t *)(void *)(b + (size_t)(k + 4) * b_stride) =
            SHUFFLE(four[k], four[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

AL_INLINE void transpose_square_8(const char *a, size_t a_stride, char *b, size_t b_stride)
{
    of_8_t row[4], pair[4];
    for (int k = 0; k < 4; ++k)
        row[k] = *(const of_8_t *)(const void *)(a + (size_t)k * a_stride);
    for (int k = 0; k < 4; k += 2) {
        pair[k] = SHUFFLE(row[k], row[k + 1], 0, 4, 2, 6);
        pair[k + 1] = SHUFFLE(row[k], row[k + 1], 1, 5, 3, 7);
    }
    for (int k = 0; k < 2; ++k) {
        *(of_8_t *)(void *)(b + (size_t)k * b_stride) = SHUFFLE(pair[k], pair[k + 2], 0, 1, 4, 5);
        *(of_8_t *)(void *)(b + (size_t)(k + 2) * b_stride) =
            SHUFFLE(pair[k], pair[k + 2], 2, 3, 6, 7);
    }
}

AL_INLINE void transpose_square_16(const char *a, size_t a_stride, char *b, size_t b_stride)
{
    const of_8_t left = *(const of_8_t *)(const void *)a;
    const of_8_t right = *(const of_8_t *)(const void *)(a + a_stride);
    *(of_8_t *)(void *)b = SHUFFLE(left, right, 0, 1, 4, 5);
    *(of_8_t *)(void *)(b + b_stride) = SHUFFLE(left, right, 2, 3, 6, 7);
}

/* ---- a matrix -------------------------------------------------------------------------------- */

/* Element by element. */
AL_INLINE void transpose_elements(size_t size, size_t rows, size_t cols, const char *a,
                                  size_t a_stride, char *b, size_t b_stride)
{
    for (size_t i = 0; i < rows; ++i)
        for (size_t j = 0; j < cols; ++j)
            memcpy(b + i * b_stride + j * size, a + j * a_stride + i * size, size);
}

/* Inlined with a constant size. */
AL_INLINE void transpose_lines(size_t size, const char *a, size_t a_stride, char *b,
                               size_t b_stride)
{
    const size_t side = 32 / size;
    for (size_t i = 0; i < 2 * side; i += side)
        for (size_t j = 0; j < 2 * side; j += side) {
            const char *from = a + j * a_stride + i * size;
            char *to = b + i * b_stride + j * size;
            if (size == 4)
                transpose_square_4(from, a_stride, to, b_stride);
            else if (size == 8)
                transpose_square_8(from, a_stride, to, b_stride);
            else
                transpose_square_16(from, a_stride, to, b_stride);
        }
}

/* By ordinary stores, which ask for the lines ahead. */
AL_INLINE void store_lines(size_t size, const char *a, size_t a_stride, char *b, size_t b_stride)
{
    const size_t side = LINE / size;
    for (size_t k = 0; k < side; ++k) /* the line in which a row will end */
        __builtin_prefetch(b + (side + k) * b_stride + LINE - 1, 1);
    transpose_lines(size, a, a_stride, b, b_stride);
}

/* Past the caches: b begins a line. */
AL_INLINE void stream_lines(size_t size, const char *a, size_t a_stride, char *b, size_t b_stride)
{
    _Alignas(LINE) char lines[LINE / 4 * LINE];
    transpose_lines(size, a, a_stride, lines, LINE);
    for (size_t k = 0; k < LINE / size; ++k)
        ali_stream_line(b + k * b_stride, lines + k * LINE);
}

typedef struct matrix_pair {
    size_t rows, cols;
    const char *a; /* rows x cols */
    size_t a_stride;
    char *b; /* its transpose */
    size_t b_stride;
    bool streams;
} matrix_pair_t;

AL_INLINE void transpose_matrix(size_t size, const matrix_pair_t *pair, bool streams)
{
    enum { SIDE = 64 }; /* of parts whose pages are all found fast */
    const size_t side = LINE / size, a_stride = pair->a_stride, b_stride = pair->b_stride;
    const size_t rows = pair->rows, even_rows = rows / side * side;
    /* Lines that are streamed are whole ones. */
    const size_t before = streams ? (LINE - (uintptr_t)pair->b % LINE) % LINE / size : 0;
    const size_t skipped = ali_min_bytes(before, pair->cols), cols = pair->cols - skipped;
    const size_t even_cols = cols / side * side;
    const char *a = pair->a + skipped * a_stride;
    char *b = pair->b + skipped * size;
    for (size_t jj = 0; jj < even_cols; jj += SIDE)
        for (size_t ii = 0; ii < even_rows; ii += SIDE)
            for (size_t j = jj; j < ali_min_bytes(jj + SIDE, even_cols); j += side) {
                const char *from = a + j * a_stride + ii * size;
                char *to = b + ii * b_stride + j * size;
                for (size_t i = ii; i < ali_min_bytes(ii + SIDE, even_rows); i += side) {
                    if (streams)
                        stream_lines(size, from, a_stride, to, b_stride);
                    else
                        store_lines(size, from, a_stride, to, b_stride);
                    from += LINE;
                    to += side * b_stride;
                }
            }
    transpose_elements(size, rows, skipped, pair->a, a_stride, pair->b, b_stride);
    transpose_elements(size, even_rows, cols - even_cols, a + even_cols * a_stride, a_stride,
                       b + even_cols * size, b_stride);
    transpose_elements(size, rows - even_rows, cols, a + even_rows * size, a_stride,
                       b + even_rows * b_stride, b_stride);
}

#define TRANSPOSE(size)                                                                            \
    AL_KERNEL static void transpose_##size(const matrix_pair_t *pair)                              \
    {                                                                                              \
        if (pair->streams)                                                                         \
            transpose_matrix(size, pair, true);                                                    \
        else                                                                                       \
            transpose_matrix(size, pair, false);                                                   \
    }
TRANSPOSE(4)
TRANSPOSE(8)
TRANSPOSE(16)

static void transpose_any(size_t size, const matrix_pair_t *pair)
{
    enum { SIDE = 16 }; /* squares of both matrices stay in the first cache */
    for (size_t j = 0; j < pair->cols; j += SIDE)
        for (size_t i = 0; i < pair->rows; i += SIDE)
            transpose_elements(size, ali_min_bytes(SIDE, pair->rows - i),
                               ali_min_bytes(SIDE, pair->cols - j),
                               pair->a + i * size + j * pair->a_stride, pair->a_stride,
                               pair->b + j * size + i * pair->b_stride, pair->b_stride);
}

/* NULL: of elements of this size vectors are not made. */
static void (*find_kernel(size_t size))(const matrix_pair_t *pair)
{
    return size == 4 ? transpose_4 : size == 8 ? transpose_8 : size == 16 ? transpose_16 : NULL;
}

void gai_transpose_block(size_t size, size_t rows, size_t cols, const char *a, size_t lda, char *b,
                         size_t ldb, bool is_large)
{
    matrix_pair_t pair = {rows, cols, a, lda * size, b, ldb * size, false};
    void (*transpose)(const matrix_pair_t *) = find_kernel(size);
    if (!transpose) {
        transpose_any(size, &pair);
        return;
    }
    /* To be streamed, lines must begin at the same column of each row, at an element. */
    if (!is_large || pair.b_stride % LINE != 0 || (uintptr_t)b % size != 0) {
        transpose(&pair);
        return;
    }
    const ali_stream_t copy = ali_stream_begin(AL_STREAM_TRANSPOSE, rows * cols * size);
    pair.streams = copy.streams;
    transpose(&pair);
    ali_stream_end(&copy);
}
