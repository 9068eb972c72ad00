/* Records of a trace: numbers and text, each where the one before ends (al_trace_format.h). */
#ifndef AL_TRACE_RECORD_H
#define AL_TRACE_RECORD_H

#include <stdint.h>
#include <string.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/trace/al_trace_format.h"

AL_INLINE char *ali_record_number(char *at, uint64_t number)
{
    if (AL_LIKELY(number < 0x80)) {
        *at = (char)number;
        return at + 1;
    }
    do {
        *at++ = (char)(number | 0x80);
        number >>= 7;
    } while (number >= 0x80);
    *at = (char)number;
    return at + 1;
}

AL_INLINE char *ali_record_signed(char *at, int64_t number)
{
    return ali_record_number(at, ((uint64_t)number << 1) ^ (uint64_t)(number >> 63));
}

/* At most 64 bytes of it. */
static inline char *ali_record_text(char *at, const char *text)
{
    size_t length = 0;
    while (length < AL_TRACE_NAME && text[length])
        ++length;
    at = ali_record_number(at, length);
    memcpy(at, text, length);
    return at + length;
}

#endif
