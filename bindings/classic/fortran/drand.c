/* Random numbers of Fortran programs. This file has nothing else, and tracing.c has a few names
 * that a program may have itself, too: then it can still be linked with the static library. */
#include <stdlib.h>

#include "fortran.h"

GA_CLASSIC_API double FORTRAN_PLAIN(drand, DRAND)(const Integer *seed);

/* From 0 to 1; a seed that is not 0 begins a sequence of its own. */
double FORTRAN_PLAIN(drand, DRAND)(const Integer *seed)
{
    if (*seed)
        srandom((unsigned)*seed);
    return (double)random() / ((double)RAND_MAX + 1);
}
