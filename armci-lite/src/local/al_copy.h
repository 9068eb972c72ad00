/* Copying the runs of a shape within this process's memory. */
#ifndef AL_COPY_H
#define AL_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/local/al_stream.h"

/* How rows of some hundred bytes to some pages are copied, and whether large copies stream;
 * AL_COPY_AUTO measures. */
void ali_copy_choose(int64_t way);
const char *ali_copy_way(void); /* a word of ASHLAR_COPY: how rows are copied */

void ali_copy_large(char *to, const char *from, size_t bytes); /* AL_STREAM_LEAST and more */

AL_INLINE void ali_copy_bytes(char *to, const char *from, size_t bytes)
{
    if (AL_UNLIKELY(bytes >= AL_STREAM_LEAST))
        ali_copy_large(to, from, bytes);
    else
        memcpy(to, from, bytes);
}

void ali_copy_shape(char *to, const size_t *to_stride, const char *from, const size_t *from_stride,
                    const al_shape_t *shape);

#endif
