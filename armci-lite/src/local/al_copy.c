/* Copies of strided patches within a node. */
#include "armci-lite/src/local/al_copy.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_clock.h"
#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_env.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/local/al_stream.h"

/* Rows of some hundred bytes to some pages. By vectors: 32 bytes at a time with aligned stores. On
 * AMD's Zen that beats memcpy, which is tuned for single copies (353 doubles a row: put 1.11, get
 * 1.20 times as fast); on Intel's Emerald Rapids it takes 1.3 times as long. So each process
 * measures both. */
enum { ROW_LEAST = 256, ROW_MOST = 32768, VECTOR = 32, STEP = 4 * VECTOR };
/* The measured rows are more than the second cache of most holds: in it the ways are alike on Zen.
 */
enum { ROW = 353 * 8, ROWS = 353, PAGE = 4096 };
typedef char vector_t __attribute__((vector_size(VECTOR), may_alias));
typedef vector_t unaligned_vector_t __attribute__((aligned(1)));

AL_INLINE void copy_row_aligned(char *to, const char *from, size_t bytes)
{
    size_t done = (VECTOR - (uintptr_t)to % VECTOR) % VECTOR;
    memcpy(to, from, VECTOR); /* up to the first aligned address, and a little beyond */
    for (; done + STEP <= bytes; done += STEP) {
        const unaligned_vector_t *source = (const unaligned_vector_t *)(const void *)(from + done);
        vector_t *target = (vector_t *)(void *)(to + done);
        vector_t a = source[0], b = source[1], c = source[2], d = source[3];
        target[0] = a;
        target[1] = b;
        target[2] = c;
        target[3] = d;
    }
    memcpy(to + done, from + done, bytes - done);
}

AL_KERNEL static void copy_rows_aligned(char *to, size_t to_stride, const char *from,
                                        size_t from_stride, size_t bytes, size_t rows)
{
    for (size_t r = 0; r < rows; ++r, to += to_stride, from += from_stride)
        copy_row_aligned(to, from, bytes);
}

static void copy_rows_plain(char *to, size_t to_stride, const char *from, size_t from_stride,
                            size_t bytes, size_t rows)
{
    for (size_t r = 0; r < rows; ++r, to += to_stride, from += from_stride)
        memcpy(to, from, bytes);
}

typedef void copy_rows_t(char *to, size_t to_stride, const char *from, size_t from_stride,
                         size_t bytes, size_t rows);

static int use_vectors; /* written by al_init() only */

static void copy_rows(char *to, size_t to_stride, const char *from, size_t from_stride,
                      size_t bytes, size_t rows)
{
    if (use_vectors && bytes >= ROW_LEAST && bytes <= ROW_MOST)
        copy_rows_aligned(to, to_stride, from, from_stride, bytes, rows);
    else if (bytes == 8)
        for (size_t r = 0; r < rows; ++r, to += to_stride, from += from_stride)
            memcpy(to, from, 8);
    else
        copy_rows_plain(to, to_stride, from, from_stride, bytes, rows);
}

static int64_t time_rows(copy_rows_t *copy, char *memory)
{
    const char *from = memory + ROW * ROWS + PAGE; /* neither side aligned to a vector */
    int64_t start = ali_nanoseconds();
    copy(memory + 8, ROW, from + 8, ROW, ROW, ROWS);
    return ali_nanoseconds() - start;
}

/* The shortest of some copies each, in turns: when this process has to stop for another one, that
 * lengthens one of them only. */
static void choose_by_time(void)
{
    enum { TIMES = 20, BYTES = 2 * (ROW * ROWS + PAGE) };
    char *memory = malloc(BYTES);
    if (!memory)
        return;
    memset(memory, 1, BYTES); /* pages of its own */
    int64_t plain = INT64_MAX, vectors = INT64_MAX;
    for (int t = 0; t < TIMES; ++t) {
        plain = ali_min(plain, time_rows(copy_rows_plain, memory));
        vectors = ali_min(vectors, time_rows(copy_rows_aligned, memory));
    }
    free(memory);
    use_vectors = vectors + vectors / 32 < plain;
}

void ali_copy_choose(int64_t way)
{
    use_vectors = way == AL_COPY_VECTORS;
    ali_stream_choose(way == AL_COPY_AUTO      ? AL_STREAM_TRIAL
                      : way == AL_COPY_STREAMS ? AL_STREAM_ALWAYS
                                               : AL_STREAM_NEVER);
    if (way == AL_COPY_AUTO || way == AL_COPY_STREAMS)
        choose_by_time();
}

const char *ali_copy_way(void)
{
    return use_vectors ? "vectors" : "memcpy";
}

/* Levels 0 and 1 are rows; the higher ones count like an odometer. */
AL_INLINE void walk_rows(copy_rows_t *copy, char *to, const size_t *to_stride, const char *from,
                         const size_t *from_stride, const al_shape_t *shape)
{
    size_t index[AL_MAX_LEVELS] = {0};
    for (;;) {
        copy(to, to_stride[0], from, from_stride[0], shape->count[0], shape->count[1]);
        int level = 1;
        while (level < shape->levels) {
            to += to_stride[level];
            from += from_stride[level];
            if (++index[level] < shape->count[level + 1])
                break;
            to -= index[level] * to_stride[level];
            from -= index[level] * from_stride[level];
            index[level++] = 0;
        }
        if (level == shape->levels)
            return;
    }
}

void ali_copy_large(char *to, const char *from, size_t bytes)
{
    ali_stream_t copy = ali_stream_begin(AL_STREAM_COPY, bytes);
    if (copy.streams)
        ali_stream_rows(to, 0, from, 0, bytes, 1);
    else
        memcpy(to, from, bytes);
    ali_stream_end(&copy);
}

static void copy_large_shape(char *to, const size_t *to_stride, const char *from,
                             const size_t *from_stride, const al_shape_t *shape, size_t bytes)
{
    ali_stream_t copy = ali_stream_begin(AL_STREAM_COPY, bytes);
    walk_rows(copy.streams ? ali_stream_rows : copy_rows, to, to_stride, from, from_stride, shape);
    ali_stream_end(&copy);
}

void ali_copy_shape(char *to, const size_t *to_stride, const char *from, const size_t *from_stride,
                    const al_shape_t *shape)
{
    size_t bytes = shape->count[0];
    if (shape->levels == 0) {
        ali_copy_bytes(to, from, bytes);
        return;
    }
    if (bytes >= ROW_LEAST) {
        for (int level = 1; level <= shape->levels; ++level)
            bytes *= shape->count[level];
        if (AL_UNLIKELY(bytes >= AL_STREAM_LEAST)) {
            copy_large_shape(to, to_stride, from, from_stride, shape, bytes);
            return;
        }
    }
    walk_rows(copy_rows, to, to_stride, from, from_stride, shape);
}
