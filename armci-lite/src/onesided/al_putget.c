/* put and get: loads and stores on a node, the engine between nodes. */
#include <stddef.h>
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

#include "armci-lite/src/al_internal.h"

int ali_bad_place(const char *call, const al_segment_t *segment, int rank, size_t offset,
                  size_t bytes)
{
    AL_TRY(ali_check_started(call));
    if (!segment)
        return AL_FAIL(ASHLAR_EARG, "%s: the segment is NULL", call);
    if ((unsigned)rank >= (unsigned)segment->size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d is outside 0..%d", call, rank,
                       segment->size - 1);
    if (bytes == SIZE_MAX)
        return AL_FAIL(ASHLAR_EARG, "%s: the shape is malformed", call);
    if (bytes > segment->slices[rank].bytes || offset > segment->slices[rank].bytes - bytes)
        return AL_FAIL(ASHLAR_ERANGE, "%s: bytes %zu..%zu are outside the %llu bytes of rank %d",
                       call, offset, offset + bytes - (bytes > 0),
                       (unsigned long long)segment->slices[rank].bytes, rank);
    return AL_FAIL(ASHLAR_EARG, "%s: a NULL argument", call);
}

/* Small elements move without a call. */
static inline void copy(char *to, const char *from, size_t bytes)
{
    if (bytes == 8)
        memcpy(to, from, 8);
    else if (bytes == 4)
        memcpy(to, from, 4);
    else if (bytes == 16)
        memcpy(to, from, 16);
    else if (bytes)
        memcpy(to, from, bytes);
}

/* Rows of some hundred bytes to some pages: 32 bytes at a time with aligned stores beat memcpy,
 * whose choices are made for single copies (353 doubles a row: put 1.11, get 1.20 times as fast).
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

size_t ali_shape_extent(const al_shape_t *shape)
{
    if (shape->levels < 0 || shape->levels > AL_MAX_LEVELS)
        return SIZE_MAX;
    size_t extent = shape->count[0];
    for (int level = 0; level < shape->levels; ++level) {
        size_t more;
        if (shape->count[level + 1] <= 1)
            continue;
        if (shape->seg_stride[level] < extent) /* runs overlap */
            return SIZE_MAX;
        if (__builtin_mul_overflow(shape->count[level + 1] - 1, shape->seg_stride[level], &more) ||
            __builtin_add_overflow(extent, more, &extent))
            return SIZE_MAX;
    }
    return extent;
}

int ali_shape_is_empty(const al_shape_t *shape)
{
    for (int level = 0; level <= shape->levels; ++level)
        if (shape->count[level] == 0)
            return 1;
    return 0;
}

int al_put(al_segment_t *segment, int rank, size_t offset, const void *buf, size_t bytes)
{
    if (AL_UNLIKELY(!ali_is_place(segment, rank, offset, bytes) || (!buf && bytes)))
        return ali_bad_place("al_put", segment, rank, offset, bytes);
    int64_t slice = segment->slices[rank].offset;
    if (AL_LIKELY(slice >= 0)) {
        AL_TRY(ali_before_local(segment, bytes));
        copy(segment->base + slice + offset, buf, bytes);
        return ASHLAR_OK;
    }
    const al_shape_t shape = {.count = {bytes}};
    return bytes ? ali_context.engine->put(ali_place("a put", segment, rank, offset), buf, &shape,
                                           NULL)
                 : ASHLAR_OK;
}

int al_get(al_segment_t *segment, int rank, size_t offset, void *buf, size_t bytes)
{
    if (AL_UNLIKELY(!ali_is_place(segment, rank, offset, bytes) || (!buf && bytes)))
        return ali_bad_place("al_get", segment, rank, offset, bytes);
    int64_t slice = segment->slices[rank].offset;
    if (AL_LIKELY(slice >= 0)) {
        AL_TRY(ali_before_local(segment, bytes));
        copy(buf, segment->base + slice + offset, bytes);
        return ASHLAR_OK;
    }
    const al_shape_t shape = {.count = {bytes}};
    return bytes ? ali_context.engine->get(ali_place("a get", segment, rank, offset), buf, &shape,
                                           NULL)
                 : ASHLAR_OK;
}

static inline int put_shape(const char *call, al_segment_t *segment, int rank, size_t offset,
                            const void *buf, const al_shape_t *shape, al_handle_t *handle)
{
    size_t extent = shape ? ali_shape_extent(shape) : 0;
    if (AL_UNLIKELY(!shape || !buf || !ali_is_place(segment, rank, offset, extent)))
        return ali_bad_place(call, segment, rank, offset, extent);
    if (AL_UNLIKELY(ali_shape_is_empty(shape)))
        return ASHLAR_OK;
    int64_t slice = segment->slices[rank].offset;
    if (AL_UNLIKELY(slice < 0))
        return ali_context.engine->put(ali_place("a put", segment, rank, offset), buf, shape,
                                       handle);
    AL_TRY(ali_before_local(segment, extent));
    ali_copy_shape(segment->base + slice + offset, shape->seg_stride, buf, shape->buf_stride,
                   shape);
    return ASHLAR_OK;
}

static inline int get_shape(const char *call, al_segment_t *segment, int rank, size_t offset,
                            void *buf, const al_shape_t *shape, al_handle_t *handle)
{
    size_t extent = shape ? ali_shape_extent(shape) : 0;
    if (AL_UNLIKELY(!shape || !buf || !ali_is_place(segment, rank, offset, extent)))
        return ali_bad_place(call, segment, rank, offset, extent);
    if (AL_UNLIKELY(ali_shape_is_empty(shape)))
        return ASHLAR_OK;
    int64_t slice = segment->slices[rank].offset;
    if (AL_UNLIKELY(slice < 0))
        return ali_context.engine->get(ali_place("a get", segment, rank, offset), buf, shape,
                                       handle);
    AL_TRY(ali_before_local(segment, extent));
    ali_copy_shape(buf, shape->buf_stride, segment->base + slice + offset, shape->seg_stride,
                   shape);
    return ASHLAR_OK;
}

int al_put_strided(al_segment_t *segment, int rank, size_t offset, const void *buf,
                   const al_shape_t *shape)
{
    return put_shape("al_put_strided", segment, rank, offset, buf, shape, NULL);
}

int al_get_strided(al_segment_t *segment, int rank, size_t offset, void *buf,
                   const al_shape_t *shape)
{
    return get_shape("al_get_strided", segment, rank, offset, buf, shape, NULL);
}

int al_put_nb(al_segment_t *segment, int rank, size_t offset, const void *buf,
              const al_shape_t *shape, al_handle_t *handle)
{
    if (AL_UNLIKELY(!handle))
        return AL_FAIL(ASHLAR_EARG, "al_put_nb: the handle pointer is NULL");
    return put_shape("al_put_nb", segment, rank, offset, buf, shape, handle);
}

int al_get_nb(al_segment_t *segment, int rank, size_t offset, void *buf, const al_shape_t *shape,
              al_handle_t *handle)
{
    if (AL_UNLIKELY(!handle))
        return AL_FAIL(ASHLAR_EARG, "al_get_nb: the handle pointer is NULL");
    return get_shape("al_get_nb", segment, rank, offset, buf, shape, handle);
}
