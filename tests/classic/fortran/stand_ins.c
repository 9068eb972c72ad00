/* Fortran's calls by way of the second names of Global Arrays' and of MA's: the checks of this
 * program hold for those, and nothing in the library comes back to the names that are replaced
 * here. */
#include <stdint.h>

#include "fortran/names.h"
#include "ga-papi.h"
#include "entries.h"
#include "ma/text.h"

static void text_of(const char *text, size_t length, char *copy)
{
    if (!classic_text_in(text, length, copy, 512))
        GA_Error("a long text", (int)length);
}

#include "stand_ins.inc"
