#include "armci-lite/src/local/al_copy.h"

#include <stdint.h>
#include <string.h>

#include "armci-lite/src/base/al_compiler.h"

/* Rows of some hundred bytes to some pages: 32 bytes at a time with aligned stores beat memcpy,
 * which is tuned for single copies (353 doubles a row: put 1.11, get 1.20 times as fast).
 */
enum { ROW_LEAST = 256, ROW_MOST = 32768, VECTOR = 32, STEP = 4 * VECTOR };
typedef char vector_t __attribute__((vector_size(VECTOR), may_alias));
typedef vector_t anywhere_t __attribute__((aligned(1)));

AL_INLINE void copy_row_aligned(char *to, const char *from, size_t bytes)
{
    size_t done = (VECTOR - (uintptr_t)to % VECTOR) % VECTOR;
    memcpy(to, from, VECTOR); /* up to the first aligned address, and a little beyond */
    for (; done + STEP <= bytes; done += STEP) {
        const anywhere_t *source = (const anywhere_t *)(const void *)(from + done);
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

static void copy_rows(char *to, size_t to_stride, const char *from, size_t from_stride,
                      size_t bytes, size_t rows)
{
    if (AL_KERNELS && bytes >= ROW_LEAST && bytes <= ROW_MOST)
        copy_rows_aligned(to, to_stride, from, from_stride, bytes, rows);
    else if (bytes == 8)
        for (size_t r = 0; r < rows; ++r, to += to_stride, from += from_stride)
            memcpy(to, from, 8);
    else
        for (size_t r = 0; r < rows; ++r, to += to_stride, from += from_stride)
            memcpy(to, from, bytes);
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
