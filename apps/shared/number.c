/* Reading numbers. */
#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int number_read(const char *word, double *value)
{
    char plain[64], *end;
    size_t n = 0;
    for (const char *c = word; *c; ++c) {
        if (n + 1 == sizeof plain || !strchr("+-.0123456789eEdD*", *c))
            return -1;
        int letter = strchr("dD", *c) != NULL || strncmp(c, "*^", 2) == 0;
        plain[n++] = (char)(letter ? 'e' : *c);
        c += *c == '*' && c[1] == '^';
    }
    plain[n] = '\0';
    double number = strtod(plain, &end);
    if (n == 0 || *end != '\0' || !isfinite(number))
        return -1;
    *value = number;
    return 0;
}

int number_read_whole(const char *word, int64_t least, int64_t most, int64_t *value)
{
    char *end;
    errno = 0;
    long long number = strtoll(word, &end, 10);
    if (!strchr("+-0123456789", *word) || end == word || *end != '\0' || errno != 0 ||
        number < least || number > most)
        return -1;
    *value = number;
    return 0;
}
