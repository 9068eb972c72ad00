/* The inner loops of operations on elements, for each type. */
#include "ga/src/operands/ga_kernels.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/operands/ga_kinds.h"

/* The type of sums: the widest of the kind in use, or the type itself if it is wider. */
#define WIDE_i(id, ctype) (sizeof(ctype) > sizeof(long long) ? ASHLAR_##id : ASHLAR_LLONG)
#define WIDE_r(id, ctype) (sizeof(ctype) > sizeof(double) ? ASHLAR_##id : ASHLAR_DOUBLE)
#define WIDE_c(id, ctype) (sizeof(ctype) > sizeof(double _Complex) ? ASHLAR_##id : ASHLAR_CDOUBLE)

/* A step that no element bounds (ga_steplength.inc): the largest integer, or infinity's bits. */
#define UNBOUNDED_i(ctype) (INT64_MAX >> (64 - 8 * sizeof(ctype)))
#define UNBOUNDED_r(ctype) INT64_C(0x7ff0000000000000)
#define UNBOUNDED_c(ctype) 0

#define JOIN2_(a, b) a##_##b
#define JOIN2(a, b)  JOIN2_(a, b)

#define AL_TEMPLATE "ga/src/operands/ga_kernels.inc"
#include "armci-lite/src/local/al_each_type.h"

#define TYPE_KERNELS(id, ctype, mpitype, kind)                                                     \
    {id##_elementwise, id##_reductions,         WIDE_##kind(id, ctype),                            \
     id##_narrow,      UNBOUNDED_##kind(ctype), id##_step},
const gai_kernels_t gai_kernels[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_KERNELS)};
