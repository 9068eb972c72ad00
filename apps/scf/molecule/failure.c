/* The words of a failure. */
#include "molecule/failure.h"

#include <stdarg.h>
#include <stdio.h>

int failure_set(failure_t *failure, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(failure->text, sizeof failure->text, format, args);
    va_end(args);
    return -1;
}
