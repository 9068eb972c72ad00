/* Copying the runs of a shape within this process's memory. */
#ifndef AL_COPY_H
#define AL_COPY_H

#include <stddef.h>

#include <ashlar/al.h>

void ali_copy_shape(char *to, const size_t *to_stride, const char *from, const size_t *from_stride,
                    const al_shape_t *shape);

#endif
