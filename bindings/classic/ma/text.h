/* Fortran's text: its length behind all arguments, and blanks behind it. */
#ifndef CLASSIC_TEXT_H
#define CLASSIC_TEXT_H

#include <string.h>

/* Without its blanks and with a 0 behind it, in so many bytes; returns 0 if it does not fit. */
static inline int classic_text_in(const char *text, size_t length, char *out, size_t room)
{
    const char *end = memchr(text, 0, length);
    length = end ? (size_t)(end - text) : length;
    while (length > 0 && text[length - 1] == ' ')
        --length;
    if (length >= room)
        return 0;
    memcpy(out, text, length);
    out[length] = 0;
    return 1;
}

/* Filled up with blanks, or cut. */
static inline void classic_text_out(const char *text, char *out, size_t length)
{
    size_t used = strlen(text);
    used = used < length ? used : length;
    memcpy(out, text, used);
    memset(out + used, ' ', length - used);
}

#endif
