/* Whether the program was compiled for the INTEGER that the library has. */
#ifndef CLASSIC_WIDTH_H
#define CLASSIC_WIDTH_H

#include <stdbool.h>

#include "typesf2c.h"

#if ASHLAR_CLASSIC_INTEGER == 8
#define CLASSIC_OTHER_INTEGER 4
#define CLASSIC_WIDTH_FLAG    "with -fdefault-integer-8"
#else
#define CLASSIC_OTHER_INTEGER 8
#define CLASSIC_WIDTH_FLAG    "without -fdefault-integer-8"
#endif
#define CLASSIC_TEXT_OF(number) #number
#define CLASSIC_TEXT(macro)     CLASSIC_TEXT_OF(macro)
#define CLASSIC_WIDTH_REMEDY                                                                       \
    "this library's has " CLASSIC_TEXT(                                                            \
        ASHLAR_CLASSIC_INTEGER) ": compile it " CLASSIC_WIDTH_FLAG                                 \
                                " in Fortran, see `ga-config --fflags` and `--cppflags` of this "  \
                                "library, or build the library "                                   \
                                "with -DASHLAR_CLASSIC_INTEGER=" CLASSIC_TEXT(                     \
                                    CLASSIC_OTHER_INTEGER)

/* At the start of a program; and behind what is said of a number that such a program may have
 * caused. */
#define CLASSIC_WRONG_WIDTH                                                                        \
    "the program was compiled for an INTEGER of " CLASSIC_TEXT(                                    \
        CLASSIC_OTHER_INTEGER) " bytes, " CLASSIC_WIDTH_REMEDY
#define CLASSIC_WIDTH_HINT                                                                         \
    "; if the program's INTEGER has " CLASSIC_TEXT(                                                \
        CLASSIC_OTHER_INTEGER) " bytes, " CLASSIC_WIDTH_REMEDY

/* Known of files in C that include typesf2c.h, and, where the library is shared, of those in
 * Fortran that include mafdecls.fh. */
bool classic_has_other_width(void);

#endif
