/* Copies of many megabytes by stores that go past the caches, where these are faster. */
#ifndef AL_STREAM_H
#define AL_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "armci-lite/src/base/al_compiler.h"

#ifdef __SSE2__
#include <emmintrin.h>
#define AL_HAS_STREAMS 1
#else
#define AL_HAS_STREAMS 0
#endif

enum { AL_STREAM_LEAST = 8 << 20 }; /* bytes that may be written so */
enum { AL_STREAM_LINE = 64 };       /* and of what it stores at a time, at a multiple of that */

/* How large copies are made: by trial, or always in one way. */
enum al_stream { AL_STREAM_TRIAL, AL_STREAM_NEVER, AL_STREAM_ALWAYS };
void ali_stream_choose(enum al_stream way);

/* Copies of different uses are tried apart. */
enum al_stream_use { AL_STREAM_COPY, AL_STREAM_TRANSPOSE, AL_STREAM_USES };

/* A large copy: between begin and end it is made as `streams` says. */
typedef struct ali_stream {
    enum al_stream_use use;
    bool streams;
    size_t bytes;
    int64_t began; /* 0: its time does not count */
} ali_stream_t;

ali_stream_t ali_stream_begin(enum al_stream_use use, size_t bytes);
void ali_stream_end(const ali_stream_t *copy);
void ali_stream_note(const ali_stream_t *copy, int64_t taken); /* ns; called by end */

/* Rows of at least a line of the cache, in a copy that streams. */
void ali_stream_rows(char *to, size_t to_stride, const char *from, size_t from_stride, size_t bytes,
                     size_t rows);

AL_INLINE void ali_stream_line(char *to, const char *from)
{
#if AL_HAS_STREAMS
    const __m128i *source = (const __m128i *)(const void *)from;
    __m128i *target = (__m128i *)(void *)to;
    __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1);
    __m128i c = _mm_loadu_si128(source + 2), d = _mm_loadu_si128(source + 3);
    _mm_stream_si128(target, a);
    _mm_stream_si128(target + 1, b);
    _mm_stream_si128(target + 2, c);
    _mm_stream_si128(target + 3, d);
#else
    memcpy(to, from, AL_STREAM_LINE);
#endif
}

#endif
