#include "misuse.h"

#include <string.h>

void misuse_check(const char *file, int line, const char *text, int expected, int status,
                  const char *const *parts)
{
    char call[64] = "";
    size_t length = strcspn(text, "(");

    memcpy(call, text, length < sizeof call ? length : sizeof call - 1);
    if (!test_check_status(file, line, expected, status, call))
        return;
    const char *message = ashlar_error_message();
    length = strlen(call);
    if (strncmp(message, call, length) != 0 || message[length] != ':')
        test_fail(file, line, "the message \"%s\" does not begin with \"%s:\"", message, call);
    for (; *parts; ++parts)
        test_check_contains(file, line, message, *parts);
}
