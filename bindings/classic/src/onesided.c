/* One-sided access: both widths of indices from one text, since a call may take as little as that
 * of the library and a few nanoseconds. */
#include <string.h>

#include "classic.h"

/* A transfer of a patch; that of a matrix by the library's call for matrices, which takes half as
 * long for an element. A failure has done nothing; the call for any dimensions reports it. */
#define TRANSFER(name, call, ...)                                                                  \
    const classic_array_t *array = classic_find(name, g);                                          \
    if (CLASSIC_LIKELY(array->ndim == 2 && call(array->g, lo[1], hi[1], lo[0], hi[0], buf,         \
                                                ld[0] __VA_OPT__(, ) __VA_ARGS__) == ASHLAR_OK))   \
        return;                                                                                    \
    NAME(patch) p;                                                                                 \
    NAME(find)(name, g, lo, hi, ld, &p);                                                           \
    CLASSIC_TRY(name, call##_nd(p.g, p.lo, p.hi, buf, p.ld __VA_OPT__(, ) __VA_ARGS__))

#define NAME(x) x
#define IDX     int
#include "onesided.inc"
#undef NAME
#undef IDX

#define NAME(x) x##64
#define IDX     int64_t
#include "onesided.inc"
