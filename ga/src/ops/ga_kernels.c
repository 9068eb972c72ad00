#include "ga/src/ops/ga_kernels.h"

#include <string.h>

#include "armci-lite/src/al_private.h"

/* What of a row is for a kind of types (ga_operations.def). */
#define IF_ANY_i(...) __VA_ARGS__
#define IF_ANY_r(...) __VA_ARGS__
#define IF_ANY_c(...) __VA_ARGS__
#define IF_DIVISIBLE_i(...)
#define IF_DIVISIBLE_r(...) __VA_ARGS__
#define IF_DIVISIBLE_c(...) __VA_ARGS__
#define IF_ORDERED_i(...)   __VA_ARGS__
#define IF_ORDERED_r(...)   __VA_ARGS__
#define IF_ORDERED_c(...)

/* The type of sums: the widest of the kind in use, or the type itself if it is wider. */
#define WIDE_i(id, ctype) (sizeof(ctype) > sizeof(long long) ? ASHLAR_##id : ASHLAR_LLONG)
#define WIDE_r(id, ctype) (sizeof(ctype) > sizeof(double) ? ASHLAR_##id : ASHLAR_DOUBLE)
#define WIDE_c(id, ctype) (sizeof(ctype) > sizeof(double _Complex) ? ASHLAR_##id : ASHLAR_CDOUBLE)

/* A step that no element bounds (ga_steps.inc): the largest integer, or the bits of infinity. */
#define UNBOUNDED_i(ctype) (INT64_MAX >> (64 - 8 * sizeof(ctype)))
#define UNBOUNDED_r(ctype) INT64_C(0x7ff0000000000000)
#define UNBOUNDED_c(ctype) 0

#define JOIN2_(a, b)    a##_##b
#define JOIN2(a, b)     JOIN2_(a, b)
#define JOIN3_(a, b, c) a##_##b##_##c
#define JOIN3(a, b, c)  JOIN3_(a, b, c)
#define IF(kinds, ...)  JOIN3(IF, kinds, KIND)(__VA_ARGS__)

#define AL_TEMPLATE "ga/src/ops/ga_kernels.inc"
#include "armci-lite/src/local/al_each_type.h"

#define TYPE_KERNELS(id, ctype, mpitype, kind)                                                     \
    {id##_elementwise, id##_reductions,         WIDE_##kind(id, ctype),                            \
     id##_narrow,      UNBOUNDED_##kind(ctype), id##_step},
const gai_kernels_t gai_kernels[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_KERNELS)};
