/* Copies of rows in the way that is fastest on this machine: what limits are made of. */
#ifndef BENCH_ROWCOPY_H
#define BENCH_ROWCOPY_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/bench.h"

/* Strides and bytes are multiples of an element. */
typedef void copy_rows_t(char *to, size_t to_stride, const char *from, size_t from_stride,
                         size_t bytes, int64_t rows);

static void copy_by_memcpy(char *to, size_t to_stride, const char *from, size_t from_stride,
                           size_t bytes, int64_t rows)
{
    for (; rows > 0; --rows, to += to_stride, from += from_stride)
        memcpy(to, from, bytes);
}

#ifdef __x86_64__
static void copy_by_movsb(char *to, size_t to_stride, const char *from, size_t from_stride,
                          size_t bytes, int64_t rows)
{
    for (; rows > 0; --rows, to += to_stride, from += from_stride) {
        void *target = to;
        const void *source = from;
        size_t left = bytes;
        __asm__ __volatile__("rep movsb" : "+D"(target), "+S"(source), "+c"(left) : : "memory");
    }
}
#endif

/* By vectors of `width` bytes, stores aligned. */
#define COPY_BY_VECTORS(name, width)                                                               \
    typedef char name##_vector_t __attribute__((vector_size(width), may_alias));                   \
    typedef name##_vector_t name##_anywhere_t __attribute__((aligned(1)));                         \
    static void name(char *to, size_t to_stride, const char *from, size_t from_stride,             \
                     size_t bytes, int64_t rows)                                                   \
    {                                                                                              \
        for (; rows > 0; --rows, to += to_stride, from += from_stride) {                           \
            size_t done = ((width) - (uintptr_t)to % (width)) % (width);                           \
            memcpy(to, from, bytes < (width) ? bytes : (width));                                   \
            for (; done + 4 * (width) <= bytes; done += 4 * (width)) {                             \
                const name##_anywhere_t *source = (const void *)(from + done);                     \
                name##_vector_t *target = (void *)(to + done);                                     \
                name##_vector_t a = source[0], b = source[1], c = source[2], d = source[3];        \
                target[0] = a, target[1] = b, target[2] = c, target[3] = d;                        \
            }                                                                                      \
            if (done < bytes)                                                                      \
                memcpy(to + done, from + done, bytes - done);                                      \
        }                                                                                          \
    }
COPY_BY_VECTORS(copy_by_32_bytes, 32)
#ifdef __AVX512F__
COPY_BY_VECTORS(copy_by_64_bytes, 64)
#endif

static copy_rows_t *const copies[] = {
    copy_by_memcpy,
    copy_by_32_bytes,
#ifdef __AVX512F__
    copy_by_64_bytes,
#endif
#ifdef __x86_64__
    copy_by_movsb,
#endif
};
enum { COPY_COUNT = sizeof copies / sizeof *copies };

static copy_rows_t *copy_fastest;

/* Rows of so many doubles. */
static void choose_copy(size_t doubles)
{
    enum { TIMES = 15 };
    const size_t row = doubles * sizeof(double), rows = 353;
    char *memory = calloc(2, row * rows);
    double least = 0;
    if (!memory)
        bench_fail("no memory to measure row copies in");
    for (int c = 0; c < COPY_COUNT; ++c)
        for (int t = 0; t < TIMES; ++t) {
            double start = MPI_Wtime();
            copies[c](memory + row * rows, row, memory, row, row, (int64_t)rows);
            double taken = MPI_Wtime() - start;
            if (!copy_fastest || taken < least) {
                copy_fastest = copies[c];
                least = taken;
            }
        }
    free(memory);
}

#endif
