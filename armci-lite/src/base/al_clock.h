/* The clock by which waits and copies are measured: it never goes back. */
#ifndef AL_CLOCK_H
#define AL_CLOCK_H

#include <stdint.h>

int64_t ali_nanoseconds(void);

#endif
