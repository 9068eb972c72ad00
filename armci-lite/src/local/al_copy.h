/* Copying the runs of a shape within this process's memory. */
#ifndef AL_COPY_H
#define AL_COPY_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

/* How rows of some hundred bytes to some pages are copied; AL_COPY_AUTO measures. */
void ali_copy_choose(int64_t way);
const char *ali_copy_way(void); /* a word of ASHLAR_COPY */

void ali_copy_shape(char *to, const size_t *to_stride, const char *from, const size_t *from_stride,
                    const al_shape_t *shape);

#endif
