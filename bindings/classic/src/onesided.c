/* One-sided access: both widths of indices from one text, since a call may take as little as that
 * of the library and a few nanoseconds. */
#include "classic.h"

#define NAME(x) x
#define IDX     int
#include "onesided.inc"
#undef NAME
#undef IDX

#define NAME(x) x##64
#define IDX     int64_t
#include "onesided.inc"
