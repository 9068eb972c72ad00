/* Scratch memory for matrices on their way through a solver. A page fault for each 4 KiB of fresh
 * memory takes about as long as to fill it, so what is given back is kept for the next, up to 64
 * MiB, and large pages are used where the system has them. Calls of linear algebra are collective,
 * so there is one at a time. */
#ifndef LA_SCRATCH_H
#define LA_SCRATCH_H

#include <stddef.h>

/* Aligned for vectors, with any content; NULL: there is none. */
void *lai_scratch_alloc(size_t bytes);
/* NULL: does nothing. */
void lai_scratch_free(void *memory);

#endif
