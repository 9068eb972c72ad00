/* Lines and words of a text file. */
#include "molecule/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

int text_open(text_t *text, const char *path, failure_t *failure)
{
    struct stat status;
    *text = (text_t){.path = path};
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return failure_set(failure, "%s: is a directory", path);
    text->stream = fopen(path, "r");
    if (!text->stream)
        return failure_set(failure, "%s: %s", path, strerror(errno));
    return 0;
}

void text_close(text_t *text)
{
    fclose(text->stream);
    text->stream = NULL;
}

static int fail(const text_t *text, int line, failure_t *failure, const char *format, va_list args)
{
    char what[SCF_FAILURE_MAX];
    vsnprintf(what, sizeof what, format, args);
    return failure_set(failure, "%s:%d: %s", text->path, line, what);
}

int text_fail(const text_t *text, failure_t *failure, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(text, text->line, failure, format, args);
    va_end(args);
    return -1;
}

int text_fail_at(const text_t *text, int line, failure_t *failure, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(text, line, failure, format, args);
    va_end(args);
    return -1;
}

void text_split(text_t *text)
{
    char *at = text->buffer;
    text->words = 0;
    for (;;) {
        while (isspace((unsigned char)*at))
            *at++ = '\0';
        if (*at == '\0')
            return;
        if (text->words < TEXT_WORDS_MAX)
            text->word[text->words] = at;
        ++text->words;
        while (*at != '\0' && !isspace((unsigned char)*at))
            ++at;
    }
}

int text_next(text_t *text, char comment, failure_t *failure)
{
    int c, n = 0;
    ++text->line;
    while ((c = fgetc(text->stream)) != EOF && c != '\n') {
        if (c == '\0')
            return text_fail(text, failure, "a byte 0: this is not a text file");
        if (n == TEXT_LINE_MAX - 2)
            return text_fail(text, failure, "the line is longer than %d characters", n);
        text->buffer[n++] = (char)c;
    }
    text->buffer[n] = '\0';
    if (ferror(text->stream))
        return failure_set(failure, "%s: cannot be read", text->path);
    if (c == EOF && n == 0) {
        --text->line;
        return 0;
    }
    if (comment) {
        char *end = strchr(text->buffer, comment);
        if (end)
            *end = '\0';
    }
    text_split(text);
    return 1;
}

int text_next_words(text_t *text, char comment, failure_t *failure)
{
    int got;
    do
        got = text_next(text, comment, failure);
    while (got > 0 && text->words == 0);
    return got;
}

int text_head(text_t *text)
{
    int n = 0, c = fgetc(text->stream);
    text->buffer[0] = '\0';
    if (c == EOF)
        return 0;
    for (; c != EOF && c != '\n'; c = fgetc(text->stream))
        if (n < TEXT_LINE_MAX - 1)
            text->buffer[n++] = (char)c;
    text->buffer[n] = '\0';
    ++text->line;
    return 1;
}

int text_same(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}
