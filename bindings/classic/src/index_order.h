/* The order of indices: a program's are row-major and 0-based; the library has them reversed. */
#ifndef CLASSIC_INDEX_ORDER_H
#define CLASSIC_INDEX_ORDER_H

#include <stdint.h>

static inline void classic_reverse(int ndim, const int *from, int64_t *to)
{
    for (int d = 0; d < ndim; ++d)
        to[d] = from[ndim - 1 - d];
}

static inline void classic_reverse64(int ndim, const int64_t *from, int64_t *to)
{
    for (int d = 0; d < ndim; ++d)
        to[d] = from[ndim - 1 - d];
}

#endif
