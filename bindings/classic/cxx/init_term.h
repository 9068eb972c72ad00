/* Starting and stopping. */
#ifndef GA_INIT_TERM_H
#define GA_INIT_TERM_H

#include "ga.h"

namespace GA
{

/* Starts MPI, if the program has not, and the library. Collective over all ranks.
 * limit: the bytes that arrays may take of a rank; 0: any number. */
GA_CLASSIC_API void Initialize(int argc, char *argv[], size_t limit = 0);
/* The same, and MA; a rank gets its share of heapSize and stackSize, which are elements of a type
 * of MA. */
GA_CLASSIC_API void Initialize(int argc, char *argv[], unsigned long heapSize,
                               unsigned long stackSize, int type, size_t limit = 0);
/* Stops the library and MPI; arrays and groups that are left lose their memory. Collective over all
 * ranks. */
GA_CLASSIC_API void Terminate();

} // namespace GA

#endif
