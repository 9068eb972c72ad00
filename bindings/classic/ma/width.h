/* Whether the program was compiled for the INTEGER that the library has; see typesf2c.h. */
#ifndef CLASSIC_WIDTH_H
#define CLASSIC_WIDTH_H

#include <stddef.h>

#include "typesf2c.h"

#if ASHLAR_CLASSIC_INTEGER == 8
#define CLASSIC_OTHER_INTEGER      ga_classic_integer_of_4
#define CLASSIC_OTHER_INTEGER_TEXT "4"
#else
#define CLASSIC_OTHER_INTEGER      ga_classic_integer_of_8
#define CLASSIC_OTHER_INTEGER_TEXT "8"
#endif
extern char CLASSIC_OTHER_INTEGER __attribute__((weak));

#define CLASSIC_WRONG_WIDTH (&CLASSIC_OTHER_INTEGER != NULL)
#define CLASSIC_WRONG_WIDTH_TEXT                                                                   \
    "the program was compiled for an INTEGER of " CLASSIC_OTHER_INTEGER_TEXT                       \
    " bytes, which this library does not have: compile it with the `ga-config --cppflags` of this" \
    " library, or build the library with -DASHLAR_CLASSIC_INTEGER=" CLASSIC_OTHER_INTEGER_TEXT

#endif
