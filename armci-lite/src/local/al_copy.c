#include "armci-lite/src/local/al_copy.h"

#include <stdint.h>
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

/* Rows of some hundred bytes to some pages: 32 bytes at a time with aligned stores beat memcpy,
 * which is tuned for single copies (353 doubles a row: put 1.11, get 1.20 times as fast).
 */
enum { ROW_LEAST = 256, ROW_MOST = 32768 };
typedef void copy_row_t(char *to, const char *from, size_t bytes);

static void copy_row_libc(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void copy_row_avx2(char *to, const char *from, size_t bytes)
{
    enum { VECTOR = sizeof(__m256i), STEP = 4 * VECTOR };
    size_t done = (VECTOR - (uintptr_t)to % VECTOR) % VECTOR;
    memcpy(to, from, VECTOR); /* up to the first aligned address, and a little beyond */
    for (; done + STEP <= bytes; done += STEP) {
        const __m256i *source = (const __m256i *)(const void *)(from + done);
        __m256i *target = (__m256i *)(void *)(to + done);
        __m256i a = _mm256_loadu_si256(source), b = _mm256_loadu_si256(source + 1);
        __m256i c = _mm256_loadu_si256(source + 2), d = _mm256_loadu_si256(source + 3);
        _mm256_store_si256(target, a);
        _mm256_store_si256(target + 1, b);
        _mm256_store_si256(target + 2, c);
        _mm256_store_si256(target + 3, d);
    }
    memcpy(to + done, from + done, bytes - done);
}
#endif

static copy_row_t *copy_row_for(size_t bytes)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (bytes >= ROW_LEAST && bytes <= ROW_MOST && __builtin_cpu_supports("avx2"))
        return copy_row_avx2;
#endif
    return copy_row_libc;
}

static void copy_rows(char *to, size_t to_stride, const char *from, size_t from_stride,
                      size_t bytes, size_t rows)
{
    copy_row_t *copy_row = copy_row_for(bytes);
    if (bytes == 8)
        for (size_t r = 0; r < rows; ++r, to += to_stride, from += from_stride)
            memcpy(to, from, 8);
    else
        for (size_t r = 0; r < rows; ++r, to += to_stride, from += from_stride)
            copy_row(to, from, bytes);
}

void ali_copy_shape(char *to, const size_t *to_stride, const char *from, const size_t *from_stride,
                    const al_shape_t *shape)
{
    if (shape->levels == 0) {
        memcpy(to, from, shape->count[0]);
        return;
    }
    size_t index[AL_MAX_LEVELS] = {0};
    for (;;) { /* levels 0 and 1 are rows; the higher ones count like an odometer */
        copy_rows(to, to_stride[0], from, from_stride[0], shape->count[0], shape->count[1]);
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
