/* Functions that the sources of ga++ share. */
#ifndef BINDINGS_CLASSIC_GAXX_H
#define BINDINGS_CLASSIC_GAXX_H

#include "ga++.h"

namespace GA
{

/* The handle of a new array; ends the program if it is 0. */
int created(int handle, const char *name);
/* The answer of GA_Memory_avail() as an int: at most INT_MAX, and -1 for no limit. */
int as_int(size_t bytes);

} // namespace GA

#endif
